"""Pairs of cards: wins of a role that drew both, beyond what each alone predicts. Correlations, not effects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

import numpy as np
from scipy import stats

from experiments.arena import wilson

from . import html
from .cards import seen
from .conduct import Findings
from .html import percent, points
from .measures import measures_of
from .stats import Difference, Estimate, benjamini_hochberg, z_of
from .study import Study

ALPHA = 0.05
LEAST = 30  # games in each of the four cells
SHOWN = 5  # a role and direction


@dataclass(frozen=True)
class CardPair:
    """Two cards of a role. `beyond`: wins with both, less those with each alone, plus those with neither, less what that comes
    to for the role's pairs on average: who draws much has played long. `both`: wins with both.
    """

    HEADINGS: ClassVar = [
        "of",
        "card",
        "and",
        "beyond",
        "low",
        "high",
        "n",
        "p",
        "adjusted p",
        "wins with both",
        "low",
        "high",
        "n",
    ]

    agent: str
    one: str
    other: str
    beyond: Difference
    both: Estimate
    adjusted: float

    @property
    def told(self) -> bool:
        """Whether it can be told from luck."""
        return self.adjusted < ALPHA

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        d, b = self.beyond, self.both
        return [self.agent, self.one, self.other, d.value, d.low, d.high, d.n, d.p, self.adjusted, b.value, b.low, b.high, b.n]


def interactions(drawn: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of cards drawn, bool (games, cards), and wins, bool (games,): by pair the interaction, its standard error (half a game
    added to either outcome of a cell), the games with both and those of them won; all (cards, cards).
    """
    d, w = drawn.astype(float), won.astype(float)[:, None]
    both, either, all_won = d.T @ d, d.sum(axis=0), (d * w).sum(axis=0)
    n = np.stack([both, either[:, None] - both, either[None] - both, len(d) - either[:, None] - either[None] + both])
    won_both = d.T @ (d * w)
    k = np.stack([won_both, all_won[:, None] - won_both, all_won[None] - won_both, np.zeros_like(both)])
    k[3] = w.sum() - k[:3].sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate, smooth = k / n, (k + 0.5) / (n + 1)
        value = rate[0] - rate[1] - rate[2] + rate[3]
    error = np.sqrt((smooth * (1 - smooth) / (n + 1)).sum(axis=0))
    value[(n < LEAST).any(axis=0)] = math.nan
    return value, error, n[0], k[0]


def pair_lines(study: Study, findings: Findings) -> list[CardPair]:
    """All pairs that were drawn often enough, by role, the strongest first."""
    base = findings.cards
    if base is None:
        return []
    agents, game = study.game.agents, study.game
    kinds = measures_of(game).module.kinds(game, study.ruleset)
    found = []
    for seats in dict.fromkeys(kind.seats for kind in kinds):
        own = [kind for kind in kinds if kind.seats == seats]
        drawn = np.stack([seen(base, agents, kind, "drawn") for kind in own], axis=1)
        won = np.concatenate([base.wins(seat) for seat in seats])
        value, error, n, k = interactions(drawn, won)
        upper = value[np.triu_indices(len(own), 1)]
        value -= np.nanmean(upper) if np.isfinite(upper).any() else 0.0
        z = z_of(0.95)
        role = agents[seats[0]] if len(seats) == 1 else game.roles[seats[0]]
        for a, b in zip(*np.triu_indices(len(own), 1), strict=True):
            v, e = float(value[a, b]), float(error[a, b])
            if not math.isnan(v):
                p = float(2 * stats.norm.sf(abs(v) / e))
                hits, of = int(k[a, b]), int(n[a, b])
                beyond = Difference(v, v - z * e, v + z * e, len(won), p, math.nan)
                both = Estimate(hits / of, *wilson(hits, of), of)
                found.append(CardPair(role, own[a].name, own[b].name, beyond, both, 1.0))
    adjusted = benjamini_hochberg([pair.beyond.p for pair in found])
    found = [replace(pair, adjusted=p) for pair, p in zip(found, adjusted, strict=True)]
    return sorted(found, key=lambda pair: (pair.agent, pair.beyond.p))


def section(pairs: Sequence[CardPair]) -> Iterator[str]:
    """Its part of the page: the strongest of each role, both ways."""
    if not pairs:
        return
    told = sum(pair.told for pair in pairs)
    yield (
        "<h3>Pairs of cards</h3><p><b>Correlations.</b> Wins of a role that drew both cards, beyond what each alone predicts "
        "(with both, less with the one, less with the other, plus with neither), and less what pairs of the role come to on "
        "average, since who draws much has played long. "
        f"{told} of {len(pairs)} pairs can be told from luck (in bold; Benjamini and Hochberg). The strongest of each role:</p>"
    )
    shown = []
    for agent in dict.fromkeys(pair.agent for pair in pairs):
        own = [pair for pair in pairs if pair.agent == agent]
        for sign in (1, -1):
            shown += [pair for pair in own if sign * pair.beyond.value > 0][:SHOWN]
    rows = [
        [
            f"{escape(pair.one)} and {escape(pair.other)}",
            escape(pair.agent),
            points(pair.beyond),
            percent(pair.both),
            f"{pair.both.n:,}",
        ]
        for pair in shown
    ]
    yield html.table(
        ["cards", "role", "beyond, points", "won with both, %", "games with both"], rows, [pair.told for pair in shown]
    )
