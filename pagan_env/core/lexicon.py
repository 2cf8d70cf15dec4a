"""The flat action space of a game: named blocks of actions one after the other, and each action as text.

A block such as `visit` with the axes villager (9) and mover (3) holds 27 actions, the last axis running fastest. Blocks
are append-only: a published block keeps its start, so that stored actions and trained policies stay valid.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

Labels = Mapping[str, Sequence[str]]
"""The words of each axis by its name, index 0 first; those missing at the end, or "", are called `<axis>_<number>`."""


class LexiconError(ValueError):
    """A malformed lexicon, or an action, text or label that it can't hold: one line with what is allowed."""


@dataclass(frozen=True)
class Axis:
    """A range of `size` coordinates, counted from 0."""

    name: str
    size: int

    def fallbacks(self) -> list[str]:
        """The words of coordinates without a label, numbered from 1: `villager_1`."""
        return [f"{self.name}_{number}" for number in range(1, self.size + 1)]

    def words(self, labels: Labels) -> list[str]:
        """The word of each coordinate. Raises LexiconError for labels too many, of several words, or used twice."""
        fallbacks = self.fallbacks()
        given = list(labels.get(self.name, ()))
        if len(given) > self.size:
            raise LexiconError(f"labels of {self.name}: found {len(given)}, allowed: at most {self.size}")
        words = [label or fallback for label, fallback in zip(given, fallbacks, strict=False)] + fallbacks[len(given) :]
        owner = dict(zip(fallbacks, fallbacks, strict=True))  # a label that is another's fallback would mean both
        for word, fallback in zip(words, fallbacks, strict=True):
            if len(word.split()) != 1 or owner.setdefault(word, fallback) != fallback:
                problem = f"found {word!r} for {fallback}, allowed: one word, not used twice"
                raise LexiconError(f"labels of {self.name}: {problem}")
        return words


@dataclass(frozen=True)
class Block:
    """The actions of one name, one for each combination of the coordinates of its axes; one in all if it has none."""

    name: str
    axes: tuple[Axis, ...] = ()

    @property
    def size(self) -> int:
        return prod(axis.size for axis in self.axes)


class Lexicon:
    """Blocks of actions, numbered on from 0 in the order given.

    Raises LexiconError for names that aren't snake_case or are used twice, and for axes of size 0.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self.size = sum(block.size for block in blocks)
        self._starts = list(accumulate((block.size for block in blocks[:-1]), initial=0))
        self._by_name = {block.name: index for index, block in enumerate(blocks)}
        if len(self._by_name) != len(blocks) or not blocks:
            raise LexiconError(f"blocks: found {[block.name for block in blocks]}, allowed: at least one, none twice")
        parts: list[Block | Axis] = [*blocks, *(axis for block in blocks for axis in block.axes)]
        for part in parts:
            if not re.fullmatch(r"[a-z][a-z0-9_]*", part.name) or part.size < 1:
                raise LexiconError(f"found {part}, allowed: a name in snake_case and a size from 1")

    def start(self, block_name: str) -> int:
        """The first action of a block."""
        return self._starts[self._number(block_name)]

    def span(self, block_name: str) -> range:
        """All actions of a block."""
        number = self._number(block_name)
        return range(self._starts[number], self._starts[number] + self.blocks[number].size)

    def index(self, block_name: str, *coords: int) -> int:
        """The action at these coordinates, from 0, one for each axis of the block."""
        number = self._number(block_name)
        axes = self.blocks[number].axes
        if len(coords) != len(axes) or not all(0 <= at < axis.size for at, axis in zip(coords, axes, strict=True)):
            allowed = ", ".join(f"{axis.name} 0..{axis.size - 1}" for axis in axes) or "none"
            raise LexiconError(f"{block_name}: found coordinates {coords}, allowed: {allowed}")
        offset = 0
        for at, axis in zip(coords, axes, strict=True):
            offset = offset * axis.size + at
        return self._starts[number] + offset

    def find(self, action: int) -> tuple[Block, tuple[int, ...]]:
        """The block of an action and its coordinates."""
        if not 0 <= action < self.size:
            raise LexiconError(f"found action {action}, allowed: 0..{self.size - 1}")
        number = bisect_right(self._starts, action) - 1
        offset = int(action) - self._starts[number]
        coords = []
        for axis in reversed(self.blocks[number].axes):
            offset, at = divmod(offset, axis.size)
            coords.append(at)
        return self.blocks[number], tuple(reversed(coords))

    def text(self, action: int, labels: Labels) -> str:
        """An action in words: its block, then the word of each coordinate, as in `visit preacher_wulfric familiar`."""
        block, coords = self.find(action)
        return " ".join([block.name, *(axis.words(labels)[at] for axis, at in zip(block.axes, coords, strict=True))])

    def parse(self, text: str, labels: Labels) -> int:
        """The action that a text says, in labels or in `<axis>_<number>`. LexiconErrors name the word that fails."""
        name, *words = text.split() or [""]
        if name not in self._by_name:
            raise _unread(text, name, list(self._by_name))
        axes = self.blocks[self._by_name[name]].axes
        coords = []
        for axis, word in zip(axes, [*words, *[""] * len(axes)], strict=False):
            names = axis.words(labels)
            meanings = dict(zip(axis.fallbacks() + names, [*range(axis.size)] * 2, strict=True))
            if word not in meanings:
                raise _unread(text, word, names)
            coords.append(meanings[word])
        if len(words) > len(axes):
            raise _unread(text, words[len(axes)], ["the end"])
        return self.index(name, *coords)

    def table(self) -> list[dict[str, Any]]:
        """Every block as plain data, for a committed file that shows when published actions move."""
        return [
            {
                "block": block.name,
                "start": start,
                "size": block.size,
                "axes": [{"name": axis.name, "size": axis.size} for axis in block.axes],
            }
            for block, start in zip(self.blocks, self._starts, strict=True)
        ]

    def _number(self, block_name: str) -> int:
        if block_name not in self._by_name:
            raise LexiconError(f"found block {block_name!r}, allowed: {', '.join(self._by_name)}")
        return self._by_name[block_name]


def _unread(text: str, word: str, allowed: Sequence[str]) -> LexiconError:
    return LexiconError(f"action {text!r}: found {repr(word) if word else 'the end'}, allowed: {', '.join(allowed)}")
