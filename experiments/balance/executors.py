"""Who runs jobs. Each executor yields (job, result) as they are done, in any order; the result of a job is the same from each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from .jobs import Job, Plan, run_job


@dataclass(frozen=True)
class Poison:
    """A job that can't be done, and why."""

    why: str


Done = tuple[Job, "bytes | Poison"]


class Executor(Protocol):
    """Runs the jobs of a plan."""

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """Each job once, with what it came to."""
        ...


def attempt(plan: Plan, job: Job) -> bytes | Poison:
    """Run a job; what goes wrong in it is its result, as it would go wrong again."""
    try:
        return run_job(plan, job)
    except Exception as error:
        return Poison(f"{type(error).__name__}: {error}".split("\n")[0])


class Threads:
    """Threads of this process, over kernels that release the GIL."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """As in `Executor`."""
        waiting = iter(jobs)
        for job in islice(waiting, 1):  # alone: what is compiled now would be compiled once a thread
            yield job, attempt(plan, job)
        pool = ThreadPoolExecutor(self.workers)
        running: dict[Future[bytes | Poison], Job] = {}
        try:
            while True:
                for job in islice(waiting, 2 * self.workers - len(running)):
                    running[pool.submit(attempt, plan, job)] = job
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(cancel_futures=True)
