"""A study: a TOML file that says what is played, by whom, and how precisely."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.scripted import LEVELS
from pagan_env.core.data import Faults, Reader
from pagan_env.core.game import Game
from pagan_env.envs.games import find_game

from .changes import Change, Paths, read_group
from .extras import Extras, read_extras
from .jobs import BLOCK, Plan, make_plan
from .retrain import Retraining, read_retraining
from .rules import Rules, read_levels

EXAMPLE = "cards.*.cost = 99"
WITHOUT = "without_a_card"


@dataclass(frozen=True)
class Group:
    """Changes that are told together."""

    name: str
    about: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Wish:
    """What a designer wishes for: by measure (`witch_0 wins` in %, or a column) the target and what a unit of distance costs."""

    targets: dict[str, tuple[float, float]]
    groups: tuple[str, ...]
    games: int
    indifferent: float
    confirm: int


@dataclass(frozen=True)
class Study:
    """All that a study says, read and checked, with the plan of its variants; variant 0 is the ruleset as it is."""

    title: str
    game: Game
    ruleset: Any
    rules: Rules
    seed: int
    roles: dict[str, tuple[int, ...]]
    lineups: tuple[tuple[int, ...], ...]
    matchup_games: int
    first_pairs: int
    precision: float
    budget: int
    groups: tuple[Group, ...]
    without: str
    wish: Wish | None
    extras: Extras
    retraining: Retraining
    plan: Plan
    knobs: dict[str, Any] = field(compare=False)
    digest: str
    """Of the file's text."""

    def variant(self, change: Change) -> int:
        """Its number in the plan."""
        return next(n for n, variant in enumerate(self.plan.variants) if variant.change == change)


def load_study(path: Path) -> Study:
    """A study from its file. DataError: all that is wrong with it, a line a fault; ValueError: a change that can't be made."""
    faults = Faults()
    root = Reader(faults.read(path), "", faults)
    title = root.line("title", 120)
    game, base, name = read_base(root, path, faults)
    seed = root.integer("seed", 0, 2**39, 8_000_000)
    roles, lineups = _agents(root.table("agents"), game)
    games = root.table("games")
    numbers = {key: games.integer(key, low, high) for key, low, high in (("matchup", 0, 10**7), ("pairs", 100, 10**7))}
    for key, value in numbers.items():
        if value % BLOCK and value == games.raw(key):
            games.fault(key, f"found {value}, allowed: multiples of {BLOCK}")
    budget = games.integer("budget", 1000, 10**10)
    precision = _number(games, "precision", 0.01, 50) / 100
    paths = Paths(game, base)
    groups = [Group(slug, table.line("about", 200, ""), tuple(read_group(table, paths, seed))) for slug, table in
              root.tables("changes", {}).items()]  # fmt: skip
    cards = root.table("cards", {})
    without = cards.line("without", 100, "")
    groups += _without(root, without, paths)
    extras = read_extras(root, cards, game, paths, BLOCK)
    wish = _wish(root.table("wish"), game, groups) if root.raw("wish") is not None else None
    retraining = read_retraining(root.table("finalists", {}), game)
    if retraining.decisions and wish is None:
        root.fault("finalists.retrain", f"found {retraining.decisions} without [wish], allowed: finalists of a wish, or 0")
    root.done()
    faults.check()
    changes = list(dict.fromkeys([(), *(change for group in groups for change in group.changes)]))
    least = numbers["matchup"] * math.prod(map(len, roles.values())) + numbers["pairs"] * len(lineups) * len(changes)
    if budget < least:
        games.fault("budget", f"found {budget}, allowed: {least} or more, which matchups and pairs take")
        faults.check()
    try:
        plan = make_plan(game.spec, [base], [(0, list(change)) for change in changes])
    except ValueError as error:
        raise ValueError(f"{path}: changes: {error}") from None
    text = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return Study(
        title, game, base, Rules(name or None), seed, roles, lineups, numbers["matchup"], numbers["pairs"], precision, budget,
        tuple(groups), without.partition("=")[0].strip(), wish, extras, retraining, plan, paths.knobs, text,
    )  # fmt: skip


def read_base(root: Reader, path: Path, faults: Faults) -> tuple[Game, Any, str]:
    """The game and the ruleset that a file names, with the ruleset's name. DataError: there are none."""
    game_name, name = root.text("game", "pagan"), root.text("ruleset", "")
    try:
        game = find_game(game_name)
        beside = path.parent / name
        base = game.load_ruleset(str(beside) if name.endswith(".toml") and beside.exists() else name or None)
        if game.playing is None:
            raise ValueError(f"{game.name} has no scripted players")
    except ValueError as error:
        root.fault("ruleset" if name else "game", str(error))
        faults.check()
        raise AssertionError("a fault was noted") from None
    return game, base, name


def _agents(table: Reader, game: Game) -> tuple[dict[str, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """Levels by role for the matchups, and the lineups that variants are played by, the first the main one."""
    roles = {}
    for agent in game.agents:
        levels = table.raw(agent)
        table.leave(agent)
        if not isinstance(levels, list) or not levels or not all(type(n) is int and 0 <= n < LEVELS for n in levels):
            table.fault(agent, f"found {levels!r}, allowed: list of scripted levels 0 to {LEVELS - 1}")
            levels = [0]
        roles[agent] = tuple(dict.fromkeys(levels))
    lineups = []
    for text in table.lines("variants"):
        try:
            lineups.append(read_levels(text, game))
        except ValueError as error:
            table.fault("variants", str(error))
    if not lineups and not table.lines("variants"):
        table.fault("variants", 'found no lineup, allowed: at least one, such as "3,3"')
    return roles, tuple(dict.fromkeys(lineups))


def _without(root: Reader, line: str, paths: Paths) -> list[Group]:
    """The group in which each card by itself can't be played."""
    if not line:
        return []
    pattern, _, value = (part.strip() for part in line.partition("="))
    matching = paths.like(pattern)
    if not matching or pattern.count("*") != 1 or not value.isdigit():
        root.fault("cards.without", f"found {line!r}, allowed: a path with one * and a value, such as {EXAMPLE}")
        return []
    changes = tuple((f"{path} = {int(value)}",) for path in matching)
    return [Group(WITHOUT, f"each card by itself can't be played ({line})", changes)]


def _number(table: Reader, key: str, low: float, high: float, default: float | None = None) -> float:
    value = table.raw(key)
    table.leave(key)
    if value is None and default is not None:
        return default
    if type(value) not in (int, float) or not low <= value <= high:
        table.fault(key, f"found {'nothing' if value is None else repr(value)}, allowed: number {low:g}..{high:g}")
        return low
    return float(value)


def _wish(table: Reader, game: Game, groups: list[Group]) -> Wish:
    known = [f"{agent} wins" for agent in game.agents] + ["rounds", "decisions"]
    targets, about = {}, table.table("targets")
    for name in about.names():
        given = about.raw(name)
        about.leave(name)
        numbers = isinstance(given, list) and len(given) == 2 and all(type(n) in (int, float) for n in given) and given[1] > 0
        if name not in known or not numbers:
            about.fault(name, f"found {given!r}, allowed: [target, weight above 0] of {', '.join(known)}")
        else:
            targets[name] = (float(given[0]), float(given[1]))
    if not targets:
        about.fault("", f"found no target, allowed: at least one of {', '.join(known)}")
    names = table.lines("groups")
    for name in names:
        if name not in {group.name for group in groups}:
            table.fault("groups", f"found {name!r}, allowed: {', '.join(group.name for group in groups)}")
    return Wish(
        targets,
        tuple(names),
        table.integer("games", 1000, 10**9),
        _number(table, "indifferent", 0.01, 100, 1.0),
        table.integer("confirm", 500, 10**7, 10_000),
    )
