"""Many games of one learning seat each, over a `Batch`: what the vector faces of Gymnasium and Stable-Baselines3 share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.game import Game, Ruleset
from ..core.replays import Replay
from .batch import Batch
from .opponents import Asked, Opponents
from .solo import LOST, check_illegal, seat_of


class SoloBatch:
    """`num_envs` games; each step takes an action of every learner and plays on to its next decision.

    A game that ends restarts in the same step. Arrays, all written in place (copy what you keep):

        observation        int8 (N, O)    what the learner knows, at its decision
        action_mask        int8 (N, A)    what it may do
        reward             float32 (N,)   the learner's, of a game that the last step ended
        terminated         bool (N,)      the last step ended a game by its rules
        truncated          bool (N,)      ... or by a limit on its length
        illegal            bool (N,)      ... or by an illegal action, under "lose"; then `terminated` is set, too
        final_observation  int8 (N, O)    what the learner knew at the end of that game; meaningful where one ended

    Row i plays the very games of a `SoloEnv` that was reset with `seed[i]`, whatever the other rows do.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        role: str | int | Sequence[str | int] | None = None,
        opponent: Any = "random",
        ruleset: str | Path | Ruleset | None = None,
        seed: int | Sequence[int] | None = None,
        events: int = 0,
        illegal: str = "lose",
        record: bool = False,
        **options: Any,
    ) -> None:
        """`role`: one for all rows, or one a row. `seed`: one (rows begin with it and the next ones) or one a row; None: one that
        nobody chose. `record`: as of `Batch`. The rest as of `SoloEnv`."""
        self.batch = Batch(game, num_envs, ruleset=ruleset, seed=None, events=events, record=record, **options)
        self.game, self.ruleset, self.num_envs = self.batch.game, self.batch.ruleset, num_envs
        self._name = f"{self.game.name} env"
        self._losing = check_illegal(illegal, self._name) == "lose"
        roles = [role] * num_envs if role is None or isinstance(role, (str, int)) else list(role)
        if len(roles) != num_envs:
            raise ValueError(f"{self._name}: {len(roles)} roles, allowed: one, or {num_envs}")
        self.seats = np.array([seat_of(self.game, one, self._name) for one in roles])
        self.set_opponent(opponent)
        self.observation, self.action_mask = self.batch.observation, self.batch.action_mask
        self.reward = np.zeros(num_envs, np.float32)
        self.terminated, self.truncated, self.illegal = (np.zeros(num_envs, np.bool_) for _ in range(3))
        self.final_observation = np.zeros_like(self.observation)
        self._count = np.zeros(num_envs, np.int64)  # how often opponents have acted in each game
        self._all = np.arange(num_envs)
        self.reset(seed)

    def set_opponent(self, opponent: Any) -> None:
        """From each game's next decision on, others play."""
        learner = int(self.seats[0]) if (self.seats == self.seats[0]).all() else None
        self.opponents = Opponents(self.game, self.ruleset, opponent, self._name, learner=learner, events=self.batch.events)

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every game anew: those of `seed` (one: row i's is `seed + i`; or one a row), or else each row's next one."""
        self.batch.reset([seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed)
        self._settle_anew(self._all)

    def restart(self, which: NDArray[np.int64], seeds: Sequence[int] | None = None) -> None:
        """Deal anew in some rows, int64 (n,): the games of `seeds`, one a row, or else their next ones."""
        self.batch.restart(which, seeds)
        self._settle_anew(which)

    def step(self, actions: ArrayLike, which: NDArray[np.int64] | None = None) -> None:
        """Take the learners' actions, int (N,), or (n,) in the rows `which`, int64 (n,); then the others wait, all flags down.

        ValueError, TypeError: as `Batch.step`; then nothing has changed.
        """
        stepped = self._all if which is None else which
        lost = self._illegal(np.asarray(actions), stepped) if self._losing else stepped[:0]
        if lost.size:
            self._lower_flags()
            self._lose(lost)
            kept = ~np.isin(stepped, lost)
            self.batch.step(np.asarray(actions)[kept], stepped[kept])
            self._settle(stepped[kept])
            self._settle_anew(lost, flags=False)
        else:
            self.batch.step(actions, which)
            self._lower_flags()
            self._settle(stepped)

    def replay(self, row: int) -> Replay:
        """The last game that ended in a row, if made with `record=True`. ValueError: there is none."""
        return self.batch.replay(row, ended=True)

    def _illegal(self, actions: NDArray[Any], stepped: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows whose action is illegal; none if the actions are of a kind that `Batch.step` refuses altogether."""
        if actions.dtype.kind not in "iu" or actions.shape != stepped.shape:
            return stepped[:0]
        known = (actions >= 0) & (actions < self.action_mask.shape[1])
        legal = self.action_mask[stepped, np.where(known, actions, 0)] != 0
        wrong: NDArray[np.int64] = stepped[~(known & legal)]
        return wrong

    def _lose(self, lost: NDArray[np.int64]) -> None:
        self.reward[lost] = LOST
        self.terminated[lost] = self.illegal[lost] = True
        self.final_observation[lost] = self.observation[lost]
        self.batch.restart(lost)

    def _lower_flags(self) -> None:
        self.reward[:] = 0
        self.terminated[:] = self.truncated[:] = self.illegal[:] = False

    def _settle_anew(self, which: NDArray[np.int64], flags: bool = True) -> None:
        """`_settle` rows that were dealt anew; what may end before a learner's decision is no episode of its."""
        self._count[which] = 0
        ends = self.reward, self.terminated, self.truncated
        kept = [array[which] for array in ends]
        self._settle(which)
        for array, old in zip(ends, kept, strict=True):
            array[which] = 0 if flags else old

    def _settle(self, which: NDArray[np.int64]) -> None:
        """Opponents act in the rows `which`, just stepped, until all learners are to act."""
        batch = self.batch
        while which.size:
            ended = which[batch.episode_length[which] > 0]
            if ended.size:
                self._count[ended] = 0
                self._note(ended[~(self.terminated | self.truncated)[ended]])
            which = which[batch.seat[which] != self.seats[which]]
            if which.size:
                batch.step(self.opponents.actions(self._asked(which)), which)
                self._count[which] += 1

    def _note(self, ended: NDArray[np.int64]) -> None:
        """Write down how games have ended, the first in each row: later ones in a step were over before a learner's decision."""
        seats = self.seats[ended]
        self.reward[ended] = self.batch.reward[ended, seats]
        self.terminated[ended] = self.batch.terminated[ended]
        self.truncated[ended] = self.batch.truncated[ended]
        self.final_observation[ended] = self.batch.final_observation[ended, seats]

    def _asked(self, which: NDArray[np.int64]) -> Asked:
        batch = self.batch
        states = batch.copied_states(which)
        return Asked(
            states,
            batch.observation[which],
            batch.action_mask[which],
            batch.seat[which],
            batch.game_seed[which],
            self._count[which],
        )
