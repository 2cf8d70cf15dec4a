"""Positions for tests: a game put together by hand, played on in the words of the action space.

    p = Position(HUNTER).hand(HUNTER, bribe=1).influence(HUNTER, 5)
    p.do("play bribe regular")

A position stands in the Action phase of round 2 with all pawns of the seat to act; hands, boards and villagers are empty.
What is put on the table comes from the supply and the decks, so that nothing is made from nothing.
"""

from __future__ import annotations

import numpy as np

from pagan_env.core import bits, chance
from pagan_env.core.jit import rows
from pagan_env.pagan import kernels, observe, rules
from pagan_env.pagan.card_files import TYPE_NUMBERS
from pagan_env.pagan.describe import action_text, event_log, parse_action
from pagan_env.pagan.layout import (
    CLUE,
    DECISION_NAMES,
    ENDING_NAMES,
    EVIDENCE,
    FAVOR,
    FIRST_PLACE,
    HUNTER,
    INVESTIGATIONS,
    SECRET,
    STATE,
    STATE_RECORD,
    SUSPECT_DECK,
    TURN,
    WITCH,
)
from pagan_env.pagan.moves import push
from pagan_env.pagan.places import enter_play, free_place
from pagan_env.pagan.rulesets import Ruleset, load_ruleset
from pagan_env.pagan.turn import ACT

TOKEN_NAMES = {"clues": CLUE, "secrets": SECRET, "favors": FAVOR}


class Position:
    def __init__(self, seat: int = WITCH, ruleset: Ruleset | None = None, witch: str = "trapper_adams", seed: int = 1):
        self.ruleset = ruleset or load_ruleset("first_steps")
        self.states = np.zeros(1, STATE)
        # One record in two guises: with fields as attributes for the test, and as kernels want it.
        self.s = s = self.states.view(np.recarray)[0]
        self.record = rows(self.states)[0]
        self.tables = self.ruleset.tables[0]
        self.deal(seed)
        s.true_witch = self.villager(witch)
        for owner in (WITCH, HUNTER):
            me = s.seats[owner]
            me.deck[:] += me.hand
            me.deck_size += me.hand_size
            me.hand[:] = 0
            me.hand_size = 0
            me.influence = 0
        s.round_number = 2
        s.turn = seat
        s.depth = 0
        s.decision = 0
        numbers = self.ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
        s.seats[WITCH].pawns, s.seats[WITCH].familiar_pawn = numbers["pawns_witch"], numbers["pawns_familiar"]
        push(self.record, TURN, seat)
        s.stack[0].step = ACT
        self._fresh = True

    def deal(self, seed: int) -> Position:
        """Deal the game anew, up to the Witch's first decision."""
        self.states[:] = np.zeros(1, STATE)
        rules.reset(self.record, self.tables, seed)
        self._fresh = False
        return self

    # ---- setting up -------------------------------------------------------------------------------------------------

    def villager(self, slug: str) -> int:
        return self.ruleset.villagers.index(slug) + 1

    def kind(self, slug: str) -> tuple[int, int]:
        """Seat and kind of a card."""
        for seat in (WITCH, HUNTER):
            for kind, card in enumerate(self.ruleset.kinds[seat], 1):
                if card.slug == slug:
                    return seat, kind
        raise KeyError(slug)

    def tokens(self, villager: str, **counts: int) -> Position:
        """Put tokens on a villager: `tokens("doctor_annie", clues=3)`."""
        for name, count in counts.items():
            token = TOKEN_NAMES[name]
            self.s.supply[token] -= count
            self.s.villagers[self.villager(villager)].tokens[token] += count
        return self

    def influence(self, seat: int, count: int) -> Position:
        self.s.seats[seat].influence = count
        return self

    def evidence(self, count: int) -> Position:
        self.s.supply[EVIDENCE] -= count
        self.s.seats[HUNTER].evidence += count
        return self

    def hand(self, **counts: int) -> Position:
        for slug, count in counts.items():
            seat, kind = self.kind(slug)
            me = self.s.seats[seat]
            me.deck[kind] -= count
            me.deck_size -= count
            me.hand[kind] += count
            me.hand_size += count
        return self

    def in_play(self, *slugs: str, on: str = "", secrets: int = 0) -> Position:
        """Put cards in play, Investigations on the villager `on`, Brews with so many Secrets."""
        for slug in slugs:
            seat, kind = self.kind(slug)
            card_type = TYPE_NUMBERS[self.ruleset.card(seat, kind).type]
            place = INVESTIGATIONS + self.villager(on) if on else free_place(self.record, self.tables, card_type)
            assert place >= FIRST_PLACE[card_type] > 0
            enter_play(self.record, self.tables, place, kind)
            self.s.places[place].tokens[SECRET] = secrets
            self.s.supply[SECRET] -= secrets
            self.s.seats[seat].deck[kind] -= 1
            self.s.seats[seat].deck_size -= 1
        return self

    def pawns(self, seat: int, villager: str, count: int = 1) -> Position:
        """Regular pawns of a seat on a villager."""
        self.s.seats[seat].pawns -= count
        self.s.villagers[self.villager(villager)].pawns[seat] += count
        return self

    def familiar_pawn(self, villager: str) -> Position:
        """The familiar pawn on a villager."""
        self.s.seats[WITCH].familiar_pawn = 0
        self.s.villagers[self.villager(villager)].familiar_pawn = 1
        self.s.villagers[self.villager(villager)].pawns[WITCH] += 1
        return self

    def deck(self, seat: int, **counts: int) -> Position:
        """Leave just these cards in a seat's deck; its others lie in the discard pile (to be called last)."""
        me = self.s.seats[seat]
        me.discard[:] += me.deck
        me.discard_size += me.deck_size
        me.deck[:] = 0
        me.deck_size = 0
        for slug, count in counts.items():
            owner, kind = self.kind(slug)
            assert owner == seat
            me.discard[kind] -= count
            me.discard_size -= count
            me.deck[kind] += count
            me.deck_size += count
        return self

    def next_suspect(self, villager: str) -> Position:
        """Skip luck of the Suspect deck until this Suspect is the next one drawn."""
        suspects = range(1, len(self.ruleset.villagers) + 1)
        left = [n for n in suspects if n != self.s.true_witch and not self.s.suspects[n]]
        wanted = left.index(self.villager(villager))
        while chance.draw(self.record, SUSPECT_DECK, len(left)) != wanted:
            pass
        self.s.draws[SUSPECT_DECK] -= 1
        return self

    def leave_in_supply(self, token: int, count: int) -> Position:
        """All but `count` tokens of a kind are out of the game."""
        self.s.supply[token] = count
        return self

    def at_step(self, step: int) -> Position:
        """Stand at another step of the turn."""
        self.s.stack[0].step = step
        return self

    # ---- playing ----------------------------------------------------------------------------------------------------

    def start(self) -> Position:
        if self._fresh:
            self._fresh = False
            rules.run(self.record, self.tables)
        return self

    @property
    def decision(self) -> str:
        self.start()
        return DECISION_NAMES[self.s.decision]

    @property
    def legal(self) -> set[str]:
        """What the seat to act may do, in words."""
        self.start()
        seat = int(self.s.to_act)
        words = self.s.seats[seat].legal
        return {action_text(self.ruleset, seat, bits.select(words, k)) for k in range(bits.count(words))}

    def refuses(self, action: int) -> bool:
        """Try an action by its number; whether the engine refused it."""
        return bool(rules.apply(self.record, self.tables, action))

    def starting(self, block: str) -> set[str]:
        """Legal actions of a block, without the block's name."""
        return {text.removeprefix(block).strip() for text in self.legal if text.split()[0] == block}

    def do(self, *texts: str) -> Position:
        """Take actions; each must be legal."""
        self.start()
        for text in texts:
            action = parse_action(self.ruleset, int(self.s.to_act), text)
            assert not self.refuses(action), f"{text!r} is not legal: {sorted(self.legal)}"
            assert STATE_RECORD.faults(self.states) == []
        return self

    # ---- looking ----------------------------------------------------------------------------------------------------

    def on(self, villager: str) -> tuple[int, int, int]:
        """Clues, Secrets, Favors on a villager."""
        return tuple(int(n) for n in self.s.villagers[self.villager(villager)].tokens[1:4])  # type: ignore[return-value]

    def count_influence(self, seat: int) -> int:
        return int(self.s.seats[seat].influence)

    def in_hand(self, slug: str) -> int:
        seat, kind = self.kind(slug)
        return int(self.s.seats[seat].hand[kind])

    def discarded(self, slug: str) -> int:
        seat, kind = self.kind(slug)
        return int(self.s.seats[seat].discard[kind])

    def at(self, slug: str) -> list[int]:
        """Places where copies of a card lie."""
        seat, kind = self.kind(slug)
        own = range(7, 16) if seat == WITCH else [*range(1, 7), *range(16, 25)]
        return [place for place in own if self.s.places[place].kind == kind]

    @property
    def truncated(self) -> bool:
        return bool(rules.truncated(self.record))

    def payoffs(self) -> list[float]:
        paid = np.ones(2, np.float32)
        kernels.returns(rows(self.states), 0, paid)
        return paid.tolist()

    def observation(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by block."""
        seen = np.zeros(observe.SIZE, np.int8)
        kernels.observe(rows(self.states), self.ruleset.tables, 0, seat, seen)
        return {name: seen[part] for name, part in observe.SLICES.items()}

    @property
    def ending(self) -> str:
        return ENDING_NAMES[self.s.ending]

    def events(self, viewer: int | None = None) -> list[str]:
        return event_log(self.ruleset, self.states[0], viewer)
