"""Asking and answering; the Cloak of Invisibility."""

from __future__ import annotations

from . import asking, knowledge, rage
from .asking import Steps, ask
from .rules import (
    BY_BOTH,
    BY_COIN,
    BY_MANA,
    BY_SCROLL,
    BY_SEEKER,
    CLOAK,
    COIN,
    EXCALIBUR,
    HAND,
    MANA,
    PERSEUS,
    SEEKER,
    Card,
)  # fmt: skip
from .table import Table

ASKED, ANSWERED, CLOAK_TAKEN = 15, 16, 26
NO, A_CARD, THE_CLOAK, BY_EXCALIBUR = 1, 2, 3, 4
FROM_ORACLE, FROM_CARD, FROM_GATES = 1, 2, 3


def price(t: Table, seat: int, source: int, card: Card | None, free: bool) -> list[int]:
    """Coins, Mana, cubes, Scroll cards of a question; the fifth is extra Mana that a Rage card asks."""
    face = t.die
    if free or source == FROM_GATES or (source == FROM_CARD and not (card and card.as_oracle)):
        return [0, 0, 0, 0, 0]
    extra = t.under("questions_dearer", seat) if source == FROM_ORACLE else 0
    return [
        int(face in (BY_COIN, BY_BOTH)),
        int(face in (BY_MANA, BY_BOTH)),
        int(face == BY_SEEKER),
        int(face == BY_SCROLL),
        extra,
    ]


def payable(t: Table, seat: int, cost: list[int]) -> bool:
    """Whether one has that."""
    own = t.seats[seat]
    scrolls = sum(own.scrolls[0]) + sum(own.scrolls[1])
    coin, mana, cubes = own.goods
    return coin >= cost[0] and mana >= cost[1] + cost[4] and cubes >= cost[2] and scrolls >= cost[3]


def targets(t: Table, seat: int, card: Card | None) -> list[int]:
    """Whom one may ask."""
    over = bool(card and card.no_immunity)
    return [other for other in range(t.players) if other != seat and (over or not t.seats[other].immune)]


def can_ask(t: Table, seat: int, source: int, card: Card | None = None, free: bool = False) -> list[int]:
    """Whom one may ask, if one can pay."""
    found = targets(t, seat, card) if payable(t, seat, price(t, seat, source, card, free)) else []
    return in_turn(t, seat, found)[:1] if t.numbers["questions_in_turn"] else found


def in_turn(t: Table, seat: int, among: list[int]) -> list[int]:
    """Heroes from the next seat on."""
    return sorted(among, key=lambda other: (other - seat) % t.players)


def by_card(t: Table, seat: int, card: Card, work: dict[str, int]) -> Steps:
    """A card's question."""
    yield from question(t, seat, FROM_CARD, card)


def question(t: Table, seat: int, source: int, card: Card | None = None) -> Steps:
    """A question may be put (ruling 36: one)."""
    start, free = t.rules.start, False
    flag = (int(card.as_oracle) + 2 * int(card.no_immunity)) if card else 0
    while True:
        among = can_ask(t, seat, source, card, free)
        options = {0} | {start["target"] + (other - seat) % t.players - 1 for other in among}
        if source == FROM_ORACLE and not free and t.power(seat, PERSEUS) and targets(t, seat, card):
            options.add(start["special"])
        if options == {0}:
            return
        action = yield from ask(t, seat, asking.ASK, options, kind=source, flag=flag)
        if not action:
            return
        if action != start["special"]:
            break
        free = yield from rage.power(t, seat)
        flag += 4 * int(free)
    target = (seat + action - start["target"] + 1) % t.players
    paid = yield from pay(t, seat, price(t, seat, source, card, free), kind=source, target=target + 1, flag=flag)
    to_ivan = t.ivan not in (0, seat + 1)
    if to_ivan:
        yield from hand_on(t, t.ivan - 1, paid)
    yield from put(t, seat, target, source, paid, flag, to_ivan, card)


def pay(t: Table, seat: int, cost: list[int], **work: int) -> Steps:
    """Pay the price to the supply; what can be handed on is told: goods, and the type of the Scroll card from 1."""
    scroll = 0
    t.lose(seat, COIN, cost[0])
    t.lose(seat, MANA, cost[1] + cost[4])
    t.lose(seat, SEEKER, cost[2])
    if cost[3]:
        from .effects import held_scrolls

        n = (yield from ask(t, seat, asking.SCROLL, held_scrolls(t, seat), **work)) - t.rules.start["scroll"]
        t.return_scroll(seat, n // 5, n % 5 + 1)
        scroll = n // 5 + 1
    return [*cost[:3], scroll]


def paid_work(paid: list[int]) -> int:
    """What was paid, as `work` tells it: 1 a Coin, 2 Mana, 4 a cube, 8 a Fire and 16 an Ice Scroll card."""
    coin, mana, cube, scroll = paid
    return coin + 2 * mana + 4 * cube + 4 * (1 << scroll) * (scroll > 0)


def hand_on(t: Table, to: int, paid: list[int]) -> Steps:
    """What was paid goes to a Hero; of a Scroll card the lowest number of its type that it lacks (ruling A9)."""
    from .effects import gain_scroll

    for good in (COIN, MANA, SEEKER):
        t.gain(to, good, paid[good])
    if paid[3]:
        yield from gain_scroll(t, to, paid[3] - 1)


def put(t: Table, seat: int, target: int, source: int, paid: list[int], flag: int, to_ivan: bool, card: Card | None) -> Steps:
    """The pair, the answer."""
    to_supply = [0, 0, 0, 0] if to_ivan else paid
    about = {"kind": source, "target": target + 1, "amount": paid_work(to_supply), "flag": flag}
    start = t.rules.start["ask_card"]
    named = [card for card in t.cards if card < EXCALIBUR]
    first = (yield from ask(t, seat, asking.FIRST_CARD, {start + card - 1 for card in named[:-1]}, **about)) - start + 1
    later = {start + card - 1 for card in named if card > first}
    second = (yield from ask(t, seat, asking.SECOND_CARD, later, first=first, **about)) - start + 1
    t.log(ASKED, seat, first, second)
    told, paid = to_supply, to_supply if source == FROM_ORACLE else [0, 0, 0, 0]
    how = yield from answer(t, seat, target, (first, second), source, told, flag, paid)
    if t.numbers["questions_in_turn"]:
        for other in in_turn(t, seat, targets(t, seat, card)):
            if how == NO and (other - seat) % t.players > (target - seat) % t.players:
                how = yield from answer(t, seat, other, (first, second), source, told, flag, paid)


def answer(
    t: Table, seat: int, target: int, pair: tuple[int, int], source: int, told: list[int], flag: int, paid: list[int]
) -> Steps:
    """A card shown, `no`, the Cloak, Excalibur."""
    start, hand, bare = t.rules.start, t.hand(target), False
    match = [card for card in pair if card in hand]
    while True:
        options = {start["show_card"] + card - 1 for card in match} or {0}
        if CLOAK in hand and match and not bare:
            options.add(start["show_cloak"])
        if EXCALIBUR in hand:
            options.add(start["play_excalibur"])
        work = {"kind": source, "target": seat + 1, "first": pair[0], "second": pair[1]}
        work |= {"amount": paid_work(told), "flag": flag + 8 * bare}
        action = yield from ask(t, target, asking.ANSWER, options, **work)
        if action == 0:
            t.log(ANSWERED, target, NO)
            knowledge.says_no(t, target, pair)
            return NO
        if action == start["play_excalibur"]:
            t.log(ANSWERED, target, BY_EXCALIBUR)
            yield from rage.excalibur(t, target, 0)
            return BY_EXCALIBUR
        if action == start["show_cloak"]:
            bare = yield from cloak(t, seat, target, pair)
            if bare:
                continue
            return THE_CLOAK
        card = action - start["show_card"] + 1
        yield from shows(t, seat, target, pair, card, paid)
        return A_CARD


def shows(t: Table, seat: int, target: int, pair: tuple[int, int], card: int, paid: list[int]) -> Steps:
    """A card is shown to the asker alone."""
    from .effects import shown

    t.log(ANSWERED, target, A_CARD, 0, card, 1 << seat | 1 << target)
    t.answers.append((seat, target, *pair, 1))
    t.seats[target].shown[card] |= 1 << seat
    t.seats[seat].possible[card] = 1 << (HAND + target)
    knowledge.conclude_all(t)
    if t.numbers["pay_answerer"]:
        yield from hand_on(t, target, [*paid[:3], 0])
    yield from shown(t, target)
    if t.numbers["pay_answerer"]:
        yield from hand_on(t, target, [0, 0, 0, paid[3]])


def cloak(t: Table, seat: int, target: int, pair: tuple[int, int]) -> Steps:
    """The Cloak instead; it goes to the asker. True if Excalibur cancels it: one has to answer without it (ruling A6)."""
    t.log(ANSWERED, target, THE_CLOAK)
    t.in_the_open(CLOAK, HAND + target)
    if (yield from rage.window(t, rage.BY_CLOAK, target)):
        return True
    t.answers.append((seat, target, *pair, 0))
    knowledge.conclude_all(t)
    t.in_the_open(CLOAK, HAND + seat)
    t.log(CLOAK_TAKEN, seat)
    return False
