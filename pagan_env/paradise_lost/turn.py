"""The Hero's Turn: who moves, where to, and the journey through the Realms (rulings 1 to 6, 55, 56)."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ARRIVED,
    AT_ORACLE,
    COIN,
    GATES,
    LOCATION,
    MANA,
    MINIATURES,
    NPC,
    ORACLE,
    ORDER,
    PALACE,
    POWER,
    RED,
    STOP,
    TURN,
)
from .locations import can_stop
from .moves import ask, gain, lasting, note, pop, push, rules_of, take_goods
from .setup import miniatures
from .tables import NO_REWARDS

(TRAIL, AFTER_ORACLE, BY_CRITERION, INTO_PALACE, PALACE_TURNS, END) = range(6)


@kernel
def game(s, t, f):
    """The journey: Realms 1 to 4 with their Oracles, the Palace, the Gates."""
    if f.step == TRAIL:
        if s.storm:
            f.step = BY_CRITERION
        elif s.arrived == miniatures(rules_of(s, t)):
            f.step = AFTER_ORACLE
            push(s, ORACLE, 0)
        else:
            next_turn(s, t)
    elif f.step == AFTER_ORACLE:
        leave_oracle(s, t, f)
    elif f.step == BY_CRITERION:
        f.step = INTO_PALACE
        push(s, ORDER, 0)
    elif f.step == INTO_PALACE:
        enter_palace(s, t)
        f.step = PALACE_TURNS
    elif f.step == PALACE_TURNS:
        if f.cursor == miniatures(rules_of(s, t)):
            f.step = END
        else:
            who = s.order[f.cursor] - 1
            f.cursor += 1
            push_turn(s, t, who)
    else:
        push(s, GATES, 0)


@kernel
def leave_oracle(s, t, f):
    """After the Journey Onward: the next Realm in reverse arrival order, after the fourth the Palace (ruling 1)."""
    if s.storm:
        f.step = BY_CRITERION
        return
    count = miniatures(rules_of(s, t))
    if s.round_number == PALACE - 1:
        for n in range(count):
            s.order[n] = s.arrival[count - 1 - n]
        f.step = INTO_PALACE
        return
    s.round_number += 1
    for n in range(count):
        s.spot[s.arrival[n] - 1] = -1 - n
        s.arrival[n] = 0
    s.arrived = 0
    f.step = TRAIL


@kernel
def enter_palace(s, t):
    """All go to the Palace; the first in its order is furthest along (ruling A12)."""
    rules = rules_of(s, t)
    if rules.heroes == 2 and s.storm:
        s.order[2] = NPC + 1
    s.round_number = PALACE
    s.arrived = 0
    for n in range(MINIATURES):
        s.arrival[n] = 0
    for n in range(miniatures(rules)):
        s.spot[s.order[n] - 1] = -1 - n


@kernel
def next_turn(s, t):
    """The miniature furthest back moves next."""
    rules = rules_of(s, t)
    who, back = 0, AT_ORACLE
    for m in range(MINIATURES):
        if (m < rules.heroes or (m == NPC and rules.heroes == 2)) and s.spot[m] < back and not at_oracle(s, m):
            who, back = m, int(s.spot[m])
    push_turn(s, t, who)


@kernel
def at_oracle(s, m):
    return s.spot[m] >= AT_ORACLE - MINIATURES


@kernel
def push_turn(s, t, who):
    """A turn of a miniature; one without a player is moved by the Hero furthest along (ruling 56)."""
    f = push(s, TURN, furthest_along(s, t) if who == NPC else who)
    f.target = who


@kernel
def furthest_along(s, t):
    best = 0
    for seat in range(1, rules_of(s, t).heroes):
        if s.spot[seat] > s.spot[best]:
            best = seat
    return best


@kernel
def turn(s, t, f):
    """A turn: special powers of one's own turn first, if one likes, then the move (ruling 42)."""
    if f.step == 0:
        if s.storm and s.round_number < PALACE:
            pop(s)
            return
        f.step = 1
        ask(s, f.seat, STOP)
    elif actions.SPECIAL <= s.answer < actions.PLAY_EXCALIBUR:
        f.step = 0
        push(s, POWER, f.seat).flag = s.answer - actions.SPECIAL
    elif s.answer == actions.DONE:  # no location of the Palace can be had (ruling 49)
        pop(s)
    else:
        seat, who, stop = int(f.seat), int(f.target), s.answer - actions.MOVE
        pop(s)
        if stop == actions.TO_ORACLE:
            arrive(s, t, who)
        else:
            s.spot[who] = free_space(s, t, stop)
            if who != NPC:
                push(s, LOCATION, seat).kind = rules_of(s, t).board[s.round_number, stop]


@kernel
def may_stop(s, t, who, seat, stop):
    """Whether a miniature may move to a location: ahead, a space free, its price payable and some use in it (ruling 5)."""
    rules = rules_of(s, t)
    if stop >= rules.locations[s.round_number] or free_space(s, t, stop) < 0:
        return False
    if s.round_number < PALACE and s.spot[who] >= 0 and stop <= s.spot[who] // 2:
        return False
    return who == NPC or can_stop(s, t, seat, rules.board[s.round_number, stop], 0)


@kernel
def free_space(s, t, stop):
    """The free space of a location that is nearest to the Trail, which is further ahead (ruling 3); -1: none."""
    rules = rules_of(s, t)
    if not taken(s, 2 * stop + 1):
        return 2 * stop + 1
    if rules.spaces[s.round_number, stop] == 2 and rules.heroes >= 4 and not taken(s, 2 * stop):
        return 2 * stop
    return -1


@kernel
def taken(s, spot):
    for m in range(MINIATURES):
        if s.spot[m] == spot:
            return True
    return False


@kernel
def arrive(s, t, who):
    """Arrival Rewards: the first 1 Coin and 1 Mana, those between one of the two, Red one more (rulings 44, A12)."""
    rules = rules_of(s, t)
    place = int(s.arrived)
    s.arrival[place] = who + 1
    s.arrived += 1
    s.spot[who] = AT_ORACLE - 1 - place
    note(s, ARRIVED, who, place + 1, 0)
    if who == NPC:
        return
    if s.seats[who].hero == RED:
        take_goods(s, who, 1)
    if lasting(s, t, NO_REWARDS, who) == 0:
        if place == 0:
            gain(s, who, COIN, 1)
            gain(s, who, MANA, 1)
        elif place < miniatures(rules) - 1:
            take_goods(s, who, 0)
