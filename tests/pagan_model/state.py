"""The things of a game: villagers, cards in play, a player's possessions, the log."""

from __future__ import annotations

from dataclasses import dataclass, field

from .language import Filter, Price, Program
from .rules import HUNTER, WITCH, Card, VillagerCard

(
    DECIDED, TURN_BEGAN, DREW, RESHUFFLED, IDENTITY, SUSPECT_DRAWN, EVIDENCE_GAINED, ELIMINATED, ENDED, LOOKED, SHOWN,
    DISCARDED_AT_RANDOM, OBJECTIVE_MET,
) = range(1, 14)  # fmt: skip
(
    RITUAL, INNOCENTS, WITCH_ELIMINATED, SUSPECTS_GATHERED, WITCH_OBJECTIVE, HUNTER_OBJECTIVE, DRAWN, ROUND_LIMIT, SAFETY_NET,
) = range(1, 10)  # fmt: skip
KINDS_OF_TOKEN = 6


class Ended(Exception):
    """The game is over, at once (Victory Conditions; ruling 46)."""


@dataclass(eq=False)
class InPlay:
    """A card that lies on a board. `blank`: 1 + the seat that treats its text as blank until its next turn, 0 for nobody."""

    card: Card
    pawn: int = 0
    used: int = 0
    blank: int = 0
    tokens: list[int] = field(default_factory=lambda: [0] * KINDS_OF_TOKEN)

    def program(self, moment: str) -> Program | None:
        """Its program for a moment, if it has one that isn't blank."""
        return None if self.blank else self.card.programs.get(moment)

    def price(self, moment: str) -> Price:
        """The price of its program for a moment."""
        return self.card.prices.get(moment, Price())

    def modifier(self, name: str) -> int:
        """What it adds to a number while in play."""
        return 0 if self.blank else self.card.modifiers.get(name, 0)


@dataclass(eq=False)
class Villager:
    """A villager on the village board."""

    number: int
    card: VillagerCard
    tokens: list[int] = field(default_factory=lambda: [0] * KINDS_OF_TOKEN)
    pawns: list[int] = field(default_factory=lambda: [0, 0])
    familiar_pawn: int = 0
    eliminated: int = 0
    investigation: InPlay | None = None

    @property
    def ready(self) -> bool:
        """No Action pawns on it (Glossary: Ready); an eliminated villager isn't ready (ruling 40)."""
        return not self.eliminated and not self.pawns[WITCH] and not self.pawns[HUNTER]


def passes(thing: Villager | InPlay, wanted: Filter) -> bool:
    """Whether a villager or a card is as a line wants it."""
    if wanted.pawns_of >= 0:
        return isinstance(thing, Villager) and thing.pawns[wanted.pawns_of] > 0
    return wanted.least <= thing.tokens[wanted.token] <= wanted.most


@dataclass
class Seat:
    """One player's things; cards are counted by kind."""

    influence: int
    evidence: int = 0
    pawns: int = 0
    familiar_pawn: int = 0
    board_pawns: int = 0
    board_familiar_pawn: int = 0
    objective: int = 0
    hand: list[int] = field(default_factory=lambda: [0] * 51)
    deck: list[int] = field(default_factory=lambda: [0] * 51)
    discard: list[int] = field(default_factory=lambda: [0] * 51)
    revealed: list[int] = field(default_factory=lambda: [0] * 51)
    foe_hand: list[int] = field(default_factory=lambda: [0] * 51)


@dataclass(eq=False)
class Visit:
    """A visit that is going on. `skipped` are steps to leave out; `uses` says how often the skill may still be used."""

    villager: Villager
    seat: int
    familiar: int
    skipped: set[str] = field(default_factory=set)
    uses: int = 0


@dataclass
class Trigger:
    """A program of a card in play that waits; `villager` is the number of the one that it is about."""

    card: InPlay
    moment: str
    villager: int


class Log:
    """The last 64 events (INTERFACE.md, "The event log")."""

    FIELDS = ("what", "seat", "a", "b", "secret", "seen_by")

    def __init__(self) -> None:
        self.count = 0
        self.columns = {name: [0] * 64 for name in self.FIELDS}

    def add(self, what: int, seat: int, a: int, b: int = 0, secret: int = 0, seen_by: int = 3) -> None:
        """Write event n at n mod 64."""
        at = self.count % 64
        for name, value in zip(self.FIELDS, (what, seat, a, b, secret, seen_by), strict=True):
            self.columns[name][at] = value
        self.count += 1
