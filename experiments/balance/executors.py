"""Who runs jobs. Each executor yields (job, result) as they are done, in any order; the result of a job is the same from each.

A worker that dies is replaced and its job run again. A job that raises, or that kills each worker it is given to, is `Poison`.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Protocol

from .jobs import Job, Plan, Variant, run_job

TRIES = 3  # workers that a job may kill
ONE_THREAD = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
KINDS = ("threads", "processes", "ray")


@dataclass(frozen=True)
class Poison:
    """A job that can't be done, and why."""

    why: str


Done = tuple[Job, "bytes | Poison"]
Run = Callable[[Plan, Job], bytes]


class Executor(Protocol):
    """Runs the jobs of a plan."""

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """Each job once, with what it came to."""
        ...

    def close(self) -> None:
        """Ends its workers."""
        ...


def attempt(plan: Plan, job: Job, run: Run = run_job) -> bytes | Poison:
    """Run a job; what goes wrong in it is its result, as it would go wrong again."""
    try:
        return run(plan, job)
    except Exception as error:
        return Poison(f"{type(error).__name__}: {error}".split("\n")[0])


class Threads:
    """Threads of this process, over kernels that release the GIL."""

    def __init__(self, workers: int, run: Run = run_job) -> None:
        self.workers, self._run = workers, run

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """As in `Executor`."""
        waiting = iter(jobs)
        for job in islice(waiting, 1):  # alone: what is compiled now would be compiled once a thread
            yield job, attempt(plan, job, self._run)
        pool = ThreadPoolExecutor(self.workers)
        running: dict[Future[bytes | Poison], Job] = {}
        try:
            while True:
                for job in islice(waiting, 2 * self.workers - len(running)):
                    running[pool.submit(attempt, plan, job, self._run)] = job
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Threads end with each run."""


class Processes:
    """Processes of this machine. Those that run when a worker dies are run again, one at a time, to find which one kills."""

    def __init__(self, workers: int, run: Run = run_job) -> None:
        self.workers, self._run = workers, run
        self._pool: ProcessPoolExecutor | None = None
        self._plan: Plan | None = None

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """As in `Executor`."""
        waiting, suspects = iter(jobs), []
        running: dict[Future[bytes | Poison], Job] = {}
        while True:
            pool = self._open(plan)
            try:
                for job in islice(waiting, 2 * self.workers - len(running)):
                    suspects.append(job)
                    running[pool.submit(_in_worker, self._others(plan), job)] = job
                    suspects.pop()
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield running.pop(future), result
            except BrokenProcessPool:
                self.close()
                suspects += running.values()
                running.clear()
                yield from (self._alone(plan, job) for job in suspects)
                suspects.clear()

    def _alone(self, plan: Plan, job: Job) -> Done:
        """Run one job with nothing beside it, so that a worker's death is its own."""
        for _ in range(TRIES):
            try:
                return job, self._open(plan).submit(_in_worker, self._others(plan), job).result()
            except BrokenProcessPool:
                self.close()
        return job, Poison(f"killed {TRIES} workers")

    def _open(self, plan: Plan) -> ProcessPoolExecutor:
        """A pool that has the plan's rulesets; its variants may be others."""
        if self._pool is None or self._plan is None or replace(self._plan, variants=plan.variants) != plan:
            self.close()
            context = multiprocessing.get_context("spawn")  # a fork would copy threads' locks
            self._pool = ProcessPoolExecutor(self.workers, context, _begin_worker, (plan, self._run))
            self._plan = plan
        return self._pool

    def _others(self, plan: Plan) -> tuple[Variant, ...] | None:
        """The plan's variants, if they aren't those that the workers began with: as a search goes on."""
        return None if plan == self._plan else plan.variants

    def close(self) -> None:
        """Ends the workers."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


_worker: list[tuple[Plan, Run]] = []


def _begin_worker(plan: Plan, run: Run) -> None:
    """A worker process begins: it ends when its parent does, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    _worker[:] = [(plan, run)]


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _in_worker(variants: tuple[Variant, ...] | None, job: Job) -> bytes | Poison:
    plan, run = _worker[0]
    return attempt(plan if variants is None else replace(plan, variants=variants), job, run)


def open_executor(kind: str, workers: int | None, address: str | None) -> Executor:
    """An executor by name. ValueError: there is none of that name, Ray isn't installed or can't be reached."""
    if kind == "ray":
        from .ray_executor import Ray

        return Ray(address)
    workers = workers or os.cpu_count() or 1
    if kind == "threads":
        return Threads(workers)
    if kind == "processes":
        return Processes(workers)
    raise ValueError(f"executor: found {kind!r}, allowed: {', '.join(KINDS)}")
