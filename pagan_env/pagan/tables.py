"""Rulesets as kernels read them: one record, `TABLES`, made from the data files, an argument of every kernel.

A ruleset is small: numbers (ruling 75), villagers, deck lists, and for each kind of card an index into one pool of card rows.
Programs live in one shared, deduplicated code array. One record rather than several arrays: compiled code counts references
to an array wherever it is passed on, which took three quarters of the time. See data/ for the files.
"""

from ..core.layout import Field, Record
from ..core.programs import WIDTH
from .layout import GREEN, KINDS, MOST, SEATS, STATE_RECORD, TYPES, VILLAGERS

# Moments at which a card's programs run: columns of `Card.programs`
MOMENTS = (
    "play",
    "visit",
    "upkeep_start",
    "upkeep_must",
    "upkeep_may",
    "upkeep_end",
    "activate",
    "consume",
    "use",
    "empowered",
    "lift",
    "witch_assets",
    "hunter_assets",
    "witch_skill",
    "hunter_skill",
)
(
    ON_PLAY,
    ON_VISIT,
    UPKEEP_START,
    UPKEEP_MUST,
    UPKEEP_MAY,
    UPKEEP_END,
    ON_ACTIVATE,
    ON_CONSUME,
    ON_USE,
    ON_EMPOWERED,
    ON_LIFT,
    WITCH_ASSETS,
    HUNTER_ASSETS,
    WITCH_SKILL,
    HUNTER_SKILL,
) = range(len(MOMENTS))

# Lasting modifiers while in play, added up over copies (ruling 50): columns of `Card.modifiers`
MODIFIERS = ("eliminate_clues", "visit_pawns", "hunter_ready_clues", "hunter_assets_any_colour")
ELIMINATE_CLUES, VISIT_PAWNS, HUNTER_READY_CLUES, HUNTER_ASSETS_ANY_COLOUR = range(len(MODIFIERS))

CARD = Record(
    "Card",
    Field("number", "Printed number.", 0, 9999),
    Field("type", "Type of card.", 0, TYPES),
    Field("cost", "Influence to play it.", 0, 99),
    Field("upkeep", "Influence that an Ally asks for each Upkeep.", 0, 99),
    Field("secrets", "Secrets that complete a Brew.", 0, 60),
    Field("side", "Seat whose visits an Investigation is about.", 0, 1),
    Field("pawn_kinds", "Pawns of the visit that trigger it: regular (1), familiar (2).", 0, 3),
    Field("needs_visit", "1 for a Familiar whose effect is about the visited villager.", 0, 1),
    Field("programs", "First row of the program for each moment; 0: none.", 0, MOST, shape=len(MOMENTS)),
    Field("modifiers", "Lasting modifiers.", -99, 99, shape=len(MODIFIERS)),
)
VILLAGER_RULES = Record(
    "VillagerRules",
    Field("colour", "Own colour (faction).", 0, GREEN),
    Field("assets", "Asset value.", 0, 9),
    Field("asset_colour", "Colour of the villagers that its assets go to.", 0, GREEN),
    Field("skill", "First row of the skill's program.", 0, MOST),
)
NUMBERS = (
    Field("villagers", "Villagers in the game.", 2, VILLAGERS),
    Field("hand_start", "Cards that each seat draws at setup.", 0, 50),
    Field("hand_limit", "Cards kept at the end of Upkeep.", 0, 200),
    Field("influence_start", "Influence of each seat at setup.", 0, 99),
    Field("pawns_witch", "The Witch's regular Action pawns.", 1, 5),
    Field("pawns_familiar", "The Witch's familiar pawn.", 0, 1),
    Field("pawns_hunter", "The Hunter's Action pawns.", 1, 5),
    Field(
        "pawns_first_turn",
        "Regular pawns of the Witch's first turn, which must visit one faction; 0: an ordinary turn.",
        0,
        5,
    ),
    Field("gain_influence", "Influence of the basic action.", 1, 99),
    Field("ready_cost", "Own tokens removed from the villager by Ready a Villager.", 0, 9),
    Field("conversions", "Conversions a visit.", 0, 9),
    Field("secrets_a_favor", "Secrets that convert to one Favor.", 1, 30),
    Field("clues_for_evidence", "Clues on a visited villager that yield an Evidence.", 1, 30),
    Field("favors_for_second_skill", "Favors that let the Witch use the skill once more.", 0, 20),
    Field("ritual_favors", "Favors that the Ritual needs.", 1, 20),
    Field("raid_clues", "Clues that a Raid costs.", 0, 30),
    Field("eliminate_clues", "Clues on the target of Eliminate Villager.", 0, 30),
    Field("eliminate_clues_elsewhere", "Clues on every other living villager.", 0, 30),
    Field("exonerate_evidence", "Evidence that Exonerate Villager costs.", 0, 9),
    Field("suspects_to_win", "Suspect cards with which the Hunter wins.", 1, 9),
    Field("eliminated_counts_as_exonerated", "1: an eliminated innocent counts as a Suspect card gathered (ruling 42).", 0, 1),
    Field("innocents_to_lose", "Innocents eliminated with which the Hunter loses.", 1, 9),
    Field("enchantment_surcharge", "Influence more for each other Enchantment in play.", 0, 9),
    Field("supply_clues", "Clues in the box.", 0, 60),
    Field("supply_secrets", "Secrets in the box.", 0, 60),
    Field("supply_favors", "Favors in the box.", 0, 60),
    Field("supply_evidence", "Evidence in the box.", 0, 60),
    Field("deck_size", "Cards in each deck.", 0, 200),
    Field("deck_minimum", "Cards of each of the seat's types in a deck.", 0, 50),
    Field("deck_copies", "Most copies of a card in a deck.", 1, 50),
    Field("spots", "Spots for each type of card on its board.", 0, 3),
    Field("deck_lists_public", "1: each seat knows the other's deck list.", 0, 1),
    Field("skip_forced", "1: a decision with one option that hangs on public facts alone is taken by the engine.", 0, 1),
    Field("explicit_chance", "1: luck is a decision of CHANCE, which solvers enumerate; faces resolve it by the streams.", 0, 1),
    Field("round_limit", "Rounds after which the game stops.", 1, 999),
    Field("at_limit", "What the round limit does: 0 truncates, 1 is a draw.", 0, 1),
    Field("decision_cap", "Decisions after which the game is truncated: a safety net.", 1, MOST),
)
RULESET_RECORD = Record(
    "Ruleset",
    *NUMBERS,
    Field("kinds", "Card row of each kind, by seat.", 0, MOST, shape=(SEATS, KINDS + 1)),
    Field("kind_count", "Kinds in the seat's deck list.", 0, KINDS, shape=SEATS),
    Field("decks", "Copies of each kind, by seat.", 0, 50, shape=(SEATS, KINDS + 1)),
    Field("village", "By villager.", shape=VILLAGERS + 1, of=VILLAGER_RULES),
)
RULESET = RULESET_RECORD.dtype

RULESETS, CARD_ROWS, CODE_ROWS = 4096, 8192, 16384
TABLES = Record(
    "Tables",
    Field("blank", "What a game starts from.", of=STATE_RECORD),
    Field("rulesets", "Rulesets side by side; a game names its own.", shape=RULESETS, of=RULESET_RECORD),
    Field("cards", "Card rows; row 0 is the null card.", shape=CARD_ROWS, of=CARD),
    Field("code", "Rows of the programs, each program ending in a row of op 0.", -MOST, MOST, shape=(CODE_ROWS, WIDTH)),
).dtype
