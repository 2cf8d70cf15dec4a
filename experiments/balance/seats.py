"""Where all seats play one role: what each seat comes to, and whether it matters where one sits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

import numpy as np

from . import html
from .conduct import Findings
from .html import percent, points
from .stats import Difference, Estimate, holm, mean, paired, share
from .study import Study

ALPHA = 0.05
MEASURES = ("wins", "wins alone", "claims", "right of claims", "finds", "deduces", "turn of that", "beyond")


@dataclass(frozen=True)
class SeatLine:
    """A seat: shares of its games; `beyond`, its wins less those of a seat on average; the turn at which it could deduce."""

    HEADINGS: ClassVar = ["seat", *(f"{what}{part}" for what in MEASURES for part in ("", " low", " high", " n")), "told"]

    agent: str
    wins: Estimate
    alone: Estimate
    claims: Estimate
    right: Estimate
    finds: Estimate
    deduces: Estimate
    turn: Estimate
    beyond: Difference
    told: bool = False

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        estimates = (self.wins, self.alone, self.claims, self.right, self.finds, self.deduces, self.turn, self.beyond)
        numbers = [number for e in estimates for number in (e.value, e.low, e.high, e.n)]
        return [self.agent, *numbers, "yes" if self.told else "no"]


def seat_lines(study: Study, findings: Findings) -> list[SeatLine]:
    """A line a seat, if all seats play one role, and in the main lineup one level; else none."""
    game, main = study.game, study.lineups[0]
    measured = findings.variants.get((main, 0))
    if measured is None or not game.alike or len(set(main)) > 1:
        return []
    wins = np.stack([measured.wins(seat) for seat in range(len(game.agents))]).astype(float)
    found = []
    for seat, agent in enumerate(game.agents):
        claimed, right, finds, turn = (
            measured.column(f"{agent}_{name}") for name in ("claimed", "right", "found", "deduced_turn")
        )
        found.append(
            SeatLine(
                agent,
                share(wins[seat]),
                share(measured.column("winner") == seat),
                share(claimed),
                share(right[claimed > 0]),
                share(finds),
                share(turn > 0),
                mean(turn[turn > 0]),
                paired(wins[seat], wins.mean(axis=0)),
            )
        )
    adjusted = holm([line.beyond.p for line in found])
    return [replace(line, told=p < ALPHA) for line, p in zip(found, adjusted, strict=True)]


def section(lines: Sequence[SeatLine]) -> Iterator[str]:
    """Its part of the page."""
    if not lines:
        return
    told = [escape(line.agent) for line in lines if line.told]
    yield "<h2>Does it matter where one sits?</h2>"
    matters = f"Yes: {', '.join(told)}" if told else "Not as far as can be told"
    yield (
        f"<p><b>{matters}</b> (wins of a seat less those of a seat on average, in the same games; Holm's correction). A perfect "
        "note-taker, who draws every conclusion of one step from what the seat has seen and heard, can name Villain and Weapon "
        "at the turn told, counted over all seats, before it claims.</p>"
    )
    rows = [
        [
            escape(line.agent),
            percent(line.wins),
            percent(line.alone),
            points(line.beyond),
            percent(line.claims),
            percent(line.right) if line.right.n else "-",
            percent(line.finds),
            percent(line.deduces),
            f"{line.turn.value:.1f} ({line.turn.low:.1f} to {line.turn.high:.1f})" if line.turn.n > 1 else "-",
        ]
        for line in lines
    ]
    headings = ["seat", "wins, %", "alone, %", "beyond the average, points", "claims, % of games", "right of these, %",
                "finds the Hideout, %", "can deduce, %", "turn of that"]  # fmt: skip
    yield html.table(headings, rows, [line.told for line in lines])
