"""Variants of a ruleset side by side in one table: numbers and fields of cards changed, decks and programs as they are.

    ruleset = vary(load_ruleset(), [{}, {"numbers.gain_influence": 2}, {"cards.clerk.cost": 3, "cards.clerk.upkeep": 0}])
    batch = Batch("pagan", 3, ruleset=ruleset, ruleset_index=[0, 1, 2])

A variant has a ruleset row of its own, and card rows only for the cards that it changes: equal cards share a row.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

import numpy as np

from ..core.jit import rows
from .card_files import MODIFIER_RULES
from .rulesets import Ruleset
from .tables import CARD, CARD_ROWS, MODIFIERS, NUMBERS, RULESETS, TABLES

# What the lists of villagers and cards were checked against when the ruleset was read.
FIXED = ("villagers", "deck_size", "deck_minimum", "deck_copies")
# The numbers of a card, and the type that alone has them.
CARD_NUMBERS = {"cost": "", "upkeep": "ally", "secrets": "brew"}


@dataclass(frozen=True)
class Knob:
    """What a path leads to: a number of the ruleset (`kind` 0), or a field of a seat's kind of card, with its range."""

    field: str
    low: int
    high: int
    seat: int = 0
    kind: int = 0
    column: int | None = None
    """Of the card's modifiers; None for a plain number."""


def knobs(ruleset: Ruleset) -> dict[str, Knob]:
    """Every path that may change: `numbers.gain_influence`, `cards.clerk.cost`, `cards.clerk.modifiers.eliminate_clues`."""
    found = {f"numbers.{field.name}": Knob(field.name, field.low, field.high) for field in NUMBERS if field.name not in FIXED}
    ranges = {field.name: (field.low, field.high) for field in CARD.fields}
    for seat, own in enumerate(ruleset.kinds):
        for kind, card in enumerate(own, 1):
            for name, card_type in CARD_NUMBERS.items():
                if card_type in ("", card.type):
                    found[f"cards.{card.slug}.{name}"] = Knob(name, *ranges[name], seat, kind)
            for column, modifier in enumerate(MODIFIERS):
                types, low, high = MODIFIER_RULES[modifier]
                if card.type in types:
                    found[f"cards.{card.slug}.modifiers.{modifier}"] = Knob("modifiers", low, high, seat, kind, column)
    return found


def vary(ruleset: Ruleset, changes: Sequence[Mapping[str, int]]) -> Ruleset:
    """A ruleset whose row k is the first row of `ruleset` with `changes[k]` made: values by path, as in `knobs`.

    The words for people are those of the first variant. Raises ValueError (TypeError for what is no mapping) in one
    line, for more than 4096 variants or 8192 different cards as well.
    """
    if not 1 <= len(changes) <= RULESETS:
        raise ValueError(f"vary: found {len(changes)} variants, allowed: 1 .. {RULESETS}")
    known = knobs(ruleset)
    tables = np.zeros(1, TABLES)
    tables.view(np.uint8)[:] = ruleset.tables.view(np.ndarray).view(np.uint8)
    base = tables["rulesets"][0, 0].copy()
    tables["rulesets"][0] = 0
    pool = CardRows(tables["cards"][0])
    sha = hashlib.sha256(ruleset.digest.encode())
    for number, change in enumerate(changes):
        where = f"vary: variant {number}"
        if not isinstance(change, Mapping):
            raise TypeError(f"{where}: found {type(change).__name__}, allowed: a mapping of paths to integers")
        tables["rulesets"][0, number] = base
        made = _make(tables["rulesets"][0, number], change, known, pool, where)
        sha.update(f"{made};".encode())
    kinds = tuple(
        tuple(replace(card, row=int(tables["rulesets"][0, 0]["kinds"][seat, kind])) for kind, card in enumerate(own, 1))
        for seat, own in enumerate(ruleset.kinds)
    )
    name = f"{ruleset.name} in {len(changes)} variants"
    return replace(ruleset, name=name, digest=sha.hexdigest()[:16], tables=rows(tables), kinds=(kinds[0], kinds[1]))


class CardRows:
    """The pool of card rows, in which equal cards share a row."""

    def __init__(self, cards: np.ndarray) -> None:
        self.cards = cards
        used = np.flatnonzero(cards["number"])
        self._row_of = {cards[row].tobytes(): int(row) for row in used}
        self._next = int(used.max()) + 1

    def row_of(self, card: np.void, where: str) -> int:
        """The row of a card, added if it is new. Raises ValueError if there is no room."""
        key = card.tobytes()
        if key not in self._row_of:
            if self._next == CARD_ROWS:
                raise ValueError(f"{where}: no room for a changed card, allowed: {CARD_ROWS - 1} different cards in all variants")
            self.cards[self._next] = card
            self._row_of[key] = self._next
            self._next += 1
        return self._row_of[key]


def _make(row: np.void, change: Mapping[str, int], known: Mapping[str, Knob], pool: CardRows, where: str) -> list[str]:
    """Make the changes of one variant in its row. Returns those that changed anything, as sorted words."""
    cards: dict[tuple[int, int], np.void] = {}
    made = []
    for path, value in change.items():
        if path not in known:
            raise ValueError(f"{where}: {_unknown(str(path), known)}")
        knob = known[path]
        number = _checked(value, knob, f"{where}: {path}")
        record = row
        if knob.kind:
            row_of_card = row["kinds"][knob.seat, knob.kind]
            record = cards.setdefault((knob.seat, knob.kind), pool.cards[row_of_card].copy())
        before = record[knob.field] if knob.column is None else record[knob.field][knob.column]
        if before != number:
            made.append(f"{path}={number}")
        if knob.column is None:
            record[knob.field] = number
        else:
            record[knob.field][knob.column] = number
    for (seat, kind), card in cards.items():
        row["kinds"][seat, kind] = pool.row_of(card, where)
    return sorted(made)


def _checked(value: object, knob: Knob, where: str) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = knob.low - 1
    if isinstance(value, bool) or not knob.low <= number <= knob.high:
        raise ValueError(f"{where}: found {value!r}, allowed: integer {knob.low}..{knob.high}")
    return number


def _unknown(path: str, known: Mapping[str, Knob]) -> str:
    """What is wrong with a path: its first part that leads nowhere, and those that would lead on."""
    near = get_close_matches(path, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    start = ""
    for part in [*path.split("."), ""]:
        options = dict.fromkeys(p.removeprefix(start).split(".")[0] for p in known if p.startswith(start))
        if part not in options:
            allowed = f"{start}({' | '.join(options)})" if options else start.removesuffix(".")
            return f"{path}: not known, {hint}allowed: {allowed}"
        start += f"{part}."
    raise AssertionError(f"{path} is known")
