"""A game, one decision at a time."""

from __future__ import annotations

from . import verbs, verbs_tokens  # noqa: F401  (fill the table of verbs)
from .asking import Question
from .facts import facts
from .observation import observe
from .rules import Rules
from .state import Ended
from .table import Table
from .turn import play_game


class Game:
    """One game of a ruleset from a seed."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.table = Table(rules, seed)
        self.steps = play_game(self.table)
        try:
            self.question: Question | None = next(self.steps)
        except Ended:
            self.question = None

    @property
    def to_act(self) -> int:
        """The seat that decides, -1 when the game is over."""
        return self.question.seat if self.question else -1

    @property
    def decision(self) -> int:
        """The number of the pending decision, 0 when the game is over."""
        return self.question.decision if self.question else 0

    def legal(self) -> set[int]:
        """What the seat to act may do (the seat that waits may do nothing, ruling 56)."""
        return self.question.options if self.question else set()

    def apply(self, action: int) -> None:
        """Answer the pending decision."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action}")
        try:
            self.question = self.steps.send(action)
        except Ended:
            self.question = None

    def observation(self, seat: int) -> list[int]:
        """What a seat sees."""
        return observe(self.table, self.question, seat)

    def facts(self) -> dict[str, object]:
        """The facts of the game by their paths in the record."""
        return facts(self.table, self.question)
