"""The floor: what no engine can do without for a decision, however simple its rules.

Each row of the speed table has its own, over as many games as the row plays, so that caches hold as much. Per decision:

    row                             copied into the game's own place              drawn
    in a kernel, legal sets only    its state                                     one Threefry call, one pick from a legal set
    in a kernel, with observations  its state; an observation, into one place     the same
    Batch, with observations        its state, observation, mask, legal words     the same

Sizes are the game's own, and what is copied and picked from are positions of running games, of a few so that reading them costs
next to nothing. Not counted: reading the state, any rule, what a dice roll or a deal draws, rewards, the end of a game, and calls
from Python.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchmarks.players import running
from pagan_env.core import bits
from pagan_env.core.chance import MASK, below, threefry
from pagan_env.core.jit import kernel

SETS = 64  # legal sets to pick from, a power of two
APART = 40  # rows between the two positions that are copied in turn


@kernel
def copy_and_draw(
    states: NDArray[np.uint8],
    state: NDArray[np.uint8],
    observations: NDArray[np.int8],
    observation: NDArray[np.int8],
    masks: NDArray[np.int8],
    mask: NDArray[np.int8],
    words: NDArray[np.uint64],
    sets: NDArray[np.uint64],
    counter: int,
    rounds: int,
) -> int:
    """So many rounds over all games; returns a checksum.

    `states` uint8 (N, bytes), `observations` int8 (N or 1, O), `masks` int8 (N, A), `words` uint64 (N, W): written, in each round
    from row `counter & 1` of `state`, `observation` and `mask` and from some row of `sets` uint64 (SETS, W). Of no columns: not
    written. `counter` (int64) names the first round.
    """
    checksum = 0
    shared = observations.shape[0] - 1
    for turn in range(counter, counter + rounds):
        k = turn & 1
        for i in range(states.shape[0]):
            chosen = sets[(i + turn) & (SETS - 1)]
            high, low = threefry(i & MASK, 0x464C4F4F, turn & MASK, turn >> 32)
            action = bits.select(chosen, below(bits.count(chosen), high, low))
            for n in range(states.shape[1]):
                states[i, n] = state[k, n]
            row = min(i, shared)
            for n in range(observations.shape[1]):
                observations[row, n] = observation[k, n]
            for n in range(masks.shape[1]):
                masks[i, n] = mask[k, n]
            for w in range(words.shape[1]):
                words[i, w] = chosen[w]
            checksum = (checksum * 31 + action + states[i, action]) & MASK
    return checksum


class Floor:
    """The arrays of one such row, and its rounds."""

    def __init__(self, game: str, num_envs: int, *, observations: bool = True, outputs: bool = True) -> None:
        """`outputs`: an observation, a mask and legal words for each game, as `Batch` has; else one observation for all."""
        batch = running(game, SETS)
        pair = [0, APART]
        self.state, self.observation, self.mask = batch._bytes[pair], batch.observation[pair], batch.action_mask[pair]
        self.sets = batch.legal_words.copy()
        alike = [(source[0] == source[1]).all() for source in (self.state, self.observation, self.mask)]
        assert not any(alike), f"floor of {game}: both positions are alike"
        self.states = np.zeros((num_envs, self.state.shape[1]), np.uint8)
        self.observations = np.zeros((num_envs if outputs else 1, self.observation.shape[1] if observations else 0), np.int8)
        self.masks = np.zeros((num_envs, self.mask.shape[1] if outputs else 0), np.int8)
        self.words = np.zeros((num_envs, self.sets.shape[1] if outputs else 0), np.uint64)
        self.turn = self.checksum = 0

    def play(self, rounds: int) -> int:
        """So many rounds over all games; how many decisions that would be. AssertionError: the bytes aren't there."""
        states, observations, masks, words = self.states, self.observations, self.masks, self.words
        state, observation, mask, sets = self.state, self.observation, self.mask, self.sets
        self.checksum = copy_and_draw(states, state, observations, observation, masks, mask, words, sets, self.turn, rounds)
        self.turn += rounds
        last = (self.turn - 1) & 1
        for array, source in ((states, state), (observations, observation), (masks, mask)):
            if array.shape[1]:
                assert (array[-1] == source[last]).all(), "the floor left out what it was to copy"
        return len(states) * rounds
