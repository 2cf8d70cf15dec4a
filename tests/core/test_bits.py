"""Sets as words of bits, against Python's own integers."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core import bits

SIZE = 369
MEMBERS = [
    [],
    [0],
    [63],
    [64],
    [SIZE - 1],
    list(range(SIZE)),
    list(range(0, SIZE, 64)),
    *(random.Random(n).sample(range(SIZE), n * n) for n in range(1, 19)),
]


def words(members: list[int]) -> np.ndarray:
    found = np.zeros(bits.words_for(SIZE), np.uint64)
    for member in members:
        bits.add(found, member)
    return found


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, SIZE])
def test_words_for(size):
    assert bits.words_for(size) == -(-size // 64)


@pytest.mark.parametrize("members", MEMBERS, ids=len)
def test_against_python_ints(members):
    found = words(members)
    number = int.from_bytes(found.tobytes(), "little")
    assert number == sum(1 << member for member in members)
    assert bits.count(found) == number.bit_count()
    assert bits.several(found) == (number.bit_count() > 1)
    assert [bool(bits.has(found, n)) for n in range(SIZE)] == [bool(number >> n & 1) for n in range(SIZE)]
    assert [bits.select(found, k) for k in range(len(members))] == sorted(members)
    assert bits.select(found, len(members)) == -1
    assert [bits.popcount(word) for word in found] == [int(word).bit_count() for word in found]
    out = np.full(SIZE, -1, np.int8)
    bits.expand(found, out)
    assert np.flatnonzero(out).tolist() == sorted(members)
    assert set(out.tolist()) <= {0, 1}
    bits.clear(found)
    assert not found.any()


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA])
def test_popcount(word):
    assert bits.popcount(np.uint64(word)) == word.bit_count()


def test_expand_writes_no_further_than_it_is_given():
    buffer = np.full(SIZE + 20, 7, np.int8)
    bits.expand(words(list(range(SIZE))), buffer[10 : SIZE + 10])
    assert (buffer[:10] == 7).all()
    assert (buffer[10:-10] == 1).all()
    assert (buffer[-10:] == 7).all()
    bits.expand(words(list(range(SIZE))), buffer[10:50])
    assert (buffer[50:-10] == 1).all()
    bits.expand(words([3, 39, 40, SIZE - 1]), buffer[10:50])
    assert np.flatnonzero(buffer[10:50]).tolist() == [3, 39]
    assert (buffer[50:-10] == 1).all()
