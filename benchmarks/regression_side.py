"""One side of `benchmarks.regression`, in a process of its own: the engine of one folder, played by this folder's benchmarks.

    python -P benchmarks/regression_side.py FOLDER CORE

Reads a row's name and CPU seconds a line, plays that long, and writes decisions a second; "rows" lists the names, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

BATCH = 1024


def find_engine(folder: Path) -> None:
    """Import the folder's engine and then take all else from here. SystemExit: there is none."""
    sys.path.insert(0, str(folder))
    try:
        import pagan_env
    except ModuleNotFoundError as error:
        sys.exit(f"cannot import its pagan_env: {error}")
    if not Path(pagan_env.__file__).is_relative_to(folder):
        sys.exit("found no pagan_env in it")
    sys.path[0] = str(Path(__file__).resolve().parent.parent)


def rows() -> dict[str, Callable[[], Callable[[], tuple[int, int]]]]:
    """What is played, by name; each makes what plays."""
    from benchmarks.players import GAMES, batch_player, kernel_player, replaying_player, running

    found: dict[str, Callable[[], Callable[[], tuple[int, int]]]] = {}
    for game, module in GAMES.items():
        found[f"{game}, in a kernel, legal sets only"] = partial(kernel_player, game, False)
        found[f"{game}, in a kernel, with observations"] = partial(kernel_player, game, True)
        found[f"{game}, Batch of {BATCH}, with observations"] = lambda game=game: batch_player(running(game, BATCH), 20)
        found[f"{game}, raw AEC, replayed actions"] = lambda module=module: replaying_player(module.raw_env())
    return found


def rate(play: Callable[[], tuple[int, int]], seconds: float) -> float:
    """Decisions a second of CPU time."""
    decisions, elapsed, begun = 0, 0.0, time.process_time()
    while elapsed < seconds:
        decisions += play()[0]
        elapsed = time.process_time() - begun
    return decisions / elapsed


def main(folder: Path, core: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    find_engine(folder)
    makers, players = rows(), {}
    for line in sys.stdin:
        asked = json.loads(line)
        if asked == "rows":
            print(json.dumps(list(makers)), flush=True)
            continue
        row, seconds = asked
        if row not in players:
            players[row] = makers[row]()
            players[row]()  # compiled
        print(rate(players[row], seconds), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]))
