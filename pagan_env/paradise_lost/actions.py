"""The flat action space, as named append-only blocks: never reorder or resize one, add new ones at the end.

Blocks are sized for every variant. Cards are slots of the ruleset's lists of Villains and Weapons; Heroes to ask are counted on
from one's own seat. Which blocks may be legal when is in legal.py; the table is committed as `actions.json`.
"""

from ..core.lexicon import Axis, Block, Lexicon

_TYPE = Axis("scroll_type", 2)
_NUMBER = Axis("number", 5)
_GOODS = Axis("goods", 2)
_REALM = Axis("realm", 5)
_CARD = Axis("card", 18)

LEXICON = Lexicon(
    [
        Block("done", ()),
        Block("yes", ()),
        Block("take", (_GOODS,)),
        Block("pick_hero", (Axis("hero", 11),)),
        Block("move", (Axis("stop", 21),)),
        Block("copy", (Axis("location", 8),)),
        Block("exchange", (_GOODS,)),
        Block("sell_scroll", (_TYPE, _NUMBER, _GOODS)),
        Block("buy_cube", (_GOODS,)),
        Block("sell_cube", (_GOODS,)),
        Block("seek_draw", ()),
        Block("seek_play", (Axis("clue", 6), _REALM)),
        Block("lock", (_REALM,)),
        Block("move_tile", (_REALM, Axis("to_realm", 5))),
        Block("place", (_REALM,)),
        Block("target", (Axis("seat_on", 4),)),
        Block("ask_card", (_CARD,)),
        Block("show_card", (_CARD,)),
        Block("show_cloak", ()),
        Block("show_excalibur", ()),
        Block("scroll", (_TYPE, _NUMBER)),
        Block("scroll_type", (_TYPE,)),
        Block("oracle_space", (Axis("oracle", 4),)),
        Block("advantage", (Axis("advantage", 3),)),
        Block("special", (Axis("power", 2),)),
        Block("play_excalibur", ()),
        Block("claim_villain", (Axis("villain", 10),)),
        Block("claim_weapon", (Axis("weapon", 10),)),
        Block("write_realm", (_REALM,)),
    ]
)

LEXICON_SIZE = LEXICON.size
DONE = LEXICON.start("done")
YES = LEXICON.start("yes")
TAKE = LEXICON.start("take")
PICK_HERO = LEXICON.start("pick_hero")
MOVE = LEXICON.start("move")
COPY = LEXICON.start("copy")
EXCHANGE = LEXICON.start("exchange")
SELL_SCROLL = LEXICON.start("sell_scroll")
BUY_CUBE = LEXICON.start("buy_cube")
SELL_CUBE = LEXICON.start("sell_cube")
SEEK_DRAW = LEXICON.start("seek_draw")
SEEK_PLAY = LEXICON.start("seek_play")
LOCK = LEXICON.start("lock")
MOVE_TILE = LEXICON.start("move_tile")
PLACE = LEXICON.start("place")
TARGET = LEXICON.start("target")
ASK_CARD = LEXICON.start("ask_card")
SHOW_CARD = LEXICON.start("show_card")
SHOW_CLOAK = LEXICON.start("show_cloak")
SHOW_EXCALIBUR = LEXICON.start("show_excalibur")
SCROLL = LEXICON.start("scroll")
SCROLL_TYPE = LEXICON.start("scroll_type")
ORACLE_SPACE = LEXICON.start("oracle_space")
ADVANTAGE = LEXICON.start("advantage")
SPECIAL = LEXICON.start("special")
PLAY_EXCALIBUR = LEXICON.start("play_excalibur")
CLAIM_VILLAIN = LEXICON.start("claim_villain")
CLAIM_WEAPON = LEXICON.start("claim_weapon")
WRITE_REALM = LEXICON.start("write_realm")
TO_ORACLE = 20  # the last stop of `move`
MAGIC = 9  # Fire Magic and Ice Magic among the Claims
