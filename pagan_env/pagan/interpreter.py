"""Card programs: what each verb of ops.py does, but for tokens (token_verbs.py) and cards in play (card_verbs.py).

A program runs in a frame. Its controller is the owner of the card (for a villager's skill: the visitor; for a price, who
pays), so `gain` is always for that seat. A verb that needs a choice asks in step 0 and finds the answer in step 1.
"""

from ..core.jit import kernel
from . import actions
from .card_verbs import blank_card, choose_card, consume_card, move_card, remove_card, return_card
from .counting import count, holds
from .layout import (
    CARD_TO_REVEAL,
    DISCARD_CARDS,
    DISCARD_RANDOM,
    DRAW_CARDS,
    DRAW_SUSPECT,
    EVIDENCE,
    EVIDENCE_GAINED,
    FOE_CARD,
    HUNTER,
    KINDS,
    LOOKED,
    OPTION,
    PILE_CARD,
    PLAY_FROM_HAND,
    SHOWN,
    VILLAGER_TARGET,
    VISIT,
    WITCH,
)
from .moves import (
    ask,
    ask_or_consume,
    gain_influence,
    leave_hand,
    note,
    note_private,
    pop,
    push,
    suspects_left,
    to_discard,
    to_hand,
)
from .ops import (
    AMOUNT,
    BLANK,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CONSUME,
    DISCARD,
    DISCARD_SEEN,
    DRAW,
    END,
    EXONERATE,
    FILTER,
    FOR_EACH,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    IF,
    LOOK,
    LOSE,
    MAY,
    MOVE,
    MOVE_CARD,
    OPTIONAL,
    OR,
    OTHERWISE,
    PAY_CARDS,
    PAY_EVIDENCE,
    PAY_INFLUENCE,
    PAY_TOKENS,
    PLACE,
    PLAY_CARD,
    READY,
    RECOVER,
    REMOVE,
    REMOVE_CARD,
    RETURN_CARD,
    REVEAL,
    REVEAL_FOR_GOOD,
    SKILL_STEP,
    SKIP,
    TAKE_BACK,
    TOKEN,
    WHERE,
)
from .targets import affordable, after_or, any_candidate, begins_skill, can_do
from .token_verbs import move_tokens, next_row, pay_tokens, place_tokens, ready, remove_tokens, scaled


@kernel
def run_program(s, t, f):
    """Run the row at the frame's counter. Rows that take one go move the counter on here, the others do it themselves."""
    row = t.code[f.pc]
    op = row[0]
    if op == END or op == OR:  # falling into `or` means that the first alternative is done
        pop(s)
    elif op == PLAY_CARD:
        play_from_hand(s, t, f, row)
    elif op == PAY_TOKENS:
        pay_tokens(s, t, f, row)
    elif op == CHOOSE_VILLAGER:
        choose_villager(s, t, f)
    elif op == CHOOSE_CARD:
        choose_card(s, t, f, row)
    elif op == PLACE:
        place_tokens(s, t, f, row)
    elif op == REMOVE:
        remove_tokens(s, t, f, row)
    elif op == MOVE:
        move_tokens(s, t, f, row)
    elif op == MOVE_CARD:
        move_card(s, t, f)
    elif op == DISCARD_SEEN or op == RECOVER or op == REVEAL_FOR_GOOD:
        card_by_card(s, f, row)
    elif op >= MAY:
        steer(s, t, f, row)
    else:
        f.pc += 1
        at_once(s, t, f, row)
        f.times = 0


@kernel
def at_once(s, t, f, row):
    """The verbs that ask nothing themselves."""
    op, amount = row[0], scaled(f, row)
    if op == PAY_INFLUENCE:
        s.seats[f.seat].influence -= amount
    elif op == PAY_CARDS:
        push(s, DISCARD_CARDS, f.seat).amount = amount
    elif op == PAY_EVIDENCE:
        lose_evidence(s, f.seat, amount)
    elif op == GAIN_INFLUENCE:
        gain_influence(s, 1 - f.seat if row[OPTIONAL] else f.seat, amount)
    elif op == GAIN_EVIDENCE:
        gain_evidence(s, f.seat, amount)
    elif op == LOSE:
        lose(s, 1 - f.seat, row[TOKEN], amount)
    elif op == DRAW:
        push(s, DRAW_CARDS, 1 - f.seat if row[OPTIONAL] else f.seat).amount = amount
    elif op == DISCARD:
        work = DISCARD_RANDOM if row[FILTER] else DISCARD_CARDS
        push(s, work, 1 - f.seat if row[OPTIONAL] else f.seat).amount = amount
    elif op == LOOK:
        look(s, f.seat)
    elif op == REVEAL:
        show_hand(s, 1 - f.seat if row[OPTIONAL] else f.seat)
    elif op == READY:
        ready(s, f, row)
    elif op == REMOVE_CARD:
        remove_card(s, t, f)
    elif op == RETURN_CARD:
        return_card(s, t, f)
    elif op == BLANK:
        blank_card(s, t, f)
    elif op == CONSUME:
        consume_card(s, t, f)
    elif op == SKIP:
        skip(s, row[WHERE])
    elif op == TAKE_BACK:
        take_back(s, f.seat, amount)
    elif op == EXONERATE and suspects_left(s, t) > 0:
        push(s, DRAW_SUSPECT, HUNTER)


# ---- Influence, Evidence and pawns ----------------------------------------------------------------------------------


@kernel
def gain_evidence(s, seat, count):
    """gain N Evidence: what the supply holds; Evidence never moves (rulings 11, 66)"""
    gained = min(count, s.supply[EVIDENCE])
    s.supply[EVIDENCE] -= gained
    s.seats[seat].evidence += gained
    if gained:
        note(s, EVIDENCE_GAINED, seat, gained, 0)


@kernel
def lose_evidence(s, seat, count):
    s.seats[seat].evidence -= count
    s.supply[EVIDENCE] += count


@kernel
def lose(s, seat, goods, amount):
    """the opponent loses N Influence / Evidence: as much as there is"""
    me = s.seats[seat]
    if goods == 1:
        me.influence -= min(amount, me.influence)
    else:
        lose_evidence(s, seat, min(amount, me.evidence))


@kernel
def take_back(s, seat, amount):
    """take back N pawns: regular ones from spots of one's board, each an action more in this turn"""
    me = s.seats[seat]
    back = min(amount, me.board_pawns)
    me.board_pawns -= back
    me.pawns += back


# ---- cards in hands and piles ---------------------------------------------------------------------------------------


@kernel
def look(s, seat):
    """look at the opponent's hand: remembered, card by card (ruling 58); the opponent learns that it happened, not more"""
    me, foe = s.seats[seat], s.seats[1 - seat]
    for kind in range(1, KINDS + 1):
        me.foe_hand[kind] = foe.hand[kind]
        for _ in range(foe.hand[kind]):
            note_private(s, LOOKED, seat, 0, 0, kind, 1 << seat)


@kernel
def show_hand(s, seat):
    """reveal your hand / the opponent reveals their hand: to everyone"""
    me, foe = s.seats[seat], s.seats[1 - seat]
    for kind in range(1, KINDS + 1):
        foe.foe_hand[kind] = me.hand[kind]
        for _ in range(me.hand[kind]):
            note(s, SHOWN, seat, kind, 0)


@kernel
def card_by_card(s, f, row):
    """The verbs that choose card after card: of a hand seen to discard, of the pile to take, of the hand to reveal for good."""
    op, me, foe = row[0], s.seats[f.seat], s.seats[1 - f.seat]
    if f.step == 0:
        f.amount = row[AMOUNT]
        f.step = 1
    else:
        f.amount -= 1
        if op == DISCARD_SEEN:
            kind = s.answer - actions.CHOOSE_FOE_CARD + 1
            leave_hand(s, 1 - f.seat, kind)
            to_discard(s, 1 - f.seat, kind)
        else:
            kind = s.answer - actions.CHOOSE_CARD + 1
            if op == RECOVER:
                me.discard[kind] -= 1
                me.discard_size -= 1
                to_hand(s, f.seat, kind)
                foe.foe_hand[kind] += 1
            else:
                leave_hand(s, f.seat, kind)
                me.revealed[kind] += 1
    if f.amount > 0 and op == DISCARD_SEEN and foe.hand_size > 0:
        ask(s, f.seat, FOE_CARD)
    elif f.amount > 0 and op == RECOVER and me.discard_size > 0:
        ask(s, f.seat, PILE_CARD)
    elif f.amount > 0 and op == REVEAL_FOR_GOOD and me.hand_size > 0:
        ask(s, f.seat, CARD_TO_REVEAL)
    else:
        next_row(f)


@kernel
def play_from_hand(s, t, f, row):
    """play 1 card / Ally ... [at N less Influence]: which card, or none, is asked in any case (ruling 14)"""
    in_first_use = begins_skill(s, t, f)
    f.pc += 1
    play = push(s, PLAY_FROM_HAND, f.seat)
    play.amount = row[AMOUNT]
    play.card_type = row[FILTER]
    play.flag = 1 if in_first_use and f.seat == WITCH else 0


# ---- the course of things -------------------------------------------------------------------------------------------


@kernel
def choose_villager(s, t, f):
    """[may] choose a villager ...: sets the one target of the lines that follow (ruling 35). Declining ends it."""
    if f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
            return
        f.target = s.answer - actions.CHOOSE_VILLAGER + 1
        f.chosen |= 1 << f.target
        f.pc += 1
    elif any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.target = 0
        f.pc += 1


@kernel
def skip(s, step):
    """skip the skill / assets / conversion / Evidence: of the visit that is going on"""
    for depth in range(s.depth):
        if s.stack[depth].what == VISIT:
            if step == SKILL_STEP:
                s.stack[depth].flag = 1
            else:
                s.stack[depth].chosen |= 1 << step


@kernel
def steer(s, t, f, row):
    """you may, if, otherwise, for each, either: which line comes next."""
    op = row[0]
    if op == MAY:
        you_may(s, t, f)
    elif op == IF:
        holding = holds(s, f, row, f.seat)
        f.pc += 1 if holding else 2
        if not holding and t.code[f.pc, 0] == OTHERWISE:
            f.pc += 1
    elif op == OTHERWISE:  # reached behind the line of an `if` that held
        f.pc += 2
    elif op == FOR_EACH:
        f.times = count(s, f, row, f.seat)
        f.pc += 1 if f.times else 2
    else:
        choose_either(s, t, f)


@kernel
def you_may(s, t, f):
    """you may: asked if the price behind it can be paid and anything would happen; declining ends the program"""
    if f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
        else:
            f.pc += 1
    elif affordable(s, t, f.seat, f.pc + 1, f.place, f.villager, 0) and can_do(
        s, t, f.seat, f.pc + 1, END, f.target, f.card, f.place
    ):
        ask(s, f.seat, OPTION)
        f.step = 1
    else:
        pop(s)


@kernel
def choose_either(s, t, f):
    """either ... or ...: asked unless neither can do anything (ruling 68)"""
    if f.step == 1:
        f.step = 0
        f.pc = f.pc + 1 if s.answer == actions.CHOOSE_OPTION else after_or(t, f.pc)
    elif can_do(s, t, f.seat, f.pc, END, f.target, f.card, f.place):
        if begins_skill(s, t, f):
            ask_or_consume(s, f.seat, OPTION)
        else:
            ask(s, f.seat, OPTION)
        f.step = 1
    else:
        pop(s)
