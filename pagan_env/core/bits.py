"""Sets of small numbers as arrays of 64-bit words (uint64): legal sets, mostly.

Popcount has two bodies, since the usual bit trick compiles to one instruction but multiplies uint64 (which warns in
plain Python).
"""

from __future__ import annotations

import numpy as np

from .jit import COMPILED, kernel
from .wide import spread

ZERO, ONE = np.uint64(0), np.uint64(1)
WORD = 64


def words_for(size: int) -> int:
    """How many words hold a set of the numbers 0 .. size - 1."""
    return (size + WORD - 1) // WORD


@kernel
def clear(words):
    for w in range(words.shape[0]):
        words[w] = np.uint64(0)


@kernel
def add(words, number):
    words[number >> 6] |= ONE << np.uint64(number & 63)


@kernel
def has(words, number):
    return (words[number >> 6] >> np.uint64(number & 63)) & ONE == ONE


if COMPILED:

    @kernel
    def popcount(word):
        word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
        word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
        word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))

else:

    def popcount(word):
        return int(word).bit_count()


@kernel
def count(words):
    total = 0
    for w in range(words.shape[0]):
        total += popcount(words[w])
    return total


@kernel
def several(words):
    """Whether the set has more than one member."""
    found = False
    for w in range(words.shape[0]):
        word = words[w]
        if word != ZERO:
            if found or word & (word - ONE) != ZERO:
                return True
            found = True
    return False


@kernel
def lowest(word):
    """The smallest member of a word that isn't empty."""
    return popcount((word & (~word + ONE)) - ONE)


@kernel
def select(words, k):
    """The k-th smallest member, counting from 0; -1 if the set is smaller."""
    for w in range(words.shape[0]):
        word = words[w]
        here = popcount(word)
        if k < here:
            for _ in range(k):
                word &= word - ONE
            return w * WORD + lowest(word)
        k -= here
    return -1


@kernel
def expand(words, out):
    """Write the set as bytes: `out[n]` is 1 if n is a member, else 0. Members that `out` has no room for are left out."""
    size = out.shape[0]
    whole = min(words.shape[0], size // WORD)
    for w in range(whole):
        spread(words[w], out, w * WORD, WORD)
    rest = words[whole] if whole < words.shape[0] else ZERO
    for n in range(whole * WORD, size):
        out[n] = rest & ONE
        rest >>= ONE
