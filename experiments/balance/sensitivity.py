"""Sobol indices: how much of what varies over a space of rules each number brings about, by itself and with all others.

Outcomes of a point are means over games, so they are noisy, which would pass for interactions. So the games of a point are two
halves of other seeds, and wherever an estimator multiplies two outcomes, they are of other halves: the noise of one is
independent of the other's, and the indices have no bias from it. Estimators: Saltelli and others (2010) for the first order,
Jansen (1999) for the total; the points are a scrambled Sobol sequence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.stats import qmc

from . import html
from .games import jobs_of
from .jobs import make_plan
from .stats import Estimate
from .verdict import headline, headline_words

if TYPE_CHECKING:
    from .conduct import Conductor

DRAWS = 1000  # of the bootstrap


@dataclass(frozen=True)
class Index:
    """A path's share of the variance of an outcome: `first` by itself, `total` with all that it has a part in."""

    HEADINGS: ClassVar = ["what", "path", "from", "to", *(f"{what}{part}" for what in ("first", "total")
                          for part in ("", " low", " high", " n"))]  # fmt: skip

    what: str
    path: str
    low: int
    high: int
    first: Estimate
    total: Estimate

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        numbers = [number for e in (self.first, self.total) for number in (e.value, e.low, e.high, e.n)]
        return [self.what, self.path, self.low, self.high, *numbers]


@dataclass(frozen=True)
class Sensitivities:
    """The indices of each outcome, and its standard deviation over the space, in its own unit (wins as shares)."""

    indices: list[Index]
    spread: dict[str, float]
    points: int
    games: int


def play(conductor: Conductor) -> Sensitivities | None:
    """The space of the study's `[sensitivity]`, by the main lineup."""
    study = conductor.study
    asked, main = study.extras.sensitivity, study.lineups[0]
    if asked is None:
        return None
    paths = list(asked.values)
    picks = design(asked.values, asked.points, study.seed)
    changes = [tuple(sorted(f"{path} = {value}" for path, value in zip(paths, pick, strict=True))) for pick in picks]
    known = {change: number for number, change in enumerate(dict.fromkeys(changes))}
    plan = make_plan(study.game.spec, [study.ruleset], [(0, list(change)) for change in known])
    size = conductor.games.measures.block
    jobs = {number: jobs_of(number, main, asked.games, study.seed, size=size) for number in known.values()}
    conductor.games.fetch(plan, [job for own in jobs.values() for job in own], "sensitivity")
    rounds, wins = np.zeros((2, 2, len(known)))
    for number, own in jobs.items():
        measured = conductor.games.measured(plan, own)
        if measured is None:
            return None
        half = len(measured.out) // 2
        for part, games in enumerate((slice(half), slice(half, 2 * half))):
            wins[part, number] = headline(study.game, measured)[games].mean()
            rounds[part, number] = measured.column("rounds")[games].mean()
    order = [known[change] for change in changes]
    found = Sensitivities([], {}, len(known), asked.games * len(known))
    for what, outcome in ((headline_words(study.game), wins), ("rounds", rounds)):
        first, total, spread = sobol(*split(outcome[:, order], len(paths)))
        found.spread[what] = spread
        ends = [(min(values), max(values)) for values in asked.values.values()]
        found.indices.extend(Index(what, path, *end, *pair) for path, end, *pair in zip(paths, ends, first, total, strict=True))
    return found


def design(values: dict[str, tuple[int, ...]], points: int, seed: int) -> np.ndarray:
    """Values by path, int (points * (paths + 2), paths): points A, points B, then A with each path in turn as in B."""
    d = len(values)
    unit = qmc.Sobol(2 * d, rng=seed).random(points)
    one, other = unit[:, :d], unit[:, d:]
    mixed = [np.where(np.arange(d) == i, other, one) for i in range(d)]
    places = np.concatenate([one, other, *mixed])
    return np.stack([np.array(own)[(places[:, i] * len(own)).astype(int)] for i, own in enumerate(values.values())], axis=1)


def split(outcome: np.ndarray, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes of a design, (2 halves, its points), as of A and B, (2, points), and of the mixed ones, (2, paths, points)."""
    points = outcome.shape[1] // (d + 2)
    return outcome[:, :points], outcome[:, points : 2 * points], outcome[:, 2 * points :].reshape(2, d, points)


def sobol(one: np.ndarray, other: np.ndarray, mixed: np.ndarray) -> tuple[list[Estimate], list[Estimate], float]:
    """First-order and total indices by path with their 95 % bootstrap intervals, and the standard deviation of the outcome."""
    points = one.shape[1]
    middle = np.concatenate([one, other], axis=1).mean(axis=1)[:, None]
    a, b, ab = one - middle, other - middle, mixed - middle[:, None]
    step = a[:, None] - ab
    variance = (a[0] * a[1] + b[0] * b[1]) / 2  # by point; all of these are averaged
    first = -(b[0] * step[1] + b[1] * step[0]) / 2
    total = step[0] * step[1] / 2
    weights = np.random.default_rng(0).multinomial(points, np.full(points, 1 / points), size=DRAWS)

    def shares(terms: np.ndarray) -> list[Estimate]:
        whole = variance.mean()
        with np.errstate(divide="ignore", invalid="ignore"):
            value = terms.mean(axis=1) / whole
            drawn = (terms @ weights.T) / (variance @ weights.T)
            low, high = np.percentile(drawn, (2.5, 97.5), axis=1)
        if not (whole > 0 and (variance @ weights.T > 0).mean() > 0.975):
            return [Estimate(math.nan, math.nan, math.nan, points)] * len(terms)
        return [Estimate(float(v), float(a), float(b), points) for v, a, b in zip(value, low, high, strict=True)]

    return shares(first), shares(total), math.sqrt(max(0.0, float(variance.mean())))


def section(found: Sensitivities | None) -> Iterator[str]:
    """Its part of the page."""
    if found is None:
        return
    yield (
        "<h2>Which numbers matter, and which only together</h2><p>All of these numbers change at once: "
        f"{found.points:,} rulesets, {found.games:,} games. <b>By itself</b>: the share of the variance over the space that is "
        "gone once the number is fixed; <b>with others</b>: what is left if all others are fixed. Where the second is larger, "
        "what the number does depends on others. Where outcomes are multiplied they are of other seeds, so that luck doesn't "
        "pass for interaction; intervals are a bootstrap over points, and may lie outside 0 to 100.</p>"
    )
    for what, spread in found.spread.items():
        own = sorted((i for i in found.indices if i.what == what), key=lambda i: -i.total.value)
        told = f"{100 * spread:.1f} points" if what != "rounds" else f"{spread:.1f}"
        yield f"<h3>Of {escape(what)}: standard deviation over the space {told}</h3>"
        rows = [
            [
                f"<code>{escape(i.path)}</code>",
                f"{i.low} to {i.high}",
                _share(i.first),
                html.bar(i.first.value, i.first.low, i.first.high, 0.0, 1.0, 0.0, i.first.low > 0),
                _share(i.total),
                html.bar(i.total.value, i.total.low, i.total.high, 0.0, 1.0, 0.0, i.total.low > 0),
            ]
            for i in own
        ]
        yield html.table(["number", "range", "by itself, %", "", "with others, %", ""], rows)


def _share(e: Estimate) -> str:
    return "-" if math.isnan(e.value) else f"{100 * e.value:.0f} ({100 * e.low:.0f} to {100 * e.high:.0f})"


def table(found: Sensitivities | None) -> Sequence[Index]:
    """The rows of the CSV file."""
    return found.indices if found else []
