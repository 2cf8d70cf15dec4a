"""Scripted players: what a seat's view shows, valued by hand, at three levels.

Level 0 plays at random. Level 1 takes what lies next on its way, asks about what it doesn't know, and claims what may be.
The best value is taken, luck decides between equals.
"""

from ..core import bits
from ..core.bits import WORD, lowest
from ..core.jit import kernel
from . import actions
from .layout import (
    ARENA,
    ASK,
    BARD,
    ENVELOPE,
    FIRE_TOWER,
    FIRST_CARD,
    HAND,
    ICE_TOWER,
    SECOND_CARD,
    SEEK,
    SHRINE,
    STOP,
    TRADE,
    TRUTHSEEKER,
    VILLAIN_CLAIM,
    WEAPON,
    WEAPON_CLAIM,
    WINDOW,
    WORDS,
)
from .moves import rules_of

LEVELS = 3
LEAST = -(1 << 40)


@kernel
def choose(views, t, seat, level, luck):
    """A legal action for `seat`, which is to act. Row 0 of `views`: its view; `luck`: a random int in 0 .. 2**31 - 1."""
    v = views[0]
    words = v.seats[seat].legal
    count = bits.count(words)
    if level == 0 or count == 1:
        return bits.select(words, luck % count)
    best, best_action, ties = LEAST, 0, 0
    for w in range(WORDS):
        word = words[w]
        while word != bits.ZERO:
            action = w * WORD + lowest(word)
            word &= word - bits.ONE
            value = simple_value(v, t, seat, action)
            if value > best:
                best, best_action, ties = value, action, 1
            elif value == best:  # the n-th of equals replaces the one kept with chance 1 / n
                ties += 1
                luck = (luck * 48271 + 11) % 0x7FFFFFFF
                if luck % ties == 0:
                    best_action = action
    return best_action


@kernel
def simple_value(v, t, seat, action):
    """What an action is worth to level 1."""
    decision = v.decision
    if decision == STOP:
        return simple_stop(v, t, seat, action)
    if decision == FIRST_CARD or decision == SECOND_CARD:
        return simple_card(v, seat, action - actions.ASK_CARD + 1)
    if decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM:
        return simple_claim(v, seat, action)
    if decision == ASK or decision == SEEK:
        return -10 if action == actions.DONE else 0
    if decision == TRADE:
        return 10 if action == actions.DONE else 0
    if decision == WINDOW:
        return 10 if action == actions.DONE else 0
    return -10 if action == actions.PLAY_EXCALIBUR else 0


@kernel
def simple_stop(v, t, seat, action):
    """The next location that is of use by itself, else the Oracle."""
    if action < actions.MOVE or action == actions.MOVE + actions.TO_ORACLE:
        return 0
    if action >= actions.SPECIAL:
        return 100
    kind = rules_of(v, t).board[v.round_number, action - actions.MOVE]
    good = kind == ARENA or kind == BARD or kind == FIRE_TOWER or kind == ICE_TOWER or kind == SHRINE or kind == TRUTHSEEKER
    return 50 - (action - actions.MOVE) if good else -1


@kernel
def simple_card(v, seat, card):
    """A card that may be in the envelope, and with the Hero asked."""
    possible = int(v.seats[seat].possible[card])
    holder = int(v.stack[v.depth - 1].target) - 1
    return 2 * ((possible >> ENVELOPE) & 1) + ((possible >> (HAND + holder)) & 1)


@kernel
def simple_claim(v, seat, action):
    """Magic, else a card that may be in the envelope."""
    by_weapon = action >= actions.CLAIM_WEAPON
    slot = action - (actions.CLAIM_WEAPON if by_weapon else actions.CLAIM_VILLAIN)
    if slot == actions.MAGIC:
        return 10
    card = slot + 1 + (WEAPON if by_weapon else 0)
    return (int(v.seats[seat].possible[card]) >> ENVELOPE) & 1
