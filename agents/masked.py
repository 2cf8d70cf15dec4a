"""Choosing among legal actions, compiled. The softmax runs over legal actions alone: an illegal one has no chance."""

from __future__ import annotations

import numpy as np

from pagan_env.core.jit import kernel


def sample(logits: np.ndarray, mask: np.ndarray, uniform: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draw one legal action a row from the softmax of `logits`.

    logits float32 (n, A); mask int8 (n, A), nonzero where legal; uniform float64 (n,) in [0, 1).
    Returns actions int64 (n,) and their log probabilities float32 (n,).
    ValueError: shapes that don't fit, or the first row with no legal action or with logits that are not finite.
    """
    if mask.shape != logits.shape or uniform.shape != logits.shape[:1]:
        found = f"mask of shape {mask.shape}, uniform of shape {uniform.shape}"
        raise ValueError(f"found {found}, allowed: {logits.shape} and {logits.shape[:1]}, as the logits have")
    actions = np.empty(len(logits), np.int64)
    log_probs = np.empty(len(logits), np.float32)
    bad = _sample(logits, mask, uniform, actions, log_probs)
    if bad >= 0:
        reason = "logits are not finite" if mask[bad].any() else "no legal action"
        raise ValueError(f"row {bad}: {reason}")
    return actions, log_probs


def pick(mask: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """Draw one legal action a row, all equally likely. mask int8 (n, A), uniform float64 (n,) in [0, 1); int64 (n,).

    ValueError: shapes that don't fit, or the first row with no legal action.
    """
    if mask.ndim != 2 or uniform.shape != mask.shape[:1]:
        found = f"mask of shape {mask.shape}, uniform of shape {uniform.shape}"
        raise ValueError(f"found {found}, allowed: a mask (n, A) and uniform (n,)")
    actions = np.empty(len(mask), np.int64)
    bad = _pick(mask, uniform, actions)
    if bad >= 0:
        raise ValueError(f"row {bad}: no legal action")
    return actions


@kernel
def _sample(logits, mask, uniform, actions, log_probs):
    """Fill `actions` and `log_probs`; the first bad row, or -1."""
    for i in range(logits.shape[0]):
        top = -np.inf
        for a in range(logits.shape[1]):
            if mask[i, a] != 0 and logits[i, a] > top:
                top = logits[i, a]
        total = 0.0
        for a in range(logits.shape[1]):
            if mask[i, a] != 0:
                total += np.exp(logits[i, a] - top)
        if not 0.0 < total < np.inf:
            return i
        left = uniform[i] * total
        for a in range(logits.shape[1]):
            if mask[i, a] != 0:
                actions[i] = a  # rounding may leave a little at the end: then the last legal action stands
                left -= np.exp(logits[i, a] - top)
                if left < 0.0:
                    break
        log_probs[i] = logits[i, actions[i]] - top - np.log(total)
    return -1


@kernel
def _pick(mask, uniform, actions):
    """Fill `actions`; the first bad row, or -1."""
    for i in range(mask.shape[0]):
        legal = 0
        for a in range(mask.shape[1]):
            if mask[i, a] != 0:
                legal += 1
        if legal == 0:
            return i
        skip = int(uniform[i] * legal)
        for a in range(mask.shape[1]):
            if mask[i, a] != 0:
                actions[i] = a
                skip -= 1
                if skip < 0:
                    break
    return -1
