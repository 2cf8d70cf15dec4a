"""A turn: the Upkeep in the rulebook's six steps, then the actions (Round Structure)."""

from ..core.jit import kernel
from . import actions
from .board_actions import perform
from .layout import (
    ACTION,
    ALLIES,
    ALLY_PAYMENT,
    BREW_WINDOW,
    CARD_TO_DISCARD,
    DISCARD_CARDS,
    DRAWN,
    HUNTER,
    INVESTIGATIONS,
    PLACES,
    ROUND_LIMIT,
    ROW,
    TURN_BEGAN,
    UPKEEP,
    UPKEEP_EFFECT,
    WITCH,
)
from .moves import (
    ask,
    ask_or_consume,
    card_at,
    leave_hand,
    note,
    owner_of,
    pawns_left,
    pop,
    push,
    rules_of,
    start,
    take_back_pawns,
    to_discard,
)
from .objectives import check_objectives
from .ops import END
from .places import any_complete, awaited, clear_place, modifier, program_at, unblank
from .tables import (
    ALLY_UPKEEP,
    FOE_UPKEEP,
    FOE_UPKEEP_END,
    FOE_UPKEEP_START,
    UPKEEP_END,
    UPKEEP_MAY,
    UPKEEP_MUST,
    UPKEEP_START,
    WITCH_HAND_LIMIT,
)
from .targets import affordable, can_do

# Steps of a turn, in order
(
    BEGIN,
    START_EFFECTS,
    FOE_EFFECTS,
    EFFECTS,
    PAY_ALLIES,
    ALLIES_PAID,
    END_EFFECTS,
    HAND_SIZE,
    ACT,
    ACTED,
    NEXT,
) = range(11)


@kernel
def turn(s, t, f):
    """The turn of the seat in the bottom frame, until something else has to be done first: Upkeep in the rulebook's order
    (rulings 5, 8), then the actions.
    """
    if f.step == BEGIN:
        f.step = START_EFFECTS
        begin(s, t, f)
        if s.ending:
            return
    if f.step == START_EFFECTS:
        if next_effect(s, t, f, UPKEEP_START, FOE_UPKEEP_START):
            return
        f.step = FOE_EFFECTS
    if f.step == FOE_EFFECTS:
        if next_effect(s, t, f, 0, FOE_UPKEEP):
            return
        f.step = EFFECTS
    if f.step == EFFECTS:
        f.step = PAY_ALLIES
        push(s, UPKEEP, f.seat)
        return
    if f.step == PAY_ALLIES or f.step == ALLIES_PAID:
        pay_allies(s, t, f)
        if f.step != END_EFFECTS:
            return
    if f.step == END_EFFECTS:
        if next_effect(s, t, f, UPKEEP_END, FOE_UPKEEP_END):
            return
        f.step = HAND_SIZE
    if f.step == HAND_SIZE:
        f.step = ACT
        excess = s.seats[f.seat].hand_size - max(0, rules_of(s, t).hand_limit + modifier(s, WITCH_HAND_LIMIT + f.seat))
        if excess > 0:
            push(s, DISCARD_CARDS, f.seat).amount = excess
            return
    if f.step == ACT:
        if check_objectives(s, t):
            return
        if pawns_left(s.seats[f.seat]) > 0:
            ask_or_consume(s, f.seat, ACTION)
            f.step = ACTED
        else:  # a Brew drunk in this window comes back here: it may have taken a pawn back, or met an objective
            if f.seat == WITCH and any_complete(s, t):
                ask_or_consume(s, f.seat, BREW_WINDOW)
            f.step = NEXT
    elif f.step == ACTED:
        f.step = ACT
        perform(s, t, f.seat, s.answer)
    else:
        f.step = BEGIN
        f.seat = 1 - f.seat


@kernel
def begin(s, t, f):
    """Upkeep step 1: the pawns return, not before; the Witch's first turn has fewer (rulings 1, 3).

    The round limit stops the game here (ruling 74).
    """
    rules = rules_of(s, t)
    s.turn = f.seat
    if f.seat == WITCH:
        if s.round_number == rules.round_limit:
            s.ending = DRAWN if rules.at_limit else ROUND_LIMIT
            return
        s.round_number += 1
    note(s, TURN_BEGAN, f.seat, s.round_number, 0)
    unblank(s, t, f.seat)
    take_back_pawns(s, f.seat)
    if f.seat == WITCH:
        first = s.round_number == 1 and rules.pawns_first_turn > 0
        s.seats[WITCH].pawns = rules.pawns_first_turn if first else rules.pawns_witch
        s.seats[WITCH].familiar_pawn = 0 if first else rules.pawns_familiar
    for place in range(1, PLACES + 1):
        s.places[place].used = 0


@kernel
def next_effect(s, t, f, moment, of_foe):
    """Upkeep steps 2, 3 and 5: start the next card's program, of the seat for `moment` (0: none), of the other for `of_foe`."""
    while f.cursor < INVESTIGATIONS and (awaited(s, moment) or awaited(s, of_foe)):
        f.cursor += 1
        owner = owner_of(f.cursor)
        when = moment if owner == f.seat else of_foe
        program = program_at(s, t, f.cursor, when) if when else 0
        if program:
            start(s, owner, program, f.cursor, 0)
            return True
    f.cursor = 0
    return False


@kernel
def upkeep(s, t, f):
    """Upkeep step 3: a menu of the effects not yet used; done only when no doable "must" is left (rulings 7, 62)."""
    if f.step == 1:
        f.step = 2
        if s.answer == actions.DONE:
            pop(s)
            return
        place = s.answer - actions.USE + 1
        program = effect_at(s, t, f.seat, place)
        s.places[place].used = 1
        start(s, f.seat, program, place, 0)
        return
    for place in range(1, INVESTIGATIONS + 1):
        if effect_at(s, t, f.seat, place):
            ask(s, f.seat, UPKEEP_EFFECT)
            s.may_consume = 1 if f.seat == WITCH and f.step == 0 else 0
            f.step = 1
            f.chosen = 1  # an effect was offered, and Brews beside it
            return
    if f.seat == WITCH and f.step == 0 and f.chosen == 0 and any_complete(s, t):  # once in Upkeep (ruling 64)
        ask_or_consume(s, f.seat, BREW_WINDOW)
        f.step = 3
        return
    pop(s)


@kernel
def effect_at(s, t, seat, place):
    """The Upkeep program of the seat's card at `place` that can be used now; 0: none."""
    if owner_of(place) != seat or s.places[place].used:
        return 0
    program = program_at(s, t, place, UPKEEP_MUST)
    if program == 0:
        program = program_at(s, t, place, UPKEEP_MAY)
    if program and affordable(s, t, seat, program, place, 0, 0) and can_do(s, t, seat, program, END, 0, 0, place):
        return program
    return 0


@kernel
def must_at(s, t, seat, place):
    """Whether a doable "must" effect waits at `place`."""
    return effect_at(s, t, seat, place) > 0 and program_at(s, t, place, UPKEEP_MUST) > 0


@kernel
def pay_allies(s, t, f):
    """Upkeep step 4: pay for all Allies or drop some first, by choice (rulings 6, 63)."""
    if f.step == ALLIES_PAID:
        if s.answer == actions.PAY:
            s.seats[HUNTER].influence -= allies_upkeep(s, t)
            f.step = END_EFFECTS
        else:
            clear_place(s, t, ALLIES + s.answer - actions.DROP)
            f.step = PAY_ALLIES
    elif f.seat == HUNTER and any_ally(s):
        ask(s, f.seat, ALLY_PAYMENT)
        f.step = ALLIES_PAID
    else:
        f.step = END_EFFECTS


@kernel
def any_ally(s):
    for place in range(ALLIES, ALLIES + ROW):
        if s.places[place].kind:
            return True
    return False


@kernel
def allies_upkeep(s, t):
    """Influence that all Allies in play ask for, blank ones included (glossary: Blank)."""
    total = 0
    for place in range(ALLIES, ALLIES + ROW):
        if s.places[place].kind:
            total += max(0, card_at(s, t, place).upkeep + modifier(s, ALLY_UPKEEP))
    return total


@kernel
def discard_cards(s, f):
    """Discard cards of one's choice; an empty hand ends it (ruling 67)."""
    if f.step == 1:
        f.step = 0
        f.amount -= 1
        kind = s.answer - actions.CHOOSE_CARD + 1
        leave_hand(s, f.seat, kind)
        to_discard(s, f.seat, kind)
    elif f.amount > 0 and s.seats[f.seat].hand_size > 0:
        ask(s, f.seat, CARD_TO_DISCARD)
        f.step = 1
    else:
        pop(s)
