"""Statistics that look as games come in: racing of many variants, a sequential test of two. Their error rates count all looks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .stats import z_of


@dataclass
class Sprt:
    """The generalised sequential probability ratio test on paired differences: is the mean +`indifferent` or -`indifferent`?

    `alpha` is the chance to decide for the wrong sign where the mean is that far off; nearer to 0 either answer is good.
    The variance is that of the differences so far, so few of them decide nothing.
    """

    indifferent: float
    alpha: float = 0.05
    least: int = 100
    ratio: float = 0.0
    n: int = 0
    _sum: float = 0.0
    _squares: float = 0.0

    def add(self, differences: np.ndarray) -> int:
        """Count more differences. 1 or -1: decided for that sign; 0: go on."""
        self.n += len(differences)
        self._sum += float(differences.sum())
        self._squares += float((differences**2).sum())
        middle = self._sum / self.n
        variance = max(self._squares / self.n - middle**2, 1e-12)
        self.ratio = self.n * 2 * self.indifferent * middle / variance
        bound = math.log((1 - self.alpha) / self.alpha)
        if self.n < self.least or abs(self.ratio) < bound:
            return 0
        return 1 if self.ratio > 0 else -1


@dataclass
class Race:
    """Successive elimination: the variants still in, and when the others went out, by games played."""

    left: list[int]
    out: dict[int, int] = field(default_factory=dict)
    games: int = 0


def losses(values: Mapping[str, np.ndarray], targets: Mapping[str, tuple[float, float]]) -> tuple[float, np.ndarray]:
    """How far a variant is from a wish, and per seed a number whose mean moves as that distance does.

    `values` by measure, (n,); `targets` by measure: target and weight. The distance is the weighted sum of |mean - target|.
    """
    total, signed = 0.0, np.zeros(len(next(iter(values.values()))))
    for name, (target, weight) in targets.items():
        off = float(values[name].mean()) - target
        total += weight * abs(off)
        signed += weight * (1.0 if off >= 0 else -1.0) * (values[name] - target)
    return total, signed


def race(
    variants: Sequence[int],
    play: Callable[[Sequence[int], int], Mapping[int, Mapping[str, np.ndarray]]],
    targets: Mapping[str, tuple[float, float]],
    *,
    first: int,
    budget: int,
    finalists: int = 2,
    alpha: float = 0.05,
) -> Race:
    """Play all on the same seeds, drop those that are behind the leader by more than luck, double the seeds, and so on.

    `play(variants, n)` gives the measures of the first n seeds, `first` or multiples of it. The level of each look and each rival
    is alpha divided by both numbers (Bonferroni), so that the best one is dropped with a chance of about alpha at most. It
    ends with `finalists` left, or when `budget` games are played.
    """
    found, n = Race(list(variants)), 0
    looks = 2 + math.ceil(math.log2(max(1.0, budget / (first * finalists))))
    z = z_of(1 - 2 * alpha / (looks * max(1, len(variants) - 1)))
    while len(found.left) > finalists or not n:
        more = min(max(n, first), (budget - found.games) // len(found.left) // first * first)
        if more <= 0:
            break
        n += more
        found.games += more * len(found.left)
        measured = play(found.left, n)
        scored = {variant: losses(measured[variant], targets) for variant in found.left}
        leader = min(found.left, key=lambda variant: scored[variant][0])
        for variant in [v for v in found.left if v != leader]:
            behind = scored[variant][1] - scored[leader][1]
            if behind.mean() > z * behind.std(ddof=1) / math.sqrt(n):
                found.out[variant] = n
        found.left = sorted((v for v in found.left if v not in found.out), key=lambda variant: scored[variant][0])
    return found
