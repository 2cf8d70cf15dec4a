"""Each game's own seed, from a root seed, the row of a batch that it is played in, and the number of the episode."""

from __future__ import annotations

import operator
import secrets

import numpy as np
from numpy.typing import NDArray

LIMIT = 2**63

# SplitMix64 (Steele, Lea and Flood 2014): the step and the two multipliers of its finalizer.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def check_seed(seed: object, where: str) -> int:
    """`seed` as an int in [0, 2**63). Raises TypeError or ValueError, beginning with `where`."""
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{where}: seed must be an int, found {type(seed).__name__}") from None
    if not 0 <= number < LIMIT:
        raise ValueError(f"{where}: seed must be in 0 .. 2**63 - 1, found {number}")
    return number


def fresh_seed() -> int:
    """A seed that nobody chose, in [0, 2**63)."""
    return secrets.randbelow(LIMIT)


def game_seeds(root: int, rows: NDArray[np.int64], episodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seed of episode `episodes[k]` (counted from 0) in row `rows[k]`: int64 in [0, 2**63), same shape as `rows`.

    It depends on nothing else, so that a row's games are the same however many rows there are and whenever they end.
    """
    return episode_seeds(row_words(root, rows), episodes)


def row_words(root: int | NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """What root (one, or one a row) and row give to a seed, to be kept where rows stay the same."""
    # Arrays throughout: NumPy wraps their uint64 products silently, and warns about those of scalars.
    roots = np.empty(rows.shape, np.uint64)
    roots[:] = root
    return _scramble(_scramble(roots) ^ rows.astype(np.uint64))


def episode_seeds(words: NDArray[np.uint64], episodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """`game_seeds` from `row_words`."""
    return (_scramble(words ^ episodes.astype(np.uint64)) >> np.uint64(1)).astype(np.int64)


def uniforms(seeds: NDArray[np.int64], counters: NDArray[np.int64], purpose: int) -> NDArray[np.float64]:
    """A number in [0, 1) for each pair of a game's seed and a counter, float64 of their shape; apart from the game's own luck."""
    words = _scramble(_scramble(seeds.astype(np.uint64) ^ np.uint64(purpose)) ^ counters.astype(np.uint64))
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _scramble(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One step of SplitMix64: a permutation in which each bit of the argument moves half the bits of the result."""
    word = word + _STEP
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))
