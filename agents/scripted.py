"""Scripted players from Python. They play from the rows of games, of which their kernels see no more than the seat's `view`."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from pagan_env.core.game import Ruleset
from pagan_env.core.jit import rows

LEVELS = 4


class ScriptedAgent:
    """Plays one level for whichever seat is to act: 0 uniformly at random, then 1 to 3.

    `playing` is the game's module of scripted play (`Game.playing`). A seat's view is of the record, not of an
    observation, so it takes the games themselves: `states`, (N,) of the game's record, as kernels take them.
    """

    def __init__(self, playing: ModuleType, ruleset: Ruleset, level: int) -> None:
        """ValueError: a level that there isn't."""
        if level not in range(LEVELS):
            raise ValueError(f"level: found {level!r}, allowed: 0 to {LEVELS - 1}")
        self._playing, self._tables, self.level = playing, ruleset.tables, level

    def act(self, states: np.ndarray, i: int, rng: np.random.Generator) -> int:
        """One legal action in game `i`. ValueError: no seat is to act there."""
        return int(self.act_states(states[i : i + 1], rng)[0])

    def act_states(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a game, int64 (N,). ValueError: the first row where no seat is to act."""
        seats = states.dtype["seats"].shape[0]
        idle = np.flatnonzero((states["to_act"] < 0) | (states["to_act"] >= seats))
        if len(idle):
            raise ValueError(f"row {idle[0]}: found nobody to act, allowed: games in which a seat is to act")
        states = rows(np.ascontiguousarray(states))
        views, actions = rows(np.zeros(self._playing.SCRATCH, states.dtype)), np.zeros(len(states), np.int64)
        levels = np.full((len(states), seats), self.level)
        self._playing.scripted_step(states, self._tables, views, levels, actions, int(rng.integers(2**62)))
        return actions
