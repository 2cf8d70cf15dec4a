"""Villagers and villager sets as data: who they are, and which nine are in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..core.data import MOST_NAME, Reader
from ..core.programs import CodePool, Language
from ..core.shipped import PROVENANCE
from .card_files import tell_stranger, tell_twins
from .layout import BLUE, GREEN, RED, VILLAGERS
from .program_files import read_program
from .tables import RULESET

COLOURS = {"red": RED, "blue": BLUE, "green": GREEN}
FIELDS = ("colour", "assets", "asset_colour", "skill")
BASE_SETS = {"red": "wayfarers", "blue": "townsfolk", "green": "caretakers"}
FACTION = VILLAGERS // len(COLOURS)


@dataclass(frozen=True)
class Villager:
    """A villager as people read it, and its row for kernels."""

    slug: str
    name: str
    row: np.void
    provenance: Mapping[str, str]


def read_villagers(readers: Mapping[str, Reader], pool: CodePool, language: Language) -> dict[str, Villager]:
    """All villagers by slug, from the `[villagers.<slug>]` blocks."""
    known = {}
    for slug, reader in readers.items():
        if reader.raw("name") is None and sum(reader.raw(key) is not None for key in FIELDS) < len(FIELDS):
            tell_stranger(reader, slug, "villager", readers, f"name, {', '.join(FIELDS)} and provenance")
            continue
        row = np.zeros(1, RULESET["village"].base)[0]
        name = reader.line("name", MOST_NAME)
        row["colour"] = reader.choice("colour", COLOURS)
        row["assets"] = reader.integer("assets", 0, 9)
        row["asset_colour"] = reader.choice("asset_colour", COLOURS)
        row["skill"] = read_program(reader, "skill", f"villagers.{slug}.skill", pool, language)
        sources = reader.table("provenance")
        known[slug] = Villager(slug, name, row, {key: sources.choice(key, PROVENANCE) for key in FIELDS})
    tell_twins(readers.values(), "name")
    return known


def read_villager_sets(readers: Mapping[str, Reader], known: Mapping[str, Villager]) -> dict[str, tuple[str, list[str]]]:
    """Colour and villagers of each set, from the `[villager_sets.<slug>]` blocks: three villagers of its colour."""
    sets = {}
    for slug, reader in readers.items():
        reader.line("name", MOST_NAME)
        colour = reader.choice("colour", tuple(COLOURS))
        listed = reader.lines("villagers")
        for index, villager in enumerate(listed):
            if villager in known and known[villager].row["colour"] == COLOURS[colour]:
                continue
            entry, repainted = reader.path(f"villagers[{index}]"), f"villagers.{villager}.colour"
            if villager in known and reader.faults.nearer(repainted, entry) == repainted:  # that is what somebody changed
                problem = f"found another colour than that of the villager set {slug}, allowed: {colour}, or another set"
                reader.faults.add(repainted, problem)
                continue
            allowed = ", ".join(other.slug for other in known.values() if other.row["colour"] == COLOURS[colour])
            reader.fault(f"villagers[{index}]", f"found {villager!r}, allowed: a {colour} villager, {allowed}", lacking=True)
        if len(set(listed)) != FACTION or len(listed) != FACTION:
            reader.fault("villagers", f"found {len(listed)} names, allowed: {FACTION} different ones", lacking=True)
        sets[slug] = (colour, [villager for villager in listed if villager in known])
    return sets


def read_village(root: Reader, known: Mapping[str, Villager], sets: Mapping[str, tuple[str, list[str]]], count: int) -> list[str]:
    """Who is in the game, in order: the listed villagers, or those of the factions, red, blue, green (ruling 47)."""
    listed = root.raw("village")
    if listed is not None:
        root.leave("village")
        own = Reader({"villagers": listed}, "", root.faults)
        found = own.lines("villagers")
        for index, slug in enumerate(found):
            if slug not in known:
                own.fault(f"villagers[{index}]", f"found {slug!r}, allowed: {', '.join(known)}", lacking=True)
        where = "villagers"
    else:
        factions = root.table("factions", {})
        found = []
        for colour, base in BASE_SETS.items():
            options = [slug for slug, (of, _) in sets.items() if of == colour]
            name = factions.text(colour, base)
            if name not in options:
                allowed = f"allowed: a {colour} villager set, {', '.join(options)}"
                factions.fault(colour, f"found {name!r}, {allowed}", lacking=True)
            found += sets[name][1] if name in options else []
        where = "factions"
    if len(found) != count or len(set(found)) != len(found):
        root.fault(where, f"found {len(found)} names, allowed: {count} different ones (numbers.villagers)", lacking=True)
    return found[:VILLAGERS]
