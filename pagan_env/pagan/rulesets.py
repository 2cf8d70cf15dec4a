"""Rulesets from data files: strict loading into the tables that kernels read, with names for people beside them.

Files lie in data/: `numbers.toml`, `villagers.toml`, `cards.toml`, and one file a ruleset in `rulesets/`, named
`name@version.toml`. A bad file is refused with all its faults, each with line, key, what was found and what is allowed.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..core.data import DataError, Faults, Reader
from ..core.jit import rows
from ..core.programs import CodePool, Rows, read
from .card_files import PROVENANCE, TYPES_OF_SEAT, Card, load_cards
from .layout import BLUE, GREEN, HUNTER, RED, SEATS, VILLAGERS, WITCH
from .program_files import read_program
from .tables import NUMBERS, RULESET, TABLES

DATA = Path(__file__).parent / "data"
DEFAULT = "welcome_to_roanoke"
COLOURS = {"red": RED, "blue": BLUE, "green": GREEN}
SEAT_NAMES = ("witch", "hunter")


@dataclass(frozen=True)
class Ruleset:
    """One set of rules and decks: arrays for kernels, names for people.

    `tables`, TABLES (1,), is what every kernel takes.
    """

    name: str
    description: str
    digest: str
    """Hex digest of all that the ruleset uses: what a replay, checkpoint or result was made under."""
    tables: np.ndarray
    villagers: tuple[str, ...]
    villager_names: tuple[str, ...]
    kinds: tuple[tuple[Card, ...], tuple[Card, ...]]
    labels: tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]
    """By seat: the words of the action space's axes, for `action_text` and `parse_action`."""

    @property
    def sources(self) -> str:
        """How many kinds of card have the rulebook's effect, and how many ours, in words."""
        effects = [card.provenance["effect"] for own in self.kinds for card in own]
        stated = effects.count("rulebook")
        return f"effects: {stated} of {len(effects)} kinds rulebook, {len(effects) - stated} house"

    def card(self, seat: int, kind: int) -> Card:
        """The card of a seat's kind (from 1)."""
        return self.kinds[seat][kind - 1]


def ruleset_names() -> list[str]:
    """Names of the rulesets that ship, such as `first_steps@1`."""
    return sorted(path.stem for path in (DATA / "rulesets").glob("*.toml"))


def find_ruleset(name: str) -> Path:
    """The file of a ruleset; a bare name means its newest version. Raises DataError for an unknown one."""
    versions = [n for n in ruleset_names() if name in (n, n.partition("@")[0])]
    if not versions:
        raise DataError(f"ruleset {name!r} is not known, allowed: {', '.join(ruleset_names())}, or the path of a .toml file")
    newest = max(versions, key=lambda n: int(n.partition("@")[2]))
    return DATA / "rulesets" / f"{newest}.toml"


def load_ruleset(ruleset: str | Path | None = None) -> Ruleset:
    """Load a ruleset by name or from a `.toml` file; None is the default one. Raises DataError, a line a fault."""
    chosen = DEFAULT if ruleset is None else ruleset
    if not isinstance(chosen, (str, Path)):
        raise DataError(f"ruleset: found {chosen!r}, allowed: a name or a path")
    if str(chosen).endswith(".toml"):
        return read_ruleset(Path(chosen))
    return _shipped(find_ruleset(str(chosen)))


@functools.cache
def _shipped(path: Path) -> Ruleset:
    return read_ruleset(path)


def read_ruleset(path: Path) -> Ruleset:
    """Read a ruleset file, which may bring cards of its own. Raises DataError, a line a fault."""
    pool = CodePool()
    faults = Faults()
    root = Reader(faults.read(path), "", faults)
    cards, card_rows = load_cards(DATA / "sets" / "base" / "cards.toml", pool, root.tables("cards", {}))
    description = root.text("description")
    made = np.zeros(1, RULESET)
    rules = made[0]
    _numbers(root, rules)
    slugs, names = _village(root, rules, pool)
    kinds = _decks(root, rules, cards, faults)
    root.done()
    faults.check()
    tables = np.zeros(1, TABLES)
    tables[0]["rulesets"][:1] = made
    tables[0]["cards"][: len(card_rows)] = card_rows
    tables[0]["code"][: len(pool.array())] = pool.array()
    labels = (_labels(WITCH, slugs, kinds), _labels(HUNTER, slugs, kinds))
    return Ruleset(path.stem, description, _digest(rules, card_rows, pool.array()), rows(tables), slugs, names, kinds, labels)


def _digest(rules: np.void, card_rows: np.ndarray, code: Rows) -> str:
    """Hex digest of what the ruleset uses: numbers, villagers, decks, cards and programs, wherever they stand in the pool."""
    sha = hashlib.sha256()
    for field in NUMBERS:
        if field.name != "explicit_chance":  # who resolves luck; the game is the same
            sha.update(f"{field.name}={rules[field.name]};".encode())
    village = rules["village"].copy()
    village["skill"] = 0
    sha.update(village.tobytes() + rules["decks"].tobytes())
    for start in rules["village"]["skill"]:
        sha.update(read(code, int(start)).tobytes() + b"|")
    for seat in range(SEATS):
        for row in rules["kinds"][seat, 1 : int(rules["kind_count"][seat]) + 1]:
            card = card_rows[row].copy()
            programs = [read(code, int(start)).tobytes() for start in card["programs"]]
            card["programs"] = 0
            sha.update(card.tobytes() + b"|".join(programs) + b"|")
    return sha.hexdigest()[:16]


def _numbers(root: Reader, rules: np.void) -> None:
    """The rulebook's numbers, then what this ruleset changes."""
    path = DATA / "numbers.toml"
    faults = Faults()
    base = Reader(faults.read(path), "", faults)
    printed, changed = base.table("numbers"), root.table("numbers", {})
    for field in NUMBERS:
        value = printed.integer(field.name, field.low, field.high)
        rules[field.name] = changed.integer(field.name, field.low, field.high, value)
    base.done()
    faults.check()


def _village(root: Reader, rules: np.void, pool: CodePool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The villagers of the game, in the order of the ruleset's list, which fixes the factions (ruling 47)."""
    path = DATA / "sets" / "base" / "villagers.toml"
    faults = Faults()
    file = Reader(faults.read(path), "", faults)
    known = {}
    for slug, villager in file.tables("villagers").items():
        entry = np.zeros(1, RULESET["village"].base)[0]
        name = villager.text("name")
        entry["colour"] = villager.choice("colour", COLOURS)
        entry["assets"] = villager.integer("assets", 0, 9)
        entry["asset_colour"] = villager.choice("asset_colour", COLOURS)
        entry["skill"] = read_program(villager, "skill", f"villagers.{slug}.skill", pool)
        sources = villager.table("provenance")
        for key in ("colour", "assets", "asset_colour", "skill"):
            sources.choice(key, PROVENANCE)
        known[slug] = (name, entry)
    file.done()
    faults.check()
    listed = root.lines("villagers")
    if len(listed) != rules["villagers"] or len(set(listed)) != len(listed):
        root.fault("villagers", f"found {len(listed)} names, allowed: {rules['villagers']} different ones (numbers.villagers)")
    for number, slug in enumerate(listed[:VILLAGERS], 1):
        if slug in known:
            rules["village"][number] = known[slug][1]
        else:
            root.fault("villagers", f"found {slug!r}, allowed: {', '.join(known)}")
    return tuple(listed), tuple(known[slug][0] for slug in listed if slug in known)


def _decks(root: Reader, rules: np.void, cards: dict[str, Card], faults: Faults) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Each seat's deck list (Deckbuilding): kinds are numbered from 1 in order of card number."""
    decks = root.table("decks", {})
    kinds = []
    for seat in range(SEATS):
        name = f"decks.{SEAT_NAMES[seat]}"
        listed = decks.integers(SEAT_NAMES[seat], 1, int(rules["deck_copies"]))
        own = []
        for slug in listed:
            if slug not in cards or TYPES_OF_SEAT[cards[slug].type] != seat:
                allowed = ", ".join(card.slug for card in cards.values() if TYPES_OF_SEAT[card.type] == seat)
                faults.add(f"{name}.{slug}", f"found no card of the {SEAT_NAMES[seat].title()}, allowed: {allowed}")
            else:
                own.append(cards[slug])
        own.sort(key=lambda card: card.number)
        if sum(listed.values()) != rules["deck_size"]:
            faults.add(name, f"found {sum(listed.values())} cards, allowed: {rules['deck_size']} (numbers.deck_size)")
        for card_type in (kind for kind, owner in TYPES_OF_SEAT.items() if owner == seat):
            count = sum(listed[card.slug] for card in own if card.type == card_type)
            if count < rules["deck_minimum"]:
                least = f"at least {rules['deck_minimum']} (numbers.deck_minimum)"
                faults.add(name, f"found {count} cards of type {card_type}, allowed: {least}")
        for kind, card in enumerate(own, 1):
            rules["kinds"][seat, kind] = card.row
            rules["decks"][seat, kind] = listed[card.slug]
        rules["kind_count"][seat] = len(own)
        kinds.append(tuple(own))
    return kinds[WITCH], kinds[HUNTER]


def _labels(
    seat: int, villagers: tuple[str, ...], kinds: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> dict[str, tuple[str, ...]]:
    """Words of the action space's axes for a seat."""
    rows_of_places = [f"{name}_{n}" for name in ("ally", "location", "brew", "familiar", "enchantment") for n in (1, 2, 3)]
    return {
        "villager": villagers,
        "pawn": ("regular", "familiar"),
        "loot": ("favor", "secrets"),
        "power": ("plain", "empowered"),
        "place": (*rows_of_places, *(f"investigation_on_{villager}" for villager in villagers)),
        "kind": tuple(card.slug for card in kinds[seat]),
    }
