"""Where a scripted Hero stops on the Trail, what a Wildland copies, and when it uses a power of its own turn."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ALADDIN,
    ARENA,
    AT_ORACLE,
    BARD,
    BEOWULF,
    BLACK_SWAN,
    FIRE,
    FIRE_TOWER,
    ICE,
    ICE_TOWER,
    MINIATURES,
    NPC,
    PALACE,
    RED,
    SHRINE,
    SWAN,
    TRUTH,
    TRUTHSEEKER,
    WILDLAND,
)
from .locations import can_copy, can_stop, coin_price, mana_price
from .moves import lasting, next_scroll, rules_of
from .scripted_effects import draw_value
from .scripted_goods import best_scroll, best_trade, gain_value, scroll_value
from .scripted_weights import LOOK_ORACLE, PACE, TILE_WORTH, weigh
from .setup import miniatures
from .tables import NO_REWARDS


@kernel
def stop_value(v, t, seat, level, action):
    """What a move is worth, or a power used before it."""
    f = v.stack[v.depth - 1]
    if action >= actions.SPECIAL:
        return special_value(v, seat, level, action - actions.SPECIAL)
    if action == actions.DONE:
        return 0
    stop, who = action - actions.MOVE, int(f.target)
    if who == NPC:
        return block_value(v, t, seat, level, stop)
    if stop == actions.TO_ORACLE:
        value, stop = oracle_arrival(v, t, seat, level), int(rules_of(v, t).locations[v.round_number])
    else:
        value = location_value(v, t, seat, level, int(rules_of(v, t).board[v.round_number, stop]))
    return value - lost_on_the_way(v, t, seat, level, stop)


@kernel
def location_value(v, t, seat, level, kind):
    """What a location is worth to a seat that can stop there; a Wildland as much as the best that it may copy."""
    if kind != WILDLAND:
        return type_value(v, t, seat, level, kind, 0)
    best = -1000
    for copy in range(ARENA, WILDLAND):
        if can_copy(v, t, seat, copy):
            best = max(best, type_value(v, t, seat, level, copy, 1))
    return best


@kernel
def type_value(v, t, seat, level, kind, copied):
    """What a type of location is worth, other than a Wildland."""
    rules = rules_of(v, t)
    if kind == ARENA:
        price = mana_price(v, t, seat, kind, copied, 1)
        return gain_value(v, t, seat, level, int(rules.arena_coin), -price, 0)
    if kind == BARD:
        more = 1 if v.seats[seat].hero == BEOWULF else 0
        return gain_value(v, t, seat, level, int(rules.bard_coin), int(rules.bard_mana) + more, 0)
    if kind == SHRINE:
        return gain_value(v, t, seat, level, -coin_price(v, t, seat, kind, 1), int(rules.shrine_mana), 0)
    if kind == FIRE_TOWER or kind == ICE_TOWER:
        price = mana_price(v, t, seat, kind, copied, 1)
        return scroll_value(v, seat, level, kind - FIRE_TOWER) + gain_value(v, t, seat, level, 0, -price, 0)
    if kind == BLACK_SWAN:
        return draw_value(v, t, seat, level, SWAN)
    if kind == TRUTHSEEKER:
        return draw_value(v, t, seat, level, TRUTH)
    return best_trade(v, t, seat, level)


@kernel
def oracle_arrival(v, t, seat, level):
    """What arriving at the Oracle now brings."""
    more = 1 if v.seats[seat].hero == RED else 0
    count = miniatures(rules_of(v, t))
    if lasting(v, t, NO_REWARDS, seat) == 0:
        if v.arrived == 0:
            return gain_value(v, t, seat, level, 1, 1 + more, 0)
        if v.arrived < count - 1:
            more += 1
    return gain_value(v, t, seat, level, 0, more, 0)


@kernel
def lost_on_the_way(v, t, seat, level, stop):
    """What is given up by passing locations: all of those that are before the next Hero, some of what is beyond."""
    if v.round_number == PALACE:
        return 0
    if level < 3:
        return stop
    total, behind = 0, next_back(v, t, seat) // 2
    first = int(v.spot[seat]) // 2 + 1 if v.spot[seat] >= 0 else 0
    for at in range(first, stop):
        kind = int(rules_of(v, t).board[v.round_number, at])
        if at >= behind:
            total += weigh(level, PACE)
        elif can_stop(v, t, seat, kind, 0):
            total += max(0, location_value(v, t, seat, level, kind))
    return total


@kernel
def next_back(v, t, seat):
    """The spot of the miniature furthest back other than a seat's, as far as none has arrived."""
    back = 2 * int(rules_of(v, t).locations[v.round_number])
    for m in range(MINIATURES):
        if m != seat and v.spot[m] < back:
            back = int(v.spot[m])
    return back


@kernel
def block_value(v, t, seat, level, stop):
    """The Hero without a player stands in the other's way, where it would like best to stop."""
    other = 1 - seat
    if stop == actions.TO_ORACLE:
        return -1
    if v.spot[other] >= AT_ORACLE - MINIATURES or stop <= v.spot[other] // 2:
        return -stop
    kind = int(rules_of(v, t).board[v.round_number, stop])
    return location_value(v, t, other, level, kind) - 10 * stop if can_stop(v, t, other, kind, 0) else -stop


@kernel
def special_value(v, seat, level, which):
    """Powers of one's own turn are used as soon as they are of use; Aladdin waits until no icon threatens, but not for ever."""
    hero = v.seats[seat].hero
    if hero == ALADDIN:
        kind = FIRE if scroll_value(v, seat, level, FIRE) >= scroll_value(v, seat, level, ICE) else ICE
        number = next_scroll(v, seat, kind)
        late = v.round_number == PALACE or (number and v.icons_left[kind, number] == 0)
        return 2000 if late and best_scroll(v, seat, level) > 0 else -2000
    if hero == RED:
        return 2000 + (weigh(level, TILE_WORTH) if which else weigh(level, LOOK_ORACLE))
    return 2000
