"""The printed things of a ruleset: numbers, board, box, decks, people, and the published tables."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

REALMS = ("cloud_mountains", "cedar_forest", "pagan_wasteland", "soulless_swamp", "witchs_palace")
TYPES = ("arena", "bard", "black_swan", "fire", "ice", "market", "shrine", "truthseeker", "wildland")
ARENA, BARD, BLACK_SWAN, FIRE, ICE, MARKET, SHRINE, TRUTHSEEKER, WILDLAND = range(1, 10)
CLUES = ("across", "within_sight", "left", "right", "this", "not")
ACROSS, WITHIN_SIGHT, LEFT, RIGHT, THIS, NOT = range(1, 7)
FACES = ("coin", "mana", "coin_and_mana", "seeker", "scroll", "blank")
BY_COIN, BY_MANA, BY_BOTH, BY_SEEKER, BY_SCROLL, BLANK = range(1, 7)
DECKS = ("black_swan", "truthseeker", "rage")
SWAN_DECK, TRUTH_DECK, RAGE_DECK = range(3)
COIN, MANA, SEEKER = range(3)
ALICE, ALADDIN, BEOWULF, BILLY, HERCULES, MERLIN, PERSEUS, RED, IVAN = range(1, 10)
EXCALIBUR, CLOAK = 19, 20
ENVELOPE, HAND, GONE = 1, 6, 11
ABOUT_HIDEOUT = ("draw_tile", "look_at_realm", "move_tile", "discard_tiles")
EFFECTS = (
    *("nothing", "lose_coin", "lose_mana", "lose_seeker", "lose_seeker_or_goods", "return_scroll", "return_highest_scroll"),
    *("show_card", "give_goods", "gain_coin", "gain_mana", "gain_seeker", "look_under_oracle", "gain_scroll", "ask", "be_shown"),
    *("see_random", "draw_tile", "look_at_realm", "move_tile", "immunity"),
)
LASTING = ("no_powers", "markets_closed", "towers_dearer", "wildlands_closed", "questions_dearer", "no_rewards")


@dataclass(frozen=True)
class Card:
    """A kind of card of one of the three decks."""

    effect: str
    amount: int = 0
    coin: int = 0
    mana: int = 0
    icons: int = 0
    copies: int = 0
    negative: bool = False
    as_oracle: bool = False
    no_immunity: bool = False


@dataclass
class Rules:
    """All that a game of one ruleset needs to know. Lists of kinds, Realms, clues, faces count from 1."""

    name: str
    numbers: dict[str, int]
    heroes: list[int]
    board: list[list[tuple[int, int]]]
    scroll_copies: list[int]
    scroll_icons: list[int]
    clues: list[int]
    die: list[int]
    criteria: list[int]
    draws_at: set[int]
    decks: list[list[Card | None]]
    start: dict[str, int] = field(default_factory=dict)
    blocks: list[dict] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many Heroes play."""
        return self.numbers["heroes"]

    def meaning(self, action: int) -> tuple[str, int]:
        """The block of an action and its number in it."""
        name = max((block for block in self.start if self.start[block] <= action), key=self.start.__getitem__)
        return name, action - self.start[name]


def toml(path: Path) -> dict:
    """A TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def merged(old: dict, new: dict) -> dict:
    """`old` with what `new` gives, key by key; `remove` takes a kind of card away."""
    out = dict(old)
    for key, value in new.items():
        if isinstance(value, dict) and value.get("remove"):
            out.pop(key, None)
        elif isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merged(out[key], value)
        else:
            out[key] = value
    return out


def read(data: Path, file: Path) -> dict:
    """Everything that a ruleset file says, with the shipped data behind it."""
    ruleset = toml(file)
    if "extends" in ruleset:
        name = ruleset["extends"]
        base = file.parent / name if name.endswith(".toml") else data / "rulesets" / f"{name}.toml"
        return merged(read(data, base), ruleset)
    shipped: dict = {}
    for name in ("numbers", "board", "box", "decks"):
        shipped = merged(shipped, toml(data / f"{name}.toml"))
    return merged(shipped, ruleset)


def location(text: str) -> tuple[int, int]:
    """A location's type and how many spaces it has with 4 or 5 Heroes."""
    name, _, spaces = text.partition("*")
    return TYPES.index(name) + 1, int(spaces or 1)


def kinds(deck: dict) -> list[Card | None]:
    """The kinds of card of a deck, from 1."""
    out: list[Card | None] = [None]
    for given in deck.values():
        out.append(Card(**{name: value for name, value in given.items() if name in Card.__dataclass_fields__}))
    return out


def counted(given: dict, names: tuple[str, ...]) -> list[int]:
    """Numbers by name as a list from 1."""
    return [0, *(given[name] for name in names)]


def load(data: Path, file: Path, heroes: int) -> Rules:
    """Read a ruleset file; `data` is the folder of the shipped files, the published tables lie in the one above."""
    given = read(data, file)
    people = list(toml(data / "people.toml")["heroes"])
    numbers = {name: value for name, value in given["numbers"].items() if name != "provenance"}
    numbers |= {"heroes": heroes, "villains": len(given["villains"]), "weapons": len(given["weapons"])}
    fives = ("1", "2", "3", "4", "5")
    tables = [json.loads((data.parent / f"{name}.json").read_text(encoding="utf-8")) for name in ("actions", "observation")]
    return Rules(
        name=file.stem,
        numbers=numbers,
        heroes=[people.index(name) + 1 for name in given["heroes"]],
        board=[[], *([location(text) for text in given["board"][realm]["locations"]] for realm in REALMS)],
        scroll_copies=counted(given["scrolls"]["copies"], fives),
        scroll_icons=counted(given["scrolls"]["icons"], fives),
        clues=counted(given["clues"], CLUES),
        die=counted(given["die"], FACES),
        criteria=counted(given["criteria"], FACES[:5]),
        draws_at={int(text) for text in given["rage_tracker"]["draws_at"].split()},
        decks=[kinds(given["decks"][deck]) for deck in DECKS],
        start={block["block"]: block["start"] for block in tables[0]},
        blocks=tables[1],
    )
