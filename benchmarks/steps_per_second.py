"""How fast the games are played: start-up, kernels, batch, whole games, AEC, and PettingZoo's connect four in the same run.

Beside kernels and `Batch` stands the floor (`floor.py`): what no engine can do without, measured in the same run.
Another table, of Pagan, compares `Batch.step` alone, in turns: 1,000 rulesets with one (CPU time), one thread with two (wall).

    python -m benchmarks.steps_per_second [--json FILE] [--seconds 1] [--windows 3]

Rates are per second of CPU time on one thread, the best of several windows; start-up is that of a new process.
The run stops with an AssertionError if a state does not change or no game ends.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.floor import Floor
from benchmarks.measure import (
    Rate,
    Ratio,
    best_rate,
    compare,
    fastest,
    machine,
    machine_line,
    new_file,
    ratio_table,
    table,
    within,
)
from benchmarks.players import (
    CARDS_CHANGED,
    GAMES,
    KERNEL_GAMES,
    batch_player,
    connect_four,
    kernel_player,
    random_player,
    replaying_player,
    running,
    stepper,
    varied,
)
from benchmarks.start_up import start_up, start_up_table
from benchmarks.whole_games import RANDOM, TOP, scripted_player

BATCHES = (256, 1024)
VARIANTS = 1000
FLOOR_DECISIONS = 50_000  # in a call, as of `kernel_player`

Play = Callable[[], tuple[int, int]]


@dataclass(frozen=True)
class Row:
    """A row of the table: its name, what plays, and the floor that it is held against, if it has one."""

    what: str
    play: Play
    floor: Callable[[], int] | None = None


def rows() -> Iterator[Row]:
    """Each row of the table."""
    for game in GAMES:
        yield Row(f"{game}, in a kernel, legal sets only", kernel_player(game, False), _floor(game, KERNEL_GAMES, False, False))
        yield Row(f"{game}, in a kernel, with observations", kernel_player(game, True), _floor(game, KERNEL_GAMES, True, False))
        for num_envs in BATCHES:
            what = f"{game}, Batch of {num_envs}, with observations"
            yield Row(what, batch_player(running(game, num_envs)), _floor(game, num_envs, True, True))
        yield Row(f"{game}, whole games, scripted level {TOP}", scripted_player(game, TOP))
        yield Row(f"{game}, whole games, random", scripted_player(game, RANDOM))
    for name, module in {**GAMES, "connect four": connect_four()}.items():
        if module is None:
            print(f"{name}: left out, `pip install pygame-ce` to have it")
            continue
        for wrapping, make in (("raw", module.raw_env), ("wrapped", module.env)):
            yield Row(f"{name}, {wrapping} AEC, replayed actions", replaying_player(make()))
            yield Row(f"{name}, {wrapping} AEC, random actions", random_player(make()))


def _floor(game: str, num_envs: int, observations: bool, outputs: bool) -> Callable[[], int]:
    floor, rounds = Floor(game, num_envs, observations=observations, outputs=outputs), FLOOR_DECISIONS // num_envs
    return lambda: floor.play(rounds)


def speed_table(rates: list[Rate], floors: dict[str, float]) -> str:
    """The rates as plain text, and where there is a floor: that, a second, and what part of its speed we reach."""
    head, *lines = table(rates).split("\n")
    shown = [f"{head}      floor/s  of it"]
    for rate, line in zip(rates, lines, strict=True):
        floor = floors.get(rate.what)
        shown.append(line if floor is None else f"{line}  {floor:11,.0f}  {rate.decisions_per_second / floor:5.2f}")
    return "\n".join(shown)


def comparisons() -> Iterator[Ratio]:
    """Each row of the second table."""
    batch = running("pagan", VARIANTS)
    what = f"cost of {VARIANTS:,} rulesets, up to {CARDS_CHANGED} cards changed in each, against one"
    many = stepper(varied(VARIANTS, VARIANTS), time.process_time)
    yield compare(what, many, stepper(batch, time.process_time), turns=40)
    for num_envs in BATCHES:
        one, two = running("pagan", num_envs), running("pagan", num_envs, threads=2)
        what = f"speed of two threads against one, Batch of {num_envs}"
        yield compare(what, stepper(one, time.perf_counter), stepper(two, time.perf_counter), turns=40)


def report(
    found: dict[str, str],
    started: dict[str, tuple[float, float]],
    rates: list[Rate],
    floors: dict[str, float],
    ratios: list[Ratio],
) -> dict[str, object]:
    """All figures, for JSON."""
    figures: dict[str, dict[str, float]] = {}
    for rate in rates:
        figures[rate.what] = {
            "decisions_per_cpu_second": rate.decisions_per_second,
            "games_per_cpu_second": rate.games_per_second,
            "decisions_per_game": rate.decisions_per_game,
        }
        if rate.what in floors:
            figures[rate.what]["floor_per_cpu_second"] = floors[rate.what]
    begun = {name: {"wall_seconds": wall, "cpu_seconds": cpu} for name, (wall, cpu) in started.items()}
    compared = {ratio.what: {"best": ratio.best, "median": ratio.median} for ratio in ratios}
    return {"machine": found, "start_up": begun, "rates": figures, "ratios": compared}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steps_per_second", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the figures there too")
    parser.add_argument("--seconds", type=within(0.05, 60, float), default=1.0, help="CPU seconds a window (default %(default)s)")
    parser.add_argument("--windows", type=within(1, 50, int), default=3, help="windows, the best counts (default %(default)s)")
    given = parser.parse_args(arguments)

    found = machine("numpy", "numba", "gymnasium", "pettingzoo")
    print(machine_line(found))
    started = {name: seconds for game in GAMES for name, seconds in start_up(game).items()}
    print(f"\n{start_up_table(started)}", flush=True)

    rates: list[Rate] = []
    floors: dict[str, float] = {}
    for row in rows():
        rates.append(best_rate(row.what, row.play, seconds=given.seconds, windows=given.windows))
        if row.floor:
            floors[row.what] = fastest(row.floor, seconds=given.seconds / 3, windows=given.windows)
    print(f"\nper second of CPU time, best of {given.windows} windows of {given.seconds} s; floor: of a third of that")
    print(speed_table(rates, floors), flush=True)
    ratios = list(comparisons())
    print("\n`Batch.step` alone: ratio of the best of 40 turns, and median of the turns' ratios")
    print(ratio_table(ratios))
    if given.json:
        figures = report(found, started, rates, floors, ratios)
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
