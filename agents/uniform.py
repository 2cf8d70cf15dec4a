"""The random player: every legal action equally likely."""

from __future__ import annotations

import numpy as np

from agents.masked import pick


class UniformAgent:
    """Plays any game from the action mask alone."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> int:
        """One legal action. observation int8 (O,), action_mask int8 (A,). ValueError on a mask of zeros."""
        return int(self.act_batch(observation[None], action_mask[None], rng)[0])

    def act_batch(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a row. observation int8 (n, O), action_mask int8 (n, A); int64 (n,). ValueError as `act`."""
        return pick(action_mask, rng.random(len(action_mask)))
