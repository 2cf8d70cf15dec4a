"""What differs between two rulesets over the same seeds: a line for each thing that was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pagan_env.core.game import Game

from .measures import Measured, measures_of
from .stats import Difference, Estimate, holm, mean, paired, share

ALPHA = 0.05
RARE = 0.001  # an ending of fewer games is left out
SOMEBODY = "somebody wins"


@dataclass(frozen=True)
class Line:
    """One thing that was measured: `unit` is % for a share, `adjusted` its p-value by Holm."""

    what: str
    unit: str
    old: Estimate
    new: Estimate
    difference: Difference
    adjusted: float = 1.0

    @property
    def told(self) -> bool:
        """Whether the difference can be told from luck."""
        return self.adjusted < ALPHA


def headline(game: Game, measured: Measured) -> np.ndarray:
    """What variants are ranked by, bool (games,): the first role's wins, or where all seats play one, whether somebody wins."""
    if game.alike:
        return np.any([measured.wins(seat) for seat in range(len(game.agents))], axis=0)
    return measured.wins(0)


def headline_words(game: Game) -> str:
    """The same in words."""
    return "games that somebody wins" if game.alike else f"{game.agents[0]}'s wins"


def compared(game: Game, old: Measured, new: Measured) -> list[Line]:
    """All lines, the wins by role first: they are the question, and corrected among themselves, all others among themselves."""
    lines, roles = list(_lines(game, old, new)), len(game.agents)
    families = (lines[:roles], lines[roles:])
    adjusted = [p for family in families for p in holm([line.difference.p for line in family])]
    return [replace(line, adjusted=p) for line, p in zip(lines, adjusted, strict=True)]


def _lines(game: Game, old: Measured, new: Measured) -> Iterator[Line]:
    def shares(what: str, before: np.ndarray, after: np.ndarray) -> Line:
        return Line(what, "%", share(before), share(after), paired(after, before))

    for seat, agent in enumerate(game.agents):
        yield shares(f"{agent} wins", old.wins(seat), new.wins(seat))
    if game.alike:
        yield shares(SOMEBODY, headline(game, old), headline(game, new))
    for number, name in enumerate(game.describe.ENDING_NAMES):
        before, after = old.column("ending") == number, new.column("ending") == number
        if max(before.mean(), after.mean()) >= RARE:
            yield shares(f"ends by {name.replace('_', ' ')}", before, after)
    for one in measures_of(game).module.told(game):
        before, after = old.column(one.column), new.column(one.column)
        if one.how == "mean":
            yield Line(one.what, "", mean(before), mean(after), paired(after, before))
            continue
        if one.what:
            yield shares(one.what, before > 0, after > 0)
        both = (before > 0) & (after > 0)
        if both.sum() > 1:
            yield Line(one.when, "", mean(before[both]), mean(after[both]), paired(after[both], before[both]))
    for name in ("rounds", "decisions"):
        before, after = old.column(name), new.column(name)
        yield Line(f"length in {name}", name, mean(before), mean(after), paired(after, before))
    for agent in game.agents:
        if f"{agent}_options" in old.columns:
            before, after = (
                side.column(f"{agent}_options") / np.maximum(1, side.column(f"{agent}_asked")) for side in (old, new)
            )
            yield Line(f"{agent}'s options a decision", "", mean(before), mean(after), paired(after, before))


def showing(old: Measured, new: Measured, line: Line, won: Sequence[np.ndarray], count: int = 3) -> list[int]:
    """Places of games that show a line's difference: where what it counts, `won` by side, turns as the shares do, the shortest
    first, then others.
    """
    won_old, won_new = won
    turned = (won_new & ~won_old) if line.difference.value >= 0 else (won_old & ~won_new)
    differ = (old.out != new.out).any(axis=1)
    length = old.column("decisions") + new.column("decisions")
    order = np.lexsort((length, ~turned))
    return [int(place) for place in order if differ[place]][:count]
