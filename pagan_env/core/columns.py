"""How arrays for agents declare themselves: named blocks of a flat observation, and named columns, each with a line of doc."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Block:
    """A named stretch of a flat observation."""

    name: str
    size: int
    doc: str


def slices(blocks: Sequence[Block]) -> dict[str, slice]:
    """Where each block stands, one behind the other."""
    found, start = {}, 0
    for block in blocks:
        found[block.name] = slice(start, start + block.size)
        start += block.size
    return found


@dataclass(frozen=True)
class Column:
    """One number of a row. Counts are clipped at `high`. `names`: its values are names (0: none), not amounts."""

    name: str
    doc: str
    high: int = 1
    low: int = 0
    names: bool = False


@dataclass(frozen=True)
class Encoding:
    """One array a game: `shape` with all rows that there can be, `rows` says what a row is."""

    name: str
    dtype: np.dtype
    shape: tuple[int, ...]
    rows: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def zeros(self, games: int, rows: int | None = None) -> np.ndarray:
        """An array for so many games, (games, rows, columns), with all rows unless `rows` says how many; rules have none."""
        shape = self.shape if rows is None else (rows, *self.shape[1:])
        return np.zeros((games, *shape), self.dtype)

    def index(self, name: str) -> int:
        """Where a column stands. Raises ValueError for a name that it doesn't have."""
        if name not in self.names:
            raise ValueError(f"{self.name}: found column {name!r}, allowed: {', '.join(self.names)}")
        return self.names.index(name)

    def table(self) -> list[dict[str, object]]:
        """Plain rows for the committed file and the docs."""
        return [
            {"encoding": self.name, "column": n, "name": c.name, "low": c.low, "high": c.high, "doc": c.doc}
            for n, c in enumerate(self.columns)
        ]


def places(columns: Sequence[Column]) -> dict[str, int]:
    """Where each column stands. Raises ValueError for a name used twice."""
    found = {column.name: n for n, column in enumerate(columns)}
    if len(found) != len(columns):
        names = [column.name for column in columns]
        raise ValueError(f"columns: found {sorted({n for n in names if names.count(n) > 1})} twice, allowed: one column a name")
    return found
