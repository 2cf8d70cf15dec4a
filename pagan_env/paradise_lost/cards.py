"""Black Swan and Truthseeker cards: drawn, offered, cancelled, resolved (rulings 6, A4, A12, A13)."""

from ..core.jit import kernel
from . import actions
from .effects import push_effect
from .heroes import may_use_power, use_power
from .layout import (
    BEOWULF,
    BY_CARD,
    BY_ONGOING,
    CARD_DRAW,
    CARD_DRAWN,
    COIN,
    DECK_CARD,
    HERCULES,
    IVAN,
    KINDS,
    MANA,
    PALACE,
    RAISE,
    RESOLVE,
    SWAN,
    TRUTH,
    USE_POWER,
)
from .luck import ask_chance, drawn
from .moves import ask, lose, note, pop, push, rules_of, was_cancelled, window

(DRAW, DRAWN, OFFERED, HERCULES_ASKED, HERCULES_USED, OPEN, RESOLVING, IMMUNE, AFTER, BEOWULF_ASKED, BEOWULF_USED) = range(11)


@kernel
def deck_left(s, deck):
    """Cards left in a deck."""
    total = 0
    for kind in range(1, KINDS + 1):
        total += s.deck[deck, kind]
    return total


@kernel
def deck_card(s, t, f):
    """One card of the Black Swan (always resolved) or of the Truthseeker (by choice, but for those with an icon)."""
    if f.step == DRAW:
        if deck_left(s, f.deck) == 0:
            f.step = AFTER
        else:
            f.step = DRAWN
            ask_chance(s, CARD_DRAW)
    elif f.step == DRAWN:
        reveal(s, t, f)
    elif f.step == OFFERED:
        f.step = OPEN if s.answer == actions.YES else AFTER
    elif f.step == HERCULES_ASKED:
        f.step = OPEN
        if s.answer != actions.DONE:
            f.step = HERCULES_USED
            use_power(s, t, f.seat)
    elif f.step == HERCULES_USED:
        f.step = OPEN if was_cancelled(s) else AFTER
    elif f.step == OPEN:
        f.step = RESOLVING
        f.amount = pay_price(s, t, f)
        window(s, t, BY_CARD, -1)
    elif f.step == RESOLVING:
        f.step = AFTER
        if was_cancelled(s):
            return
        if not immune(s, t, f):
            resolve(s, t, f)
        elif rules_of(s, t).excalibur_ongoing:
            f.step = IMMUNE
            window(s, t, BY_ONGOING, f.seat)
    elif f.step == IMMUNE:
        f.step = AFTER
        if was_cancelled(s):
            resolve(s, t, f)
    elif f.step == AFTER:
        after(s, t, f)
    elif f.step == BEOWULF_ASKED:
        f.step = BEOWULF_USED
        if s.answer == actions.DONE:
            pop(s)
        else:
            use_power(s, t, f.seat)
    else:
        seat, cancelled = int(f.seat), was_cancelled(s)
        pop(s)
        if not cancelled:
            more = push(s, DECK_CARD, seat)
            more.deck = TRUTH
            more.flag = 1


@kernel
def reveal(s, t, f):
    """A card is drawn for all to see; without a Hideout one about it is ignored, and another is drawn."""
    f.kind = drawn(s)
    s.deck[f.deck, f.kind] -= 1
    note(s, CARD_DRAWN, f.seat, f.kind, f.deck)
    card = rules_of(s, t).cards[f.deck, f.kind]
    if card.hideout and not rules_of(s, t).hideout:
        f.step = DRAW
    elif f.deck == SWAN and may_use_power(s, t, f.seat, HERCULES):
        f.step = HERCULES_ASKED
        ask(s, f.seat, USE_POWER)
    elif f.deck == TRUTH and card.icons == 0:
        f.step = OFFERED
        ask(s, f.seat, RESOLVE)
    else:
        f.step = OPEN


@kernel
def pay_price(s, t, f):
    """Pay a card's price; whether its effect is to be had. The price isn't returned if Excalibur cancels it."""
    card, me = rules_of(s, t).cards[f.deck, f.kind], s.seats[f.seat]
    if me.goods[COIN] < card.coin or me.goods[MANA] < card.mana:
        return 0
    lose(s, f.seat, COIN, card.coin)
    lose(s, f.seat, MANA, card.mana)
    return 1


@kernel
def immune(s, t, f):
    """Whether Prince Ivan has drawn a Black Swan card that is negative (ruling A13)."""
    return f.deck == SWAN and rules_of(s, t).cards[SWAN, f.kind].negative and s.seats[f.seat].hero == IVAN


@kernel
def resolve(s, t, f):
    """The card's effect, then its icons."""
    card, seat, paid = rules_of(s, t).cards[f.deck, f.kind], int(f.seat), f.amount
    if card.icons:
        push(s, RAISE, seat).amount = card.icons
    if paid:
        push_effect(s, seat, card.effect, card.amount, card.as_oracle + 2 * card.no_immunity)


@kernel
def after(s, t, f):
    """Beowulf may draw one more Truthseeker card at his own Truthseeker."""
    over = s.storm and s.round_number < PALACE
    if f.deck == TRUTH and f.flag == 0 and not over and deck_left(s, TRUTH) > 0 and may_use_power(s, t, f.seat, BEOWULF):
        f.step = BEOWULF_ASKED
        ask(s, f.seat, USE_POWER)
    else:
        pop(s)
