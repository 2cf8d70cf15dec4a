"""What a card program can do, judged by public facts: its price, its targets, and whether any line has an effect."""

from ..core.jit import kernel
from .layout import BREW, EVIDENCE, FIRST_PLACE, INVESTIGATION, INVESTIGATIONS, LEAVE_PLAY, PLACES, ROW, SKILL, VILLAGERS
from .moves import occupied, on_villagers, owner_of, rules_of, suspects_left, to_be_had
from .ops import (
    A_READY_ONE,
    AMOUNT,
    ANOTHER,
    ANY,
    CARD_OF_FOE,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    COMPLETE_BREW,
    DISCARD_SEEN,
    EACH,
    EACH_OF_COLOUR,
    EITHER,
    END,
    EXONERATE,
    FILTER,
    FOR_EACH,
    GAIN_EVIDENCE,
    HERE,
    IF,
    INVESTIGATION_HERE,
    LAST_PRICE,
    LOSE,
    MAY,
    MOVE,
    MOVE_CARD,
    OF_ANOTHER_COLOUR,
    ONE_COLOUR,
    ONE_OF_COLOUR,
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
    REVEAL_FOR_GOOD,
    SAME_COLOUR,
    SKIP,
    TAKE_BACK,
    TARGET,
    THIS_VILLAGER,
    TOKEN,
    WHERE,
)
from .places import complete

# ---- prices ---------------------------------------------------------------------------------------------------------


@kernel
def affordable(s, t, seat, pc, place, villager, extra):
    """Whether the price that a program starts with, and `extra` Influence, can be paid in full (rulings 29, 34).

    `place` is its card's, `villager` the one that it is about (0: none). Counts of cards are public.
    """
    influence, cards, evidence = extra, 0, 0
    while 0 < t.code[pc, 0] <= LAST_PRICE:
        row = t.code[pc]
        if row[0] == PAY_INFLUENCE:
            influence += row[AMOUNT]
        elif row[0] == PAY_CARDS:
            cards += row[AMOUNT]
        elif row[0] == PAY_EVIDENCE:
            evidence += row[AMOUNT]
        elif not tokens_payable(s, t, row, place, villager):
            return False
        pc += 1
    me = s.seats[seat]
    return me.influence >= influence and me.hand_size >= cards and me.evidence >= evidence


@kernel
def tokens_payable(s, t, row, place, villager):
    """Whether the tokens of a "pay N tokens" lie where they are to come from."""
    where, token = row[WHERE], row[TOKEN]
    if where == ANY:
        return on_villagers(s, token) >= row[AMOUNT]
    if where == HERE:
        return s.places[place].tokens[token] >= row[AMOUNT]
    if where == THIS_VILLAGER:
        return villager > 0 and s.villagers[villager].tokens[token] >= row[AMOUNT]
    for other in range(1, VILLAGERS + 1):
        if s.villagers[other].tokens[token] >= row[AMOUNT]:
            return True
    return False


# ---- whether anything would happen ----------------------------------------------------------------------------------


@kernel
def can_do(s, t, seat, pc, stop, target, card, place):
    """Whether any line before `stop` (END or OR) can do something, by public facts only (ruling 49); prices don't count.

    `target` and `card` are what was chosen before `pc` (0: nothing), `place` is that of the card whose text it is. A line after
    a condition doesn't count either: Ransack needs a villager with a Secret (ruling 69).
    """
    choice, before_either = 0, 0  # rows of the last "choose a villager" on the way
    has_card, had_card = card > 0, card > 0
    while t.code[pc, 0] != END and t.code[pc, 0] != stop:
        row = t.code[pc]
        op = row[0]
        if op == CHOOSE_VILLAGER or (op == PAY_TOKENS and row[WHERE] == TARGET):
            choice = pc
        elif op == CHOOSE_CARD:
            has_card = any_card(s, t, seat, row)
        elif op == EITHER:
            before_either, had_card = choice, has_card
        elif op == OR:
            choice, has_card = before_either, had_card
        elif op == IF or op == OTHERWISE:
            pc += 1
        elif op == PLACE or op == REMOVE or op == MOVE or op == READY:
            if reaches(s, t, seat, row, choice, target, has_card, place):
                return True
        elif REMOVE_CARD <= op < SKIP:
            if has_card:
                return True
        elif op > LAST_PRICE and op != MAY and op != FOR_EACH and goods_change(s, t, seat, row):
            return True
        pc += 1
    return False


@kernel
def goods_change(s, t, seat, row):
    """Whether a line about Influence, Evidence, cards, pawns or Suspects can do something."""
    op, me, foe = row[0], s.seats[seat], s.seats[1 - seat]
    if op == GAIN_EVIDENCE:
        return s.supply[EVIDENCE] > 0
    if op == LOSE:
        return (foe.influence if row[TOKEN] == 1 else foe.evidence) > 0
    if op == DISCARD_SEEN:
        return foe.hand_size > 0
    if op == RECOVER:
        return me.discard_size > 0
    if op == REVEAL_FOR_GOOD:
        return me.hand_size > 0
    if op == TAKE_BACK:
        return me.board_pawns > 0
    if op == EXONERATE:
        return suspects_left(s, t) > 0
    return True


@kernel
def reaches(s, t, seat, row, choice, target, has_card, place):
    """Whether a row about tokens or pawns finds them, for some villager that the row at `choice` lets one choose."""
    op, where, token = row[0], row[WHERE], row[TOKEN]
    if op == PLACE and not to_be_had(s, token):
        return False
    if where == CHOSEN_CARD:
        return has_card
    if where == HERE:
        return place > 0 and (op == PLACE or s.places[place].tokens[token] > 0)
    for villager in range(1, VILLAGERS + 1):
        if not lives(s, t, villager) or not in_colour(s, t, where, villager):
            continue
        if where == TARGET:
            if choice and not fits(s, t, t.code[choice], villager):
                continue
            if choice == 0 and villager != target:
                continue
        v = s.villagers[villager]
        if op == PLACE or (op == READY and v.pawns[1 - seat] > 0) or (op != READY and v.tokens[token] > 0):
            return True
    return False


@kernel
def any_card(s, t, seat, row):
    """Whether a "choose a card" has a candidate."""
    if row[FILTER] == INVESTIGATION_HERE:
        return True
    for place in range(1, PLACES + 1):
        if card_candidate(s, t, seat, row, place):
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
    op, where = row[0], row[WHERE]
    tokens = s.villagers[villager].tokens[row[TOKEN]]
    if op == CHOOSE_VILLAGER:
        return fits(s, t, row, villager) and may_be_chosen(s, t, f, where, villager)
    if op == PLACE:
        return may_get(s, t, f, where, villager)
    if op == MOVE:
        return move_candidate(s, t, f, row, villager)
    if op == MOVE_CARD:
        return s.places[INVESTIGATIONS + villager].kind == 0
    if op == PAY_TOKENS:
        return tokens >= (row[AMOUNT] if where == TARGET else 1)
    return tokens > 0 and (villager == source_of(f, row) or may_get(s, t, f, where, villager))


@kernel
def may_get(s, t, f, where, villager):
    """Whether a villager is one of "any villagers", "villagers of one colour", or of those that each get some once."""
    if where == ONE_COLOUR:
        return f.given == 0 or colour_among(s, t, f.given, villager)
    if where == EACH or where > EACH_OF_COLOUR:
        return (f.given >> villager) & 1 == 0 and in_colour(s, t, where, villager)
    return where == ANY


@kernel
def in_colour(s, t, where, villager):
    """Whether "each red villager" and the like takes in a villager; True for words that name no colour."""
    return where <= EACH_OF_COLOUR or rules_of(s, t).village[villager].colour == where - EACH_OF_COLOUR


@kernel
def move_candidate(s, t, f, row, villager):
    """Whether a token may come from a villager (source "any villagers", or both ends given), or go there."""
    source, goal = source_of(f, row), row[FILTER]
    if row[WHERE] == ANY:
        return s.villagers[villager].tokens[row[TOKEN]] > 0 and villager != end_of(f, goal)
    if goal == ANY:
        return villager != source
    if goal == SAME_COLOUR:
        village = rules_of(s, t).village
        return villager != source and village[villager].colour == village[source].colour
    return villager == (source if source else end_of(f, goal))


@kernel
def source_of(f, row):
    """The villager that "this villager" or "the target" means; 0: neither."""
    return end_of(f, row[WHERE])


@kernel
def end_of(f, where):
    """The villager that a word for a place means; 0: none, or a card."""
    return f.villager if where == THIS_VILLAGER else f.target if where == TARGET else 0


@kernel
def card_of_row(f, where):
    """The place of the card that "here" or "the chosen card" means; 0: none, or a villager."""
    return f.place if where == HERE else f.card if where == CHOSEN_CARD else 0


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
def fits(s, t, row, villager):
    """Whether a villager has what a row asks for, and is ready or of a colour if it says so."""
    which = row[WHERE]
    if which == A_READY_ONE and occupied(s.villagers[villager]):
        return False
    if which > ONE_OF_COLOUR and rules_of(s, t).village[villager].colour != which - ONE_OF_COLOUR:
        return False
    return passes(s, row, villager)


@kernel
def may_be_chosen(s, t, f, which, villager):
    """Whether "another villager" or "of another colour" allows a villager, by those that the program has chosen."""
    if which == ANOTHER:
        return (f.chosen >> villager) & 1 == 0
    if which == OF_ANOTHER_COLOUR:
        return not colour_among(s, t, f.chosen, villager)
    return True


@kernel
def colour_among(s, t, chosen, villager):
    """Whether a villager of this one's colour is among those of a set of bits."""
    village = rules_of(s, t).village
    for other in range(1, VILLAGERS + 1):
        if (chosen >> other) & 1 == 1 and village[other].colour == village[villager].colour:
            return True
    return False


@kernel
def card_candidate(s, t, seat, row, place):
    """Whether the card at `place` may be chosen by a row of this seat's; not one that is leaving play."""
    p, which = s.places[place], row[FILTER]
    if p.kind == 0 or (row[TOKEN] and p.tokens[row[TOKEN]] < row[AMOUNT]) or leaving(s, place):
        return False
    if which == CARD_OF_FOE:
        return owner_of(place) != seat
    if which == COMPLETE_BREW:
        return FIRST_PLACE[BREW] <= place < FIRST_PLACE[BREW] + ROW and complete(s, t, place)
    if which == INVESTIGATION or which == INVESTIGATION_HERE:
        return place > INVESTIGATIONS
    return FIRST_PLACE[which] <= place < FIRST_PLACE[which] + ROW


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
