"""Variants of a ruleset side by side in one table: numbers, assets, fields of cards, copies in decks; programs as they are.

    ruleset = vary(load_ruleset(), [[], ["numbers.gain_influence = 3"], {"cards.clerk.cost": 3, "cards.clerk.upkeep": 0}])
    batch = Batch("pagan", 3, ruleset=ruleset, ruleset_index=[0, 1, 2])

A variant has a ruleset row of its own, and card rows only for the cards that it changes: equal cards share a row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from ..core.jit import rows
from ..core.variants import Change, checked, read_change
from .card_files import MODIFIER_RULES
from .decks import SEAT_NAMES, deck_faults
from .rulesets import Ruleset, load_ruleset
from .tables import CARD, CARD_ROWS, MODIFIERS, NUMBERS, RULESETS, TABLES, VILLAGER_RULES

EXAMPLE = "numbers.gain_influence = 3"
# What the lists of villagers and cards were checked against when the ruleset was read.
FIXED = ("villagers", "deck_size", "deck_minimum", "deck_copies")
# The numbers of a card, and the type that alone has them.
CARD_NUMBERS = {"cost": "", "upkeep": "ally", "secrets": "brew"}


@dataclass(frozen=True)
class Knob:
    """What a path leads to, with its range and where its value is from (`PROVENANCE`; a deck's copies are from the ruleset).

    It is a number of the ruleset, a field of `villager`, a field of a seat's `kind` of card, or under `decks` its copies.
    """

    field: str
    low: int
    high: int
    provenance: str
    seat: int = 0
    kind: int = 0
    column: int | None = None
    """Of the card's modifiers; None for a plain number."""
    villager: int = 0


def knobs(ruleset: Ruleset) -> dict[str, Knob]:
    """Every path that may change, such as `numbers.gain_influence`, `villagers.doctor_annie.assets`, `cards.clerk.cost`,
    `cards.clerk.modifiers.eliminate_clues`, `decks.hunter.clerk`."""
    found = {}
    for field in NUMBERS:
        if field.name not in FIXED:
            path = f"numbers.{field.name}"
            found[path] = Knob(field.name, field.low, field.high, ruleset.provenance[path])
    (assets,) = (field for field in VILLAGER_RULES.fields if field.name == "assets")
    for villager, slug in enumerate(ruleset.villagers, 1):
        path = f"villagers.{slug}.assets"
        found[path] = Knob("assets", assets.low, assets.high, ruleset.provenance[path], villager=villager)
    ranges = {field.name: (field.low, field.high) for field in CARD.fields}
    copies = int(ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["deck_copies"])
    for seat, own in enumerate(ruleset.kinds):
        for kind, card in enumerate(own, 1):
            for name, card_type in CARD_NUMBERS.items():
                if card_type in ("", card.type):
                    found[f"cards.{card.slug}.{name}"] = Knob(name, *ranges[name], card.provenance[name], seat, kind)
            for column, modifier in enumerate(MODIFIERS):
                types, low, high = MODIFIER_RULES[modifier]
                if card.type in types:
                    path = f"cards.{card.slug}.modifiers.{modifier}"
                    found[path] = Knob("modifiers", low, high, card.provenance["effect"], seat, kind, column)
    for seat, own in enumerate(ruleset.kinds):
        for kind, card in enumerate(own, 1):
            found[f"decks.{SEAT_NAMES[seat]}.{card.slug}"] = Knob("decks", 0, copies, "ruleset", seat, kind)
    return found


def value_of(ruleset: Ruleset, knob: Knob, variant: int = 0) -> int:
    """What a variant of the ruleset has there."""
    tables = ruleset.tables.view(np.ndarray)[0]
    row = tables["rulesets"][variant]
    record, key = _slot(row, knob, tables["cards"][row["kinds"][knob.seat, knob.kind]])
    return int(record[key])


def _slot(row: np.void, knob: Knob, card: np.void) -> tuple[Any, Any]:
    """What holds a knob's value, in a ruleset's row or in this row of its card, and under which key."""
    if knob.field == "decks":
        return row["decks"][knob.seat], knob.kind
    if knob.villager:
        return row["village"][knob.villager], knob.field
    if knob.kind:
        return (card, knob.field) if knob.column is None else (card[knob.field], knob.column)
    return row, knob.field


def vary(ruleset: Ruleset | str | Path, changes: Sequence[Change]) -> Ruleset:
    """A ruleset whose row k is the first row of `ruleset` with `changes[k]` made, as in `knobs`. Decks must stay legal.

    The words for people are those of the first variant, provenance stays that of `ruleset`. Raises ValueError (TypeError for what
    is no change) in one line, for more than 4096 variants or 8192 different cards as well.
    """
    if not 1 <= len(changes) <= RULESETS:
        raise ValueError(f"vary: found {len(changes)} variants, allowed: 1 .. {RULESETS}")
    if isinstance(ruleset, (str, Path)):
        ruleset = load_ruleset(ruleset)
    known = knobs(ruleset)
    tables = np.zeros(1, TABLES)
    tables.view(np.uint8)[:] = ruleset.tables.view(np.ndarray).view(np.uint8)
    base = tables["rulesets"][0, 0].copy()
    tables["rulesets"][0] = 0
    pool = CardRows(tables["cards"][0])
    sha = hashlib.sha256(ruleset.digest.encode())
    made: list[str] = []
    for number, change in enumerate(changes):
        where = f"vary: variant {number}"
        tables["rulesets"][0, number] = base
        row = tables["rulesets"][0, number]
        made = _make(row, read_change(change, where, EXAMPLE), known, pool, where)
        if any(path.startswith("decks.") for path in made):
            _check_decks(row, ruleset, where)
        sha.update(f"{made};".encode())
    kinds = tuple(
        tuple(replace(card, row=int(tables["rulesets"][0, 0]["kinds"][seat, kind])) for kind, card in enumerate(own, 1))
        for seat, own in enumerate(ruleset.kinds)
    )
    cards = {**ruleset.cards, **{card.slug: card for own in kinds for card in own}}
    name = f"{ruleset.name} in {len(changes)} variants"
    if len(changes) == 1:
        name = f"{ruleset.name} with {', '.join(made) or 'no change'}"
    digest = sha.hexdigest()[:16]
    return replace(ruleset, name=name, digest=digest, tables=rows(tables), kinds=(kinds[0], kinds[1]), cards=cards)


def _check_decks(row: np.void, ruleset: Ruleset, where: str) -> None:
    """Raises ValueError for a deck that the ruleset's own numbers don't allow."""
    for seat, own in enumerate(ruleset.kinds):
        deck = [(card, int(row["decks"][seat, kind])) for kind, card in enumerate(own, 1)]
        for problem in deck_faults(deck, sum(count for _, count in deck), seat, row):
            raise ValueError(f"{where}: decks.{SEAT_NAMES[seat]}: {problem}")


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
        number = checked(value, knob.low, knob.high, f"{where}: {path}")
        card = pool.cards[row["kinds"][knob.seat, knob.kind]]
        if knob.kind and knob.field != "decks":
            card = cards.setdefault((knob.seat, knob.kind), card.copy())
        record, key = _slot(row, knob, card)
        if record[key] != number:
            made.append(f"{path}={number}")
        record[key] = number
    for (seat, kind), card in cards.items():
        row["kinds"][seat, kind] = pool.row_of(card, where)
    return sorted(made)


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
