"""How an array declares itself: named columns, each with a range and a line of doc."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """One number of a row. Counts are clipped at `high`. `names`: its values are names (0: none), not amounts."""

    name: str
    doc: str
    high: int = 1
    names: bool = False


def places(columns: Sequence[Column]) -> dict[str, int]:
    """Where each column stands."""
    return {column.name: n for n, column in enumerate(columns)}
