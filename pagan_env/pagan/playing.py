"""Loops of scripted play over a batch, beside kernels.py: a player decides from its view of the game alone.

Every array is C-contiguous. `states` is (N,) of STATE, `tables` (1,) a ruleset's TABLES, `views` scratch of STATE, (SCRATCH,),
`levels` int64 (N, 2): by game and seat a level of `scripted.choose`, 0 for uniformly random.
"""

import numpy as np

from ..core import bits
from ..core.chance import MASK, threefry
from ..core.jit import kernel
from ..core.layout import blank
from . import kernels
from .actions import CHOOSE_CARD, PLAY, READY, USE_FAMILIAR
from .layout import (
    CARD_TO_PLAY,
    HUNTER,
    HUNTER_OBJECTIVE,
    INNOCENTS_ELIMINATED,
    KINDS,
    NOBODY_TO_ACT,
    RITUAL,
    SEATS,
    SUSPECTS_GATHERED,
    WITCH,
    WITCH_ELIMINATED,
    WITCH_OBJECTIVE,
)
from .scripted import choose
from .view import VISIBILITY

SEEN_BY_WITCH, GUARDS_OF_WITCH = VISIBILITY[WITCH]
SEEN_BY_HUNTER, GUARDS_OF_HUNTER = VISIBILITY[HUNTER]
SCRATCH = 1  # rows of `views`
COUNTED = (SEATS, KINDS + 1)  # shape of `played`
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
    return choose(views[0], tables[0], seat, level, luck)


@kernel
def see(states, i, seat, views):
    """Row 0 of `views` becomes the view of game `i` that `seat` has (view.py)."""
    size = states.itemsize
    source, out = states.view(np.uint8), views.view(np.uint8)
    if seat == WITCH:
        blank(source[i * size : (i + 1) * size], SEEN_BY_WITCH, GUARDS_OF_WITCH, seat, out[:size])
    else:
        blank(source[i * size : (i + 1) * size], SEEN_BY_HUNTER, GUARDS_OF_HUNTER, seat, out[:size])


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
def scripted_games(states, tables, views, levels, next_seeds, games, out, played):
    """Play `games` whole games in turn over the rows of `states`, whose rulesets stay; game n is dealt in row n mod N.

    `next_seeds` int64 (games,), not negative. `out` int64 (games, 4): the seat that won or -1, the ending, rounds, decisions.
    `played` int64 (SEATS, KINDS + 1): how often each kind of card was played is added.
    """
    for n in range(games):
        i = n % states.shape[0]
        s = states[i]
        kernels.deal(states, tables, i, s.ruleset, next_seeds[n])
        while s.to_act != NOBODY_TO_ACT:
            level = levels[i, s.to_act]
            action = scripted_action(states, tables, i, views, level, next_seeds[n] ^ (int(s.decisions) << 40))
            played[s.to_act, kind_played(s.decision, action)] += 1
            kernels.apply(states, tables, i, action)
        out[n, 0] = winner(s)
        out[n, 1] = s.ending
        out[n, 2] = s.round_number
        out[n, 3] = s.decisions


@kernel
def winner(s):
    """The seat that has won; -1: none."""
    ending = s.ending
    if ending == RITUAL or ending == INNOCENTS_ELIMINATED or ending == WITCH_OBJECTIVE:
        return WITCH
    if ending == WITCH_ELIMINATED or ending == SUSPECTS_GATHERED or ending == HUNTER_OBJECTIVE:
        return HUNTER
    return -1


@kernel
def kind_played(decision, action):
    """The kind of card that an action plays from hand; 0: none."""
    if PLAY <= action < READY:
        return (action - PLAY) // 2 + 1
    if decision == CARD_TO_PLAY and CHOOSE_CARD <= action < USE_FAMILIAR:
        return action - CHOOSE_CARD + 1
    return 0
