"""Control variates from the setup: luck of the deal is taken out of the outcome, as far as it is linear in what was dealt.

What a deal holds (opening hands, who is who) has an expectation that is estimated from many other deals, which cost next to
nothing; its error counts. How much each part of the deal is worth is fitted on the other folds than the one that it corrects,
so that the corrected mean is without bias however bad the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pagan_env.core.game import Game
from pagan_env.core.jit import rows

from .measures import measures_of
from .stats import Estimate, mean, z_of

FOLDS = 5
AT_ONCE = 2000  # deals
DEALS_AT = 300_000_000  # first seed of the deals that expectations are from, apart from those of games
LEAST = 20_000
Side = tuple[Any, int]  # a ruleset and a row of its tables


@dataclass(frozen=True)
class Deals:
    """What games were dealt, float64 (games, parts), with the expectation by part and the covariance of its error."""

    names: list[str]
    dealt: np.ndarray
    expected: np.ndarray
    error: np.ndarray


@dataclass(frozen=True)
class Controlled:
    """A mean as it is and corrected; `values`, (games,), are the outcomes less what luck of the deal was worth."""

    plain: Estimate
    estimate: Estimate
    values: np.ndarray

    @property
    def ratio(self) -> float:
        """How many times fewer games are needed for the same interval."""
        return (self.plain.reach / self.estimate.reach) ** 2 if self.estimate.reach > 0 else 1.0


def deals(game: Game, sides: Sequence[Side], seeds: np.ndarray, count: int | None = None) -> Deals:
    """What games of these seeds (int64) are dealt under each side's rules, one beside the other, and what `count` other deals
    come to on average (ten times as many as games).
    """
    names, dealt = _dealt(game, sides, seeds)
    count = max(LEAST, 10 * len(seeds)) if count is None else count
    total, products = np.zeros(len(names)), np.zeros((len(names), len(names)))
    for begin in range(DEALS_AT, DEALS_AT + count, AT_ONCE):
        _, some = _dealt(game, sides, np.arange(begin, min(begin + AT_ONCE, DEALS_AT + count), dtype=np.int64))
        total += some.sum(axis=0)
        products += some.T @ some
    expected = total / count
    return Deals(names, dealt, expected, (products / count - np.outer(expected, expected)) / count)


def _dealt(game: Game, sides: Sequence[Side], seeds: np.ndarray) -> tuple[list[str], np.ndarray]:
    module, found = measures_of(game).module, []
    for begin in range(0, len(seeds), AT_ONCE):
        some, beside, names = seeds[begin : begin + AT_ONCE], [], []
        for ruleset, row in sides:
            states = rows(np.zeros(len(some), game.state))
            game.kernels.reset(states, ruleset.tables, np.full(len(some), row, np.int64), some)
            own, part = module.setup(states, ruleset)
            names += own
            beside.append(part)
        found.append(np.concatenate(beside, axis=1))
    return names, np.concatenate(found)


def controlled(outcome: np.ndarray, dealt: Deals, folds: int = FOLDS) -> Controlled:
    """The mean of an outcome, (games,), less luck of the deal. ValueError: too few games for what is fitted."""
    y, n = np.asarray(outcome, float), len(outcome)
    x = dealt.dealt - dealt.expected
    if n < 10 * folds:
        raise ValueError(f"control variates: found {n} games, allowed: {10 * folds} or more")
    fold, values, error = np.arange(n) % folds, np.zeros(n), 0.0
    for k in range(folds):
        own, others = fold == k, fold != k
        worth = _worth(x[others], y[others])
        values[own] = y[own] - x[own] @ worth
        error += float(worth @ dealt.error @ worth) / folds
    middle = mean(values)
    reach = float(np.sqrt(middle.reach**2 + z_of(0.95) ** 2 * error))
    return Controlled(mean(y), Estimate(middle.value, middle.value - reach, middle.value + reach, n), values)


def _worth(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Least squares; parts that always go together share what they are worth."""
    return np.asarray(np.linalg.lstsq(x - x.mean(axis=0), y - y.mean(), rcond=1e-8)[0])


def controlled_difference(game: Game, sides: Sequence[Side], outcomes: Sequence[np.ndarray], seeds: np.ndarray) -> Controlled:
    """The paired difference of two rulesets' outcomes, new less old, over the same seeds; a side is its ruleset and row."""
    alike = [_dealt(game, [side], seeds[:AT_ONCE])[1] for side in sides]
    same = alike[0].shape == alike[1].shape and bool((alike[0] == alike[1]).all())
    return controlled(outcomes[1].astype(float) - outcomes[0], deals(game, sides[:1] if same else sides, seeds))


def fewer(found: Controlled) -> str:
    """How many times fewer games, in words."""
    if 0.98 < found.ratio < 1.02:
        return "no fewer games"
    if found.ratio > 1:
        return f"{found.ratio:.2f} times fewer games"
    return f"{1 / found.ratio:.2f} times more games: better without"
