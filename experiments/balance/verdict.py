"""What differs between two rulesets over the same seeds: a line for each thing that was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pagan_env.core.game import Game

from .measures import Measured
from .stats import Difference, Estimate, holm, mean, paired, share

ALPHA = 0.05
RARE = 0.001  # an ending of fewer games is left out


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
    for number, name in enumerate(game.describe.ENDING_NAMES):
        before, after = old.column("ending") == number, new.column("ending") == number
        if max(before.mean(), after.mean()) >= RARE:
            yield shares(f"ends by {name.replace('_', ' ')}", before, after)
    for agent in game.agents:
        if f"{agent}_threat" in old.columns:
            name = f"{agent}_threat"
            yield shares(f"{agent} comes to threaten", old.column(name) > 0, new.column(name) > 0)
            both = (old.column(name) > 0) & (new.column(name) > 0)
            if both.sum() > 1:
                before, after = old.column(name)[both], new.column(name)[both]
                yield Line(
                    f"{agent}'s first threat, where both have one", "rounds", mean(before), mean(after), paired(after, before)
                )
    for name in ("rounds", "decisions"):
        before, after = old.column(name), new.column(name)
        yield Line(f"length in {name}", name, mean(before), mean(after), paired(after, before))
    for agent in game.agents:
        if f"{agent}_options" in old.columns:
            before, after = (
                side.column(f"{agent}_options") / np.maximum(1, side.column(f"{agent}_asked")) for side in (old, new)
            )
            yield Line(f"{agent}'s options a decision", "", mean(before), mean(after), paired(after, before))


def showing(old: Measured, new: Measured, line: Line, seat: int, count: int = 3) -> list[int]:
    """Places of games that show a line's difference: whose winner turns as the shares do, the shortest first, then others."""
    won_old, won_new = old.wins(seat), new.wins(seat)
    turned = (won_new & ~won_old) if line.difference.value >= 0 else (won_old & ~won_new)
    differ = (old.out != new.out).any(axis=1)
    length = old.column("decisions") + new.column("decisions")
    order = np.lexsort((length, ~turned))
    return [int(place) for place in order if differ[place]][:count]
