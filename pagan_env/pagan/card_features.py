"""What a card is and what its programs do, as columns that mean the same for every card: a net can judge one it never met.

A program is summed up by verb: `draw_cards` is how many cards its lines draw together. Conditions and choices are counted, not
weighed: what stands behind an `if` or in one of two options counts in full.
"""

from ..core.columns import Column, places
from ..core.jit import kernel
from .layout import INVESTIGATION, LOCATION, MODIFIER_COUNT
from .ops import (
    AMOUNT,
    CARD_OF_FOE,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    COMPLETE_BREW,
    DISCARD,
    DISCARD_SEEN,
    DRAW,
    EACH,
    EACH_OF_COLOUR,
    EITHER,
    END,
    FILTER,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    INVESTIGATION_HERE,
    LAST_PRICE,
    LOOK,
    LOSE,
    MOVE,
    OPTIONAL,
    OR,
    PAY_INFLUENCE,
    PLACE,
    PLAY_CARD,
    READY,
    REMOVE,
    TAKE_BACK,
    TOKEN,
    WHERE,
)
from .tables import MODIFIERS, ON_LIFT

MOST_SHOWN = 127
ALL_SHOWN = 9  # how many "all" tokens count as
TYPE_WORDS = ("ally", "event", "investigation", "location", "brew", "charm", "enchantment", "familiar")
TOKEN_WORDS = ("clues", "secrets", "favors", "first_own", "second_own")

PROGRAM_COLUMNS = tuple(
    Column(name, doc, MOST_SHOWN)
    for name, doc in (
        # prices, in the order of their ops
        ("pay_influence", "Influence to pay."),
        ("pay_cards", "Cards to discard as a price."),
        ("pay_evidence", "Evidence to pay."),
        ("pay_tokens", "Tokens to pay from villagers or cards."),
        ("gain_influence", "Influence gained."),
        ("give_influence", "Influence gained for the opponent."),
        ("gain_evidence", "Evidence gained."),
        ("foe_loses_influence", "Influence that the opponent loses."),
        ("foe_loses_evidence", "Evidence that the opponent loses."),
        ("draw_cards", "Cards drawn."),
        ("foe_draws", "Cards that the opponent draws."),
        ("own_discards", "Cards that the controller discards."),
        ("foe_discards", "Cards that the opponent discards."),
        # in the order of their ops
        ("looks", "Looks at the opponent's hand."),
        ("reveals", "Hands revealed."),
        ("discards_seen", "Cards of the controller's choice discarded from the opponent's hand."),
        ("recovers", "Cards taken back from the discard pile."),
        ("reveals_for_good", "Cards permanently revealed."),
        ("play_cards", "Cards played."),
        ("discount", "Influence less for cards played."),
        ("at_random", "Lines that discard at random."),
        # by token: Clues, Secrets, Favors, tokens of a set
        *((f"place_{word}", f"Tokens placed: {word}; a line about each villager counts once.") for word in TOKEN_WORDS),
        *((f"remove_{word}", f"Tokens removed: {word}.") for word in TOKEN_WORDS),
        *((f"move_{word}", f"Tokens moved: {word}.") for word in TOKEN_WORDS),
        # in the order of their ops
        ("ready_target", "Lines that ready a villager."),
        ("choose_cards", "Lines that choose a card in play."),
        ("remove_card", "Cards in play removed."),
        ("return_card", "Cards in play returned to a hand."),
        ("move_card", "Investigations moved."),
        ("blank_card", "Cards in play treated as blank."),
        ("consume_card", "Brews consumed by the effect."),
        ("skip", "Lines that skip a step of the visit."),
        ("take_back", "Pawns taken back from the board: actions more."),
        ("exonerate", "Suspects drawn."),
        ("you_may", "Lines that may be declined."),
        ("conditions", "Lines under a condition."),
        ("otherwise", "Lines for when a condition doesn't hold."),
        ("for_each", "Lines done once for each of something."),
        ("choose_witch_card", "Lines that choose a card of the Witch."),
        ("choose_hunter_card", "Lines that choose a card of the Hunter."),
        ("choose_villagers", "Lines that choose a villager."),
        ("each_villager", "Lines about each villager, or each of a colour."),
        ("up_to", "Lines that may be stopped early."),
        ("either", "1 if only one of two options is done."),
    )
)
PROGRAM_WIDTH = len(PROGRAM_COLUMNS)
_IN_PROGRAM = places(PROGRAM_COLUMNS)
GAIN, GIVE, EVIDENCE_GAIN = _IN_PROGRAM["gain_influence"], _IN_PROGRAM["give_influence"], _IN_PROGRAM["gain_evidence"]
FOE_LOSES, DRAWS, OWN_DISCARDS = (_IN_PROGRAM[name] for name in ("foe_loses_influence", "draw_cards", "own_discards"))
LOOKS, LESS, AT_RANDOM = _IN_PROGRAM["looks"], _IN_PROGRAM["discount"], _IN_PROGRAM["at_random"]
PLACED, REMOVED, MOVED = _IN_PROGRAM["place_clues"], _IN_PROGRAM["remove_clues"], _IN_PROGRAM["move_clues"]
READIES, WITCH_CARD, HUNTER_CARD = (_IN_PROGRAM[name] for name in ("ready_target", "choose_witch_card", "choose_hunter_card"))
TARGETS, EACH_LINES, UP_TO, OPTIONS = (_IN_PROGRAM[name] for name in ("choose_villagers", "each_villager", "up_to", "either"))

CARD_COLUMNS = (
    *(Column(word, f"1 for a card of type {word}.") for word in TYPE_WORDS),
    Column("cost", "Printed Influence to play it.", 99),
    Column("upkeep", "Influence that an Ally asks for each Upkeep.", 99),
    Column("completed_by", "Secrets that complete a Brew.", 60),
    Column("on_own_visits", "1 for an Investigation about visits by the observing seat."),
    Column("on_foe_visits", "1 for an Investigation about visits by the other seat."),
    Column("by_regular", "1 for an Investigation that regular pawns trigger."),
    Column("by_familiar", "1 for an Investigation that the familiar pawn triggers."),
    Column("needs_visit", "1 for a Familiar whose effect is about the visited villager."),
    *(Column(name, "Lasting modifier of that name while in play.", 99, -99) for name in MODIFIERS),
    Column("lift_price", "Influence, cards, Evidence and Clues to lift an Enchantment, added up.", MOST_SHOWN),
)
CARD_WIDTH = len(CARD_COLUMNS)
_IN_CARD = places(CARD_COLUMNS)
COST, UPKEEP, COMPLETED_BY = _IN_CARD["cost"], _IN_CARD["upkeep"], _IN_CARD["completed_by"]
OWN_VISITS, FOE_VISITS = _IN_CARD["on_own_visits"], _IN_CARD["on_foe_visits"]
BY_REGULAR, BY_FAMILIAR, NEEDS_VISIT = _IN_CARD["by_regular"], _IN_CARD["by_familiar"], _IN_CARD["needs_visit"]
FIRST_MODIFIER, LIFT_PRICE = _IN_CARD[next(iter(MODIFIERS))], _IN_CARD["lift_price"]


@kernel
def bump(out, r, column, amount):
    """Add to a column, up to the most that it shows."""
    out[r, column] = min(MOST_SHOWN, int(out[r, column]) + int(amount))


@kernel
def write_card(t, seat, card, out, r, at):
    """CARD_COLUMNS of a card row into out[r, at:], all zero before, as `seat` sees them."""
    out[r, at + card.type - 1] = 1
    out[r, at + COST] = card.cost
    out[r, at + UPKEEP] = card.upkeep
    out[r, at + COMPLETED_BY] = card.secrets
    if card.type == INVESTIGATION:
        out[r, at + (OWN_VISITS if card.side == seat else FOE_VISITS)] = 1
        out[r, at + BY_REGULAR] = card.pawn_kinds & 1
        out[r, at + BY_FAMILIAR] = card.pawn_kinds >> 1
    out[r, at + NEEDS_VISIT] = card.needs_visit
    for n in range(MODIFIER_COUNT):
        out[r, at + FIRST_MODIFIER + n] = card.modifiers[n]
    pc = int(card.programs[ON_LIFT])
    while 0 < t.code[pc, 0] <= LAST_PRICE:
        bump(out, r, at + LIFT_PRICE, t.code[pc, AMOUNT])
        pc += 1


@kernel
def write_program(t, pc, stop, out, r, at):
    """Add the lines from row `pc` to `stop` (END or OR) or the end to PROGRAM_COLUMNS at out[r, at:]."""
    while t.code[pc, 0] != END and t.code[pc, 0] != stop:
        row = t.code[pc]
        op = int(row[0])
        if op <= LAST_PRICE:
            bump(out, r, at + op - PAY_INFLUENCE, row[AMOUNT])
        elif op <= PLAY_CARD:
            goods(row, out, r, at)
        elif op == PLACE or op == REMOVE or op == MOVE:
            tokens(row, out, r, at)
        elif op == CHOOSE_VILLAGER:
            bump(out, r, at + TARGETS, 1)
        elif op == EITHER:
            bump(out, r, at + OPTIONS, 1)
        elif op != OR:  # one column each, in the order of their ops
            bump(out, r, at + READIES + op - READY, row[AMOUNT] if op == TAKE_BACK else 1)
            if op == CHOOSE_CARD:
                whose_choice(row, out, r, at)
        if row[OPTIONAL] and (op == REMOVE or op == MOVE or op == CHOOSE_VILLAGER or op == CHOOSE_CARD):
            bump(out, r, at + UP_TO, 1)
        pc += 1


@kernel
def whose_choice(row, out, r, at):
    """Whose cards a line lets choose: by type; "a card of the opponent" counts for both."""
    which = row[FILTER]
    if which <= LOCATION or which == INVESTIGATION_HERE or which == CARD_OF_FOE:
        bump(out, r, at + HUNTER_CARD, 1)
    if (which > LOCATION and which != INVESTIGATION_HERE) or which == COMPLETE_BREW:
        bump(out, r, at + WITCH_CARD, 1)


@kernel
def goods(row, out, r, at):
    """Influence, Evidence and cards."""
    op, amount, foe = row[0], row[AMOUNT], 1 if row[OPTIONAL] else 0
    if op == GAIN_INFLUENCE:
        bump(out, r, at + (GIVE if foe else GAIN), amount)
    elif op == GAIN_EVIDENCE:
        bump(out, r, at + EVIDENCE_GAIN, amount)
    elif op == LOSE:
        bump(out, r, at + FOE_LOSES + row[TOKEN] - 1, amount)
    elif op == DRAW:
        bump(out, r, at + DRAWS + foe, amount)
    elif op == DISCARD:
        bump(out, r, at + OWN_DISCARDS + foe, amount)
        bump(out, r, at + AT_RANDOM, row[FILTER])
    else:
        bump(out, r, at + LOOKS + op - LOOK, amount if DISCARD_SEEN <= op < PLAY_CARD else 1)
        if op == PLAY_CARD:
            bump(out, r, at + LESS, amount)


@kernel
def tokens(row, out, r, at):
    first = PLACED if row[0] == PLACE else REMOVED if row[0] == REMOVE else MOVED
    bump(out, r, at + first + row[TOKEN] - 1, row[AMOUNT] if row[AMOUNT] else ALL_SHOWN)
    if row[WHERE] == EACH or row[WHERE] > EACH_OF_COLOUR:
        bump(out, r, at + EACH_LINES, 1)


@kernel
def write_rest(t, pc, out, r, at):
    """What a program still does from row `pc` on: in the first of two options it ends where the second begins."""
    stop = OR
    row = pc
    while t.code[row, 0] != END and t.code[row, 0] != OR:
        if t.code[row, 0] == EITHER:
            stop = END
        row += 1
    write_program(t, pc, stop, out, r, at)
