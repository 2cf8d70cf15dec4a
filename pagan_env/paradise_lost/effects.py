"""What cards do (rulings 21, A4, A12, A16): one effect of a card for one Hero, or of a Rage card for all."""

from ..core.jit import kernel
from . import actions
from .heroes import can_look
from .hideout import any_move, discard_unlocked, move_tile
from .knowledge import learn
from .layout import (
    COIN,
    DRAW_CLUES,
    EFFECT,
    EXCALIBUR,
    FIRE,
    GAIN_SCROLL,
    GOODS_CHOICE,
    GOODS_TAKEN,
    HAND_DRAW,
    ICE,
    LOOK,
    LOOKED,
    MANA,
    NUMBERS_OF_SCROLL,
    ORACLE_CHOICE,
    PERSEUS,
    QUESTION,
    REALM_IS,
    RETURN_SCROLL,
    SCROLL_CHOICE,
    SEEKER,
    SEEN,
    SHOW,
    TARGET_HERO,
    TILE_MOVE,
    TYPE_CHOICE,
    UNDER_DRAW,
)
from .luck import ask_chance, drawn
from .moves import ask, gain, held_scrolls, lose, next_scroll, note, note_private, other, pop, push, rules_of, take_goods
from .moves import return_scroll as give_back
from .tables import (
    ASK_QUESTION,
    BE_SHOWN,
    DISCARD_TILES,
    DRAW_TILE,
    GAIN_COIN,
    GAIN_MANA,
    GAIN_ONE_SCROLL,
    GAIN_SEEKER,
    GIVE_GOODS,
    IMMUNITY,
    LOOK_AT_REALM,
    LOOK_UNDER,
    LOSE_COIN,
    LOSE_MANA,
    LOSE_SEEKER,
    LOSE_SEEKER_OR_GOODS,
    MOVE_A_TILE,
    RETURN_HIGHEST,
    RETURN_ONE,
    SEE_RANDOM,
    SHOW_CARD,
)

FROM_CARD = 2  # where a question comes from (`Frame.kind`): 1 an Oracle, 2 a card, 3 the Gates


@kernel
def push_effect(s, seat, effect, amount, flags):
    """Put an effect on the stack: `flags` 1 for a question at the price of the next Oracle's die, 2 for one without immunity."""
    f = push(s, EFFECT, seat)
    f.kind = effect
    f.amount = amount
    f.flag = flags


@kernel
def run_effect(s, t, f):
    """One step of an effect."""
    effect = f.kind
    if effect == SHOW_CARD or effect == BE_SHOWN:
        show_card(s, t, f)
    elif effect == SEE_RANDOM:
        see_random(s, t, f)
    elif effect == GIVE_GOODS:
        give_goods(s, t, f)
    elif effect == LOOK_AT_REALM:
        look_at_realm(s, t, f)
    elif effect == GAIN_ONE_SCROLL:
        gain_one_scroll(s, f)
    elif effect == MOVE_A_TILE:
        move_one_tile(s, f)
    else:
        at_once(s, t, f)


@kernel
def at_once(s, t, f):
    """Effects without a choice of their own."""
    seat, effect, amount, flags = int(f.seat), int(f.kind), int(f.amount), int(f.flag)
    pop(s)
    if effect == LOSE_SEEKER_OR_GOODS:
        if s.seats[seat].goods[SEEKER]:
            lose(s, seat, SEEKER, 1)
        else:
            lose(s, seat, COIN, amount)
            lose(s, seat, MANA, amount)
    elif effect == GAIN_COIN:
        gain(s, seat, COIN, amount)
    elif effect == GAIN_MANA:
        gain(s, seat, MANA, amount)
    elif effect == GAIN_SEEKER:
        gain(s, seat, SEEKER, amount)
    elif effect == LOOK_UNDER:
        push(s, LOOK, seat)
    elif effect == DRAW_TILE:
        push(s, DRAW_CLUES, seat).amount = amount
    elif effect == IMMUNITY:
        s.seats[seat].immune = 1
    elif effect == ASK_QUESTION:
        question = push(s, QUESTION, seat)
        question.kind = FROM_CARD
        question.flag = flags
    else:
        losses(s, seat, effect, amount)


@kernel
def losses(s, seat, effect, amount):
    """Effects of Black Swan and Rage cards that take something from one Hero."""
    if effect == LOSE_COIN:
        lose(s, seat, COIN, amount)
    elif effect == LOSE_MANA:
        lose(s, seat, MANA, amount)
    elif effect == LOSE_SEEKER:
        lose(s, seat, SEEKER, amount)
    elif effect == RETURN_ONE:
        push(s, RETURN_SCROLL, seat)
    elif effect == RETURN_HIGHEST:
        push(s, RETURN_SCROLL, seat).flag = 1
    elif effect == DISCARD_TILES:
        discard_unlocked(s)


# ---- Scroll cards that go back --------------------------------------------------------------------------------------


@kernel
def may_return(s, seat, kind, number, highest):
    """Whether a seat may return a Scroll card: one that it holds, under `highest` one of its highest number."""
    if not s.seats[seat].scrolls[kind, number]:
        return False
    if highest:
        for more in range(number + 1, NUMBERS_OF_SCROLL + 1):
            if s.seats[seat].scrolls[FIRE, more] or s.seats[seat].scrolls[ICE, more]:
                return False
    return True


@kernel
def return_one(s, f):
    """Return a Scroll card of one's choice; `flag`: only the highest number."""
    if f.step == 0:
        if held_scrolls(s, f.seat) == 0:
            pop(s)
            return
        f.step = 1
        ask(s, f.seat, SCROLL_CHOICE)
        return
    seat, n = int(f.seat), s.answer - actions.SCROLL
    pop(s)
    give_back(s, seat, n // 5, n % 5 + 1)


@kernel
def gain_one_scroll(s, f):
    """A Scroll card of the type of one's choice."""
    seat = int(f.seat)
    if f.step == 0:
        if next_scroll(s, seat, FIRE) == 0 and next_scroll(s, seat, ICE) == 0:
            pop(s)
            return
        f.step = 1
        ask(s, seat, TYPE_CHOICE)
        return
    pop(s)
    push(s, GAIN_SCROLL, seat).kind = s.answer - actions.SCROLL_TYPE


# ---- seeing Oracle cards --------------------------------------------------------------------------------------------


@kernel
def any_hand(s, t, but):
    """Whether another Hero holds an Oracle card."""
    for seat in range(rules_of(s, t).heroes):
        if seat != but and s.seats[seat].hand_size > 0:
            return True
    return False


@kernel
def card_shown(s, action):
    """The card that an action shows."""
    if action >= actions.SHOW_CLOAK:
        return 20 if action == actions.SHOW_CLOAK else EXCALIBUR
    return action - actions.SHOW_CARD + 1


@kernel
def show_to(s, t, holder, viewer, card):
    """A Hero shows a card to another, who remembers it; Perseus gains by it (ruling A12)."""
    s.seats[holder].shown[card] |= 1 << viewer
    learn(s, t, viewer, card)
    if s.seats[holder].hero == PERSEUS:
        take_goods(s, holder, 1)


@kernel
def show_card(s, t, f):
    """Show a card to a Hero of one's choice (SHOW_CARD), or a Hero of one's choice shows one (BE_SHOWN)."""
    seat, own = int(f.seat), f.kind == SHOW_CARD
    if f.step == 0:
        if (own and s.seats[seat].hand_size == 0) or (not own and not any_hand(s, t, seat)):
            pop(s)
            return
        f.step = 1
        ask(s, seat, TARGET_HERO)
    elif f.step == 1:
        f.target = other(s, t, seat, s.answer - actions.TARGET) + 1
        f.step = 2
        ask(s, seat if own else f.target - 1, SHOW)
    else:
        holder, viewer = seat, int(f.target) - 1
        if not own:
            holder, viewer = viewer, seat
        card = card_shown(s, s.answer)
        pop(s)
        note_private(s, SEEN, viewer, holder + 1, 0, card, (1 << viewer) | (1 << holder))
        show_to(s, t, holder, viewer, card)


@kernel
def see_random(s, t, f):
    """See a random card of a Hero of one's choice, who learns which (ruling A4)."""
    seat = int(f.seat)
    if f.step == 0:
        if not any_hand(s, t, seat):
            pop(s)
            return
        f.step = 1
        ask(s, seat, TARGET_HERO)
    elif f.step == 1:
        f.target = other(s, t, seat, s.answer - actions.TARGET) + 1
        f.step = 2
        ask_chance(s, HAND_DRAW)
    else:
        holder, card = int(f.target) - 1, drawn(s)
        pop(s)
        note_private(s, SEEN, seat, holder + 1, 1, card, (1 << seat) | (1 << holder))
        show_to(s, t, holder, seat, card)


@kernel
def look(s, t, f):
    """Look at a facedown card under an Oracle of one's choice; of two there, at one not yet seen (rulings 45, A17)."""
    seat = int(f.seat)
    if f.step == 0:
        if not can_look(s, seat):
            pop(s)
            return
        f.step = 1
        ask(s, seat, ORACLE_CHOICE)
    elif f.step == 1:
        f.target = s.answer - actions.ORACLE_SPACE + 1
        f.step = 2
        ask_chance(s, UNDER_DRAW)
    else:
        oracle, card = int(f.target), drawn(s)
        pop(s)
        s.viewers[oracle] |= 1 << seat
        s.seats[seat].saw[card] = 1
        s.seats[seat].looks[oracle] += 1
        note_private(s, LOOKED, seat, oracle, 0, card, 1 << seat)
        learn(s, t, seat, card)


@kernel
def look_at_realm(s, t, f):
    """Look at the Realm tile of a Hero of one's choice."""
    seat = int(f.seat)
    if f.step == 0:
        f.step = 1
        if rules_of(s, t).realm_written:  # what is written down isn't to be looked at
            pop(s)
        else:
            ask(s, seat, TARGET_HERO)
        return
    holder = other(s, t, seat, s.answer - actions.TARGET)
    pop(s)
    owner = s.seats[holder]
    owner.realm_seen |= 1 << seat
    owner.realm_viewers |= 1 << seat
    note_private(s, REALM_IS, holder, 0, seat + 1, owner.realm, (1 << seat) | (1 << holder))


# ---- other choices --------------------------------------------------------------------------------------------------


@kernel
def give_goods(s, t, f):
    """Give 1 Coin or 1 Mana to the Hero furthest back but oneself."""
    seat = int(f.seat)
    if f.step == 0:
        if s.seats[seat].goods[COIN] == 0 and s.seats[seat].goods[MANA] == 0:
            pop(s)
            return
        f.step = 1
        ask(s, seat, GOODS_CHOICE)
        return
    goods, to = s.answer - actions.TAKE, last_but(s, t, seat)
    pop(s)
    s.seats[seat].goods[goods] -= 1
    s.seats[to].goods[goods] += 1
    note(s, GOODS_TAKEN, to, goods + 1, seat + 1)


@kernel
def last_but(s, t, but):
    """The Hero furthest back other than `but`, never one without a player (ruling A12)."""
    last = -1
    for seat in range(rules_of(s, t).heroes):
        if seat != but and (last < 0 or s.spot[seat] < s.spot[last]):
            last = seat
    return last


@kernel
def move_one_tile(s, f):
    """Move an unlocked Clue tile, free."""
    if f.step == 0:
        if not any_move(s):
            pop(s)
            return
        f.step = 1
        ask(s, f.seat, TILE_MOVE)
        return
    seat, n = int(f.seat), s.answer - actions.MOVE_TILE
    pop(s)
    move_tile(s, seat, n // 5 + 1, n % 5 + 1)
