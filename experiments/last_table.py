"""The last table of a training run: who wins against whom. As text, as Markdown, and as facts for JSON.

Where seats have roles of their own, a line says who plays each role. Where all seats share one role, it is about one player among
others of one kind; seats take turns over the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rich.table import Table

from agents.scripted import LEVELS
from experiments import arena

MIDDLE = 2  # the level of the scripted players in it
INTERVAL = "Wilson's 95 % interval"
ONE, OF_WON = "wins, %", "of won, %"

Line = tuple[tuple[str, ...], arena.Outcome]  # who plays, by seat, and how it ended


class LastTable:
    """Its lines, and what is made of them for a game of these agents and their roles."""

    def __init__(self, agents: Sequence[str], roles: Sequence[str], scripted: bool, temperature: float = 1.0) -> None:
        """`scripted`: the game has scripted players; `temperature` is that of trained nets."""
        self.agents, self.roles, self.temperature = agents, roles, temperature
        self.symmetric = len(agents) > 1 and len(set(roles)) == 1
        levels = ((MIDDLE, LEVELS - 1) if self.symmetric else (MIDDLE,)) if scripted else ()
        self.levels = {f"scripted {level}": level for level in levels}  # by the name of the player
        self.lines: list[Line] = []

    @property
    def about(self) -> str:
        """What stands above it."""
        how = "" if self.temperature == 1 else f"; trained nets at temperature {self.temperature:g}"
        if not self.symmetric:
            return f"Games won ({INTERVAL}), drawn and cut off; mean length in decisions{how}"
        fair = f"{100 / len(self.agents):.1f}"
        return (
            f"One {self.roles[0]} among {len(self.agents) - 1} others, seats in turn. Games that it won, of all and of those "
            f"that somebody won ({INTERVAL}); its fair share of either is {fair} %. Games that each of the others won and "
            f"that nobody won, in %; games cut off; mean length in decisions{how}"
        )

    def lineups(self) -> list[tuple[str, ...]]:
        """Who plays in each line, by seat: one trained player a role among others, then all alike."""
        others, seats = ("random", "untrained", *self.levels), range(len(self.agents))
        learners = [self.roles.index(role) for role in dict.fromkeys(self.roles)]
        alone = [tuple("trained" if seat == learner else other for seat in seats) for other in others for learner in learners]
        return [*alone, *((name,) * len(seats) for name in (*others, "trained"))]

    def text(self) -> Table:
        """For a terminal."""
        shown = Table(box=None, padding=(0, 1, 0, 0))
        names = 2 if self.symmetric else len(self.agents)
        for column, heading in enumerate(self._headings()):
            justify: Literal["left", "right"] = "left" if column < names else "right"
            if heading in (ONE, OF_WON):  # broken between share and interval where the terminal is narrow
                shown.add_column(heading, justify=justify, min_width=len("(30.4-36.3)"))
            else:
                shown.add_column(heading, justify=justify, no_wrap=self.symmetric)
        for row in self._rows():
            shown.add_row(*row)
        return shown

    def markdown(self) -> str:
        """With its heading."""
        headings = self._headings()
        rows = [headings, ["---"] * len(headings), *self._rows()]
        return f"{self.about}.\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)

    def facts(self) -> list[dict[str, Any]]:
        """A line each: who plays, and all counts."""
        return [self._facts(*line) for line in self.lines]

    def _facts(self, lineup: tuple[str, ...], outcome: arena.Outcome) -> dict[str, Any]:
        games, decided, won = outcome.games, outcome.decided, outcome.won
        counts = {name: getattr(outcome, name) for name in ("games", "drawn", "truncated", "decisions")}
        if self.symmetric:
            role = self.roles[0]
            return {
                "players": {role: lineup[0], "others": lineup[1]},
                **counts,
                "won_by_somebody": decided,
                "won": {role: won[0], "others": sum(won[1:])},
                "interval_95": {role: arena.wilson(won[0], games)},
                "interval_95_of_won_by_somebody": {role: arena.wilson(won[0], decided)},
                "fair_share": 1 / len(won),
            }
        return {
            "players": dict(zip(self.agents, lineup, strict=True)),
            **counts,
            "won": dict(zip(self.agents, won, strict=True)),
            "interval_95": {agent: arena.wilson(wins, games) for agent, wins in zip(self.agents, won, strict=True)},
        }

    def _headings(self) -> list[str]:
        ends = ["cut", "games", "length"]
        if self.symmetric:
            return [f"one {self.roles[0]}", "others", ONE, OF_WON, "others", "nobody", *ends]
        return [*self.agents, *(f"{agent} wins, %" for agent in self.agents), "drawn", *ends]

    def _rows(self) -> list[list[str]]:
        return [self._row(*line) for line in self.lines]

    def _row(self, lineup: tuple[str, ...], outcome: arena.Outcome) -> list[str]:
        games, won = outcome.games, outcome.won
        ends = [str(outcome.truncated), str(games), str(round(outcome.decisions / games))]
        if not self.symmetric:
            return [*lineup, *(_share(wins, games) for wins in won), str(outcome.drawn), *ends]
        others = sum(won[1:]) / len(won[1:]) / games
        shares = [_share(won[0], games), _share(won[0], outcome.decided)]
        return [lineup[0], lineup[1], *shares, _percent(others), _percent(outcome.drawn / games), *ends]


def _share(won: int, games: int) -> str:
    """With its interval, in %; a dash without games."""
    if not games:
        return "-"
    low, high = arena.wilson(won, games)
    return f"{_percent(won / games)} ({_percent(low)}-{_percent(high)})"


def _percent(part: float) -> str:
    return f"{round(100 * part, 1):g}"
