"""The rules as they are, by the main lineup: who wins, how games end, how long they are, how much there is to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar

import numpy as np

from . import html
from .conduct import Findings
from .html import percent
from .measures import measures_of
from .stats import Estimate, mean, share
from .study import Study
from .summary import levels_text


@dataclass(frozen=True)
class AsIs:
    """Something that was measured: a share (`unit` %) or a mean, and the numbers of the games that have one."""

    HEADINGS: ClassVar = ["what", "unit", "value", "low", "high", "n", "5 %", "median", "95 %"]

    what: str
    unit: str
    value: Estimate
    numbers: np.ndarray

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        v = self.value
        return [self.what, self.unit, v.value, v.low, v.high, v.n, *(self.spread() if len(self.numbers) else [""] * 3)]

    def spread(self) -> list[float]:
        """Below which 5, 50 and 95 % of the games are."""
        return [float(number) for number in np.percentile(self.numbers, (5, 50, 95))]


def as_is_lines(study: Study, findings: Findings) -> list[AsIs]:
    """All of them; none if the games failed."""
    base = findings.variants.get((study.lineups[0], 0))
    if base is None:
        return []
    nothing, game, measures = np.zeros(0), study.game, measures_of(study.game)
    found = [AsIs(f"{agent} wins", "%", share(base.wins(seat)), nothing) for seat, agent in enumerate(game.agents)]
    for number, name in enumerate(game.describe.ENDING_NAMES):
        ended = base.column("ending") == number
        if ended.any():
            found.append(AsIs(f"ends by {name.replace('_', ' ')}", "%", share(ended), nothing))
    for name, what in measures.meaning.items():
        values = base.column(name)
        if name in measures.firsts:
            found.append(AsIs(f"there is a {what}", "%", share(values > 0), nothing))
            values = values[values > 0]
        if len(values):
            found.append(AsIs(what, "", mean(values), values))
    for agent in game.agents:
        asked = base.column(f"{agent}_asked")
        each = base.column(f"{agent}_options")[asked > 0] / asked[asked > 0]
        if len(each):
            found.append(AsIs(f"{agent}'s options a decision", "", mean(each), each))
    return found


def section(study: Study, lines: Sequence[AsIs]) -> Iterator[str]:
    """Its part of the page."""
    if not lines:
        return
    yield f"<h2>The game as it is, at levels {levels_text(study.lineups[0])}</h2>"
    rows = []
    for line in lines:
        v = line.value
        value = f"{percent(v)} %" if line.unit else f"{v.value:.2f} ({v.low:.2f} to {v.high:.2f})"
        middle, bars = "", ""
        if len(line.numbers):
            low, half, high = line.spread()
            middle, bars = f"{half:.3g}, {low:.3g} to {high:.3g}", html.histogram(line.numbers)
        named = line.what.startswith(study.game.agents)
        rows.append([escape(line.what if named else line.what[0].upper() + line.what[1:]), value, middle, bars, f"{v.n:,}"])
    yield html.table(["", "share, or mean", "median, and nine games of ten", "how often each", "games"], rows)
