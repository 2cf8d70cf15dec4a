"""Skill curves: how much a role's wins rise with its level, and which role gains more by skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from agents.scripted import LEVELS

from . import html
from .html import percent, points
from .measures import Measured
from .stats import Difference, Estimate, paired, share

if TYPE_CHECKING:
    from .conduct import Conductor


@dataclass(frozen=True)
class Curve:
    """A role's wins by level, and `slope`, the wins that a level brings on average (least squares over the levels)."""

    HEADINGS: ClassVar = ["role", "level", "wins", "low", "high", "n"]

    agent: str
    wins: list[Estimate]
    slope: Difference


@dataclass(frozen=True)
class Skills:
    """The curves, and how much more a level brings the first role than the second (None: all play one role)."""

    curves: list[Curve]
    other: int
    difference: Difference | None


@dataclass(frozen=True)
class Point:
    """A row of the CSV file."""

    agent: str
    level: int
    wins: Estimate

    def cells(self) -> list[Any]:
        """The row."""
        return [self.agent, self.level, self.wins.value, self.wins.low, self.wins.high, self.wins.n]


def play(conductor: Conductor) -> Skills | None:
    """Each level of one seat of each role, the others as in the main lineup, all on the same seeds."""
    study = conductor.study
    asked, main, game = study.extras.skill, study.lineups[0], study.game
    if asked is None:
        return None
    wins: dict[int, np.ndarray] = {}
    for seat in dict.fromkeys(game.roles.index(role) for role in game.roles):
        lineups = [(*main[:seat], level, *main[seat + 1 :]) for level in range(LEVELS)]
        conductor.fetch([(0, lineup, asked.games, study.seed) for lineup in lineups], "skill")
        measured = [conductor.measured(0, lineup, asked.games, study.seed) for lineup in lineups]
        whole = [one for one in measured if one is not None]
        if len(whole) == LEVELS:
            wins[seat] = wins_by_level(whole, seat)
    return skills({game.agents[seat]: own for seat, own in wins.items()}, max(main)) if wins else None


def wins_by_level(measured: list[Measured], seat: int) -> np.ndarray:
    """Whether a seat wins, float64 (levels, games)."""
    return np.stack([one.wins(seat) for one in measured]).astype(float)


def skills(wins: Mapping[str, np.ndarray], other: int) -> Skills:
    """The curves of roles from their wins, (levels, games) over seeds that all share."""
    slopes = {}
    for agent, own in wins.items():
        levels = np.arange(len(own)) - (len(own) - 1) / 2
        slopes[agent] = levels @ own / (levels**2).sum()  # of each seed by itself: their mean is the slope of the means
    curves = [
        Curve(agent, [share(level) for level in own], paired(slopes[agent], np.zeros(own.shape[1])))
        for agent, own in wins.items()
    ]
    first = list(slopes.values())
    return Skills(curves, other, paired(first[0], first[1]) if len(first) == 2 else None)


def table(found: Skills | None) -> list[Point]:
    """The rows of the CSV file."""
    return [Point(curve.agent, level, wins) for curve in (found.curves if found else []) for level, wins in enumerate(curve.wins)]


def section(found: Skills | None) -> Iterator[str]:
    """Its part of the page."""
    if found is None:
        return
    yield (
        f"<h2>What skill brings</h2><p>One seat at each level, the others at level {found.other}, on the same seeds; "
        "level 0 plays at random.</p>"
    )
    lines = {curve.agent: [(e.value, e.low, e.high) for e in curve.wins] for curve in found.curves}
    yield html.curves(lines, [str(level) for level in range(LEVELS)], "level", "wins, %")
    yield html.table(
        ["role", *(f"level {level}, %" for level in range(LEVELS)), "a level brings, points"],
        [[escape(c.agent), *map(percent, c.wins), points(c.slope)] for c in found.curves],
    )
    if found.difference is not None:
        d, (one, two) = found.difference, (escape(curve.agent) for curve in found.curves)
        if d.p < 0.05:
            more, less = (one, two) if d.value > 0 else (two, one)
            told = f"Skill brings {more} more than {less}"
        else:
            told = f"Skill brings {one} and {two} as much, as far as can be told"
        yield f"<p><b>{told}</b>: {points(d)} points a level, {one} less {two}.</p>"
