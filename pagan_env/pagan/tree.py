"""The whole game tree of a reduced ruleset, walked once and written down in sequence form. The same file in each game.

A seat's sequence is what it has done on the way, an action at an information state after another; 0 is the Witch's empty one, 1
the Hunter's. Payoffs hang on a pair of sequences (and luck), so that best responses and CFR need no tree (see agents/exact.py).
"""

import numpy as np

from ..core import bits
from ..core.jit import kernel
from .history import see
from .layout import CHANCE, NOBODY_TO_ACT, SEATS
from .luck import total, weight
from .rules import apply, returns

LEVEL = np.dtype(
    [("taken", "i8"), ("next", "i8"), ("total", "i8"), ("chance", "f8"), ("first", "i8"), ("sequence", "i8", SEATS)], align=True
)
"""A history on the path: its children taken so far, where to look for the next, the weight of all outcomes, the chance that luck
leads here, the sequence of its first action, and the seats' sequences up to here."""
INFOSET = np.dtype([("key", "i8"), ("seat", "i8"), ("parent", "i8"), ("first", "i8"), ("count", "i8")], align=True)
"""An information state: its key, whose, the sequence before it, the sequence of its first action, how many actions."""
LEAF = np.dtype([("sequence", "i4", SEATS), ("value", "f8")], align=True)
"""The seats' sequences at the end of a game that isn't drawn, and chance times payoff of seat 0."""

DEPTH, INFOSETS, SEQUENCES, LEAVES, HISTORIES, TERMINALS, CHANCES, DEEPEST, COUNTS = range(9)
DONE, FULL, TOO_DEEP, FORGETFUL = range(4)


@kernel
def grow(path, tables, levels, slots, infosets, leaves, observation, mask, payoff, counts):
    """Walk on until the tree is done or an array is full (`FULL`: lengthen it, `index` anew, and call again).

    path STATE (D,), levels LEVEL (D,): the histories from the root (row 0, dealt by `kernels.start`) to here. slots int64 (a
    power of two,): infosets by key. observation int8 (I, O) and mask int8 (I, A), or of no columns: what the seat sees at each
    information state. payoff float32 (S,), scratch; counts int64 (COUNTS,). `FORGETFUL`: two histories of one key differ in what
    the seat has done or may do.
    """
    t = tables[0]
    while counts[DEPTH] >= 0:
        if counts[INFOSETS] == infosets.shape[0] or counts[LEAVES] == leaves.shape[0]:
            return FULL
        d = counts[DEPTH]
        s, level = path[d], levels[d]
        if level.taken == 0:
            counts[HISTORIES] += 1
            counts[DEEPEST] = max(counts[DEEPEST], d)
            if s.to_act == NOBODY_TO_ACT:
                end(s, level, leaves, payoff, counts)
                continue
            if d + 1 == path.shape[0]:
                return TOO_DEEP
            if s.to_act == CHANCE:
                counts[CHANCES] += 1
                level.total = total(s, t)
            elif not enter(s, t, level, slots, infosets, observation, mask, counts):
                return FORGETFUL
        descend(path, t, levels, counts)
    return DONE


@kernel
def end(s, level, leaves, payoff, counts):
    """Write down the end of a game and step back."""
    counts[TERMINALS] += 1
    returns(s, payoff)
    if payoff[0] != 0:
        leaf = leaves[counts[LEAVES]]
        for seat in range(SEATS):
            leaf.sequence[seat] = level.sequence[seat]
        leaf.value = level.chance * payoff[0]
        counts[LEAVES] += 1
    counts[DEPTH] -= 1


@kernel
def enter(s, t, level, slots, infosets, observation, mask, counts):
    """Find or add the information state of the seat to act; False if its histories don't agree about the seat's own past."""
    seat = int(s.to_act)
    words = s.seats[seat].legal
    actions = bits.count(words)
    key = key_of(s.seats[seat].key)
    slot = find(slots, infosets, key)
    if slots[slot] == 0:
        number = counts[INFOSETS]
        counts[INFOSETS] += 1
        slots[slot] = number + 1
        new = infosets[number]
        new.key = key
        new.seat = seat
        new.parent = level.sequence[seat]
        new.first = counts[SEQUENCES]
        new.count = actions
        counts[SEQUENCES] += actions
        if observation.shape[1]:
            see(s, t, seat, observation[number])
            bits.expand(words, mask[number])
    infoset = infosets[slots[slot] - 1]
    level.first = infoset.first
    return infoset.seat == seat and infoset.parent == level.sequence[seat] and infoset.count == actions


@kernel
def descend(path, t, levels, counts):
    """Take the next child of the last history of the path, or step back if there is none."""
    d = counts[DEPTH]
    s, level, child = path[d], levels[d], levels[d + 1]
    chance = level.chance
    if s.to_act == CHANCE:
        if level.taken == level.total:
            counts[DEPTH] -= 1
            return
        action = level.next
        while weight(s, t, action) == 0:
            action += 1
        level.next = action + 1
        level.taken += weight(s, t, action)
        chance *= weight(s, t, action) / level.total
    else:
        action = bits.select(s.seats[s.to_act].legal, level.taken)
        if action < 0:
            counts[DEPTH] -= 1
            return
        level.taken += 1
    for seat in range(SEATS):
        child.sequence[seat] = level.first + level.taken - 1 if s.to_act == seat else level.sequence[seat]
    child.taken = 0
    child.next = 0
    child.chance = chance
    path[d + 1] = path[d]
    apply(path[d + 1], t, action)
    counts[DEPTH] += 1


@kernel
def key_of(key):
    """An information-state key as one int64, not negative."""
    return ((int(key[0]) & 0x7FFFFFFF) << 32) | int(key[1])


@kernel
def find(slots, infosets, key):
    """The slot of a key, or the empty one where it belongs."""
    last = slots.shape[0] - 1
    slot = (key ^ (key >> 32)) & last
    while slots[slot] and infosets[slots[slot] - 1].key != key:
        slot = (slot + 1) & last
    return slot


@kernel
def index(slots, infosets, count):
    """Fill empty slots with the first `count` infosets."""
    for number in range(count):
        slots[find(slots, infosets, infosets[number].key)] = number + 1
