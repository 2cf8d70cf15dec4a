"""The record that is one game of Paradise Lost in progress: every field, its range and who may see it (rulings 32, 35, A1).

Ids of cards, Heroes, Realms, Clue tiles and kinds of card start at 1; 0 means none. Seats are 0..4; a Hero without a player
(two-player game) is the sixth miniature.
"""

from ..core.bits import words_for
from ..core.layout import NOBODY, OWNER, Field, Record, seen_by
from .actions import LEXICON

# Seats and miniatures
SEATS = 5
NOBODY_TO_ACT = -1
CHANCE = 5  # who is to act while luck is pending, under `explicit_chance`
NPC = 5  # the miniature of the two-player game's third Hero
MINIATURES = 6
EVERYONE = 31

# Heroes 1..11, in the order of data/people.toml; what their powers are is in heroes.py
ALICE, ALADDIN, BEOWULF, BILLY, HERCULES, MERLIN, PERSEUS, RED, IVAN = range(1, 10)
HEROES = 11

# Realms 1..5
REALMS, PALACE = 5, 5
LOCATIONS = 20
ARENA, BARD, BLACK_SWAN, FIRE_TOWER, ICE_TOWER, MARKET, SHRINE, TRUTHSEEKER, WILDLAND = range(1, 10)
LOCATION_NAMES = ("arena", "bard", "black_swan", "fire", "ice", "market", "shrine", "truthseeker", "wildland")
AT_ORACLE = 100  # `State.spot` of the first to arrive is 99, of the next 98

# Oracle cards: Villains 1..9, Weapons 10..18, Excalibur, Cloak of Invisibility
SLOTS = 9
VILLAIN, WEAPON = 0, SLOTS  # + slot
EXCALIBUR, CLOAK = 19, 20
CARDS = 20

# Places of Oracle cards, and bits of `Seat.possible`
NOWHERE, ENVELOPE, UNDER, HAND, GONE = 0, 1, 1, 6, 11  # UNDER + Oracle 1..4; HAND + seat
PLACES = 11
ORACLES = 4

# Goods, and the types of Scroll
COIN, MANA, SEEKER = range(3)
GOODS = 3
FIRE, ICE = 0, 1
NUMBERS_OF_SCROLL = 5

# Clue tiles
ACROSS, WITHIN_SIGHT, LEFT, RIGHT, THIS, NOT = range(1, 7)
CLUES = 6
CLUE_NAMES = ("across", "within_sight", "left", "right", "this", "not")
TILES = 15

# Decks
SWAN, TRUTH, RAGE = range(3)
DECKS = 3
KINDS = 16
BLANK = 6  # the blank face of the Oracle die; 0: not rolled

# Claim order criteria
BY_COIN, BY_MANA, BY_COIN_AND_MANA, BY_SEEKER, BY_SCROLL = range(1, 6)

# Frames of pending work (`Frame.what`)
(
    SETUP,
    GAME,
    TURN,
    LOCATION,
    GAIN_SCROLL,
    DECK_CARD,
    RAISE,
    RAGE_CARD,
    EFFECT,
    QUESTION,
    ORACLE,
    SEEKING,
    SPEAKING,
    GATES,
    CLAIM,
    WINDOW_FRAME,
    TAKE_GOODS,
    LOOK,
    ROLL,
    ORDER,
    POWER,
    PLACE_CLUE,
    RETURN_SCROLL,
    DRAW_CLUES,
) = range(1, 25)
FRAMES = 24

# Decisions that a seat can be asked for (`State.decision`)
(
    DRAFT,
    STOP,
    COPY_LOCATION,
    TRADE,
    GOODS_CHOICE,
    RESOLVE,
    USE_POWER,
    PLACE_TILE,
    SEEK,
    ASK,
    FIRST_CARD,
    SECOND_CARD,
    ANSWER,
    SHOW,
    TARGET_HERO,
    SCROLL_CHOICE,
    TYPE_CHOICE,
    ORACLE_CHOICE,
    TILE_MOVE,
    ADVANTAGE_CHOICE,
    VILLAIN_CLAIM,
    WEAPON_CLAIM,
    REALM_CHOICE,
    WINDOW,
    FREE_LOCK,
) = range(1, 26)
DECISIONS = 25
(
    ORACLE_DEAL,
    HERO_DEAL,
    REALM_DEAL,
    TILE_DRAW,
    CRITERION_ROLL,
    ORDER_DRAW,
    DIE_ROLL,
    CARD_DRAW,
    SCROLL_DRAW,
    HAND_DRAW,
    UNDER_DRAW,
) = range(26, 37)  # chance's
FIRST_CHANCE, PURPOSES = ORACLE_DEAL, 11
DECISION_NAMES = (
    "none",
    "draft",
    "stop",
    "copy_location",
    "trade",
    "goods",
    "resolve",
    "use_power",
    "place_tile",
    "seek",
    "ask",
    "first_card",
    "second_card",
    "answer",
    "show",
    "target_hero",
    "scroll",
    "scroll_type",
    "oracle_space",
    "tile_move",
    "advantage",
    "villain_claim",
    "weapon_claim",
    "realm",
    "window",
    "free_lock",
    "oracle_deal",
    "hero_deal",
    "realm_deal",
    "tile_draw",
    "criterion_roll",
    "order_draw",
    "die_roll",
    "card_draw",
    "scroll_draw",
    "hand_draw",
    "under_draw",
)

# What Excalibur may cancel (`Frame.kind` of a window)
BY_CARD, BY_STEP, BY_RAGE_CARD, BY_DIE, BY_SEEKING, BY_POWER, BY_PLACING, BY_CLOAK, BY_ONGOING = range(1, 10)

# How an answer came out (`Event.b` of ANSWERED)
NO, SHOWN, CLOAKED, CUT_SHORT = range(1, 5)

# Advantages of the Villain's Hideout
FIRST_CLAIM, EXTRA_QUESTION, DRAW_CARD = range(1, 4)

# How a game ends (`State.ending`); the last is no result of the rules
CLAIMED, ALL_LOST, SAFETY_NET = range(1, 4)
ENDING_NAMES = ("running", "claimed", "all_lost", "safety_net")

# What stands in the event log (`Event.what`)
(
    DECIDED,
    DEALT,
    HERO_IS,
    CRITERION_IS,
    ORDER_IS,
    DIE_IS,
    ARRIVED,
    CARD_DRAWN,
    SCROLL_GAINED,
    RAGE_IS,
    CANCELLED,
    TILE_DRAWN,
    TILE_PLACED,
    TILE_LOST,
    ASKED,
    ANSWERED,
    LOOKED,
    SEEN,
    ORACLE_SPOKE,
    EXCALIBUR_GONE,
    REALM_IS,
    HIDEOUT_IS,
    CLAIM_IS,
    ENDED,
    GOODS_TAKEN,
    CLOAK_TAKEN,
) = range(1, 27)
EVENTS = 64

WORDS = words_for(LEXICON.size)
MOST = 30_000
ANSWERS = 32

EVERYTHING = 2**12 - 1
SEAT = Record(
    "Seat",
    Field("key", "Information-state key: a running hash of all that the seat has seen and done.", 0, 2**32 - 1, OWNER, 2, "i8"),
    Field("legal", "What the seat may do now, a bit an action; empty unless it is to act.", sees=OWNER, shape=WORDS, of="u8"),
    Field("hero", "Hero, in the order of data/people.toml.", 0, HEROES),
    Field("power_used", "1 once the Hero's power of once a game is used.", 0, 1),
    Field("goods", "Coins, Mana, Seeker cubes.", 0, 99, shape=GOODS),
    Field("scrolls", "1 for each Scroll card held, by type (Fire, Ice) and number.", 0, 1, shape=(2, NUMBERS_OF_SCROLL + 1)),
    Field("hand_size", "Oracle cards in hand.", 0, CARDS),
    Field("hand", "1 for each Oracle card in hand.", 0, 1, OWNER, CARDS + 1),
    Field(
        "possible", "Where each Oracle card may be, as far as this seat knows, a bit a place.", 0, EVERYTHING, OWNER, CARDS + 1
    ),
    Field("shown", "Seats to which this one has shown each of its cards, a bit each.", 0, EVERYONE, OWNER, CARDS + 1),
    Field("lacks", "1 for each card that a `no` has told everyone this seat hasn't.", 0, 1, shape=CARDS + 1),
    Field("saw", "1 for each facedown card under an Oracle that it has looked at.", 0, 1, OWNER, CARDS + 1),
    Field("looks", "Facedown cards that it has looked at, by Oracle.", 0, 9, shape=ORACLES + 1),
    Field("immune", "1 while it can't be questioned.", 0, 1),
    Field("tiles", "Clue tiles in hand, by kind.", 0, TILES, OWNER, CLUES + 1),
    Field("tile_count", "Clue tiles in hand.", 0, TILES),
    Field("lost_tiles", "Clue tiles, by kind, that this seat saw go face down out of the game.", 0, TILES, OWNER, CLUES + 1),
    Field("lost_count", "How many those are.", 0, TILES),
    Field("realm", "Realm tile, or the Realm written down; 0: none.", 0, REALMS, seen_by("realm_seen")),
    Field("realm_seen", "Seats that know it, a bit each.", 0, EVERYONE),
    Field("realm_viewers", "Seats that have looked at the Realm tile, a bit each.", 0, EVERYONE),
    Field("advantage", "Advantage declared: first Claim, extra question, draw; 0: none.", 0, DRAW_CARD),
    Field("found", "1 if this Hero found the Villain's Hideout.", 0, 1),
    Field("claim_villain", "Villain claimed, 1 + slot from 0; 10: Fire Magic; 0: none.", 0, 10, seen_by("claim_seen")),
    Field("claim_weapon", "Weapon claimed, 1 + slot from 0; 10: Ice Magic; 0: none.", 0, 10, seen_by("claim_seen")),
    Field("claim_seen", "Seats that know the Claim, a bit each.", 0, EVERYONE),
    Field("claimed", "1 once the Hero has made its Claim.", 0, 1),
    Field("won", "1 for a winner.", 0, 1),
)
FRAME = Record(
    "Frame",
    Field("what", "Kind of work.", 0, DRAW_CLUES, seen_by("sees")),
    Field("sees", "Seats that may see this work, a bit each: a window is the holder's alone.", 0, EVERYONE, seen_by("sees")),
    Field("step", "Which part comes next.", 0, 40, seen_by("sees")),
    Field("seat", "Whose work it is.", 0, MINIATURES, seen_by("sees")),
    Field("kind", "Type of location; kind of card; what a window is about; where a question comes from.", 0, 40, seen_by("sees")),
    Field("deck", "Deck of the card.", 0, DECKS, seen_by("sees")),
    Field("target", "The other Hero, 1 + seat; the miniature that moves; the Oracle.", 0, MINIATURES, seen_by("sees")),
    Field("first", "First card asked about; Realm that a tile leaves.", 0, CARDS, seen_by("sees")),
    Field("second", "Second card asked about; Realm that a tile goes to.", 0, CARDS, seen_by("sees")),
    Field("amount", "How much is left to do.", 0, MOST, seen_by("sees")),
    Field("cursor", "Where in an order the work is.", 0, MOST, seen_by("sees")),
    Field("passed", "Who has passed, or is among those tied, a bit each.", 0, 63, seen_by("sees")),
    Field("flag", "A mark of the work's own.", 0, 20, seen_by("sees")),
)
LOGGED = Record(
    "Event",
    Field("what", "Kind of event.", 0, CLOAK_TAKEN),
    Field("seat", "Whose event.", 0, MINIATURES),
    Field("a", "The action taken; a card, kind, Realm or number.", 0, MOST),
    Field("b", "The decision it answered; more of the event.", 0, MOST),
    Field("secret", "The private part: the card, tile or action.", 0, LEXICON.size, seen_by("seen_by")),
    Field("seen_by", "Seats that saw the private part, a bit each.", 0, EVERYONE),
)
TOLD = Record(
    "Answer",
    Field("asker", "1 + the seat that asked and saw the card; 0: no answer here.", 0, SEATS),
    Field("target", "1 + the seat that has one of the two.", 0, SEATS),
    Field("first", "First card.", 0, CARDS),
    Field("second", "Second card.", 0, CARDS),
    Field("shown", "1 if a card was shown, 0 for the Cloak.", 0, 1),
)
FAILED = Record(
    "FailedClaim",
    Field("seat", "1 + the seat; 0: no Claim here.", 0, SEATS),
    Field("villain", "Villain, 1 + slot from 0; 10: Fire Magic.", 0, 10),
    Field("weapon", "Weapon, 1 + slot from 0; 10: Ice Magic.", 0, 10),
)
STATE_RECORD = Record(
    "State",
    Field("seed", "Seed of the random streams, 32 bits each.", 0, 2**32 - 1, NOBODY, 2, "i8"),
    Field("draws", "Numbers drawn so far, by purpose.", 0, 2**40, NOBODY, PURPOSES, "i8"),
    Field("seats", "By seat.", shape=SEATS, of=SEAT, by_seat=True),
    Field("log_count", "Events so far; the last 64 are in `log`, event n at n mod 64.", 0, 2**30, of="i4"),
    Field("decisions", "Decisions taken so far, windows too.", 0, 2**30, NOBODY, of="i4"),
    Field("ruleset", "Row of the ruleset in the tables.", 0, MOST),
    Field("round_number", "Realm that the Heroes are in, 1 to 5: each is a round of the game.", 0, REALMS),
    Field("asked", "Seats that may know what is pending, a bit each: a window is the holder's.", 0, EVERYONE, seen_by("asked")),
    Field("to_act", "Seat to decide; -1: the game is over, 5: luck is pending.", NOBODY_TO_ACT, CHANCE, seen_by("asked")),
    Field("decision", "Which decision it faces.", 0, UNDER_DRAW, seen_by("asked")),
    Field("depth", "Frames on the stack.", 0, FRAMES, seen_by("asked")),
    Field("answer", "The action that answers the last decision.", 0, LEXICON.size, NOBODY),
    Field("cancelled", "1 if Excalibur has just cancelled the effect at hand.", 0, 1),
    Field("ending", "How the game ended; 0 while it runs.", 0, SAFETY_NET),
    Field("rage", "Witch's Rage tracker.", 0, 10),
    Field("storm", "1 once the tracker has sent all to the Palace.", 0, 1),
    Field("rage_card", "Kind on the Rage space; 0: none.", 0, KINDS),
    Field("rage_cancelled", "1 if Excalibur has cancelled it.", 0, 1),
    Field("rage_ignored", "Seats that ignore it, a bit each.", 0, EVERYONE),
    Field("wrath_card", "Kind on the Wrath space; 0: none.", 0, KINDS),
    Field("die", "Face of the Oracle die: 1..5, 6 for blank; 0: not rolled.", 0, BLANK),
    Field("criterion", "Claim order criterion.", 0, BY_SCROLL),
    Field("supply", "Coins, Mana, Seeker cubes in the supply.", 0, 99, shape=GOODS),
    Field("deck", "Cards left in each deck, by kind.", 0, 60, shape=(DECKS, KINDS + 1)),
    Field("scrolls_left", "Cards left, by type and number.", 0, 30, shape=(2, NUMBERS_OF_SCROLL + 1)),
    Field("icons_left", "Of these, such with a Rage icon.", 0, 30, shape=(2, NUMBERS_OF_SCROLL + 1)),
    Field("pile", "Clue tiles in the pile, by kind.", 0, 30, NOBODY, CLUES + 1),
    Field("pile_size", "Clue tiles in the pile.", 0, 30),
    Field("discarded_tiles", "Clue tiles out of the game face up, by kind.", 0, 30, shape=CLUES + 1),
    Field("stacks", "Clue tiles on each Realm, bottom first.", 0, CLUES, shape=(REALMS + 1, TILES)),
    Field("height", "How many.", 0, TILES, shape=REALMS + 1),
    Field("locked", "1 if the topmost tile of a Realm is locked.", 0, 1, shape=REALMS + 1),
    Field("lock_cubes", "Seeker cubes on it.", 0, 9, shape=REALMS + 1),
    Field("tile", "Clue tile just drawn, before it is placed.", 0, CLUES, seen_by("tile_seen")),
    Field("tile_seen", "Seats that see it, a bit each.", 0, EVERYONE),
    Field("where", "Place of each Oracle card.", 0, PLACES, NOBODY, CARDS + 1),
    Field("open_at", "Place of each Oracle card that everyone knows; 0: not public.", 0, PLACES, shape=CARDS + 1),
    Field("room", "Oracle cards at each place.", 0, CARDS, shape=PLACES + 1),
    Field("filled", "Scratch of `redeal`; 0 otherwise.", 0, CARDS, NOBODY, PLACES + 1),
    Field("slots", "Scratch of `redeal`; 0 otherwise.", 0, CARDS, NOBODY, CARDS + 1),
    Field("face_down", "Of those under each Oracle, the facedown ones.", 0, 9, shape=ORACLES + 1),
    Field("viewers", "Seats that have looked under each Oracle, a bit each.", 0, EVERYONE, shape=ORACLES + 1),
    Field("spot", "Where each miniature is on the Trail: furthest back is lowest.", -MINIATURES, AT_ORACLE, shape=MINIATURES),
    Field("arrival", "1 + the miniatures in order of arrival at the Oracle.", 0, MINIATURES, shape=MINIATURES),
    Field("arrived", "How many have arrived.", 0, MINIATURES),
    Field("order", "1 + the miniatures in Palace order, then the seats in Claim order.", 0, MINIATURES, shape=MINIATURES),
    Field("hideout", "Realm of the Villain's Hideout, once known.", 0, REALMS),
    Field("ivan", "1 + the Hero that payers pay in this Heroes Speak phase; 0: none.", 0, SEATS),
    Field("answer_count", "Answers written down.", 0, ANSWERS),
    Field("answers", "Who has one of which two cards, as everyone knows.", shape=ANSWERS, of=TOLD),
    Field("failed_count", "Claims that failed.", 0, SEATS),
    Field("failed", "Failed Claims.", shape=SEATS, of=FAILED),
    Field("stack", "Pending work; the last frame runs first.", shape=FRAMES, of=FRAME),
    Field("log", "The last public events.", shape=EVENTS, of=LOGGED),
)
STATE = STATE_RECORD.dtype
