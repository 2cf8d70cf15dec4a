"""The Villain's Hideout: Clue tiles on the Realms, and seeking it at an Oracle (rulings 23 to 32, 46)."""

import numpy as np

from ..core.jit import kernel
from . import actions
from .heroes import may_use_power, use_power
from .layout import (
    ACROSS,
    ALICE,
    BY_PLACING,
    BY_SEEKING,
    CLUES,
    FREE_LOCK,
    LEFT,
    NOT,
    NPC,
    PLACE_CLUE,
    PLACE_TILE,
    REALMS,
    RIGHT,
    SEEK,
    SEEKER,
    THIS,
    TILE_DRAW,
    TILE_DRAWN,
    TILE_LOST,
    TILE_PLACED,
    TILES,
    WITHIN_SIGHT,
)
from .luck import ask_chance, drawn
from .moves import ask, lose, note, note_private, pop, push, rules_of, was_cancelled, window
from .setup import miniatures

(START, NEXT, ASKED, PAID, LOCKING, LOCK_CHOSEN) = range(6)

# What a Clue tile says of the Realm so many on from its own, by kind: Realms are a ring in the order of the Trail.
POINTS = np.zeros((CLUES + 1, REALMS), np.int64)
POINTS[ACROSS, [2, 3]] = POINTS[WITHIN_SIGHT, [1, 4]] = POINTS[LEFT, 4] = POINTS[RIGHT, 1] = POINTS[THIS, 0] = 1
POINTS[NOT, 0] = -1


# ---- tiles on the Realms --------------------------------------------------------------------------------------------


@kernel
def may_place(s, realm):
    """Whether a tile may be put on a Realm: its topmost isn't locked."""
    return s.locked[realm] == 0 and s.height[realm] < TILES


@kernel
def may_lift(s, realm):
    """Whether the topmost tile of a Realm may be locked or moved (ruling 26)."""
    return s.height[realm] > 0 and s.locked[realm] == 0


@kernel
def any_place(s):
    for realm in range(1, REALMS + 1):
        if may_place(s, realm):
            return True
    return False


@kernel
def any_lift(s):
    for realm in range(1, REALMS + 1):
        if may_lift(s, realm):
            return True
    return False


@kernel
def any_move(s):
    """Whether a tile can be moved: one that may, and another Realm for it."""
    for old in range(1, REALMS + 1):
        for new in range(1, REALMS + 1):
            if old != new and may_lift(s, old) and may_place(s, new):
                return True
    return False


@kernel
def put_tile(s, seat, kind, realm):
    """A tile comes to lie on top of a Realm's stack, face up."""
    s.stacks[realm, s.height[realm]] = kind
    s.height[realm] += 1
    note(s, TILE_PLACED, seat, kind, realm)


@kernel
def lift_tile(s, realm):
    """Take the topmost tile off a Realm; the one beneath becomes active."""
    s.height[realm] -= 1
    kind = int(s.stacks[realm, s.height[realm]])
    s.stacks[realm, s.height[realm]] = 0
    return kind


@kernel
def move_tile(s, seat, old, new):
    put_tile(s, seat, lift_tile(s, old), new)


@kernel
def lock_tile(s, seat, realm, cubes):
    s.locked[realm] = 1
    s.lock_cubes[realm] = cubes


@kernel
def discard_unlocked(s):
    """Every unlocked topmost tile leaves the game."""
    for realm in range(1, REALMS + 1):
        if may_lift(s, realm):
            kind = lift_tile(s, realm)
            s.discarded_tiles[kind] += 1
            note(s, TILE_LOST, 0, kind, realm)


@kernel
def arrows(s, realm):
    """Arrows of the active tiles that point to a Realm, less the crosses on it (ruling 30)."""
    total = 0
    for here in range(1, REALMS + 1):
        if s.height[here]:
            total += POINTS[s.stacks[here, s.height[here] - 1], (realm - here) % REALMS]
    return total


# ---- a tile drawn and placed ----------------------------------------------------------------------------------------


@kernel
def place_clue(s, t, f):
    """Draw a tile, look at it, choose its Realm (ruling 27); `flag` 1: an action of seeking, 0: free."""
    seat = int(f.seat)
    if f.step == 0:
        if s.pile_size == 0 or not any_place(s):
            pop(s)
            return
        f.step = 1
        ask_chance(s, TILE_DRAW)
    elif f.step == 1:
        s.tile = drawn(s)
        s.tile_seen = 1 << seat
        s.pile[s.tile] -= 1
        s.pile_size -= 1
        note_private(s, TILE_DRAWN, seat, 1, 0, s.tile, 1 << seat)
        f.step = 2
        ask(s, seat, PLACE_TILE)
    elif f.step == 2:
        f.second = s.answer - actions.PLACE + 1
        f.step = 3
        window(s, t, BY_SEEKING if f.flag else BY_PLACING, seat)
    else:
        kind, realm = int(s.tile), int(f.second)
        pop(s)
        s.tile = 0
        s.tile_seen = 0
        if was_cancelled(s):  # it goes out of the game face down (ruling A6)
            s.seats[seat].lost_tiles[kind] += 1
            s.seats[seat].lost_count += 1
            note_private(s, TILE_LOST, seat, 0, realm, kind, 1 << seat)
        else:
            put_tile(s, seat, kind, realm)


# ---- Seeking the Villain's Hideout ----------------------------------------------------------------------------------


@kernel
def seeking(s, t, f):
    """From the second-to-last to arrive, in reverse order and round, an action or a pass each, until all have passed."""
    count = miniatures(rules_of(s, t))
    if f.step == START:
        f.cursor = count - 1
        f.step = NEXT
    elif f.step == NEXT:
        f.first = f.second = f.flag = 0  # the last action is in the log; a new one is about nothing yet
        if f.passed == (1 << count) - 1:
            pop(s)
            return
        f.cursor = (f.cursor - 1) % count
        who = s.arrival[f.cursor] - 1
        if who == NPC:
            f.passed |= 1 << f.cursor
        elif not (f.passed >> f.cursor) & 1:
            f.seat = who
            f.step = ASKED
            ask(s, who, SEEK)
    elif f.step == ASKED:
        f.step = NEXT
        begin_action(s, t, f)
    elif f.step == PAID:
        f.step = NEXT
        finish_action(s, t, f)
    elif f.step == LOCKING:
        f.step = NEXT
        if not was_cancelled(s):
            f.step = LOCK_CHOSEN
            ask(s, f.seat, FREE_LOCK)
    else:
        f.step = NEXT
        lock_tile(s, f.seat, s.answer - actions.LOCK + 1, 0)


@kernel
def begin_action(s, t, f):
    """Pay for an action of seeking and declare it."""
    rules, seat, action = rules_of(s, t), int(f.seat), s.answer
    if action == actions.DONE:
        f.passed |= 1 << f.cursor
    elif actions.SPECIAL <= action < actions.PLAY_EXCALIBUR:
        f.step = LOCKING
        use_power(s, t, seat)
    elif action == actions.SEEK_DRAW:
        lose(s, seat, SEEKER, rules.seek_cubes)
        push(s, PLACE_CLUE, seat).flag = 1
    else:
        f.flag = 0
        f.step = PAID
        if action < actions.LOCK:
            n = action - actions.SEEK_PLAY
            f.first, f.second = n // REALMS + 1, n % REALMS + 1
            lose(s, seat, SEEKER, rules.seek_cubes)
            s.seats[seat].tiles[f.first] -= 1
            s.seats[seat].tile_count -= 1
        elif action < actions.MOVE_TILE:
            f.flag = 1
            f.second = action - actions.LOCK + 1
            s.seats[seat].goods[SEEKER] -= rules.lock_cubes
        else:
            f.flag = 2
            n = action - actions.MOVE_TILE
            f.first, f.second = n // REALMS + 1, n % REALMS + 1
            lose(s, seat, SEEKER, rules.lock_cubes)
        window(s, t, BY_SEEKING, seat)


@kernel
def finish_action(s, t, f):
    """What an action of seeking does, or if Excalibur has cancelled it, what becomes of the tile or the cubes."""
    seat, first, second, cancelled = int(f.seat), int(f.first), int(f.second), was_cancelled(s)
    if f.flag == 0:
        if cancelled:
            s.discarded_tiles[first] += 1
            note(s, TILE_LOST, seat, first, second)
        else:
            put_tile(s, seat, first, second)
    elif f.flag == 1:
        if cancelled:
            s.supply[SEEKER] += rules_of(s, t).lock_cubes
        else:
            lock_tile(s, seat, second, rules_of(s, t).lock_cubes)
    elif not cancelled:
        move_tile(s, seat, first, second)


@kernel
def may_seek(s, t, seat, action):
    """Whether an action of seeking is open to a Hero."""
    rules, me = rules_of(s, t), s.seats[seat]
    cubes = me.goods[SEEKER]
    if action == actions.SEEK_DRAW:
        return cubes >= rules.seek_cubes and s.pile_size > 0 and any_place(s)
    if action < actions.LOCK:
        n = action - actions.SEEK_PLAY
        return cubes >= rules.seek_cubes and me.tiles[n // REALMS + 1] > 0 and may_place(s, n % REALMS + 1)
    if action < actions.MOVE_TILE:
        return cubes >= rules.lock_cubes and may_lift(s, action - actions.LOCK + 1)
    n = action - actions.MOVE_TILE
    return cubes >= rules.lock_cubes and may_move(s, n // REALMS + 1, n % REALMS + 1)


@kernel
def may_move(s, old, new):
    return old != new and may_lift(s, old) and may_place(s, new)


@kernel
def may_lock_free(s, t, seat):
    """Alice's power, as an action of seeking."""
    return may_use_power(s, t, seat, ALICE) and any_lift(s)
