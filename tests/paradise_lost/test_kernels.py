"""Kernels as faces call them: one signature each, no index outside its array."""

from __future__ import annotations

import os
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from pagan_env.core.jit import COMPILED

ROOT = Path(__file__).parents[2]
PLAY = """
import sys
import numpy as np
from pagan_env.core.jit import rows
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.layout import STATE
from pagan_env.paradise_lost.observe import SIZE
from pagan_env.paradise_lost.rulesets import load_ruleset, ruleset_names

for name in ruleset_names():
    for heroes in (2, 3, 4, 5):
        tables, states = load_ruleset(name, heroes).tables, rows(np.zeros(64, STATE))
        seeds, played = np.arange(64), np.zeros(4, np.int64)
        kernels.reset(states, tables, np.zeros(64, np.int64), seeds)
        kernels.random_games(states, tables, seeds, 40_000, np.zeros(SIZE, np.int8), True, played)
        assert played[1] > 50, played
        for i in range(64):
            kernels.redeal(states, tables, i, i % heroes, i)
        kernels.random_games(states, tables, seeds, 4_000, np.zeros(SIZE, np.int8), True, played)
"""
USE = """
import random, sys, numpy as np
from pagan_env import paradise_lost_v0
from pagan_env.envs.batch import Batch
for heroes in (2, 5):
    env = paradise_lost_v0.raw_env(num_heroes=heroes, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        choices = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else random.choice(choices.tolist()))
    for observations in (True, False):
        batch = Batch("paradise_lost", 4, num_heroes=heroes, seed=5, observations=observations)
        for kind in (np.int64, np.int32):
            for _ in range(5):
                batch.step(batch.action_mask.argmax(1).astype(kind))
                batch.observe(0)
                batch.reset()
name = "pagan_env.paradise_lost.kernels"
print({key: len(value.signatures) for key, value in vars(sys.modules[name]).items()
       if hasattr(value, "signatures") and value.py_func.__module__ == name})
"""


def run(program: str, **environment: str) -> str:
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0, child.stderr
    return child.stdout.strip()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="plain Python checks its indexes anyway")
def test_no_index_out_of_bounds():
    run(PLAY, NUMBA_BOUNDSCHECK="1")


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_importing_compiles_nothing():
    program = "import sys, pagan_env.paradise_lost_v0, pagan_env.envs.batch\n"
    program += "found = [len(value.signatures) for name in list(sys.modules) if name.startswith('pagan_env.')\n"
    program += "         for value in vars(sys.modules[name]).values() if hasattr(value, 'signatures')]\n"
    assert run(program + "print(len(found) > 100, sum(found))") == "True 0"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_every_kernel_has_one_signature():
    """A second one would mean minutes of compilation, and a face that passes other types than the rest."""
    found = literal_eval(run(USE))
    assert {name for name, count in found.items() if count > 1} == set()
    assert {name for name, count in found.items() if count} >= {"reset", "mask", "observe", "step", "step_one", "fill"}
