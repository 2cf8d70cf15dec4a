"""Variants of a ruleset side by side in one table: numbers, and copies, amounts and prices of cards.

ruleset = vary(load_ruleset(), [[], ["numbers.start_coin = 3"], {"decks.truthseeker.question.copies": 2}])
batch = Batch("paradise_lost", 3, ruleset=ruleset, ruleset_index=[0, 1, 2])
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

import numpy as np

from ..core.jit import rows
from ..core.variants import Change, checked, read_change
from .rulesets import Ruleset
from .tables import CARD_RECORD, DECK_NAMES, NUMBERS, RULESETS, TABLES

EXAMPLE = "numbers.start_coin = 3"
FIXED = ("heroes", "villains", "weapons")  # who plays and with which cards is said when the ruleset is read
CARD_NUMBERS = ("copies", "amount", "icons", "coin", "mana")


@dataclass(frozen=True)
class Knob:
    """What a path leads to, with its range and where its value is from: a number, or one of a deck's `kind` of card."""

    field: str
    low: int
    high: int
    provenance: str
    deck: int = 0
    kind: int = 0


def knobs(ruleset: Ruleset) -> dict[str, Knob]:
    """Every path that may change, such as `numbers.start_coin`, `decks.rage.poverty.copies`."""
    found = {}
    for field in NUMBERS:
        if field.name not in FIXED:
            path = f"numbers.{field.name}"
            found[path] = Knob(field.name, field.low, field.high, ruleset.provenance[path])
    ranges = {field.name: (field.low, field.high) for field in CARD_RECORD.fields}
    for deck, cards in enumerate(ruleset.cards):
        for card in cards:
            for name in CARD_NUMBERS if deck < 2 else CARD_NUMBERS[:2]:
                path = f"decks.{DECK_NAMES[deck]}.{card.slug}.{name}"
                found[path] = Knob(name, *ranges[name], card.provenance, deck, card.kind)
    return found


def value_of(ruleset: Ruleset, knob: Knob, variant: int = 0) -> int:
    """What a variant of the ruleset has there."""
    row = ruleset.tables.view(np.ndarray)[0]["rulesets"][variant]
    return int(row["cards"][knob.deck, knob.kind][knob.field] if knob.kind else row[knob.field])


def vary(ruleset: Ruleset, changes: Sequence[Change]) -> Ruleset:
    """A ruleset whose row k is the first row of `ruleset` with `changes[k]` made, as in `knobs`.

    Raises ValueError (TypeError for what is no change) in one line.
    """
    if not 1 <= len(changes) <= RULESETS:
        raise ValueError(f"vary: found {len(changes)} variants, allowed: 1 .. {RULESETS}")
    known = knobs(ruleset)
    tables = np.zeros(1, TABLES)
    tables.view(np.uint8)[:] = ruleset.tables.view(np.ndarray).view(np.uint8)
    base = tables["rulesets"][0, 0].copy()
    tables["rulesets"][0] = 0
    sha = hashlib.sha256(ruleset.digest.encode())
    made: list[str] = []
    for number, change in enumerate(changes):
        tables["rulesets"][0, number] = base
        where = f"vary: variant {number}"
        made = _make(tables["rulesets"][0, number], read_change(change, where, EXAMPLE), known, where)
        sha.update(f"{made};".encode())
    name = f"{ruleset.name} in {len(changes)} variants"
    if len(changes) == 1:
        name = f"{ruleset.name} with {', '.join(made) or 'no change'}"
    return replace(ruleset, name=name, digest=sha.hexdigest()[:16], tables=rows(tables))


def _make(row: np.void, change: Mapping[str, int], known: Mapping[str, Knob], where: str) -> list[str]:
    """Make the changes of one variant in its row. Returns those that changed anything, as sorted words."""
    made = []
    for path, value in change.items():
        if path not in known:
            near = get_close_matches(str(path), known, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ValueError(f"{where}: {path}: not known, {hint}allowed: what `rules list --game paradise_lost` prints")
        knob = known[path]
        number = checked(value, knob.low, knob.high, f"{where}: {path}")
        record: Any = row["cards"][knob.deck, knob.kind] if knob.kind else row
        if record[knob.field] != number:
            made.append(f"{path}={number}")
        record[knob.field] = number
    for deck, name in enumerate(DECK_NAMES):
        total = int(row["cards"][deck]["copies"].sum())
        if not 1 <= total <= 60:
            raise ValueError(f"{where}: decks.{name}: found {total} cards, allowed: 1 to 60")
    return sorted(made)
