"""Ways to search a space of settings by noisy values, of which less is better: random search, NTBEA, and Optuna's TPE.

A point is a tuple of places, one a knob, each below the knob's number of values. All are asked for a point and told what it came
to, again and again; what they ask for hangs on their seed and on what they were told alone.
"""

from __future__ import annotations

import importlib.util
import math
import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Protocol

Point = tuple[int, ...]
NEIGHBOURS = 50
EXPLORE = 1.0  # standard deviations of all values
PRIOR = 1.0  # visits that the mean of all values counts as


class Method(Protocol):
    """A search that is going on."""

    def ask(self) -> Point:
        """The point to be valued next."""
        ...

    def tell(self, point: Point, value: float | None) -> None:
        """What that point came to this time; None: it could not be valued."""
        ...

    def best(self, count: int) -> list[Point]:
        """The points, of those that were told, that are thought to be best, the best first."""
        ...


class Means:
    """Mean values of points that were told."""

    def __init__(self) -> None:
        self._sums: dict[Point, list[float]] = {}

    def tell(self, point: Point, value: float | None) -> None:
        """As in `Method`."""
        if value is not None:
            told = self._sums.setdefault(point, [0.0, 0.0])
            told[0] += value
            told[1] += 1

    def best(self, count: int) -> list[Point]:
        """By the mean of what they came to, those told first if equal."""
        return sorted(self._sums, key=lambda point: self._sums[point][0] / self._sums[point][1])[:count]


class Random(Means):
    """Each point by chance alone, after the one it starts from."""

    def __init__(self, sizes: Sequence[int], start: Point, seed: str) -> None:
        super().__init__()
        self._sizes, self._next, self._rng = sizes, start, random.Random(f"random {seed}")

    def ask(self) -> Point:
        """As in `Method`."""
        point, self._next = self._next, tuple(self._rng.randrange(size) for size in self._sizes)
        return point


class Ntbea:
    """The n-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana 2018).

    What a point came to is counted for each value of each knob, for each pair of values, and for the whole point. Its worth is
    the sum of the mean over knobs, the mean over pairs, and the whole; each mean is the less certain the fewer visits it has.
    Asked for is, of the neighbours of the point asked for last, the one with the best worth less what is uncertain.
    """

    def __init__(self, sizes: Sequence[int], start: Point, seed: str) -> None:
        self._sizes, self._next, self._rng = sizes, start, random.Random(f"ntbea {seed}")
        knobs = range(len(sizes))
        patterns = [*combinations(knobs, 1), *combinations(knobs, 2), tuple(knobs)]
        self._patterns = list(dict.fromkeys(patterns))
        self._counts: list[dict[Point, list[float]]] = [{} for _ in self._patterns]
        self._told: dict[Point, None] = {}
        self._failed: set[Point] = set()
        self._n, self._sum, self._squares = 0, 0.0, 0.0

    def ask(self) -> Point:
        """As in `Method`."""
        return self._next

    def tell(self, point: Point, value: float | None) -> None:
        """As in `Method`."""
        if value is None:
            self._failed.add(point)
        else:
            self._count(point, value)
        around = [self._neighbour(point) for _ in range(NEIGHBOURS)]
        open_ones = [other for other in dict.fromkeys(around) if other not in self._failed]
        if open_ones:
            self._next = min(open_ones, key=lambda other: self._worth(other, EXPLORE))

    def best(self, count: int) -> list[Point]:
        """As in `Method`."""
        return sorted(self._told, key=lambda point: self._worth(point, 0.0))[:count]

    def _count(self, point: Point, value: float) -> None:
        self._told.setdefault(point)
        self._n, self._sum, self._squares = self._n + 1, self._sum + value, self._squares + value**2
        for pattern, counts in zip(self._patterns, self._counts, strict=True):
            found = counts.setdefault(tuple(point[knob] for knob in pattern), [0.0, 0.0])
            found[0] += 1
            found[1] += value

    def _neighbour(self, point: Point) -> Point:
        """One knob at another value, any other with a chance of one in their number."""
        changed = self._rng.randrange(len(point))
        others = (knob == changed or self._rng.random() < 1 / len(point) for knob in range(len(point)))
        return tuple(self._other(knob, at) if moves else at for knob, (at, moves) in enumerate(zip(point, others, strict=True)))

    def _other(self, knob: int, at: int) -> int:
        size = self._sizes[knob]
        return (at + self._rng.randrange(1, size)) % size if size > 1 else at

    def _worth(self, point: Point, explore: float) -> float:
        """What is thought of the point, less `explore` times what isn't known: means over single knobs, pairs and the whole."""
        overall = self._sum / self._n if self._n else 0.0
        spread = math.sqrt(max(0.0, self._squares / self._n - overall**2)) if self._n else 0.0
        tried, orders = math.log(1 + self._n), {1: [0.0, 0.0], 2: [0.0, 0.0], 3: [0.0, 0.0]}
        for pattern, counts in zip(self._patterns, self._counts, strict=True):
            n, value = counts.get(tuple(point[knob] for knob in pattern), (0.0, 0.0))
            order = orders[min(len(pattern), 3)]
            order[0] += 1
            order[1] += (value + PRIOR * overall) / (n + PRIOR) - explore * spread * math.sqrt(tried / (n + PRIOR))
        return sum(value / number for number, value in orders.values() if number)


def check_methods(names: Sequence[str]) -> None:
    """ValueError: one of them needs what is not installed."""
    if "optimiser" in names and importlib.util.find_spec("optuna") is None:
        raise ValueError("method optimiser: optuna is not installed, allowed: pip install 'pagan-env[search]', or other methods")


class Tpe(Means):
    """Optuna's tree-structured Parzen estimator (extra `search`); a knob's values are an integer's."""

    def __init__(self, sizes: Sequence[int], start: Point, seed: str) -> None:
        """ValueError: Optuna is not installed."""
        super().__init__()
        try:
            import optuna
        except ImportError:
            raise ValueError(
                "method optimiser: optuna is not installed, allowed: pip install 'pagan-env[search]', or other methods"
            ) from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._optuna = optuna
        sampler = optuna.samplers.TPESampler(seed=random.Random(f"optimiser {seed}").randrange(2**31))
        self._study = optuna.create_study(sampler=sampler)
        self._space: dict[str, optuna.distributions.BaseDistribution] = {
            f"{knob}": optuna.distributions.IntDistribution(0, size - 1) for knob, size in enumerate(sizes)
        }
        self._study.enqueue_trial({f"{knob}": at for knob, at in enumerate(start)})
        self._trial: Any = None

    def ask(self) -> Point:
        """As in `Method`."""
        self._trial = self._study.ask(self._space)
        return tuple(self._trial.params[name] for name in self._space)

    def tell(self, point: Point, value: float | None) -> None:
        """As in `Method`."""
        super().tell(point, value)
        if value is None:
            self._study.tell(self._trial, state=self._optuna.trial.TrialState.FAIL)
        else:
            self._study.tell(self._trial, value)


METHODS: dict[str, type[Random] | type[Ntbea] | type[Tpe]] = {"random": Random, "ntbea": Ntbea, "optimiser": Tpe}
