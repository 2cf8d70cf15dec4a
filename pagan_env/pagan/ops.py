"""The card language: its verbs, what each looks like in a data file, and the numbers that a row of a program holds.

A program is a list of lines; each line is a row `(op, column 1 .. column 5)`. What a verb does is in interpreter.py.
"""

from ..core.programs import Choice, Language, Number, Verb
from .layout import ALLY, BREW, CLUE, ENCHANTMENT, FAMILIAR, FAVOR, HUNTER, INVESTIGATION, LOCATION, SECRET, WITCH

(
    END,
    PAY_INFLUENCE,
    PAY_CARDS,
    PAY_EVIDENCE,
    PAY_CLUES,
    GAIN_INFLUENCE,
    GAIN_EVIDENCE,
    DRAW,
    DISCARD,
    PLAY_CARD,
    CHOOSE_VILLAGER,
    PLACE,
    REMOVE,
    MOVE,
    READY,
    CHOOSE_CARD,
    REMOVE_CARD,
    RETURN_CARD,
    MOVE_CARD,
    SKIP_SKILL,
    IF,
    EITHER,
    OR,
) = range(23)
LAST_PRICE = PAY_CLUES

# Columns of a row
AMOUNT, TOKEN, WHERE, FILTER, OPTIONAL = 1, 2, 3, 4, 5

# Where tokens go or come from
HERE, TARGET, EACH, ANY, CHOSEN_CARD = 1, 2, 3, 4, 5

# Which villager may be chosen: any, one not chosen before, one of a colour not chosen before
A_VILLAGER, ANOTHER, OF_ANOTHER_COLOUR = 1, 2, 3

# Which card in play may be chosen: one of a type, or the Investigation on the villager that the program is about
INVESTIGATION_HERE = 9

AMOUNT_SLOT = Number("amount", column=AMOUNT, low=1, high=99)
TOKEN_SLOT = Choice("token", column=TOKEN, words={"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR}, plural_by="amount")
TOKENS_SLOT = Choice("tokens", column=TOKEN, words={"Clues": CLUE, "Secrets": SECRET, "Favors": FAVOR})
CARDS_SLOT = Choice("cards", column=TOKEN, words={"card": 1}, plural_by="amount")
CLUES_SLOT = Choice("clues", column=TOKEN, words={"Clue": CLUE}, plural_by="amount")
UP_TO_SLOT = Choice("upto", column=OPTIONAL, words={"up to": 1}, default=0)
MAY_SLOT = Choice("may", column=OPTIONAL, words={"may": 1}, default=0)
OPPONENT_SLOT = Choice("who", column=OPTIONAL, words={"for the opponent": 1}, default=0)
HERE_SLOT = Choice("where", column=WHERE, words={"here": HERE, "the target": TARGET})
PLACE_SLOT = Choice("where", column=WHERE, words={**HERE_SLOT.words, "each villager": EACH, "any villagers": ANY})
REMOVE_SLOT = Choice("where", column=WHERE, words={**PLACE_SLOT.words, "the chosen card": CHOSEN_CARD})
WHICH_SLOT = Choice(
    "which",
    column=WHERE,
    words={"a villager": A_VILLAGER, "another villager": ANOTHER, "a villager of another colour": OF_ANOTHER_COLOUR},
)
PAWNS_SLOT = Choice("pawns", column=FILTER, words={"Witch pawns": WITCH + 1, "Hunter pawns": HUNTER + 1})
CARD_SLOT = Choice(
    "card",
    column=FILTER,
    words={
        "an Ally": ALLY,
        "an Investigation": INVESTIGATION,
        "a Location": LOCATION,
        "a Brew": BREW,
        "an Enchantment": ENCHANTMENT,
        "a Familiar": FAMILIAR,
        "the Investigation here": INVESTIGATION_HERE,
    },
)

LANGUAGE = Language(
    [
        # Costs: the first lines of a program, which must be payable in full before it starts
        Verb(PAY_INFLUENCE, "pay {amount} Influence", (AMOUNT_SLOT,)),
        Verb(PAY_CARDS, "pay {amount} {cards}", (AMOUNT_SLOT, CARDS_SLOT)),
        Verb(PAY_EVIDENCE, "pay {amount} Evidence", (AMOUNT_SLOT,)),
        Verb(PAY_CLUES, "pay {amount} {clues} from any villagers", (AMOUNT_SLOT, CLUES_SLOT)),
        # Influence, Evidence and cards
        Verb(GAIN_INFLUENCE, "gain {amount} Influence {who}", (AMOUNT_SLOT, OPPONENT_SLOT)),
        Verb(GAIN_EVIDENCE, "gain {amount} Evidence", (AMOUNT_SLOT,)),
        Verb(DRAW, "draw {amount} {cards}", (AMOUNT_SLOT, CARDS_SLOT)),
        Verb(DISCARD, "the opponent discards {amount} {cards}", (AMOUNT_SLOT, CARDS_SLOT)),
        Verb(PLAY_CARD, "play 1 card", ()),
        Verb(PLAY_CARD, "play 1 card at {amount} less Influence", (AMOUNT_SLOT,)),
        # Villagers and tokens
        Verb(CHOOSE_VILLAGER, "{may} choose {which}", (MAY_SLOT, WHICH_SLOT)),
        Verb(CHOOSE_VILLAGER, "{may} choose {which} with {amount} {token}", (MAY_SLOT, WHICH_SLOT, AMOUNT_SLOT, TOKEN_SLOT)),
        Verb(CHOOSE_VILLAGER, "{may} choose {which} without {tokens}", (MAY_SLOT, WHICH_SLOT, TOKENS_SLOT)),
        Verb(CHOOSE_VILLAGER, "{may} choose {which} with {pawns}", (MAY_SLOT, WHICH_SLOT, PAWNS_SLOT)),
        Verb(PLACE, "place {amount} {token} on {where}", (AMOUNT_SLOT, TOKEN_SLOT, PLACE_SLOT)),
        Verb(REMOVE, "remove {upto} {amount} {token} from {where}", (UP_TO_SLOT, AMOUNT_SLOT, TOKEN_SLOT, REMOVE_SLOT)),
        Verb(
            MOVE, "move {upto} {amount} {token} from {where} to other villagers", (UP_TO_SLOT, AMOUNT_SLOT, TOKEN_SLOT, HERE_SLOT)
        ),
        Verb(READY, "ready the target", ()),
        # Cards in play
        Verb(CHOOSE_CARD, "{may} choose {card}", (MAY_SLOT, CARD_SLOT)),
        Verb(CHOOSE_CARD, "{may} choose {card} with {amount} {token}", (MAY_SLOT, CARD_SLOT, AMOUNT_SLOT, TOKEN_SLOT)),
        Verb(REMOVE_CARD, "remove the chosen card", ()),
        Verb(RETURN_CARD, "return the chosen card to its owner's hand", ()),
        Verb(MOVE_CARD, "move the chosen card to another villager", ()),
        # The course of things
        Verb(SKIP_SKILL, "skip the skill", ()),
        Verb(IF, "if {amount} {token} lie on {where} then", (AMOUNT_SLOT, TOKEN_SLOT, HERE_SLOT)),
        Verb(IF, "if no {tokens} lie on {where} then", (TOKENS_SLOT, HERE_SLOT)),
        Verb(EITHER, "either", ()),
        Verb(OR, "or", ()),
    ]
)
