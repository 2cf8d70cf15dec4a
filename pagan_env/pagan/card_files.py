"""Card files: strict reading of `[cards.<slug>]` blocks into card rows and programs.

A card that the language can't say, or that has a key or line in the wrong place, is refused with its line and what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from ..core.data import MOST_NAME, Reader
from ..core.programs import CodePool, Language
from ..core.shipped import PROVENANCE
from .card_sets import Token
from .layout import (
    ALLY,
    BREW,
    CHARM,
    CLUE,
    ENCHANTMENT,
    EVENT,
    FAMILIAR,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    INVESTIGATION,
    LOCATION,
    SECRET,
    WITCH,
)
from .program_files import MOMENTS_OF, NEEDED, read_program
from .tables import CARD, MODIFIERS, MOMENTS

NUMBERS = range(1, 10000)
TYPE_NUMBERS = {
    "ally": ALLY,
    "event": EVENT,
    "investigation": INVESTIGATION,
    "location": LOCATION,
    "brew": BREW,
    "charm": CHARM,
    "enchantment": ENCHANTMENT,
    "familiar": FAMILIAR,
}
TYPES_OF_SEAT = {name: HUNTER if number <= LOCATION else WITCH for name, number in TYPE_NUMBERS.items()}

# Modifiers: the types of card that have them, and their range. Those that only ever add are named; all others go both ways.
BOARD_TYPES = ("ally", "location", "brew", "enchantment", "familiar")
_RANGES = {
    "visit_pawns": (0, 2),
    "hunter_assets_any_colour": (0, 1),
    "witch_assets_any_colour": (0, 1),
    "activate_influence": (0, 9),
    "lift_influence": (0, 9),
}
MODIFIER_RULES = {
    name: (("investigation",) if name == "visit_pawns" else BOARD_TYPES, *_RANGES.get(name, (-9, 9))) for name in MODIFIERS
}


@dataclass(frozen=True)
class Card:
    """A card as people read it."""

    slug: str
    name: str
    number: int
    type: str
    row: int
    programs: Mapping[str, tuple[str, ...]]
    provenance: Mapping[str, str]


def read_cards(
    readers: Mapping[str, Reader], pool: CodePool, language: Language, tokens: tuple[Token, ...] = ()
) -> tuple[dict[str, Card], np.ndarray]:
    """The cards of `[cards.<slug>]` blocks by slug, and their rows for kernels (row 0: none), in order of number.

    `language` knows the names of `tokens`, those that card sets declare.
    """
    card_rows = np.zeros(len(readers) + 1, CARD.dtype)
    cards: dict[str, Card] = {}
    numbered = sorted(readers.items(), key=lambda item: _number(item[1]))
    for row, (slug, reader) in enumerate(numbered, 1):
        if reader.raw("number") is None and reader.raw("name") is None:
            tell_stranger(reader, slug, "card", readers, "number, name, type, cost, provenance and what its type has")
            continue
        cards[slug] = _card(slug, reader, row, card_rows[row], pool, language, tokens)
    tell_twins(readers.values(), "number")
    tell_twins(readers.values(), "name")
    return cards, card_rows


def tell_stranger(reader: Reader, slug: str, what: str, known: Iterable[str], needs: str) -> None:
    """Notes that a block changes something that isn't there, and leaves what it holds unread."""
    near = get_close_matches(slug, set(known) - {slug}, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    reader.fault("", f"found no {what} {slug!r}, {hint}allowed: one that is there, or a new one, with {needs}", lacking=True)
    reader.leave(*reader.names())


def tell_twins(readers: Iterable[Reader], key: str) -> None:
    """Notes each table that has the name, in any case, or the number of another one."""
    first: dict[str | int, Reader] = {}
    for reader in readers:
        value = reader.raw(key)
        if isinstance(value, str) or (type(value) is int and value in NUMBERS):
            other = first.setdefault(value.casefold() if isinstance(value, str) else value, reader)
            if other is not reader:
                reader.twin(other, key)


def _number(reader: Reader) -> int:
    """The number of a card, unchecked; 0 where there is none."""
    number = reader.raw("number")
    return number if type(number) is int else 0


def _card(
    slug: str, reader: Reader, row: int, out: np.void, pool: CodePool, language: Language, tokens: tuple[Token, ...]
) -> Card:
    number, name = reader.integer("number", NUMBERS[0], NUMBERS[-1]), reader.line("name", MOST_NAME)
    card_type = reader.choice("type", tuple(TYPE_NUMBERS))
    out["number"], out["type"] = number, TYPE_NUMBERS[card_type]
    out["cost"] = reader.integer("cost", 0, 99)
    if reader.raw("type") not in tuple(TYPE_NUMBERS):  # what else it may hold hangs on that
        reader.leave(*reader.names())
        return Card(slug, name, number, card_type, row, {}, {})
    sourced = ["cost", "effect"]
    if card_type == "ally":
        out["upkeep"] = reader.integer("upkeep", 0, 99)
        sourced.append("upkeep")
    if card_type == "brew":
        out["secrets"] = reader.integer("secrets", 0, 60)
        sourced.append("secrets")
    if card_type == "enchantment":
        sourced.append("lift")
    if card_type == "investigation":
        out["side"] = reader.choice("side", {"witch": WITCH, "hunter": HUNTER})
        out["pawn_kinds"] = reader.choice("pawns", {"regular": 1, "familiar": 2, "any": 3}, 3)
    _modifiers(reader, card_type, out)
    programs = _programs(slug, reader, card_type, out, pool, language)
    _watches(reader, programs, out, tokens)
    sources = reader.table("provenance")
    return Card(slug, name, number, card_type, row, programs, {key: sources.choice(key, PROVENANCE) for key in sourced})


def _modifiers(reader: Reader, card_type: str, out: np.void) -> None:
    modifiers = reader.table("modifiers", {})
    for column, modifier in enumerate(MODIFIERS):
        types, low, high = MODIFIER_RULES[modifier]
        if card_type in types:
            out["modifiers"][column] = modifiers.integer(modifier, low, high, 0)


def _programs(
    slug: str, reader: Reader, card_type: str, out: np.void, pool: CodePool, language: Language
) -> dict[str, tuple[str, ...]]:
    programs = {}
    for number, moment in enumerate(MOMENTS_OF[card_type]):
        needed = number == 0 and card_type in NEEDED
        lines = reader.lines(moment) if needed else reader.lines(moment, ())
        if needed and reader.raw(moment) == []:
            reader.fault(moment, "found [], allowed: at least one line")
        if lines:
            programs[moment] = tuple(lines)
            out["moments"] |= 1 << MOMENTS.index(moment)
            out["programs"][MOMENTS.index(moment)] = read_program(reader, moment, f"cards.{slug}.{moment}", pool, language)
            about_here = any("this villager" in line for line in lines)
            gains = any(line.split()[:1] in (["gain"], ["pay"]) and "Evidence" in line for line in lines)
            if TYPES_OF_SEAT[card_type] == WITCH and moment != "lift" and gains:
                reader.fault(moment, "found Evidence, allowed: on cards of the Hunter, and as the price to lift an Enchantment")
            out["needs_visit"] |= moment in ("use", "empowered") and about_here
    if {"upkeep_must", "upkeep_may"} <= programs.keys():
        reader.fault("upkeep_may", "found beside upkeep_must, allowed: one of the two")
    return programs


def _watches(reader: Reader, programs: Mapping[str, tuple[str, ...]], out: np.void, tokens: tuple[Token, ...]) -> None:
    """`watches = { token = "Clue" }` for `placed` and `removed`, `watches = { type = "charm" }` for `played` (any without)."""
    watches = reader.table("watches", {})
    if {"placed", "removed"} & programs.keys():
        kinds = {"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR, **{t.name: FIRST_OWN + n for n, t in enumerate(tokens)}}
        out["watched_token"] = watches.choice("token", kinds)
    if "played" in programs:
        out["watched_type"] = watches.choice("type", {**TYPE_NUMBERS, "any": 0}, 0)
