"""One family, measured in this process, one line of JSON an environment: `python -m benchmarks.peers.child FAMILY ...`.

Not meant to be called by hand: `python -m benchmarks.peers` sets the environment variables that keep libraries to one thread.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from benchmarks.measure import best_rate

from .peer import FAMILIES, FEW, LIKE, SMALL, Peer


def row(family: str, peer: Peer, *, seconds: float, windows: int) -> dict[str, Any]:
    """The figures of the environment's fastest setting, or why there are none."""
    said = {"family": family, "environment": peer.environment, "how": peer.how, "kind": peer.kind, "counted": peer.counted}
    best: dict[str, Any] = {}
    tried = {}
    try:
        for setting, make in peer.settings.items():
            playing = make()
            rate = best_rate(f"{peer.environment}, {setting}", playing.play, seconds=seconds, windows=windows)
            tried[setting] = round(rate.decisions_per_second)
            if tried[setting] == max(tried.values()):
                best = {
                    "setting": setting,
                    "decisions_per_second": tried[setting],
                    "decisions_per_game": round(playing.decisions_per_game or rate.decisions_per_game, 2),
                    "observation": int(playing.observation),
                    "actions": int(playing.actions),
                }
        if peer.kind in (LIKE, SMALL):
            assert (peer.kind == SMALL) == (best["actions"] < FEW), f"{peer.environment}: {best['actions']} actions"
    except Exception as fault:  # a peer's fault is a row of the table
        return {**said, "error": f"{type(fault).__name__}: {fault}".split("\n")[0]}
    return {**said, **best, "tried": tried}


def rows(family: str, *, seconds: float, windows: int) -> Iterator[dict[str, Any]]:
    """A row for each of the family's environments, or one that says why there are none."""
    try:
        peers = list(import_module(f"benchmarks.peers.{family}").peers())
    except Exception as fault:
        yield {"family": family, "environment": family, "error": f"{type(fault).__name__}: {fault}".split("\n")[0]}
        return
    for peer in peers:
        yield row(family, peer, seconds=seconds, windows=windows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.child")
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--windows", type=int, required=True)
    parser.add_argument("--core", type=int, required=True)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {arguments.core})
    for measured in rows(arguments.family, seconds=arguments.seconds, windows=arguments.windows):
        print(json.dumps(measured), flush=True)


if __name__ == "__main__":
    main()
