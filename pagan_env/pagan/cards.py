"""Playing a card: its cost, whether it may be played, and its way to a place or the discard pile (General Card Rules)."""

from ..core.jit import kernel
from . import actions
from .layout import (
    CARD_TO_PLAY,
    CHARM,
    ENCHANTMENT,
    ENCHANTMENTS,
    EVENT,
    FIRST_PLACE,
    INVESTIGATION,
    INVESTIGATION_TARGET,
    INVESTIGATIONS,
    PUT_IN_PLAY,
    REPLACEMENT,
    RESOLVE,
    ROW,
    VILLAGERS,
)
from .moves import (
    ask,
    ask_or_consume,
    card_at,
    card_of,
    effect_runs,
    leave_hand,
    owner_of,
    pop,
    push,
    rules_of,
    start,
    to_discard,
)
from .ops import END
from .places import clear_place, enter_play, free_place, modifier, slide_enchantments
from .tables import ON_CONSUME, ON_LIFT, ON_PLAY, ON_PLAYED, TYPE_COST
from .targets import can_do, lives
from .triggers import trigger
from .visit import recount_second_use


@kernel
def play_cost(s, t, seat, kind, discount):
    """Influence to pay: the printed cost, changed by cards in play, less the discount, not below 0 (rulings 32, 33)."""
    card = card_of(s, t, seat, kind)
    cost = int(card.cost) - discount + modifier(s, TYPE_COST + card.type)
    if card.type == ENCHANTMENT:
        rules = rules_of(s, t)
        others = 0
        for place in range(ENCHANTMENTS, ENCHANTMENTS + ROW):
            others += s.places[place].kind > 0
        cost += rules.enchantment_surcharge * min(others, rules.spots - 1)
    return max(0, cost)


@kernel
def playable(s, t, seat, kind, discount):
    """Whether a card from hand may be played: payable, a spot to be had, and a one-time card can do something (ruling 49)."""
    if s.seats[seat].influence < play_cost(s, t, seat, kind, discount):
        return False
    card = card_of(s, t, seat, kind)
    if card.type == EVENT or card.type == CHARM:
        return can_do(s, t, seat, card.programs[ON_PLAY], END, 0, 0, 0)
    if card.type == INVESTIGATION or free_place(s, t, card.type):
        return True
    for place in range(FIRST_PLACE[card.type], FIRST_PLACE[card.type] + rules_of(s, t).spots):
        if replaceable(s, place):
            return True
    return False


@kernel
def replaceable(s, place):
    """A card in play may make room unless its own effect is playing the new one (ruling 30)."""
    return s.places[place].kind > 0 and not effect_runs(s, place)


@kernel
def investigation_spot(s, t, villager):
    """An Investigation goes on a living villager without one; only if each has one does it replace one (ruling 31)."""
    if not lives(s, t, villager):
        return False
    if s.places[INVESTIGATIONS + villager].kind == 0:
        return True
    for other in range(1, VILLAGERS + 1):
        if lives(s, t, other) and s.places[INVESTIGATIONS + other].kind == 0:
            return False
    return replaceable(s, INVESTIGATIONS + villager)


@kernel
def play_card(s, t, seat, kind, discount):
    """Pay and play a card from hand: one-time effects run now, lasting cards look for their place."""
    s.seats[seat].influence -= play_cost(s, t, seat, kind, discount)
    leave_hand(s, seat, kind)
    card = card_of(s, t, seat, kind)
    if card.type == EVENT or card.type == CHARM:
        push(s, RESOLVE, seat).holds = kind
    else:
        push(s, PUT_IN_PLAY, seat).holds = kind


@kernel
def play_from_hand(s, t, f):
    """A "play" effect: which card, or none."""
    if f.step == 0:
        if f.flag:
            ask_or_consume(s, f.seat, CARD_TO_PLAY)
        else:
            ask(s, f.seat, CARD_TO_PLAY)
        f.step = 1
        return
    seat, discount = f.seat, f.amount
    pop(s)
    if s.answer != actions.DONE:
        play_card(s, t, seat, s.answer - actions.CHOOSE_CARD + 1, discount)


@kernel
def resolve(s, t, f):
    """A Charm or Event: its effect, then the discard pile (ruling 48)."""
    if f.step == 0:
        f.step = 1
        start(s, f.seat, card_of(s, t, f.seat, f.holds).programs[ON_PLAY], 0, 0)
    else:
        seat, kind = f.seat, f.holds
        pop(s)
        to_discard(s, seat, kind)
        trigger(s, t, ON_PLAYED, 0, card_of(s, t, seat, kind).type)


@kernel
def put_in_play(s, t, f):
    """A lasting card goes to a free spot; in a full row a card of its type must make room (ruling 30)."""
    card_type = card_of(s, t, f.seat, f.holds).type
    if f.step == 0:
        f.step = 1
        if card_type == INVESTIGATION:
            ask(s, f.seat, INVESTIGATION_TARGET)
        elif free_place(s, t, card_type) == 0:
            ask(s, f.seat, REPLACEMENT)
        return
    place = free_place(s, t, card_type) if card_type != INVESTIGATION else 0
    if card_type == INVESTIGATION:
        place = INVESTIGATIONS + s.answer - actions.CHOOSE_VILLAGER + 1
    elif place == 0:
        place = s.answer - actions.CHOOSE_PLACE + 1
    if s.places[place].kind:
        clear_place(s, t, place)
        if card_type == ENCHANTMENT:
            slide_enchantments(s)
            place = free_place(s, t, card_type)
    trigger(s, t, ON_PLAYED, 0, card_type)  # before it lies there: a card isn't set off by itself
    enter_play(s, t, place, f.holds)
    pop(s)


@kernel
def leave_play(s, t, f):
    """A Brew that is consumed or an Enchantment that is lifted: first its program, then it leaves play (ruling 23)."""
    place = f.place
    if f.step == 0:
        f.step = 1
        moment = ON_CONSUME if owner_of(place) == f.seat else ON_LIFT
        start(s, f.seat, card_at(s, t, place).programs[moment], place, 0)
        return
    pop(s)
    clear_place(s, t, place)
    slide_enchantments(s)
    recount_second_use(s, t)
