"""How long a new process takes to its first decision, with no compiled kernels (cold) and with them (warm)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from benchmarks.measure import ROOT

# What a new process does before its first decision is taken, and then before every kernel has run.
START = """
import json, time
from pagan_env import {game}_v0 as module
imported = time.time(), time.process_time()
env = module.raw_env()
env.reset(seed=0)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
first = time.time(), time.process_time()
from benchmarks.players import batch_player, kernel_player
from pagan_env.envs.batch import Batch
kernel_player("{game}", True, 1)()
batch_player(Batch("{game}", 1), 1)()
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


def start_up_table(started: dict[str, tuple[float, float]]) -> str:
    """The seconds as plain text, a line each."""
    lines = [f"{'seconds from starting Python':44}   wall    CPU"]
    return "\n".join(lines + [f"{name:44}{wall:7.2f}{cpu:7.2f}" for name, (wall, cpu) in started.items()])
