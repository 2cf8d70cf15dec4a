"""Random play with Numba's bounds checks, which a normal build leaves out: no index goes outside its array."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.pagan.rulesets import ruleset_names

ROOT = Path(__file__).parents[2]
PLAY = """
import sys
import numpy as np
from pagan_env.core.jit import rows
from pagan_env.pagan import kernels
from pagan_env.pagan.layout import STATE
from pagan_env.pagan.observe import SIZE
from pagan_env.pagan.rulesets import load_ruleset

for name in sys.argv[1:]:
    tables, states = load_ruleset(name).tables, rows(np.zeros(64, STATE))
    seeds, played = np.arange(64), np.zeros(4, np.int64)
    kernels.reset(states, tables, np.zeros(64, np.int64), seeds)
    kernels.random_games(states, tables, seeds, 300_000, np.zeros(SIZE, np.int8), True, played)
    assert played[1] > 100, played
"""


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="plain Python checks its indexes anyway")
def test_no_index_out_of_bounds():
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY, *ruleset_names()],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0, child.stderr
