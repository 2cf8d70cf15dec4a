"""Jobs on a Ray cluster (extra `cluster`). Ray replaces workers that die; the plan travels once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from .executors import ONE_THREAD, TRIES, Done, Poison, Run, attempt
from .jobs import Job, Plan, run_job

ROOT = Path(__file__).resolve().parents[2]
PASSED_ON = ("PAGAN_ENV_CACHE", "NUMBA_DISABLE_JIT")


class Ray:
    """Tasks on the cluster at `address`: "auto" for the one that this machine is in, None for one of its own."""

    def __init__(self, address: str | None, run: Run = run_job) -> None:
        """A program that is connected to a cluster stays there. ValueError: Ray isn't installed, or no cluster is there."""
        try:
            import ray
        except ImportError:
            raise ValueError("executor: ray is not installed, allowed: pip install 'pagan-env[cluster]'") from None
        self._ray, self._run = ray, run
        if ray.is_initialized():
            return
        variables = {
            "PYTHONPATH": str(ROOT),
            **ONE_THREAD,
            **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
        }
        try:
            ray.init(address=address or "local", runtime_env={"env_vars": variables}, log_to_driver=False, include_dashboard=None)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ValueError(f"executor: no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None

    def run(self, plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
        """As in `Executor`; as many at a time as keep every core at work."""
        ray = self._ray
        task = ray.remote(max_retries=TRIES - 1, retry_exceptions=False)(attempt)
        shared, run = ray.put(plan), ray.put(self._run)
        waiting = iter(jobs)
        running: dict[object, Job] = {}
        while True:
            window = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            for job in islice(waiting, max(0, window - len(running))):
                running[task.remote(shared, job, run)] = job
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield running.pop(reference), self._result(reference)

    def _result(self, reference: object) -> bytes | Poison:
        try:
            found: bytes | Poison = self._ray.get(reference)
        except self._ray.exceptions.WorkerCrashedError:
            return Poison(f"killed {TRIES} workers")
        except self._ray.exceptions.RayError as error:
            return Poison(f"{type(error).__name__}: {error}".split("\n")[0])
        return found

    def close(self) -> None:
        """Leaves the cluster; one of its own ends."""
        self._ray.shutdown()
