"""A game, one decision or outcome of luck at a time."""

from __future__ import annotations

from . import gates, oracle, trail
from .asking import Chance, Ended, Question, Steps
from .facts import facts
from .observation import observe
from .rules import Rules
from .setup import set_up
from .table import NPC, Table


def play_game(t: Table) -> Steps:
    """Setup, four Realms with an Oracle each, the Palace, the Gates."""
    yield from set_up(t)
    for realm in range(1, 5):
        enter(t, realm)
        while len(t.arrived) < len(t.miniatures) and not t.storm:
            yield from trail.turn(t, t.furthest_back([m for m in t.miniatures if m not in t.arrived]))
        if not t.storm:
            yield from oracle.oracle(t)
        if t.storm:
            break
    yield from palace(t)
    yield from gates.gates(t)


def enter(t: Table, realm: int) -> None:
    """The next Realm, in reverse order of arrival."""
    t.realm = realm
    for m in t.miniatures:
        t.at[m] = None
    if realm > 1:
        for place, m in enumerate(t.arrived, start=1):
            t.spot[m] = -place
    t.arrived = []


def palace(t: Table) -> Steps:
    """One stop each: reverse order of arrival, or by the criterion after the tracker's end."""
    if t.storm:
        yield from gates.by_items(t)
        order = t.order[: t.players] + ([NPC] if t.npc else [])
    else:
        order = list(reversed(t.arrived))
    t.realm = 5
    t.arrived = []
    for m in t.miniatures:
        t.at[m] = None
    for place, m in enumerate(order):
        t.spot[m] = -1 - place
    t.order = order
    for m in order:
        yield from trail.turn(t, m)


class Game:
    """One game of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = Table(rules)
        self.steps = play_game(self.table)
        self.pending: Question | Chance | None = None
        self.go_on(None)

    def go_on(self, answer: int | None) -> None:
        """Answer what is pending."""
        try:
            self.pending = next(self.steps) if answer is None else self.steps.send(answer)
        except (Ended, StopIteration):
            self.pending = None

    @property
    def question(self) -> Question | None:
        """The pending decision."""
        return self.pending if isinstance(self.pending, Question) else None

    @property
    def chance(self) -> Chance | None:
        """The pending draw of luck."""
        return self.pending if isinstance(self.pending, Chance) else None

    def legal(self) -> set[int]:
        """What the seat to act may do."""
        return self.question.options if self.question else set()

    def observation(self, seat: int) -> list[int]:
        """What a seat sees."""
        return observe(self.table, self.question, seat)

    def facts(self) -> dict[str, object]:
        """The facts of the game by their paths in the record."""
        return facts(self.table, self.question)

    def payoffs(self) -> list[float]:
        """1 for each winner, -1 for the others, 0 for a game that goes on or was cut off."""
        t = self.table
        if t.ending not in (gates.CLAIMED, gates.ALL_LOST):
            return [0.0] * t.players
        return [1.0 if t.seats[seat].won else -1.0 for seat in range(t.players)]
