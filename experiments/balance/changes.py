"""The changes that a study asks for, from its TOML tables to lists of `path = value`."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
from scipy.stats import qmc

from pagan_env.core.data import Reader
from pagan_env.core.game import Game

Change = tuple[str, ...]
WAYS = ("each", "grid", "random", "sobol", "list")
MOST = 4096
RELATIVE = re.compile(r"[+-][0-9]{1,6}")


class Paths:
    """Paths of a ruleset that may change: `knobs`, each with its `low` and `high`, and what they are `now`."""

    def __init__(self, game: Game, ruleset: Any) -> None:
        variants = sys.modules[game.vary.__module__]  # the game's own module of them
        self.knobs: dict[str, Any] = variants.knobs(ruleset)
        self.now: dict[str, int] = {path: variants.value_of(ruleset, knob) for path, knob in self.knobs.items()}

    def like(self, pattern: str) -> list[str]:
        """Paths that a pattern with `*` names, where `*` stands for one part."""
        parts = pattern.count(".")
        return [path for path in self.knobs if path.count(".") == parts and fnmatchcase(path, pattern)]


def read_group(reader: Reader, paths: Paths, seed: int) -> list[Change]:
    """The changes of one table `[changes.NAME]`, each once; faults are noted in its reader."""
    reader.line("about", 200, "")
    found: dict[Change, None] = {}
    count = reader.integer("count", 1, MOST, 64)
    if not set(reader.names()) & set(WAYS):
        reader.fault("", f"found none of {', '.join(WAYS)}, allowed: at least one")
    for way in WAYS:
        if reader.raw(way) is None:
            continue
        if way == "list":
            found.update(dict.fromkeys(_listed(reader, paths)))
            continue
        options = read_options(reader.table(way), paths, way)
        found.update(dict.fromkeys(_ways(way, options, count, seed)))
    now = {f"{path} = {value}" for path, value in paths.now.items()}
    changes = list(dict.fromkeys(tuple(line for line in change if line not in now) for change in found))
    changes = [change for change in changes if change]
    if len(changes) > MOST:
        reader.fault("", f"found {len(changes)} changes, allowed: 1 .. {MOST}")
    return changes[:MOST]


def _listed(reader: Reader, paths: Paths) -> Iterator[Change]:
    """`list`: texts `path = value; path = value`."""
    for number, text in enumerate(reader.lines("list")):
        change = [part.strip() for part in text.split(";")]
        for line in change:
            path, _, value = (part.strip() for part in line.partition("="))
            if path not in paths.knobs or not re.fullmatch("-?[0-9]{1,6}", value):
                reader.fault("list", f"entry {number}: found {line!r}, allowed: PATH = VALUE of paths that may change")
                break
        else:
            yield tuple(sorted(f"{path.strip()} = {int(value)}" for path, _, value in (line.partition("=") for line in change)))


def read_options(table: Reader, paths: Paths, way: str) -> dict[str, list[int]]:
    """The values of each path, those it has now among them only if they are named."""
    found: dict[str, list[int]] = {}
    for pattern in table.names():
        table.leave(pattern)
        matching = paths.like(pattern)
        if not matching:
            table.fault(
                pattern, "found a path that leads nowhere, allowed: those of `python -m pagan_env rules list`, * for a part"
            )
        for path in matching:
            knob = paths.knobs[path]
            values = _values(table.raw(pattern), paths.now[path], knob.low, knob.high)
            if values is None or (not values and "*" not in pattern):
                allowed = f'integers {knob.low}..{knob.high}, texts as "+1", or {{ from = 1, to = 5, step = 2 }}'
                table.fault(pattern, f"found {table.raw(pattern)!r}, allowed: {allowed}")
                break
            if values and not (way == "each" and values == [paths.now[path]]):
                found[path] = values
    return found


def _values(given: Any, now: int, low: int, high: int) -> list[int] | None:
    """Values from a number, a list of numbers and steps as "+1", or a range; None: none of these. Steps may lead out."""
    if isinstance(given, dict):
        if not {"from", "to"} <= given.keys() <= {"from", "to", "step"} or not all(type(n) is int for n in given.values()):
            return None
        step = given.get("step", 1)
        given = list(range(given["from"], given["to"] + 1, step)) if step > 0 else [None]
    found = []
    for value in given if isinstance(given, list) else [given]:
        if isinstance(value, str) and RELATIVE.fullmatch(value):
            if low <= now + int(value) <= high:
                found.append(now + int(value))
        elif type(value) is int and low <= value <= high:
            found.append(value)
        else:
            return None
    return list(dict.fromkeys(found))


def _ways(way: str, options: Mapping[str, list[int]], count: int, seed: int) -> Iterator[Change]:
    names = list(options)
    if way == "each":
        for path in names:
            for value in options[path]:
                yield (f"{path} = {value}",)
        return
    if not names:
        return
    if way == "grid":
        picks: Any = itertools.islice(itertools.product(*(range(len(options[path])) for path in names)), MOST + 1)
    else:
        points = qmc.Sobol(len(names), rng=seed) if way == "sobol" else None
        unit = points.random(count) if points else np.random.default_rng(seed).random((count, len(names)))
        picks = (unit * [len(options[path]) for path in names]).astype(int)
    for pick in picks:
        yield tuple(sorted(f"{path} = {options[path][choice]}" for path, choice in zip(names, pick, strict=True)))
