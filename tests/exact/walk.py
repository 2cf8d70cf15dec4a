"""Walking the game tree in plain Python, history by history: slow, and apart from the compiled walk that it checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.pagan.game import GAME
from pagan_env.pagan.layout import CHANCE, NOBODY_TO_ACT

LONGEST = 64
Pick = Callable[[list[int]], list[int]]


class Walk:
    """The histories of a ruleset with `explicit_chance`, from the root down.

    `visit(states, d, chance, past)` is called for each history at which a seat decides, row `d` of `states` being it; it
    returns, for each legal action, the `past` of that child. `pick` may thin out the actions.
    """

    def __init__(self, ruleset: Any, visit: Callable[..., dict[int, Any]], pick: Pick = list) -> None:
        self.tables, self.visit, self.pick = ruleset.tables, visit, pick
        self.states = rows(np.zeros(LONGEST, GAME.state))
        self.weights = np.zeros(GAME.lexicon.size, np.int64)
        self.histories = 0

    def run(self, past: Any) -> None:
        GAME.kernels.start(self.states, self.tables, 0, 0, 0)
        self._go(0, 1.0, past)

    def _go(self, d: int, chance: float, past: Any) -> None:
        self.histories += 1
        to_act = int(self.states[d]["to_act"])
        if to_act == CHANCE:
            GAME.kernels.outcomes(self.states, self.tables, d, self.weights)
            weights = {int(action): int(self.weights[action]) for action in np.flatnonzero(self.weights)}
            for action, weight in weights.items():
                self._take(d, action, chance * weight / sum(weights.values()), past)
        elif to_act != NOBODY_TO_ACT:
            pasts = self.visit(self.states, d, chance, past)
            for action in self.pick(list(pasts)):
                self._take(d, action, chance, pasts[action])

    def _take(self, d: int, action: int, chance: float, past: Any) -> None:
        self.states[d + 1] = self.states[d]
        assert GAME.kernels.advance(self.states, self.tables, d + 1, action) == 0
        self._go(d + 1, chance, past)


def legal(states: np.ndarray, d: int) -> list[int]:
    """What the seat to act may do."""
    mask = np.zeros(GAME.lexicon.size, np.int8)
    GAME.kernels.mask(states, d, int(states[d]["to_act"]), mask)
    return np.flatnonzero(mask).tolist()


def key(states: np.ndarray, d: int, seat: int) -> tuple[int, int]:
    """A seat's information-state key."""
    high, low = states[d]["seats"]["key"][seat]
    return int(high), int(low)
