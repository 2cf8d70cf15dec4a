"""The Heroes' powers of once a game that are used in one's own turn, and whether one may (A Cast of Characters, ruling 42)."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ALADDIN,
    BILLY,
    BY_POWER,
    DRAW_CLUES,
    FIRE,
    GAIN_SCROLL,
    ICE,
    LOOK,
    ORACLES,
    RED,
    SEEKER,
    TILE_DRAW,
    TYPE_CHOICE,
)
from .luck import ask_chance, drawn
from .moves import ask, gain, lasting, next_scroll, pop, push, was_cancelled, window
from .setup import tile_to_hand
from .tables import NO_POWERS


@kernel
def may_use_power(s, t, seat, hero):
    """Whether a seat has this Hero, its power is unused, and no Rage card forbids it (ruling 20)."""
    me = s.seats[seat]
    return me.hero == hero and me.power_used == 0 and lasting(s, t, NO_POWERS, seat) == 0


@kernel
def has_power(s, t, seat, which):
    """Whether a seat has a power to use before it moves that can do something: the first, or Red's second."""
    if which == 1:
        return may_use_power(s, t, seat, RED) and s.pile_size > 0
    if may_use_power(s, t, seat, ALADDIN):
        return next_scroll(s, seat, FIRE) > 0 or next_scroll(s, seat, ICE) > 0
    if may_use_power(s, t, seat, BILLY):
        return s.supply[SEEKER] > 0
    return may_use_power(s, t, seat, RED) and can_look(s, seat)


@kernel
def can_look(s, seat):
    """Whether a facedown card that the seat hasn't seen lies under an Oracle."""
    for oracle in range(1, ORACLES + 1):
        if can_look_under(s, seat, oracle):
            return True
    return False


@kernel
def can_look_under(s, seat, oracle):
    """What a seat has looked at is public, as its options must be: what it has concluded is not."""
    return s.face_down[oracle] > s.seats[seat].looks[oracle]


@kernel
def use_power(s, t, seat):
    """Turn the Hero tile sideways and let Excalibur answer."""
    s.seats[seat].power_used = 1
    window(s, t, BY_POWER, seat)


@kernel
def power(s, t, f):
    """Aladdin gains a Scroll card, Billy a Seeker cube, Red looks under an Oracle or draws a Clue tile."""
    seat, hero = int(f.seat), s.seats[f.seat].hero
    if f.step == 0:
        f.step = 1
        use_power(s, t, seat)
    elif f.step == 2:
        kind = s.answer - actions.SCROLL_TYPE
        pop(s)
        push(s, GAIN_SCROLL, seat).kind = kind
    elif was_cancelled(s):
        pop(s)
    elif hero == ALADDIN:
        f.step = 2
        ask(s, seat, TYPE_CHOICE)
    elif hero == BILLY:
        gain(s, seat, SEEKER, 1)
        pop(s)
    elif f.flag:
        pop(s)
        push(s, DRAW_CLUES, seat).amount = 1
    else:
        pop(s)
        push(s, LOOK, seat)


@kernel
def draw_clues(s, f):
    """Clue tiles from the pile to a hand, one at a time."""
    if f.step == 1:
        f.step = 0
        tile_to_hand(s, f.seat, drawn(s))
    elif f.amount > 0 and s.pile_size > 0:
        f.amount -= 1
        f.step = 1
        ask_chance(s, TILE_DRAW)
    else:
        pop(s)
