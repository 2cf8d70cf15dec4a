"""How speed and memory go with the number of games, threads and rulesets: figures, a page and a plot.

    python -m benchmarks.scaling [--seconds 0.5] [--windows 3] [--turns 15]
    python -m benchmarks.scaling --page

Writes scaling.json, scaling.svg and the section "scaling" of README.md, all in this folder; with `--page` it measures nothing
and writes the latter two from the first. Speed is that of `Batch` with
observations and masks, whose games are at stages all over a random game: decisions a second of CPU time with a kernel that
picks the actions, beside the floor (`floor.py`); for threads and rulesets, of `Batch.step` alone in turns, by the wall clock for
threads.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.floor import Floor
from benchmarks.measure import FEWEST, best_rate, fastest, in_turns, machine, middle, read_figures, within
from benchmarks.memory import arrays, grown
from benchmarks.page import put
from benchmarks.players import GAMES, batch_player, running, stepper, varied
from benchmarks.scaling_page import plot, text
from pagan_env.envs.batch import Batch

HERE = Path(__file__).resolve().parent
FIGURES, PLOT = HERE / "scaling.json", HERE / "scaling.svg"
NUM_ENVS = (1, 4, 16, 64, 256, 1024, 4096, 16384)
NUM_ENVS_OF_THREADS = (64, 256, 1024, 4096, 16384)
RULESETS = (1, 10, 100, 1000)
DECISIONS = 16384  # in a call, at least
DECISIONS_OF_TURN = 65536


def by_games(game: str, num_envs: int, seconds: float, windows: int) -> dict[str, float]:
    """Decisions a second of CPU time, and the floor's."""
    rounds = max(1, DECISIONS // num_envs)
    play, floor = batch_player(running(game, num_envs), rounds), Floor(game, num_envs)
    ours = best_rate(f"{game}, {num_envs} games", play, seconds=seconds, windows=windows)
    return {
        "decisions_per_second": ours.decisions_per_second,
        "floor_per_second": fastest(lambda: floor.play(rounds), seconds=seconds / 2, windows=windows),
    }


def in_pairs(batches: Sequence[Batch], names: Sequence[str], clock: Callable[[], float], turns: int) -> dict[str, Any]:
    """Decisions a second of two batches in their best turns, and how many times as fast the second is: median and interval."""
    steps = max(1, DECISIONS_OF_TURN // batches[0].num_envs)
    pairs = in_turns(*(stepper(batch, clock, steps) for batch in batches), turns=turns)
    best = {name: 1 / min(times) for name, times in zip(names, zip(*pairs, strict=True), strict=True)}
    return {**best, "ratio": vars(middle([first / second for first, second in pairs]))}


def measured(seconds: float, windows: int, turns: int) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {"machine": machine("numpy", "numba"), "games": {}, "threads": {}, "rulesets": {}, "memory": {}}
    for game in GAMES:
        found["games"][game] = {str(n): by_games(game, n, seconds, windows) for n in NUM_ENVS}
    for game in GAMES:
        found["threads"][game] = {
            str(n): in_pairs([running(game, n), running(game, n, threads=2)], ["one", "two"], time.perf_counter, turns)
            for n in NUM_ENVS_OF_THREADS
        }
    for rulesets in RULESETS:
        pair = [varied(1, RULESETS[-1]), varied(rulesets, RULESETS[-1])]
        found["rulesets"][str(rulesets)] = in_pairs(pair, ["one", "many"], time.process_time, turns)
    for game in GAMES:
        most = NUM_ENVS[-1]
        found["memory"][game] = {"arrays": arrays(Batch(game, most)), "grown": grown(game, most), "num_envs": most}
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=within(0.05, 60, float), default=0.5, help="CPU seconds a window (default %(default)s)")
    parser.add_argument("--windows", type=within(1, 50, int), default=3, help="windows, the best counts (default %(default)s)")
    parser.add_argument("--turns", type=within(FEWEST, 1000, int), default=15, help="of each compared (default %(default)s)")
    parser.add_argument("--page", action="store_true", help="measure nothing: page and plot of the figures there are")
    given = parser.parse_args(arguments)
    if find_spec("matplotlib") is None:
        print("benchmarks.scaling: found no matplotlib, allowed: `pip install -e '.[bench]'` first", file=sys.stderr)
        return 2
    if not given.page:
        figures = measured(given.seconds, given.windows, given.turns)
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    try:
        found = read_figures(FIGURES)
    except ValueError as error:
        parser.error(str(error))
    plot(found, PLOT)
    put("scaling", text(found))
    print(text(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
