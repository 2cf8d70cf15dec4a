"""All luck: counter-based random streams, so that two games of one seed share whatever luck they can.

The k-th draw for a purpose depends on (seed, purpose, k) alone: Threefry-2x32 with 20 rounds (Salmon et al. 2011), in
32-bit-masked signed ints, which gives the same answers compiled and in plain Python.

A state that uses this module has the fields `seed` (2 x int64, 32 bits each) and `draws` (int64, one counter a purpose).
"""

from __future__ import annotations

from .jit import kernel

MASK = 0xFFFFFFFF
PARITY = 0x1BD11BDA
ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)


@kernel
def threefry(key0, key1, counter0, counter1):
    """Two random 32-bit words (as ints) for a 64-bit key and a 64-bit counter, both given as 32-bit halves."""
    keys = (key0, key1, key0 ^ key1 ^ PARITY)
    x0 = (counter0 + key0) & MASK
    x1 = (counter1 + key1) & MASK
    for five in range(5):
        first = 4 * (five & 1)
        for r in range(4):
            rotation = ROTATIONS[first + r]
            x0 = (x0 + x1) & MASK
            x1 = ((x1 << rotation) & MASK) | (x1 >> (32 - rotation))
            x1 ^= x0
        x0 = (x0 + keys[(five + 1) % 3]) & MASK
        x1 = (x1 + keys[(five + 2) % 3] + five + 1) & MASK
    return x0, x1


@kernel
def below(n, high, low):
    """A number in 0 .. n - 1 (n < 2**31) from two 32-bit words; off uniform by less than n / 2**64."""
    return (high * n + ((low * n) >> 32)) >> 32


@kernel
def seed(s, value):
    """Start the streams of state `s` from a non-negative 63-bit seed."""
    s.seed[0] = value >> 32
    s.seed[1] = value & MASK
    for purpose in range(s.draws.shape[0]):
        s.draws[purpose] = 0


@kernel
def draw(s, purpose, n):
    """The next number in 0 .. n - 1 of the stream for `purpose`."""
    k = int(s.draws[purpose])
    s.draws[purpose] = k + 1
    high, low = threefry(int(s.seed[0]), int(s.seed[1]), purpose, k)
    return below(n, high, low)


@kernel
def mix(key, word0, word1):
    """Fold two 32-bit words into a running 64-bit key (2 x int64, 32 bits each); a permutation for each pair of words."""
    k0 = int(key[0]) ^ word0
    k1 = int(key[1]) ^ word1
    for _ in range(2):
        k0 = (k0 * 0x9E3779B1) & MASK
        k0 ^= k0 >> 15
        k1 = (k1 + k0) & MASK
        k1 = (k1 * 0x85EBCA77) & MASK
        k1 ^= k1 >> 13
        k0 = (k0 + ((k1 << 7) & MASK) + (k1 >> 25)) & MASK
    key[0] = k0
    key[1] = k1
