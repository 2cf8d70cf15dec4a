"""Loops of scripted play over a batch, beside kernels.py: a player decides from its view of the game alone.

Every array is C-contiguous. `states` is (N,) of STATE, `tables` (1,) a ruleset's TABLES, `views` scratch of STATE, (SCRATCH,):
row 0 becomes the view, the others hold deals that may be. `levels` is int64 (N, SEATS): by game and seat a level of
`scripted.choose`, 0 for uniformly random.
"""

import numpy as np

from ..core import bits
from ..core.chance import MASK, threefry
from ..core.jit import kernel
from ..core.layout import blank
from . import kernels
from .gates import correct
from .layout import FIRE, ICE, NOBODY_TO_ACT, SEATS
from .moves import complete
from .scripted import choose
from .scripted_worlds import WORLDS
from .view import VISIBILITY

SCRATCH = 1 + WORLDS  # rows of `views`
CLAIMS, RIGHT, FOUND, SCROLLS = range(4)
COUNTED = (SEATS, 4)  # shape of `counted`
SEEN = np.stack([seen for seen, _ in VISIBILITY])
GUARDS = np.stack([guards for _, guards in VISIBILITY])
LUCK = 0x53435249  # names the stream of random ties


@kernel
def scripted_action(states, tables, i, views, level, counter):
    """What a scripted player of a level does for the seat to act in game `i`; `counter` (int64) names the draw of its luck."""
    seat = int(states[i].to_act)
    high, _ = threefry(i & MASK, LUCK, counter & MASK, counter >> 32)
    luck = high >> 1
    if level == 0:
        words = states[i].seats[seat].legal
        return bits.select(words, luck % bits.count(words))
    see(states, i, seat, views)
    return choose(views, tables[0], seat, level, luck)


@kernel
def see(states, i, seat, views):
    """Row 0 of `views` becomes the view of game `i` that `seat` has (view.py)."""
    size = states.itemsize
    source, out = states.view(np.uint8), views.view(np.uint8)
    blank(source[i * size : (i + 1) * size], SEEN[seat], GUARDS[seat], seat, out[:size])


@kernel
def scripted_step(states, tables, views, levels, actions, counter):
    """Fill `actions` int64 (N,) with what each game's seat to act does, and leave it alone where none is; `counter` (int64, not
    negative) names the draw.
    """
    for i in range(states.shape[0]):
        seat = int(states[i].to_act)
        if 0 <= seat < SEATS:
            actions[i] = scripted_action(states, tables, i, views, levels[i, seat], counter)


@kernel
def scripted_games(states, tables, views, levels, next_seeds, games, out, counted):
    """Play `games` whole games in turn over the rows of `states`, whose rulesets stay; game n is dealt in row n mod N.

    `next_seeds` int64 (games,), not negative. `out` int64 (games, 4): the seat that won (-1: none, or several), the ending,
    Realms, decisions. To `counted`, int64 (SEATS, 4), each seat's Claims are added, those of them that were right, Hideouts
    found, and complete Scrolls.
    """
    for n in range(games):
        i = n % states.shape[0]
        s = states[i]
        kernels.deal(states, tables, i, s.ruleset, next_seeds[n])
        while s.to_act != NOBODY_TO_ACT:
            level = levels[i, s.to_act]
            action = scripted_action(states, tables, i, views, level, next_seeds[n] ^ (int(s.decisions) << 40))
            kernels.apply(states, tables, i, action)
        out[n, 0] = winner(s)
        out[n, 1] = s.ending
        out[n, 2] = s.round_number
        out[n, 3] = s.decisions
        for seat in range(tables[0].rulesets[s.ruleset].heroes):
            count(s, seat, counted[seat])


@kernel
def winner(s):
    """The seat that has won; -1: none, or several."""
    found = -1
    for seat in range(SEATS):
        if s.seats[seat].won:
            if found >= 0:
                return -1
            found = seat
    return found


@kernel
def count(s, seat, counted):
    """Add how a seat has fared in a game that is over."""
    me = s.seats[seat]
    if me.claimed:
        counted[CLAIMS] += 1
        counted[RIGHT] += 1 if correct(s, seat) else 0
    counted[FOUND] += int(me.found)
    counted[SCROLLS] += int(complete(s, seat, FIRE)) + int(complete(s, seat, ICE))
