"""Each legal action of the seat to act as a row: what it does, to whom, with which card, at what price.

No row tells the number of a card, only what the card is and does, so that a net over these rows can judge a card that it has
never met. `runs_*` sums up the program that the action starts or goes on with; `main_*`, `upkeep_*`, `visit_*` and
`empowered_*` those of the card that the action is about, by the moments at which they run.
"""

import numpy as np

from ..core import bits
from ..core.columns import Column, places
from ..core.jit import kernel
from .action_parts import BLOCK_PART, FAMILIAR_PART, KIND_PART, OPTION_PART, PARTS, PLACE_PART, VILLAGER_PART
from .actions import (
    ACTIVATE,
    AGAIN,
    CHOOSE_CARD,
    CHOOSE_FOE_CARD,
    CHOOSE_OPTION,
    CHOOSE_VILLAGER,
    CONSUME,
    CONVERT,
    DONE,
    DROP,
    ELIMINATE,
    EXONERATE,
    GAIN_INFLUENCE,
    LEXICON,
    LIFT,
    PAY,
    PLAY,
    RAID,
    READY,
    RITUAL,
    USE,
    USE_FAMILIAR,
)
from .board_actions import ready_cost
from .card_features import CARD_COLUMNS, CARD_WIDTH, MOST_SHOWN, PROGRAM_COLUMNS, PROGRAM_WIDTH, write_card, write_program
from .card_features import write_rest as write_rest_of_program
from .cards import play_cost
from .layout import (
    CARD_TO_DISCARD,
    CARD_TO_PLAY,
    CARD_TO_REVEAL,
    CLUE,
    DISTRIBUTION,
    FAVOR,
    INVESTIGATION_TARGET,
    INVESTIGATIONS,
    PILE_CARD,
    PROGRAM,
    RAID_PAYMENT,
    REPLACEMENT,
    SECRET,
    SHORTAGE,
    TOKENS,
    WITCH,
    WORDS,
)
from .moves import card_at, card_of, owner_of, rules_of
from .ops import AMOUNT, ANY, EACH, EACH_OF_COLOUR, END, MOVE, OR, PAY_TOKENS, PLACE, REMOVE, TARGET, TOKEN, WHERE
from .places import program_at
from .tables import (
    FOE_UPKEEP,
    FOE_UPKEEP_END,
    FOE_UPKEEP_START,
    MOMENTS,
    ON_ACTIVATE,
    ON_CONSUME,
    ON_EMPOWERED,
    ON_LIFT,
    ON_PLAY,
    ON_USE,
    UPKEEP_END,
    UPKEEP_MAY,
    UPKEEP_MUST,
    UPKEEP_START,
)
from .targets import after_or
from .turn import allies_upkeep
from .visit import secrets_a_favor, visit_pawns

# Which columns a card's program of each moment goes to: main, upkeep, visit, empowered
GROUPS = ("main", "upkeep", "visit", "empowered")
GROUP_OF = np.full(len(MOMENTS), GROUPS.index("visit"))
GROUP_OF[[ON_PLAY, ON_ACTIVATE, ON_CONSUME, ON_USE]] = GROUPS.index("main")
GROUP_OF[[UPKEEP_START, UPKEEP_MUST, UPKEEP_MAY, UPKEEP_END, FOE_UPKEEP_START, FOE_UPKEEP, FOE_UPKEEP_END]] = GROUPS.index(
    "upkeep"
)
GROUP_OF[ON_EMPOWERED] = GROUPS.index("empowered")

COLUMNS = (
    *(Column(f"is_{block.name}", f"1 for an action of the block {block.name}.") for block in LEXICON.blocks),
    Column("pawns", "Action pawns that it spends; more than one under Lock-down.", 9),
    Column("familiar_pawn", "1 if the familiar pawn is among them."),
    Column("all_secrets", "1 for a Raid of all Secrets, 0 of a Favor."),
    Column("empowered", "1 for an Empowered use of a Familiar."),
    Column("price", "Influence that it pays at once: a card's price now, the Upkeep of all Allies.", MOST_SHOWN),
    Column("copies", "Copies of the card where it is taken from: own hand, discard pile, other hand.", MOST_SHOWN),
    Column("loses_card", "1 if the card that it names leaves the hand or play for nothing."),
    # what the answer itself does at once to the tokens of the villager or card that it names
    Column("clue_change", "Clues that the villager gains or loses at once.", 99, -99),
    Column("secret_change", "Secrets that the villager or Brew gains or loses at once.", 99, -99),
    Column("favor_change", "Favors that the villager gains or loses at once.", 99, -99),
    Column("first_own_change", "Tokens of a set's first kind that it gains or loses at once.", 99, -99),
    Column("second_own_change", "The same for the second kind.", 99, -99),
    # the villager
    Column("villager", "1 if the action is about a villager: one that it names, or the visited one."),
    Column("clues", "Clues on the villager.", 60),
    Column("secrets", "Secrets on the villager, or on the card in play that it names.", 60),
    Column("favors", "Favors on the villager.", 60),
    Column("first_own", "Tokens of a set's first kind on the villager.", 60),
    Column("second_own", "The same for the second kind.", 60),
    Column("own_pawns", "Action pawns of the seat on the villager.", 9),
    Column("foe_pawns", "Action pawns of the other seat on the villager.", 9),
    Column("red", "1 for a villager of the red faction."),
    Column("blue", "The same for blue."),
    Column("green", "The same for green."),
    Column("assets", "Asset value of the villager.", 9),
    Column("assets_red", "1 if its assets go to red villagers."),
    Column("assets_blue", "1 if its assets go to blue villagers."),
    Column("assets_green", "1 if its assets go to green villagers."),
    Column("true_witch", "1 for the true witch (Witch only)."),
    Column("suspect", "1 for a Suspect that the Hunter has drawn (Hunter only)."),
    # the card: in hand, at the place that it names, on its way to the villager, or the Investigation on the villager
    Column("card", "1 if there is a card: from the hand, at the place, on its way to the villager, or an Investigation there."),
    Column("own_card", "1 if it is the seat's."),
    Column("in_play", "1 if it lies in play."),
    *CARD_COLUMNS,
    *(Column(f"runs_{c.name}", f"Program that the action starts or goes on with: {c.doc}", c.high) for c in PROGRAM_COLUMNS),
    *(
        Column(f"{group}_{c.name}", f"The card's {words}: {c.doc}", c.high)
        for group, words in zip(
            GROUPS,
            (
                "play, activate, consume or use",
                "effects in Upkeep",
                "effects on visits and other events",
                "Empowered use",
            ),
            strict=True,
        )
        for c in PROGRAM_COLUMNS
    ),
)
WIDTH = len(COLUMNS)
_AT = places(COLUMNS)
PAWNS, FAMILIAR_PAWN, ALL_SECRETS, EMPOWERED = (_AT[name] for name in ("pawns", "familiar_pawn", "all_secrets", "empowered"))
PRICE, COPIES, LOSES_CARD, CHANGE = _AT["price"], _AT["copies"], _AT["loses_card"], _AT["clue_change"] - CLUE
HAS_VILLAGER, CLUES, SECRETS = _AT["villager"], _AT["clues"], _AT["secrets"]
OWN_PAWNS, FOE_PAWNS, BEFORE_COLOUR = _AT["own_pawns"], _AT["foe_pawns"], _AT["red"] - 1
ASSETS, BEFORE_ASSET_COLOUR = _AT["assets"], _AT["assets_red"] - 1
TRUE_WITCH, SUSPECT = _AT["true_witch"], _AT["suspect"]
HAS_CARD, OWN_CARD, IN_PLAY = _AT["card"], _AT["own_card"], _AT["in_play"]
CARD_AT = _AT[CARD_COLUMNS[0].name]
RUNS_AT = CARD_AT + CARD_WIDTH
GROUPS_AT = RUNS_AT + PROGRAM_WIDTH


@kernel
def action_features(s, t, seat, ids, out):
    """Fill `ids`, int64 (M,), and `out`, int8 (M, WIDTH), with the legal actions of the seat to act in rising order.

    Returns how many there are; -1, and nothing is written, if they are more than M. Rows after the last are left alone.
    """
    words = s.seats[seat].legal
    if bits.count(words) > ids.shape[0]:
        return -1
    r = 0
    for w in range(WORDS):
        word = words[w]
        while word != np.uint64(0):
            lowest = word & (~word + bits.ONE)
            action = w * bits.WORD + bits.popcount(lowest - bits.ONE)
            word ^= lowest
            ids[r] = action
            out[r, :] = 0
            write_action(s, t, seat, action, out, r)
            r += 1
    return r


@kernel
def write_action(s, t, seat, action, out, r):
    """One action's row, all zero before."""
    f = s.stack[s.depth - 1]
    villager, place, kind = PARTS[action, VILLAGER_PART], PARTS[action, PLACE_PART], PARTS[action, KIND_PART]
    if action == CONVERT or action == AGAIN:
        villager = f.villager
    out[r, PARTS[action, BLOCK_PART] - 1] = 1
    costs(s, t, seat, f, action, out, r)
    changes(s, t, seat, f, action, out, r)
    if villager:
        write_villager(s, t, seat, villager, out, r)
    if kind:
        me, owner = s.seats[seat], seat
        copies = me.discard[kind] if s.decision == PILE_CARD else me.hand[kind]
        if action >= CHOOSE_FOE_CARD:  # of a hand that it has just seen
            owner, copies = 1 - seat, me.foe_hand[kind]
        out[r, COPIES] = min(MOST_SHOWN, copies)
        about_card(t, seat, owner, card_of(s, t, owner, kind), out, r)
    elif place and s.places[place].kind:
        out[r, IN_PLAY] = 1
        out[r, SECRETS] = s.places[place].tokens[SECRET]
        about_card(t, seat, owner_of(place), card_at(s, t, place), out, r)
    elif s.decision == INVESTIGATION_TARGET and villager:
        about_card(t, seat, seat, card_of(s, t, f.seat, f.holds), out, r)
    elif villager and s.places[INVESTIGATIONS + villager].kind:
        out[r, IN_PLAY] = 1
        about_card(t, seat, owner_of(INVESTIGATIONS + villager), card_at(s, t, INVESTIGATIONS + villager), out, r)
    runs(s, t, seat, f, action, villager, out, r)


@kernel
def costs(s, t, seat, f, action, out, r):
    """Pawns, Influence and cards that it takes."""
    villager, kind, option = PARTS[action, VILLAGER_PART], PARTS[action, KIND_PART], PARTS[action, OPTION_PART]
    if action < GAIN_INFLUENCE:
        out[r, PAWNS] = visit_pawns(s, t, seat, villager, PARTS[action, FAMILIAR_PART])
    elif action < CONSUME:
        out[r, PAWNS] = 1
    out[r, FAMILIAR_PAWN] = PARTS[action, FAMILIAR_PART]
    if RAID <= action < ELIMINATE:
        out[r, ALL_SECRETS] = option
    elif USE_FAMILIAR <= action < USE:
        out[r, EMPOWERED] = option
    if PLAY <= action < READY:
        out[r, PRICE] = min(MOST_SHOWN, play_cost(s, t, seat, kind, 0))
    elif s.decision == CARD_TO_PLAY and kind:
        out[r, PRICE] = min(MOST_SHOWN, play_cost(s, t, seat, kind, f.amount))
    elif action == PAY:
        out[r, PRICE] = min(MOST_SHOWN, allies_upkeep(s, t))
    decision = s.decision
    gone = decision == CARD_TO_DISCARD or decision == CARD_TO_REVEAL or decision == REPLACEMENT
    gone = gone or DROP <= action < CHOOSE_OPTION
    out[r, LOSES_CARD] = 1 if gone else 0


@kernel
def changes(s, t, seat, f, action, out, r):
    """Tokens that the villager or Brew gains or loses by the answer itself, before anything else happens."""
    villager = PARTS[action, VILLAGER_PART]
    if READY <= action < RITUAL:
        out[r, CHANGE + (SECRET if seat == WITCH else CLUE)] = -ready_cost(s, t, seat)
    elif RAID <= action < ELIMINATE:
        token = SECRET if PARTS[action, OPTION_PART] else FAVOR
        out[r, CHANGE + token] = -s.villagers[villager].tokens[SECRET] if token == SECRET else -1
    elif action == CONVERT:
        out[r, CHANGE + SECRET] = -secrets_a_favor(s, t)
        out[r, CHANGE + FAVOR] = 1
    elif CHOOSE_VILLAGER <= action < CHOOSE_CARD:
        if s.decision == DISTRIBUTION:
            out[r, CHANGE + f.token] = 1
        elif s.decision == SHORTAGE:
            out[r, CHANGE + f.token] = -1
        elif s.decision == RAID_PAYMENT:
            out[r, CHANGE + CLUE] = -1
        elif f.what == PROGRAM:
            line(t.code[f.pc], out, r)


@kernel
def line(row, out, r):
    """The same for a line of a program that takes villagers or cards one by one."""
    op = row[0]
    if op == PLACE:
        each = row[WHERE] == EACH or row[WHERE] > EACH_OF_COLOUR
        out[r, CHANGE + row[TOKEN]] = row[AMOUNT] if each else 1
    elif op == MOVE:
        out[r, CHANGE + row[TOKEN]] = -1 if row[WHERE] == ANY else 1
    elif op == REMOVE:
        out[r, CHANGE + row[TOKEN]] = -1
    elif op == PAY_TOKENS:
        out[r, CHANGE + row[TOKEN]] = -row[AMOUNT] if row[WHERE] == TARGET else -1


@kernel
def write_villager(s, t, seat, villager, out, r):
    v, known = s.villagers[villager], rules_of(s, t).village[villager]
    out[r, HAS_VILLAGER] = 1
    for token in range(1, TOKENS):
        out[r, CLUES + token - 1] = v.tokens[token]
    out[r, OWN_PAWNS] = v.pawns[seat]
    out[r, FOE_PAWNS] = v.pawns[1 - seat]
    out[r, BEFORE_COLOUR + known.colour] = 1
    out[r, ASSETS] = known.assets
    out[r, BEFORE_ASSET_COLOUR + known.asset_colour] = 1
    if seat == WITCH:
        out[r, TRUE_WITCH] = 1 if s.true_witch == villager else 0
    else:
        out[r, SUSPECT] = s.suspects[villager]


@kernel
def about_card(t, seat, owner, card, out, r):
    out[r, HAS_CARD] = 1
    out[r, OWN_CARD] = 1 if owner == seat else 0
    write_card(t, seat, card, out, r, CARD_AT)
    for moment in range(len(MOMENTS)):
        if card.programs[moment] and moment != ON_LIFT:
            write_program(t, card.programs[moment], END, out, r, GROUPS_AT + GROUP_OF[moment] * PROGRAM_WIDTH)


@kernel
def runs(s, t, seat, f, action, villager, out, r):
    """The program that the action starts, or the rest of the one that asked."""
    if CHOOSE_OPTION <= action < CHOOSE_FOE_CARD:
        first = f.pc + 1 if action == CHOOSE_OPTION else after_or(t, f.pc)
        write_program(t, first, OR, out, r, RUNS_AT)
    elif f.what == PROGRAM and CHOOSE_VILLAGER <= action < CHOOSE_CARD:
        write_rest_of_program(t, f.pc, out, r, RUNS_AT)
    else:
        write_program(t, started(s, t, seat, action, villager), END, out, r, RUNS_AT)


@kernel
def started(s, t, seat, action, villager):
    """First row of the program that an action starts: a skill, or one of the card's; 0: none."""
    place, kind, option = PARTS[action, PLACE_PART], PARTS[action, KIND_PART], PARTS[action, OPTION_PART]
    if action < GAIN_INFLUENCE or action == AGAIN:
        return int(rules_of(s, t).village[villager].skill)
    if PLAY <= action < READY or (kind and s.decision == CARD_TO_PLAY):
        return int(card_of(s, t, seat, kind).programs[ON_PLAY])
    if place == 0 or s.places[place].kind == 0:
        return 0
    if ACTIVATE <= action < LIFT:
        return program_at(s, t, place, ON_ACTIVATE)
    if LIFT <= action < EXONERATE:
        return int(card_at(s, t, place).programs[ON_LIFT])
    if CONSUME <= action < DONE:
        return program_at(s, t, place, ON_CONSUME)
    if USE_FAMILIAR <= action < USE:
        return program_at(s, t, place, ON_EMPOWERED if option else ON_USE)
    if USE <= action < DROP:
        must = program_at(s, t, place, UPKEEP_MUST)
        return must if must else program_at(s, t, place, UPKEEP_MAY)
    return 0
