"""A seat's notes hold what a perfect note-taker with unit propagation would: one in plain Python sits beside random games.

It reads nothing but the events as its seat saw them, and keeps clauses over "card c is at place p".
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.layout import CARDS, CLOAK, EXCALIBUR, SLOTS
from pagan_env.paradise_lost.rulesets import Ruleset, load_ruleset
from tests.paradise_lost.support import deal, legal, play

GAMES = 20 if COMPILED else 2
Place = tuple[str, int]
ENVELOPE, GONE = ("envelope", 0), ("gone", 0)


class NoteTaker:
    """The notes of one seat."""

    def __init__(self, seat: int, ruleset: Ruleset) -> None:
        rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
        self.seat, self.heroes = seat, int(rules["heroes"])
        self.reveal_after = bool(rules["reveal_after"])
        villains, weapons = range(1, 1 + rules["villains"]), range(SLOTS + 1, SLOTS + 1 + rules["weapons"])
        self.cards = [*villains, *weapons, EXCALIBUR, *([CLOAK] if self.heroes > 2 else [])]
        self.room = self._rooms(len(self.cards), int(rules["villains"]))
        self.may = {card: {p for p in self.room if p != GONE and (p != ENVELOPE or card <= 2 * SLOTS)} for card in self.cards}
        self.may = {card: places - {("hand", seat)} for card, places in self.may.items()}
        self.one_of: list[tuple[Place, int, int]] = []
        self.wrong: list[tuple[int, int]] = []
        self.pair = (0, 0)
        self.read = 0

    def _rooms(self, cards: int, villains: int) -> dict[Place, int]:
        under = {2: (1, 1, 1, 2), 3: (1, 1, 1, 1), 4: (1, 1, 1, 1), 5: (2, 1, 1, 2)}[self.heroes]
        under = tuple(n + (villains == 9 and o in (1, 2)) for o, n in enumerate(under))
        rooms: dict[Place, int] = {ENVELOPE: 2, GONE: 0}
        rooms |= {("oracle", o): n for o, n in enumerate(under, 1)}
        each = (cards - 2 - sum(under)) // self.heroes
        return rooms | {("hand", h): each for h in range(self.heroes)}

    def listen(self, state: Any) -> None:
        """Take in the events since the last time."""
        count = int(state["log_count"])
        assert count - self.read <= layout.EVENTS
        for n in range(self.read, count):
            self.take_in(state["log"][n % layout.EVENTS])
        self.read = count

    def take_in(self, event: Any) -> None:
        what, who, a, b = (int(event[name]) for name in ("what", "seat", "a", "b"))
        seen = (int(event["seen_by"]) >> self.seat) & 1
        secret = int(event["secret"]) if seen else 0
        if what == layout.DEALT and secret:
            self.at(secret, ("hand", who))
        elif what == layout.LOOKED and secret:
            self.at(secret, ("oracle", a))
        elif what == layout.SEEN and secret and who == self.seat:
            self.at(secret, ("hand", a - 1))
        elif what == layout.ORACLE_SPOKE:
            self.at(a, ("oracle", b))
            if a == EXCALIBUR:
                self.move(a, GONE)
        elif what == layout.CLOAK_TAKEN:
            (place,) = self.may[CLOAK]
            self.move(CLOAK, ("hand", who))
            if place[0] == "hand":
                self.one_of.append((place, *self.pair))
        elif what == layout.ASKED:
            self.pair = (a, b)
        elif what == layout.ANSWERED:
            self.answered(who, a, secret)
        elif what == layout.EXCALIBUR_GONE and self.may[EXCALIBUR] != {GONE}:
            self.at(EXCALIBUR, ("hand", who))
            self.move(EXCALIBUR, GONE)
        elif what == layout.CLAIM_IS and a:
            self.wrong.append((a, b))
        elif what == layout.CLAIM_IS and secret:
            self.at(secret, ENVELOPE)
        self.conclude()

    def answered(self, holder: int, how: int, secret: int) -> None:
        first, second = self.pair
        here = ("hand", holder)
        if how == layout.NO:
            self.may[first] -= {here}
            self.may[second] -= {here}
        elif how == layout.SHOWN:
            if secret and self.seat != holder:
                self.at(secret, here)
            self.one_of.append((here, first, second))
        elif how == layout.CLOAKED:
            self.at(CLOAK, here)

    def at(self, card: int, place: Place) -> None:
        self.may[card] = {place}

    def move(self, card: int, place: Place) -> None:
        (old,) = self.may[card]
        self.room[old] -= 1
        self.room[place] += 1
        self.may[card] = {place}

    # -- unit propagation, one rule at a time until none applies

    def conclude(self) -> None:
        while self.counted() or self.of_two() or self.not_both():
            pass

    def counted(self) -> bool:
        """Places hold so many cards; the envelope one Villain and one Weapon."""
        limits = [(p, self.cards, n) for p, n in self.room.items() if p not in (ENVELOPE, GONE)]
        limits += [(ENVELOPE, [c for c in self.cards if (c <= SLOTS) == v and c <= 2 * SLOTS], 1) for v in (True, False)]
        for place, cards, room in limits:
            maybe = [card for card in cards if place in self.may[card]]
            sure = [card for card in maybe if self.may[card] == {place}]
            if len(sure) == room and len(maybe) > room:
                for card in set(maybe) - set(sure):
                    self.may[card] -= {place}
                return True
            if len(maybe) == room and len(sure) < room:
                for card in maybe:
                    self.may[card] = {place}
                return True
        return False

    def of_two(self) -> bool:
        for place, first, second in self.one_of:
            for one, other in ((first, second), (second, first)):
                if place not in self.may[other] and self.may[one] != {place}:
                    self.may[one] = {place}
                    return True
        return False

    def not_both(self) -> bool:
        for villain, weapon in self.wrong:
            parts = [c for c, magic in ((villain, villain > SLOTS), (SLOTS + weapon, weapon > SLOTS)) if not magic]
            unsure = [card for card in parts if self.may[card] != {ENVELOPE}]
            if len(unsure) == 1 and ENVELOPE in self.may[unsure[0]]:
                self.may[unsure[0]] -= {ENVELOPE}
                return True
        return False


def places_of(mask: int) -> set[Place]:
    """The places of an engine's mask."""
    found = {ENVELOPE} if mask & 2 else set()
    found |= {("oracle", o) for o in range(1, 5) if (mask >> (layout.UNDER + o)) & 1}
    found |= {("hand", h) for h in range(5) if (mask >> (layout.HAND + h)) & 1}
    return found | ({GONE} if (mask >> layout.GONE) & 1 else set())


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["standard", "harder", "collectors"])
def test_a_perfect_note_taker_agrees(name: str, heroes: int):
    ruleset = load_ruleset(name, heroes)
    sure = 0
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        takers = [NoteTaker(seat, ruleset) for seat in range(heroes)]
        state = states.view(np.ndarray)[0]
        for taker in takers:
            taker.listen(state)
        for _ in play(states, random.Random(seed), ruleset):
            if state["ending"] == layout.CLAIMED:
                break  # the last Claim was right
            for taker in takers:
                taker.listen(state)
                possible = state["seats"][taker.seat]["possible"]
                for card in range(1, CARDS + 1):
                    assert places_of(int(possible[card])) == taker.may.get(card, set()), (seed, taker.seat, card)
                sure += sum(len(places) == 1 for places in taker.may.values())
        assert not legal(states)
    assert sure


@pytest.mark.parametrize("heroes", [3, 5])
def test_notes_never_rule_out_the_truth(heroes: int):
    ruleset = load_ruleset("standard", heroes)
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        state = states.view(np.ndarray)[0]
        for _ in play(states, random.Random(seed), ruleset):
            for seat in range(heroes):
                for card in range(1, CARDS + 1):
                    where = int(state["where"][card])
                    assert not where or (int(state["seats"][seat]["possible"][card]) >> where) & 1
