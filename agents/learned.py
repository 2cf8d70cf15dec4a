"""A trained net as a player. It sees an observation and an action mask, nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from agents import checkpoint
from agents.checkpoint import CheckpointError, Header
from agents.masked import sample
from agents.networks import build_actor


class RulesetLike(Protocol):
    """What a checkpoint is held against."""

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...


class LearnedAgent:
    """Plays the policy of a net, drawing from it as in training. At temperature 0 it plays its likeliest action."""

    def __init__(self, actor: torch.nn.Module, temperature: float = 1.0, header: Header | None = None) -> None:
        """`actor` gives unmasked logits float32 (n, A) for observations int8 (n, O)."""
        self.actor = actor
        self.device = next(actor.parameters()).device
        self.temperature = temperature
        self.header = header

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        game: str | None = None,
        ruleset: RulesetLike | None = None,
        role: str | None = None,
        temperature: float = 1.0,
        any_ruleset: bool = False,
    ) -> LearnedAgent:
        """The player in a checkpoint file, held against a game (`Game.spec`), ruleset and role (of `Game.roles`) if given.

        `any_ruleset` lets it play under rules that it was not trained on: variants and sizes of one game, if its observations and
        actions are as many.

        CheckpointError, one line: the file is absent, damaged, foreign, of another version, or made for something else.
        """
        header, weights = checkpoint.load(path)
        same_name = game is None or header.game.partition(":")[0] == game.partition(":")[0]
        if game is not None and header.game != game and not (same_name and any_ruleset):
            hint = "; any_ruleset=True plays all the same" if same_name else ""
            raise CheckpointError(f"{path}: trained on the game {header.game}, not {game}{hint}")
        if role is not None and header.role != role:
            raise CheckpointError(f"{path}: plays {header.role}, not {role}")
        if ruleset is not None and not any_ruleset and header.ruleset_digest != ruleset.digest:
            raise CheckpointError(
                f"{path}: trained under ruleset {header.ruleset} (digest {header.ruleset_digest[:12]}), "
                f"not {ruleset.name} (digest {ruleset.digest[:12]}); any_ruleset=True plays all the same"
            )
        try:
            actor = build_actor(header.shape())
        except ValueError as error:
            raise CheckpointError(f"{path}: the header is damaged ({error})") from None
        expected = {name: tuple(tensor.shape) for name, tensor in actor.state_dict().items()}
        found = {name: array.shape for name, array in weights.items()}
        if found != expected or any(array.dtype != np.float32 for array in weights.values()):
            raise CheckpointError(f"{path}: its weights do not fit the net that its header describes")
        actor.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
        return cls(actor, temperature, header)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> int:
        """One legal action. observation int8 (O,), action_mask int8 (A,). ValueError on a mask of zeros."""
        return int(self.act_batch(observation[None], action_mask[None], rng)[0])

    def act_batch(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a row. observation int8 (n, O), action_mask int8 (n, A); int64 (n,). ValueError as `act`."""
        with torch.inference_mode():
            logits = self.actor(torch.from_numpy(observation).to(self.device)).cpu().numpy()
        if self.temperature != 1.0:
            logits = logits / max(self.temperature, 1e-6)
        return sample(logits, action_mask, rng.random(len(logits)))[0]
