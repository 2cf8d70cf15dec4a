"""Card programs: what each verb of ops.py does, what a program costs, and whether it can do anything.

A program runs in a frame. Its controller is the owner of the card (for a villager's skill: the visitor), so `gain` is
always for that seat. A verb that needs a choice asks in step 0 and finds the answer in step 1.
"""

from ..core.jit import kernel
from . import actions
from .layout import (
    DISCARD_CARDS,
    DRAW_CARDS,
    EVIDENCE,
    EVIDENCE_GAINED,
    OPTION,
    PLACE_TOKENS,
    PLAY_FROM_HAND,
    PROGRAM,
    VILLAGER_TARGET,
    VILLAGERS,
)
from .moves import ask, ask_or_consume, from_supply, hand_back, in_play, note, pop, push, rules_of, to_supply
from .ops import (
    AMOUNT,
    ANY,
    CHOOSE_VILLAGER,
    DRAW,
    EACH,
    EITHER,
    END,
    FILTER,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    HERE,
    OR,
    PAWNS_OF,
    PAY_CARDS,
    PAY_INFLUENCE,
    PLACE,
    PLAY_CARD,
    READY,
    REMOVE,
    TARGET,
    TOKEN,
    WHERE,
    WITH,
    WITHOUT,
)
from .ops import OPTION as OPTION_COLUMN


@kernel
def start(s, seat, pc, place, villager):
    """Put a program on the stack: its controller, first row, the card's place and the villager it is about (0: none)."""
    f = push(s, PROGRAM, seat)
    f.pc = pc
    f.place = place
    f.villager = villager


@kernel
def run_program(s, t, f):
    """Run the row at the frame's counter."""
    row = t.code[f.pc]
    op = row[0]
    if op == END or op == OR:  # falling into `or` means that the first alternative is done
        pop(s)
    elif op == PAY_INFLUENCE:
        s.seats[f.seat].influence -= row[AMOUNT]
        f.pc += 1
    elif op == PAY_CARDS:
        discard_by_choice(s, f, f.seat, row[AMOUNT])
    elif op == GAIN_INFLUENCE:
        gain_influence(s, f, row)
    elif op == GAIN_EVIDENCE:
        gain_evidence(s, f.seat, row[AMOUNT])
        f.pc += 1
    elif op == DRAW:
        f.pc += 1
        push(s, DRAW_CARDS, f.seat).amount = row[AMOUNT]
    elif op == PLAY_CARD:
        play_from_hand(s, t, f, row)
    elif op == CHOOSE_VILLAGER:
        choose_villager(s, t, f)
    elif op == PLACE:
        place_tokens(s, t, f, row)
    elif op == REMOVE:
        remove_tokens(s, t, f, row)
    elif op == READY:
        ready_target(s, f)
    else:
        choose_either(s, t, f)


# ---- verbs, in the order of ops.py ----------------------------------------------------------------------------------


@kernel
def discard_by_choice(s, f, seat, count):
    """pay N cards"""
    f.pc += 1
    push(s, DISCARD_CARDS, seat).amount = count


@kernel
def gain_influence(s, f, row):
    """gain N Influence [for the opponent]"""
    who = 1 - f.seat if row[OPTION_COLUMN] else f.seat
    s.seats[who].influence += row[AMOUNT]
    f.pc += 1


@kernel
def gain_evidence(s, seat, count):
    """gain N Evidence: what the supply holds; Evidence never moves (rulings 11, 36, 66)"""
    gained = min(count, s.supply[EVIDENCE])
    s.supply[EVIDENCE] -= gained
    s.seats[seat].evidence += gained
    if gained:
        note(s, EVIDENCE_GAINED, seat, gained, 0)


@kernel
def play_from_hand(s, t, f, row):
    """play 1 card [at N less Influence]: which card, or none, is asked in any case (ruling 14)"""
    play = push(s, PLAY_FROM_HAND, f.seat)
    play.amount = row[AMOUNT]
    play.flag = 1 if begins_skill(s, t, f) else 0
    f.pc += 1


@kernel
def choose_villager(s, t, f):
    """choose a villager [filter]: sets the target; without a candidate there is none"""
    if f.step == 1:
        f.target = s.answer - actions.CHOOSE_VILLAGER + 1
        f.step = 0
        f.pc += 1
    elif any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.target = 0
        f.pc += 1


@kernel
def place_tokens(s, t, f, row):
    """place N tokens on here / the target / each villager / any villagers"""
    where = row[WHERE]
    if where == ANY or where == EACH:
        spread_tokens(s, t, f, row)
        return
    f.pc += 1
    villager = f.villager if where == HERE else f.target
    if villager:
        put_tokens(s, f.seat, row[TOKEN], villager, 0, row[AMOUNT])


@kernel
def spread_tokens(s, t, f, row):
    """Place tokens one villager at a time; on each villager at once when the supply suffices (ruling 36)."""
    token, each = row[TOKEN], row[WHERE] == EACH
    if f.step == 0:
        f.amount = row[AMOUNT]
        f.chosen = 0
        f.step = 2
    elif f.step == 1:
        if s.answer == actions.DONE:
            f.amount = 0
        else:
            villager = s.answer - actions.CHOOSE_VILLAGER + 1
            f.chosen |= 1 << villager
            f.amount -= 0 if each else 1
            put_tokens(s, f.seat, token, villager, 0, row[AMOUNT] if each else 1)
        f.step = 2
        return
    if each and f.chosen == 0 and s.supply[token] >= row[AMOUNT] * living(s, t):
        for villager in range(1, VILLAGERS + 1):
            if lives(s, t, villager):
                from_supply(s, s.villagers[villager], token, row[AMOUNT])
        f.amount = 0
    if f.amount > 0 and s.supply[token] + in_play(s, token) > 0 and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.step = 0
        f.pc += 1


@kernel
def remove_tokens(s, t, f, row):
    """remove [up to] N tokens from here / the target / each villager / any villagers"""
    where, token = row[WHERE], row[TOKEN]
    if where == EACH:
        for villager in range(1, VILLAGERS + 1):
            to_supply(s, s.villagers[villager], token, min(row[AMOUNT], s.villagers[villager].tokens[token]))
        f.pc += 1
        return
    if f.step == 0:
        f.amount = row[AMOUNT]
        f.step = 2
    elif f.step == 1:
        if s.answer == actions.DONE:
            f.amount = 0
        else:
            to_supply(s, s.villagers[s.answer - actions.CHOOSE_VILLAGER + 1], token, 1)
            f.amount -= 1
        f.step = 2
    if where != ANY and not row[OPTION_COLUMN]:
        villager = s.villagers[f.villager if where == HERE else f.target]
        to_supply(s, villager, token, min(f.amount, villager.tokens[token]))
        f.amount = 0
    if f.amount > 0 and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.step = 0
        f.pc += 1


@kernel
def ready_target(s, f):
    """ready the target: the opponent's pawns go back; as an effect it pays no token (ruling 54)"""
    if f.target:
        hand_back(s, 1 - f.seat, f.target)
    f.pc += 1


@kernel
def choose_either(s, t, f):
    """either ... or ...: asked unless neither can do anything (ruling 68)"""
    if f.step == 1:
        f.step = 0
        f.pc = f.pc + 1 if s.answer == actions.CHOOSE_OPTION else after_or(t, f.pc)
    elif can_do(s, t, f.pc, END):
        if begins_skill(s, t, f):
            ask_or_consume(s, f.seat, OPTION)
        else:
            ask(s, f.seat, OPTION)
        f.step = 1
    else:
        pop(s)


# ---- tokens that run short ------------------------------------------------------------------------------------------


@kernel
def put_tokens(s, seat, token, villager, place, count):
    """Place tokens on a villager, or on the Brew at `place`; a short supply opens the optional move (rulings 36, 66)."""
    if s.supply[token] >= count:
        if place:
            from_supply(s, s.places[place], token, count)
        else:
            from_supply(s, s.villagers[villager], token, count)
        return
    f = push(s, PLACE_TOKENS, seat)
    f.token = token
    f.villager = villager
    f.place = place
    f.amount = count


# ---- what a program can do ------------------------------------------------------------------------------------------


@kernel
def affordable(s, t, seat, pc):
    """Whether the costs that a program starts with can be paid in full; counts of cards are public."""
    influence, cards = 0, 0
    while t.code[pc, 0] == PAY_INFLUENCE or t.code[pc, 0] == PAY_CARDS:
        if t.code[pc, 0] == PAY_INFLUENCE:
            influence += t.code[pc, AMOUNT]
        else:
            cards += t.code[pc, AMOUNT]
        pc += 1
    return s.seats[seat].influence >= influence and s.seats[seat].hand_size >= cards


@kernel
def can_do(s, t, pc, stop):
    """Whether any line before `stop` (END or OR) can do something, judged by public facts only (ruling 49); costs don't count."""
    has_target = False
    while t.code[pc, 0] != END and t.code[pc, 0] != stop:
        row = t.code[pc]
        op = row[0]
        if op == CHOOSE_VILLAGER:
            has_target = False
            for villager in range(1, VILLAGERS + 1):
                has_target = has_target or (lives(s, t, villager) and passes(s, row[FILTER], villager))
        elif op == PLACE:
            if (has_target or row[WHERE] != TARGET) and s.supply[row[TOKEN]] + in_play(s, row[TOKEN]) > 0:
                return True
        elif op == REMOVE:
            if (has_target or row[WHERE] != TARGET) and in_play(s, row[TOKEN]) > 0:
                return True
        elif op == GAIN_EVIDENCE:
            if s.supply[EVIDENCE] > 0:
                return True
        elif op == READY:
            if has_target:
                return True
        elif op == GAIN_INFLUENCE or op == DRAW or op == PLAY_CARD:
            return True
        pc += 1
    return False


@kernel
def any_candidate(s, t, f):
    """Whether the row at the frame's counter has a villager to choose."""
    for villager in range(1, VILLAGERS + 1):
        if candidate(s, t, f, villager):
            return True
    return False


@kernel
def candidate(s, t, f, villager):
    """Whether a villager may be chosen by the row at the frame's counter."""
    if not lives(s, t, villager):
        return False
    row = t.code[f.pc]
    if row[0] == CHOOSE_VILLAGER:
        return passes(s, row[FILTER], villager)
    if row[0] == PLACE:
        return row[WHERE] != EACH or (f.chosen >> villager) & 1 == 0
    if s.villagers[villager].tokens[row[TOKEN]] == 0:
        return False
    return row[WHERE] == ANY or villager == (f.villager if row[WHERE] == HERE else f.target)


@kernel
def passes(s, filter, villager):
    """Whether a villager passes a filter of the card language."""
    v = s.villagers[villager]
    if filter >= PAWNS_OF:
        return v.pawns[filter - PAWNS_OF] > 0
    if filter >= WITHOUT:
        return v.tokens[filter - WITHOUT] == 0
    if filter >= WITH:
        return v.tokens[filter - WITH] > 0
    return True


@kernel
def may_stop(t, f):
    """Whether the row at the frame's counter may end before its amount is reached: "up to" (ruling 68)."""
    return t.code[f.pc, 0] == REMOVE and t.code[f.pc, OPTION_COLUMN] == 1


@kernel
def lives(s, t, villager):
    """A villager of this game who is not eliminated."""
    return villager <= rules_of(s, t).villagers and s.villagers[villager].eliminated == 0


@kernel
def living(s, t):
    """How many villagers live."""
    count = 0
    for villager in range(1, VILLAGERS + 1):
        count += lives(s, t, villager)
    return count


@kernel
def after_or(t, pc):
    """First row of the second alternative of the `either` at `pc`."""
    while t.code[pc, 0] != OR:
        pc += 1
    return pc + 1


@kernel
def begins_skill(s, t, f):
    """Whether the frame stands at the first row of a villager's skill, whose decision lets the Witch consume (ruling 64)."""
    return f.place == 0 and f.pc == rules_of(s, t).village[f.villager].skill


@kernel
def decides_first(t, pc):
    """Whether a program begins with a decision of its controller, so that a Brew can be consumed in it (ruling 64)."""
    return t.code[pc, 0] == PLAY_CARD or t.code[pc, 0] == EITHER
