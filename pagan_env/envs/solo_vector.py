"""The native vector face of Gymnasium: many games of one learning seat in one process, stepped by one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ..core.game import Game, Ruleset
from ..core.jit import rows
from ..core.replays import Replay
from .aec import RENDER_FPS, Board, board, check_render_mode
from .solo_batch import SoloBatch

MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
RENDER_MODES = ("ansi", "svg", "rgb_array")


class SoloVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games; row i plays those of a `SoloEnv` that was reset with the i-th seed.

    `info["action_mask"]` int8 (N, A) is of the observation beside it, and `action_masks()` the same as bool. Where a game ends,
    `metadata["autoreset_mode"]` says what is shown. SAME_STEP: the next game's observation; the last one is in
    `info["final_obs"]`, where `info["_final_obs"]`. NEXT_STEP: the last one itself, its mask empty; the next step ignores the
    row's action, pays nothing and shows the next game. Arrays handed out are the caller's to keep.
    """

    metadata = {  # noqa: RUF012  as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        role: str | int | Sequence[str | int] | None = None,
        opponent: Any = "random",
        ruleset: str | Path | Ruleset | None = None,
        render_mode: str | None = None,
        events: int = 0,
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        record: bool = False,
        **options: Any,
    ) -> None:
        """As `SoloEnv`; `role` may also be a sequence, one a row. With `record` `replay` gives the games that ended."""
        modes = {name: mode for mode in MODES for name in (mode, mode.value, mode.name)}
        if autoreset_mode not in modes:
            raise ValueError(f"vector env: autoreset_mode {autoreset_mode!r}, allowed: {', '.join(mode.value for mode in MODES)}")
        check_render_mode(render_mode, RENDER_MODES, "vector env")
        self.metadata = {**self.metadata, "autoreset_mode": modes[autoreset_mode]}
        self._waits = modes[autoreset_mode] is AutoresetMode.NEXT_STEP
        common: dict[str, Any] = {"opponent": opponent, "ruleset": ruleset, "events": events, "illegal": illegal}
        self.solo = SoloBatch(game, num_envs, role=role, record=record, **common, **options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        actions = self.solo.game.lexicon.size
        self.single_observation_space = spaces.Box(-128, 127, (self.solo.observation.shape[1],), np.int8)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)  # rows that show the end of a game, under NEXT_STEP

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal every game, or those of `options["reset_mask"]`, bool (N,). `seed`: one (row i's is `seed + i`), or one a row."""
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
        mask = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(f"vector env: reset_mask {mask}, allowed: bool ({self.num_envs},), not all False")
        which = np.flatnonzero(mask)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"vector env: {len(seeds)} seeds, allowed: one, or {self.num_envs}")
        self.solo.restart(which, None if seeds is None else [seeds[i] for i in which.tolist()])
        self._over[which] = False
        return self.solo.observation.copy(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each game. ValueError, TypeError: as `Batch.step`; then nothing has changed."""
        solo = self.solo
        if self._over.any():
            which = np.flatnonzero(~self._over)
            solo.step(np.asarray(actions)[which], which)
        else:
            solo.step(actions)
        seen, ended = solo.observation.copy(), solo.terminated | solo.truncated
        info: dict[str, Any] = {}
        if solo.illegal.any():
            info = {"illegal_action": solo.illegal.copy(), "_illegal_action": solo.illegal.copy()}
        if self._waits:
            self._over = ended
            seen[ended] = solo.final_observation[ended]
        elif ended.any():
            last, told = np.full(self.num_envs, None, object), {}
            for i in np.flatnonzero(ended):
                last[i] = solo.final_observation[i].copy()
            told = {"action_mask": np.zeros_like(solo.action_mask), "_action_mask": ended.copy(), **info}
            info = {"final_obs": last, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}
        ends = solo.terminated.copy(), solo.truncated.copy()
        return seen, solo.reward.astype(np.float64), *ends, {**info, **self._info()}

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, bool (N, A); nothing in rows that show the end of a game."""
        legal: NDArray[np.bool_] = (self.solo.action_mask != 0) & ~self._over[:, None]
        return legal

    def replay(self, row: int) -> Replay:
        """The last game that ended in a row, of an environment made with `record=True`. ValueError: there is none."""
        return self.solo.replay(row)

    def render(self) -> tuple[Board, ...] | None:
        """Each row's board as its learner sees it, by `render_mode`: text, text of an SVG file, uint8 (height, width, 3)."""
        if self.render_mode is None:
            return None
        states, game, ruleset = self.solo.batch.states, self.solo.game, self.solo.ruleset
        seats = self.solo.seats.tolist()
        return tuple(board(game, ruleset, rows(states[i : i + 1]), seat, self.render_mode) for i, seat in enumerate(seats))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}
