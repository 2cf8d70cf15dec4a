"""What it costs a role to go without a kind of action: restricted play over paired seeds (Jaffe and others, 2012)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from . import html
from .html import points
from .measures import Measured
from .stats import Difference, Estimate, benjamini_hochberg, paired, share

if TYPE_CHECKING:
    from .conduct import Conductor
    from .study import Study

ALPHA = 0.05


@dataclass(frozen=True)
class Restricted:
    """A role without a block of actions: `cost`, the wins that it loses; `changed`, the share of games that go another way."""

    HEADINGS: ClassVar = ["of", "without", "cost", "low", "high", "n", "p", "adjusted p", "games changed", "low", "high", "n"]

    agent: str
    block: str
    cost: Difference
    changed: Estimate
    adjusted: float = 1.0

    @property
    def told(self) -> bool:
        """Whether it can be told from luck."""
        return self.adjusted < ALPHA

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        c, g = self.cost, self.changed
        return [self.agent, self.block, c.value, c.low, c.high, c.n, c.p, self.adjusted, g.value, g.low, g.high, g.n]


def play(conductor: Conductor) -> list[Restricted]:
    """One seat of each role goes without each block of the study's `[forbid]`, against the same seeds without restriction."""
    study = conductor.study
    asked, main = study.extras.forbid, study.lineups[0]
    if asked is None:
        return []
    request = (0, main, asked.pairs, study.seed)
    conductor.fetch([request], "without")
    base = conductor.measured(*request)
    found = []
    for seat in _one_a_role(study):
        for block in asked.blocks:
            name = f"{study.game.agents[seat]} {block}"
            conductor.fetch([request], "without", name)
            without = conductor.measured(*request, name)
            if base is not None and without is not None:
                found.append(restricted(study.game.agents[seat], block, seat, base, without))
    found = [line for line in found if line.changed.value > 0]
    adjusted = benjamini_hochberg([line.cost.p for line in found])
    found = [replace(line, adjusted=p) for line, p in zip(found, adjusted, strict=True)]
    order = {agent: n for n, agent in enumerate(study.game.agents)}
    return sorted(found, key=lambda line: (order[line.agent], -line.cost.value))


def _one_a_role(study: Study) -> list[int]:
    roles = study.game.roles
    return [roles.index(role) for role in dict.fromkeys(roles)]


def restricted(agent: str, block: str, seat: int, base: Measured, without: Measured) -> Restricted:
    """The line of one restriction, from the same seeds with and without it."""
    changed = (base.out != without.out).any(axis=1) | (base.seen != without.seen).any(axis=1)
    return Restricted(agent, block, paired(base.wins(seat), without.wins(seat)), share(np.asarray(changed)))


def section(lines: Sequence[Restricted]) -> Iterator[str]:
    """Its part of the page."""
    if not lines:
        return
    yield (
        "<h2>What going without costs</h2><p><b>Causal</b>, for these players: over the same seeds, one seat never takes an "
        "action of a kind as long as it may do anything else. Points of its own wins that it loses; below 0 it would do better "
        "without. In bold what luck alone would not bring (Benjamini and Hochberg). Kinds that change no game are left out.</p>"
    )
    reach = max(abs(number) for line in lines for number in (line.cost.low, line.cost.high)) or 1.0
    rows = [
        [
            escape(line.block.replace("_", " ")),
            escape(line.agent),
            points(line.cost),
            html.bar(line.cost.value, line.cost.low, line.cost.high, -reach, reach, 0.0, line.told),
            f"{100 * line.changed.value:.1f}",
            f"{line.cost.n:,}",
        ]
        for line in lines
    ]
    yield html.table(["without", "role", "cost, points", "", "games changed, %", "pairs"], rows, [line.told for line in lines])
