"""`compare OLD NEW`: one question, answered in less than a minute."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count

import numpy as np

from pagan_env.core.game import Game

from .control import controlled_difference, fewer
from .executors import Executor, Poison
from .jobs import Job, Plan, make_plan, place
from .measures import Measured, join, measures_of
from .rules import Rules, watch_command
from .verdict import Line, compared, headline, showing

FIRST_SEED = 7_000_000  # apart from those that the players were tuned on
STEP = 4  # blocks between two looks
LOOK = 2  # the first look comes after as many steps: an interval of few games may be narrow by luck


class JobFailedError(ValueError):
    """A job that can't be done; the text says why."""


def plan_of(game: Game, sides: Sequence[Rules]) -> Plan:
    """Rulesets side by side: those that change one base share a table. ValueError in one line."""
    names = list(dict.fromkeys(rules.ruleset for rules in sides))
    bases = [game.load_ruleset(name) for name in names]
    return make_plan(game.spec, bases, [(names.index(rules.ruleset), list(rules.change)) for rules in sides])


def play(executor: Executor, plan: Plan, jobs: Sequence[Job], game: Game) -> list[Measured]:
    """What jobs came to, in their order. JobFailedError: one can't be done."""
    measures, found = measures_of(game), {}
    for job, result in executor.run(plan, jobs):
        if isinstance(result, Poison):
            raise JobFailedError(result.why)
        found[job] = measures.from_bytes(result, job.games)
    return [found[job] for job in jobs]


def pairs(
    executor: Executor, plan: Plan, game: Game, levels: tuple[int, ...], most: int, precision: float, first_seed: int
) -> list[Measured]:
    """Both sides over the same seeds, until the difference of each role's wins, or where all seats are alike of whether somebody
    wins, is known to `precision`, or `most` pairs.

    It stops for how wide the interval is, never for where it lies, which would make luck look like a finding.
    """
    sides: list[list[Measured]] = [[], []]
    size = measures_of(game).block
    for step in count():
        begin, end = step * STEP * size, min(most, (step + 1) * STEP * size)
        blocks = [(seed, min(size, end - seed)) for seed in range(begin, end, size)]
        jobs = [Job(side, levels, first_seed + seed, games) for side in (0, 1) for seed, games in blocks]
        results = play(executor, plan, jobs, game)
        sides[0] += results[: len(blocks)]
        sides[1] += results[len(blocks) :]
        if end == most or (step + 1 >= LOOK and _reach(game, levels, *map(join, sides)) <= precision):
            return [join(parts) for parts in sides]
    raise AssertionError("count never ends")


def _reach(game: Game, levels: tuple[int, ...], old: Measured, new: Measured) -> float:
    lines = compared(game, old, new)
    about = [_question(game, levels, lines, [old, new])[0]] if _same(game, levels) else lines[: len(game.agents)]
    return max(line.difference.reach for line in about)


def _same(game: Game, levels: tuple[int, ...]) -> bool:
    """Whether no seat differs from another."""
    return game.alike and len(set(levels)) == 1


def told(game: Game, plan: Plan, sides: Sequence[Rules], names: Sequence[str], levels: tuple[int, ...], both: list[Measured],
         seconds: float, first_seed: int) -> str:  # fmt: skip
    """The verdict in words."""
    lines = compared(game, *both)
    games = len(both[0].out)
    moved, won = _question(game, levels, lines, both)
    players = ", ".join(f"{agent} scripted {level}" for agent, level in zip(game.agents, levels, strict=True))
    shown = [
        f"{names[0]}  ->  {names[1]}",
        f"{players}; not retrained for either. {games:,} seeds, each played under both: {2 * games:,} games in {seconds:.0f} s.",
        "",
        _sentence(game, both, moved),
        "",
        *_table(lines),
        "",
        _less_luck(game, plan, moved, won, first_seed),
        "Intervals: 95 %. *: can be told from luck (p < 0.05; Holm's correction over the roles' wins, and over all other lines).",
        "r: correlation of the two sides over the seeds; it takes 1 / (1 - r) times fewer games than other seeds on either side.",
    ]
    places = showing(both[0], both[1], moved, won)
    if places:
        shown += ["", "Games that show it (the same seed before and after):"]
        for place in places:
            shown += [f"  {_game(game, both, place)}"]
            shown += [f"    {watch_command(game, rules, levels, first_seed + place)}" for rules in sides]
    return "\n".join(shown)


def _sentence(game: Game, both: list[Measured], moved: Line) -> str:
    d = moved.difference
    if moved.told:
        more = "more" if d.value > 0 else "less"
        text = f"{moved.what} {100 * abs(d.value):.1f} points {more} often: {_points(d.low)} to {_points(d.high)}."
        return text[0].upper() + text[1:]
    if all((both[0].wins(seat) == both[1].wins(seat)).all() for seat in range(len(game.agents))):
        return "No game has another winner."
    return (
        f"Nobody's wins have moved as far as can be told: {moved.what} {_points(d.value)} points "
        f"({_points(d.low)} to {_points(d.high)}), which luck alone may bring."
    )


def _question(game: Game, levels: tuple[int, ...], lines: list[Line], both: list[Measured]) -> tuple[Line, list[np.ndarray]]:
    """The line that the verdict is about, and what it counts, by side: the wins that moved most; where all seats are alike,
    whether somebody wins.
    """
    if _same(game, levels):
        return lines[len(game.agents)], [headline(game, side) for side in both]
    wins = lines[: len(game.agents)]
    moved = max(wins, key=lambda line: abs(line.difference.value))
    return moved, [side.wins(wins.index(moved)) for side in both]


def _less_luck(game: Game, plan: Plan, moved: Line, won: list[np.ndarray], first_seed: int) -> str:
    """The difference less the luck of the deal."""
    seeds = np.arange(first_seed, first_seed + len(won[0]), dtype=np.int64)
    found = controlled_difference(game, [place(plan, side) for side in (0, 1)], won, seeds)
    e = found.estimate
    return (
        f"{moved.what} less the luck of the deal (control variates from the setup): {_points(e.value)} "
        f"({_points(e.low)} to {_points(e.high)}), {fewer(found)}."
    )


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def _table(lines: list[Line]) -> list[str]:
    rows = [["", "before", "after", "difference", "", "r"]]
    for line in lines:
        scale, d = (100, line.difference) if line.unit == "%" else (1, line.difference)
        unit = " %" if line.unit == "%" else ""
        rows.append(
            [
                line.what,
                f"{scale * line.old.value:.1f}{unit}",
                f"{scale * line.new.value:.1f}{unit}",
                f"{scale * d.value:+.2f} ({scale * d.low:+.2f} to {scale * d.high:+.2f})",
                "*" if line.told else "",
                "-" if d.correlation != d.correlation else f"{d.correlation:.2f}",
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(widths[0]) if n == 0 else cell.rjust(widths[n]) for n, cell in enumerate(row)).rstrip()
        for row in rows
    ]


def _game(game: Game, both: list[Measured], place: int) -> str:
    ends = []
    for side in both:
        winner, ending, rounds = (int(side.column(name)[place]) for name in ("winner", "ending", "rounds"))
        who = game.agents[winner] if winner >= 0 else "nobody"
        ends.append(f"{who} wins in round {rounds} ({game.describe.ENDING_NAMES[ending].replace('_', ' ')})")
    return " -> ".join(ends)


def compare(game: Game, texts: Sequence[str], sides: Sequence[Rules], levels: tuple[int, ...], executor: Executor, *, most: int,
            precision: float, first_seed: int = FIRST_SEED) -> str:  # fmt: skip
    """Play and tell. ValueError in one line."""
    plan = plan_of(game, sides)
    begun = time.monotonic()
    both = pairs(executor, plan, game, levels, most, precision, first_seed)
    return told(game, plan, sides, texts, levels, both, time.monotonic() - begun, first_seed)
