"""A ruleset's data for people: its cards, its rules by path, and what a data file holds or what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ..core.data import DataError
from ..core.shipped import PROVENANCE
from .describe import DECK_TITLES, card_text
from .rulesets import Ruleset, is_part, read_part, read_ruleset
from .variants import knobs, value_of

CARD_COLUMNS = ("No.", "Name", "Type", "Cost", "Copies", "What it does", "Provenance")
RULE_COLUMNS = ("Path", "Value", "Range", "Provenance")


def card_table(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """A row for each kind of card of the three decks, as in `CARD_COLUMNS`."""
    rows = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["cards"]
    table: list[tuple[str, ...]] = []
    number = 0
    for deck in ruleset.cards:
        for card in deck:
            number += 1
            row = rows[card.deck, card.kind]
            price = " and ".join(f"{row[name]} {name.title()}" for name in ("coin", "mana") if row[name]) or "-"
            copies = str(row["copies"])
            title = card.slug.replace("_", " ").capitalize()
            table.append((str(number), title, DECK_TITLES[card.deck], price, copies, card_text(ruleset, card), card.provenance))
    return table


def card_counts(ruleset: Ruleset) -> str:
    """How many kinds of card there are, and where their effects are from."""
    cards = [card for deck in ruleset.cards for card in deck]
    return f"{len(cards)} kinds of card; effects: {_count(card.provenance for card in cards)}."


def _count(sources: Iterable[str]) -> str:
    counts = Counter(sources)
    return ", ".join(f"{counts[source]} {source}" for source in PROVENANCE)


def rule_table(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """A row for each path that a variant may change, as in `RULE_COLUMNS`."""
    return [
        (path, str(value_of(ruleset, knob)), f"{knob.low}..{knob.high}", knob.provenance) for path, knob in knobs(ruleset).items()
    ]


def rule_counts(ruleset: Ruleset) -> str:
    """How many paths there are, and where their values are from."""
    found = knobs(ruleset)
    return f"{len(found)} paths: {_count(knob.provenance for knob in found.values())}."


def check(path: Path, ruleset: str | None = None) -> str:
    """What a file holds, in a line: a ruleset, or data of the box for one, checked over the default. DataError, a line a fault.

    Either stands on its own: a `ruleset` to check it against is refused.
    """
    if ruleset is not None:
        raise DataError(f"{path}: found ruleset {ruleset!r} to check it against, allowed: none, as such a file stands on its own")
    part = is_part(path)
    made = read_part(path) if part else read_ruleset(path)
    kinds = sum(len(deck) for deck in made.cards)
    what = "data for a ruleset, which would have" if part else f"a ruleset, digest {made.digest};"
    return f"{path}: {what} {kinds} kinds of card; {made.sources}."
