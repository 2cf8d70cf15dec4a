"""Rulesets as kernels read them: one record, `TABLES`, made from the data files, an argument of every kernel.

A ruleset is small: numbers, the board, counts of Scroll cards and Clue tiles, and the kinds of card of the three decks, each
an effect with an amount. See data/ for the files.
"""

from ..core.layout import Field, Record
from .layout import (
    BY_SCROLL,
    CLUES,
    DECKS,
    HEROES,
    KINDS,
    LOCATIONS,
    MOST,
    NUMBERS_OF_SCROLL,
    REALMS,
    SLOTS,
    STATE_RECORD,
    WILDLAND,
)

# What a card of a deck does (`Card.effect`); the second half are lasting effects of Rage cards
EFFECTS = {
    "nothing": "nothing",
    "lose_coin": "lose {} Coin",
    "lose_mana": "lose {} Mana",
    "lose_seeker": "lose {} Seeker cube",
    "lose_seeker_or_goods": "lose 1 Seeker cube; with none, {} Coin and {} Mana",
    "return_scroll": "return 1 held Scroll card of your choice to its deck",
    "return_highest_scroll": "return your highest-numbered Scroll card, of your choice if tied",
    "show_card": "show one of your Oracle cards, of your choice, to a Hero of your choice",
    "give_goods": "give 1 Coin or 1 Mana to the Hero furthest back but you",
    "gain_coin": "gain {} Coin",
    "gain_mana": "gain {} Mana",
    "gain_seeker": "gain {} Seeker cube",
    "look_under_oracle": "look at 1 facedown Oracle card on the board",
    "gain_scroll": "gain 1 Scroll card, of the type of your choice",
    "ask": "ask a question",
    "be_shown": "a Hero of your choice shows you 1 Oracle card of its choice",
    "see_random": "see 1 random Oracle card of a Hero of your choice",
    "draw_tile": "draw {} Clue tile into your hand",
    "look_at_realm": "look at a Hero's Realm tile",
    "move_tile": "move 1 unlocked Clue tile",
    "immunity": "you can't be questioned until the end of the next Oracle",
    "discard_tiles": "discard every unlocked topmost Clue tile",
    "no_powers": "Heroes may not use their special powers",
    "markets_closed": "Marketplaces are closed",
    "towers_dearer": "Mage Towers cost {} more Mana",
    "wildlands_closed": "Wildlands are closed",
    "questions_dearer": "questions at Oracles cost {} more Mana",
    "no_rewards": "no Arrival Rewards",
}
(
    NOTHING,
    LOSE_COIN,
    LOSE_MANA,
    LOSE_SEEKER,
    LOSE_SEEKER_OR_GOODS,
    RETURN_ONE,
    RETURN_HIGHEST,
    SHOW_CARD,
    GIVE_GOODS,
    GAIN_COIN,
    GAIN_MANA,
    GAIN_SEEKER,
    LOOK_UNDER,
    GAIN_ONE_SCROLL,
    ASK_QUESTION,
    BE_SHOWN,
    SEE_RANDOM,
    DRAW_TILE,
    LOOK_AT_REALM,
    MOVE_A_TILE,
    IMMUNITY,
    DISCARD_TILES,
    NO_POWERS,
    MARKETS_CLOSED,
    TOWERS_DEARER,
    WILDLANDS_CLOSED,
    QUESTIONS_DEARER,
    NO_REWARDS,
) = range(len(EFFECTS))
HIDEOUT_EFFECTS = ("draw_tile", "look_at_realm", "move_tile", "discard_tiles")
LASTING = tuple(EFFECTS)[NO_POWERS:]
GOOD_OR_BAD = ("nothing", "gain_coin", "gain_mana", "gain_seeker", "look_under_oracle")
EFFECTS_OF_DECK = (
    (*GOOD_OR_BAD, *tuple(EFFECTS)[LOSE_COIN : RETURN_ONE + 1], "show_card", "give_goods", "gain_scroll"),
    (*GOOD_OR_BAD, "ask", "be_shown", "see_random", "draw_tile", "look_at_realm", "move_tile", "immunity"),
    ("lose_coin", "lose_mana", "lose_seeker", "return_highest_scroll", "discard_tiles", *LASTING),
)
DECK_NAMES = ("black_swan", "truthseeker", "rage")

CARD_RECORD = Record(
    "Card",
    Field("copies", "Cards of this kind in the box.", 0, 30),
    Field("effect", "What it does.", 0, len(EFFECTS) - 1),
    Field("amount", "How much.", 0, 9),
    Field("icons", "Witch's Rage icons.", 0, 3),
    Field("coin", "Coins to pay for the effect.", 0, 9),
    Field("mana", "Mana to pay for the effect.", 0, 9),
    Field("as_oracle", "1: a question costs what the die for the next Oracle shows (ruling A16).", 0, 1),
    Field("no_immunity", "1: nobody is immune from the question.", 0, 1),
    Field("negative", "1: a bad thing, from which Prince Ivan is immune (ruling A13).", 0, 1),
    Field("hideout", "1: about the Villain's Hideout; drawn again where there is none.", 0, 1),
)
NUMBERS = (
    Field("heroes", "Heroes with a player; with 2 a third miniature stands in their way.", 2, 5),
    Field("villains", "Villain cards.", 8, SLOTS),
    Field("weapons", "Weapon cards.", 8, SLOTS),
    Field("hero_draft", "0: Heroes are dealt, 1: each player picks one, in starting order.", 0, 1),
    Field("start_coin", "Coins of each Hero at setup.", 0, 7),
    Field("start_mana", "Mana of each Hero at setup.", 0, 7),
    Field("start_seeker", "Seeker cubes of each Hero at setup.", 0, 5),
    Field("start_tiles", "Clue tiles dealt to each Hero.", 0, 3),
    Field("rage_start", "Where the Rage tracker starts (harder: 2, ruling A7).", 0, 9),
    Field("reveal_after", "1: the Oracle card is revealed after the questions (harder).", 0, 1),
    Field("market_cube", "Coins or Mana for a Seeker cube, bought or sold (harder: 4).", 1, 9),
    Field("realm_written", "1: no Realm tiles, each Hero writes a Realm down (harder).", 0, 1),
    Field("pay_answerer", "1: a question's price goes to the Hero that answered with a card (harder).", 0, 1),
    Field("hideout", "0: without the Villain's Hideout.", 0, 1),
    Field("semi_competitive", "1: Claims are written, and all correct Heroes win.", 0, 1),
    Field("tie_break", "1: of several correct Heroes one wins, by Realm and criterion (Semi-competitive).", 0, 1),
    Field("advantage_from_hand", "1: the advantage may draw a random card of another Hero's hand as well (ruling A18).", 0, 1),
    Field("windows", "Who is asked about Excalibur: 1 its holder alone, 2 everyone, 0 nobody.", 0, 2),
    Field("supply_coin", "Coins in the box.", 35, 99),
    Field("supply_mana", "Mana in the box.", 35, 99),
    Field("supply_seeker", "Seeker cubes in the box.", 25, 99),
    Field("market_exchange", "Coins or Mana for one of the other.", 1, 9),
    Field("market_scroll", "Coins or Mana for a Scroll card sold.", 1, 9),
    Field("market_trades", "Trades a visit.", 1, 20),
    Field("tower_mana", "Mana for a Mage Tower.", 0, 9),
    Field("arena_mana", "Mana that an Arena costs.", 0, 9),
    Field("arena_coin", "Coins that it gives.", 0, 9),
    Field("shrine_coin", "Coins that a Shrine costs.", 0, 9),
    Field("shrine_mana", "Mana that it gives.", 0, 9),
    Field("bard_coin", "Coins of a Bard's Tale.", 0, 9),
    Field("bard_mana", "Mana of a Bard's Tale.", 0, 9),
    Field("seek_cubes", "Seeker cubes to play a Clue tile.", 0, 9),
    Field("lock_cubes", "Seeker cubes to lock or move a Clue tile.", 0, 9),
    Field("rage_end", "Where the tracker sends all to the Palace.", 1, 10),
    Field("skip_forced", "1: a decision with one option that hangs on public facts alone is taken by the engine.", 0, 1),
    Field("explicit_chance", "1: luck is a decision of CHANCE, which solvers enumerate; faces resolve it by the streams.", 0, 1),
    Field("decision_cap", "Decisions after which the game is truncated: a safety net.", 1, MOST),
)
RULESET_RECORD = Record(
    "Ruleset",
    *NUMBERS,
    Field("rage_draws", "1 where the tracker draws a Rage card.", 0, 1, shape=11),
    Field("board", "Type of each location, by Realm.", 0, WILDLAND, shape=(REALMS + 1, LOCATIONS)),
    Field("spaces", "Spaces of each location; the second only with 4 or 5 Heroes.", 0, 2, shape=(REALMS + 1, LOCATIONS)),
    Field("locations", "Locations of each Realm.", 0, LOCATIONS, shape=REALMS + 1),
    Field("scroll_copies", "Cards of each Scroll, by number.", 0, 16, shape=NUMBERS_OF_SCROLL + 1),
    Field("scroll_icons", "Of these, such with a Rage icon.", 0, 16, shape=NUMBERS_OF_SCROLL + 1),
    Field("clues", "Clue tiles, by kind.", 0, 15, shape=CLUES + 1),
    Field("die", "Faces of the Oracle die that show 1..5 or blank (6).", 0, 6, shape=7),
    Field("criteria", "Weight of each Claim order criterion at setup.", 0, 6, shape=BY_SCROLL + 1),
    Field("hero_pool", "1 for each Hero that may be in the game.", 0, 1, shape=HEROES + 1),
    Field("cards", "Kinds of card of each deck.", shape=(DECKS, KINDS + 1), of=CARD_RECORD),
)
RULESET = RULESET_RECORD.dtype

RULESETS = 256
TABLES = Record(
    "Tables",
    Field("blank", "What a game starts from.", of=STATE_RECORD),
    Field("rulesets", "Rulesets side by side; a game names its own.", shape=RULESETS, of=RULESET_RECORD),
).dtype
