"""What a card program can do, judged by public facts: its costs, its targets, and whether any line has an effect."""

from ..core.jit import kernel
from .layout import (
    CLUE,
    EVIDENCE,
    FIRST_PLACE,
    INVESTIGATION,
    INVESTIGATIONS,
    LEAVE_PLAY,
    SKILL,
    VILLAGERS,
)
from .moves import in_play, on_villagers, rules_of
from .ops import (
    AMOUNT,
    ANOTHER,
    ANY,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    DISCARD,
    DRAW,
    EACH,
    EITHER,
    END,
    FILTER,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    HERE,
    IF,
    INVESTIGATION_HERE,
    LAST_PRICE,
    MOVE,
    MOVE_CARD,
    OF_ANOTHER_COLOUR,
    OPTIONAL,
    OR,
    PAY_CARDS,
    PAY_CLUES,
    PAY_EVIDENCE,
    PAY_INFLUENCE,
    PLACE,
    PLAY_CARD,
    READY,
    REMOVE,
    REMOVE_CARD,
    RETURN_CARD,
    SKIP_SKILL,
    TARGET,
    TOKEN,
    WHERE,
)


@kernel
def affordable(s, t, seat, pc):
    """Whether the price that a program starts with can be paid in full; counts of cards are public (rulings 29, 34)."""
    influence, cards, evidence, clues = 0, 0, 0, 0
    while 0 < t.code[pc, 0] <= LAST_PRICE:
        op, amount = t.code[pc, 0], t.code[pc, AMOUNT]
        if op == PAY_INFLUENCE:
            influence += amount
        elif op == PAY_CARDS:
            cards += amount
        elif op == PAY_EVIDENCE:
            evidence += amount
        else:
            clues += amount
        pc += 1
    me = s.seats[seat]
    if me.influence < influence or me.hand_size < cards or me.evidence < evidence:
        return False
    return clues == 0 or on_villagers(s, CLUE) >= clues


@kernel
def can_do(s, t, pc, stop, target, card):
    """Whether any line before `stop` (END or OR) can do something, by public facts only (ruling 49); costs don't count.

    `target` and `card` are what was chosen before `pc` (0: nothing). A line after a condition doesn't count either: Ransack
    needs a villager with a Secret (ruling 69).
    """
    choice, before_either = 0, 0  # rows of the last "choose a villager" on the way
    has_card, had_card = card > 0, card > 0
    while t.code[pc, 0] != END and t.code[pc, 0] != stop:
        row = t.code[pc]
        op = row[0]
        if op == CHOOSE_VILLAGER:
            choice = pc
        elif op == CHOOSE_CARD:
            has_card = any_card(s, t, row)
        elif op == EITHER:
            before_either, had_card = choice, has_card
        elif op == OR:
            choice, has_card = before_either, had_card
        elif op == IF:
            pc += 1
        elif op == PLACE or op == REMOVE or op == MOVE or op == READY:
            if reaches(s, t, row, choice, target, has_card):
                return True
        elif op == GAIN_EVIDENCE:
            if s.supply[EVIDENCE] > 0:
                return True
        elif op == REMOVE_CARD or op == RETURN_CARD or op == MOVE_CARD:
            if has_card:
                return True
        elif op == GAIN_INFLUENCE or op == DRAW or op == PLAY_CARD or op == DISCARD or op == SKIP_SKILL:
            return True
        pc += 1
    return False


@kernel
def reaches(s, t, row, choice, target, has_card):
    """Whether a row about tokens or pawns finds them, for some villager that the row at `choice` lets one choose."""
    op, where = row[0], row[WHERE]
    if op == PLACE and s.supply[row[TOKEN]] + in_play(s, row[TOKEN]) == 0:
        return False
    if where == CHOSEN_CARD:
        return has_card
    for villager in range(1, VILLAGERS + 1):
        if not lives(s, t, villager):
            continue
        if where == TARGET or op == READY:
            if choice and not passes(s, t.code[choice], villager):
                continue
            if choice == 0 and villager != target:
                continue
        v = s.villagers[villager]
        if op == PLACE or (op == READY and v.pawns[0] + v.pawns[1] > 0) or (op != READY and v.tokens[row[TOKEN]] > 0):
            return True
    return False


@kernel
def any_card(s, t, row):
    """Whether a "choose a card" has a candidate."""
    card_type = row[FILTER]
    if card_type == INVESTIGATION_HERE:
        return True
    first = FIRST_PLACE[card_type]
    spots = VILLAGERS if card_type == INVESTIGATION else rules_of(s, t).spots
    for place in range(first, first + spots):
        if card_candidate(s, row, place):
            return True
    return False


# ---- candidates of a row that asks ----------------------------------------------------------------------------------


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
    op = row[0]
    if op == CHOOSE_VILLAGER:
        return passes(s, row, villager) and not chosen_before(s, t, f, row[WHERE], villager)
    if op == PLACE:
        return row[WHERE] != EACH or (f.chosen >> villager) & 1 == 0
    if op == MOVE:
        return villager != source_of(f, row)
    if op == MOVE_CARD:
        return s.places[INVESTIGATIONS + villager].kind == 0
    if s.villagers[villager].tokens[row[TOKEN]] == 0:
        return False
    return op == PAY_CLUES or row[WHERE] == ANY or villager == source_of(f, row)


@kernel
def source_of(f, row):
    """The villager that "here" or "the target" means."""
    return f.villager if row[WHERE] == HERE else f.target


@kernel
def passes(s, row, villager):
    """Whether a villager has the tokens or pawns that a row asks for."""
    v = s.villagers[villager]
    if row[FILTER]:
        return v.pawns[row[FILTER] - 1] > 0
    if row[TOKEN] == 0:
        return True
    if row[AMOUNT] == 0:  # "without"
        return v.tokens[row[TOKEN]] == 0
    return v.tokens[row[TOKEN]] >= row[AMOUNT]


@kernel
def chosen_before(s, t, f, which, villager):
    """Whether "another villager" or "of another colour" excludes a villager."""
    if which == ANOTHER:
        return (f.chosen >> villager) & 1 == 1
    if which == OF_ANOTHER_COLOUR:
        village = rules_of(s, t).village
        for other in range(1, VILLAGERS + 1):
            if (f.chosen >> other) & 1 == 1 and village[other].colour == village[villager].colour:
                return True
    return False


@kernel
def card_candidate(s, row, place):
    """Whether the card at `place` may be chosen by a row; not one that is leaving play."""
    p = s.places[place]
    if p.kind == 0 or (row[TOKEN] and p.tokens[row[TOKEN]] < row[AMOUNT]):
        return False
    return not leaving(s, place)


@kernel
def leaving(s, place):
    """Whether the card at `place` is a Brew being consumed or an Enchantment being lifted."""
    for depth in range(s.depth):
        if s.stack[depth].what == LEAVE_PLAY and s.stack[depth].place == place:
            return True
    return False


@kernel
def may_stop(s, t, f):
    """Whether the row at the frame's counter may end before its amount is reached (ruling 68), or the supply is empty."""
    op = t.code[f.pc, 0]
    if op == PLACE:
        return s.supply[t.code[f.pc, TOKEN]] == 0
    optional = op == REMOVE or op == MOVE or op == CHOOSE_VILLAGER or op == CHOOSE_CARD
    return optional and t.code[f.pc, OPTIONAL] == 1


# ---- the shape of a program -----------------------------------------------------------------------------------------


@kernel
def lives(s, t, villager):
    """A villager of this game who is not eliminated: nothing else is a target of anything (ruling 40)."""
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
    """Whether the frame stands at the first row of a villager's skill, whose first decision lets her consume (ruling 64)."""
    if f.place or f.villager == 0 or f.pc != rules_of(s, t).village[f.villager].skill:
        return False
    return s.stack[s.depth - 2].what == SKILL and s.stack[s.depth - 2].chosen == 1


@kernel
def decides_first(t, pc):
    """Whether a program begins with a decision of its controller, so that a Brew can be consumed in it (ruling 64)."""
    return t.code[pc, 0] == PLAY_CARD or t.code[pc, 0] == EITHER
