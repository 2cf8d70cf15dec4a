"""A study is conducted: which games are played, in stages. What is played next hangs on results alone, so that a study that was
stopped goes on where it was, and a report walks the same stages over what is stored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol

import numpy as np

from .executors import Executor, Poison
from .jobs import BLOCK, Job, Result, read_result
from .measures import Measured, join, measures_of
from .sequential import Race, Sprt, Values, distance, race, sides_of, signed
from .store import Store
from .study import Study
from .verdict import Line, compared

FINAL, FRESH = 100_000_000, 200_000_000  # seeds of the last test, and of the last estimate, apart from all others
LEAN = 1.1  # play so many times what an interval seems to need

Lineup = tuple[int, ...]


class MissingError(ValueError):
    """Results that aren't in the store, where none may be played."""


class Progress(Protocol):
    """Who is told how it goes."""

    def stage(self, name: str, games: int) -> None:
        """A stage begins, of so many games that are still to be played."""
        ...

    def played(self, games: int) -> None:
        """Games have been played."""
        ...


class Silent:
    """Nobody."""

    def stage(self, name: str, games: int) -> None:
        """As in `Progress`."""

    def played(self, games: int) -> None:
        """As in `Progress`."""


@dataclass
class Finalists:
    """The end of a search: the race, the test between the last two, the winner's lines against the base on fresh seeds."""

    race: Race
    tested: int = 0
    ratio: float = 0.0
    decided: bool = False
    winner: int = 0
    lines: list[Line] = field(default_factory=list)
    distance: tuple[float, float] = (math.nan, math.nan)  # of the base and of the winner, on fresh seeds


@dataclass
class Findings:
    """What a study has found. `failed` holds jobs that can't be done, with why."""

    matchups: dict[Lineup, Measured] = field(default_factory=dict)
    variants: dict[tuple[Lineup, int], Measured] = field(default_factory=dict)
    lines: dict[tuple[Lineup, int], list[Line]] = field(default_factory=dict)
    finalists: Finalists | None = None
    failed: dict[str, str] = field(default_factory=dict)
    games: int = 0
    short: bool = False
    """Whether the budget ended before the precision was reached."""


class Conductor:
    """Plays a study's games, or takes them from the store."""

    def __init__(self, study: Study, store: Store, executor: Executor | None, progress: Progress | None = None) -> None:
        self.study, self.store, self.executor = study, store, executor
        self.progress = progress or Silent()
        self.measures = measures_of(study.game)
        self.findings = Findings()
        self.run_now = 0  # games played by this call
        self._known: dict[Job, Result | None] = {}

    def conduct(self) -> Findings:
        """All stages."""
        self._matchups()
        self._variants()
        self._precision()
        if self.study.wish is not None:
            self.findings.finalists = self._finalists()
        self.findings.games = sum(job.games for job in self._known)
        return self.findings

    # ---- games ------------------------------------------------------------------------------------------------------

    def fetch(self, wanted: Sequence[tuple[int, Lineup, int, int]], stage: str, forbid: str = "") -> None:
        """Have the games of all (variant, lineup, games, first seed)."""
        self.have([job for request in wanted for job in self._jobs(*request, forbid)], stage)

    def have(self, wanted: Sequence[Job], stage: str) -> None:
        """Have the results of all these jobs, played or from the store."""
        jobs = list(dict.fromkeys(job for job in wanted if job not in self._known))
        keys = {self.study.plan.key(job): job for job in jobs}
        stored = self.store.get(list(keys))
        for key, blob in stored.items():
            self._known[keys[key]] = read_result(self.measures, keys[key], blob)
        missing = {keys[key]: key for key in keys if key not in stored}
        if self.executor is None:
            failures = self.store.failures(list(missing.values()))
            for job, key in missing.items():
                if key not in failures:
                    raise MissingError(f"{stage}: {len(missing)} results are not in the store, allowed: `run` first, to its end")
                self._fail(job, failures[key][1])
            return
        self.progress.stage(stage, sum(job.games for job in missing))
        for job, result in self.executor.run(self.study.plan, self._still(missing)):
            self.progress.played(job.games)
            if isinstance(result, Poison):
                self.store.fail(missing[job], self.about(job), result.why)
                self._fail(job, result.why)
            else:
                self.store.put(missing[job], self.about(job), result)
                self._known[job] = read_result(self.measures, job, result)
                self.run_now += job.games

    def _still(self, missing: Mapping[Job, str]) -> Iterator[Job]:
        """Those that no other program has done meanwhile."""
        for job, key in missing.items():
            found = self.store.get([key])
            if found:
                self._known[job] = read_result(self.measures, job, found[key])
                self.progress.played(job.games)
            else:
                yield job

    def _fail(self, job: Job, why: str) -> None:
        self._known[job] = None
        self.findings.failed[self.about(job)] = why

    def about(self, job: Job) -> str:
        """A job in words."""
        change = "; ".join(self.study.plan.variants[job.variant].change) or "no change"
        levels = ",".join(map(str, job.levels))
        without = f", without {job.forbid}" if job.forbid else ""
        tried = ", actions tried out" if job.tries else ""
        seeds = f"seeds {job.seed} to {job.seed + job.games - 1}"
        return f"{self.study.ruleset.name}, {change}, levels {levels}{without}{tried}, {seeds}"

    def known(self, jobs: Sequence[Job]) -> list[Result] | None:
        """Results that are there; None if any of the jobs failed."""
        parts = [self._known[job] for job in jobs]
        return None if any(part is None for part in parts) else [part for part in parts if part is not None]

    def measured(self, variant: int, lineup: Lineup, games: int, seed: int, forbid: str = "") -> Measured | None:
        """Games that were fetched; None if any of them failed."""
        parts = self.known(self._jobs(variant, lineup, games, seed, forbid))
        return None if parts is None else join([part for part in parts if isinstance(part, Measured)])

    def _jobs(self, variant: int, lineup: Lineup, games: int, seed: int, forbid: str = "") -> list[Job]:
        """The blocks of some games; the last may be short."""
        size = self.measures.block
        return [Job(variant, lineup, seed + at, min(size, games - at), 0, forbid) for at in range(0, games, size)]

    # ---- stages -----------------------------------------------------------------------------------------------------

    def _matchups(self) -> None:
        study = self.study
        if not study.matchup_games:
            return
        lineups = list(product(*(study.roles[agent] for agent in study.game.agents)))
        self.fetch([(0, lineup, study.matchup_games, study.seed) for lineup in lineups], "matchups")
        for lineup in lineups:
            measured = self.measured(0, lineup, study.matchup_games, study.seed)
            if measured is not None:
                self.findings.matchups[lineup] = measured

    def _variants(self) -> None:
        study, numbers = self.study, range(len(self.study.plan.variants))
        self.fetch([(v, lineup, study.first_pairs, study.seed) for lineup in study.lineups for v in numbers], "variants")
        for lineup in study.lineups:
            for variant in numbers:
                self._judge(lineup, variant, study.first_pairs)

    def _judge(self, lineup: Lineup, variant: int, games: int) -> None:
        """Compare a variant with the base over its games."""
        base = self.measured(0, lineup, games, self.study.seed)
        measured = self.measured(variant, lineup, games, self.study.seed)
        if base is None or measured is None:
            return
        self.findings.variants[lineup, variant] = measured
        self.findings.lines[lineup, variant] = compared(self.study.game, base, measured)

    def _precision(self) -> None:
        """More pairs for those whose wins by the main lineup aren't known well enough, the widest first, within the budget.

        Nothing hangs on where an interval lies, so that these looks bias nothing.
        """
        study, main = self.study, self.study.lineups[0]
        while True:
            wanted = []
            for variant in range(1, len(study.plan.variants)):
                lines = self.findings.lines.get((main, variant))
                if lines is None:
                    continue
                reach = max(line.difference.reach for line in lines[: len(study.game.agents)])
                if reach > study.precision:
                    n = lines[0].difference.n
                    need = n * min(4.0, LEAN * (reach / study.precision) ** 2)
                    wanted.append((reach, variant, n, BLOCK * max(n // BLOCK + 1, math.ceil(need / BLOCK))))
            left = study.budget - sum(job.games for job in self._known)
            chosen, most = [], len(self.findings.variants[main, 0].out) if (main, 0) in self.findings.variants else 0
            for _, variant, n, need in sorted(wanted, reverse=True):
                cost = need - n + max(0, need - most)
                if cost <= left:
                    chosen.append((variant, need))
                    left, most = left - cost, max(most, need)
            self.findings.short = len(chosen) < len(wanted)
            if not chosen:
                return
            self.fetch([(0, main, most, study.seed), *((v, main, need, study.seed) for v, need in chosen)], "precision")
            self._judge(main, 0, most)
            for variant, need in chosen:
                self._judge(main, variant, need)

    # ---- the search for a wish --------------------------------------------------------------------------------------

    def _finalists(self) -> Finalists:
        """Race, then a sequential test of the last two, then an estimate, the latter two on seeds that nothing was chosen by."""
        study, wish, main = self.study, self.study.wish, self.study.lineups[0]
        assert wish is not None
        changes = [change for group in study.groups if group.name in wish.groups for change in group.changes]
        runners = [v for v in (0, *map(study.variant, changes)) if (main, v) in self.findings.lines]

        def play(variants: Sequence[int], n: int) -> dict[int, Values]:
            return self._values(variants, n, study.seed, "race")

        found = Finalists(race(runners, play, wish.targets, first=BLOCK, budget=wish.games))
        found.winner = found.race.left[0]
        if len(found.race.left) > 1:
            self._last_two(found, found.race.left[:2])
        fresh = self._values([0, found.winner], wish.confirm, study.seed + FRESH, "fresh seeds")
        found.distance = distance(fresh[0], wish.targets), distance(fresh[found.winner], wish.targets)
        sides = [self.measured(v, main, wish.confirm, study.seed + FRESH) for v in (0, found.winner)]
        if sides[0] is not None and sides[1] is not None:
            found.lines = compared(study.game, sides[0], sides[1])
        return found

    def _last_two(self, found: Finalists, pair: Sequence[int]) -> None:
        wish, seed = self.study.wish, self.study.seed
        assert wish is not None
        leader, rival = pair
        test, n = Sprt(-wish.indifferent / 2, wish.indifferent / 2), 0
        raced = self._values(pair, self.study.first_pairs, seed, "last two")
        side = {v: sides_of(raced[v], wish.targets) for v in pair}
        while n < wish.games // 4:
            values = self._values(pair, n + BLOCK, seed + FINAL, "last two")
            far, near = (signed(values[v], wish.targets, side[v])[n:] for v in (rival, leader))
            verdict = test.add(far - near)
            n += BLOCK
            if verdict:
                found.decided, found.winner = True, leader if verdict > 0 else rival
                break
        found.tested, found.ratio = n, test.ratio

    def _values(self, variants: Sequence[int], n: int, seed: int, stage: str) -> dict[int, Values]:
        """What a wish is about, by variant."""
        main, wish = self.study.lineups[0], self.study.wish
        assert wish is not None
        self.fetch([(v, main, n, seed) for v in variants], stage)
        found: dict[int, Values] = {}
        for variant in variants:
            measured = self.measured(variant, main, n, seed)
            if measured is None:
                raise ValueError(f"{stage}: a variant's games failed, allowed: variants whose games can be played")
            found[variant] = {name: values_of(measured, name, self.study.game.agents) for name in wish.targets}
        return found


def values_of(measured: Measured, name: str, agents: Sequence[str]) -> np.ndarray:
    """A measure by game: `AGENT wins` is 100 or 0, anything else a column."""
    agent, _, wins = name.partition(" ")
    if wins:
        return 100.0 * measured.wins(agents.index(agent))
    return measured.column(name)
