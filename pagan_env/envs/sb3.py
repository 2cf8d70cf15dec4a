"""The face of Stable-Baselines3: a `VecEnv` over a batch, with the action masks that sb3-contrib's MaskablePPO asks for.

from sb3_contrib import MaskablePPO
from pagan_env.envs.sb3 import SoloVecEnv

model = MaskablePPO("MlpPolicy", SoloVecEnv("pagan", 64, role="witch_0", opponent="scripted:1"))
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.game import Game, Ruleset
from ..core.replays import Replay
from .batch import Batch
from .solo_batch import SoloBatch

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        f"pagan_env.envs.sb3 needs stable-baselines3 ({error}): pip install stable-baselines3 sb3-contrib"
    ) from None

Infos = list[dict[str, Any]]
MASKS = "action_masks"


class BatchVecEnv(VecEnv):
    """What any `VecEnv` over a batch has: its spaces and its masks. There is no environment for each row behind it."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.render_mode = None
        seen = spaces.Box(-128, 127, (batch.observation_size,), np.int8)
        super().__init__(batch.num_envs, seen, spaces.Discrete(batch.num_actions))

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal for the observations that were handed out last, bool (N, A); after a game's end, in the next one."""
        legal: NDArray[np.bool_] = self.batch.action_mask != 0
        return legal

    def step_async(self, actions: NDArray[np.integer]) -> None:
        self._actions = actions

    def close(self) -> None:
        """Nothing to release."""

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == MASKS or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute that all rows share."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise NotImplementedError(f"{type(self).__name__}.set_attr: {attr_name}; rows have no attributes of their own")

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[NDArray[np.bool_]]:
        """`action_masks` row by row, bool (A,) each."""
        if method_name != MASKS or args or kwargs:
            raise NotImplementedError(f"{type(self).__name__}.env_method: {method_name}, allowed: {MASKS} without arguments")
        return [self.action_masks()[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))


class SoloVecEnv(BatchVecEnv):
    """`num_envs` games of one learning seat each; opponents play the others inside `step`.

    Observations int8 (N, O) are those of learners that are to act; a game that ends restarts in the same step. Its info has
    `terminal_observation`, `TimeLimit.truncated` (bool: cut, not ended by its rules) and `episode`, as SB3's Monitor has it:
    return `r`, length `l` in the learner's decisions, seconds `t`. Rewards float32 (N,): +1, -1 or 0, at the end of a game.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        role: str | int | Sequence[str | int] | None = None,
        opponent: Any = "random",
        ruleset: str | Path | Ruleset | None = None,
        seed: int | None = 0,
        events: int = 0,
        illegal: str = "raise",
        record: bool = False,
        **options: Any,
    ) -> None:
        """As `SoloBatch`, but an illegal action is an error, unless `illegal` is "lose": who asks for masks never takes one."""
        common: dict[str, Any] = {"opponent": opponent, "ruleset": ruleset, "seed": seed, "events": events, "illegal": illegal}
        self.solo = SoloBatch(game, num_envs, role=role, record=record, **common, **options)
        super().__init__(self.solo.batch)
        self._length = np.zeros(num_envs, np.int64)
        self._begun = np.full(num_envs, time.monotonic())

    def replay(self, row: int) -> Replay:
        """The last game that ended in a row, of an environment made with `record=True`. ValueError: there is none."""
        return self.solo.replay(row)

    def set_opponent(self, opponent: Any) -> None:
        """From each game's next decision on, others play: past selves, for instance."""
        self.solo.set_opponent(opponent)

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        """True for SB3's Monitor alone, since the infos have what it would add."""
        return [wrapper_class is Monitor] * len(list(self._get_indices(indices)))

    def reset(self) -> NDArray[np.int8]:
        """Deal every game anew: those of the seeds that `seed()` has set, or else each row's next one."""
        seeds = [seed for seed in self._seeds if seed is not None]
        self.solo.reset(seeds or None)
        self._reset_seeds()
        self._length[:], self._begun[:] = 0, time.monotonic()
        return self.solo.observation.copy()

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], Infos]:
        solo = self.solo
        solo.step(self._actions)
        self._length += 1
        ended = solo.terminated | solo.truncated
        infos: Infos = [{} for _ in range(self.num_envs)]
        now = time.monotonic()
        for i in np.flatnonzero(ended).tolist():
            told = {"r": float(solo.reward[i]), "l": int(self._length[i]), "t": round(now - float(self._begun[i]), 6)}
            cut = bool(solo.truncated[i])
            infos[i] = {"terminal_observation": solo.final_observation[i].copy(), "TimeLimit.truncated": cut, "episode": told}
            if solo.illegal[i]:
                infos[i]["illegal_action"] = True
        self._length[ended], self._begun[ended] = 0, now
        return solo.observation.copy(), solo.reward.copy(), ended, infos
