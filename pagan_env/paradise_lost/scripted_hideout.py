"""The Villain's Hideout as a scripted Hero seeks it: Clue tiles that point at its own Realm."""

from ..core.jit import kernel
from . import actions
from .hideout import arrows
from .layout import COIN, MANA, REALMS, SEEKER
from .moves import rules_of
from .scripted_goods import wealth
from .scripted_weights import ARROW, SPEND_CUBE, TILE_WORTH, weigh

LAST_ORACLE = 4


@kernel
def pointing(v, seat, level):
    """How well the tiles point at a seat's own Realm."""
    mine, most = arrows(v, int(v.seats[seat].realm)), -100
    for realm in range(1, REALMS + 1):
        if realm != v.seats[seat].realm:
            most = max(most, arrows(v, realm))
    return weigh(level, ARROW) * int(v.round_number) * max(-2, min(2, mine - most))


@kernel
def put(v, kind, realm):
    """A tile onto a Realm of the view, which is scratch."""
    v.stacks[realm, v.height[realm]] = kind
    v.height[realm] += 1


@kernel
def lift(v, realm):
    """The topmost tile off it again."""
    v.height[realm] -= 1
    kind = int(v.stacks[realm, v.height[realm]])
    v.stacks[realm, v.height[realm]] = 0
    return kind


@kernel
def place_value(v, seat, level, kind, realm):
    """What a tile on a Realm brings."""
    before = pointing(v, seat, level)
    put(v, kind, realm)
    after = pointing(v, seat, level)
    lift(v, realm)
    return after - before


@kernel
def move_value(v, seat, level, old, new):
    """What it brings to move a Realm's topmost tile."""
    before = pointing(v, seat, level)
    kind = lift(v, old)
    put(v, kind, new)
    after = pointing(v, seat, level)
    put(v, lift(v, new), old)
    return after - before


@kernel
def lock_value(v, seat, level, realm):
    """What it brings to lock a Realm's topmost tile: half of what would be lost with it."""
    before = pointing(v, seat, level)
    kind = lift(v, realm)
    after = pointing(v, seat, level)
    put(v, kind, realm)
    return (before - after) // 2


@kernel
def seek_value(v, t, seat, level, action):
    """What an action of seeking brings, the worth of its cubes taken off; level 3 would rather wait for the last Oracle."""
    rules = rules_of(v, t)
    if action == actions.DONE:
        return 0
    if action >= actions.SPECIAL:
        best = 0
        for realm in range(1, REALMS + 1):
            if v.height[realm] and not v.locked[realm]:
                best = max(best, lock_value(v, seat, level, realm))
        return best - 10 * (LAST_ORACLE - int(v.round_number))
    cubes, goods = int(rules.lock_cubes), v.seats[seat].goods
    if action == actions.SEEK_DRAW:
        cubes, value = int(rules.seek_cubes), weigh(level, TILE_WORTH)
    elif action < actions.LOCK:
        n = action - actions.SEEK_PLAY
        cubes, value = int(rules.seek_cubes), place_value(v, seat, level, n // REALMS + 1, n % REALMS + 1)
    elif action < actions.MOVE_TILE:
        value = lock_value(v, seat, level, action - actions.LOCK + 1)
    else:
        n = action - actions.MOVE_TILE
        value = move_value(v, seat, level, n // REALMS + 1, n % REALMS + 1)
    coin, mana, cube = int(goods[COIN]), int(goods[MANA]), int(goods[SEEKER])
    price = wealth(v, t, seat, level, coin, mana, cube) - wealth(v, t, seat, level, coin, mana, cube - cubes)
    if v.round_number < LAST_ORACLE:
        price += cubes * weigh(level, SPEND_CUBE)
    return value - price
