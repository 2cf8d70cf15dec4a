"""How many instructions a decision takes inside a kernel, counted by Valgrind: the same however busy the machine is.

    python -m benchmarks.instructions [BASE]

With BASE, a commit, its engine too, and the ratio. Counted is what more games at random add, compiled for a processor that
Valgrind knows (without AVX-512). Each of four counts of an engine takes about two minutes, after compiling.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import ROOT, machine, machine_line
from benchmarks.players import GAMES
from benchmarks.regression import checked_out, find_commit

FEW, MANY = 60_000, 180_000  # decisions; 64 games of Pagan have about 59,000
PROCESSOR = {
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+popcnt,+lzcnt,+fma",
    "OPENBLAS_CORETYPE": "Haswell",
}
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
PROGRAM = """
import sys
from pathlib import Path
from benchmarks.regression_side import find_engine
find_engine(Path(sys.argv[1]))
from benchmarks.players import kernel_player
kernel_player(sys.argv[2], sys.argv[3] == "observations", int(sys.argv[4]))()
"""


def count(engine: Path, cache: str | None, game: str, observations: bool) -> float:
    """Instructions a decision. RuntimeError, one line: it can't be played or counted."""
    environment = {**os.environ, **PROCESSOR, **({"PAGAN_ENV_CACHE": cache} if cache else {})}
    given = [sys.executable, "-c", PROGRAM, str(engine), game, "observations" if observations else "none"]
    _run([*given, "1"], environment)  # compiled beforehand: only play is to be counted
    few, many = (read(_run([*COUNTER, *given, str(decisions)], environment)) for decisions in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def _run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1])
    return done.stderr


def read(report: str) -> int:
    """The instructions that Valgrind has counted. RuntimeError: it tells none."""
    told = re.search(r"I\s+refs:\s+([\d,]+)", report)
    if not told:
        raise RuntimeError(f"valgrind told no count but {report.strip()[-100:]!r}")
    return int(told[1].replace(",", ""))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=(__doc__ or "").split("\n\n")[-1])
    parser.add_argument("base", metavar="BASE", nargs="?", help="commit to count beside the working tree")
    given = parser.parse_args(arguments)
    if not shutil.which(COUNTER[0]):
        print("benchmarks.instructions: found no valgrind, allowed: one on the path (Debian's package valgrind)", file=sys.stderr)
        return 2
    try:
        with ExitStack() as stack:
            engines: list[tuple[str, Path, str | None]] = [("tree", ROOT, None)]
            if given.base:
                folder = stack.enter_context(checked_out(find_commit(given.base)))
                engines.insert(0, ("base", folder / "tree", str(folder / "kernels")))
            print(machine_line(machine("numba")))
            print(f"\n{'instructions a decision':44}" + "".join(f"{name:>8}" for name, _, _ in engines))
            for game in GAMES:
                for observations in (False, True):
                    counts = [count(root, cache, game, observations) for _, root, cache in engines]
                    what = f"{game}, {'with observations' if observations else 'legal sets only'}"
                    ratio = f"  {counts[1] / counts[0]:5.2f}" if given.base else ""
                    print(f"{what:44}" + "".join(f"{number:8,.0f}" for number in counts) + ratio, flush=True)
    except (ValueError, RuntimeError) as error:
        print(f"benchmarks.instructions: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
