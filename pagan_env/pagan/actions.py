"""The flat action space, as named append-only blocks: never reorder or resize one, add new ones at the end.

Cards are chosen by kind (slot 1..50 of the seat's card list), never by their place in a hand (ruling 57).
Which blocks may be legal
when is in legal.py; the table is committed as `actions.json`.
"""

from ..core.lexicon import Axis, Block, Lexicon

_VILLAGER = Axis("villager", 9)
_PAWN = Axis("pawn", 2)
_PLACE = Axis("place", 24)

LEXICON = Lexicon(
    [
        # Actions that cost a pawn
        Block("visit", (_VILLAGER, _PAWN)),
        Block("gain_influence", (_PAWN,)),
        Block("draw_card", (_PAWN,)),
        Block("play", (Axis("kind", 50), _PAWN)),
        Block("ready", (_VILLAGER, _PAWN)),
        Block("ritual", (_VILLAGER, _PAWN)),
        Block("activate", (Axis("location", 3),)),
        Block("lift", (Axis("enchantment", 3),)),
        Block("exonerate", ()),
        Block("raid", (_VILLAGER, Axis("loot", 2))),
        Block("eliminate", (_VILLAGER,)),
        # Free
        Block("consume", (Axis("brew", 3),)),
        # Decisions on the way
        Block("done", ()),
        Block("convert", ()),
        Block("again", ()),
        Block("pay", ()),
        Block("villager", (_VILLAGER,)),
        Block("place", (_PLACE,)),
        Block("card", (Axis("kind", 50),)),
        Block("familiar", (Axis("familiar", 3), Axis("power", 2))),
        Block("use", (_PLACE,)),
        Block("drop", (Axis("ally", 3),)),
        Block("option", (Axis("option", 4),)),
        Block("foe_card", (Axis("foe_kind", 50),)),
    ]
)

LEXICON_SIZE = LEXICON.size
VISIT = LEXICON.start("visit")
GAIN_INFLUENCE = LEXICON.start("gain_influence")
DRAW_CARD = LEXICON.start("draw_card")
PLAY = LEXICON.start("play")
READY = LEXICON.start("ready")
RITUAL = LEXICON.start("ritual")
ACTIVATE = LEXICON.start("activate")
LIFT = LEXICON.start("lift")
EXONERATE = LEXICON.start("exonerate")
RAID = LEXICON.start("raid")
ELIMINATE = LEXICON.start("eliminate")
CONSUME = LEXICON.start("consume")
DONE = LEXICON.start("done")
CONVERT = LEXICON.start("convert")
AGAIN = LEXICON.start("again")
PAY = LEXICON.start("pay")
CHOOSE_VILLAGER = LEXICON.start("villager")
CHOOSE_PLACE = LEXICON.start("place")
CHOOSE_CARD = LEXICON.start("card")
USE_FAMILIAR = LEXICON.start("familiar")
USE = LEXICON.start("use")
DROP = LEXICON.start("drop")
CHOOSE_OPTION = LEXICON.start("option")
CHOOSE_FOE_CARD = LEXICON.start("foe_card")
