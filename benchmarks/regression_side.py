"""One side of `benchmarks.regression`, in a process of its own: the engine of one folder, played by this folder's benchmarks.

    python -P benchmarks/regression_side.py FOLDER CORE

Reads lines of JSON and answers each with one: a row's name and CPU seconds with decisions a second over that long, "compile",
which has every row run once, with their names.
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

Play = Callable[[], tuple[int, int]]


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


def rows() -> dict[str, Callable[[], Play]]:
    """What is played, by name; each makes what plays."""
    from benchmarks.players import GAMES, kernel_player

    found: dict[str, Callable[[], Play]] = {}
    for game in GAMES:
        found[f"{game}, in a kernel, legal sets only"] = partial(kernel_player, game, False)
        found[f"{game}, in a kernel, with observations"] = partial(kernel_player, game, True)
        found[f"{game}, Batch of {BATCH}, with observations"] = partial(_batch, game)
        found[f"{game}, raw AEC, replayed actions"] = partial(_aec, game)
    return found


def _batch(game: str) -> Play:
    from benchmarks.players import batch_player, running

    return batch_player(running(game, BATCH), steps=20)


def _aec(game: str) -> Play:
    from benchmarks.players import GAMES, replaying_player

    return replaying_player(GAMES[game].raw_env())


def rate(play: Play, seconds: float) -> float:
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
        if asked == "compile":
            for make in makers.values():
                make()()
            print(json.dumps(list(makers)), flush=True)
            continue
        row, seconds = asked
        if row not in players:
            players[row] = makers[row]()
            players[row]()
        print(rate(players[row], seconds), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]))
