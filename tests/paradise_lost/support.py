"""Games of Paradise Lost to play at random, and states to look at, for the tests of its engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from pagan_env.core.jit import kernel, rows
from pagan_env.core.layout import raw_bytes
from pagan_env.paradise_lost import describe, kernels, layout, tables
from pagan_env.paradise_lost.actions import LEXICON
from pagan_env.paradise_lost.layout import CARDS, DECISION_NAMES, HAND, NOBODY_TO_ACT, NOWHERE, STATE, STATE_RECORD, UNDER, WORDS
from pagan_env.paradise_lost.observe import SIZE
from pagan_env.paradise_lost.rules import run
from pagan_env.paradise_lost.rulesets import REALM_NAMES, Ruleset, load_ruleset
from pagan_env.paradise_lost.variants import vary

ACTIONS = LEXICON.size
COIN, MANA, SEEKER = 0, 1, 2
ZERO = np.zeros(1, np.int64)


@kernel
def resume(states, tables):
    """Run game 0 on from its top frame."""
    run(states[0], tables[0])


def deal(seed: int, ruleset: Ruleset) -> np.ndarray:
    """A new game."""
    states = rows(np.zeros(1, STATE))
    kernels.reset(states, ruleset.tables, ZERO, np.array([seed]))
    return states


def legal(states: np.ndarray, i: int = 0) -> list[int]:
    """What the seat to act may do."""
    words = np.zeros(WORDS, np.uint64)
    kernels.legal(states, i, words)
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()


def play(states: np.ndarray, rng: random.Random, ruleset: Ruleset) -> Iterator[int]:
    """Play game 0 at random to its end; yields each action after it was taken."""
    while choices := legal(states):
        action = rng.choice(choices)
        assert kernels.apply(states, ruleset.tables, 0, action) == 0
        yield action


def observed(states: np.ndarray, ruleset: Ruleset, seat: int) -> np.ndarray:
    out = np.zeros(SIZE, np.int8)
    kernels.observe(states, ruleset.tables, 0, seat, out)
    return out


def ruleset_with(name: str = "standard", heroes: int = 3, **numbers: int) -> Ruleset:
    """A ruleset that ships, with other numbers."""
    ruleset = load_ruleset(name, heroes)
    return vary(ruleset, [{f"numbers.{key}": value for key, value in numbers.items()}]) if numbers else ruleset


class Position:
    """A game taken to the first move of the Trail, to be set up further and played by words.

    Unless `windows` says otherwise nobody is asked about Excalibur. Heroes by seat are `heroes`, as numbers of the layout.
    """

    def __init__(self, num_heroes: int = 3, seed: int = 1, ruleset: str = "standard", heroes: Any = (), **numbers: int) -> None:
        self.ruleset = ruleset_with(ruleset, num_heroes, **{"windows": 0, **numbers})
        self.states = deal(seed, self.ruleset)
        self.rng = random.Random(seed)
        while self.decision in ("draft", "realm", "window"):
            self.take(legal(self.states)[0])
        for seat in range(num_heroes):
            self.seat(seat)["hero"] = heroes[seat] if seat < len(heroes) else 0

    # -- looking

    @property
    def s(self) -> Any:
        return self.states.view(np.ndarray)[0]

    @property
    def decision(self) -> str:
        return DECISION_NAMES[self.s["decision"]]

    @property
    def to_act(self) -> int:
        return int(self.s["to_act"])

    def seat(self, seat: int) -> Any:
        return self.s["seats"][seat]

    def goods(self, seat: int) -> tuple[int, int, int]:
        """Coins, Mana and Seeker cubes of a seat."""
        coin, mana, cubes = self.seat(seat)["goods"].tolist()
        return coin, mana, cubes

    def may(self) -> set[str]:
        """What the seat to act may do, in words."""
        return {describe.action_text(self.ruleset, self.to_act, action) for action in legal(self.states)}

    def log(self, viewer: int | None = None) -> list[str]:
        return describe.event_log(self.ruleset, self.s, viewer)

    def card(self, slug: str) -> int:
        """The number of an Oracle card."""
        return next(n for n in range(1, CARDS + 1) if self.oracle_slug(n) == slug)

    def oracle_slug(self, card: int) -> str:
        try:
            return self.ruleset.oracle_card(card)
        except IndexError:  # a ninth slot that this ruleset hasn't filled
            return ""

    def kind(self, slug: str) -> tuple[int, int]:
        """The deck and the kind of a card."""
        card = next(card for deck in self.ruleset.cards for card in deck if card.slug == slug)
        return card.deck, card.kind

    # -- changing

    def give(self, seat: int, coin: int = 0, mana: int = 0, cubes: int = 0) -> None:
        """A seat has exactly these goods."""
        for goods, amount in enumerate((coin, mana, cubes)):
            self.s["supply"][goods] += self.seat(seat)["goods"][goods] - amount
            self.seat(seat)["goods"][goods] = amount

    def scrolls(self, seat: int, fire: str = "", ice: str = "") -> None:
        """A seat holds Scroll cards of these numbers."""
        for kind, numbers in enumerate((fire, ice)):
            for number in map(int, numbers):
                self.seat(seat)["scrolls"][kind][number] = 1
                self.s["scrolls_left"][kind][number] -= 1

    def next_scrolls_are(self, icons: bool) -> None:
        """All Scroll cards left have an icon, or none has."""
        self.s["icons_left"][:] = self.s["scrolls_left"] if icons else 0

    def next_card(self, *slugs: str) -> None:
        """The decks of these cards hold nothing else."""
        for slug in slugs:
            deck, kind = self.kind(slug)
            self.s["deck"][deck] = 0
            self.s["deck"][deck][kind] = 9

    def holds(self, **where: int | str) -> None:
        """Oracle cards are in hands (a seat), under Oracles ("oracle_1") or in the envelope; the rest stays, notes begin anew."""
        for slug, place in where.items():
            number = self.card(slug)
            new = HAND + place if isinstance(place, int) else 1 if place == "envelope" else UNDER + int(place[-1])
            self._swap(number, new)
        self.renew_notes()

    def _swap(self, card: int, place: int) -> None:
        """A card changes places with one there that no word has been said about: of its own kind for the envelope."""
        s = self.s
        old = int(s["where"][card])
        if old == place:
            return
        kind = range(1, 10) if card <= 9 else range(10, 19)
        pool = kind if 1 in (old, place) else range(1, CARDS + 1)
        fixed = getattr(self, "_fixed", set())
        partner = next(c for c in pool if s["where"][c] == place and c not in fixed)
        s["where"][card], s["where"][partner] = place, old
        self._fixed = fixed | {card}

    def renew_notes(self) -> None:
        """Hands as the places say, and notes that hold each seat's own hand alone."""
        s, heroes = self.s, int(self.ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["heroes"])
        for seat in range(heroes):
            me = self.seat(seat)
            for card in range(1, CARDS + 1):
                me["hand"][card] = s["where"][card] == HAND + seat
                places = 0 if s["where"][card] == NOWHERE else sum(1 << (UNDER + o) for o in range(1, 5))
                if places:
                    places |= sum(1 << (HAND + n) for n in range(heroes)) | (2 if card <= 18 else 0)
                    places = 1 << (HAND + seat) if me["hand"][card] else places & ~(1 << (HAND + seat))
                me["possible"][card] = places

    def empty_hands(self) -> None:
        """For questions of nothing but goods: all Oracle cards stay, but nobody holds Excalibur or the Cloak."""
        self.holds(excalibur="oracle_1")

    def stand(self, seat: int, stop: int, second: bool = False) -> None:
        """A miniature stands on a location of the Realm, counted from 0."""
        self.s["spot"][seat] = 2 * stop + (0 if second else 1)

    def at(self, realm: str | int) -> None:
        """All Heroes are behind the first location of a Realm, seat 0 furthest back."""
        self.s["round_number"] = realm if isinstance(realm, int) else 1 + REALM_NAMES.index(realm)
        for seat in range(len(self.goods_of_all())):
            self.s["spot"][seat] = seat - 6

    def goods_of_all(self) -> list[tuple[int, int, int]]:
        heroes = int(self.ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["heroes"])
        return [self.goods(seat) for seat in range(heroes)]

    # -- playing

    def begin(self, what: int = layout.TURN, seat: int = 0, **fields: int) -> Position:
        """Drop what is going on and put this work above the journey; run on to the next decision."""
        s = self.s
        raw = raw_bytes(self.states)
        for depth in range(1, layout.FRAMES):
            s["stack"][depth] = np.zeros((), layout.FRAME.dtype)
        s["depth"] = 2
        frame = s["stack"][1]
        frame["what"], frame["sees"], frame["seat"] = what, layout.EVERYONE, seat
        if what == layout.TURN:
            frame["target"] = seat
        for name, value in fields.items():
            frame[name] = value
        s["decision"] = 0
        s["answer"] = 0
        resume(self.states, self.ruleset.tables)
        assert raw.size
        return self

    def effect(self, slug: str, seat: int = 0) -> Position:
        """A Black Swan or Truthseeker card is drawn by a seat, or a Rage card for all."""
        deck, _ = self.kind(slug)
        self.next_card(slug)
        return self.begin(layout.RAGE_CARD if deck == layout.RAGE else layout.DECK_CARD, seat, deck=deck)

    def take(self, action: int) -> None:
        assert kernels.apply(self.states, self.ruleset.tables, 0, action) == 0

    def do(self, *texts: str) -> Position:
        """Actions in words, each of the seat that is to act then."""
        for text in texts:
            action = describe.parse_action(self.ruleset, self.to_act, text)
            assert action in legal(self.states), f"{text}: {self.decision} allows {sorted(self.may())}"
            self.take(action)
        return self

    def until(self, *decisions: str) -> Position:
        """Play at random until one of these decisions, or the end."""
        while self.to_act != NOBODY_TO_ACT and self.decision not in decisions:
            self.take(self.rng.choice(legal(self.states)))
        return self

    def check(self) -> Position:
        """Fields in range and goods conserved."""
        assert STATE_RECORD.faults(self.states.view(np.ndarray)) == []
        assert_conserved(self.s, self.ruleset)
        return self


def assert_conserved(s: Any, ruleset: Ruleset) -> None:
    """Goods, Oracle cards, Clue tiles and Scroll cards are all somewhere, and once.

    While an action of seeking may still be cancelled, its cubes and tile are nowhere else than in the action.
    """
    if s["decision"] == layout.WINDOW:
        return
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][int(s["ruleset"])]
    held = s["seats"]["goods"].sum(axis=0)
    box = [rules["supply_coin"], rules["supply_mana"], rules["supply_seeker"]]
    on_tiles = np.array([0, 0, s["lock_cubes"].sum()])
    assert (s["supply"] + held + on_tiles).tolist() == box
    for card in range(1, CARDS + 1):
        holders = [seat for seat in range(5) if s["seats"][seat]["hand"][card]]
        where = int(s["where"][card])
        assert holders == ([where - HAND] if HAND <= where < HAND + 5 else [])
    for place in range(1, layout.PLACES + 1):
        assert (s["where"] == place).sum() == s["room"][place] or place in (layout.ENVELOPE, layout.GONE)
    for seat in range(5):
        assert s["seats"][seat]["hand"].sum() == s["seats"][seat]["hand_size"]
        assert s["seats"][seat]["tiles"].sum() == s["seats"][seat]["tile_count"]
    if rules["hideout"]:
        for kind in range(1, layout.CLUES + 1):
            off = s["pile"][kind] + s["discarded_tiles"][kind] + (s["tile"] == kind)
            off += s["seats"]["tiles"][:, kind].sum() + s["seats"]["lost_tiles"][:, kind].sum()
            assert off + (s["stacks"] == kind).sum() == rules["clues"][kind]
    for kind in range(2):
        for number in range(1, 6):
            out = s["seats"]["scrolls"][:, kind, number].sum()
            gone = rules["scroll_icons"][number] - s["icons_left"][kind][number]
            assert s["scrolls_left"][kind][number] + out + gone == rules["scroll_copies"][number]


def effect_number(name: str) -> int:
    """The number of an effect of cards."""
    return list(tables.EFFECTS).index(name)
