"""A ruleset file and all that stands behind it, merged into one table: the file, what it extends, the data of the box.

The nearest wins. Tables are merged key by key; what a file changes counts as the provenance that it states, or else as its own
(`owner` in a file that doesn't say).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..core import shipped
from ..core.data import Faults
from ..core.shipped import PROVENANCE

DATA = Path(__file__).parent / "data"
ruleset_names = partial(shipped.ruleset_names, DATA)
BOX = ("numbers.toml", "board.toml", "box.toml", "decks.toml")
SOURCED = ("scrolls", "clues", "die", "criteria", "rage_tracker")
KEYS = ("description", "heroes", "villains", "weapons", "numbers", "board", "decks", *SOURCED)


def gather(tables: dict[str, Any], path: Path, faults: Faults) -> dict[str, Any]:
    """All that a ruleset's tables stand for; `path`, its file, says where relative paths begin. Faults are noted."""
    chain, seen = [(tables, path)], {path.resolve()}
    while (parent := _parent(*chain[-1], faults)) is not None:
        if parent.resolve() in seen:
            circle = f"found {str(parent)!r}, which extends this file, allowed: files that don't go round in a circle"
            faults.add("extends", circle)
            break
        seen.add(parent.resolve())
        chain.append((faults.read(parent), parent))
    whole: dict[str, Any] = {}
    for name in BOX:
        whole = {**whole, **faults.read(DATA / name)}
    for layer, _ in reversed(chain):
        reader = faults.reader(layer)
        source = reader.choice("provenance", PROVENANCE, "owner")
        reader.leave("extends", *KEYS)
        reader.done()
        whole = merge(whole, {key: value for key, value in layer.items() if key in KEYS}, source)
    return whole


def _parent(tables: dict[str, Any], path: Path, faults: Faults) -> Path | None:
    """The file that this one extends, or None."""
    name = faults.reader(tables).text("extends", "")
    if not name:
        return None
    is_path = name.endswith(".toml")
    found = path.parent / name if is_path else DATA / "rulesets" / f"{name}.toml"
    if (is_path and os.path.isfile(found)) or name in ruleset_names():
        return found
    allowed = f"{', '.join(ruleset_names())}, or the path of a .toml file from here"
    faults.reader(tables).fault("extends", f"found {name!r}, allowed: {allowed}")
    return None


def merge(below: Mapping[str, Any], layer: Mapping[str, Any], source: str) -> dict[str, Any]:
    """`below` with what a layer changes; neither is touched."""
    out = dict(below)
    for key, value in layer.items():
        old = _table(below.get(key))
        if key == "numbers":
            out[key] = {**old, **_table(value)}
            changed = {name: source for name in _table(value) if name in old and name != "provenance"}
            sources = {**_table(old.get("provenance")), **changed}
            out[key]["provenance"] = {**sources, **_table(_table(value).get("provenance"))}
        elif key == "board":
            out[key] = {**old, **{realm: _block(old.get(realm), block, source) for realm, block in _table(value).items()}}
        elif key in SOURCED:
            out[key] = _block(old, value, source)
        elif key == "decks":
            out[key] = {**old, **{deck: _deck(_table(old.get(deck)), block, source) for deck, block in _table(value).items()}}
        else:
            out[key] = value
    return out


def _deck(below: Mapping[str, Any], block: Any, source: str) -> dict[str, Any]:
    """A deck with changed, added and removed kinds of card."""
    out = dict(below)
    for slug, kind in _table(block).items():
        if _table(kind).get("remove") is True:
            out.pop(slug, None)
        else:
            out[slug] = _block(out.get(slug), kind, source)
    return out


def _block(below: Any, block: Any, source: str) -> Any:
    if not isinstance(block, Mapping):
        return block
    return {**_table(below), "provenance": source, **block}


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
