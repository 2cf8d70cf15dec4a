"""The numbers that scripted Heroes of levels 2 and 3 value things by: about 100 is what a good stop brings.

Guessed, then tried in play on the default ruleset. Level 2 has 0 for what it doesn't look at.
"""

import numpy as np

from ..core.jit import kernel

# name, level 2, level 3, what for
_WEIGHTS = (
    ("COIN_FIRST", 26, 26, "the first Coin"),
    ("COIN_FALL", 5, 5, "how much less each further one is worth, down to the last"),
    ("MANA_FIRST", 36, 40, "the first Mana"),
    ("MANA_FALL", 6, 6, ""),
    ("CUBE_FIRST", 14, 20, "the first Seeker cube"),
    ("CUBE_FALL", 4, 4, ""),
    ("LAST", 2, 3, "the least that a good is worth"),
    ("CRITERION", 0, 4, "by Realm: an item more of the Claim order criterion than the others have, up to 3"),
    ("PRICE", 30, 70, "being able to pay for a question at the next Oracle"),
    ("SCROLL_FIRST", 60, 60, "the first Scroll card of a type"),
    ("SCROLL_RISE", 25, 30, "how much more each further one is worth"),
    ("SCROLL_LAST", 150, 300, "the last one besides"),
    ("SCROLL_SPARE", 8, 12, "one of a type that can't be completed"),
    ("RAGE_STEP", 4, 4, "a step of the tracker that an icon brings"),
    ("QUESTION_WORTH", 60, 110, "a question by a card"),
    ("SIGHT", 50, 100, "a card of another Hero"),
    ("LOOK_ORACLE", 20, 25, "a card under an Oracle, which all will see"),
    ("BARE_CARD", 20, 25, "showing a card of one's own"),
    ("TILE_WORTH", 2, 12, "a Clue tile in hand"),
    ("VEIL", 8, 15, "not being asked"),
    ("PACE", 0, 10, "a location passed by on the way to another, past the Hero before"),
    ("ARROW", 0, 6, "by Realm: an arrow more than any other Realm has"),
    ("SPEND_CUBE", 0, 12, "a Seeker cube kept for the last Oracle"),
    ("ASKERS_GUESS", 8, 2, "of 8: how likely a Hero asks about a card of its own"),
    ("SURE", 100, 45, "percent: sure enough of the envelope to claim first rather than ask"),
)
NAMES = tuple(row[0] for row in _WEIGHTS)
WEIGHTS = np.array([[row[1] for row in _WEIGHTS], [row[2] for row in _WEIGHTS]], np.int64)
(
    COIN_FIRST,
    COIN_FALL,
    MANA_FIRST,
    MANA_FALL,
    CUBE_FIRST,
    CUBE_FALL,
    LAST,
    CRITERION,
    PRICE,
    SCROLL_FIRST,
    SCROLL_RISE,
    SCROLL_LAST,
    SCROLL_SPARE,
    RAGE_STEP,
    QUESTION_WORTH,
    SIGHT,
    LOOK_ORACLE,
    BARE_CARD,
    TILE_WORTH,
    VEIL,
    PACE,
    ARROW,
    SPEND_CUBE,
    ASKERS_GUESS,
    SURE,
) = range(25)


@kernel
def weigh(level, number):
    """A weight of level 2 or 3."""
    return int(WEIGHTS[level - 2, number])
