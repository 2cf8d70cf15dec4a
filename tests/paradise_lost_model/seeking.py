"""The Villain's Hideout: seeking it at an Oracle."""

from __future__ import annotations

from . import asking, rage
from .asking import Steps, ask
from .effects import tile_moved, tile_moves
from .rules import ALICE, SEEKER
from .setup import draw_tile
from .table import NPC, Table

TILE_DRAWN, TILE_PLACED, TILE_LOST = 12, 13, 14


def open_realms(t: Table) -> list[int]:
    """Realms without a locked tile."""
    return [realm for realm in range(1, 6) if not t.locked[realm]]


def lockable(t: Table) -> list[int]:
    """Realms with a topmost tile that isn't locked."""
    return [realm for realm in open_realms(t) if t.stacks[realm]]


def seeking(t: Table) -> Steps:
    """The free tile of the last to arrive, then actions in reverse order of arrival until all have passed."""
    last = t.arrived[-1]
    who = max(range(t.players), key=lambda s: t.spot[s]) if last == NPC else last
    if sum(t.pile) and open_realms(t):
        yield from draw_and_place(t, who, rage.BY_PLACING)
    cycle = [m for m in [*reversed(t.arrived[:-1]), last] if m != NPC]
    active = set(cycle)
    while active:
        for seat in cycle:
            if seat in active and not (yield from action(t, seat)):
                active.discard(seat)


def draw_and_place(t: Table, seat: int, kind: int) -> Steps:
    """A tile is drawn, seen, and its Realm chosen; cancelled, it goes face down."""
    clue = yield from draw_tile(t)
    t.tile, t.tile_seen = clue, 1 << seat
    t.log(TILE_DRAWN, seat, 1, 0, clue, 1 << seat)
    start, flag = t.rules.start["place"], int(kind == rage.BY_SEEKING)
    realm = (
        1
        - start
        + (yield from ask(t, seat, asking.PLACE_TILE, {start + realm - 1 for realm in open_realms(t)}, tile=clue, flag=flag))
    )
    if (yield from rage.window(t, kind, seat)):
        t.seats[seat].lost_tiles[clue] += 1
        t.log(TILE_LOST, seat, 0, realm, clue, 1 << seat)
    else:
        t.stacks[realm].append(clue)
        t.log(TILE_PLACED, seat, clue, realm)
    t.tile = t.tile_seen = 0


def seek_options(t: Table, seat: int) -> set[int]:
    """The actions of seeking that a Hero can pay for."""
    own, start = t.seats[seat], t.rules.start
    options, cubes = {0}, own.goods[SEEKER]
    if cubes >= t.numbers["seek_cubes"]:
        if sum(t.pile) and open_realms(t):
            options.add(start["seek_draw"])
        for clue in range(1, 7):
            if own.tiles[clue]:
                options |= {start["seek_play"] + 5 * (clue - 1) + realm - 1 for realm in open_realms(t)}
    if cubes >= t.numbers["lock_cubes"]:
        options |= {start["lock"] + realm - 1 for realm in lockable(t)}
        options |= tile_moves(t)
    if t.power(seat, ALICE) and lockable(t):
        options.add(start["special"])
    return options


def action(t: Table, seat: int) -> Steps:
    """One action of seeking; False for passing."""
    own = t.seats[seat]
    keep = own.goods[SEEKER] >= t.numbers["seek_cubes"] and sum(own.tiles) > 0
    chosen = yield from ask(t, seat, asking.SEEK, seek_options(t, seat), keep=keep)
    block, n = t.rules.meaning(chosen)
    if block == "done":
        return False
    if block == "special":
        yield from free_lock(t, seat)
    elif block == "seek_draw":
        t.lose(seat, SEEKER, t.numbers["seek_cubes"])
        yield from draw_and_place(t, seat, rage.BY_SEEKING)
    elif block == "seek_play":
        yield from play_from_hand(t, seat, n // 5 + 1, n % 5 + 1)
    elif block == "lock":
        yield from paid_lock(t, seat, n + 1)
    else:
        yield from paid_move(t, seat, n // 5 + 1, n % 5 + 1)
    return True


def play_from_hand(t: Table, seat: int, clue: int, realm: int) -> Steps:
    """A tile out of one's hand; cancelled, it was seen."""
    t.lose(seat, SEEKER, t.numbers["seek_cubes"])
    t.seats[seat].tiles[clue] -= 1
    if (yield from rage.window(t, rage.BY_SEEKING, seat)):
        t.discarded[clue] += 1
        t.log(TILE_LOST, seat, clue, realm)
    else:
        t.stacks[realm].append(clue)
        t.log(TILE_PLACED, seat, clue, realm)


def paid_lock(t: Table, seat: int, realm: int) -> Steps:
    """The cubes stay on the tile."""
    cubes = t.numbers["lock_cubes"]
    t.seats[seat].goods[SEEKER] -= cubes
    if (yield from rage.window(t, rage.BY_SEEKING, seat)):
        t.supply[SEEKER] += cubes
    else:
        t.locked[realm], t.lock_cubes[realm] = 1, cubes


def paid_move(t: Table, seat: int, source: int, goal: int) -> Steps:
    """A tile to another Realm."""
    t.lose(seat, SEEKER, t.numbers["lock_cubes"])
    if not (yield from rage.window(t, rage.BY_SEEKING, seat)):
        tile_moved(t, seat, source, goal)


def free_lock(t: Table, seat: int) -> Steps:
    """Alice locks a tile for free."""
    if not (yield from rage.power(t, seat)):
        return
    start = t.rules.start["lock"]
    realm = 1 - start + (yield from ask(t, seat, asking.FREE_LOCK, {start + realm - 1 for realm in lockable(t)}))
    t.locked[realm] = 1
