"""Estimates with intervals: shares by Wilson, paired differences, several tests at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from scipy import stats

from experiments.arena import wilson


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, from `n` games."""

    value: float
    low: float
    high: float
    n: int

    @property
    def reach(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Difference(Estimate):
    """A paired difference, new less old: `p` of one as large by luck, `correlation` of the sides (nan: one never varies)."""

    p: float
    correlation: float

    @property
    def saved(self) -> float:
        """How many times the games plain sampling would need for this interval; nan where one side never varies."""
        return 1 / (1 - self.correlation) if self.correlation < 1 else math.nan


def z_of(confidence: float) -> float:
    """The normal quantile of a two-sided interval."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def share(hits: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Of a 0-1 or bool array, Wilson's interval."""
    n, found = len(hits), int(np.count_nonzero(hits))
    return Estimate(found / n if n else math.nan, *wilson(found, n, z_of(confidence)), n)


def mean(values: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Of numbers, by Student's t; without an interval (nan) from fewer than two."""
    n = len(values)
    if n < 2:
        return Estimate(float(values[0]) if n else math.nan, math.nan, math.nan, n)
    middle, error = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    reach = error * float(stats.t.ppf(0.5 + confidence / 2, n - 1))
    return Estimate(middle, middle - reach, middle + reach, n)


def paired(new: np.ndarray, old: np.ndarray, confidence: float = 0.95) -> Difference:
    """Of two arrays over the same seeds.

    Of 0-1 arrays: the interval of Agresti and Min (2005), half a game added to each cell, and McNemar's exact test; else
    Student's t.
    """
    n = len(new)
    if n < 2:
        raise ValueError(f"paired: found {n} pairs, allowed: 2 or more")
    new, old = np.asarray(new, float), np.asarray(old, float)
    difference = new - old
    middle = float(difference.mean())
    vary = new.std() > 0 and old.std() > 0
    correlation = float(np.corrcoef(new, old)[0, 1]) if vary else math.nan
    z = z_of(confidence)
    if np.isin(new, (0, 1)).all() and np.isin(old, (0, 1)).all():
        up, down = int((difference > 0).sum()), int((difference < 0).sum())
        shrunk = (up - down) / (n + 2)
        reach = z * math.sqrt(((up + down + 1) / (n + 2) - shrunk**2) / (n + 2))
        p = float(stats.binomtest(up, up + down).pvalue) if up + down else 1.0
        return Difference(middle, shrunk - reach, shrunk + reach, n, p, correlation)
    error = float(difference.std(ddof=1)) / math.sqrt(n)
    if error == 0:
        return Difference(middle, middle, middle, n, 1.0 if middle == 0 else 0.0, correlation)
    reach = error * float(stats.t.ppf(0.5 + confidence / 2, n - 1))
    p = float(2 * stats.t.sf(abs(middle) / error, n - 1))
    return Difference(middle, middle - reach, middle + reach, n, p, correlation)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: those below alpha are wrong, any of them, with chance alpha at most."""
    order = np.argsort(p_values)
    found, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        found[place] = highest
    return found


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values: of those below alpha a share of alpha at most is wrong, on average."""
    return [float(p) for p in stats.false_discovery_control(p_values)] if len(p_values) else []
