"""Statistics that look as games come in: racing of many variants, a sequential test of two. Their error rates count all looks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from .stats import z_of


@dataclass
class Sprt:
    """The generalised sequential probability ratio test on paired differences: is their mean `low` or `high`?

    `alpha` is the chance to say high where it is low or less, `beta` to say low where it is high or more; between them either
    may be said. The variance is that of the differences so far, so the first `least` decide nothing.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    least: int = 100
    ratio: float = 0.0
    n: int = 0
    _sum: float = 0.0
    _squares: float = 0.0

    def add(self, differences: np.ndarray) -> int:
        """Count more differences. 1: high; -1: low; 0: go on."""
        self.n += len(differences)
        self._sum += float(differences.sum())
        self._squares += float((differences**2).sum())
        middle = self._sum / self.n
        variance = max(self._squares / self.n - middle**2, 1e-12)
        self.ratio = self.n * (self.high - self.low) * (middle - (self.high + self.low) / 2) / variance
        if self.n < self.least:
            return 0
        if self.ratio >= math.log((1 - self.beta) / self.alpha):
            return 1
        return -1 if self.ratio <= math.log(self.beta / (1 - self.alpha)) else 0


@dataclass
class Race:
    """Successive elimination: the variants still in, and when the others went out, by games played."""

    left: list[int]
    out: dict[int, int] = field(default_factory=dict)
    games: int = 0


Values = Mapping[str, np.ndarray]
Targets = Mapping[str, tuple[float, float]]


def distance(values: Values, targets: Targets) -> float:
    """How far the means of a variant's measures, (n,) each, are from a wish: the sum of weight * |mean - target|."""
    return sum(weight * abs(float(values[name].mean()) - target) for name, (target, weight) in targets.items())


def signed(values: Values, targets: Targets, signs: Sequence[float]) -> np.ndarray:
    """A number a seed, (n,), whose mean is the distance, if `signs` tell on which side of each target the means are."""
    about = zip(signs, targets.items(), strict=True)
    return np.sum([weight * sign * (values[name] - target) for sign, (name, (target, weight)) in about], axis=0)


def sides_of(values: Values, targets: Targets) -> list[float]:
    """On which side of each target the means are, as signs."""
    return [1.0 if values[name].mean() >= target else -1.0 for name, (target, _) in targets.items()]


def farther(one: Values, other: Values, targets: Targets, z: float) -> bool:
    """Whether variant `one` is farther from the wish than `other`, over the same seeds, by more than `z` standard errors.

    On which side of a target `other` is may be luck: it must hold for each side that it may be on. For `one` any side will do, as
    the distance is at least what a side makes of it.
    """
    sides = []
    for name, (target, _) in targets.items():
        off, error = float(other[name].mean()) - target, float(other[name].std(ddof=1)) / math.sqrt(len(other[name]))
        sides.append([sign for sign in (1.0, -1.0) if sign * off > -z * error or sign * off >= 0])
    mine = [signed(one, targets, signs) for signs in product((1.0, -1.0), repeat=len(targets))]

    def holds(signs: Sequence[float]) -> bool:
        theirs = signed(other, targets, signs)
        return any((d := side - theirs).mean() > z * d.std(ddof=1) / math.sqrt(len(d)) for side in mine)

    return all(holds(signs) for signs in product(*sides))


def race(
    variants: Sequence[int],
    play: Callable[[Sequence[int], int], Mapping[int, Values]],
    targets: Targets,
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
        ranked = sorted(found.left, key=lambda variant: distance(measured[variant], targets))
        behind = [variant for variant in ranked[1:] if farther(measured[variant], measured[ranked[0]], targets, z)]
        found.out |= dict.fromkeys(behind, n)
        found.left = [variant for variant in ranked if variant not in found.out]
    return found
