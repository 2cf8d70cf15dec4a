"""The Hero's Turn on the Trail and in the Palace; Arrival Rewards."""

from __future__ import annotations

from . import asking, effects, rage
from .asking import Steps, ask
from .locations import resolve, take_good, usable
from .rules import ALADDIN, BILLY, COIN, MANA, RED, SEEKER
from .setup import tile_to_hand
from .table import AT_ORACLE, NPC, Table

ARRIVED = 7
TO_ORACLE = 20


def free(t: Table, index: int) -> list[int]:
    """The free spaces of a location, the one nearest the Trail, which is further ahead, first (ruling 3)."""
    spaces = t.rules.board[t.realm][index][1] if t.players >= 4 else 1
    taken = {at[1] for at in t.at.values() if at is not None and at[0] == index}
    return [space for space in range(1, spaces + 1) if space not in taken]


def stops(t: Table, m: int) -> set[int]:
    """Where a miniature may go."""
    here = t.at.get(m)
    first = here[0] + 1 if here is not None and t.realm < 5 else 0
    found = {TO_ORACLE} if t.realm < 5 else set()
    for index in range(first, len(t.rules.board[t.realm])):
        if free(t, index) and (m == NPC or usable(t, m, t.rules.board[t.realm][index][0])):
            found.add(index)
    return found


def specials(t: Table, seat: int) -> set[int]:
    """Powers that a Hero may use before it moves (ruling 42), if they can do something."""
    found = set()
    if t.power(seat, ALADDIN) and (t.next_scroll(seat, 0) or t.next_scroll(seat, 1)):
        found.add(0)
    if t.power(seat, BILLY) and t.supply[SEEKER]:
        found.add(0)
    if t.power(seat, RED):
        if effects.oracles_to_look(t, seat):
            found.add(0)
        if sum(t.pile):
            found.add(1)
    return found


def turn(t: Table, m: int) -> Steps:
    """One move, with powers before it."""
    start = t.rules.start
    while True:
        where = stops(t, m)
        options = {start["move"] + stop for stop in where}
        if m == NPC:
            seat = max(range(t.players), key=lambda s: t.spot[s])
            options = options or {0}
        else:
            seat = m
            options = (options or {0}) | {start["special"] + n for n in specials(t, seat)}
        action = yield from ask(t, seat, asking.STOP, options, target=6 if m == NPC else 0)
        if action < start["special"]:
            break
        yield from special(t, seat, action - start["special"])
        if t.storm and t.realm < 5:
            return
    if not action:
        return
    stop = action - start["move"]
    if stop == TO_ORACLE:
        yield from arrive(t, m)
    else:
        space = free(t, stop)[0]
        t.at[m] = (stop, space)
        t.spot[m] = 2 * stop + (1 if space == 1 else 0)
        if m != NPC:
            yield from resolve(t, m, t.rules.board[t.realm][stop][0])


def special(t: Table, seat: int, version: int) -> Steps:
    """Aladdin, Billy or Red."""
    if not (yield from rage.power(t, seat)):
        return
    hero = t.seats[seat].hero
    if hero == ALADDIN:
        yield from effects.choose_scroll(t, seat)
    elif hero == BILLY:
        t.gain(seat, SEEKER, 1)
    elif version:
        yield from tile_to_hand(t, seat)
    else:
        yield from effects.look_under(t, seat)


def arrive(t: Table, m: int) -> Steps:
    """The Oracle: Arrival Rewards."""
    t.at[m] = None
    t.arrived.append(m)
    place = len(t.arrived)
    t.spot[m] = AT_ORACLE - place
    t.log(ARRIVED, m, place)
    if m == NPC:
        return
    if not t.under("no_rewards", m):
        if place == 1:
            t.gain(m, COIN, 1)
            t.gain(m, MANA, 1)
        elif place < len(t.miniatures):
            yield from take_good(t, m)
    if t.seats[m].hero == RED:
        yield from take_good(t, m, flag=1)
