"""Black Swan and Truthseeker cards: drawing, cancelling, resolving."""

from __future__ import annotations

from . import asking, effects, rage
from .asking import Steps, ask, draw
from .rules import ABOUT_HIDEOUT, BEOWULF, COIN, HERCULES, IVAN, MANA, SWAN_DECK, TRUTH_DECK, Card
from .table import Table

CARD_DRAWN = 8


def draw_card(t: Table, seat: int, deck: int) -> Steps:
    """A card off a deck; where there is no Hideout one about it is ignored and another drawn. 0: the deck is empty."""
    while sum(t.decks[deck]):
        weights = t.decks[deck][1:]
        weights += [0] * (16 - len(weights))
        kind = 1 + (yield from draw(t, asking.CARD_DRAW, weights))
        t.decks[deck][kind] -= 1
        t.log(CARD_DRAWN, seat, kind, deck)
        if t.numbers["hideout"] or t.kind(deck, kind).effect not in ABOUT_HIDEOUT:
            return kind
    return 0


def black_swan(t: Table, seat: int) -> Steps:
    """A card that must be resolved."""
    kind = yield from draw_card(t, seat, SWAN_DECK)
    if not kind:
        return
    card = t.kind(SWAN_DECK, kind)
    ivan = t.seats[seat].hero == IVAN and card.negative
    if t.power(seat, HERCULES):
        special = t.rules.start["special"]
        wants = yield from ask(t, seat, asking.USE_POWER, {0, special}, kind=kind, deck=SWAN_DECK)
        if wants and (yield from rage.power(t, seat)):
            return
    yield from resolved(t, seat, SWAN_DECK, kind, ivan)


def truthseeker(t: Table, seat: int) -> Steps:
    """A card that may be resolved; Beowulf's power draws another."""
    kind, paid = yield from one_truthseeker(t, seat)
    if not t.power(seat, BEOWULF) or not sum(t.decks[TRUTH_DECK]) or (t.storm and t.realm < 5):
        return
    special = t.rules.start["special"]
    wants = yield from ask(t, seat, asking.USE_POWER, {0, special}, kind=kind, deck=TRUTH_DECK, amount=paid)
    if wants and (yield from rage.power(t, seat, TRUTH_DECK)):
        yield from one_truthseeker(t, seat, flag=1)


def one_truthseeker(t: Table, seat: int, flag: int = 0) -> Steps:
    """Draw it, choose, pay; tells its kind, and 1 if it was paid for."""
    kind = yield from draw_card(t, seat, TRUTH_DECK)
    if not kind:
        return 0, 0
    card = t.kind(TRUTH_DECK, kind)
    if not card.icons and not (yield from ask(t, seat, asking.RESOLVE, {0, 1}, kind=kind, deck=TRUTH_DECK, flag=flag)):
        return kind, 0
    return kind, (yield from resolved(t, seat, TRUTH_DECK, kind))


def can_pay(t: Table, seat: int, card: Card) -> bool:
    """Whether one has the price of a card."""
    goods = t.seats[seat].goods
    return goods[COIN] >= card.coin and goods[MANA] >= card.mana


def resolved(t: Table, seat: int, deck: int, kind: int, immune: bool = False) -> Steps:
    """The price, the window, the effect, the icons."""
    card = t.kind(deck, kind)
    paid = can_pay(t, seat, card)
    if paid:
        t.lose(seat, COIN, card.coin)
        t.lose(seat, MANA, card.mana)
    if (yield from rage.window(t, rage.BY_CARD, first=kind, deck=deck, target=seat + 1)):
        return int(paid)
    if immune and not (yield from rage.ongoing_cancelled(t, seat, deck)):
        return 0
    if paid:
        yield from effects.effect(t, seat, deck, kind)
    yield from rage.steps(t, card.icons)
    return int(paid)
