"""Is the working tree slower than a base commit? Both play in turns on one core, so that what the machine does cancels out.

    python -m benchmarks.regression BASE [--threshold 0.93] [--turns 12] [--seconds 0.3]

A row's ratio is working tree to base, the median of the turns with its 95 % interval. Exits with 1 if a row's whole interval is
below the threshold, with 2 if the two can't be compared. Both engines are played by this tree's benchmarks. With
`PAGAN_ENV_CACHE` the base stays in that folder with its compiled kernels; else it is in a temporary one and compiled each time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from benchmarks.measure import FEWEST, ROOT, Middle, machine, machine_line, middle, within

THRESHOLD = 0.93
PROGRAM = Path(__file__).with_name("regression_side.py")


class Player(Protocol):
    """What plays a row for some CPU seconds and says how many decisions a second that were."""

    def rate(self, row: str, seconds: float) -> float: ...


class Side:
    """A process that plays one engine, for use in a `with`. RuntimeError, one line, if it ends."""

    def __init__(self, name: str, command: Sequence[str], environment: dict[str, str]) -> None:
        self.name, self._command, self._environment = name, command, environment

    def __enter__(self) -> Side:
        with ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))
            pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._errors}
            self._process = stack.enter_context(subprocess.Popen(self._command, text=True, env=self._environment, **pipes))
            stack.callback(self._process.kill)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def compile(self) -> list[str]:
        """Have all that it can play compiled; the rows' names."""
        return list(self._ask("compile"))

    def rate(self, row: str, seconds: float) -> float:
        """Decisions a second of CPU time, over so many."""
        return float(self._ask([row, seconds]))

    def _ask(self, what: Any) -> Any:
        assert self._process.stdin and self._process.stdout
        try:
            print(json.dumps(what), file=self._process.stdin, flush=True)
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            ended = self._process.wait()
            self._errors.seek(0)
            told = self._errors.read().strip().splitlines() or [f"ended with {ended}"]
            raise RuntimeError(f"{self.name}: {told[-1]}")
        return json.loads(answer)


@dataclass(frozen=True)
class Verdict:
    """A row: decisions a second of both sides in the middle turn, and the ratio of tree to base."""

    row: str
    base: float
    tree: float
    ratio: Middle

    def slower(self, threshold: float) -> bool:
        """Whether all of the interval is below the threshold."""
        return self.ratio.high < threshold


def judge(row: str, base: Player, tree: Player, *, turns: int, seconds: float) -> Verdict:
    """Play a row in turns: base, tree, tree, base and so on."""
    base.rate(row, seconds), tree.rate(row, seconds)
    pairs = []
    for turn in range(turns):
        first, second = (tree, base) if turn % 2 else (base, tree)
        rates = first.rate(row, seconds), second.rate(row, seconds)
        pairs.append(rates[::-1] if turn % 2 else rates)
    bases, trees = zip(*pairs, strict=True)
    ratio = middle([ours / before for before, ours in pairs])
    return Verdict(row, statistics.median(bases), statistics.median(trees), ratio)


def line(verdict: Verdict, wide: int, threshold: float) -> str:
    """A row of the table."""
    ratio = verdict.ratio
    told = f"{ratio.median:6.3f}  {ratio.low:.3f} to {ratio.high:.3f}"
    end = f"  slower than {threshold}" if verdict.slower(threshold) else ""
    return f"{verdict.row:{wide}}  {verdict.base:11,.0f}  {verdict.tree:11,.0f}  {told}{end}"


def find_commit(base: str) -> str:
    """The commit's full name. ValueError: there is none."""
    asked = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"BASE: found {base!r}, allowed: a commit of this repository")
    return done.stdout.strip()


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the commit's files in `tree`: a temporary one, or one in PAGAN_ENV_CACHE that stays."""
    chosen = os.environ.get("PAGAN_ENV_CACHE")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(chosen) / f"regression-{commit[:16]}" if chosen else Path(temporary) / "base"
        if not folder.exists():
            packed = Path(temporary) / "base.tar"
            subprocess.run(["git", "archive", "-o", str(packed), commit], cwd=ROOT, check=True)
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as half, tarfile.open(packed) as archive:
                archive.extractall(Path(half) / "base" / "tree", filter="data")
                (Path(half) / "base").rename(folder)
        yield folder


def start(name: str, root: Path, cache: str | None) -> Side:
    """The side whose engine is in `root`; `cache`: where its compiled kernels go, None: the usual place. All share one core."""
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    environment = {**os.environ, **({"PAGAN_ENV_CACHE": cache} if cache else {})}
    return Side(name, [sys.executable, "-P", str(PROGRAM), str(root), str(core)], environment)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regression", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("base", metavar="BASE", help="commit to compare the working tree with")
    parser.add_argument("--threshold", type=within(0.01, 1, float), default=THRESHOLD, help="too slow (default %(default)s)")
    parser.add_argument("--turns", type=within(FEWEST, 1000, int), default=12, help="of each side a row (default %(default)s)")
    parser.add_argument("--seconds", type=within(0.05, 60, float), default=0.3, help="CPU seconds a turn (default %(default)s)")
    given = parser.parse_args(arguments)
    try:
        commit = find_commit(given.base)
        with checked_out(commit) as folder:
            base = start(f"base {commit[:7]}", folder / "tree", str(folder / "kernels"))
            tree = start("working tree", ROOT, None)
            return compared(base, tree, given)
    except (ValueError, RuntimeError) as error:
        print(f"benchmarks.regression: {error}", file=sys.stderr)
        return 2


def compared(base: Side, tree: Side, given: argparse.Namespace) -> int:
    """Print the table; 1 if a row is slower, else 0."""
    for side in (base, tree):  # beforehand: a process that compiles what it plays is some 10 % slower than one that loads it
        with side:
            rows = side.compile()
    wide, slower = max(map(len, rows)), 0
    print(machine_line(machine("numpy", "numba")))
    print(f"\ndecisions a second of CPU time, {given.turns} turns of {given.seconds} s: {base.name} and {tree.name}")
    print(f"{'':{wide}}  {'base':>11}  {'tree':>11}   ratio  95 % interval")
    with base, tree:
        for row in rows:
            verdict = judge(row, base, tree, turns=given.turns, seconds=given.seconds)
            slower += verdict.slower(given.threshold)
            print(line(verdict, wide, given.threshold), flush=True)
    print(f"\n{slower} of {len(rows)} rows are slower" if slower else f"\nno row is slower than {given.threshold} of the base")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
