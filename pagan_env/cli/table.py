"""A game in progress as the command line needs it: what may be done, and all that one viewer is told in words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.jit import rows
from .arguments import seat_names


class Table:
    """One game, dealt from a seed, told to a seat (None: a spectator). All text is what that viewer may know."""

    def __init__(self, game: Game, ruleset: Any, seed: int, viewer: int | None) -> None:
        self.game = game
        self.ruleset = ruleset
        self.viewer = viewer
        self.titles = [name.replace("_", " ").title() for name in seat_names(game)]
        self.states = rows(np.zeros(1, game.state))
        self._news: list[str] = []
        self._told = 0  # events that went into the news so far
        game.kernels.reset(self.states, ruleset.tables, np.zeros(1, np.int64), np.array([seed]))
        self._listen()

    @property
    def seat(self) -> int:
        """The seat to act; -1 when the game is over."""
        return self._status()[0]

    @property
    def decisions(self) -> int:
        """Decisions taken so far, by all seats."""
        return self._status()[3]

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The seat's action mask, int8 (A,); all zero unless it is to act."""
        mask = np.zeros(self.game.lexicon.size, np.int8)
        self.game.kernels.mask(self.states, 0, seat, mask)
        return mask

    def action_text(self, seat: int, action: int) -> str:
        """A seat's action in words."""
        return self.game.lexicon.text(action, self.ruleset.labels[seat])

    def take(self, action: int) -> None:
        """Take a legal action for the seat to act."""
        if self.game.kernels.apply(self.states, self.ruleset.tables, 0, action):
            raise ValueError(f"{self.game.name}: action {action} is not legal now")
        self._listen()

    def news(self) -> list[str]:
        """The events since this was last asked."""
        told, self._news = self._news, []
        return told

    def board(self, *, with_events: bool = True) -> str:
        """The board; without the latest events that it ends with, for where the news stand beside it."""
        lines = self.game.render(self.states, self.ruleset, self.viewer).split("\n")
        events = [] if with_events else self._events(0)
        while events and lines and lines[-1] == events.pop():
            lines.pop()
        return "\n".join(lines).rstrip()

    def hand(self, seat: int) -> list[str]:
        """What the cards in a seat's hand do: for that seat alone."""
        lines: list[str] = self.game.describe.hand_text(self.ruleset, self._state, seat)
        return lines

    def decision(self) -> str:
        """The decision that the seat to act faces, in words."""
        text: str = self.game.describe.decision_text(self.ruleset, self._state)
        return text

    def people(self) -> list[str]:
        """The people on the board and what they do."""
        lines: list[str] = self.game.describe.people_text(self.ruleset)
        return lines

    def result(self) -> str:
        """Who won and how, once the game is over."""
        paid = np.zeros(len(self.game.agents), np.float32)
        self.game.kernels.returns(self.states, 0, paid)
        won = " and ".join(self.titles[seat] for seat in np.flatnonzero(paid > 0))
        how = self.game.describe.ENDING_NAMES[self._state["ending"]].replace("_", " ")
        return f"{won or 'Nobody'} won: {how}"

    @property
    def _state(self) -> Any:
        return self.states.view(np.ndarray)[0]

    def _status(self) -> list[int]:
        status = np.zeros(4, np.int64)
        self.game.kernels.status(self.states, 0, status)
        numbers: list[int] = status.tolist()
        return numbers

    def _events(self, since: int) -> list[str]:
        events: list[str] = self.game.describe.event_log(self.ruleset, self._state, self.viewer, since)
        return events

    def _listen(self) -> None:
        """Add what happened to the news at once: the log of the record holds only the latest events."""
        self._news += self._events(self._told)
        self._told = int(self._state["log_count"])
