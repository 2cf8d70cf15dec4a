"""How fast the games are played: start-up, kernels, batch, AEC, and PettingZoo's connect four in the same run.

A second table, of Pagan, compares `Batch.step` alone, in turns: 1,000 rulesets with one (CPU time), one thread with two (wall).

    python -m benchmarks.steps_per_second [--json FILE] [--seconds 1.5] [--windows 3]

Rates are per second of CPU time on one thread, the best of several windows; start-up is that of a new process.
The run stops with an AssertionError if a state does not change or no game ends.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import ROOT, Rate, Ratio, best_rate, compare, machine, machine_line, ratio_table, table
from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.envs.batch import Batch
from pagan_env.pagan.variants import knobs, value_of, vary

GAMES = {"pagan": pagan_v0, "paradise_lost": paradise_lost_v0}
BATCHES = (256, 1024)
VARIANTS = 1000
CARDS_CHANGED = 5
REPLAYED_GAMES = 50

# What a new process does before its first decision is taken, and then before every kernel has run.
START = """
import json, time
from pagan_env import {game}_v0 as module
imported = time.time(), time.process_time()
env = module.raw_env()
env.reset(seed=0)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
first = time.time(), time.process_time()
from benchmarks.steps_per_second import kernel_player, batch_player
kernel_player("{game}", True, 1)()
batch_player("{game}", 1, 1)()
print(json.dumps([imported, first, (time.time(), time.process_time())]))
"""


def start_up(game: str) -> dict[str, tuple[float, float]]:
    """Wall and CPU seconds from starting Python to the import, the first AEC step, and until every kernel ran: cold, warm."""
    program = START.replace("{game}", game)
    seconds = {}
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PAGAN_ENV_CACHE": cache}
        for name in ("cold", "warm"):
            begun = time.time()
            child = subprocess.run(
                [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
            )
            imported, first, every = json.loads(child.stdout)
            seconds[f"{game}, {name}, import"] = imported[0] - begun, imported[1]
            seconds[f"{game}, {name}, first AEC step"] = first[0] - begun, first[1]
            seconds[f"{game}, {name}, every kernel run"] = every[0] - begun, every[1]
    return seconds


def kernel_player(name: str, observations: bool, decisions: int = 50_000) -> Callable[[], tuple[int, int]]:
    """Whole random games inside one kernel call, `decisions` decisions a call."""
    batch = Batch(name, 64)
    game, states, tables = batch.game, batch._states, batch.ruleset.tables
    seeds = np.arange(batch.num_envs)
    observation = np.zeros(game.observation_size, np.int8)
    out = np.zeros(4, np.int64)

    def play() -> tuple[int, int]:
        before = states.tobytes()
        game.kernels.random_games(states, tables, seeds, decisions, observation, observations, out)
        assert states.tobytes() != before, "the kernel left the states as they were"
        return int(out[0]), int(out[1])

    return play


def batch_player(game: str, num_envs: int, steps: int = 50) -> Callable[[], tuple[int, int]]:
    """Steps of a `Batch`, actions picked by a kernel."""
    batch = Batch(game, num_envs)
    actions = np.zeros(num_envs, np.int64)
    counter = 0

    def play() -> tuple[int, int]:
        nonlocal counter
        before, games = batch._states.tobytes(), 0
        for _ in range(steps):
            batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, counter)
            counter += 1
            batch.step(actions)
            games += int(np.count_nonzero(batch.episode_length))
        assert batch._states.tobytes() != before, "the batch left the states as they were"
        return num_envs * steps, games

    return play


def stepper(batch: Batch, clock: Callable[[], float], steps: int = 20) -> Callable[[], float]:
    """Seconds a decision in `step` alone, over `steps` steps of a batch whose games are at different stages."""
    actions = np.zeros(batch.num_envs, np.int64)
    counter = 0

    def play(steps: int = steps) -> float:
        nonlocal counter
        seconds = 0.0
        for _ in range(steps):
            batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, counter)
            counter += 1
            start = clock()
            batch.step(actions)
            seconds += clock() - start
        return seconds / (steps * batch.num_envs)

    play(1000)
    assert (batch._episode > 0).any(), "no game ended in 1000 steps"
    return play


def variants(number: int) -> list[dict[str, int]]:
    """Changes of 1 to 5 cards each: a card's price, upkeep or Secrets one or two up or down."""
    base, choices = pagan_v0.raw_env().ruleset, random.Random(0)
    known = knobs(base)
    slugs = [card.slug for own in base.kinds for card in own]
    found = []
    for _ in range(number):
        changed = choices.sample(slugs, choices.randint(1, CARDS_CHANGED))
        paths = [path for slug in changed for path in known if path.startswith(f"cards.{slug}.") and known[path].column is None]
        found.append({path: max(known[path].low, value_of(base, known[path]) + choices.choice([-2, -1, 1, 2])) for path in paths})
    return found


def comparisons() -> Iterator[Ratio]:
    """Each row of the second table."""
    batch = Batch("pagan", VARIANTS)
    many = vary(batch.ruleset, variants(VARIANTS))
    varied = Batch("pagan", VARIANTS, ruleset=many, ruleset_index=np.arange(VARIANTS))
    what = f"cost of {VARIANTS:,} rulesets, up to {CARDS_CHANGED} cards changed in each, against one"
    yield compare(what, stepper(varied, time.process_time), stepper(batch, time.process_time), turns=40)
    for num_envs in BATCHES:
        one, two = Batch("pagan", num_envs), Batch("pagan", num_envs, threads=2)
        what = f"speed of two threads against one, Batch of {num_envs}"
        yield compare(what, stepper(one, time.perf_counter), stepper(two, time.perf_counter), turns=40)


def random_player(env: Any) -> Callable[[], tuple[int, int]]:
    """One game through an AEC environment a call: `agent_iter`, `last`, a random legal action from the mask, `step`."""
    choices = random.Random(0)

    def play() -> tuple[int, int]:
        env.reset()
        return sum(1 for _ in _random_game(env, choices)), 1

    return play


def _random_game(env: Any, choices: random.Random) -> Iterator[tuple[Any, int]]:
    """Observation and action of each decision."""
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        action = int(legal[int(choices.random() * len(legal))])
        yield observation, action
        env.step(action)


def replaying_player(env: Any) -> Callable[[], tuple[int, int]]:
    """The same loop over recorded games, so that picking actions costs nothing: the environment alone."""
    records = []
    for seed in range(REPLAYED_GAMES):
        env.reset(seed=seed)
        moves = list(_random_game(env, random.Random(seed)))
        seen = {observation["observation"].tobytes() for observation, _ in moves}
        assert len(seen) > len(moves) // 2, f"{env}: observations hardly change in a game of {len(moves)} decisions"
        records.append((seed, [action for _, action in moves]))

    def play() -> tuple[int, int]:
        for seed, actions in records:
            env.reset(seed=seed)
            upcoming = iter(actions)
            for _ in env.agent_iter():
                _, _, terminated, truncated, _ = env.last()
                env.step(None if terminated or truncated else next(upcoming))
        return sum(len(actions) for _, actions in records), len(records)

    return play


def connect_four() -> Any:
    """PettingZoo's module of that name, or None where its pygame is missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of old ways to make it, and pygame's own
        try:
            from pettingzoo.classic import connect_four_v3
        except ImportError:
            return None
    return connect_four_v3


def players() -> Iterator[tuple[str, Callable[[], tuple[int, int]]]]:
    """Each row of the table: its name and what plays."""
    for game in GAMES:
        yield f"{game}, in a kernel, legal sets only", kernel_player(game, False)
        yield f"{game}, in a kernel, with observations", kernel_player(game, True)
        for num_envs in BATCHES:
            yield f"{game}, Batch of {num_envs}, with observations", batch_player(game, num_envs)
    for name, module in {**GAMES, "connect four": connect_four()}.items():
        if module is None:
            print(f"{name}: left out, `pip install pygame-ce` to have it")
            continue
        for wrapping, make in (("raw", module.raw_env), ("wrapped", module.env)):
            yield f"{name}, {wrapping} AEC, replayed actions", replaying_player(make())
            yield f"{name}, {wrapping} AEC, random actions", random_player(make())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steps_per_second", description=__doc__.split("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU seconds a window (default %(default)s)")
    parser.add_argument("--windows", type=int, default=3, help="windows, the best counts (default %(default)s)")
    arguments = parser.parse_args()

    found = machine("numpy", "numba", "gymnasium", "pettingzoo")
    print(machine_line(found))
    started = {name: seconds for game in GAMES for name, seconds in start_up(game).items()}
    print(f"\n{'seconds from starting Python':44}   wall    CPU")
    for name, (wall, cpu) in started.items():
        print(f"{name:44}{wall:7.2f}{cpu:7.2f}")

    rates: list[Rate] = [best_rate(what, play, seconds=arguments.seconds, windows=arguments.windows) for what, play in players()]
    print(f"\nper second of CPU time, best of {arguments.windows} windows of {arguments.seconds} s")
    print(table(rates))
    ratios = list(comparisons())
    print("\n`Batch.step` alone: ratio of the best of 40 turns, and median of the turns' ratios")
    print(ratio_table(ratios))
    if arguments.json:
        figures = {
            rate.what: {
                "decisions_per_cpu_second": rate.decisions_per_second,
                "games_per_cpu_second": rate.games_per_second,
                "decisions_per_game": rate.decisions_per_game,
            }
            for rate in rates
        }
        begun = {name: {"wall_seconds": wall, "cpu_seconds": cpu} for name, (wall, cpu) in started.items()}
        compared = {ratio.what: {"best": ratio.best, "median": ratio.median} for ratio in ratios}
        report = {"machine": found, "start_up": begun, "rates": figures, "ratios": compared}
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
