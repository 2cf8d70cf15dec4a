"""What a study has found, as rows: one a variant and lineup; and as CSV files."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .conduct import Findings
from .games import Lineup
from .stats import Estimate, benjamini_hochberg, share
from .study import Study
from .verdict import SOMEBODY, Line

VALUE = ("value", "low", "high", "n")
SIDES = ("old", "old low", "old high", "new", "new low", "new high")
DIFFERENCE = ("difference", "low", "high", "n", "p", "correlation", "adjusted p of wins")


@dataclass(frozen=True)
class VariantLine:
    """A variant by a lineup: its change, its lines, and the adjusted p-value (Benjamini and Hochberg, over all of the lineup)."""

    group: str
    change: str
    lineup: Lineup
    lines: list[Line]
    adjusted: float


def variant_lines(study: Study, findings: Findings) -> list[VariantLine]:
    """All that were judged, by lineup, by group, the largest move first."""
    found = []
    for lineup in study.lineups:
        judged = [
            (group.name, change, findings.lines[lineup, study.variant(change)])
            for group in study.groups
            for change in group.changes
            if (lineup, study.variant(change)) in findings.lines
        ]
        adjusted = benjamini_hochberg([wins_of(lines).difference.p for _, _, lines in judged])
        found += [
            VariantLine(name, "; ".join(change), lineup, lines, p)
            for (name, change, lines), p in zip(judged, adjusted, strict=True)
        ]
    order = {group.name: n for n, group in enumerate(study.groups)}
    return sorted(found, key=lambda v: (study.lineups.index(v.lineup), order[v.group], -abs(wins_of(v.lines).difference.value)))


def wins_of(lines: list[Line]) -> Line:
    """What variants are ranked by (`verdict.headline`)."""
    return next((line for line in lines if line.what == SOMEBODY), lines[0])


class Cells(Protocol):
    """A line of a table."""

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        ...


Tables = Mapping[str, tuple[Sequence[str], Sequence[Cells]]]


def write_csv(study: Study, findings: Findings, variants: Sequence[VariantLine], tables: Tables, folder: Path) -> None:
    """`matchups.csv`, `variants.csv` and each table that has lines, by file name; shares are between 0 and 1."""
    write_rows(folder / "matchups.csv", ["levels", "what", *VALUE], _matchup_rows(study, findings))
    write_rows(
        folder / "variants.csv", ["group", "change", "levels", "what", "unit", *SIDES, *DIFFERENCE], _variant_rows(variants)
    )
    for name, (headings, lines) in tables.items():
        if lines:
            write_rows(folder / name, headings, (line.cells() for line in lines))
        else:
            (folder / name).unlink(missing_ok=True)  # of what the folder's study had before it was changed


def levels_text(lineup: Lineup) -> str:
    """As on the command line: `3,2`."""
    return ",".join(map(str, lineup))


def write_rows(path: Path, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A CSV file; floats with six digits."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(headings)
        writer.writerows([_cell(cell) for cell in row] for row in rows)


def _cell(cell: Any) -> Any:
    if not isinstance(cell, float):
        return cell
    return "" if math.isnan(cell) else f"{cell:.6g}"


def _matchup_rows(study: Study, findings: Findings) -> Iterator[list[Any]]:
    for lineup, measured in findings.matchups.items():
        for seat, agent in enumerate(study.game.agents):
            yield [levels_text(lineup), f"{agent} wins", *_numbers(share(measured.wins(seat)))]
        for number, name in enumerate(study.game.describe.ENDING_NAMES):
            ended = measured.column("ending") == number
            if ended.any():
                yield [levels_text(lineup), f"ends by {name}", *_numbers(share(ended))]


def _variant_rows(variants: Sequence[VariantLine]) -> Iterator[list[Any]]:
    for v in variants:
        for line in v.lines:
            d = line.difference
            sides = [number for side in (line.old, line.new) for number in (side.value, side.low, side.high)]
            about = (v.group, v.change, levels_text(v.lineup), line.what, "share" if line.unit == "%" else line.unit)
            yield [*about, *sides, d.value, d.low, d.high, d.n, d.p, d.correlation, v.adjusted]


def _numbers(estimate: Estimate) -> list[Any]:
    return [estimate.value, estimate.low, estimate.high, estimate.n]
