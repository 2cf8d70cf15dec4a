"""The printed things of a ruleset: cards, villagers, numbers and the published tables."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .language import Program, parse, prices

WITCH, HUNTER = 0, 1
COLOURS = {"red": 1, "blue": 2, "green": 3}
ROWS = ("ally", "location", "brew", "familiar", "enchantment")
ONE_TIME = ("charm", "event")
MOMENTS = (
    "play", "visit", "upkeep_start", "upkeep_must", "upkeep_may", "upkeep_end", "activate", "consume", "use", "empowered",
    "lift", "witch_assets", "hunter_assets", "witch_skill", "hunter_skill",
)  # fmt: skip
COUNTED_FROM_0 = ("pawn", "loot", "power")


@dataclass(frozen=True, eq=False)
class Card:
    """A kind of card of one seat (Anatomy of a Card)."""

    name: str
    owner: int
    kind: int
    type: str
    cost: int
    upkeep: int
    secrets: int
    side: int
    modifiers: dict[str, int]
    programs: dict[str, Program]
    prices: dict[str, dict[str, int]]


@dataclass(frozen=True, eq=False)
class VillagerCard:
    """A villager as printed."""

    name: str
    colour: int
    assets: int
    asset_colour: int
    skill: Program


class Actions:
    """The published action space: number of an action by block and indices, and back."""

    def __init__(self, blocks: list[dict]) -> None:
        self.number: dict[tuple, int] = {}
        self.meaning: dict[int, tuple] = {}
        for block in blocks:
            for offset in range(block["size"]):
                indices: list[int] = []
                rest = offset
                for axis in reversed(block["axes"]):
                    rest, index = divmod(rest, axis["size"])
                    indices.insert(0, index if axis["name"] in COUNTED_FROM_0 else index + 1)
                name = (block["block"], *indices)
                self.number[name] = block["start"] + offset
                self.meaning[block["start"] + offset] = name

    def __getitem__(self, name: tuple) -> int:
        return self.number[name]


@dataclass
class Rules:
    """All that a game of one ruleset needs to know."""

    name: str
    numbers: dict[str, int]
    villagers: list[VillagerCard]
    kinds: list[list[Card]]
    decks: list[list[int]]
    actions: Actions
    blocks: list[dict]

    def kind(self, seat: int, number: int) -> Card:
        """A seat's kind of card by its number from 1."""
        return self.kinds[seat][number - 1]


def read_card(name: str, data: dict, owner: int, kind: int) -> Card:
    """A card of the data files."""
    programs = {moment: parse(data[moment]) for moment in MOMENTS if moment in data}
    return Card(
        name=name,
        owner=owner,
        kind=kind,
        type=data["type"],
        cost=data["cost"],
        upkeep=data.get("upkeep", 0),
        secrets=data.get("secrets", 0),
        side=HUNTER if data.get("side") == "hunter" else WITCH,
        modifiers=data.get("modifiers", {}),
        programs=programs,
        prices={moment: prices(program) for moment, program in programs.items()},
    )


def read_villager(data: dict) -> VillagerCard:
    """A villager of the data files."""
    return VillagerCard(
        data["name"], COLOURS[data["colour"]], data["assets"], COLOURS[data["asset_colour"]], parse(data["skill"])
    )


def read_deck(deck: dict[str, int], cards: dict, owner: int) -> tuple[list[Card], list[int]]:
    """A deck list as kinds in order of the printed number, and the copies of each kind (index 0 is none)."""
    names = sorted(deck, key=lambda name: cards[name]["number"])
    kinds = [read_card(name, cards[name], owner, kind) for kind, name in enumerate(names, start=1)]
    copies = [0] * 51
    for card in kinds:
        copies[card.kind] = deck[card.name]
    return kinds, copies


def load(data: Path, file: Path) -> Rules:
    """Read a ruleset file; `data` is the folder of cards, villagers and numbers, the published tables lie in the one above."""

    def toml(path: Path) -> dict:
        return tomllib.loads(path.read_text(encoding="utf-8"))

    def table(name: str) -> list[dict]:
        return json.loads((data.parent / name).read_text(encoding="utf-8"))

    ruleset = toml(file)
    cards = toml(data / "sets" / "base" / "cards.toml")["cards"] | ruleset.get("cards", {})
    villagers = toml(data / "sets" / "base" / "villagers.toml")["villagers"]
    sets = toml(data / "sets" / "base" / "villagers.toml")["villager_sets"]
    factions = {"red": "wayfarers", "blue": "townsfolk", "green": "caretakers"} | ruleset.get("factions", {})
    listed = ruleset.get("villagers") or [name for faction in factions.values() for name in sets[faction]["villagers"]]
    decks = {seat: ruleset.get("decks", {}).get(seat, {}) for seat in ("witch", "hunter")}
    named = {seat: toml(data / "decks" / f"{deck}.toml")["cards"] for seat, deck in decks.items() if isinstance(deck, str)}
    read = [read_deck(deck, cards, owner) for owner, deck in enumerate((decks | named).values())]
    return Rules(
        name=file.stem,
        numbers={
            name: value
            for name, value in (toml(data / "numbers.toml")["numbers"] | ruleset.get("numbers", {})).items()
            if name != "provenance"
        },
        villagers=[read_villager(villagers[name]) for name in listed],
        kinds=[kinds for kinds, _ in read],
        decks=[copies for _, copies in read],
        actions=Actions(table("actions.json")),
        blocks=table("observation.json"),
    )
