"""Rulesets from data files: strict loading into the tables that kernels read, with names for people beside them.

Files lie in data/: numbers, board, box, decks, people, and one file a ruleset in `rulesets/`, named `name@version.toml`. A bad
file is refused with all its faults, each with line, key, what was found and what is allowed.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core import shipped
from ..core.data import DataError, Faults, Reader
from ..core.jit import rows
from ..core.shipped import PROVENANCE
from .layers import DATA, SOURCED, gather, ruleset_names
from .layout import BY_SCROLL, CLUE_NAMES, KINDS, LOCATION_NAMES, LOCATIONS, NUMBERS_OF_SCROLL, RAGE, SEATS, SLOTS
from .tables import CARD_RECORD, DECK_NAMES, EFFECTS, EFFECTS_OF_DECK, HIDEOUT_EFFECTS, NUMBERS, RULESET, TABLES

__all__ = ["DATA", "DEFAULT", "Card", "Ruleset", "build_ruleset", "load_ruleset", "read_ruleset", "ruleset_names"]

DEFAULT = "standard"
find_ruleset = functools.partial(shipped.find_ruleset, DATA)
read_numbers = functools.partial(shipped.read_numbers, NUMBERS)
REALM_NAMES = ("cloud_mountains", "cedar_forest", "pagan_wasteland", "soulless_swamp", "witchs_palace")
DIE_FACES = ("coin", "mana", "coin_and_mana", "seeker", "scroll", "blank")
ADVANTAGES = ("first_claim", "question", "draw")
SCROLL_CARDS = 32  # a type, at most: what a record's supply of Scroll cards holds


@dataclass(frozen=True)
class Card:
    """A kind of card of a deck, for people; its row is in the tables."""

    slug: str
    deck: int
    kind: int
    provenance: str


@dataclass(frozen=True)
class Ruleset:
    """One set of rules: `tables`, TABLES (1,), is what every kernel takes; names are for people."""

    name: str
    description: str
    digest: str
    """Hex digest of all that the ruleset uses: what a replay, checkpoint or result was made under."""
    tables: np.ndarray
    heroes: tuple[str, ...]
    """Names of the Heroes by number, from 1."""
    villains: tuple[str, ...]
    weapons: tuple[str, ...]
    """Slugs by slot, with their names in `titles`."""
    titles: Mapping[str, str]
    cards: tuple[tuple[Card, ...], ...]
    """Kinds of card by deck, in order of kind."""
    labels: tuple[Mapping[str, tuple[str, ...]], ...]
    """By seat: the words of the action space's axes, for `action_text` and `parse_action`."""
    provenance: Mapping[str, str]
    """Where each number, Realm and table is from, by path: `numbers.hideout`, `board.cloud_mountains`."""

    @property
    def sources(self) -> str:
        """How many of its cards, numbers and Realms are the rulebook's, and how many ours or the owner's."""
        found = [*self.provenance.values(), *(card.provenance for deck in self.cards for card in deck)]
        return ", ".join(f"{found.count(source)} {source}" for source in PROVENANCE if source in found)

    def oracle_card(self, card: int) -> str:
        """The slug of an Oracle card, 1..20."""
        if card > 2 * SLOTS:
            return ("excalibur", "cloak_of_invisibility")[card - 2 * SLOTS - 1]
        names = self.villains if card <= SLOTS else self.weapons
        return names[(card - 1) % SLOTS]


def load_ruleset(name: str | Path | None = None, heroes: int = 3) -> Ruleset:
    """A ruleset that ships by its name, or the one in a .toml file; None: the default. Raises DataError."""
    chosen = DEFAULT if name is None else name
    if not isinstance(chosen, (str, Path)):
        raise DataError(f"ruleset: found a {type(chosen).__name__}, allowed: a name or a path")
    if str(chosen).endswith(".toml"):
        return read_ruleset(Path(chosen), heroes)
    return _shipped(find_ruleset(str(chosen)), heroes)


@functools.cache
def _shipped(path: Path, heroes: int) -> Ruleset:
    return read_ruleset(path, heroes)


def read_ruleset(path: Path, heroes: int = 3) -> Ruleset:
    """The ruleset in a file, for so many Heroes. Raises DataError with a line for each fault."""
    faults = Faults()
    return _build(faults.read(path), path, faults, heroes)


def is_part(path: Path) -> bool:
    """Whether a file is no ruleset but data for one, as those in data/ are: it says nothing of itself, and has such blocks."""
    tables = Faults().read(path)
    return bool(tables) and tables.keys() <= {"numbers", "board", "decks", *SOURCED}


def read_part(path: Path) -> Ruleset:
    """The default ruleset with such a file over it. Raises DataError with a line for each fault."""
    faults = Faults()
    tables = faults.read(path)
    tables |= {"extends": find_ruleset(DEFAULT).stem, "description": path.name}
    return _build(tables, path, faults, 3)


def build_ruleset(name: str, tables: dict[str, Any], heroes: int = 3) -> Ruleset:
    """A ruleset from tables that a program made, as those of a file. Raises DataError."""
    faults = Faults()
    return _build(faults.given(name, tables), Path(name), faults, heroes)


def _build(tables: dict[str, Any], path: Path, faults: Faults, heroes: int) -> Ruleset:
    root = Reader(gather(tables, path, faults), "", faults)
    description = root.text("description")
    made = np.zeros(1, RULESET)
    rules = made[0]
    sources = read_numbers(root, rules)
    rules["heroes"] = heroes
    people = Reader(faults.read(DATA / "people.toml"), "", faults)
    named = [people.table(key) for key in ("heroes", "villains", "weapons")]
    titles = {slug: table.text(slug) for table in named for slug in table.names()}
    hero_names = _read_heroes(root, rules, people)
    villains = _read_slots(root, "villains", people, int(rules["villains"]))
    weapons = _read_slots(root, "weapons", people, int(rules["weapons"]))
    rules["villains"], rules["weapons"] = max(len(villains), 1), max(len(weapons), 1)
    if len(villains) != len(weapons):
        root.fault("weapons", f"found {len(weapons)} beside {len(villains)} villains, allowed: as many")
    sources |= read_board(root, rules)
    sources |= read_box(root, rules)
    decks = root.table("decks")
    cards = tuple(read_deck(decks, deck, rules) for deck in range(3))
    root.done()
    faults.check()
    full = np.zeros(1, TABLES)
    full[0]["rulesets"][:1] = made
    labels = tuple(_labels(seat, heroes, hero_names, villains, weapons) for seat in range(SEATS))
    digest = digest_of(rules, (*hero_names, *villains, *weapons))
    name = path.stem if path.suffix == ".toml" else str(path)
    heroes_named = tuple(titles[slug] for slug in hero_names)
    return Ruleset(name, description, digest, rows(full), heroes_named, villains, weapons, titles, cards, labels, sources)


def digest_of(rules: np.void, names: tuple[str, ...]) -> str:
    """Hex digest of the rules; who resolves luck is no part of them."""
    rules = rules.copy()
    rules["explicit_chance"] = 0
    return hashlib.sha256(rules.tobytes() + " ".join(names).encode()).hexdigest()[:16]


def _read_heroes(root: Reader, rules: np.void, people: Reader) -> tuple[str, ...]:
    """Which Heroes may be in the game; the slugs of all, by number: those with printed powers (ruling A14)."""
    known = people.table("heroes").names()
    listed = root.lines("heroes")
    for index, slug in enumerate(listed):
        if slug not in known or slug in listed[:index]:
            root.fault(f"heroes[{index}]", f"found {slug!r}, allowed: each of these at most once: {', '.join(known)}")
        else:
            rules["hero_pool"][1 + known.index(slug)] = 1
    if len(listed) < SEATS:
        root.fault("heroes", f"found {len(listed)}, allowed: at least {SEATS}")
    return tuple(known)


def _read_slots(root: Reader, key: str, people: Reader, least: int) -> tuple[str, ...]:
    known = people.table(key).names()
    listed = root.lines(key)
    for index, slug in enumerate(listed):
        if slug not in known or slug in listed[:index]:
            root.fault(f"{key}[{index}]", f"found {slug!r}, allowed: each of these at most once: {', '.join(known)}")
    if not 8 <= len(listed) <= SLOTS:
        root.fault(key, f"found {len(listed)}, allowed: 8 or {SLOTS}")
    return tuple(listed[:SLOTS])


def read_board(root: Reader, rules: np.void) -> dict[str, str]:
    """The locations of each Realm."""
    board, sources = root.table("board"), {}
    allowed = ", ".join(LOCATION_NAMES) + ", each with *2 for a second space"
    for realm, slug in enumerate(REALM_NAMES, 1):
        table = board.table(slug)
        table.text("name")
        sources[f"board.{slug}"] = table.choice("provenance", PROVENANCE)
        lines = table.lines("locations")
        if not 1 <= len(lines) <= LOCATIONS:
            table.fault("locations", f"found {len(lines)}, allowed: 1 to {LOCATIONS}")
        rules["locations"][realm] = min(len(lines), LOCATIONS)
        for at, line in enumerate(lines[:LOCATIONS]):
            kind, _, second = line.partition("*")
            if kind not in LOCATION_NAMES or second not in ("", "2") or line.endswith("*"):
                table.fault(f"locations[{at}]", f"found {line!r}, allowed: {allowed}")
                continue
            rules["board"][realm, at] = 1 + LOCATION_NAMES.index(kind)
            rules["spaces"][realm, at] = 2 if second else 1
    return sources


def read_box(root: Reader, rules: np.void) -> dict[str, str]:
    """Scroll cards, Clue tiles, the die, the criteria of Claim order, where the tracker draws."""
    sources = {}
    scrolls = root.table("scrolls")
    for key in ("copies", "icons"):
        table = scrolls.table(key)
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            copies = int(rules["scroll_copies"][number])
            most = copies if key == "icons" and rules["scroll_copies"].any() else 16  # without copies that has been told
            rules[f"scroll_{key}"][number] = table.integer(str(number), 0, most)
    if rules["scroll_copies"].sum() > SCROLL_CARDS:
        scrolls.fault("copies", f"found {rules['scroll_copies'].sum()} cards a type, allowed: {SCROLL_CARDS}")
    clues = root.table("clues")
    for kind, name in enumerate(CLUE_NAMES, 1):
        rules["clues"][kind] = clues.integer(name, 0, 15)
    if not SEATS <= rules["clues"].sum() <= 15:
        clues.fault("", f"found {rules['clues'].sum()} Clue tiles, allowed: {SEATS}..15")
    die, criteria, tracker = root.table("die"), root.table("criteria"), root.table("rage_tracker")
    for face, name in enumerate(DIE_FACES, 1):
        rules["die"][face] = die.integer(name, 0, 6)
    for number, name in enumerate(DIE_FACES[:BY_SCROLL], 1):
        rules["criteria"][number] = criteria.integer(name, 0, 6)
    for what, table in (("die", die), ("criteria", criteria)):
        if not rules[what].sum():
            table.fault("", "found nothing but 0, allowed: at least one that isn't")
    words = tracker.text("draws_at").split()
    for word in words:
        if word.isascii() and word.isdigit() and 1 <= int(word) <= 9:
            rules["rage_draws"][int(word)] = 1
        else:
            tracker.fault("draws_at", f"found {word!r}, allowed: numbers from 1 to 9 with spaces between")
    for name, table in (("scrolls", scrolls), ("clues", clues), ("die", die), ("criteria", criteria), ("rage_tracker", tracker)):
        sources[name] = table.choice("provenance", PROVENANCE)
    return sources


def read_deck(decks: Reader, deck: int, rules: np.void) -> tuple[Card, ...]:
    """The kinds of card of one deck."""
    tables = decks.tables(DECK_NAMES[deck])
    if not 1 <= len(tables) <= KINDS:
        decks.fault(DECK_NAMES[deck], f"found {len(tables)} kinds of card, allowed: 1 to {KINDS}")
    numbers = {name: number for number, name in enumerate(EFFECTS) if name in EFFECTS_OF_DECK[deck]}
    ranges = {field.name: (field.low, field.high) for field in CARD_RECORD.fields}
    cards = []
    for kind, (slug, table) in enumerate(list(tables.items())[:KINDS], 1):
        row = rules["cards"][deck, kind]
        row["effect"] = table.choice("effect", numbers)
        row["copies"] = table.integer("copies", *ranges["copies"])
        row["amount"] = table.integer("amount", *ranges["amount"], 0)
        if deck != RAGE:
            for name in ("icons", "coin", "mana"):
                row[name] = table.integer(name, *ranges[name], 0)
            for name in ("negative", "as_oracle", "no_immunity"):
                row[name] = table.flag(name, False)
        row["hideout"] = next(name for name, n in numbers.items() if n == row["effect"]) in HIDEOUT_EFFECTS
        cards.append(Card(slug, deck, kind, table.choice("provenance", PROVENANCE)))
    total = int(rules["cards"][deck]["copies"].sum())
    if not 1 <= total <= 60:
        decks.fault(DECK_NAMES[deck], f"found {total} cards, allowed: 1 to 60")
    return tuple(cards)


def _labels(
    seat: int, heroes: int, hero_names: tuple[str, ...], villains: tuple[str, ...], weapons: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Words of the action space's axes for a seat."""
    gap = ("",) * (SLOTS - len(villains))
    return {
        "goods": ("coin", "mana"),
        "hero": hero_names,
        "stop": ("",) * (LOCATIONS) + ("oracle",),
        "location": LOCATION_NAMES[:8],
        "scroll_type": ("fire", "ice"),
        "realm": REALM_NAMES,
        "to_realm": REALM_NAMES,
        "clue": CLUE_NAMES,
        "seat_on": tuple(f"hero_{(seat + n) % heroes}" if seat < heroes else "" for n in range(1, heroes)),
        "card": (*villains, *gap, *weapons),
        "advantage": ADVANTAGES,
        "villain": (*villains, *gap, "fire_magic"),
        "weapon": (*weapons, *gap, "ice_magic"),
    }
