"""What was played in the rows of a batch, for replays: the actions of each game in progress and of the last that ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROOM = 256  # decisions of a game that there is room for at first


@dataclass(frozen=True)
class Played:
    """A game: its seed and the actions so far."""

    seed: int
    actions: tuple[int, ...]


class Recorder:
    """Keeps the actions of N games, two bytes a decision; games that were in progress before it began to listen are unknown."""

    def __init__(self, num_envs: int) -> None:
        self._actions = np.zeros((num_envs, ROOM), np.int16)
        self._count = np.zeros(num_envs, np.int64)  # decisions of the game in progress; -1: unknown
        self._rows = np.arange(num_envs)
        self._ended: dict[int, Played] = {}

    def begin(self, which: NDArray[np.int64] | None = None, *, known: bool = True) -> None:
        """The games of the rows `which`, or all, are dealt anew, or (`known` False) are others now, of unknown beginning."""
        rows = self._rows if which is None else which
        self._count[rows] = 0 if known else -1
        for row in rows.tolist():
            self._ended.pop(row, None)

    def add(
        self,
        actions: NDArray[np.int64],
        seeds: NDArray[np.int64],
        ended: NDArray[np.intp],
        which: NDArray[np.int64] | None = None,
    ) -> None:
        """A step: actions (n,) in the games of the rows `which`, or of all; `seeds` (N,) by row; which rows `ended`."""
        if self._count.max() == self._actions.shape[1]:
            self._actions = np.hstack([self._actions, np.zeros_like(self._actions)])
        rows = self._rows if which is None else which
        known = self._count[rows] >= 0
        self._actions[rows[known], self._count[rows[known]]] = actions[known]
        self._count[rows[known]] += 1
        for row in ended.tolist():
            self._ended.pop(row, None)
            if self._count[row] >= 0:
                self._ended[row] = self.game(row, int(seeds[row]))
        self._count[ended] = 0

    def game(self, row: int, seed: int) -> Played:
        """The game in progress in a row, which has this seed. ValueError: its beginning is unknown."""
        if self._count[row] < 0:
            raise ValueError(f"row {row}: the game began before the batch was restored, allowed: one that began later")
        return Played(seed, tuple(self._actions[row, : self._count[row]].tolist()))

    def last(self, row: int) -> Played:
        """The last game that ended in a row. ValueError: none that is known."""
        if row not in self._ended:
            raise ValueError(f"row {row}: no game has ended there, allowed: a row in which one has")
        return self._ended[row]
