"""Luck: numbered draws from Threefry-2x32-20 (INTERFACE.md, "Luck")."""

from __future__ import annotations

WORD = 0xFFFFFFFF
ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
PARITY = 0x1BD11BDA

WITCH_DECK, HUNTER_DECK, SUSPECTS, WITCH_HAND, HUNTER_HAND = range(5)


def threefry(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """Threefry-2x32 with 20 rounds, as Salmon et al. (2011) publish it."""
    keys = (key[0], key[1], key[0] ^ key[1] ^ PARITY)
    left = (counter[0] + keys[0]) & WORD
    right = (counter[1] + keys[1]) & WORD
    for turn in range(20):
        rotation = ROTATIONS[turn % 8]
        left = (left + right) & WORD
        right = ((right << rotation) | (right >> (32 - rotation))) & WORD
        right ^= left
        if turn % 4 == 3:
            injected = turn // 4 + 1
            left = (left + keys[injected % 3]) & WORD
            right = (right + keys[(injected + 1) % 3] + injected) & WORD
    return left, right


def below(n: int, high: int, low: int) -> int:
    """A number from 0 to n - 1 out of two random words."""
    return (high * n + ((low * n) >> 32)) >> 32


class Luck:
    """The draws of one game; each purpose counts its own."""

    def __init__(self, seed: int) -> None:
        self.key = (seed >> 32, seed & WORD)
        self.draws = [0] * 5

    def draw(self, purpose: int, n: int) -> int:
        """The next number below n for a purpose."""
        words = threefry(self.key, (purpose, self.draws[purpose]))
        self.draws[purpose] += 1
        return below(n, *words)
