"""The same seed and actions give the same bytes: again, in another process, and compiled or not."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.pagan import kernels
from pagan_env.pagan.layout import HUNTER, WITCH
from tests.pagan.support import RULESET, deal, digest, play, python

PRINT_DIGEST = "from tests.pagan.support import digest; print(digest({games}, {seed}))"


def test_again_in_this_process():
    assert digest(3, seed=40) == digest(3, seed=40)
    assert len({digest(1, seed) for seed in (40, 41, 2**62)}) == 3


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_in_a_fresh_process(hash_seed):
    assert python(PRINT_DIGEST.format(games=3, seed=40), PYTHONHASHSEED=hash_seed) == digest(3, seed=40)


def test_compiled_against_plain_python():
    """Some thousand decisions of whole games, with warnings as errors: no number overflows its field on the way."""
    program = PRINT_DIGEST.format(games=3, seed=70)
    assert python(program, NUMBA_DISABLE_JIT="1") == python(program, NUMBA_DISABLE_JIT="0") == digest(3, seed=70)


def test_nothing_is_left_of_what_a_record_held_before():
    """Dealing over a finished game is dealing anew, and a game does not see its neighbours."""
    used = deal([1, 2, 3])
    for i in range(3):
        for _ in play(used, i, random.Random(i)):
            pass
    kernels.reset(used, RULESET.tables, np.zeros(3, np.int64), np.array([7, 8, 9]))
    assert used.tobytes() == deal([7, 8, 9]).tobytes()
    assert used[2:].tobytes() == deal([9]).tobytes()
    neighbours = used[:2].tobytes()
    for _ in play(used, 2, random.Random(3)):
        assert used[:2].tobytes() == neighbours


def test_seeds_differ():
    """Each bit of a seed counts, and what it deals varies."""
    states = deal([0, 1, 2**31, 2**32, 2**62, *range(2, 200)])
    dealt = {(s["true_witch"], s["seats"]["hand"].tobytes()) for s in states.view(np.ndarray)}
    assert len(dealt) > 150
    assert len({state.tobytes() for state in states}) == len(states)


def test_the_luck_of_one_kind_does_not_hang_on_the_others():
    """Games of one seed, played differently: as long as a deck is not made anew, its n-th card is the same in all."""
    for seat in (WITCH, HUNTER):
        decks: dict[int, set[bytes]] = {}
        for choices in range(20):
            states = deal([5])
            cards = states[0]["seats"][seat]["deck_size"] + states[0]["draws"][seat]
            for _ in play(states, 0, random.Random(choices)):
                state = states.view(np.ndarray)[0]
                left = int(state["seats"]["deck_size"][seat])
                if left + state["draws"][seat] > cards:
                    break
                decks.setdefault(left, set()).add(state["seats"]["deck"][seat].tobytes())
        assert all(len(found) == 1 for found in decks.values())
        assert len(decks) > 10
