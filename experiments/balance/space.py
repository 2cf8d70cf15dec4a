"""A search: a TOML file that says what is wished for, over which changes, on how many games."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pagan_env.core.data import Faults, Reader
from pagan_env.core.game import Game

from .changes import Change, Paths, read_options
from .games import Lineup
from .jobs import BLOCK, Plan, make_plan
from .measures import Measured
from .methods import METHODS, Point
from .retrain import Retraining, read_retraining
from .rules import Rules, read_levels
from .sequential import Values
from .study import read_base

MOST_TARGETS = 6
MOST_KNOBS = 40
RESAMPLES, BLOCKS = 1000, 500  # a bootstrap draws so many means of neighbouring seeds


@dataclass(frozen=True)
class Target:
    """What is wished of a measure over the games of one lineup, and what a unit off it costs."""

    name: str
    measure: str
    lineup: Lineup
    target: float
    weight: float

    def values(self, measured: Measured, game: Game) -> np.ndarray:
        """The measure by game, float64 (games,): 100 or 0 for what is a share."""
        if self.measure.endswith(" wins"):
            return 100.0 * measured.wins(game.agents.index(self.measure.removesuffix(" wins")))
        if self.measure.startswith("ends by "):
            return 100.0 * (measured.column("ending") == endings(game).index(self.measure.removeprefix("ends by ")))
        return measured.column(self.measure)


@dataclass(frozen=True)
class Space:
    """Knobs with the values that they may have, those that they have now among them, in order."""

    paths: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    now: Point

    @property
    def sizes(self) -> list[int]:
        """Values of each knob."""
        return [len(values) for values in self.values]

    def change(self, point: Point) -> Change:
        """A point as lines `path = value`, sorted, of the knobs that it changes."""
        chosen = zip(self.paths, self.values, point, self.now, strict=True)
        return tuple(sorted(f"{path} = {values[at]}" for path, values, at, now in chosen if at != now))

    def takes_back(self, point: Point) -> list[tuple[str, Point]]:
        """The point without each of its changes in turn, by the path that is as it is now."""
        changed = [knob for knob, at in enumerate(point) if at != self.now[knob]]
        return [(self.paths[knob], (*point[:knob], self.now[knob], *point[knob + 1 :])) for knob in changed]

    def knobs(self, point: Point) -> int:
        """How many knobs a point changes."""
        return sum(at != now for at, now in zip(point, self.now, strict=True))

    def steps(self, point: Point) -> float:
        """How far it changes them: the sum of the steps, each in units of the range of its knob's values here."""
        chosen = zip(self.values, point, self.now, strict=True)
        return sum(abs(values[at] - values[now]) / (values[-1] - values[0]) for values, at, now in chosen if at != now)


@dataclass(frozen=True)
class Search:
    """All that a search's file says, read and checked; the plan has the rules as they are alone."""

    title: str
    game: Game
    ruleset: Any
    rules: Rules
    seed: int
    lineups: tuple[Lineup, ...]
    """Those that targets are about; the first is the main one."""
    space: Space
    targets: tuple[Target, ...]
    methods: tuple[str, ...]
    runs: int
    games: int
    evaluation: int
    face_off: int
    finalists: int
    front: int
    indifferent: float
    confirm: int
    retraining: Retraining
    plan: Plan
    digest: str
    """Of the file's text."""

    @property
    def steps(self) -> int:
        """Evaluations of each run."""
        return (self.games - self.face_off) // (self.runs * self.evaluation * len(self.lineups))

    def wish(self) -> dict[str, tuple[float, float]]:
        """Target and weight by name, as the race takes them."""
        return {target.name: (target.target, target.weight) for target in self.targets}


def endings(game: Game) -> list[str]:
    """How games end, in words; a place in the list is the ending's number."""
    return [name.replace("_", " ") for name in game.describe.ENDING_NAMES]


def load_search(path: Path, method: str | None = None) -> Search:
    """A search from its file, by one method or "all" in place of the file's. DataError: what is wrong, a line a fault."""
    faults = Faults()
    root = Reader(faults.read(path), "", faults)
    title = root.line("title", 120)
    game, base, name = read_base(root, path, faults)
    seed = root.integer("seed", 0, 2**39, 8_000_000)
    main = _lineup(root.table("agents"), game)
    space = _space(root.table("space"), game, base)
    targets = _targets(root.table("wish"), game, main)
    lineups = tuple(dict.fromkeys([main, *(target.lineup for target in targets)]))
    about = root.table("search")
    methods = about.lines("methods") if about.raw("methods") is not None else list(METHODS)
    for name_of in methods:
        if name_of not in METHODS:
            about.fault("methods", f"found {name_of!r}, allowed: {', '.join(METHODS)}")
    if method is not None:
        methods = list(METHODS) if method == "all" else [method]
    if not methods:
        about.fault("methods", f"found none, allowed: {', '.join(METHODS)}")
    numbers = {
        "runs": about.integer("runs", 1, 100, 3),
        "games": about.integer("games", 1000, 10**9),
        "evaluation": about.integer("evaluation", BLOCK, 10**6, BLOCK),
        "face_off": about.integer("face_off", BLOCK, 10**9),
        "finalists": about.integer("finalists", 1, 20, 3),
        "front": about.integer("front", BLOCK, 10**6, 2000),
        "confirm": about.integer("confirm", BLOCK, 10**7, 4000),
    }
    for key in ("evaluation", "front", "confirm"):
        if numbers[key] % BLOCK:
            about.fault(key, f"found {numbers[key]}, allowed: multiples of {BLOCK}")
    indifferent = about.raw("indifferent")
    about.leave("indifferent")
    if indifferent is None:
        indifferent = 1.0
    if type(indifferent) not in (int, float) or not 0 <= indifferent <= 100:
        about.fault("indifferent", f"found {indifferent!r}, allowed: number 0..100")
    least = (numbers["runs"] * numbers["finalists"] + 1) * numbers["evaluation"] * len(lineups)
    if numbers["face_off"] < least:
        about.fault("face_off", f"found {numbers['face_off']}, allowed: {least} or more, for an evaluation of each finalist")
    least = numbers["face_off"] + numbers["runs"] * numbers["evaluation"] * len(lineups)
    if numbers["games"] < least:
        about.fault("games", f"found {numbers['games']}, allowed: {least} or more, for the face-off and one evaluation a run")
    retraining = read_retraining(root.table("finalists", {}), game)
    root.done()
    faults.check()
    plan = make_plan(game.spec, [base], [(0, [])])
    text = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return Search(
        title, game, base, Rules(name or None), seed, lineups, space, tuple(targets), tuple(dict.fromkeys(methods)),
        **numbers, indifferent=float(indifferent), retraining=retraining, plan=plan, digest=text,
    )  # fmt: skip


def _lineup(table: Reader, game: Game) -> Lineup:
    try:
        return read_levels(table.text("levels"), game)
    except ValueError as error:
        table.fault("levels", str(error))
        return (0,) * len(game.agents)


def _space(table: Reader, game: Game, base: Any) -> Space:
    paths = Paths(game, base)
    for pattern in table.names():
        if pattern.startswith("decks."):
            table.fault(pattern, "found copies in a deck, allowed: paths that change alone; decks have a command of their own")
    options = {path: sorted({paths.now[path], *values}) for path, values in read_options(table, paths, "space").items()}
    options = {path: values for path, values in options.items() if len(values) > 1}
    if not 1 <= len(options) <= MOST_KNOBS:
        table.fault("", f"found {len(options)} paths with more values than one, allowed: 1 .. {MOST_KNOBS}")
    now = tuple(values.index(paths.now[path]) for path, values in options.items())
    return Space(tuple(options), tuple(map(tuple, options.values())), now)


def _targets(table: Reader, game: Game, main: Lineup) -> list[Target]:
    known = [f"{agent} wins" for agent in game.agents] + ["rounds", "decisions"] + [f"ends by {name}" for name in endings(game)]
    found = []
    for name in table.names():
        given = table.raw(name)
        table.leave(name)
        measure, _, levels = name.partition(" at ")
        numbers = isinstance(given, list) and len(given) == 2 and all(type(n) in (int, float) for n in given) and given[1] > 0
        if measure not in known or not numbers or not all(map(math.isfinite, given)):
            allowed = f"[target, weight above 0] of {', '.join(known)}, each also as 'rounds at 3,2'"
            table.fault(name, f"found {given!r}, allowed: {allowed}")
            continue
        try:
            lineup = read_levels(levels, game) if levels else main
        except ValueError as error:
            table.fault(name, str(error))
            continue
        found.append(Target(name, measure, lineup, float(given[0]), float(given[1])))
    if not 1 <= len(found) <= MOST_TARGETS:
        table.fault("", f"found {len(found)} targets, allowed: 1 .. {MOST_TARGETS}")
    return found


def reach(values: Values, targets: Sequence[Target], z: float) -> tuple[float, float]:
    """An interval of the distance from the wish, from values by target's name: each mean within `z` standard errors.

    If all means are within, the distance is; so it holds at least as often as all of them do.
    """
    low = high = 0.0
    for target in targets:
        of = values[target.name]
        off, error = float(of.mean()) - target.target, z * float(of.std(ddof=1)) / math.sqrt(len(of))
        low += target.weight * max(0.0, abs(off) - error)
        high += target.weight * (abs(off) + error)
    return low, high


def nearer(one: Values, other: Values, targets: Sequence[Target]) -> tuple[float, float, float]:
    """By how much `one` is nearer to the wish than `other` over the same seeds, with an interval of 95 % by a bootstrap."""
    n = len(one[targets[0].name])
    size = max(1, n // BLOCKS)
    blocks = n // size
    counts = np.random.default_rng(n).multinomial(blocks, np.full(blocks, 1 / blocks), RESAMPLES) / blocks
    apart, resampled = 0.0, np.zeros(RESAMPLES)
    for target in targets:
        for sign, side in ((1.0, other), (-1.0, one)):
            of = side[target.name] - target.target
            apart += sign * target.weight * abs(float(of.mean()))
            means = of[: blocks * size].reshape(blocks, size).mean(axis=1)
            resampled += sign * target.weight * np.abs(counts @ means)
    low, high = np.percentile(resampled, (2.5, 97.5))
    return apart, float(low), float(high)
