"""The printed things of a ruleset: cards, villagers, numbers and the published tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .language import COLOURS, FIRST_OF_SET, TOKENS, Price, Program, parse, price
from .reading import COLOURS_OF_SETS, SEAT_NAMES, read, table

WITCH, HUNTER = 0, 1
ROWS = ("ally", "location", "brew", "familiar", "enchantment")
ONE_TIME = ("charm", "event")
MOMENTS = (
    "play", "visit", "upkeep_start", "upkeep_must", "upkeep_may", "upkeep_end", "activate", "consume", "use", "empowered",
    "lift", "witch_assets", "hunter_assets", "witch_skill", "hunter_skill", "foe_upkeep_start", "foe_upkeep", "foe_upkeep_end",
    "witch_visit", "hunter_visit", "placed", "removed", "played", "eliminated", "exonerated",
)  # fmt: skip
TRIGGERS = MOMENTS[-5:]
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
    pawns: str
    watches: dict[str, int | str]
    modifiers: dict[str, int]
    programs: dict[str, Program]
    prices: dict[str, Price]


@dataclass(frozen=True, eq=False)
class VillagerCard:
    """A villager as printed."""

    name: str
    colour: int
    assets: int
    asset_colour: int
    skill: Program


@dataclass(frozen=True, eq=False)
class Objective:
    """A seat's objective of a scenario: conditions that must all hold; what meeting it gives."""

    when: Program
    reward: Program
    modifiers: dict[str, int]
    wins: bool


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
    supply_of_set: list[int]
    triggers: set[str]
    objectives: list[Objective | None]

    def kind(self, seat: int, number: int) -> Card:
        """A seat's kind of card by its number from 1."""
        return self.kinds[seat][number - 1]


def read_card(name: str, data: dict, owner: int, kind: int, tokens: dict[str, int]) -> Card:
    """A card of the data files; what it watches is a kind of token by number and a type of card by name, 0 or none for any."""
    programs = {moment: parse(data[moment], tokens) for moment in MOMENTS if data.get(moment)}
    watches = data.get("watches", {})
    token = tokens.get(watches.get("token"), 0)
    return Card(
        name=name,
        owner=owner,
        kind=kind,
        type=data["type"],
        cost=data["cost"],
        upkeep=data.get("upkeep", 0),
        secrets=data.get("secrets", 0),
        side=HUNTER if data.get("side") == "hunter" else WITCH,
        pawns=data.get("pawns", "any"),
        watches={"placed": token, "removed": token, "played": watches.get("type", "any")},
        modifiers=data.get("modifiers", {}),
        programs=programs,
        prices={moment: price(program) for moment, program in programs.items()},
    )


def read_villager(data: dict, tokens: dict[str, int]) -> VillagerCard:
    """A villager of the data files."""
    colour, asset_colour = COLOURS[data["colour"]], COLOURS[data["asset_colour"]]
    return VillagerCard(data["name"], colour, data["assets"], asset_colour, parse(data["skill"], tokens))


def read_deck(deck: dict[str, int], cards: dict, owner: int, tokens: dict[str, int]) -> tuple[list[Card], list[int]]:
    """A deck list as kinds in order of the printed number, and the copies of each kind (index 0 is none)."""
    names = sorted(deck, key=lambda name: cards[name]["number"])
    kinds = [read_card(name, cards[name], owner, kind, tokens) for kind, name in enumerate(names, start=1)]
    copies = [0] * 51
    for card in kinds:
        copies[card.kind] = deck[card.name]
    return kinds, copies


def read_objective(data: dict | None, tokens: dict[str, int]) -> Objective | None:
    """A seat's objective of a scenario, if it has one."""
    if data is None:
        return None
    when = parse([f"if {condition} then" for condition in data["when"]], tokens)
    return Objective(when, parse(data.get("reward", []), tokens), data.get("modifiers", {}), data.get("wins", False))


def load(data: Path, file: Path) -> Rules:
    """Read a ruleset file; `data` is the folder of the shipped files, the published tables lie in the one above."""
    printed = read(data, file)
    tokens = TOKENS | {token["name"]: FIRST_OF_SET + n for n, token in enumerate(printed.tokens.values())}
    listed = printed.listed or [
        name for colour in COLOURS_OF_SETS for name in printed.villager_sets[printed.factions[colour]]["villagers"]
    ]
    decks = [read_deck(printed.decks.get(seat, {}), printed.cards, owner, tokens) for owner, seat in enumerate(SEAT_NAMES)]
    kinds = [kinds for kinds, _ in decks]
    supplies = [token["supply"] for token in printed.tokens.values()]
    return Rules(
        name=file.stem,
        numbers=printed.numbers,
        villagers=[read_villager(printed.villagers[name], tokens) for name in listed],
        kinds=kinds,
        decks=[copies for _, copies in decks],
        actions=Actions(table(data, "actions.json")),
        blocks=table(data, "observation.json"),
        supply_of_set=[*supplies, 0, 0][:2],
        triggers={moment for deck in kinds for card in deck for moment in TRIGGERS if moment in card.programs},
        objectives=[read_objective(printed.objectives.get(seat), tokens) for seat in SEAT_NAMES],
    )
