"""The table of cards: how often each is drawn and played, who wins then, and what it is worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from experiments.arena import wilson

from .conduct import Findings
from .stats import Difference, Estimate, benjamini_hochberg
from .study import Study

ALPHA = 0.05
SHARES = ("drawn", "played", "won when drawn", "won when played", "worth")
HEADINGS = [f"{what}{part}" for what in SHARES for part in ("", " low", " high", " n")]


@dataclass(frozen=True)
class CardLine:
    """A card of a role: shares of games in which it is drawn and played, of these those that its role wins; `worth` is causal."""

    HEADINGS: ClassVar = ["card", "of", *HEADINGS, "told"]

    card: str
    agent: str
    drawn: Estimate
    played: Estimate
    won_drawn: Estimate
    won_played: Estimate
    worth: Difference | None
    told: bool

    def cells(self) -> list[Any]:
        """A row of the CSV file."""
        numbers: list[Any] = []
        for share in (self.drawn, self.played, self.won_drawn, self.won_played, self.worth):
            numbers += [share.value, share.low, share.high, share.n] if share else [""] * 4
        return [self.card, self.agent, *numbers, "yes" if self.told else "no"]


def card_lines(study: Study, findings: Findings) -> list[CardLine]:
    """By the main lineup, by role, the card of most worth first; none for a game whose cards aren't counted."""
    main = study.lineups[0]
    base = findings.variants.get((main, 0))
    if base is None or base.cards.ndim != 3:
        return []
    found, games = [], len(base.out)
    for seat, own in enumerate(study.ruleset.kinds):
        for kind, card in enumerate(own, 1):
            drawn, played, won_drawn, won_played = (int(count) for count in base.cards[:, seat, kind])
            shares = (_share(drawn, games), _share(played, games), _share(won_drawn, drawn), _share(won_played, played))
            found.append(CardLine(card.name, study.game.agents[seat], *shares, _worth(study, findings, seat, card.slug), False))
    known = [line for line in found if line.worth]
    adjusted = dict(zip(map(id, known), benjamini_hochberg([line.worth.p for line in known if line.worth]), strict=True))
    found = [replace(line, told=adjusted.get(id(line), 1.0) < ALPHA) for line in found]
    return sorted(found, key=lambda line: (line.agent, -line.worth.value if line.worth else 0.0))


def _share(hits: int, of: int) -> Estimate:
    return Estimate(hits / of if of else math.nan, *wilson(hits, of), of)


def _worth(study: Study, findings: Findings, seat: int, slug: str) -> Difference | None:
    """What the card's role loses without it."""
    path = study.without.replace("*", slug)
    for number, variant in enumerate(study.plan.variants):
        if study.without and len(variant.change) == 1 and variant.change[0].partition(" =")[0] == path:
            lines = findings.lines.get((study.lineups[0], number))
            if lines is None:
                return None
            d = lines[seat].difference
            return Difference(-d.value, -d.high, -d.low, d.n, d.p, d.correlation)
    return None
