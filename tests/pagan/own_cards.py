"""Rulesets with cards of a test's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pagan_env.pagan.rulesets import Ruleset, load_ruleset
from tests.pagan.support import RULESET


def ruleset_of(
    folder: Path, cards: Mapping[str, Mapping[str, Any]], witch: Mapping[str, int], hunter: Mapping[str, int], **numbers: int
) -> Ruleset:
    """The default village with these decks; `cards` are the test's own by slug, with the keys of data/sets/base/cards.toml.

    Numbers and provenance are filled in, and deck sizes are those of the lists, which must be equal.
    """
    numbers = {"deck_size": sum(witch.values()), "deck_minimum": 0, "deck_copies": 50, **numbers}
    lines = ['description = "Cards of a test."', f"villagers = {json.dumps(RULESET.villagers)}", "[numbers]"]
    lines += [f"{name} = {value}" for name, value in numbers.items()]
    for seat, deck in (("witch", witch), ("hunter", hunter)):
        lines += [f"[decks.{seat}]", *(f"{slug} = {copies}" for slug, copies in deck.items())]
    for number, (slug, card) in enumerate(cards.items(), 1000):
        sources = ["cost", "effect", *{"ally": ["upkeep"], "brew": ["secrets"], "enchantment": ["lift"]}.get(card["type"], [])]
        lines += [f"[cards.{slug}]", f"number = {number}", f"name = {json.dumps(slug)}"]
        lines += [f"{key} = {_toml(value)}" for key, value in card.items()]
        lines.append("provenance = { " + ", ".join(f'{source} = "house"' for source in sources) + " }")
    path = folder / "own_cards@1.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_ruleset(path)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {entry}" for key, entry in value.items()) + " }"
    return json.dumps(value)
