"""Decks (Deckbuilding): lists of copies by card, in a ruleset or a file of their own; and random ones.

A deck has exactly `deck_size` cards, at most `deck_copies` of a name, at least `deck_minimum` of each of its seat's types.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import MOST_DESCRIPTION, DataError, Faults, Reader
from .card_files import TYPES_OF_SEAT, Card
from .layers import DATA
from .layout import KINDS, SEATS

SEAT_NAMES = ("witch", "hunter")


def types_of(seat: int) -> list[str]:
    """The types of card that a seat's deck holds."""
    return [card_type for card_type, owner in TYPES_OF_SEAT.items() if owner == seat]


def deck_names() -> list[str]:
    """Names of the deck files that ship."""
    return sorted(path.stem for path in (DATA / "decks").glob("*.toml"))


def read_decks(root: Reader, rules: np.void, cards: Mapping[str, Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Each seat's deck, a table or the name of a deck file, into `rules`. Kinds are numbered from 1 in order of card number."""
    decks = root.table("decks", {})
    kinds = []
    for seat, name in enumerate(SEAT_NAMES):
        if isinstance(decks.raw(name), str):
            listed = _named_deck(decks, seat, rules, cards)
        else:
            listed = read_deck(decks.table(name), seat, rules, cards)
        own = sorted((cards[slug] for slug in listed), key=lambda card: card.number)[:KINDS]
        for kind, card in enumerate(own, 1):
            rules["kinds"][seat, kind] = card.row
            rules["decks"][seat, kind] = listed[card.slug]
        rules["kind_count"][seat] = len(own)
        kinds.append(tuple(own))
    return kinds[0], kinds[1]


def _named_deck(decks: Reader, seat: int, rules: np.void, cards: Mapping[str, Card]) -> dict[str, int]:
    name = decks.text(SEAT_NAMES[seat])
    path = DATA / "decks" / f"{name}.toml" if name in deck_names() else Path(name)
    if not name.endswith(".toml") and name not in deck_names():
        decks.fault(SEAT_NAMES[seat], f"found {name!r}, allowed: {', '.join(deck_names())}, the path of a .toml file, or a table")
        return {}
    try:
        tables = decks.faults.read(path)
    except DataError as error:
        decks.fault(SEAT_NAMES[seat], str(error))
        return {}
    owner, listed = read_deck_file(tables, rules, cards, decks.faults)
    if owner != seat:
        decks.fault(SEAT_NAMES[seat], f"found {name!r}, a deck of the {SEAT_NAMES[owner].title()}, allowed: one of this seat")
        return {}
    return listed


def read_deck_file(
    tables: dict[str, Any], rules: np.void, cards: Mapping[str, Card], faults: Faults
) -> tuple[int, dict[str, int]]:
    """Seat and copies of a deck file."""
    reader = faults.reader(tables)
    seat = reader.choice("seat", {name: seat for seat, name in enumerate(SEAT_NAMES)})
    reader.line("description", MOST_DESCRIPTION)
    listed = read_deck(reader.table("cards"), seat, rules, cards)
    reader.done()
    return seat, listed


def read_deck(reader: Reader, seat: int, rules: np.void, cards: Mapping[str, Card]) -> dict[str, int]:
    """Copies by card of a legal deck; what isn't is noted, and the cards that are known returned."""
    copies = int(rules["deck_copies"])
    listed = {slug: reader.integer(slug, 1, copies) for slug in reader.names()}
    stated = {slug: reader.raw(slug) if type(reader.raw(slug)) is int else count for slug, count in listed.items()}
    own = {slug: count for slug, count in listed.items() if slug in cards and TYPES_OF_SEAT[cards[slug].type] == seat}
    for slug in listed.keys() - own.keys():
        allowed = ", ".join(card.slug for card in cards.values() if TYPES_OF_SEAT[card.type] == seat)
        reader.fault(slug, f"found no card of the {SEAT_NAMES[seat].title()}, allowed: {allowed}", lacking=True)
    for problem in deck_faults([(cards[slug], stated[slug]) for slug in own], sum(stated.values()), seat, rules):
        reader.fault("", problem, lacking=True)
    return own


def deck_faults(deck: Sequence[tuple[Card, int]], size: int, seat: int, rules: np.void) -> list[str]:
    """What is wrong with a deck as a whole: cards with their copies, `size` in all."""
    problems = []
    if size != rules["deck_size"]:
        problems.append(f"found {size} cards, allowed: {rules['deck_size']} (numbers.deck_size)")
    if len(deck) > KINDS:
        problems.append(f"found {len(deck)} different cards, allowed: at most {KINDS}")
    for card_type in types_of(seat):
        count = sum(copies for card, copies in deck if card.type == card_type)
        if count < rules["deck_minimum"]:
            least = f"at least {rules['deck_minimum']} (numbers.deck_minimum)"
            problems.append(f"found {count} cards of type {card_type}, allowed: {least}")
    return problems


# ---- random decks -----------------------------------------------------------------------------------------------------


def random_deck(ruleset: Any, seat: int, seed: int) -> dict[str, int]:
    """A legal deck of a seat by slug, of all cards that the ruleset's sets hold; each legal deck is equally likely.

    Depends on seat and seed alone. (Of more cards than a deck may have kinds, some are drawn first if the deck could need
    them all.) Raises ValueError, in one line, for a seat that is none and where no deck is legal.
    """
    if not (isinstance(seat, int) and 0 <= seat < SEATS):
        raise ValueError(f"random_deck: found seat {seat!r}, allowed: 0 .. {SEATS - 1}")
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    size, copies, minimum = (int(rules[name]) for name in ("deck_size", "deck_copies", "deck_minimum"))
    rng = random.Random(f"deck of seat {seat}, seed {int(seed)}")
    pool = [sorted(card.slug for card in ruleset.cards.values() if card.type == kind) for kind in types_of(seat)]
    if size > KINDS and sum(map(len, pool)) > KINDS:
        pool = _some(pool, -(-minimum // copies), rng)
    ways = _ways(tuple(map(len, pool)), size, copies, minimum)
    if not ways[0][size]:
        held = ", ".join(f"{len(slugs)} of type {kind}" for slugs, kind in zip(pool, types_of(seat), strict=True))
        needed = f"{size} cards, at most {copies} of a name, at least {minimum} of each type"
        raise ValueError(f"random_deck: no legal deck of the {SEAT_NAMES[seat].title()}: found cards {held}, allowed: {needed}")
    deck: dict[str, int] = {}
    left = size
    for number, slugs in enumerate(pool):
        lists = _lists(len(slugs), size, copies)
        own = _pick(rng, [lists[-1][n] * ways[number + 1][left - n] if n >= minimum else 0 for n in range(left + 1)])
        left -= own
        for index, slug in enumerate(slugs):
            rest = lists[len(slugs) - index - 1]
            count = _pick(rng, [rest[own - n] for n in range(min(copies, own) + 1)])
            own -= count
            deck |= {slug: count} if count else {}
    return deck


def _some(pool: Sequence[list[str]], least: int, rng: random.Random) -> list[list[str]]:
    """As many cards as a deck may have kinds, at least `least` of each type where there are so many."""
    shuffled = [rng.sample(slugs, len(slugs)) for slugs in pool]
    rest = [slug for slugs in shuffled for slug in slugs[least:]]
    kept = {slug for slugs in shuffled for slug in slugs[:least]}
    kept |= set(rng.sample(rest, max(0, min(len(rest), KINDS - len(kept)))))
    return [[slug for slug in slugs if slug in kept] for slugs in pool]


def _pick(rng: random.Random, weights: Sequence[int]) -> int:
    """An index, as likely as its weight: whole numbers of any size, not all zero."""
    at = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    raise AssertionError("weights that don't add up")


@cache
def _lists(kinds: int, size: int, copies: int) -> list[list[int]]:
    """[k][n]: in how many ways k kinds can make n cards, 0 to `copies` of each."""
    ways = [[1] + [0] * size]
    for _ in range(kinds):
        last = ways[-1]
        ways.append([sum(last[max(0, n - copies) : n + 1]) for n in range(size + 1)])
    return ways


@cache
def _ways(kinds: tuple[int, ...], size: int, copies: int, minimum: int) -> list[list[int]]:
    """[t][n]: in how many ways the types from number t on can make n cards, at least `minimum` of each."""
    ways = [[1] + [0] * size]
    for count in reversed(kinds):
        own, after = _lists(count, size, copies)[-1], ways[0]
        ways.insert(0, [sum(own[m] * after[n - m] for m in range(minimum, n + 1)) for n in range(size + 1)])
    return ways
