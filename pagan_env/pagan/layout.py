"""The record that is one game of Pagan in progress: every field, its range and who may see it (rulings 38, 60).

Ids of villagers, places and kinds of card start at 1; 0 means none, and row 0 of their arrays stays empty.
"""

from ..core.bits import words_for
from ..core.layout import NOBODY, OWNER, Field, Record, only, seen_by
from .actions import LEXICON

# Seats
WITCH, HUNTER, SEATS = 0, 1, 2
NOBODY_TO_ACT = -1
CHANCE = 2  # who is to act while luck is pending, under `explicit_chance`

# Villagers 1..9: three of each colour
VILLAGERS = 9
RED, BLUE, GREEN = 1, 2, 3

# Tokens. FIRST_OWN and SECOND_OWN are what a set of cards declares; Evidence never lies on a villager or card
CLUE, SECRET, FAVOR, FIRST_OWN, SECOND_OWN, EVIDENCE = range(1, 7)
TOKENS = 6
OWN_TOKENS = 2

# Types of card, in the order of their numbers; the first four are the Hunter's
ALLY, EVENT, INVESTIGATION, LOCATION, BREW, CHARM, ENCHANTMENT, FAMILIAR = range(1, 9)
TYPES = 8

# Kinds of card a seat: slot 1..50 of its list in the ruleset
KINDS = 50

# Places for cards in play, 1..24. `FIRST_PLACE[type]` is the first of a type; an Investigation lies at INVESTIGATIONS + villager
ALLIES, LOCATIONS, BREWS, FAMILIARS, ENCHANTMENTS, INVESTIGATIONS = 1, 4, 7, 10, 13, 15
FIRST_PLACE = (0, ALLIES, 0, INVESTIGATIONS + 1, LOCATIONS, BREWS, 0, ENCHANTMENTS, FAMILIARS)
ROW = 3
PLACES = INVESTIGATIONS + VILLAGERS

# Frames of pending work (`Frame.what`)
(
    TURN,
    UPKEEP,
    VISIT,
    DISTRIBUTE,
    SKILL,
    FAMILIAR_ACTION,
    RAID,
    PROGRAM,
    PLAY_FROM_HAND,
    PUT_IN_PLAY,
    RESOLVE,
    LEAVE_PLAY,
    DRAW_CARDS,
    DISCARD_CARDS,
    PLACE_TOKENS,
    DRAW_SUSPECT,
    DISCARD_RANDOM,
) = range(1, 18)
FRAMES = 24

# Decisions that a seat can be asked for (`State.decision`)
(
    ACTION,
    CONVERSION,
    DISTRIBUTION,
    BREW_WINDOW,
    SKILL_AGAIN,
    CARD_TO_PLAY,
    INVESTIGATION_TARGET,
    REPLACEMENT,
    FAMILIAR_USE,
    UPKEEP_EFFECT,
    ALLY_PAYMENT,
    CARD_TO_DISCARD,
    VILLAGER_TARGET,
    RAID_PAYMENT,
    SHORTAGE,
    OPTION,
    CARD_TARGET,
    FOE_CARD,
    PILE_CARD,
    CARD_TO_REVEAL,
) = range(1, 21)
DECISIONS = 20
CARD_DRAW, SUSPECT_DRAW, HAND_DRAW = 21, 22, 23  # chance's
DECISION_NAMES = (
    "none",
    "action",
    "conversion",
    "distribution",
    "brew_window",
    "skill_again",
    "card_to_play",
    "investigation_target",
    "replacement",
    "familiar_use",
    "upkeep_effect",
    "ally_payment",
    "card_to_discard",
    "villager_target",
    "raid_payment",
    "shortage",
    "option",
    "card_target",
    "foe_card",
    "pile_card",
    "card_to_reveal",
    "card_draw",
    "suspect_draw",
    "hand_draw",
)

# How a game ends (`State.ending`); the last two are no result of the rules
(
    RITUAL,
    INNOCENTS_ELIMINATED,
    WITCH_ELIMINATED,
    SUSPECTS_GATHERED,
    WITCH_OBJECTIVE,
    HUNTER_OBJECTIVE,
    DRAWN,
    ROUND_LIMIT,
    SAFETY_NET,
) = range(1, 10)
ENDING_NAMES = (
    "running",
    "ritual",
    "innocents_eliminated",
    "witch_eliminated",
    "suspects_gathered",
    "witch_objective",
    "hunter_objective",
    "drawn",
    "round_limit",
    "safety_net",
)

# What stands in the event log (`Event.what`): one event a decision, one an automatic result
(
    DECIDED,
    TURN_BEGAN,
    DREW,
    RESHUFFLED,
    IDENTITY,
    SUSPECT_DRAWN,
    EVIDENCE_GAINED,
    ELIMINATED,
    ENDED,
    LOOKED,
    SHOWN,
    DISCARDED,
    OBJECTIVE,
) = range(1, 14)
EVENTS = 64

# Purposes of the random streams; a deck's is its seat, a hand's (discards at random) stands behind the Suspects
WITCH_DECK, HUNTER_DECK, SUSPECT_DECK, WITCH_HAND, HUNTER_HAND, PURPOSES = range(6)

WORDS = words_for(LEXICON.size)
MODIFIER_COUNT = 32  # columns of tables.MODIFIERS
WAITING_MOST = 8
MOST = 30_000  # no count in a game comes near it: games stop at `decision_cap` decisions

VILLAGER = Record(
    "Villager",
    Field("tokens", "Clues (1), Secrets (2), Favors (3), tokens of a set (4, 5) on the villager.", 0, 60, shape=TOKENS),
    Field("pawns", "Action pawns on the villager, by seat; the Witch's familiar pawn included.", 0, 9, shape=SEATS),
    Field("familiar_pawn", "1 if the familiar pawn is among them.", 0, 1),
    Field("eliminated", "1 once the villager is eliminated.", 0, 1),
)
PLACE = Record(
    "Place",
    Field("kind", "Kind of the card that lies here; its owner follows from the place.", 0, KINDS),
    Field("pawn", "1 if a pawn spends this Location.", 0, 1),
    Field("used", "1 once its `upkeep` effect was used this Upkeep.", 0, 1),
    Field("blank", "1 + the seat that treats the text as blank until its next turn; 0: nobody.", 0, SEATS),
    Field("tokens", "Tokens on the card, by kind: Secrets (2) on a Brew.", 0, 60, shape=TOKENS),
)
SEAT = Record(
    "Seat",
    Field(
        "key",
        "Information-state key: a running hash of all that the seat has seen and done.",
        0,
        2**32 - 1,
        OWNER,
        2,
        "i8",
    ),
    Field(
        "legal",
        "What the seat may do now, a bit an action; empty unless it is to act.",
        sees=OWNER,
        shape=WORDS,
        of="u8",
    ),
    Field("influence", "Influence; not limited.", 0, MOST),
    Field("evidence", "Evidence gained (Hunter).", 0, 60),
    Field("pawns", "Regular Action pawns in the supply.", 0, 5),
    Field("familiar_pawn", "1 if the familiar pawn is in the supply (Witch).", 0, 1),
    Field("board_pawns", "Regular pawns on spots of the player board.", 0, 5),
    Field("board_familiar_pawn", "1 if the familiar pawn is on a spot of the player board (Witch).", 0, 1),
    Field("hand_size", "Cards in hand.", 0, 200),
    Field("deck_size", "Cards in the deck.", 0, 200),
    Field("discard_size", "Cards in the discard pile.", 0, 200),
    Field("hand", "Cards in hand, by kind.", 0, 200, OWNER, KINDS + 1),
    Field("deck", "Cards in the deck, by kind: the owner can count them from the deck list.", 0, 200, OWNER, KINDS + 1),
    Field("discard", "Cards in the discard pile, by kind.", 0, 200, shape=KINDS + 1),
    Field("revealed", "Cards permanently revealed, by kind: neither in hand nor in play.", 0, 200, shape=KINDS + 1),
    Field("objective", "1 once the seat has met its objective of the scenario.", 0, 1),
    Field("foe_hand", "Cards that the opponent holds for sure, by kind (ruling 58).", 0, 200, OWNER, KINDS + 1),
)
FRAME = Record(
    "Frame",
    Field("what", "Kind of work.", 0, DISCARD_RANDOM),
    Field("step", "Which part comes next.", 0, 20),
    Field("seat", "Whose work it is.", 0, 1),
    Field("holds", "Kind of the card that this work holds between hand and discard pile or place.", 0, KINDS),
    Field("place", "Place of the card whose effect it is.", 0, PLACES),
    Field("villager", "The villager it is about: the visited one, or the one under an Investigation.", 0, VILLAGERS),
    Field("target", "The villager chosen last.", 0, VILLAGERS),
    Field("card", "Place of the card chosen last.", 0, PLACES),
    Field("amount", "How much is left to do.", 0, MOST),
    Field("token", "Kind of token it places.", 0, TOKENS),
    Field("card_type", "Type of the card to play; 0: any.", 0, TYPES),
    Field("times", "How often the next line counts (`for each`); 0 is once.", 0, MOST),
    Field("pc", "Next row of the program.", 0, MOST),
    Field("cursor", "Last place looked at for triggers.", 0, PLACES),
    Field(
        "chosen",
        "Villagers chosen, a bit each; how often a skill was used; steps of a visit to skip; an effect offered.",
        0,
        2**10 - 1,
    ),
    Field("given", "Villagers that the line has been to so far, a bit each.", 0, 2**10 - 1),
    Field("flag", "A mark of the work's own: the skill is skipped, the raid takes Secrets.", 0, 1),
)
LOGGED = Record(
    "Event",
    Field("what", "Kind of event.", 0, OBJECTIVE),
    Field("seat", "Whose event.", 0, 1),
    Field("a", "The action taken; the round; the villager; how many.", 0, MOST),
    Field("b", "The decision it answered; the ending.", 0, MOST),
    Field("secret", "The private part: the card drawn or looked at, the Suspect drawn.", 0, KINDS, seen_by("seen_by")),
    Field("seen_by", "Seats that saw the private part, a bit each.", 0, 3),
)
WAITING = Record(
    "Waiting",
    Field("place", "Place of the card whose trigger waits; 0: it has left play.", 0, PLACES),
    Field("moment", "What triggered it.", 0, MOST),
    Field("villager", "The villager it is about.", 0, VILLAGERS),
)
STATE_RECORD = Record(
    "State",
    Field("seed", "Seed of the random streams, 32 bits each.", 0, 2**32 - 1, NOBODY, 2, "i8"),
    Field("draws", "Numbers drawn so far, by purpose.", 0, 2**40, NOBODY, PURPOSES, "i8"),
    Field("seats", "By seat: Witch, Hunter.", shape=SEATS, of=SEAT, by_seat=True),
    Field("log_count", "Events so far; the last 64 are in `log`, event n at n mod 64.", 0, 2**30, of="i4"),
    Field("watched", "Moments that cards in play have programs for, a bit each.", 0, 2**31 - 1, of="i4"),
    Field("ruleset", "Row of the ruleset in the tables.", 0, MOST),
    Field("round_number", "Round, from 1; a round is a turn of the Witch and one of the Hunter.", 0, MOST),
    Field("turn", "Seat whose turn it is.", 0, 1),
    Field("to_act", "Seat to decide; -1 when the game is over, 2 while luck is pending.", NOBODY_TO_ACT, CHANCE),
    Field("decision", "Which decision it faces.", 0, HAND_DRAW),
    Field("may_consume", "1 if a completed Brew may be consumed in this decision.", 0, 1),
    Field("asked_in", "Step of the top frame that asked it: run again when a Brew is consumed instead.", 0, 20),
    Field("answer", "The action that answers the last decision.", 0, LEXICON.size),
    Field("decisions", "Decisions taken so far by seats.", 0, MOST),
    Field("ending", "How the game ended; 0 while it runs.", 0, SAFETY_NET),
    Field("first_faction", "Colour that the Witch's first visit binds her first turn to.", 0, GREEN),
    Field("innocents", "Innocent villagers eliminated.", 0, VILLAGERS),
    Field("suspects_drawn", "Suspect cards that the Hunter has drawn.", 0, VILLAGERS),
    Field("true_witch", "The villager who is the true witch.", 0, VILLAGERS, only(WITCH)),
    Field("suspects", "1 for each Suspect that the Hunter has drawn.", 0, 1, only(HUNTER), VILLAGERS + 1),
    Field(
        "supply",
        "Tokens in the general supply: Clues (1), Secrets (2), Favors (3), those of a set (4, 5), Evidence (6).",
        0,
        60,
        shape=TOKENS + 1,
    ),
    Field("villagers", "By villager.", shape=VILLAGERS + 1, of=VILLAGER),
    Field("places", "Places for cards in play.", shape=PLACES + 1, of=PLACE),
    Field("modifiers", "Lasting modifiers of all cards on boards, added up.", -MOST, MOST, shape=MODIFIER_COUNT),
    Field("triggered", "Triggers run since the last decision.", 0, MOST),
    Field("waiting_count", "Triggers that wait.", 0, WAITING_MOST),
    Field("waiting", "Triggers that wait for the step that is going on, first to last.", shape=WAITING_MOST, of=WAITING),
    Field("depth", "Frames on the stack.", 0, FRAMES),
    Field("stack", "Pending work; the last frame runs first.", shape=FRAMES, of=FRAME),
    Field("log", "The last public events.", shape=EVENTS, of=LOGGED),
)
STATE = STATE_RECORD.dtype
