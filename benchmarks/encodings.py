"""What the encodings of Pagan cost, each filled for the seat to act in running games of random play.

    python -m benchmarks.encodings [--games 2048] [--windows 5]

Nanoseconds of CPU time a game on one thread, the best of several windows; a row is one legal action, card or event.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from benchmarks.measure import machine, machine_line
from pagan_env.envs.batch import Batch
from pagan_env.pagan import encodings, kernels


def running(games: int, steps: int = 120) -> Batch:
    """Games of random play, so many decisions in."""
    batch = Batch("pagan", games, observations=False)
    actions = np.zeros(games, np.int64)
    for step in range(steps):
        kernels.random_step(batch._states, batch.ruleset.tables, actions, step)
        batch.step(actions)
    return batch


def nanoseconds(fill: Callable[[], object], games: int, windows: int) -> float:
    """CPU nanoseconds a game in the best window of at least 0.3 s."""
    fill()
    best = float("inf")
    for _ in range(windows):
        begun, calls = time.process_time(), 0
        while time.process_time() - begun < 0.3:
            fill()
            calls += 1
        best = min(best, (time.process_time() - begun) / calls / games * 1e9)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.encodings", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=2048, help="games filled in a call (default %(default)s)")
    parser.add_argument("--windows", type=int, default=5, help="windows, the best counts (default %(default)s)")
    arguments = parser.parse_args()
    n = arguments.games
    batch = running(n)
    states, tables, seats = batch._states, batch.ruleset.tables, batch.seat
    arrays = {encoding.name: encoding.zeros(n) for encoding in encodings.ENCODINGS}
    last = encodings.HISTORY.zeros(n, 16)
    ids, counts = np.zeros((n, encodings.MOST_ACTIONS), np.int64), np.zeros(n, np.int64)
    mask, words = np.zeros((n, batch.num_actions), np.int8), np.zeros((n, batch.game.words), np.uint64)
    flat = np.zeros((n, batch.observation_size), np.int8)
    fills: dict[str, Callable[[], object]] = {
        "flat observation and mask": lambda: kernels.fill(states, tables, flat, mask, words, seats),
        "entities": lambda: encodings.fill_entities(states, tables, seats, arrays["entities"]),
        "history, 64 events": lambda: encodings.fill_history(states, seats, arrays["history"]),
        "history, 16 events": lambda: encodings.fill_history(states, seats, last),
        "actions": lambda: encodings.fill_actions(states, tables, ids, arrays["actions"], counts),
        "rules": lambda: encodings.fill_rules(states, tables, arrays["rules"]),
    }
    print(machine_line(machine("numpy", "numba")))
    print(f"\n{'ns a decision':28}")
    for name, fill in fills.items():
        print(f"{name:28}{nanoseconds(fill, n, arguments.windows):8,.0f}")
    entities = (arrays["entities"][:, :, :5] > 0).any(2).sum(1).mean()
    print(f"\nrows filled: {entities:.1f} entities, {counts.mean():.1f} actions (at most {counts.max()})")


if __name__ == "__main__":
    main()
