"""The card language: its verbs, what each looks like in a data file, and the numbers that a row of a program holds.

A program is a list of lines; each line is a row `(op, column 1 .. column 5)`. What a verb does is in interpreter.py and the
files named there; docs/card_language.md is generated from this table and shows an example of each.
"""

import functools

from ..core.programs import Choice, Language, Number, Verb
from .layout import (
    ALLY,
    BREW,
    CHARM,
    CLUE,
    ENCHANTMENT,
    EVENT,
    FAMILIAR,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    INVESTIGATION,
    LOCATION,
    SECRET,
    WITCH,
)

(
    END,
    # prices
    PAY_INFLUENCE,
    PAY_CARDS,
    PAY_EVIDENCE,
    PAY_TOKENS,
    # Influence, Evidence and cards
    GAIN_INFLUENCE,
    GAIN_EVIDENCE,
    LOSE,
    DRAW,
    DISCARD,
    LOOK,
    REVEAL,
    DISCARD_SEEN,
    RECOVER,
    REVEAL_FOR_GOOD,
    PLAY_CARD,
    # villagers and tokens
    CHOOSE_VILLAGER,
    PLACE,
    REMOVE,
    MOVE,
    READY,
    # cards in play
    CHOOSE_CARD,
    REMOVE_CARD,
    RETURN_CARD,
    MOVE_CARD,
    BLANK,
    CONSUME,
    # the course of things
    SKIP,
    TAKE_BACK,
    EXONERATE,
    MAY,
    IF,
    OTHERWISE,
    FOR_EACH,
    EITHER,
    OR,
) = range(36)
LAST_PRICE = PAY_TOKENS

# Columns of a row
AMOUNT, TOKEN, WHERE, FILTER, OPTIONAL = 1, 2, 3, 4, 5

# Where tokens go or come from
THIS_VILLAGER, TARGET, EACH, ANY, CHOSEN_CARD, HERE, ONE_COLOUR, SAME_COLOUR, ALL = range(1, 10)
EACH_OF_COLOUR = 10  # + colour

# Which villager may be chosen: any, one not chosen before, one of a colour not chosen before, a ready one, one of a colour
A_VILLAGER, ANOTHER, OF_ANOTHER_COLOUR, A_READY_ONE = 1, 2, 3, 4
ONE_OF_COLOUR = 10  # + colour

# Which card in play may be chosen: one of a type (its number), or
INVESTIGATION_HERE, COMPLETE_BREW, CARD_OF_FOE = 9, 10, 11

# Steps of a visit that can be skipped
SKILL_STEP, ASSETS_STEP, CONVERSION_STEP, EVIDENCE_STEP = 1, 2, 3, 4

# What can be counted: tokens (TOKEN) on WHERE, goods of a seat, cards in play of a type (IN_PLAY + type), villagers
TOKENS_THERE, OF_INFLUENCE, OF_EVIDENCE, OF_HAND, OF_DISCARD = 0, 1, 2, 3, 4
IN_PLAY = 10
VILLAGERS_WITH, VILLAGERS_ELIMINATED, SUSPECTS_DRAWN = 20, 21, 22

AMOUNT_SLOT = Number("amount", column=AMOUNT, low=1, high=99)
CARDS_SLOT = Choice("cards", column=TOKEN, words={"card": 1}, plural_by="amount")
PAWNS_BACK_SLOT = Choice("pawns", column=TOKEN, words={"pawn": 1}, plural_by="amount")
UP_TO_SLOT = Choice("upto", column=OPTIONAL, words={"up to": 1}, default=0)
MAY_SLOT = Choice("may", column=OPTIONAL, words={"may": 1}, default=0)
OPPONENT_SLOT = Choice("who", column=OPTIONAL, words={"for the opponent": 1}, default=0)
DRAWER_SLOT = Choice("who", column=OPTIONAL, words={"draw": 0, "the opponent draws": 1})
DISCARDER_SLOT = Choice("who", column=OPTIONAL, words={"discard": 0, "the opponent discards": 1})
REVEALER_SLOT = Choice("who", column=OPTIONAL, words={"reveal your hand": 0, "the opponent reveals their hand": 1})
RANDOM_SLOT = Choice("how", column=FILTER, words={"at random": 1}, default=0)
GOODS_SLOT = Choice("goods", column=TOKEN, words={"Influence": 1, "Evidence": 2})
TYPES_SLOT = Choice(
    "type",
    column=FILTER,
    words={
        "Ally": ALLY,
        "Event": EVENT,
        "Investigation": INVESTIGATION,
        "Location": LOCATION,
        "Brew": BREW,
        "Charm": CHARM,
        "Enchantment": ENCHANTMENT,
        "Familiar": FAMILIAR,
    },
)
TARGET_WORDS = {"this villager": THIS_VILLAGER, "the target": TARGET}
CARD_WORDS = {"here": HERE, "the chosen card": CHOSEN_CARD}
COLOUR_WORDS = {"red": 1, "blue": 2, "green": 3}
PRICE_PLACE_SLOT = Choice(
    "where", column=WHERE, words={"any villagers": ANY, "one villager": TARGET, "this villager": THIS_VILLAGER, "here": HERE}
)
PLACE_SLOT = Choice(
    "where",
    column=WHERE,
    words={
        **TARGET_WORDS,
        **CARD_WORDS,
        "each villager": EACH,
        **{f"each {word} villager": EACH_OF_COLOUR + number for word, number in COLOUR_WORDS.items()},
        "any villagers": ANY,
        "villagers of one colour": ONE_COLOUR,
    },
)
REMOVE_SLOT = Choice("where", column=WHERE, words=PLACE_SLOT.words)
SOURCE_SLOT = Choice("source", column=WHERE, words={**TARGET_WORDS, **CARD_WORDS, "any villagers": ANY})
GOAL_SLOT = Choice(
    "goal",
    column=FILTER,
    words={"other villagers": ANY, "villagers of its colour": SAME_COLOUR, **TARGET_WORDS, "here": HERE},
)
WHICH_SLOT = Choice(
    "which",
    column=WHERE,
    words={
        "a villager": A_VILLAGER,
        "another villager": ANOTHER,
        "a villager of another colour": OF_ANOTHER_COLOUR,
        "a ready villager": A_READY_ONE,
        **{f"a {word} villager": ONE_OF_COLOUR + number for word, number in COLOUR_WORDS.items()},
    },
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
        "the Investigation on this villager": INVESTIGATION_HERE,
        "a complete Brew": COMPLETE_BREW,
        "a card of the opponent": CARD_OF_FOE,
    },
)
STEP_SLOT = Choice(
    "step",
    column=WHERE,
    words={"skill": SKILL_STEP, "assets": ASSETS_STEP, "conversion": CONVERSION_STEP, "Evidence": EVIDENCE_STEP},
)
LIE_SLOT = Choice("where", column=WHERE, words={**TARGET_WORDS, **CARD_WORDS, "all villagers": ALL})
HAVE_SLOT = Choice(
    "have",
    column=FILTER,
    words={
        "Influence": OF_INFLUENCE,
        "Evidence": OF_EVIDENCE,
        "cards in hand": OF_HAND,
        "cards in the discard pile": OF_DISCARD,
    },
)
EACH_HAVE_SLOT = Choice(
    "have",
    column=FILTER,
    words={"Influence": OF_INFLUENCE, "Evidence": OF_EVIDENCE, "card in hand": OF_HAND, "card in the discard pile": OF_DISCARD},
)
WHOSE_SLOT = Choice("whose", column=OPTIONAL, words={"you have": 0, "the opponent has": 1})
LASTING = {"Ally": ALLY, "Investigation": INVESTIGATION, "Location": LOCATION, "Brew": BREW, "Familiar": FAMILIAR}
ONE_IN_PLAY_SLOT = Choice(
    "cards", column=FILTER, words={word: IN_PLAY + number for word, number in {**LASTING, "Enchantment": ENCHANTMENT}.items()}
)
IN_PLAY_SLOT = Choice(
    "cards",
    column=FILTER,
    words={
        "Allies": IN_PLAY + ALLY,
        "Investigations": IN_PLAY + INVESTIGATION,
        "Locations": IN_PLAY + LOCATION,
        "Brews": IN_PLAY + BREW,
        "Familiars": IN_PLAY + FAMILIAR,
        "Enchantments": IN_PLAY + ENCHANTMENT,
    },
)
VILLAGERS_SLOT = Choice("state", column=FILTER, words={"eliminated": VILLAGERS_ELIMINATED, "exonerated": SUSPECTS_DRAWN})
HOLDING_SLOT = Choice("with", column=FILTER, words={"villagers with": VILLAGERS_WITH})
ONE_HOLDING_SLOT = Choice("with", column=FILTER, words={"villager with": VILLAGERS_WITH})


@functools.cache
def language(own_tokens: tuple[str, ...] = ()) -> Language:
    """The language with the names of the tokens that a set of cards declares, such as `("Gloom",)`."""
    ours = {name: FIRST_OWN + n for n, name in enumerate(own_tokens)}
    plurals = {"Clues": CLUE, "Secrets": SECRET, "Favors": FAVOR, **{f"{name}s": number for name, number in ours.items()}}
    token = Choice("token", column=TOKEN, words={"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR, **ours}, plural_by="amount")
    one_token = Choice("token", column=TOKEN, words={"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR, **ours})
    tokens = Choice("tokens", column=TOKEN, words=plurals)
    return Language(
        [
            # Prices: the first lines of a program, or behind `you may`; payable in full before it starts
            Verb(PAY_INFLUENCE, "pay {amount} Influence", (AMOUNT_SLOT,)),
            Verb(PAY_CARDS, "pay {amount} {cards}", (AMOUNT_SLOT, CARDS_SLOT)),
            Verb(PAY_EVIDENCE, "pay {amount} Evidence", (AMOUNT_SLOT,)),
            Verb(PAY_TOKENS, "pay {amount} {token} from {where}", (AMOUNT_SLOT, token, PRICE_PLACE_SLOT)),
            # Influence, Evidence and cards
            Verb(GAIN_INFLUENCE, "gain {amount} Influence {who}", (AMOUNT_SLOT, OPPONENT_SLOT)),
            Verb(GAIN_EVIDENCE, "gain {amount} Evidence", (AMOUNT_SLOT,)),
            Verb(LOSE, "the opponent loses {amount} {goods}", (AMOUNT_SLOT, GOODS_SLOT)),
            Verb(DRAW, "{who} {amount} {cards}", (DRAWER_SLOT, AMOUNT_SLOT, CARDS_SLOT)),
            Verb(DISCARD, "{who} {amount} {cards} {how}", (DISCARDER_SLOT, AMOUNT_SLOT, CARDS_SLOT, RANDOM_SLOT)),
            Verb(LOOK, "look at the opponent's hand"),
            Verb(REVEAL, "{who}", (REVEALER_SLOT,)),
            Verb(DISCARD_SEEN, "discard {amount} {cards} from the opponent's hand", (AMOUNT_SLOT, CARDS_SLOT)),
            Verb(RECOVER, "return {amount} {cards} from your discard pile to your hand", (AMOUNT_SLOT, CARDS_SLOT)),
            Verb(REVEAL_FOR_GOOD, "permanently reveal {amount} {cards} from your hand", (AMOUNT_SLOT, CARDS_SLOT)),
            Verb(PLAY_CARD, "play 1 card"),
            Verb(PLAY_CARD, "play 1 card at {amount} less Influence", (AMOUNT_SLOT,)),
            Verb(PLAY_CARD, "play 1 {type}", (TYPES_SLOT,)),
            Verb(PLAY_CARD, "play 1 {type} at {amount} less Influence", (TYPES_SLOT, AMOUNT_SLOT)),
            # Villagers and tokens
            Verb(CHOOSE_VILLAGER, "{may} choose {which}", (MAY_SLOT, WHICH_SLOT)),
            Verb(CHOOSE_VILLAGER, "{may} choose {which} with {amount} {token}", (MAY_SLOT, WHICH_SLOT, AMOUNT_SLOT, token)),
            Verb(CHOOSE_VILLAGER, "{may} choose {which} without {tokens}", (MAY_SLOT, WHICH_SLOT, tokens)),
            Verb(CHOOSE_VILLAGER, "{may} choose {which} with {pawns}", (MAY_SLOT, WHICH_SLOT, PAWNS_SLOT)),
            Verb(PLACE, "place {amount} {token} on {where}", (AMOUNT_SLOT, token, PLACE_SLOT)),
            Verb(REMOVE, "remove {upto} {amount} {token} from {where}", (UP_TO_SLOT, AMOUNT_SLOT, token, REMOVE_SLOT)),
            Verb(REMOVE, "remove all {tokens} from {where}", (tokens, REMOVE_SLOT)),
            Verb(
                MOVE,
                "move {upto} {amount} {token} from {source} to {goal}",
                (UP_TO_SLOT, AMOUNT_SLOT, token, SOURCE_SLOT, GOAL_SLOT),
            ),
            Verb(READY, "ready {where}", (Choice("where", column=WHERE, words=TARGET_WORDS),)),
            # Cards in play
            Verb(CHOOSE_CARD, "{may} choose {card}", (MAY_SLOT, CARD_SLOT)),
            Verb(CHOOSE_CARD, "{may} choose {card} with {amount} {token}", (MAY_SLOT, CARD_SLOT, AMOUNT_SLOT, token)),
            Verb(REMOVE_CARD, "remove the chosen card"),
            Verb(RETURN_CARD, "return the chosen card to its owner's hand"),
            Verb(MOVE_CARD, "move the chosen card to another villager"),
            Verb(BLANK, "blank the chosen card until your next turn"),
            Verb(CONSUME, "consume the chosen card"),
            # The course of things
            Verb(SKIP, "skip the {step}", (STEP_SLOT,)),
            Verb(TAKE_BACK, "take back {amount} {pawns}", (AMOUNT_SLOT, PAWNS_BACK_SLOT)),
            Verb(EXONERATE, "exonerate a villager"),
            Verb(MAY, "you may"),
            Verb(IF, "if {amount} {token} lie on {where} then", (AMOUNT_SLOT, token, LIE_SLOT)),
            Verb(IF, "if no {tokens} lie on {where} then", (tokens, LIE_SLOT)),
            Verb(IF, "if {whose} {amount} {have} then", (WHOSE_SLOT, AMOUNT_SLOT, HAVE_SLOT)),
            Verb(IF, "if {whose} no {have} then", (WHOSE_SLOT, HAVE_SLOT)),
            Verb(IF, "if {amount} {cards} are in play then", (AMOUNT_SLOT, IN_PLAY_SLOT)),
            Verb(IF, "if no {cards} are in play then", (IN_PLAY_SLOT,)),
            Verb(IF, "if there are {amount} {with} {tokens} then", (AMOUNT_SLOT, HOLDING_SLOT, tokens)),
            Verb(IF, "if {amount} villagers are {state} then", (AMOUNT_SLOT, VILLAGERS_SLOT)),
            Verb(OTHERWISE, "otherwise"),
            Verb(FOR_EACH, "for each {token} on {where}", (one_token, LIE_SLOT)),
            Verb(FOR_EACH, "for each {have} {whose}", (EACH_HAVE_SLOT, WHOSE_SLOT)),
            Verb(FOR_EACH, "for each {cards} in play", (ONE_IN_PLAY_SLOT,)),
            Verb(FOR_EACH, "for each {with} {tokens}", (ONE_HOLDING_SLOT, tokens)),
            Verb(FOR_EACH, "for each {state} villager", (VILLAGERS_SLOT,)),
            Verb(EITHER, "either"),
            Verb(OR, "or"),
        ]
    )
