"""Memory of a `Batch`: of which arrays it is made, and by how much a process that makes one grows.

python -m benchmarks.memory GAME NUM_ENVS

Prints the bytes a game that this process grows by.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from benchmarks.measure import ROOT
from benchmarks.players import batch_player, running
from pagan_env.envs.batch import Batch

STATM = Path("/proc/self/statm")
STEPS = 100
NAMED = {
    "_bytes": "states",
    "_scratch_bytes": "scratch for stepping some of the games",
    "observation": "observations",
    "final_observation": "final observations of all seats",
    "action_mask": "action masks",
    "legal_words": "legal words",
}
VIEWS = ("_states", "_scratch")  # of the same memory as bytes


def arrays(batch: Batch) -> dict[str, float]:
    """Bytes a game by what they are for, of all arrays that a batch holds."""
    held = {name: value for name, value in vars(batch).items() if isinstance(value, np.ndarray) and name not in VIEWS}
    found = {what: held.pop(name).nbytes / batch.num_envs for name, what in NAMED.items()}
    assert all(array.base is None for array in held.values()), "an array of a batch is a view of another"
    return {**found, "all others": sum(array.nbytes for array in held.values()) / batch.num_envs}


def growth(game: str, num_envs: int) -> float:
    """Bytes a game by which this process grows when it makes so many and plays them for a while."""
    batch_player(running(game, 1), 1)()  # compiled
    before = _resident()
    batch = running(game, num_envs)
    batch_player(batch, STEPS)()
    return (_resident() - before) / num_envs


def _resident() -> int:
    return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def grown(game: str, num_envs: int) -> float | None:
    """`growth` in a process of its own; None where the system doesn't tell."""
    if not STATM.exists():
        return None
    command = [sys.executable, "-m", "benchmarks.memory", game, str(num_envs)]
    return float(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout)


if __name__ == "__main__":
    print(growth(sys.argv[1], int(sys.argv[2])))
