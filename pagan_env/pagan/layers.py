"""A ruleset file and all that stands behind it, merged into one table: numbers, card sets, files that it extends, a scenario.

The nearest wins: the file itself, its scenario, what it extends, its card sets, the rulebook's numbers. Blocks of cards, of
villagers and of numbers are merged key by key: what a block changes counts as the provenance that it states, or else as its
file's own (`owner` in a ruleset). A deck list is replaced whole.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..core import shipped
from ..core.data import MOST_DESCRIPTION, MOST_NAME, REQUIRED, Faults, Reader
from ..core.shipped import PROVENANCE

DATA = Path(__file__).parent / "data"
ruleset_names = partial(shipped.ruleset_names, DATA)
BASE = "base"
OWN_KEYS = ("extends", "sets", "provenance")
KEYS = ("description", "numbers", "villagers", "villager_sets", "factions", "decks", "cards", "scenario")
SCENARIO_KEYS = ("name", "description", "provenance", "factions", "numbers", "objectives")
TABLES_OF_TABLES = ("villagers", "villager_sets", "cards", "tokens")
SET_FILES = {"set.toml": ("name", "description", "provenance", "numbers", "tokens"), "cards.toml": ("cards",)}
SET_FILES["villagers.toml"] = ("villagers", "villager_sets")


@dataclass(frozen=True)
class Layer:
    """The tables of one file; `source` is what its values count as where a block doesn't say."""

    tables: dict[str, Any]
    source: str | None = None
    parent: Path | None = None
    sets: tuple[Path, ...] | None = None


def gather(tables: dict[str, Any], path: Path, faults: Faults, told: Layer | None = None) -> dict[str, Any]:
    """All that a ruleset's tables stand for; `path`, its file, says where relative paths begin. Faults are noted.

    `told` is a scenario that it plays whatever it and what it extends say.
    """
    chain = [ruleset_layer(tables, path, faults)]
    scenario, teller = told, chain[0] if told else None  # the nearest scenario, and the layer that names it
    seen = {path.resolve()}
    while True:
        if teller is None and chain[-1].tables.get("scenario"):
            teller, scenario = chain[-1], scenario_layer(chain[-1].tables["scenario"], faults)
        parent = chain[-1].parent
        if parent is None:
            break
        if parent.resolve() in seen:
            circle = f"found {str(parent)!r}, which extends this file, allowed: files that don't go round in a circle"
            faults.add("extends", circle)
            faults.check()
        seen.add(parent.resolve())
        chain.append(ruleset_layer(faults.read(parent), parent, faults))
    sets = next((layer.sets for layer in chain if layer.sets is not None), (DATA / "sets" / BASE,))
    whole = merge({}, numbers_layer(DATA / "numbers.toml", faults))
    read = [(folder, read_set(folder, faults)) for folder in reversed(sets)]  # the later one is the nearer one
    for folder, files in reversed(read):
        whole = add_set(whole, folder, files, faults)
    for layer in reversed(chain):
        if layer is teller and scenario:  # it supersedes what is extended (Scenario Cards); the file that names it goes further
            whole = merge(whole, scenario)
        whole = merge(whole, layer)
    return whole


def set_names() -> list[str]:
    """Names of the card sets that ship."""
    return sorted(path.parent.name for path in (DATA / "sets").glob("*/set.toml"))


def numbers_layer(path: Path, faults: Faults) -> Layer:
    """The file of the rulebook's numbers."""
    return Layer(shaped(faults.read(path), ("numbers",), faults))


def ruleset_layer(tables: dict[str, Any], path: Path, faults: Faults) -> Layer:
    """One ruleset file; its relative paths begin where it lies."""
    reader, folder = faults.reader(tables), path.parent
    source = reader.choice("provenance", PROVENANCE, "owner")
    if isinstance(reader.raw("description"), str):  # of all files together there must be one, which is looked at there
        reader.line("description", MOST_DESCRIPTION)
    parent = _parent(reader, folder)
    sets = tuple(_sets(reader, folder)) or None if reader.raw("sets") is not None else None
    found = {key: value for key, value in shaped(tables, (*OWN_KEYS, *KEYS), faults).items() if key not in OWN_KEYS}
    if isinstance(found.get("villagers"), list):  # the nine of this game, not what they are
        found["village"] = found.pop("villagers")
        if "factions" in found:
            reader.fault("factions", "found beside a list of villagers, allowed: one of the two")
    decks = found.get("decks")
    if isinstance(decks, Mapping):
        found["decks"] = {seat: str(folder / deck) if _is_path(deck) else deck for seat, deck in decks.items()}
    if "scenario" in found:
        found["scenario"] = _scenario(reader, folder)
    return Layer(found, source, parent, sets)


def scenario_names() -> list[str]:
    """Names of the scenarios that ship."""
    return sorted(path.stem for path in (DATA / "scenarios").glob("*.toml"))


def _scenario(reader: Reader, folder: Path) -> Path | None:
    """The file of the scenario that a ruleset plays."""
    name = reader.text("scenario")
    path = folder / name if _is_path(name) else DATA / "scenarios" / f"{name}.toml"
    if os.path.isfile(path):
        return path
    reader.fault("scenario", f"found {name!r}, allowed: {', '.join(scenario_names())}, or the path of a .toml file from here")
    return None


def scenario_layer(path: Path, faults: Faults) -> Layer:
    """A scenario file: the numbers that it changes, its green faction and its objectives."""
    tables = faults.read(path)
    found, reader = shaped(tables, SCENARIO_KEYS, faults), faults.reader(tables)
    reader.line("name", MOST_NAME)
    reader.line("description", MOST_DESCRIPTION)
    source = reader.choice("provenance", PROVENANCE, REQUIRED if _ships(path) else "owner")
    changes: dict[str, Any] = {key: found[key] for key in ("factions", "numbers", "objectives") if key in found}
    return Layer(changes, source)


def _ships(path: Path) -> bool:
    """Whether a file or folder is one of the game's own; all others are an owner's."""
    return DATA.resolve() in path.resolve().parents


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value.endswith(".toml")


def _parent(reader: Reader, folder: Path) -> Path | None:
    """The file that this one extends, or None."""
    if reader.raw("extends") is None:
        return None
    name = reader.text("extends")
    path = folder / name if _is_path(name) else DATA / "rulesets" / f"{name}.toml"
    if (_is_path(name) and os.path.isfile(path)) or name in ruleset_names():
        return path
    if isinstance(reader.raw("extends"), str):
        reader.fault("extends", f"found {name!r}, allowed: {', '.join(ruleset_names())}, or the path of a .toml file from here")
    reader.faults.check()
    return None


def _sets(reader: Reader, folder: Path) -> list[Path]:
    """The folders of the card sets that a file names."""
    found = []
    for index, name in enumerate(reader.lines("sets")):
        path = DATA / "sets" / name if name in set_names() else folder / name
        if not os.path.isfile(path / "set.toml"):
            names = ", ".join(set_names())
            reader.fault(f"sets[{index}]", f"found {name!r}, allowed: {names}, or the path from here of a folder with a set.toml")
        elif path in found:
            reader.fault(f"sets[{index}]", f"found {name!r} twice, allowed: each set once")
        else:
            found.append(path)
    return found


def read_set(folder: Path, faults: Faults) -> dict[str, dict[str, Any]]:
    """What set.toml, cards.toml and villagers.toml of a card set hold, the last two where they are there."""
    return {file: faults.read(folder / file) for file in SET_FILES if file == "set.toml" or os.path.lexists(folder / file)}


def add_set(whole: dict[str, Any], folder: Path, files: Mapping[str, dict[str, Any]], faults: Faults) -> dict[str, Any]:
    """`whole` with a card set, whose files have been read."""
    source = None
    for file, tables in files.items():
        found = shaped(tables, SET_FILES[file], faults)
        reader = faults.reader(tables)
        if file == "set.toml":
            reader.line("name", MOST_NAME)
            reader.line("description", MOST_DESCRIPTION)
            source = reader.choice("provenance", PROVENANCE, "" if _ships(folder) else "owner") or None
            whole = merge(whole, Layer({"numbers": found.pop("numbers", {})}, source or "house"))
            found = {"tokens": found.get("tokens", {})}
        for key, blocks in found.items():
            for slug in _table(blocks).keys() & _table(whole.get(key)).keys():
                reader.fault(f"{key}.{slug}", "found the name in another set as well, allowed: one that no other set has")
        whole = merge(whole, Layer(found, source))
    return whole


def shaped(tables: dict[str, Any], keys: tuple[str, ...], faults: Faults) -> dict[str, Any]:
    """What a file holds under these keys; all others, and what is no table but should be, are noted."""
    reader = faults.reader(tables)
    reader.leave(*keys)
    reader.done()
    for key in tables.keys() & keys:
        if key in TABLES_OF_TABLES and not (key == "villagers" and "extends" in keys and isinstance(tables[key], list)):
            reader.tables(key)
        elif key in ("numbers", "factions", "decks", "objectives"):
            reader.table(key)
    return {key: value for key, value in tables.items() if key in keys}


def merge(below: Mapping[str, Any], layer: Layer) -> dict[str, Any]:
    """`below` with what a layer changes; neither is touched."""
    out = dict(below)
    for key, value in layer.tables.items():
        if key in ("cards", "villagers"):
            old = _table(below.get(key))
            blocks = {slug: new for slug, new in _table(value).items() if isinstance(new, Mapping)}  # others are noted already
            out[key] = {**old, **{slug: _block(key, old.get(slug), new, layer.source) for slug, new in blocks.items()}}
        elif key == "numbers":
            out[key] = _block(key, below.get(key), value, layer.source) if isinstance(value, Mapping) else below.get(key, value)
        elif key in ("villager_sets", "factions", "decks", "tokens", "objectives"):
            out[key] = {**_table(below.get(key)), **_table(value)}
        elif key != "scenario":  # its own layer
            out[key] = value
    for one, other in (("village", "factions"), ("factions", "village")):  # two ways to say who is in the game
        if one in layer.tables:
            out.pop(other, None)
    return out


def _block(kind: str, below: Any, block: Mapping[str, Any], source: str | None) -> dict[str, Any]:
    """A card, a villager or the numbers with the keys of a nearer block."""
    old = dict(_table(below))
    if kind == "cards" and block.get("type", old.get("type")) != old.get("type"):  # another card under that name and number
        old = {key: old[key] for key in ("number", "name") if key in old}
    new = {**old, **block}
    if isinstance(old.get("modifiers"), Mapping) and isinstance(block.get("modifiers"), Mapping):
        new["modifiers"] = {**old["modifiers"], **block["modifiers"]}
    stated = block.get("provenance", {})
    if isinstance(stated, Mapping):
        sources = dict(_table(old.get("provenance")))
        if source is not None:
            changed = {_sourced_as(kind, key) for key in block} | ({"effect"} if kind == "cards" and len(old) <= 2 else set())
            sources |= dict.fromkeys(changed - {""}, source)
        new["provenance"] = {**sources, **stated}
    return new


def _sourced_as(kind: str, key: str) -> str:
    """The field of a block's provenance that a key belongs to; "" for none."""
    if key in ("name", "number", "type", "provenance"):
        return ""
    return key if kind != "cards" or key in ("cost", "upkeep", "secrets", "lift") else "effect"


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
