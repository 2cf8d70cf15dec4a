"""The data files of a ruleset merged into one: files that it extends, card sets, a scenario, decks."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

SEAT_NAMES = ("witch", "hunter")
COLOURS_OF_SETS = ("red", "blue", "green")


@dataclass
class Printed:
    """What a ruleset says, once everything behind it is merged; the nearest file wins, key by key."""

    numbers: dict[str, int] = field(default_factory=dict)
    cards: dict[str, dict] = field(default_factory=dict)
    villagers: dict[str, dict] = field(default_factory=dict)
    villager_sets: dict[str, dict] = field(default_factory=dict)
    tokens: dict[str, dict] = field(default_factory=dict)
    objectives: dict[str, dict] = field(default_factory=dict)
    factions: dict[str, str] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)
    decks: dict[str, dict[str, int]] = field(default_factory=dict)


def toml(path: Path) -> dict:
    """A TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def table(data: Path, name: str) -> list[dict]:
    """A published table, which lies in the folder above the data."""
    return json.loads((data.parent / name).read_text(encoding="utf-8"))


def found(data: Path, kind: str, name: str, beside: Path) -> Path:
    """A file or folder by name among the shipped ones, or by path beside the file that names it."""
    shipped = data / kind / name
    if kind == "sets":
        return shipped if shipped.is_dir() else beside / name
    return beside / name if name.endswith(".toml") else shipped.with_name(f"{name}.toml")


def read(data: Path, file: Path) -> Printed:
    """A ruleset file with all that stands behind it."""
    chain = [file]
    while "extends" in (top := toml(chain[-1])):
        chain.append(found(data, "rulesets", top["extends"], chain[-1].parent))
    printed = Printed(factions={"red": "wayfarers", "blue": "townsfolk", "green": "caretakers"})
    take_numbers(printed, toml(data / "numbers.toml"))
    sets = next(((toml(path)["sets"], path) for path in chain if "sets" in toml(path)), (["base"], file))
    for name in sets[0]:
        add_set(printed, found(data, "sets", name, sets[1].parent))
    for path in reversed(chain):
        add_ruleset(printed, data, path)
    return printed


def take_numbers(printed: Printed, source: dict) -> None:
    """The numbers of a file, without where they are from."""
    printed.numbers |= {name: value for name, value in source.get("numbers", {}).items() if name != "provenance"}


def add_set(printed: Printed, folder: Path) -> None:
    """A card set: numbers and kinds of token, cards, villagers and villager sets."""
    head = toml(folder / "set.toml")
    take_numbers(printed, head)
    printed.tokens |= head.get("tokens", {})
    printed.cards |= toml(folder / "cards.toml").get("cards", {}) if (folder / "cards.toml").exists() else {}
    people = toml(folder / "villagers.toml") if (folder / "villagers.toml").exists() else {}
    printed.villagers |= people.get("villagers", {})
    printed.villager_sets |= people.get("villager_sets", {})


def add_ruleset(printed: Printed, data: Path, file: Path) -> None:
    """What one ruleset file changes, its scenario first."""
    ruleset = toml(file)
    if "scenario" in ruleset:
        scenario = toml(found(data, "scenarios", ruleset["scenario"], file.parent))
        take_numbers(printed, scenario)
        printed.factions |= scenario.get("factions", {})
        printed.objectives = scenario.get("objectives", {})
    take_numbers(printed, ruleset)
    for name, change in ruleset.get("cards", {}).items():
        old = printed.cards.get(name, {})
        printed.cards[name] = change if change.get("type", old.get("type")) != old.get("type") else old | change
    for name, change in ruleset.get("villagers", {}).items() if isinstance(ruleset.get("villagers"), dict) else ():
        printed.villagers[name] = printed.villagers.get(name, {}) | change
    if isinstance(ruleset.get("villagers"), list):
        printed.listed = ruleset["villagers"]
    if "factions" in ruleset:
        printed.factions |= ruleset["factions"]
        printed.listed = []
    for seat, deck in ruleset.get("decks", {}).items():
        printed.decks[seat] = toml(found(data, "decks", deck, file.parent))["cards"] if isinstance(deck, str) else deck
