"""A game in words: what a seat may be told of it, and what it may do, numbered. All faces that speak to people say it so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.lexicon import LexiconError


def seat_names(game: Game) -> list[str]:
    """The seats' short names, `rook` for the agent `rook_0`; where several would share one, the agents' own names."""
    stems = [agent.rpartition("_")[0] for agent in game.agents]
    count = Counter(stems)
    return [stem if count[stem] == 1 else agent for stem, agent in zip(stems, game.agents, strict=True)]


class Words:
    """Game 0 of `states`, which the caller plays, told to a seat (None: a spectator): all text is what that viewer may know."""

    def __init__(self, game: Game, ruleset: Any, states: NDArray[Any], viewer: int | None) -> None:
        self.game = game
        self.ruleset = ruleset
        self.states = states
        self.viewer = viewer
        self.titles = [name.replace("_", " ").title() for name in seat_names(game)]

    @property
    def seat(self) -> int:
        """The seat to act, for whoever runs the game; -1 when the game is over."""
        return self._status()[0]

    @property
    def decisions(self) -> int:
        """Decisions taken so far, by all seats; for whoever runs the game."""
        return self._status()[3]

    @property
    def seen_to_act(self) -> int:
        """The seat that the viewer sees deciding; -1: none, as when the game is over."""
        seat: int = self.game.describe.seen_to_act(self._state, self.viewer)
        return seat

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The seat's action mask, int8 (A,); all zero unless it is to act."""
        mask = np.zeros(self.game.lexicon.size, np.int8)
        self.game.kernels.mask(self.states, 0, seat, mask)
        return mask

    def action_text(self, seat: int, action: int) -> str:
        """The name of a seat's action."""
        return self.game.lexicon.text(action, self.ruleset.labels[seat])

    def phrase(self, seat: int, action: int) -> str:
        """A seat's action in plain words."""
        text: str = self.game.describe.phrase(self.ruleset, self._state, seat, action)
        return text

    def board(self, *, with_events: bool = True) -> str:
        """The board; without the latest events that it ends with, for where the news stand beside it."""
        lines = self.game.render(self.states, self.ruleset, self.viewer).split("\n")
        events = [] if with_events else self.events()
        while events and lines and lines[-1] == events.pop():
            lines.pop()
        return "\n".join(lines).rstrip()

    def hand(self, seat: int) -> list[str]:
        """What the cards in a seat's hand do: for that seat alone."""
        lines: list[str] = self.game.describe.hand_text(self.ruleset, self._state, seat)
        return lines

    def decision(self) -> str:
        """The decision that the seat to act faces, by name, with what it is about, and as a question; for that seat alone."""
        describe = self.game.describe
        name = describe.DECISION_NAMES[self._state["decision"]]
        return f"{describe.decision_text(self.ruleset, self._state)}: {describe.QUESTIONS[name]}"

    def people(self) -> list[str]:
        """The people on the board and what they do."""
        lines: list[str] = self.game.describe.people_text(self.ruleset)
        return lines

    def rules(self) -> list[str]:
        """The rules in short, the people, and what each card of the ruleset does."""
        cards = (
            f"{name} ({kind}{'' if cost == '-' else f', cost {cost}'}): {text}"
            for _, name, kind, cost, _, text, _ in self.game.catalogue.card_table(self.ruleset)
        )
        short: list[str] = self.game.describe.rules_text(self.ruleset)
        return [*short, "", *self.people(), "", *cards]

    def result(self) -> str:
        """Who won and how, once the game is over."""
        paid = np.zeros(len(self.game.agents), np.float32)
        self.game.kernels.returns(self.states, 0, paid)
        won = " and ".join(self.titles[seat] for seat in np.flatnonzero(paid > 0))
        how = self.game.describe.ENDING_NAMES[self._state["ending"]].replace("_", " ")
        return f"{won or 'Nobody'} won: {how}"

    def events(self, since: int = 0) -> list[str]:
        """The events still in the log from number `since` on, oldest first."""
        events: list[str] = self.game.describe.event_log(self.ruleset, self._state, self.viewer, since, plain=True)
        return events

    def all_events(self, since: int = 0) -> list[str]:
        """The same as the seat of each event saw it: no seat may be told all of that."""
        events: list[str] = self.game.describe.told_log(self.ruleset, self._state, since)
        return events

    @property
    def logged(self) -> int:
        """Events so far."""
        return int(self._state["log_count"])

    def last_own(self) -> int:
        """The number of the viewer's own last decision that is still in the log, else of the oldest event there."""
        state, size = self._state, self.game.most_events
        oldest = max(0, self.logged - size)
        for number in range(self.logged - 1, oldest - 1, -1):
            event = state["log"][number % size]
            if event["what"] == self.game.describe.DECIDED and event["seat"] == self.viewer:
                return number
        return oldest

    @property
    def _state(self) -> Any:
        return self.states.view(np.ndarray)[0]

    def _status(self) -> list[int]:
        status = np.zeros(4, np.int64)
        self.game.kernels.status(self.states, 0, status)
        numbers: list[int] = status.tolist()
        return numbers


class Choices:
    """What the seat to act may do, numbered from 1 in the order of the action space."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._seat = seat = words.seat
        self.actions: list[int] = np.flatnonzero(words.mask(seat)).tolist() if seat >= 0 else []
        self.phrases = [words.phrase(seat, action) for action in self.actions]

    def heading(self) -> str:
        """Who decides what."""
        return f"{self._words.titles[self._seat]}, you decide: {self._words.decision()}"

    def blocks(self) -> list[str]:
        """The block of the action space of each choice."""
        return [self._words.game.lexicon.find(action)[0].name for action in self.actions]

    def names(self) -> list[str]:
        """The name of each choice in the action space."""
        return [self._words.action_text(self._seat, action) for action in self.actions]

    def shorts(self) -> list[str]:
        """The phrase of each choice without what it adds in brackets; empty where another choice has the same."""
        found = [phrase.partition(" (")[0] for phrase in self.phrases]
        return [short if found.count(short) == 1 else "" for short in found]

    def find(self, entry: str) -> int | None:
        """The action that a number, a phrase or a name stands for, and nothing around it; None if it isn't one of the choices."""
        if entry.isascii() and entry.isdigit():
            return self.actions[int(entry) - 1] if len(entry) < 10 and 1 <= int(entry) <= len(self.actions) else None
        plain = " ".join(entry.lower().split())
        for action, phrase, short in zip(self.actions, self.phrases, self.shorts(), strict=True):
            if plain in (phrase.lower(), phrase.lower().rstrip(")"), short.lower()) and plain:
                return action
        try:
            action = self._words.game.lexicon.parse(plain, self._words.ruleset.labels[self._seat])
        except LexiconError:
            return None
        return action if action in self.actions else None
