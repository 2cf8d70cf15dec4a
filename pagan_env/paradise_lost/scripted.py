"""Scripted Heroes: what a seat's view shows, valued by hand, at three levels.

Level 0 plays at random. Level 1 has a few preferences. Level 2 weighs goods, Scroll cards and what its notes say. Level 3 also
imagines the deals that may be, looks after the Hideout and the Claim order, and knows when to hide its cards. The best value is
taken, luck decides between equals.
"""

from ..core import bits
from ..core.bits import WORD, lowest
from ..core.jit import kernel, kernel_apart
from . import actions
from .layout import (
    ADVANTAGE_CHOICE,
    ANSWER,
    ASK,
    COPY_LOCATION,
    DRAFT,
    FIRE,
    FIRST_CARD,
    FREE_LOCK,
    GOODS_CHOICE,
    ORACLE_CHOICE,
    PLACE_TILE,
    REALMS,
    RESOLVE,
    SCROLL_CHOICE,
    SECOND_CARD,
    SEEK,
    SHOW,
    STOP,
    TARGET_HERO,
    TILE_MOVE,
    TRADE,
    TYPE_CHOICE,
    USE_POWER,
    VILLAIN_CLAIM,
    WEAPON_CLAIM,
    WINDOW,
    WORDS,
)
from .moves import other
from .scripted_claims import advantage_value, claim_value, hero_value
from .scripted_effects import card_value, oracle_value, power_value, target_value, window_value
from .scripted_goods import goods_value, keep_value, scroll_value, trade_value
from .scripted_hideout import lock_value, move_value, place_value, seek_value
from .scripted_questions import answer_value, asked_value, whom_value
from .scripted_simple import simple_value
from .scripted_stops import stop_value, type_value
from .scripted_worlds import imagine

LEVELS = 3
LEAST = -(1 << 50)


@kernel_apart
def choose(views, t, seat, level, luck):
    """A legal action for `seat`, which is to act. Row 0 of `views`: its view; `luck`: a random int in 0 .. 2**31 - 1."""
    v = views[0]
    words = v.seats[seat].legal
    count = bits.count(words)
    if level == 0 or count == 1:
        return bits.select(words, luck % count)
    level = min(level, LEVELS)
    if level == LEVELS and weighs_odds(v.decision):
        imagine(views, t, seat, level, luck)
    best, best_action, ties = LEAST, 0, 0
    for w in range(WORDS):
        word = words[w]
        while word != bits.ZERO:
            action = w * WORD + lowest(word)
            word &= word - bits.ONE
            value = action_value(views, t, seat, level, action) if level > 1 else simple_value(v, t, seat, action)
            if value > best:
                best, best_action, ties = value, action, 1
            elif value == best:  # the n-th of equals replaces the one kept with chance 1 / n
                ties += 1
                luck = (luck * 48271 + 11) % 0x7FFFFFFF
                if luck % ties == 0:
                    best_action = action
    return best_action


@kernel
def weighs_odds(decision):
    """Whether a decision hangs on where the Oracle cards may be."""
    if decision == ASK or decision == FIRST_CARD or decision == SECOND_CARD:
        return True
    return decision == ADVANTAGE_CHOICE or decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM


@kernel
def action_value(views, t, seat, level, action):
    """What an action is worth to levels 2 and 3."""
    v = views[0]
    decision = v.decision
    if decision == STOP:
        return stop_value(v, t, seat, level, action)
    if decision == COPY_LOCATION:
        return type_value(v, t, seat, level, action - actions.COPY + 1, 1)
    if decision == TRADE:
        return 0 if action == actions.DONE else trade_value(v, t, seat, level, action)
    if decision == GOODS_CHOICE:
        return goods_value(v, t, seat, level, action)
    if decision == SCROLL_CHOICE:
        return -keep_value(v, seat, level, action - actions.SCROLL)
    if decision == TYPE_CHOICE:
        return scroll_value(v, seat, level, action - actions.SCROLL_TYPE + FIRE)
    if decision == ASK:
        return whom_value(views, t, seat, level, action)
    if decision == FIRST_CARD or decision == SECOND_CARD:
        return asked_value(views, t, seat, level, action)
    if decision == ANSWER or decision == SHOW:
        return answer_value(v, t, seat, level, action)
    if decision == ADVANTAGE_CHOICE:
        return advantage_value(views, seat, level, action)
    if decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM:
        return claim_value(views, seat, level, action)
    if decision == DRAFT:
        return hero_value(action)
    return side_value(v, t, seat, level, action)


@kernel
def side_value(v, t, seat, level, action):
    """The same for cards drawn, powers, Excalibur, Clue tiles and looks."""
    decision = v.decision
    if decision == SEEK:
        return seek_value(v, t, seat, level, action)
    if decision == PLACE_TILE:
        return place_value(v, seat, level, int(v.tile), action - actions.PLACE + 1)
    if decision == FREE_LOCK:
        return lock_value(v, seat, level, action - actions.LOCK + 1)
    if decision == TILE_MOVE:
        n = action - actions.MOVE_TILE
        return move_value(v, seat, level, n // REALMS + 1, n % REALMS + 1)
    if decision == TARGET_HERO:
        return target_value(v, seat, other(v, t, seat, action - actions.TARGET))
    if decision == ORACLE_CHOICE:
        return oracle_value(v, seat, action - actions.ORACLE_SPACE + 1)
    if action == actions.DONE:
        return 0
    f = v.stack[v.depth - 1]
    if decision == RESOLVE:
        return card_value(v, t, seat, level, int(f.deck), int(f.kind))
    if decision == USE_POWER:
        return power_value(v, t, seat, level)
    return window_value(v, t, seat, level) if decision == WINDOW else 0
