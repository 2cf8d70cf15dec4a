"""Text that fits the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

NARROWEST, USUAL, WIDEST = 40, 100, 130


def width() -> int:
    """Columns to write in."""
    return min(max(shutil.get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)


def fit(text: str, columns: int, indent: int = 6) -> str:
    """The text with lines that are too long folded, what follows indented."""
    folded: list[str] = []
    for line in text.split("\n"):
        folded += textwrap.wrap(line, columns, subsequent_indent=" " * indent) if len(line) > columns else [line]
    return "\n".join(folded)


def numbered(groups: Sequence[Sequence[str]], columns: int) -> str:
    """The texts of all groups, numbered on from 1, side by side in columns; each group begins a line."""
    cell = max(len(text) for group in groups for text in group) + 4  # "123 " before each
    across = max(1, (columns + 1) // (cell + 3))
    lines, number = [], 0
    for group in groups:
        cells = []
        for text in group:
            number += 1
            cells.append(f"{number:3} {text}".ljust(cell))
        lines += ["   ".join(cells[at : at + across]).rstrip() for at in range(0, len(cells), across)]
    return "\n".join(lines)


def columns(table: Sequence[Sequence[str]]) -> str:
    """The cells of a table below each other."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)


def markdown(header: Sequence[str], table: Sequence[Sequence[str]]) -> str:
    """A table for a page."""
    cells = [header, ["---"] * len(header), *table]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells)
