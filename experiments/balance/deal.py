"""What the deal is worth: wins of games in which luck has dealt something, against games in which it hasn't. Luck is no
choice, so what follows from it is causal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

import numpy as np
from scipy import stats

from . import html
from .conduct import Findings
from .control import deals
from .html import percent, points
from .stats import Difference, Estimate, benjamini_hochberg, share, z_of
from .study import Study
from .verdict import headline, headline_words

ALPHA = 0.05
LEAST = 100  # games with it, and without
SHOWN = 8  # each way


@dataclass(frozen=True)
class Dealt:
    """Something that luck deals: wins with it, and how many more these are than without."""

    HEADINGS: ClassVar = ["dealt", "games with it", "wins with it", "low", "high", "difference", "low", "high", "p", "adjusted p"]

    name: str
    wins: Estimate
    difference: Difference
    adjusted: float = 1.0

    @property
    def told(self) -> bool:
        """Whether it can be told from luck of the rest."""
        return self.adjusted < ALPHA

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        w, d = self.wins, self.difference
        return [self.name, w.n, w.value, w.low, w.high, d.value, d.low, d.high, d.p, self.adjusted]


def deal_lines(study: Study, findings: Findings) -> list[Dealt]:
    """By how much it matters, the most first."""
    base = findings.cards
    if base is None:
        return []
    seeds = np.arange(study.seed, study.seed + len(base.out), dtype=np.int64)
    dealt = deals(study.game, [(study.ruleset, 0)], seeds, count=1)
    if not study.game.alike:
        return contrasts(dealt.names, dealt.dealt > 0, headline(study.game, base))
    names, there = by_seat(dealt.names, dealt.dealt > 0, study.game.agents)
    return contrasts(names, there, np.concatenate([base.wins(seat) for seat in range(len(study.game.agents))]))


def by_seat(names: Sequence[str], dealt: np.ndarray, agents: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """What seats of one role are dealt, named `AGENT what`: the games of one seat after those of the other, by what."""
    whats = list(dict.fromkeys(name.partition(" ")[2] for name in names))
    told = [f"{agents[0].rpartition('_')[0].title()} who {what}" for what in whats]
    return told, np.concatenate([np.stack([dealt[:, names.index(f"{a} {what}")] for what in whats], axis=1) for a in agents])


def contrasts(names: Sequence[str], dealt: np.ndarray, won: np.ndarray) -> list[Dealt]:
    """The lines for what was dealt, bool (games, names), and won, bool (games,)."""
    found = []
    for name, there in zip(names, dealt.T, strict=True):
        n, m = int(there.sum()), int((~there).sum())
        if min(n, m) < LEAST:
            continue
        one, other = won[there], won[~there]
        value, spread = float(one.mean() - other.mean()), [(x.sum() + 1) / (len(x) + 2) for x in (one, other)]
        error = math.sqrt(sum(p * (1 - p) / size for p, size in zip(spread, (n, m), strict=True)))
        p = float(2 * stats.norm.sf(abs(value) / error))
        reach = z_of(0.95) * error
        found.append(Dealt(name, share(one), Difference(value, value - reach, value + reach, n + m, p, math.nan)))
    adjusted = benjamini_hochberg([line.difference.p for line in found])
    found = [replace(line, adjusted=p) for line, p in zip(found, adjusted, strict=True)]
    return sorted(found, key=lambda line: -line.difference.value)


def section(study: Study, lines: Sequence[Dealt]) -> Iterator[str]:
    """Its part of the page."""
    told = [line for line in lines if line.told]
    if not lines:
        return
    wins = "a Hero's own wins" if study.game.alike else escape(headline_words(study.game))
    yield (
        f"<h3>What the deal is worth</h3><p><b>Causal</b>: luck deals it. Points of {wins} with it, less without. {len(told)} of "
        f"{len(lines)} can be told from luck of the rest (Benjamini and Hochberg); the largest of them:</p>"
    )
    shown = [line for line in told if line.difference.value > 0][:SHOWN]
    shown += [line for line in told if line.difference.value < 0][-SHOWN:]
    if not shown:
        return
    reach = max(abs(number) for line in shown for number in (line.difference.low, line.difference.high))
    rows = [
        [
            escape(line.name),
            points(line.difference),
            html.bar(line.difference.value, line.difference.low, line.difference.high, -reach, reach, 0.0, True),
            percent(line.wins),
            f"{line.wins.n:,}",
        ]
        for line in shown
    ]
    yield html.table(["dealt", "points", "", f"{wins} with it, %", "games with it"], rows)
