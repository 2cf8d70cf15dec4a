"""Random streams: the published answers of Threefry, fair numbers, and streams that don't disturb each other."""

from __future__ import annotations

import numpy as np
import pytest

from pagan_env.core import chance
from pagan_env.core.jit import kernel, rows

# Not laid out like the beginning of a game's record: Numba would warn that it takes one for the other.
STREAMS = np.dtype([("other", "i8"), ("seed", "i8", 2), ("draws", "i8", 3)])
ONES = 0xFFFFFFFF


@kernel
def draws(states, purpose, n, out):
    for k in range(out.shape[0]):
        out[k] = chance.draw(states[0], purpose, n)


def stream(seed: int) -> np.ndarray:
    states = rows(np.zeros(1, STREAMS))
    chance.seed(states[0], seed)
    return states


def drawn(states: np.ndarray, purpose: int, n: int, count: int = 1) -> list[int]:
    out = np.zeros(count, np.int64)
    draws(states, purpose, n, out)
    return out.tolist()


@pytest.mark.parametrize(
    ("key", "counter", "words"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((ONES, ONES), (ONES, ONES), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_known_answers_of_threefry(key, counter, words):
    """The vectors that its authors publish with Random123."""
    assert chance.threefry(*key, *counter) == words


def test_below_stays_below():
    for n in (1, 2, 3, 9, 50, 2**31 - 1):
        assert chance.below(n, 0, 0) == 0
        assert chance.below(n, ONES, ONES) == n - 1
        for high, low in ((0, ONES), (ONES, 0), (12345, 67890), (2**31, 2**31)):
            assert chance.below(n, high, low) == (((high << 32) | low) * n) >> 64


@pytest.mark.parametrize("n", [2, 3, 7, 12, 50])
def test_draws_are_fair(n):
    """Chi squared of 20,000 draws, and of pairs that follow each other, within six deviations of its mean."""
    found = np.array(drawn(stream(1), 0, n, 20_000))
    assert found.min() == 0
    assert found.max() == n - 1
    for values, cells in ((found, n), (found[::2] * n + found[1::2], n * n)):
        expected = len(values) / cells
        chi = ((np.bincount(values, minlength=cells) - expected) ** 2 / expected).sum()
        assert abs(chi - (cells - 1)) < 6 * np.sqrt(2 * (cells - 1))


def test_a_draw_depends_on_seed_purpose_and_number_alone():
    alone = [drawn(stream(9), purpose, 1000, 20) for purpose in range(3)]
    mixed, states = [[], [], []], stream(9)
    for k in np.random.default_rng(0).permuted(np.repeat(np.arange(3), 20)):
        mixed[k] += drawn(states, int(k), 1000)
    assert mixed == alone
    assert len({tuple(numbers) for numbers in alone}) == 3
    assert states[0]["draws"].tolist() == [20, 20, 20]


def test_seeds_differ_in_each_bit():
    first = [tuple(drawn(stream(seed), 0, 2**31 - 1, 2)) for seed in (0, *(1 << bit for bit in range(63)))]
    assert len(set(first)) == 64


def test_mix_is_a_permutation_of_keys_and_words():
    """Other words give another key, and so does another order."""
    found = set()
    for words in [(a, b) for a in range(30) for b in range(30)]:
        key = np.array([7, 0], np.int64)
        chance.mix(key, *words)
        assert 0 <= key.min() <= key.max() <= ONES
        found.add(tuple(key.tolist()))
    assert len(found) == 900
    there, back = np.array([7, 0], np.int64), np.array([7, 0], np.int64)
    for word in (1, 2):
        chance.mix(there, word, 0)
        chance.mix(back, 3 - word, 0)
    assert there.tolist() != back.tolist()
