"""A search is conducted: runs of each method on equal budgets, a face-off, the front of small changes, fresh seeds at the end.

What is played next hangs on the file and on results alone, so that a search that was stopped goes on where it was, and its report
walks the same way over what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .conduct import FINAL, FRESH
from .executors import Executor
from .games import Games, Progress, jobs_of
from .jobs import Job, Plan, Variant
from .measures import Measured, measures_of
from .methods import METHODS, Method, Point
from .retrain import Played
from .sequential import Race, Values, distance, race
from .space import Search, reach
from .stats import z_of
from .store import Store
from .verdict import Line, compared

FRONT = 150_000_000  # seeds of the front, apart from all others
EACH = 2  # points of each number of changed knobs that are looked at for the front
ALPHA = 0.05


@dataclass(frozen=True)
class Valued:
    """One evaluation: of which method and run, how manieth there, the point and how far from the wish it came (None: failed)."""

    method: str
    run: int
    step: int
    point: Point
    distance: float | None


@dataclass(frozen=True)
class Known:
    """A point on seeds that it wasn't chosen by: its distance from the wish with an interval, over `n` seeds; its values."""

    point: Point
    distance: float
    low: float
    high: float
    n: int
    values: Values = field(compare=False, repr=False, default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What a method came to: its winner on fresh seeds, the games that it took, how many points it looked at."""

    method: str
    winner: Known
    games: int
    points: int
    race: Race


@dataclass
class Found:
    """What a search has found."""

    evaluations: list[Valued] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    base: Known | None = None
    proposed: Known | None = None
    without: list[tuple[str, Known]] = field(default_factory=list)
    """What is proposed without each of its changes, and `whole`, on the seeds of the front."""
    whole: Known | None = None
    front: list[Known] = field(default_factory=list)
    looked: int = 0
    """Points that were looked at for the front."""
    lines: list[Line] = field(default_factory=list)
    """What is proposed beside the rules as they are, on fresh seeds."""
    sides: tuple[Measured, Measured] | None = None
    retrained: list[Played] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    games: int = 0

    def best(self, count: int) -> list[Point]:
        """So many points beside the rules as they are: what is proposed, then the nearest on fresh seeds."""
        assert self.base is not None and self.proposed is not None
        known = {one.point: one.distance for one in (*self.front, *(outcome.winner for outcome in self.outcomes))}
        order = [self.proposed.point, *sorted(known, key=lambda point: known[point])]
        return [point for point in dict.fromkeys(order) if point != self.base.point][:count]


class Searching:
    """Conducts a search."""

    def __init__(self, search: Search, store: Store, executor: Executor | None, progress: Progress | None = None) -> None:
        """ValueError: a method needs a library that isn't installed."""
        self.search, self.methods = search, search.methods
        self.games = Games(search.ruleset.name, measures_of(search.game), store, executor, progress)
        self.found = Found(failed=self.games.failed)
        self._runs: dict[tuple[str, int], Method] = {
            (method, run): METHODS[method](search.space.sizes, search.space.now, f"{search.seed} {run}")
            for method in self.methods
            for run in range(search.runs)
        }

    def conduct(self) -> Found:
        """All stages."""
        self._evaluate()
        races = {method: self._face_off(method) for method in self.methods}
        proposed = self._front([points[race.left[0]] for race, points in races.values()])
        self._confirm(proposed, races)
        self.found.games = self.games.played
        return self.found

    # ---- games ------------------------------------------------------------------------------------------------------

    def values(self, wanted: Sequence[tuple[Point, int]], games: int, stage: str) -> list[Values | None]:
        """By (point, first seed): what the wish is about, over so many seeds; None where a game failed."""
        search = self.search
        points = list(dict.fromkeys(point for point, _ in wanted))
        plan = self._plan(points)
        size, number = self.games.measures.block, {point: number for number, point in enumerate(points)}
        jobs = [[jobs_of(number[p], lineup, games, seed, size) for lineup in search.lineups] for p, seed in wanted]
        self.games.fetch(plan, [job for of_point in jobs for of_lineup in of_point for job in of_lineup], stage)
        return [self._of_point(plan, of_point) for of_point in jobs]

    def _of_point(self, plan: Plan, jobs: list[list[Job]]) -> Values | None:
        by_lineup = dict(zip(self.search.lineups, (self.games.measured(plan, of_lineup) for of_lineup in jobs), strict=True))
        found = {}
        for target in self.search.targets:
            measured = by_lineup[target.lineup]
            if measured is None:
                return None
            found[target.name] = target.values(measured, self.search.game)
        return found

    def _plan(self, points: Iterable[Point]) -> Plan:
        space = self.search.space
        return replace(self.search.plan, variants=tuple(Variant(0, space.change(point)) for point in points))

    def _known(self, point: Point, values: Values, z: float) -> Known:
        low, high = reach(values, self.search.targets, z)
        n = len(next(iter(values.values())))
        return Known(point, distance(values, self.search.wish()), low, high, n, values)

    # ---- stages -----------------------------------------------------------------------------------------------------

    def _evaluate(self) -> None:
        """Step by step, all runs at a time: the same step of a run has the same seeds in each method."""
        search, wish = self.search, self.search.wish()
        for step in range(search.steps):
            asked = {at: run.ask() for at, run in self._runs.items()}
            seeds = {at: search.seed + (at[1] * search.steps + step) * search.evaluation for at in asked}
            found = self.values([(asked[at], seeds[at]) for at in asked], search.evaluation, "search")
            for (at, point), values in zip(asked.items(), found, strict=True):
                value = None if values is None else distance(values, wish)
                self._runs[at].tell(point, value)
                self.found.evaluations.append(Valued(*at, step, point, value))

    def _face_off(self, method: str) -> tuple[Race, list[Point]]:
        """A race of the best points of a method's runs and the rules as they are; its points by number."""
        search = self.search
        best = [p for run in range(search.runs) for p in self._runs[method, run].best(search.finalists)]
        points = list(dict.fromkeys([search.space.now, *best]))

        def play(numbers: Sequence[int], n: int) -> Mapping[int, Values]:
            found = self.values([(points[number], search.seed + FINAL) for number in numbers], n, f"face-off, {method}")
            return {number: _whole(values, "face-off") for number, values in zip(numbers, found, strict=True)}

        budget = search.face_off // len(search.lineups)
        return race(range(len(points)), play, search.wish(), first=search.evaluation, budget=budget, finalists=1), points

    def _front(self, winners: Sequence[Point]) -> Point:
        """What is proposed: the nearest on the front of the winners, of what else looked well, and of what is left of the nearest
        when its changes are taken back one by one, the least missed first; all on seeds of their own.
        """
        search, space = self.search, self.search.space
        z = self._z()
        looked: dict[Point, Known] = {}

        def look(points: Sequence[Point]) -> list[Known]:
            new = [point for point in dict.fromkeys(points) if point not in looked]
            found = self.values([(point, search.seed + FRONT) for point in new], search.front, "front")
            looked.update({p: self._known(p, values, z) for p, values in zip(new, found, strict=True) if values is not None})
            return [looked[point] for point in points if point in looked]

        first = look([space.now, *winners, *self._promising()])
        if not first:
            raise ValueError("front: all games failed, allowed: variants whose games can be played")
        at = nearest(first)
        while space.knobs(at.point) and (less := look([point for _, point in space.takes_back(at.point)])):
            at = nearest(less)
        self.found.front = self._undominated(list(looked.values()))
        proposed = nearest(self.found.front)
        for path, point in space.takes_back(proposed.point):
            self.found.without += [(path, known) for known in look([point])]
        self.found.whole, self.found.looked = proposed, len(looked)
        return proposed.point

    def _promising(self) -> list[Point]:
        """For each number of changed knobs the points that came nearest, by the means of their evaluations."""
        sums: dict[Point, list[float]] = {}
        for valued in self.found.evaluations:
            if valued.distance is not None:
                sums.setdefault(valued.point, []).append(valued.distance)
        ranked = sorted(sums, key=lambda point: sum(sums[point]) / len(sums[point]))
        by_knobs: dict[int, list[Point]] = {}
        for point in ranked:
            by_knobs.setdefault(self.search.space.knobs(point), []).append(point)
        return [point for knobs in sorted(by_knobs) for point in by_knobs[knobs][:EACH]]

    def _undominated(self, looked: list[Known]) -> list[Known]:
        """Those that no smaller one, in knobs and in steps, is as near as, but for what doesn't matter; the smallest first."""
        space = self.search.space
        front: list[Known] = []
        for known in sorted(looked, key=lambda k: (space.knobs(k.point), space.steps(k.point), k.distance)):
            size = space.knobs(known.point), space.steps(known.point)
            rivals = [k for k in front if space.knobs(k.point) <= size[0] and space.steps(k.point) <= size[1]]
            if all(known.distance < rival.distance - self.search.indifferent for rival in rivals):
                front.append(known)
        return front

    def _confirm(self, proposed: Point, races: Mapping[str, tuple[Race, list[Point]]]) -> None:
        """The winners, the front and the rules as they are on seeds that nothing was chosen by."""
        search, now = self.search, self.search.space.now
        winners = {method: points[race.left[0]] for method, (race, points) in races.items()}
        points = list(dict.fromkeys([now, proposed, *winners.values(), *(known.point for known in self.found.front)]))
        found = self.values([(point, search.seed + FRESH) for point in points], search.confirm, "fresh seeds")
        z = self._z()
        fresh = {p: self._known(p, _whole(values, "fresh seeds"), z) for p, values in zip(points, found, strict=True)}
        self.found.base, self.found.proposed = fresh[now], fresh[proposed]
        self.found.front = [fresh[known.point] for known in self.found.front]
        for method, (raced, _) in races.items():
            own = [valued for valued in self.found.evaluations if valued.method == method]
            games = (len(own) * search.evaluation + raced.games) * len(search.lineups)
            self.found.outcomes.append(Outcome(method, fresh[winners[method]], games, len({v.point for v in own}), raced))
        plan = self._plan([now, proposed])
        size, main, seed = self.games.measures.block, search.lineups[0], search.seed + FRESH
        sides = [self.games.measured(plan, jobs_of(v, main, search.confirm, seed, size)) for v in (0, 1)]
        if sides[0] is not None and sides[1] is not None:
            self.found.sides = sides[0], sides[1]
            self.found.lines = compared(search.game, sides[0], sides[1])

    def _z(self) -> float:
        """Of the interval of each mean, so that all of a point's hold together 95 times of 100."""
        return z_of(1 - ALPHA / len(self.search.targets))


def nearest(known: Sequence[Known]) -> Known:
    """The one of least distance, the first of equals."""
    return min(known, key=lambda one: one.distance)


def _whole(values: Values | None, stage: str) -> Values:
    if values is None:
        raise ValueError(f"{stage}: a variant's games failed, allowed: variants whose games can be played")
    return values
