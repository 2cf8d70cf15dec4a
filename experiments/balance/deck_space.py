"""A search for decks: a TOML file that says whose are sought, against which of the other's; and what may be done to a deck."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pagan_env.core.data import DataError, Faults, Reader
from pagan_env.core.game import Game
from pagan_env.envs.games import find_game
from pagan_env.pagan.decks import SEAT_NAMES, deck_names, random_deck, read_deck_file, types_of
from pagan_env.pagan.layers import DATA
from pagan_env.pagan.layout import KINDS
from pagan_env.pagan.rulesets import Ruleset, build_ruleset

from .changes import Change
from .games import Lineup
from .jobs import BLOCK, Plan, make_plan
from .rules import read_levels

Deck = tuple[int, ...]
LIMITS = {"deck_size": (1, 200), "deck_minimum": (0, 50), "deck_copies": (1, 50)}
RACERS = 24
TRIES = 200


@dataclass(frozen=True)
class Cards:
    """The cards of a seat by slug, with their types, and what a deck of them must be. A deck is copies in this order."""

    seat: int
    slugs: tuple[str, ...]
    types: tuple[str, ...]
    size: int
    copies: int
    minimum: int

    def legal(self, deck: Deck) -> bool:
        """Whether the ruleset allows a deck."""
        of_type = dict.fromkeys(types_of(self.seat), 0)
        for count, kind in zip(deck, self.types, strict=True):
            of_type[kind] += count
        within = all(0 <= count <= self.copies for count in deck)
        return within and sum(deck) == self.size and min(of_type.values()) >= self.minimum

    def deck(self, listed: Mapping[str, int]) -> Deck:
        """From copies by slug."""
        return tuple(listed.get(slug, 0) for slug in self.slugs)

    def listed(self, deck: Deck) -> dict[str, int]:
        """Copies by slug, of those that are in it."""
        return {slug: count for slug, count in zip(self.slugs, deck, strict=True) if count}

    def drawn(self, ruleset: Any, seed: int) -> Deck:
        """A legal deck, each as likely."""
        return self.deck(random_deck(ruleset, self.seat, seed))

    def best(self, worth: Sequence[float]) -> Deck:
        """The legal deck whose copies' worths have the largest sum."""
        order = sorted(range(len(self.slugs)), key=lambda card: -worth[card])
        deck = [0] * len(self.slugs)
        for kind in types_of(self.seat):
            own = [card for card in order if self.types[card] == kind]
            self.fill(deck, own, self.minimum)
        self.fill(deck, order, self.size - sum(deck))
        return tuple(deck)

    def fill(self, deck: list[int], order: Sequence[int], left: int) -> None:
        """Put `left` copies more into a deck, of cards in this order, as many of each as may be."""
        for card in order:
            more = min(self.copies - deck[card], left)
            deck[card], left = deck[card] + more, left - more

    def exchanged(self, deck: Deck, worth: Sequence[float], most: int) -> list[Deck]:
        """The deck, and what it becomes as up to `most` of its copies are exchanged for others that are worth most instead."""
        chain, at = [deck], list(deck)
        while len(chain) <= most:
            out = [card for card, count in enumerate(at) if 0 < count <= deck[card]]
            into = [card for card, count in enumerate(at) if deck[card] <= count < self.copies]
            swaps = sorted((worth[a] - worth[b], a, b) for a in out for b in into if a != b)
            legal = (self._swapped(at, a, b) for _, a, b in swaps)
            found = next((swapped for swapped in legal if self.legal(tuple(swapped))), None)
            if found is None:
                break
            at = found
            chain.append(tuple(at))
        return chain

    def _swapped(self, deck: Sequence[int], out: int, into: int) -> list[int]:
        return [count - (card == out) + (card == into) for card, count in enumerate(deck)]

    def mutated(self, deck: Deck, swaps: int, rng: random.Random) -> Deck:
        """As many copies taken out at random, and others put in; the deck as it is if no try is legal."""
        for _ in range(TRIES):
            changed = list(deck)
            for _ in range(swaps):
                out = rng.choice([card for card, count in enumerate(changed) if count])
                changed[out] -= 1
                changed[rng.choice([card for card, count in enumerate(changed) if count < self.copies and card != out])] += 1
            if self.legal(tuple(changed)) and tuple(changed) != deck:
                return tuple(changed)
        return deck

    def mixed(self, one: Deck, other: Deck, rng: random.Random) -> Deck:
        """Each card's copies from one deck or the other, then moved between the two until the size is right; `one` if none is
        legal.
        """
        apart = [card for card, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        for _ in range(TRIES):
            mix = [rng.choice(pair) for pair in zip(one, other, strict=True)]
            while apart and (off := sum(mix) - self.size):
                step = -1 if off > 0 else 1
                may = [card for card in apart if min(one[card], other[card]) <= mix[card] + step <= max(one[card], other[card])]
                if not may:
                    break
                mix[rng.choice(may)] += step
            if self.legal(tuple(mix)):
                return tuple(mix)
        return one


@dataclass(frozen=True)
class DeckSearch:
    """All that a file says, read and checked; the plan has one variant, in which both decks hold all cards."""

    title: str
    game: Game
    name: str
    ruleset: Ruleset
    seed: int
    seat: int
    levels: Lineup
    cards: tuple[Cards, Cards]
    """Of the seat whose decks are sought, and of the other."""
    reference: Deck
    """The ruleset's own deck, or one of all cards where that isn't legal."""
    own: bool
    pool: dict[str, Deck]
    random: int
    islands: int
    generations: int
    parents: int
    children: int
    games: int
    race: int
    near: float
    confirm: int
    plan: Plan
    digest: str

    def change(self, deck: Deck, other: Deck) -> Change:
        """The variant in which these decks meet, as sorted lines `path = value`."""
        lines = []
        for cards, copies in zip(self.cards, (deck, other), strict=True):
            whole = cards.deck(_deck_of(self.ruleset, cards.seat))
            path = f"decks.{SEAT_NAMES[cards.seat]}"
            found = zip(cards.slugs, copies, whole, strict=True)
            lines += [f"{path}.{slug} = {count}" for slug, count, now in found if count != now]
        return tuple(sorted(lines))


def load_decks(path: Path) -> DeckSearch:
    """A search for decks from its file. DataError: what is wrong, a line a fault."""
    faults = Faults()
    root = Reader(faults.read(path), "", faults)
    title, name = root.line("title", 120), root.text("ruleset", "standard")
    game = find_game("pagan")
    seat = root.choice("role", {agent: seat for seat, agent in enumerate(game.agents)})
    seed = root.integer("seed", 0, 2**39, 8_000_000)
    try:
        levels = read_levels(root.table("agents").text("levels"), game)
    except ValueError as error:
        root.fault("agents.levels", str(error))
    limits = root.table("numbers", {})
    numbers = {key: limits.integer(key, *LIMITS[key]) for key in LIMITS if limits.raw(key) is not None}
    about = root.table("search")
    counts = {
        "random": about.integer("random", 20, 5000, 120),
        "islands": about.integer("islands", 1, 20, 3),
        "generations": about.integer("generations", 0, 1000, 5),
        "parents": about.integer("parents", 2, 100, 5),
        "children": about.integer("children", 1, 1000, 12),
        "games": about.integer("games", 10, BLOCK, 100),
        "race": about.integer("race", 1000, 10**9, 60_000),
        "confirm": about.integer("confirm", 100, 10**6, 1000),
    }
    near = about.raw("near")
    about.leave("near")
    near = 2.0 if near is None else near
    if type(near) not in (int, float) or not 0 <= near <= 50:
        about.fault("near", f"found {near!r}, allowed: number 0..50")
    against = root.table("pool")
    drawn, names = against.integer("random", 0, 100, 4), against.lines("decks") if against.raw("decks") is not None else []
    faults.check()
    try:
        beside = path.parent / name
        named = str(beside) if name.endswith(".toml") and beside.exists() else name
        plain = game.load_ruleset(named)
        ruleset, sides = _whole_ruleset(plain, named, numbers)
    except ValueError as error:
        root.fault("numbers" if numbers else "ruleset", "; ".join(str(error).splitlines()))
        faults.check()
        raise AssertionError("a fault was noted") from None
    own = [cards.deck(_deck_of(plain, cards.seat)) for cards in sides]
    mine, theirs = sides[seat], sides[1 - seat]
    pool = {"own": own[1 - seat]} if theirs.legal(own[1 - seat]) else {}
    pool |= _named(against, names, ruleset, theirs, path.parent)
    pool |= {f"random {n}": theirs.drawn(ruleset, seed + n) for n in range(drawn)}
    if not pool:
        against.fault("", "found no deck that is legal, allowed: random or named ones")
    least = RACERS * counts["games"] * len(pool)
    if counts["race"] < least:
        about.fault("race", f"found {counts['race']}, allowed: {least} or more, for an evaluation of each of {RACERS} decks")
    root.done()
    faults.check()
    legal = mine.legal(own[seat])
    reference = own[seat] if legal else mine.deck(_deck_of(ruleset, seat))
    plan = make_plan(game.spec, [ruleset], [(0, [])])
    text = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return DeckSearch(
        title, game, name, ruleset, seed, seat, levels, (mine, theirs), reference, legal, pool,
        **counts, near=float(near), plan=plan, digest=text,
    )  # fmt: skip


def _whole_ruleset(plain: Ruleset, base: str, numbers: Mapping[str, int]) -> tuple[Ruleset, list[Cards]]:
    """The ruleset with decks of all cards, so that any legal deck is a change of its copies; and the cards of each seat."""
    rules = plain.tables.view(np.ndarray)[0]["rulesets"][0]
    limits = {key: numbers.get(key, int(rules[key])) for key in LIMITS}
    sides, decks = [], {}
    for seat, name in enumerate(SEAT_NAMES):
        cards = sorted((card for card in plain.cards.values() if card.type in types_of(seat)), key=lambda card: card.slug)
        size, copies, minimum = (limits[key] for key in ("deck_size", "deck_copies", "deck_minimum"))
        side = Cards(seat, tuple(c.slug for c in cards), tuple(c.type for c in cards), size, copies, minimum)
        most = min(size, KINDS)
        if len(cards) > most:
            raise DataError(
                f"found {len(cards)} cards of the {name.title()}, allowed: at most {most}, so that a deck can hold all"
            )
        whole = [1] * len(cards)
        for kind in types_of(seat):
            own = [card for card, of in enumerate(side.types) if of == kind]
            side.fill(whole, own, max(0, minimum - len(own)))
        side.fill(whole, range(len(cards)), size - sum(whole))
        sides.append(side)
        decks[name] = side.listed(tuple(whole))
    return build_ruleset(base, name=f"{plain.name} with all cards", numbers=dict(numbers), decks=decks), sides


def _deck_of(ruleset: Ruleset, seat: int) -> dict[str, int]:
    copies = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["decks"][seat]
    return {card.slug: int(copies[kind]) for kind, card in enumerate(ruleset.kinds[seat], 1)}


def _named(against: Reader, names: Sequence[str], ruleset: Ruleset, cards: Cards, folder: Path) -> dict[str, Deck]:
    """Decks from the files that ship, or from others."""
    found = {}
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    for name in names:
        faults = Faults()
        try:
            tables = faults.read(DATA / "decks" / f"{name}.toml" if name in deck_names() else folder / name)
            owner, listed = read_deck_file(tables, rules, ruleset.cards, faults)
            faults.check()
        except DataError as error:
            against.fault("decks", f"found {name!r}: {'; '.join(str(error).splitlines())}")
            continue
        if owner != cards.seat:
            against.fault("decks", f"found {name!r}, allowed: decks of the {SEAT_NAMES[cards.seat].title()}")
        else:
            found[Path(name).stem] = cards.deck(listed)
    return found
