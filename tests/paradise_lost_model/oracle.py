"""Communing with the Oracle, The Journey Onward."""

from __future__ import annotations

from . import asking, questions, rage, seeking
from .asking import Steps, ask
from .rules import BLANK, BY_SCROLL, CLOAK, EXCALIBUR, HAND, IVAN
from .table import NPC, Table

ORACLE_SPOKE, EXCALIBUR_GONE, CLOAK_TAKEN = 19, 20, 26


def oracle(t: Table) -> Steps:
    """All have arrived: seeking, communing, onward."""
    if t.numbers["hideout"]:
        yield from seeking.seeking(t)
    if not t.numbers["reveal_after"]:
        yield from speaks(t)
    yield from heroes_speak(t)
    if t.storm:
        return
    if t.numbers["reveal_after"]:
        yield from speaks(t)
    for seat in t.seats:
        seat.immune = 0
    yield from onward(t)


def speaks(t: Table) -> Steps:
    """The Oracle's cards are revealed."""
    place, wrath = 1 + t.realm, False
    for card in [card for card in t.cards if t.where[card] == place]:
        t.face_down[t.realm] -= 1
        t.log(ORACLE_SPOKE, 0, card, t.realm)
        if card == EXCALIBUR:
            t.excalibur_leaves()
            t.log(EXCALIBUR_GONE)
            wrath = True
        elif card == CLOAK:
            first = t.arrived[0]
            t.in_the_open(CLOAK, HAND + first)
            t.log(CLOAK_TAKEN, first)
        else:
            t.in_the_open(card, place)
    if wrath:
        yield from rage.wrath(t)


def heroes_speak(t: Table) -> Steps:
    """One question each, from the last to arrive on."""
    special = t.rules.start["special"]
    for seat in range(t.players):
        if t.power(seat, IVAN) and t.die not in (BY_SCROLL, BLANK):
            wants = yield from ask(t, seat, asking.USE_POWER, {0, special})
            if wants and (yield from rage.power(t, seat)):
                t.ivan = seat + 1
    for m in reversed(t.arrived):
        if m != NPC:
            yield from questions.question(t, m, questions.FROM_ORACLE)
            if t.storm:
                break
    t.ivan = 0


def onward(t: Table) -> Steps:
    """The Rage card goes, then the tracker goes up, the die is rolled (rulings 19, A11)."""
    t.rage_card = t.rage_cancelled = t.rage_ignored = 0
    if t.realm == 4:
        return
    yield from rage.step(t)
    if not t.storm:
        yield from rage.roll_die(t)
