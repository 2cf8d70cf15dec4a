"""What every benchmark needs: rates per CPU second, the best of several windows, and what they were measured on."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

FEWEST = 6  # values from which the median has a 95 % interval
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Rate:
    """What one way of playing reached in its best window."""

    what: str
    decisions: int
    games: int
    cpu_seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.cpu_seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.cpu_seconds

    @property
    def decisions_per_game(self) -> float:
        return self.decisions / self.games


def best_rate(what: str, play: Callable[[], tuple[int, int]], *, seconds: float, windows: int) -> Rate:
    """The best of `windows` windows of `seconds` of CPU time; `play()` returns decisions taken and games ended.

    Raises AssertionError if no game ends.
    """
    play()
    rates = []
    for _ in range(windows):
        decisions = games = 0
        start = time.process_time()
        elapsed = 0.0
        while elapsed < seconds:
            more, ended = play()
            decisions += more
            games += ended
            elapsed = time.process_time() - start
        assert games > 0, f"{what}: no game ended in {seconds} s"
        rates.append(Rate(what, decisions, games, elapsed))
    return max(rates, key=lambda rate: rate.decisions_per_second)


def fastest(play: Callable[[], int], *, seconds: float, windows: int) -> float:
    """The most a second of CPU time in `windows` windows of `seconds`; `play()` returns how many it did."""
    play()
    best = 0.0
    for _ in range(windows):
        done, elapsed, start = 0, 0.0, time.process_time()
        while elapsed < seconds:
            done += play()
            elapsed = time.process_time() - start
        best = max(best, done / elapsed)
    return best


@dataclass(frozen=True)
class Ratio:
    """How two ways of playing compare, measured in turns: of their best windows, and the middle one of all turns."""

    what: str
    best: float
    median: float


def compare(what: str, upper: Callable[[], float], lower: Callable[[], float], *, turns: int) -> Ratio:
    """`upper() / lower()`, both seconds a decision, over as many turns of each."""
    pairs = in_turns(upper, lower, turns=turns)
    best = min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs)
    return Ratio(what, best, statistics.median(above / below for above, below in pairs))


def in_turns(upper: Callable[[], float], lower: Callable[[], float], *, turns: int) -> list[tuple[float, float]]:
    """What both return, over as many turns of each, after one of each that doesn't count."""
    upper(), lower()
    return [(upper(), lower()) for _ in range(turns)]


@dataclass(frozen=True)
class Middle:
    """A median and its 95 % interval."""

    median: float
    low: float
    high: float


def middle(values: Sequence[float]) -> Middle:
    """The median of independent values, with its interval by the sign test. ValueError: too few of them for one."""
    if len(values) < FEWEST:
        raise ValueError(f"middle: found {len(values)} values, allowed: {FEWEST} or more")
    ordered, n = sorted(values), len(values)
    below, cut = 0.5**n, 0
    while 2 * below <= 0.05:  # the chance that the median lies under the value number `cut`, or as far above
        cut += 1
        below += math.comb(n, cut) * 0.5**n
    return Middle(statistics.median(ordered), ordered[cut - 1], ordered[n - cut])


def ratio_table(ratios: list[Ratio]) -> str:
    """The ratios as plain text, a line each."""
    wide = max(len(ratio.what) for ratio in ratios)
    lines = [f"{'':{wide}}   best  median"]
    lines += [f"{ratio.what:{wide}}  {ratio.best:5.2f}  {ratio.median:6.2f}" for ratio in ratios]
    return "\n".join(lines)


def table(rates: list[Rate]) -> str:
    """The rates as plain text, a line each."""
    wide = max(len(rate.what) for rate in rates)
    lines = [f"{'':{wide}}  decisions/s     games/s  decisions/game  us/decision"]
    lines += [
        f"{rate.what:{wide}}  {rate.decisions_per_second:11,.0f}  {rate.games_per_second:10,.1f}"
        f"  {rate.decisions_per_game:14,.1f}  {1e6 / rate.decisions_per_second:11,.3f}"
        for rate in rates
    ]
    return "\n".join(lines)


def machine(*packages: str) -> dict[str, str]:
    """On what this was measured: CPU, Python, the named packages' versions, and the commit if there is one."""
    found = {"cpu": _cpu(), "cores": str(os.cpu_count()), "python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    commit = _git("rev-parse", "--short", "HEAD")
    if commit:
        found["commit"] = commit + ("+changes" if _git("status", "--porcelain") else "")
    return found


def machine_line(found: dict[str, str]) -> str:
    """`machine()` in one line."""
    return ", ".join([f"{found['cpu']} ({found['cores']} cores)", *(f"{k} {v}" for k, v in list(found.items())[2:])])


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:  # no git here
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def within(low: float, high: float, kind: type) -> Any:
    """An argparse type: a number of `low` to `high`."""

    def parse(given: str) -> Any:
        try:
            value = kind(given)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"found {given!r}, allowed: {low:g} .. {high:g}{' (whole)' if kind is int else ''}")
        return value

    return parse


def new_file(given: str) -> Path:
    """An argparse type: a file that can be written, found out before anything is measured."""
    path = Path(given)
    writable = os.access(path if path.exists() else path.parent, os.W_OK)
    if path.is_dir() or not path.parent.is_dir() or not writable:
        raise argparse.ArgumentTypeError(f"found {given!r}, allowed: a file in a folder that exists and can be written to")
    return path


def read_figures(path: Path) -> dict[str, Any]:
    """Figures that a benchmark has written. ValueError, one line: there are none."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else "no JSON"
        raise ValueError(f"{path.name}: found {told}, allowed: what a full run writes there") from None
