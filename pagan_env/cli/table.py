"""A game in progress as the command line needs it: dealt from a seed, told to one viewer."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Game
from ..core.jit import rows
from ..envs.words import Words


class Table(Words):
    """One game, dealt from a seed, told to a seat (None: a spectator). All text is what that viewer may know."""

    def __init__(self, game: Game, ruleset: Any, seed: int, viewer: int | None) -> None:
        super().__init__(game, ruleset, rows(np.zeros(1, game.state)), viewer)
        self.taken: list[int] = []
        """The actions so far."""
        self._news: list[str] = []
        self._told = 0  # events that went into the news so far
        game.kernels.reset(self.states, ruleset.tables, np.zeros(1, np.int64), np.array([seed]))
        self._listen()

    def take(self, action: int) -> None:
        """Take a legal action for the seat to act."""
        if self.game.kernels.apply(self.states, self.ruleset.tables, 0, action):
            raise ValueError(f"{self.game.name}: action {action} is not legal now")
        self.taken.append(action)
        self._listen()

    def news(self) -> list[str]:
        """The events since this was last asked."""
        told, self._news = self._news, []
        return told

    def _listen(self) -> None:
        """Add what happened to the news at once: the log of the record holds only the latest events."""
        self._news += self.events(self._told)
        self._told = self.logged
