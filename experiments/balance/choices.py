"""How many actions of a decision are nearly as good as the best: all of them tried out in the same deals with the same luck.

Estimates of many actions are noisy: the best of them looks better than it is, and others look worse. So the best is chosen by one
half of the deals and the loss of all others measured by the other half, both ways; and of these losses, each with its error, the
distribution behind the noise is estimated (a histogram, by maximum likelihood). An action counts with the chance that its loss,
given its estimate, is within the points asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import ndtr

from . import html
from .html import percent
from .jobs import Job
from .stats import Estimate, mean, share

if TYPE_CHECKING:
    from .conduct import Conductor

GAMES = 2  # a job: seconds
DEALS = 60  # continuations a word
EDGES = (-0.05, 0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 1.0)  # of the histogram of losses, which has an atom at 0 beside
STEPS, DRAWS = 200, 60  # of EM, of the bootstrap


@dataclass(frozen=True)
class Decision:
    """A decision: who, what kind, and whether the seat won by action and deal, bool (2 halves, actions, deals); the one taken."""

    seat: int
    kind: int
    won: np.ndarray
    taken: int


@dataclass(frozen=True)
class Near:
    """Decisions of a role: options on average; actions within `points` of the best, as they look and corrected for noise; the
    share where only one is; wins that the player gives away a decision, as measured on the half that didn't choose the best.
    """

    HEADINGS: ClassVar = ["of", "points", "decisions", *(f"{what}{part}" for what in ("options", "near", "near as it looks",
                          "only one", "given away") for part in ("", " low", " high"))]  # fmt: skip

    agent: str
    points: float
    options: Estimate
    near: Estimate
    looks: Estimate
    single: Estimate
    lost: Estimate

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        estimates = (self.options, self.near, self.looks, self.single, self.lost)
        return [self.agent, self.points, self.near.n, *(number for e in estimates for number in (e.value, e.low, e.high))]


def play(conductor: Conductor) -> list[Near]:
    """The decisions of the study's `[choices]`, by role."""
    study = conductor.study
    asked, main = study.extras.choices, study.lineups[0]
    if asked is None:
        return []
    jobs = [
        Job(0, main, study.seed + at, min(GAMES, asked.games - at), tries=asked.words, every=asked.every)
        for at in range(0, asked.games, GAMES)
    ]
    conductor.games.fetch(study.plan, jobs, "choices")
    results = conductor.games.results(study.plan, jobs)
    if results is None:
        return []
    found = decisions(np.concatenate([np.asarray(result) for result in results]), asked.words)
    by_seat = [[one for one in found if one.seat == seat] for seat in range(len(study.game.agents))]
    return [near(agent, own, asked.points / 100) for agent, own in zip(study.game.agents, by_seat, strict=True) if own]


def decisions(rows: np.ndarray, words: int) -> list[Decision]:
    """From the rows of jobs, int64: seed, decision, seat, kind, action, taken, and words of 60 bits, a half and the other."""
    if not len(rows):
        return []
    begins = np.flatnonzero(np.r_[True, (np.diff(rows[:, :2], axis=0) != 0).any(axis=1)])
    bits = (rows[:, 6:, None] >> np.arange(DEALS)) & 1 == 1
    won = bits.reshape(len(rows), 2, words * DEALS).transpose(1, 0, 2)
    return [
        Decision(int(rows[a, 2]), int(rows[a, 3]), won[:, a:b], int(rows[a:b, 5].argmax()))
        for a, b in zip(begins, [*begins[1:], len(rows)], strict=True)
    ]


def near(agent: str, found: Sequence[Decision], points: float, draws: int = DRAWS) -> Near:
    """What the decisions of a role come to; `points` as a share of 1."""
    losses, errors, owner, lost = [], [], [], np.zeros(len(found))
    for number, one in enumerate(found):
        for choosing, measuring in ((0, 1), (1, 0)):
            best = int(one.won[choosing].mean(axis=1).argmax())
            d = one.won[measuring][best].astype(float) - one.won[measuring]
            lost[number] += d[one.taken].mean() / 2
            n = d.shape[1]
            d = np.delete(d, best, axis=0)
            losses.append(d.mean(axis=1))
            errors.append(np.sqrt((((d != 0).sum(axis=1) + 1) / (n + 2) - (d.sum(axis=1) / (n + 2)) ** 2) / (n + 2)))
            owner.append(np.full(len(d), number))
    loss, error, whose = (np.concatenate(parts) for parts in (losses, errors, owner))
    likelihood, within = likelihoods(loss, error, points)

    def count(weights: np.ndarray, prior: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
        """Actions within the points by decision, (decisions,), and the distribution of losses, for weights of decisions."""
        own = weights[whose]
        for _ in range(steps):
            prior = prior * (likelihood.T @ (own / (likelihood @ prior))) / own.sum()
        chance = (likelihood[:, within] @ prior[within]) / (likelihood @ prior)
        return 1 + np.bincount(whose, chance, len(found)) / 2, prior

    ones = np.ones(len(found))
    counts, prior = count(ones, np.full(len(within), 1 / len(within)), STEPS)
    rng, drawn = np.random.default_rng(0), []
    for _ in range(draws):
        weights = np.bincount(rng.integers(0, len(found), len(found)), minlength=len(found)).astype(float)
        drawn.append((weights @ count(weights, prior, STEPS // 4)[0]) / weights.sum())
    low, high = np.percentile(drawn, (2.5, 97.5))
    looks = np.array([(best_of(one.won.mean(axis=(0, 2))) <= points + 1e-9).sum() for one in found], float)
    return Near(
        agent,
        100 * points,
        mean(np.array([float(one.won.shape[1]) for one in found])),
        Estimate(float(counts.mean()), float(low), float(high), len(found)),
        mean(looks),
        share(counts < 1.5),
        mean(lost),
    )


def likelihoods(loss: np.ndarray, error: np.ndarray, points: float) -> tuple[np.ndarray, np.ndarray]:
    """How likely each estimate is for a loss of 0 and for one in each bin, (estimates, bins); which of these are within."""
    edges = np.unique([*EDGES, points])
    below = ndtr((edges - loss[:, None]) / error[:, None])
    bins = np.diff(below, axis=1) / np.diff(edges) * math.sqrt(2 * math.pi)
    atom = np.exp(-0.5 * (loss / error) ** 2) / error
    return np.c_[atom, bins] + 1e-300, np.r_[True, edges[1:] <= points + 1e-9]


def best_of(rates: np.ndarray) -> np.ndarray:
    """How far each rate is below the best."""
    return np.asarray(rates.max() - rates)


def section(lines: Sequence[Near], deals: int) -> Iterator[str]:
    """Its part of the page."""
    if not lines:
        return
    points = f"{lines[0].points:g}"
    yield (
        "<h2>How many actions are as good</h2><p>Decisions with a choice, drawn at random from games at the main lineup; all "
        f"actions of each played out in {deals} deals that the seat may believe in, with the same luck. Counted are those within "
        f"{points} points of wins of the best, itself among them. The best is chosen on one half of the deals and losses are "
        "measured on the other, both ways; noise is then taken out of their distribution. What it looks like without that "
        "stands beside. <b>Given away</b>: wins that the scripted player's own choice loses against the best that one half "
        "finds.</p>"
    )
    rows = [
        [
            escape(line.agent),
            f"{line.near.n:,}",
            f"{line.options.value:.1f}",
            f"<b>{_number(line.near)}</b>",
            _number(line.looks),
            percent(line.single),
            _number(line.lost, 100),
        ]
        for line in lines
    ]
    headings = ["role", "decisions", "options", f"within {points} points", "as it looks", "only one is, %", "given away, points"]
    yield html.table(headings, rows)


def _number(e: Estimate, scale: float = 1.0) -> str:
    return f"{scale * e.value:.2f} ({scale * e.low:.2f} to {scale * e.high:.2f})"
