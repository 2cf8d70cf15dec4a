"""What scripted players think cards are worth: one to play now, one that lies in play."""

import numpy as np

from ..core.jit import kernel
from .layout import (
    ALLY,
    BREW,
    CHARM,
    EVENT,
    FAMILIAR,
    FIRST_PLACE,
    HUNTER,
    INVESTIGATION,
    LOCATION,
    MODIFIER_COUNT,
    ROW,
    WITCH,
)
from .moves import card_of, rules_of
from .scripted_board import influence_value
from .scripted_values import program_value
from .scripted_weights import BREW_SECRET, MIST, W_LASTS, weigh
from .tables import (
    ELIMINATE_CLUES,
    MOMENTS,
    ON_ACTIVATE,
    ON_CONSUME,
    ON_EMPOWERED,
    ON_PLAY,
    ON_USE,
    ON_VISIT,
    UPKEEP_END,
    UPKEEP_MAY,
    UPKEEP_START,
    VISIT_PAWNS,
    WITCH_ASSETS,
)

# What a lasting modifier of 1 more is worth to the Witch, by column of tables.MODIFIERS but the first, which has a weight
WORTH_OF_MODIFIER = np.array(
    (
        *(0, 30, 0, 12, -10, -40, 40, -40, 40, -60, 25, 20, 25, 10, -10),
        *(8, 8, 8, 8, -8, -8, -8, -8),  # the costs of types
        *(5, -5, -20, 25, 20, -15, 10, -10, -10),
    )
)


@kernel
def card_value(v, t, seat, level, mind, kind):
    """What a card brings when it is played now, without its price."""
    card = card_of(v, t, seat, kind)
    if card.type == EVENT or card.type == CHARM:
        return program_value(v, t, seat, level, mind, card.programs[ON_PLAY], 0)
    held = held_value(v, t, seat, level, mind, card)
    if card.type == INVESTIGATION:
        return held
    others = 0
    first = FIRST_PLACE[card.type]
    for place in range(first, first + ROW):
        others += v.places[place].kind > 0
    if card.type == FAMILIAR and others:  # one a turn is used
        held //= 3
    return held if others < rules_of(v, t).spots else held // 4


@kernel
def held_value(v, t, seat, level, mind, card):
    """What a lasting card brings in play."""
    programs, modifiers = card.programs, card.modifiers
    value = 0
    if card.type == INVESTIGATION:
        value = 2 * program_value(v, t, HUNTER, level, mind, programs[ON_VISIT], 0) + 60 * modifiers[VISIT_PAWNS]
        return value + 12
    if card.type == LOCATION:
        value = weigh(level, W_LASTS + seat) * max(0, program_value(v, t, seat, level, mind, programs[ON_ACTIVATE], 0) - 30)
    elif card.type == BREW:
        value = program_value(v, t, seat, level, mind, programs[ON_CONSUME], 0) - weigh(level, BREW_SECRET) * card.secrets
    elif card.type == FAMILIAR:
        use = program_value(v, t, seat, level, mind, programs[ON_USE], 0)
        empowered = program_value(v, t, seat, level, mind, programs[ON_EMPOWERED], 0)
        value = weigh(level, W_LASTS + seat) * max(0, max(use, empowered))
    elif card.type == ALLY:
        value = -weigh(level, W_LASTS + seat) * int(card.upkeep) * influence_value(v, seat, level)
    for moment in range(UPKEEP_START, UPKEEP_END + 1):
        if programs[moment]:
            gain = program_value(v, t, seat, level, mind, programs[moment], 0)
            value += weigh(level, W_LASTS + seat) * (max(0, gain) if moment == UPKEEP_MAY else gain)
    for moment in range(WITCH_ASSETS, len(MOMENTS)):
        if programs[moment]:
            value += max(20, program_value(v, t, seat, level, mind, programs[moment], 0))
    side = 1 if seat == WITCH else -1
    for column in range(MODIFIER_COUNT):
        value += side * WORTH_OF_MODIFIER[column] * modifiers[column]
    return value + weigh(level, MIST) * modifiers[ELIMINATE_CLUES]
