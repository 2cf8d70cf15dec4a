"""Games of a plan by way of the store: what is there is taken from it, what is missing is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from .executors import Executor, Poison
from .jobs import BLOCK, Job, Plan, Result, read_result
from .measures import Measured, Measures, join
from .store import Store

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


class Games:
    """Plays jobs, or takes them from the store; `executor` None: all must be there. Results are known by their keys, so that
    plans may come and go.
    """

    def __init__(
        self, name: str, measures: Measures, store: Store, executor: Executor | None, progress: Progress | None = None
    ) -> None:
        self.name, self.measures, self.store, self.executor = name, measures, store, executor
        self.progress = progress or Silent()
        self.played = 0  # games in all, known before or not
        self.run_now = 0
        self.failed: dict[str, str] = {}
        self._known: dict[str, Result | None] = {}

    def fetch(self, plan: Plan, wanted: Sequence[Job], stage: str) -> None:
        """Have the games of all jobs. MissingError: some aren't in the store, and there is no executor."""
        keys = {key: job for job in dict.fromkeys(wanted) if (key := plan.key(job)) not in self._known}
        stored = self.store.get(list(keys))
        for key, blob in stored.items():
            self._learn(key, keys[key], blob)
        missing = {job: key for key, job in keys.items() if key not in stored}
        if self.executor is None:
            failures = self.store.failures(list(missing.values()))
            for job, key in missing.items():
                if key not in failures:
                    raise MissingError(
                        f"{stage}: {len(missing)} results are missing in the store, allowed: studies played to the end"
                    )
                self._fail(plan, key, job, failures[key][1])
            return
        self.progress.stage(stage, sum(job.games for job in missing))
        for job, result in self.executor.run(plan, self._still(missing)):
            self.progress.played(job.games)
            if isinstance(result, Poison):
                self.store.fail(missing[job], self.about(plan, job), result.why)
                self._fail(plan, missing[job], job, result.why)
            else:
                self.store.put(missing[job], self.about(plan, job), result)
                self._learn(missing[job], job, result)
                self.run_now += job.games

    def measured(self, plan: Plan, wanted: Sequence[Job]) -> Measured | None:
        """Games that were fetched; None if any of them failed."""
        parts = self.results(plan, wanted)
        return None if parts is None else join([part for part in parts if isinstance(part, Measured)])

    def results(self, plan: Plan, wanted: Sequence[Job]) -> list[Result] | None:
        """What was fetched, by job; None if any of them failed."""
        parts = [self._known[plan.key(job)] for job in wanted]
        return None if any(part is None for part in parts) else [part for part in parts if part is not None]

    def about(self, plan: Plan, job: Job) -> str:
        """A job in words."""
        change = "; ".join(plan.variants[job.variant].change) or "no change"
        levels = ",".join(map(str, job.levels))
        without = f", without {job.forbid}" if job.forbid else ""
        tried = ", all actions tried out" if job.tries else ""
        seeds = f"seeds {job.seed} to {job.seed + job.games - 1}"
        return f"{self.name}, {change}, levels {levels}{without}{tried}, {seeds}"

    def _learn(self, key: str, job: Job, result: bytes) -> None:
        self._known[key] = read_result(self.measures, job, result)
        self.played += job.games

    def _still(self, missing: Mapping[Job, str]) -> Iterator[Job]:
        """Those that no other program has done meanwhile."""
        for job, key in missing.items():
            found = self.store.get([key])
            if found:
                self._learn(key, job, found[key])
                self.progress.played(job.games)
            else:
                yield job

    def _fail(self, plan: Plan, key: str, job: Job, why: str) -> None:
        self._known[key] = None
        self.played += job.games
        self.failed[self.about(plan, job)] = why


def jobs_of(variant: int, lineup: Lineup, games: int, seed: int, size: int = BLOCK, forbid: str = "") -> list[Job]:
    """The blocks of some games; the last may be short."""
    return [Job(variant, lineup, seed + at, min(size, games - at), forbid=forbid) for at in range(0, games, size)]
