"""What scripted players think tokens, card programs and cards are worth: sums over a program's lines, for its controller.

`mind` is what the seat has made up its mind to (scripted_board.py).
"""

import numpy as np

from ..core.jit import kernel
from .layout import (
    CLUE,
    FAVOR,
    FIRST_OWN,
    SECRET,
    VILLAGERS,
    WITCH,
)
from .moves import rules_of
from .ops import (
    AMOUNT,
    ANY,
    BLANK,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    CONSUME,
    DISCARD,
    DISCARD_SEEN,
    DRAW,
    EACH,
    EITHER,
    END,
    EXONERATE,
    FOR_EACH,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    HERE,
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
    SKIP,
    TAKE_BACK,
    THIS_VILLAGER,
    TOKEN,
    WHERE,
)
from .scripted_board import (
    CHANCE_OF_HOT,
    COLOURS,
    GAP,
    HOT,
    NEEDED,
    NOW,
    WIN,
    elimination_near,
    favors_wanting,
    influence_value,
    pawns_to_move,
    ritual_near,
    ritual_threat,
    share,
)
from .scripted_weights import (
    CLUE_EVIDENCE,
    CLUE_FIRST,
    CLUE_RAID,
    CLUE_STEP,
    CLUE_SUSPECT,
    EVIDENCE_WORTH,
    FAVOR_DECOY,
    FAVOR_LAST,
    FAVOR_TRUE,
    FEAR_CLUE,
    FEAR_EVIDENCE,
    FEAR_GAP,
    FEAR_TRUE,
    HUNT,
    HUNT_NOW,
    RAID_FAVOR,
    RAID_RITUAL,
    RAID_SUSPECT,
    SECRET_DECOY,
    SECRET_READY,
    SECRET_SPARE,
    SECRET_TRUE,
    TAKE_SECRET,
    TAKE_SUSPECT,
    W_CARD,
    W_PLAY,
    weigh,
)
from .targets import any_card, lives, passes

SOMEWHERE = 15  # a token on a villager that is not known yet
OWN_TOKEN = 4  # a token of a set's own kind, whatever it is for
WORTH_OF_VERB = np.zeros(OR + 1, np.int64)
WORTH_OF_VERB[[REMOVE_CARD, RETURN_CARD, MOVE_CARD, BLANK, CONSUME, SKIP, TAKE_BACK, EXONERATE]] = (
    50,
    50,
    15,
    30,
    40,
    25,
    55,
    60,
)


# ---- tokens ---------------------------------------------------------------------------------------------------------


@kernel
def secret_value(v, t, level, villager):
    """A Secret more on a villager, to the Witch: three make a Favor on her true villager, one is kept there to ready."""
    rules = rules_of(v, t)
    secrets = int(v.villagers[villager].tokens[SECRET])
    if villager != v.true_witch:
        return weigh(level, SECRET_DECOY) // (1 if secrets < rules.secrets_a_favor else 2)
    wanting = favors_wanting(v, t)
    needed = rules.secrets_a_favor * wanting + rules.ready_cost
    if secrets < needed:
        return weigh(level, SECRET_TRUE if wanting else SECRET_READY)
    return weigh(level, SECRET_SPARE)


@kernel
def favor_value(v, t, level, villager):
    """A Favor more on a villager, to the Witch."""
    if villager == v.true_witch:
        wanting = favors_wanting(v, t)
        if wanting == 0:
            return 6
        return weigh(level, FAVOR_LAST if wanting == 1 else FAVOR_TRUE)
    favors = v.villagers[villager].tokens[FAVOR]
    return weigh(level, FAVOR_DECOY) if favors < rules_of(v, t).ritual_favors else 3


@kernel
def clue_value(v, t, level, mind, villager):
    """A Clue more on a villager, to the Hunter: one on each and more on a suspect to eliminate, three for Evidence."""
    rules = rules_of(v, t)
    clues = int(v.villagers[villager].tokens[CLUE])
    suspect = share(v, t, level, mind, villager)
    value = 4
    if clues < rules.eliminate_clues_elsewhere:
        value += weigh(level, CLUE_FIRST)
    if clues < rules.clues_for_evidence:
        value += weigh(level, CLUE_EVIDENCE) + weigh(level, CLUE_STEP) * clues
    if clues < mind[NEEDED]:
        value += weigh(level, CLUE_SUSPECT) * suspect // 100
    value += weigh(level, CLUE_RAID) * mind[COLOURS + rules.village[villager].colour - 1] // 100
    return value + hunt_value(v, t, level, mind, villager)


@kernel
def hunt_value(v, t, level, mind, villager):
    """What a Clue brings the Hunter nearer to eliminating the villager most suspected."""
    gap = mind[GAP]
    clues = v.villagers[villager].tokens[CLUE]
    if gap == 0 or clues >= (mind[NEEDED] if villager == mind[HOT] else rules_of(v, t).eliminate_clues_elsewhere):
        return 0
    return weigh(level, HUNT_NOW if mind[NOW] else HUNT) * mind[CHANCE_OF_HOT] // (100 * gap)


@kernel
def clue_harm(v, t, level, mind, villager):
    """A Clue on a villager, as the Witch fears it."""
    rules = rules_of(v, t)
    clues = int(v.villagers[villager].tokens[CLUE])
    if clues == 0:
        return 0
    value = weigh(level, FEAR_CLUE)
    if clues == rules.clues_for_evidence:
        value += weigh(level, FEAR_EVIDENCE)
    if elimination_near(level, mind):
        if villager == v.true_witch:
            value += weigh(level, FEAR_TRUE)
        elif clues == rules.eliminate_clues_elsewhere:
            value += weigh(level, FEAR_GAP)
    return value


@kernel
def place_value(v, t, seat, level, mind, token, villager):
    """A token more on a villager, to a seat."""
    if seat == WITCH:
        if token == SECRET:
            return secret_value(v, t, level, villager)
        if token == FAVOR:
            return favor_value(v, t, level, villager)
        if token >= FIRST_OWN:
            return OWN_TOKEN
        return -8 - (20 if villager == v.true_witch else 0)
    if token == CLUE:
        return clue_value(v, t, level, mind, villager)
    return OWN_TOKEN if token >= FIRST_OWN else -20


@kernel
def remove_value(v, t, seat, level, mind, token, villager):
    """A token less on a villager, to a seat."""
    there = v.villagers[villager]
    if there.tokens[token] == 0:
        return 0
    if seat == WITCH:
        if token == CLUE:
            return clue_harm(v, t, level, mind, villager)
        return -place_value(v, t, seat, level, mind, token, villager)
    if token == CLUE:
        return -clue_value(v, t, level, mind, villager)
    suspect = share(v, t, level, mind, villager)
    threat = ritual_threat(v, t, villager)
    if token == FAVOR:
        value = weigh(level, RAID_FAVOR) + weigh(level, RAID_SUSPECT) * suspect // 100
        return value + (weigh(level, RAID_RITUAL) if threat and there.tokens[FAVOR] == rules_of(v, t).ritual_favors else 0)
    return (
        weigh(level, TAKE_SECRET)
        + weigh(level, TAKE_SUSPECT) * suspect // 100
        + (60 if threat and there.tokens[SECRET] == 1 else 0)
    )


@kernel
def ready_value(v, t, seat, level, mind, villager):
    """The other seat's pawns off a villager, to a seat that has an action left after it."""
    there = v.villagers[villager]
    if there.pawns[1 - seat] == 0:
        return 0
    if pawns_to_move(v, seat) == 0:
        return 1
    if seat == WITCH:
        if villager == v.true_witch and ritual_near(v, t, villager) and there.pawns[WITCH] == 0:
            return WIN // 2
        return 20 + 10 * there.tokens[SECRET] if villager == v.true_witch else 15
    return 10 + (200 if ritual_near(v, t, villager) else 0) + share(v, t, level, mind, villager)


# ---- programs -------------------------------------------------------------------------------------------------------


@kernel
def program_value(v, t, seat, level, mind, pc, here):
    """What a program brings its controller `seat`, prices taken off; `here`: the villager that it is about, 0 for none."""
    value, first, before = 0, 0, 0
    choice, optional = 0, t.code[pc, 0] == MAY
    while pc > 0 and t.code[pc, 0] != END:
        op = t.code[pc, 0]
        if op == CHOOSE_VILLAGER:
            choice = pc
        elif op == CHOOSE_CARD:
            if not any_card(v, t, seat, t.code[pc]):
                return value
        elif op == EITHER:
            before = value
        elif op == OR:
            first, value = value, before
        elif op == IF or op == OTHERWISE:
            pc += 1
            value += line_value(v, t, seat, level, mind, pc, choice, here) // 2
        elif op == FOR_EACH:
            pc += 1
            value += 2 * line_value(v, t, seat, level, mind, pc, choice, here)
        else:
            value += line_value(v, t, seat, level, mind, pc, choice, here)
        pc += 1
    return max(0, first, value) if optional else max(first, value)


@kernel
def line_value(v, t, seat, level, mind, pc, choice, here):
    """What one line brings."""
    row = t.code[pc]
    op, amount = row[0], int(row[AMOUNT])
    if op == PAY_INFLUENCE:
        return -amount * influence_value(v, seat, level)
    if op == PAY_CARDS:
        return -amount * weigh(level, W_CARD + seat)
    if op == PAY_EVIDENCE:
        return -amount * weigh(level, EVIDENCE_WORTH)
    if op == PAY_TOKENS:
        return -amount * 15
    if op == GAIN_INFLUENCE:
        return -8 * amount if row[OPTIONAL] else amount * influence_value(v, seat, level)
    if op == GAIN_EVIDENCE:
        return amount * weigh(level, EVIDENCE_WORTH)
    if op == LOSE:
        return 8 * amount if row[TOKEN] == 1 else amount * weigh(level, EVIDENCE_WORTH)
    if op == DRAW and row[OPTIONAL]:
        return -amount * weigh(level, W_CARD + 1 - seat)
    if op == DRAW:
        return amount * weigh(level, W_CARD + seat) if v.seats[seat].hand_size < rules_of(v, t).hand_limit else amount * 4
    if op == DISCARD and row[OPTIONAL] == 0:
        return -amount * weigh(level, W_CARD + seat)
    if op == DISCARD or op == DISCARD_SEEN:
        return min(amount, int(v.seats[1 - seat].hand_size)) * weigh(level, W_CARD + 1 - seat)
    if op == PLAY_CARD:
        return (weigh(level, W_PLAY + seat) + amount * influence_value(v, seat, level) // 2) if v.seats[seat].hand_size > 0 else 0
    if op == LOOK or op == REVEAL:
        return 10 if op == LOOK or row[OPTIONAL] else -10
    if op == RECOVER:
        return amount * weigh(level, W_CARD + seat) if v.seats[seat].discard_size > 0 else 0
    if op == REVEAL_FOR_GOOD:
        return -amount * weigh(level, W_CARD + seat)
    if op >= REMOVE_CARD:
        return WORTH_OF_VERB[op] if op != TAKE_BACK or v.seats[seat].board_pawns > 0 else 0
    return tokens_value(v, t, seat, level, mind, row, choice, here)


@kernel
def tokens_value(v, t, seat, level, mind, row, choice, here):
    """What a line about tokens or pawns on villagers brings: here, on each, or where it is worth most."""
    where, amount = row[WHERE], int(row[AMOUNT])
    if where == CHOSEN_CARD or where == HERE:
        return 15 * amount
    if where == THIS_VILLAGER:
        return amount * (row_value(v, t, seat, level, mind, row, here) if here else SOMEWHERE)
    best, every = -WIN, 0
    for villager in range(1, VILLAGERS + 1):
        if not lives(v, t, villager) or (choice and where != ANY and where != EACH and not passes(v, t.code[choice], villager)):
            continue
        one = row_value(v, t, seat, level, mind, row, villager)
        every += one
        best = max(best, one)
    if where == EACH:
        return amount * every
    return amount * best if best > -WIN else 0


@kernel
def row_value(v, t, seat, level, mind, row, villager):
    """What a line brings for one token on one villager."""
    op, token = row[0], row[TOKEN]
    if op == PLACE:
        return place_value(v, t, seat, level, mind, token, villager)
    if op == REMOVE or op == MOVE:
        return remove_value(v, t, seat, level, mind, token, villager)
    if op == READY:
        return ready_value(v, t, seat, level, mind, villager)
    return 0
