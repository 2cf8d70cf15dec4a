"""Whole-program compilation: a kernel that Python calls holds all that it calls, and nothing else is made of that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from pagan_env.core import bits
from pagan_env.core.jit import COMPILED, OPTIONS, PACKAGE, kernel
from pagan_env.core.whole import WholeCompiler

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@kernel
def low(word):
    return bits.lowest(word) + 1


@kernel
def lows(words):
    total = 0
    for w in range(words.shape[0]):
        total += low(words[w])
    return total


@numba.njit
def from_outside(words):
    return lows(words) + lows(words[:1])


WORDS = np.array([0b1000, 0b10], np.uint64)


def test_what_a_kernel_calls_is_compiled_into_it_alone():
    fresh = numba.njit(pipeline_class=WholeCompiler, **OPTIONS)(lows.py_func)  # not from disk
    assert fresh(WORDS) == lows(WORDS) == 4 + 2
    library = next(iter(fresh.overloads.values())).library
    external = {f.name for f in library._final_module.functions if not f.is_declaration and f.linkage.name == "external"}
    assert external, "nothing is left for Python to call"
    assert all("lows" in name for name in external), external
    assert not low.overloads, "a part was compiled for Python as well"


def test_a_part_can_be_called_from_python_too():
    assert low(np.uint64(0b100)) == 3


def test_functions_that_numba_compiles_by_itself_may_call_kernels():
    assert from_outside(WORDS) == 6 + 4


APART = """
from pagan_env.core.jit import kernel, kernel_apart

@kernel_apart
def large(n):
    return 3 * n

@kernel
def caller(n):
    return large(n) + 1
"""


def test_what_is_compiled_apart_is_found_by_those_on_disk(tmp_path: Path):
    """A kernel from disk has what it calls loaded first, and made anew if its file is gone."""
    (tmp_path / "mine.py").write_text(APART)
    environment = {
        **os.environ,
        "PYTHONPATH": f"{PACKAGE.parent}{os.pathsep}{tmp_path}",
        "PAGAN_ENV_CACHE": str(tmp_path / "cache"),
    }

    def run() -> None:
        program = "import mine; print(mine.caller(5), mine.caller.stats.cache_hits.total())"
        child = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
        printed.append(child.stdout.split())

    printed: list[list[str]] = []
    run()
    run()
    files = list((tmp_path / "cache").rglob("mine.large-*"))
    assert files, "nothing was compiled apart"
    for file in files:
        file.unlink()
    run()
    assert printed == [["16", "0"], ["16", "1"], ["16", "1"]]
    assert all(file.exists() for file in files)
