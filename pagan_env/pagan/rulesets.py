"""Rulesets from data files: strict loading into the tables that kernels read, with names for people beside them.

Files lie in data/: `numbers.toml`, card sets in `sets/`, decks in `decks/`, and one file a ruleset in `rulesets/`, named
`name@version.toml`. A bad file is refused with all its faults, each with line, key, what was found and what is allowed.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core import shipped
from ..core.data import DataError, Faults, Reader
from ..core.jit import rows
from ..core.programs import CodePool, Language, Rows, read
from ..core.shipped import PROVENANCE
from .card_files import Card, read_cards
from .card_sets import Token, read_tokens
from .decks import read_decks
from .layers import DATA, gather, ruleset_names
from .layout import HUNTER, OWN_TOKENS, SEATS, WITCH
from .ops import language
from .scenario_files import Objective, read_objectives
from .tables import CARD_ROWS, CODE_ROWS, DERIVED, NUMBERS, RULESET, TABLES
from .villager_files import read_village, read_villager_sets, read_villagers

__all__ = ["DATA", "DEFAULT", "Ruleset", "build_ruleset", "find_ruleset", "load_ruleset", "read_ruleset", "ruleset_names"]

DEFAULT = "standard"
find_ruleset = functools.partial(shipped.find_ruleset, DATA)
read_numbers = functools.partial(shipped.read_numbers, NUMBERS)


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
    cards: Mapping[str, Card]
    """All cards of its sets by slug, in order of number, in a deck or not."""
    tokens: tuple[Token, ...]
    """Kinds of token beside the rulebook's four."""
    objectives: tuple[Objective | None, ...]
    """By seat, of the scenario."""
    provenance: Mapping[str, str]
    """Where each number and each field of a villager is from, by path: `numbers.spots`, `villagers.doctor_annie.skill`."""

    @property
    def own_tokens(self) -> tuple[str, ...]:
        """Names of the kinds of token that its sets of cards declare."""
        return tuple(token.name for token in self.tokens)

    @property
    def language(self) -> Language:
        """The card language with those names."""
        return language(self.own_tokens)

    @property
    def sources(self) -> str:
        """How many kinds of card have the rulebook's effect, and how many ours or the owner's, in words."""
        effects = [card.provenance["effect"] for own in self.kinds for card in own]
        others = [f"{effects.count(source)} {source}" for source in PROVENANCE[1:] if source == "house" or source in effects]
        return f"effects: {effects.count('rulebook')} of {len(effects)} kinds rulebook, {', '.join(others)}"

    def card(self, seat: int, kind: int) -> Card:
        """The card of a seat's kind (from 1)."""
        return self.kinds[seat][kind - 1]


def load_ruleset(ruleset: str | Path | None = None) -> Ruleset:
    """Load a ruleset by name or from a `.toml` file; None is the default one. Raises DataError, a line a fault."""
    chosen = DEFAULT if ruleset is None else ruleset
    if not isinstance(chosen, (str, Path)):
        raise DataError(f"ruleset: found a {type(chosen).__name__}, allowed: a name or a path")
    if str(chosen).endswith(".toml"):
        return read_ruleset(Path(chosen))
    return _shipped(find_ruleset(str(chosen)))


@functools.cache
def _shipped(path: Path) -> Ruleset:
    return read_ruleset(path)


def read_ruleset(path: Path) -> Ruleset:
    """Read a ruleset file, which may bring cards of its own. Raises DataError, a line a fault."""
    faults = Faults()
    return _made(path.stem, faults.read(path), path, faults)


def build_ruleset(
    base: str | Path | None = None,
    *,
    name: str = "built",
    sets: Sequence[str] = (),
    scenario: str | Path | None = None,
    factions: Mapping[str, str] | None = None,
    decks: Mapping[str, str | Mapping[str, int]] | None = None,
    numbers: Mapping[str, int] | None = None,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
    villagers: Mapping[str, Mapping[str, Any]] | None = None,
) -> Ruleset:
    """A ruleset that extends `base` (a name or a file; None: the default) as a file with these tables would.

    Relative paths begin in the working directory. Raises DataError, a line a fault.
    """
    extends = str(base) if str(base).endswith(".toml") else find_ruleset(DEFAULT if base is None else str(base)).stem
    tables: dict[str, Any] = {"extends": extends}
    changes = {"factions": factions, "decks": decks, "numbers": numbers, "cards": cards, "villagers": villagers}
    tables |= {key: _plain(value) for key, value in changes.items() if value is not None}
    if scenario is not None:
        tables["scenario"] = str(scenario)
    if sets:
        tables["sets"] = list(sets)
    faults = Faults()
    return _made(name, faults.given(name, tables), Path("built"), faults)


def _plain(value: Any) -> Any:
    """The value in the types that a file would give."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return int(value) if isinstance(value, np.integer) else value


def _made(name: str, tables: dict[str, Any], path: Path, faults: Faults) -> Ruleset:
    """The ruleset of these tables; relative paths in them begin beside `path`."""
    pool = CodePool()
    root = Reader(gather(tables, path, faults), "", faults)
    tokens = read_tokens(root)
    words = language(tuple(token.name for token in tokens))
    cards, card_rows = read_cards(root.tables("cards", {}), pool, words, tokens)
    description = root.text("description")
    made = np.zeros(1, RULESET)
    rules = made[0]
    provenance = read_numbers(root, rules)
    known = read_villagers(root.tables("villagers", {}), pool, words)
    listed = read_village(root, known, read_villager_sets(root.tables("villager_sets", {}), known), int(rules["villagers"]))
    village = [known[slug] for slug in listed if slug in known]
    for number, villager in enumerate(village, 1):
        rules["village"][number] = villager.row
        provenance |= {f"villagers.{villager.slug}.{field}": source for field, source in villager.provenance.items()}
    for number, token in enumerate(tokens[:OWN_TOKENS]):
        rules["own_supply"][number] = token.supply
    objectives = read_objectives(root, rules, pool, words)
    kinds = read_decks(root, rules, cards)
    root.done()
    code = pool.array()
    for held, room, what in ((card_rows, CARD_ROWS, "cards"), (code, CODE_ROWS, "lines of programs")):
        if len(held) > room:
            root.fault("cards", f"found {len(held)} {what}, allowed: {room} in all")
    faults.check()
    full = np.zeros(1, TABLES)
    full[0]["rulesets"][:1] = made
    full[0]["cards"][: len(card_rows)] = card_rows
    full[0]["code"][: len(code)] = code
    slugs = tuple(villager.slug for villager in village)
    return Ruleset(
        name,
        description,
        _digest(rules, card_rows, code, tokens),
        rows(full),
        slugs,
        tuple(villager.name for villager in village),
        kinds,
        (_labels(WITCH, slugs, kinds), _labels(HUNTER, slugs, kinds)),
        cards,
        tokens,
        objectives,
        provenance,
    )


def _digest(rules: np.void, card_rows: np.ndarray, code: Rows, tokens: tuple[Token, ...]) -> str:
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
            sha.update(b"".join(card[name].tobytes() for name in card.dtype.names if name not in DERIVED))
            sha.update(b"|".join(programs) + b"|")
    for objective in rules["objectives"]:
        if objective["condition"]:
            sha.update(f"{objective['wins']};{objective['modifiers'].tolist()}".encode())
            sha.update(b"|".join(read(code, int(objective[part])).tobytes() for part in ("condition", "reward")))
    for token in tokens:
        sha.update(f"{token.slug}={token.supply};".encode())
    return sha.hexdigest()[:16]


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
        "foe_kind": tuple(card.slug for card in kinds[1 - seat]),
    }
