"""Asking a question: whom, about which two cards, the price, the answer (rulings 33 to 41, A1 to A5, A9, A16)."""

from ..core.jit import kernel
from . import actions
from .effects import card_shown, show_to
from .heroes import may_use_power, use_power
from .knowledge import has_one, move_card, open_card, said_no
from .layout import (
    ANSWER,
    ANSWERED,
    ASK,
    ASKED,
    BLANK,
    BY_CLOAK,
    CLOAK,
    CLOAK_TAKEN,
    CLOAKED,
    COIN,
    CUT_SHORT,
    FIRST_CARD,
    GAIN_SCROLL,
    HAND,
    MANA,
    NO,
    PERSEUS,
    SCROLL_CHOICE,
    SECOND_CARD,
    SEEKER,
    SHOWN,
    SLOTS,
    WEAPON,
)
from .moves import (
    ask,
    held_scrolls,
    lasting,
    lose,
    note,
    note_private,
    other,
    pop,
    push,
    return_scroll,
    rules_of,
    was_cancelled,
    window,
)
from .rage import play_excalibur
from .tables import QUESTIONS_DEARER

FROM_ORACLE, FROM_CARD, AT_GATES = 1, 2, 3  # `Frame.kind`
AS_ORACLE, NO_IMMUNITY, FREE, BARE = 1, 2, 4, 8  # bits of `Frame.flag`; BARE: the Cloak was cancelled
(WHOM, CHOSEN, POWER_USED, SCROLL_PAID, FIRST, SECOND, PAIR, REPLIED, CLOAK_PLAYED) = range(9)


@kernel
def question(s, t, f):
    """One step of a question; `first`, `second` are its cards, `target` 1 + whom it asks."""
    seat = int(f.seat)
    if f.step == WHOM:
        if not may_ask(s, t, f):
            pop(s)
            return
        f.step = CHOSEN
        ask(s, seat, ASK)
    elif f.step == CHOSEN:
        choose_whom(s, t, f)
    elif f.step == POWER_USED:
        f.step = WHOM
        if not was_cancelled(s):
            f.flag |= FREE
    elif f.step == SCROLL_PAID:
        n = s.answer - actions.SCROLL
        pay_scroll(s, f, n // 5, n % 5 + 1)
        f.step = FIRST
    elif f.step == FIRST:
        f.step = SECOND
        ask(s, seat, FIRST_CARD)
    elif f.step == SECOND:
        f.first = s.answer - actions.ASK_CARD + 1
        f.step = PAIR
        ask(s, seat, SECOND_CARD)
    elif f.step == PAIR:
        f.second = s.answer - actions.ASK_CARD + 1
        note(s, ASKED, seat, f.first, f.second)
        f.step = REPLIED
        ask(s, f.target - 1, ANSWER)
    elif f.step == REPLIED:
        reply(s, t, f)
    else:
        after_cloak(s, t, f)


# ---- whom and for what price ----------------------------------------------------------------------------------------


@kernel
def may_question(s, f, seat):
    """Whether a Hero may be asked: another one that isn't immune (ruling 37)."""
    return seat != f.seat and (s.seats[seat].immune == 0 or f.flag & NO_IMMUNITY > 0)


@kernel
def next_asked(s, t, f, after):
    """The first Hero that may be asked, of those who sit after seat `after` up to the asker; -1: none."""
    heroes, seat = int(rules_of(s, t).heroes), after
    for _ in range(heroes):
        seat = (seat + 1) % heroes
        if seat == f.seat:
            return -1
        if may_question(s, f, seat):
            return seat
    return -1


@kernel
def may_target(s, t, f, seat):
    """Whether a question may be put to a Hero; one that goes round the table begins with the nearest (ruling 33)."""
    if rules_of(s, t).questions_in_turn:
        return seat == next_asked(s, t, f, f.seat)
    return may_question(s, f, seat)


@kernel
def may_ask(s, t, f):
    """Whether the question can be put: somebody to ask, and the price payable or waived by Perseus."""
    return next_asked(s, t, f, f.seat) >= 0 and (payable(s, t, f) or may_waive(s, t, f))


@kernel
def may_waive(s, t, f):
    """Perseus' power: a question at an Oracle for free (ruling 39)."""
    return f.kind == FROM_ORACLE and f.flag & FREE == 0 and may_use_power(s, t, f.seat, PERSEUS)


@kernel
def face(s, f):
    """The face of the die that sets the price; blank for a question that costs nothing (ruling A16)."""
    if f.flag & FREE > 0:
        return BLANK
    if f.kind == FROM_ORACLE or (f.kind == FROM_CARD and f.flag & AS_ORACLE > 0):
        return int(s.die)
    return BLANK


@kernel
def more_mana(s, t, f):
    """What a Rage card adds to the price at an Oracle (ruling A12)."""
    if f.kind == FROM_ORACLE and f.flag & FREE == 0:
        return lasting(s, t, QUESTIONS_DEARER, f.seat)
    return 0


@kernel
def payable(s, t, f):
    """Whether the asker can pay."""
    me, shown = s.seats[f.seat], face(s, f)
    mana = more_mana(s, t, f) + (1 if shown == 2 or shown == 3 else 0)
    if me.goods[MANA] < mana:
        return False
    if shown == 1 or shown == 3:
        return me.goods[COIN] > 0
    if shown == 4:
        return me.goods[SEEKER] > 0
    return shown != 5 or held_scrolls(s, f.seat) > 0


@kernel
def choose_whom(s, t, f):
    """The answer to "whom do you ask": nobody, Perseus' power first, or a Hero, and then the price is paid."""
    if s.answer == actions.DONE:
        pop(s)
        return
    if s.answer >= actions.SPECIAL:
        f.step = POWER_USED
        use_power(s, t, f.seat)
        return
    f.target = other(s, t, f.seat, s.answer - actions.TARGET) + 1
    shown, mana = face(s, f), more_mana(s, t, f)
    f.step = FIRST
    if mana:
        lose(s, f.seat, MANA, mana)
    if shown == 1 or shown == 3:
        pay(s, f, COIN)
    if shown == 2 or shown == 3:
        pay(s, f, MANA)
    if shown == 4:
        pay(s, f, SEEKER)
    if shown == 5:
        f.step = SCROLL_PAID
        ask(s, f.seat, SCROLL_CHOICE)


@kernel
def payee(s, f):
    """Prince Ivan, if he has used his power and isn't the asker himself (ruling A13); -1: the supply."""
    if f.kind == FROM_ORACLE and s.ivan and s.ivan - 1 != f.seat:
        return int(s.ivan) - 1
    return -1


@kernel
def pay(s, f, goods):
    """One of some goods for the question; `amount` remembers, a bit each, what may still go to the Hero that answers."""
    to = payee(s, f)
    if to >= 0:
        s.seats[f.seat].goods[goods] -= 1
        s.seats[to].goods[goods] += 1
    else:
        lose(s, f.seat, goods, 1)
        f.amount |= 1 << goods


@kernel
def pay_scroll(s, f, kind, number):
    """A Scroll card for the question, back to its deck."""
    return_scroll(s, f.seat, kind, number)
    if payee(s, f) < 0:
        f.amount |= 8 << kind


@kernel
def hand_on(s, t, f, seat):
    """The price goes to the Hero that has answered with a card, if the ruleset says so (harder option, ruling A9)."""
    if not rules_of(s, t).pay_answerer or f.kind != FROM_ORACLE:
        return
    for goods in range(3):
        if (f.amount >> goods) & 1:
            s.supply[goods] -= 1
            s.seats[seat].goods[goods] += 1


@kernel
def hand_on_scroll(s, t, seat, amount, kind):
    """Of a Scroll card paid, the answering Hero takes the lowest number that it lacks of that type."""
    for scroll_type in range(2):
        if rules_of(s, t).pay_answerer and kind == FROM_ORACLE and (amount >> (3 + scroll_type)) & 1:
            push(s, GAIN_SCROLL, seat).kind = scroll_type


# ---- the answer -----------------------------------------------------------------------------------------------------


@kernel
def reply(s, t, f):
    """The answer of the Hero asked: a card, the Cloak, Excalibur, or no."""
    seat, target, first, second = int(f.seat), int(f.target) - 1, int(f.first), int(f.second)
    amount, kind = int(f.amount), int(f.kind)
    if s.answer == actions.SHOW_CLOAK:
        note(s, ANSWERED, target, CLOAKED, 0)
        f.flag |= BARE
        f.cursor = 1
        open_card(s, t, CLOAK)
        f.step = CLOAK_PLAYED
        window(s, t, BY_CLOAK, target)
        return
    if s.answer == actions.DONE:
        note(s, ANSWERED, target, NO, 0)
        said_no(s, t, target, first, second)
        after = next_asked(s, t, f, target) if rules_of(s, t).questions_in_turn else -1
        if after < 0:
            pop(s)
        else:
            f.target = after + 1
            ask(s, after, ANSWER)
    elif s.answer == actions.PLAY_EXCALIBUR:
        note(s, ANSWERED, target, CUT_SHORT, 0)
        pop(s)
        play_excalibur(s, t, target)
    else:
        card = card_shown(s, s.answer)
        note_private(s, ANSWERED, target, SHOWN, 0, card, (1 << seat) | (1 << target))
        hand_on(s, t, f, target)
        pop(s)
        hand_on_scroll(s, t, target, amount, kind)
        show_to(s, t, target, seat, card)
        has_one(s, t, seat, target, first, second, 1)


@kernel
def after_cloak(s, t, f):
    """The Cloak changes hands; if Excalibur has cancelled it, it stays and the question is to be answered (ruling A6)."""
    seat, target, first, second = int(f.seat), int(f.target) - 1, int(f.first), int(f.second)
    if was_cancelled(s):
        f.step = REPLIED
        ask(s, target, ANSWER)
        return
    pop(s)
    move_card(s, t, CLOAK, HAND + seat)
    note(s, CLOAK_TAKEN, seat, 0, 0)
    has_one(s, t, seat, target, first, second, 0)


@kernel
def may_show(s, f, card):
    """Whether a card answers the question."""
    return s.seats[f.target - 1].hand[card] == 1 and (card == f.first or card == f.second)


@kernel
def askable(s, t, card):
    """Whether a card of this slot is in the game."""
    rules = rules_of(s, t)
    return card <= rules.villains if card <= SLOTS else card - WEAPON <= rules.weapons


@kernel
def last_askable(s, t):
    """The last card that can be asked about, which can't be the first of a pair (ruling A2)."""
    return WEAPON + int(rules_of(s, t).weapons)
