"""The card language: its verbs, what each looks like in a data file, and the numbers that a row of a program holds.

A program is a list of lines; each line is a row `(op, column 1 .. column 5)`. What a verb does is in interpreter.py.
"""

from ..core.programs import Choice, Language, Number, Verb
from .layout import CLUE, FAVOR, HUNTER, SECRET, WITCH

(
    END,
    PAY_INFLUENCE,
    PAY_CARDS,
    GAIN_INFLUENCE,
    GAIN_EVIDENCE,
    DRAW,
    PLAY_CARD,
    CHOOSE_VILLAGER,
    PLACE,
    REMOVE,
    READY,
    EITHER,
    OR,
) = range(13)

# Columns of a row
AMOUNT, TOKEN, WHERE, FILTER, OPTION = 1, 2, 3, 4, 5

# Where tokens go or come from
HERE, TARGET, EACH, ANY = 1, 2, 3, 4

# Which villagers may be chosen; a filter on tokens is WITH or WITHOUT plus the token, one on pawns PAWNS_OF plus the seat
WITH, WITHOUT, PAWNS_OF = 10, 20, 30

AMOUNT_SLOT = Number("amount", column=AMOUNT, low=1, high=99)
TOKEN_SLOT = Choice("token", column=TOKEN, words={"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR}, plural_by="amount")
UP_TO_SLOT = Choice("upto", column=OPTION, words={"up to": 1}, default=0)
WHERE_SLOT = Choice(
    "where", column=WHERE, words={"here": HERE, "the target": TARGET, "each villager": EACH, "any villagers": ANY}
)
FILTER_SLOT = Choice(
    "filter",
    column=FILTER,
    words={
        "with a Clue": WITH + CLUE,
        "with a Secret": WITH + SECRET,
        "with a Favor": WITH + FAVOR,
        "without Clues": WITHOUT + CLUE,
        "without Secrets": WITHOUT + SECRET,
        "without Favors": WITHOUT + FAVOR,
        "with Witch pawns": PAWNS_OF + WITCH,
        "with Hunter pawns": PAWNS_OF + HUNTER,
    },
    default=0,
)
OPPONENT_SLOT = Choice("who", column=OPTION, words={"for the opponent": 1}, default=0)
CARD_SLOT = Choice("cards", column=TOKEN, words={"card": 1}, plural_by="amount")

LANGUAGE = Language(
    [
        # Costs: the first lines of a program, which must be payable in full before it starts
        Verb(PAY_INFLUENCE, "pay {amount} Influence", (AMOUNT_SLOT,)),
        Verb(PAY_CARDS, "pay {amount} {cards}", (AMOUNT_SLOT, CARD_SLOT)),
        # Effects
        Verb(GAIN_INFLUENCE, "gain {amount} Influence {who}", (AMOUNT_SLOT, OPPONENT_SLOT)),
        Verb(GAIN_EVIDENCE, "gain {amount} Evidence", (AMOUNT_SLOT,)),
        Verb(DRAW, "draw {amount} {cards}", (AMOUNT_SLOT, CARD_SLOT)),
        Verb(PLAY_CARD, "play 1 card", ()),
        Verb(PLAY_CARD, "play 1 card at {amount} less Influence", (AMOUNT_SLOT,)),
        Verb(CHOOSE_VILLAGER, "choose a villager {filter}", (FILTER_SLOT,)),
        Verb(PLACE, "place {amount} {token} on {where}", (AMOUNT_SLOT, TOKEN_SLOT, WHERE_SLOT)),
        Verb(REMOVE, "remove {upto} {amount} {token} from {where}", (UP_TO_SLOT, AMOUNT_SLOT, TOKEN_SLOT, WHERE_SLOT)),
        Verb(READY, "ready the target", ()),
        # Choose one: `either`, lines, `or`, lines
        Verb(EITHER, "either", ()),
        Verb(OR, "or", ()),
    ]
)
