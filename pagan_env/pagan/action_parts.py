"""What each action names, as numbers: its block, a villager, a place, a kind of card, the kind of pawn, an option."""

import numpy as np

from .actions import LEXICON
from .layout import ALLIES, BREWS, ENCHANTMENTS, FAMILIARS, LOCATIONS

BLOCK_PART, VILLAGER_PART, PLACE_PART, KIND_PART, FAMILIAR_PART, OPTION_PART = range(6)
_FIRST_OF_ROW = {"ally": ALLIES, "location": LOCATIONS, "brew": BREWS, "familiar": FAMILIARS, "enchantment": ENCHANTMENTS}


def _parts(action: int) -> list[int]:
    block, coords = LEXICON.find(action)
    found = [LEXICON.blocks.index(block) + 1, 0, 0, 0, 0, 0]
    for axis, at in zip(block.axes, coords, strict=True):
        if axis.name == "villager":
            found[VILLAGER_PART] = at + 1
        elif axis.name == "place":
            found[PLACE_PART] = at + 1
        elif axis.name in ("kind", "foe_kind"):
            found[KIND_PART] = at + 1
        elif axis.name == "pawn":
            found[FAMILIAR_PART] = at
        elif axis.name in _FIRST_OF_ROW:
            found[PLACE_PART] = _FIRST_OF_ROW[axis.name] + at
        else:
            found[OPTION_PART] = at
    return found


PARTS = np.array([_parts(action) for action in range(LEXICON.size)])
"""int64 (A, 6): block from 1 in the lexicon's order; villager, place and kind from 1, 0 for none (`foe_card`
names kinds of the other seat); 1 for the familiar pawn;
the loot (1: all Secrets), power (1: Empowered) or option (from 0)."""
