"""Jobs that fail, for processes that import them by name; tables read again."""

from __future__ import annotations

import csv
import os
import signal
from pathlib import Path

from experiments.balance.jobs import Job, Plan, make_plan, run_job
from pagan_env.envs.games import find_game

MARK = "BALANCE_TEST_MARK"  # the environment variable that holds the path of a mark
POISON = 1500  # the first seed of the job that fails


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def small_plan(*changes: str) -> Plan:
    """`first_steps` as it is, and with each change."""
    base = find_game("pagan").load_ruleset("first_steps")
    return make_plan("pagan", [base], [(0, []), *((0, [change]) for change in changes)])


def jobs(count: int = 6, variant: int = 0, games: int = 50) -> list[Job]:
    """Jobs of 50 games, from seed 1000 on, the third of which has the seed of `POISON`."""
    return [Job(variant, (2, 2), 1000 + 250 * n, games) for n in range(count)]


def killed_once(plan: Plan, job: Job) -> bytes:
    """The first worker that is given the poisoned job is killed."""
    mark = Path(os.environ[MARK])
    if job.seed == POISON and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return run_job(plan, job)


def always_killed(plan: Plan, job: Job) -> bytes:
    """Each worker that is given the poisoned job is killed."""
    if job.seed == POISON:
        os.kill(os.getpid(), signal.SIGKILL)
    return run_job(plan, job)


def raising(plan: Plan, job: Job) -> bytes:
    """The poisoned job raises."""
    if job.seed == POISON:
        raise ArithmeticError("of this job\nand more")
    return run_job(plan, job)
