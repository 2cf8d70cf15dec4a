"""A policy of sb3-contrib's MaskablePPO as a player like all others: it can't be asked without an action mask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.masked import sample


class Sb3Agent:
    """Plays for any seat whose observations the model was trained on, drawing from its policy as in training."""

    def __init__(self, policy: Any) -> None:
        """`policy`: a `MaskableActorCriticPolicy`; what it learns later changes this player, a copy's doesn't."""
        self.policy = policy

    @classmethod
    def load(cls, path: str | Path) -> Sb3Agent:
        """The player in a file that `MaskablePPO.save` wrote. Such files are pickles: load only what you trust."""
        return cls(MaskablePPO.load(path, device="cpu").policy)

    def frozen(self) -> Sb3Agent:
        """This player as it is now."""
        policy = type(self.policy)(**self.policy._get_constructor_parameters())
        policy.load_state_dict(self.policy.state_dict())
        return Sb3Agent(policy)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> int:
        """One legal action. observation int8 (O,), action_mask int8 (A,). ValueError on a mask of zeros."""
        return int(self.act_batch(observation[None], action_mask[None], rng)[0])

    def act_batch(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a row. observation int8 (n, O), action_mask int8 (n, A); int64 (n,). ValueError as `act`."""
        seen, _ = self.policy.obs_to_tensor(observation)
        with torch.inference_mode():
            # `sample` masks, and refuses an empty mask; MaskableCategorical would draw from illegal actions without a word.
            logits = self.policy.get_distribution(seen).distribution.logits.cpu().numpy()
        return sample(logits.astype(np.float32), action_mask, rng.random(len(logits)))[0]
