"""Scripted players: what a seat's `view` shows, valued by hand, at three levels.

Level 0 plays at random. Level 1 wins when it can and otherwise has a few preferences; level 2 plans visits and cards for its
own ends; level 3 also reads the other seat: threats, odds, decoys. The best value is taken, luck decides between equals.
"""

from ..core import bits
from ..core.bits import ONE, WORD, popcount
from ..core.jit import kernel_apart
from .actions import ACTIVATE
from .layout import WITCH, WORDS
from .scripted_board import WIN
from .scripted_hunter import hunter_mind, hunter_value
from .scripted_witch import witch_mind, witch_value

LEVELS = 3


@kernel_apart
def choose(v, t, seat, level, luck):
    """A legal action for `seat`, which is to act. `v`: its view of the game; `luck`: a random int in 0 .. 2**31 - 1."""
    words = v.seats[seat].legal
    count = bits.count(words)
    if level == 0 or count == 1:
        return bits.select(words, luck % count)
    level = min(level, LEVELS)
    mind = witch_mind(v, t, level) if seat == WITCH else hunter_mind(v, t, level)
    best, best_action, ties, value, before = -2 * WIN, 0, 0, 0, -1
    for w in range(WORDS):
        word = words[w]
        while word != 0:
            action = w * WORD + popcount((word & (~word + ONE)) - ONE)
            word &= word - ONE
            if action & 1 == 0 or action != before + 1 or action >= ACTIVATE:  # else the same action, with the familiar pawn
                value = witch_value(v, t, level, mind, action) if seat == WITCH else hunter_value(v, t, level, mind, action)
            before = action
            if value > best:
                best, best_action, ties = value, action, 1
            elif value == best:  # the n-th of equals replaces the one kept with chance 1 / n
                ties += 1
                luck = (luck * 48271 + 11) % 0x7FFFFFFF
                if luck % ties == 0:
                    best_action = action
    return best_action
