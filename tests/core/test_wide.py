"""Wide moves write what the loops that they stand for would, where they should and nowhere else."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, PACKAGE, kernel, rows
from pagan_env.core.wide import narrow, spread

KINDS, BITS, ROOM = 50, 11, 100
RECORD = np.dtype([("before", "i2"), ("counts", "i2", (KINDS + 1,)), ("marks", "i8")], align=True)


@kernel
def some(states, out):
    narrow(states[0].counts, out, 3, KINDS)


@kernel
def few(states, out):
    narrow(states[0].counts, out, 3, 5)


@kernel
def flags(states, out):
    spread(states[0].marks, out, 7, BITS)


@kernel
def word(words, out):
    spread(words[0], out, 7, 64)


def record():
    states = np.zeros(1, RECORD)
    states["counts"] = np.arange(KINDS + 1) * 2 - 20
    states["before"] = 99
    return rows(states)


@pytest.mark.parametrize(("move", "count"), [(some, KINDS), (few, 5)])
def test_narrow(move, count):
    states, out = record(), np.full(ROOM, 77, np.int8)
    move(states, out)
    assert out[3 : 3 + count].tolist() == [n * 2 - 20 for n in range(1, count + 1)]
    assert (np.delete(out, range(3, 3 + count)) == 77).all()


@pytest.mark.parametrize("number", [0, 1, 0b101, 2**BITS - 1, 2**40 + 0b11000000000])
def test_spread(number):
    states, out = record(), np.full(ROOM, 77, np.int8)
    states["marks"] = number
    flags(states, out)
    assert out[7 : 7 + BITS].tolist() == [number >> n & 1 for n in range(BITS)]
    assert (np.delete(out, range(7, 7 + BITS)) == 77).all()


@pytest.mark.parametrize("number", [0, 1, 2**63, 2**64 - 1, 0x123456789ABCDEF0])
def test_spread_of_a_whole_word(number):
    out = np.full(ROOM, 77, np.int8)
    word(np.array([number], np.uint64), out)
    assert out[7 : 7 + 64].tolist() == [number >> n & 1 for n in range(64)]
    assert (np.delete(out, range(7, 7 + 64)) == 77).all()


ON_ANOTHER = """
import numpy as np
from pagan_env.core.jit import kernel
from pagan_env.core.wide import narrow, spread

@kernel
def odd_widths(words, numbers, out):
    spread(words[0], out, 0, 4)
    spread(words[0], out, 4, 5)
    spread(words[0], out, 9, 11)
    spread(words[0], out, 20, 49)
    narrow(numbers[0].row, out, 69, 18)

if __name__ == "__main__":
    out, numbers = np.zeros(87, np.int8), np.zeros(1, [("row", "i2", (21,))])
    numbers["row"] = np.arange(21)
    odd_widths(np.array([2**64 - 1], np.uint64), numbers, out)
    print(out[:69].sum(), out[69:].tolist() == list(range(1, 19)))
"""


@pytest.mark.skipif(not COMPILED or platform.machine() != "x86_64", reason="compiled for processors of one family")
@pytest.mark.parametrize(("name", "features"), [("generic", ""), ("haswell", "+avx2,+bmi,+bmi2,+popcnt,+lzcnt,+fma")])
def test_processors_without_avx512_compile_it_too(tmp_path, name, features):
    """LLVM ends the process on some vectors of odd widths, but not where AVX-512 has masks for them."""
    (tmp_path / "mine.py").write_text(ON_ANOTHER)
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PAGAN_ENV_CACHE": str(tmp_path / "cache")}
    environment |= {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features}
    child = subprocess.run(
        [sys.executable, str(tmp_path / "mine.py")], env=environment, capture_output=True, text=True, check=False
    )
    assert (child.returncode, child.stdout) == (0, "69 True\n"), child.stderr[-300:]
