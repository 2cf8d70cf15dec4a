"""How many scripted games a second, and how long a screening of many variants takes."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pagan_env.core.game import Game

from .changes import Paths
from .compare import FIRST_SEED, plan_of
from .executors import Executor, Poison
from .jobs import BLOCK, Job, Plan, make_plan
from .rules import Rules

PATH, STEPS = "numbers.hand_limit", 5  # one path that every variant has a value of


def speed(
    game: Game, ruleset: str | None, levels: tuple[int, ...], executor: Executor, games: int, variants: int
) -> Iterator[str]:
    """Markdown: games of the ruleset as it is, then `variants` variants of two changes each, a block of pairs for each."""
    plan = plan_of(game, [Rules(ruleset)])
    _play(executor, plan, [Job(0, levels, 0, 1)])  # compiled
    yield "| what | games | seconds | games/s |"
    yield "|---|---|---|---|"
    jobs = [Job(0, levels, FIRST_SEED + seed, BLOCK) for seed in range(0, games, BLOCK)]
    yield _row("one ruleset", *_play(executor, plan, jobs))
    base = game.load_ruleset(ruleset)
    costs = Paths(game, base).like("cards.*.cost")
    begun = time.perf_counter()
    changes = [[f"{costs[n % len(costs)]} = {n % STEPS}", f"{PATH} = {5 + n // len(costs) % STEPS}"] for n in range(variants)]
    many = make_plan(game.spec, [base], [(0, []), *((0, change) for change in changes)])
    jobs = [Job(number, levels, FIRST_SEED, BLOCK) for number in range(variants + 1)]
    played, _ = _play(executor, many, jobs)
    yield _row(f"{variants:,} variants, {BLOCK} pairs each", played, time.perf_counter() - begun)


def _play(executor: Executor, plan: Plan, jobs: list[Job]) -> tuple[int, float]:
    """Games, seconds. ValueError: a job can't be done."""
    begun, games = time.perf_counter(), 0
    for job, result in executor.run(plan, jobs):
        if isinstance(result, Poison):
            raise ValueError(f"speed: {result.why}")
        games += job.games
    return games, time.perf_counter() - begun


def _row(what: str, games: int, seconds: float) -> str:
    return f"| {what} | {games:,} | {seconds:.1f} | {games / seconds:,.0f} |"
