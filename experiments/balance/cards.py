"""The table of cards: how often each is drawn and played, who wins then, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

import numpy as np

from . import html
from .conduct import Findings
from .html import percent, points
from .kinds import Kind
from .measures import Measured, measures_of
from .stats import Difference, Estimate, benjamini_hochberg, share
from .study import WITHOUT, Study

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
        for told in (self.drawn, self.played, self.won_drawn, self.won_played, self.worth):
            numbers += [told.value, told.low, told.high, told.n] if told else [""] * 4
        return [self.card, self.agent, *numbers, "yes" if self.told else "no"]


def card_lines(study: Study, findings: Findings) -> list[CardLine]:
    """By the main lineup, by role, the card of most worth first; none for a game whose cards aren't counted."""
    base = findings.cards
    if base is None:
        return []
    found, agents = [], study.game.agents
    for kind in measures_of(study.game).module.kinds(study.game, study.ruleset):
        drawn, played = (seen(base, agents, kind, what) for what in ("drawn", "played"))
        played = played if kind.chosen else played[:0]
        won = np.concatenate([base.wins(seat) for seat in kind.seats])
        worth = _worth(study, findings, kind.seats[0], kind.slug) if len(kind.seats) == 1 else None
        shares = (share(drawn), share(played), share(won[drawn]), share(won[: len(played)][played]))
        found.append(CardLine(kind.name, kind.owner, *shares, worth, False))
    known = [line for line in found if line.worth]
    adjusted = dict(zip(map(id, known), benjamini_hochberg([line.worth.p for line in known if line.worth]), strict=True))
    found = [replace(line, told=adjusted.get(id(line), 1.0) < ALPHA) for line in found]
    return sorted(found, key=lambda line: (line.agent, -line.worth.value if line.worth else 0.0))


def seen(measured: Measured, agents: Sequence[str], kind: Kind, what: str) -> np.ndarray:
    """Whether a kind of card was `drawn` or `played`, bool (games,), for several seats one after the other."""
    return np.concatenate([measured.member(f"{agents[seat]}_{what}", kind.bit) for seat in kind.seats])


def _worth(study: Study, findings: Findings, seat: int, slug: str) -> Difference | None:
    """What the card's role loses without it."""
    path = study.without.replace("*", slug)
    changes = [change for group in study.groups if group.name == WITHOUT for change in group.changes]
    for change in changes:  # others of the study may change the same path to other values
        if change[0].partition(" =")[0] == path:
            lines = findings.lines.get((study.lineups[0], study.variant(change)))
            if lines is None:
                return None
            d = lines[seat].difference
            return Difference(-d.value, -d.high, -d.low, d.n, d.p, d.correlation)
    return None


def section(cards: Sequence[CardLine]) -> Iterator[str]:
    """Its part of the page."""
    if not cards:
        return
    yield "<h2>Cards</h2>"
    yield (
        "<p><b>Won when drawn, won when played: correlations.</b> Who draws or plays a card late, or when ahead, wins more often "
        "whatever it does. "
        "<b>Worth: causal.</b> The points that the owner loses, over the same seeds, if the card can't be played.</p>"
    )
    reach = max([abs(number) for line in cards if line.worth for number in (line.worth.low, line.worth.high)] or [1.0])
    rows, told = [], []
    for line in cards:
        d = line.worth
        told.append(line.told)
        rows.append(
            [
                escape(line.card),
                escape(line.agent),
                f"{100 * line.drawn.value:.0f}",
                f"{100 * line.played.value:.1f}" if line.played.n else "-",
                percent(line.won_drawn) if line.won_drawn.n else "-",
                percent(line.won_played) if line.won_played.n else "-",
                points(d) if d else "-",
                html.bar(d.value, d.low, d.high, -reach, reach, 0.0, line.told) if d else "",
            ]
        )
    yield html.table(
        ["card", "of", "drawn, %", "played, %", "won when drawn, %", "won when played, %", "worth, points", ""],
        rows,
        told,
        most=16,
    )
