"""Measure other environments and ours in one run, and write the section "peers" of benchmarks/README.md, its plot and peers.json.

    python -m benchmarks.peers [--only FAMILY,FAMILY] [--seconds 1] [--windows 3] [--json FILE]
    python -m benchmarks.peers --redraw    the section and the plot again, from peers.json

Each family runs in a process of its own, all on one core and one thread. With `--only` the table is printed and nothing but
`--json` is written. Exits with 1 if one of ours or every peer lacks a figure.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, machine, machine_line, new_file, read_figures, within
from benchmarks.page import put

from . import plot
from .peer import FAMILIES, OURS
from .report import plain_table, section

FIGURES = ROOT / "benchmarks" / "peers.json"
PLOT = ROOT / "benchmarks" / "peers.svg"
PACKAGES = ("numpy", "numba", "open_spiel", "pgx", "jax", "envpool", "rlcard", "pettingzoo", "catanatron")
LIMIT = 400  # seconds for a family: what hangs shall not stop the rest

# One thread for whatever library a peer computes with, the CPU for JAX, and no greetings on standard output.
ENVIRONMENT = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "PYTHONWARNINGS": "ignore",
}


def core() -> int:
    """The core that everything is measured on: the last of those this process may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def measure(family: str, *, seconds: float, windows: int, limit: float = LIMIT) -> list[dict[str, Any]]:
    """The rows of one family, from a process of its own; the last says so if that process failed."""
    command = [sys.executable, "-m", "benchmarks.peers.child", family]
    options = ["--seconds", str(seconds), "--windows", str(windows), "--core", str(core())]
    try:
        child = subprocess.run(
            [*command, *options], cwd=ROOT, env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True, timeout=limit
        )
        out, fault = child.stdout, child.returncode and failure(child.returncode, child.stderr)
    except subprocess.TimeoutExpired as late:
        out = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        fault = f"not done after {limit:g} s"
    rows = [json.loads(line) for line in out.splitlines() if line.startswith("{") and line.endswith("}")]
    if fault:
        rows.append({"family": family, "environment": f"{family}, the rest", "error": fault})
    return rows


def failure(code: int, errors: str) -> str:
    """What a process that failed had last to say."""
    last = [line.strip() for line in errors.splitlines() if line.strip()][-1:]
    end = f"ended by signal {-code}" if code < 0 else f"ended with {code}"
    return end + "".join(f": {line[:200]}" for line in last)


def complete(rows: list[dict[str, Any]]) -> bool:
    """True if all of ours and any of the peers have a figure."""
    ours = [row for row in rows if row["family"] == OURS]
    return (
        bool(ours)
        and not any("error" in row for row in ours)
        and any(row["family"] != OURS and "error" not in row for row in rows)
    )


def write_page(report: dict[str, Any]) -> None:
    """The section and the plot of these figures."""
    put("peers", section(report))
    plot.draw(report["rows"], PLOT)


def families(given: str) -> list[str]:
    """The families named in `--only`. Raises ArgumentTypeError for others."""
    named = given.split(",")
    unknown = [name for name in named if name not in FAMILIES]
    if unknown:
        raise argparse.ArgumentTypeError(f"found {unknown[0]!r}, allowed: {', '.join(FAMILIES)}")
    return [family for family in FAMILIES if family in named]


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__.split("\n")[0])
    parser.add_argument("--only", type=families, metavar="FAMILY,...", help=f"of {', '.join(FAMILIES)}; the page stays as it is")
    parser.add_argument("--seconds", type=within(0.05, 60, float), default=1.0, help="CPU seconds a window (default %(default)s)")
    parser.add_argument("--windows", type=within(1, 50, int), default=3, help="windows, the best counts (default %(default)s)")
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the figures there too")
    parser.add_argument("--redraw", action="store_true", help="measure nothing: page and plot again, from benchmarks/peers.json")
    arguments = parser.parse_args(given)
    if arguments.redraw:
        if arguments.only or arguments.json:
            parser.error("--redraw: found --only or --json beside it, allowed: none, since nothing is measured")
        try:
            write_page(read_figures(FIGURES))
        except ValueError as error:
            parser.error(str(error))
        print(f"written from {FIGURES.name}: the section of README.md and {PLOT.name}")
        return 0

    found = machine(*PACKAGES)
    print(machine_line(found), flush=True)
    rows = []
    for family in arguments.only or FAMILIES:
        print(f"measuring {family}", flush=True)
        rows += measure(family, seconds=arguments.seconds, windows=arguments.windows)
    report = {"machine": found, "seconds": arguments.seconds, "windows": arguments.windows, "rows": rows}
    if arguments.json:
        write_figures(report, arguments.json)
    print(plain_table(rows))
    if arguments.only:
        return int(any("error" in row for row in rows))
    if not complete(rows):
        print("one of ours or every peer lacks a figure: the page stays as it is", file=sys.stderr)
        return 1
    write_figures(report, FIGURES)
    write_page(report)
    return 0


def write_figures(report: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
