"""A ruleset's data for people: its cards, its rules by path, and what a data file holds or what is wrong with it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import DataError, Faults, Reader
from ..core.programs import CodePool
from ..core.shipped import PROVENANCE
from .card_files import TYPES_OF_SEAT, Card, read_cards
from .card_sets import read_tokens
from .decks import SEAT_NAMES, read_deck_file
from .describe import text_of
from .layers import (
    DATA,
    KEYS,
    OWN_KEYS,
    SET_FILES,
    Layer,
    add_set,
    gather,
    merge,
    numbers_layer,
    read_set,
    scenario_layer,
    set_names,
    shaped,
)
from .ops import language
from .rulesets import Ruleset, find_ruleset, load_ruleset, read_numbers, read_ruleset
from .scenario_files import read_objectives
from .tables import RULESET
from .variants import FIXED, knobs, value_of
from .villager_files import Villager, read_village, read_villager_sets, read_villagers

CARD_COLUMNS = ("No.", "Name", "Type", "Cost", "Copies", "What it does", "Provenance")
OF_NUMBERS = ("(numbers.deck_size)", "(numbers.deck_minimum)")
RULE_COLUMNS = ("Path", "Value", "Range", "Provenance")


def card_table(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """A row for each card of the ruleset's sets, in order of number, as in `CARD_COLUMNS`: text is its program disassembled."""
    tables = ruleset.tables.view(np.ndarray)[0]
    copies = {
        card.slug: int(tables["rulesets"][0]["decks"][seat, kind])
        for seat, own in enumerate(ruleset.kinds)
        for kind, card in enumerate(own, 1)
    }
    return [
        (
            str(card.number),
            card.name,
            f"{SEAT_NAMES[TYPES_OF_SEAT[card.type]].title()}'s {card.type}",
            str(tables["cards"][card.row]["cost"]),
            str(copies.get(card.slug, 0)),
            text_of(ruleset, card),
            _sources(card.provenance),
        )
        for card in ruleset.cards.values()
    ]


def card_counts(ruleset: Ruleset) -> str:
    """How many cards there are, and where their fields and effects are from."""
    cards = ruleset.cards.values()
    effects = _count(card.provenance["effect"] for card in cards)
    return f"{len(cards)} cards; effects: {effects}; all fields: {_count(s for card in cards for s in card.provenance.values())}."


def _sources(provenance: Mapping[str, str]) -> str:
    """Where the fields of a card are from, in short: one word if all are from there."""
    if len(set(provenance.values())) == 1:
        return next(iter(provenance.values()))
    return "; ".join(
        f"{source}: {', '.join(field for field, own in provenance.items() if own == source)}"
        for source in PROVENANCE
        if source in provenance.values()
    )


def _count(sources: Iterable[str]) -> str:
    counts = Counter(sources)
    return ", ".join(f"{counts[source]} {source}" for source in PROVENANCE)


def rule_table(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """A row for each path that a variant may change, as in `RULE_COLUMNS`."""
    return [
        (path, str(value_of(ruleset, knob)), f"{knob.low}..{knob.high}", knob.provenance) for path, knob in knobs(ruleset).items()
    ]


def rule_counts(ruleset: Ruleset) -> str:
    """How many paths there are, where their values are from, and what only a ruleset file changes."""
    sources = [knob.provenance for knob in knobs(ruleset).values()]
    fixed = ", ".join(f"numbers.{name}" for name in FIXED)
    told = f"{len(sources)} paths: {_count(sources)}, {sources.count('ruleset')} copies in the ruleset's decks."
    return f"{told} In a ruleset file also: {fixed}, and all that is no number."


# ---- what a file holds -------------------------------------------------------------------------------------------------


def check(path: Path, ruleset: str | None = None) -> str:
    """What a file or the folder of a card set holds, in a line. Raises DataError with a line for each fault.

    A file is what it looks like: a ruleset, a deck, a scenario, a file of cards or villagers, the rulebook's numbers, or part
    of a card set. A deck and a scenario are checked against a `ruleset`, a name or a file, if it is given, or else against the
    card sets that ship and the rulebook's numbers.
    """
    whole_set = os.path.isdir(path) or (path.name in SET_FILES and os.path.isfile(path.parent / "set.toml"))
    faults = Faults()
    tables = {} if whole_set else faults.read(path)
    scenario = "name" in tables and "description" in tables
    if ruleset is not None and not scenario and "seat" not in tables:
        raise DataError(f"{path}: found neither a deck nor a scenario, allowed: one of the two where a ruleset is named")
    if whole_set:
        return _check_set(path if os.path.isdir(path) else path.parent)  # Path.is_dir raises on a name that is too long
    if "seat" in tables:
        return _check_deck(path, tables, faults, ruleset)
    if path.name == "numbers.toml":
        return _check_numbers(path)
    if scenario:
        return _check_scenario(path, ruleset)
    ruleset_alone = {*OWN_KEYS, *KEYS} - {"cards", "villagers", "villager_sets"}
    blocks = {"cards", "villagers", "villager_sets"} & tables.keys()
    if blocks and not ruleset_alone & tables.keys() and not isinstance(tables.get("villagers"), list):
        return f"{path}: {_check_blocks(merge({}, Layer(shaped(tables, tuple(blocks), faults), 'owner')), faults)}."
    made = read_ruleset(path)
    sizes = " and ".join(str(size) for size in made.tables.view(np.ndarray)[0]["rulesets"][0]["decks"].sum(axis=1))
    told = f"{path}: a ruleset, digest {made.digest}, decks of {sizes} cards out of {len(made.cards)}; "
    return f"{told}cards: {_count(_fields(made.cards.values()))}; numbers and villagers: {_count(made.provenance.values())}."


def _fields(blocks: Iterable[Card | Villager]) -> Iterable[str]:
    return (source for block in blocks for source in block.provenance.values())


def _check_set(folder: Path) -> str:
    faults = Faults()
    whole = add_set(merge({}, numbers_layer(DATA / "numbers.toml", faults)), folder, read_set(folder, faults), faults)
    return f"{folder}: a card set: {_check_blocks(whole, faults)}."


def _check_blocks(whole: dict[str, Any], faults: Faults) -> str:
    """What cards, villagers, villager sets and tokens there are."""
    root, pool = Reader(whole, "", faults), CodePool()
    if "numbers" in whole:
        read_numbers(root, np.zeros(1, RULESET)[0])
    tokens = read_tokens(root)
    words = language(tuple(token.name for token in tokens))
    cards, _ = read_cards(root.tables("cards", {}), pool, words, tokens)
    villagers = read_villagers(root.tables("villagers", {}), pool, words)
    sets = read_villager_sets(root.tables("villager_sets", {}), villagers)
    root.done()
    faults.check()
    counts = ((cards, "cards"), (villagers, "villagers"), (sets, "villager sets"), (tokens, "further kinds of token"))
    held = ", ".join(f"{len(found)} {what}" for found, what in counts if found) or "nothing"
    return f"{held}; fields: {_count([*_fields(cards.values()), *_fields(villagers.values())])}"


def _check_deck(path: Path, tables: dict[str, Any], faults: Faults, ruleset: str | None) -> str:
    if ruleset is None:
        root, rules = _shipped(faults), np.zeros(1, RULESET)[0]
        read_numbers(root, rules)
        tokens = read_tokens(root)
        words = language(tuple(token.name for token in tokens))
        cards: Mapping[str, Card] = read_cards(root.tables("cards"), CodePool(), words, tokens)[0]
    else:
        loaded = load_ruleset(ruleset)
        rules, cards = loaded.tables.view(np.ndarray)[0]["rulesets"][0], loaded.cards
    seat, listed = read_deck_file(tables, rules, cards, faults)
    try:
        faults.check()
    except DataError as error:
        lines = str(error).split("\n")
        if ruleset is None and all(line.endswith(OF_NUMBERS) for line in lines):
            raise DataError("\n".join(f"{line}; --ruleset names a ruleset with others" for line in lines)) from None
        raise
    sources = _count(_fields(cards[slug] for slug in listed))
    held = f"a deck of the {SEAT_NAMES[seat].title()}: {sum(listed.values())} cards of {len(listed)} names"
    return f"{path}: {held}; fields: {sources}."


def _shipped(faults: Faults, *layers: Layer) -> Reader:
    """The rulebook's numbers and all card sets that ship, with layers over them."""
    whole = merge({}, numbers_layer(DATA / "numbers.toml", faults))
    for name in set_names():
        whole = add_set(whole, DATA / "sets" / name, read_set(DATA / "sets" / name, faults), faults)
    for layer in layers:
        whole = merge(whole, layer)
    return Reader(whole, "", faults)


def _check_scenario(path: Path, ruleset: str | None) -> str:
    """A scenario is checked with villagers; decks are the rulesets' matter."""
    faults = Faults()
    layer = scenario_layer(path, faults)
    if ruleset is None:
        root = _shipped(faults, layer)
    else:
        load_ruleset(ruleset)  # has no faults of its own
        base = ruleset if ruleset.endswith(".toml") else find_ruleset(ruleset).stem
        whole = gather(faults.given(ruleset, {"extends": base}), Path("with"), faults, layer)
        root = Reader(whole, "", faults)
    pool, rules = CodePool(), np.zeros(1, RULESET)[0]
    words = language(tuple(token.name for token in read_tokens(root)))
    read_numbers(root, rules)
    known = read_villagers(root.tables("villagers"), pool, words)
    read_village(root, known, read_villager_sets(root.tables("villager_sets"), known), int(rules["villagers"]))
    objectives = [objective for objective in read_objectives(root, rules, pool, words) if objective]
    root.leave("cards", "decks", "description")
    root.done()
    faults.check()
    return f"{path}: a scenario: {len(layer.tables.get('numbers', {}))} numbers changed, {len(objectives)} objectives."


def _check_numbers(path: Path) -> str:
    faults = Faults()
    root, rules = Reader(merge({}, numbers_layer(path, faults)), "", faults), np.zeros(1, RULESET)[0]
    sources = read_numbers(root, rules)
    root.done()
    faults.check()
    return f"{path}: {len(sources)} numbers: {_count(sources.values())}."
