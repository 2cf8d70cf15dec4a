"""The value of the meta-game: both roles choose whom to send from a pool of players, each knowing what the other may send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar

import numpy as np
from scipy.optimize import linprog

from pagan_env.core.game import Game

from . import html
from .measures import Measured
from .stats import Estimate

DRAWS = 400  # of the bootstrap


@dataclass(frozen=True)
class Metagame:
    """The first role's wins if both mix their players best, the mixtures by level, and the pool's wins, (rows, columns)."""

    HEADINGS: ClassVar = ["wins of the first role", "low", "high", "n", "its mixture", "the other's mixture"]

    value: Estimate
    rows: dict[int, float]
    columns: dict[int, float]

    def cells(self) -> list[Any]:
        """The row of the CSV file; mixtures as `level: share`."""
        mixtures = ("; ".join(f"{level}: {share:.4f}" for level, share in own.items()) for own in (self.rows, self.columns))
        return [self.value.value, self.value.low, self.value.high, self.value.n, *mixtures]


def solve(wins: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """The value and both mixtures of the zero-sum game whose row player gets `wins`, float64 (rows, columns)."""
    value, row = _best_mixture(wins)
    return value, row, _best_mixture(-wins.T)[1]


def _best_mixture(wins: np.ndarray) -> tuple[float, np.ndarray]:
    """The mixture whose least column is highest: maximise v subject to mixture @ wins >= v."""
    n, m = wins.shape
    found = linprog(
        np.r_[np.zeros(n), -1.0],
        A_ub=np.c_[-wins.T, np.ones(m)],
        b_ub=np.zeros(m),
        A_eq=[[1.0] * n + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    return float(found.x[-1]), np.clip(found.x[:-1], 0, None)


def metagame(game: Game, matchups: Mapping[tuple[int, ...], Measured], draws: int = DRAWS) -> Metagame | None:
    """Of the matchups of two roles; None for other games, or if one is missing.

    The interval is a bootstrap over seeds, which all matchups share: each draw solves the game of other seeds.
    """
    if len(game.agents) != 2 or game.alike or not matchups:
        return None
    rows, columns = (sorted({lineup[seat] for lineup in matchups}) for seat in (0, 1))
    if len(matchups) < len(rows) * len(columns):
        return None
    won = np.stack([[matchups[a, b].wins(0) for b in columns] for a in rows])  # (rows, columns, seeds)
    games = won.shape[2]
    value, row, column = solve(won.mean(axis=2))
    weights = np.random.default_rng(0).multinomial(games, np.full(games, 1 / games), size=draws)
    drawn = [_best_mixture(cells)[0] for cells in (won @ weights.T / games).transpose(2, 0, 1)]
    low, high = np.percentile(drawn, (2.5, 97.5))
    mixtures = (dict(zip(levels, map(float, mixture), strict=True)) for levels, mixture in ((rows, row), (columns, column)))
    return Metagame(Estimate(value, float(low), float(high), games * won.shape[0] * won.shape[1]), *mixtures)


def section(game: Game, found: Metagame | None) -> Iterator[str]:
    """Its part of the page."""
    if found is None:
        return
    v = found.value
    fair = "favours neither" if v.low <= 0.5 <= v.high else f"favours {escape(game.agents[0 if v.value > 0.5 else 1])}"
    yield (
        f"<h3>Value of the meta-game</h3><p>If both sides choose from these players as well as can be, not knowing the other's "
        f"choice, {escape(game.agents[0])} wins <b>{100 * v.value:.1f} % ({100 * v.low:.1f} to {100 * v.high:.1f})</b>: "
        f"the pool {fair}. {v.n:,} games; the interval is a bootstrap over seeds.</p>"
    )
    rows = [
        [escape(agent), ", ".join(f"level {level} {100 * share:.0f} %" for level, share in mixture.items() if share > 0.005)]
        for agent, mixture in zip(game.agents, (found.rows, found.columns), strict=True)
    ]
    yield html.table(["role", "best mixture"], rows)
