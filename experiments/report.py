"""What a training run reports: its metrics, a row an update, and the last table of who wins against whom."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from torch.utils.tensorboard import SummaryWriter

from experiments import arena

ABOUT_TABLE = "Games won (Wilson's 95 % interval), drawn and cut off; mean length in decisions"
MIDDLE = 2  # the level of the scripted players in it
SCRIPTED = f"scripted {MIDDLE}"

SHARED = ("seconds", "decisions_per_second", "episodes", "episode_length", "truncated", "illegal_actions")
MEASURED = ("entropy", "kl", "clipped", "anchor_kl", "value_loss", "advantage", "explained_variance")
KINDS = ("won", "won_past", *MEASURED, "vs_random")
LESSONS_SHARED = ("seconds", "decisions_per_second", "illegal_actions")  # of imitation
LESSONS_KINDS = ("cross_entropy", "agreement", "explained_variance")

Line = tuple[tuple[str, ...], arena.Outcome]  # who plays, by seat, and how it ended


class Metrics:
    """A CSV file and TensorBoard's event file, a row an update; those after `since` decisions are written anew.

    Columns are `shared`, then `kinds` for each agent; on TensorBoard `prefix` stands before their names.
    """

    def __init__(
        self, path: Path, shared: Sequence[str], agents: Sequence[str], kinds: Sequence[str], since: int = 0, prefix: str = ""
    ) -> None:
        self.names, self.prefix = [*shared, *(f"{agent}/{kind}" for agent in agents for kind in kinds)], prefix
        kept = []
        if since and path.exists():
            with path.open(newline="") as before:
                kept = [row for row in list(csv.reader(before))[1:] if int(row[0]) <= since]
        self.file = path.open("w", newline="")
        self.csv = csv.writer(self.file)
        self.csv.writerows([["decisions", *self.names], *kept])
        self.board = SummaryWriter(str(path.parent), purge_step=since + 1 if since else None)

    def __enter__(self) -> Metrics:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.board.close()

    def add(self, decisions: int, row: dict[str, float]) -> None:
        """Log an update; what was not measured stays empty."""
        self.csv.writerow([decisions, *(f"{row[name]:.6g}" if name in row else "" for name in self.names)])
        self.file.flush()
        for name, value in row.items():
            self.board.add_scalar(self.prefix + name, value, decisions)


def row(agents: Sequence[str], counts: dict[str, Any], logs: list[dict[str, float]]) -> dict[str, float]:
    """An update's numbers by column, from what `SelfPlay.collect` and `learn` return."""
    episodes = counts["episodes"]
    found = {"episodes": episodes, "illegal_actions": counts["illegal"]}
    if episodes:
        found |= {"episode_length": counts["episode_decisions"] / episodes, "truncated": counts["truncated"] / episodes}
    for seat, (agent, log) in enumerate(zip(agents, logs, strict=True)):
        found |= {f"{agent}/{kind}": value for kind, value in log.items()}
        for kind in ("", "_past"):
            if games := counts[f"of{kind}"][seat]:
                found[f"{agent}/won{kind}"] = counts[f"won{kind}"][seat] / games
    return found


def lineups(seats: int, scripted: bool) -> list[tuple[str, ...]]:
    """Who plays whom in the last table, by seat."""
    others = ("random", "untrained", *([SCRIPTED] if scripted else []))
    alone = [
        tuple("trained" if seat == learner else other for seat in range(seats)) for other in others for learner in range(seats)
    ]
    return [*alone, *((name,) * seats for name in (*others, "trained"))]


def _cells(lines: Sequence[Line]) -> list[list[str]]:
    rows = []
    for lineup, outcome in lines:
        shares = []
        for won in outcome.won:
            parts = (won / outcome.games, *arena.wilson(won, outcome.games))
            share, low, high = (f"{round(100 * part, 1):g}" for part in parts)
            shares.append(f"{share} ({low}-{high})")
        counts = (outcome.drawn, outcome.truncated, outcome.games, round(outcome.decisions / outcome.games))
        rows.append([*lineup, *shares, *map(str, counts)])
    return rows


def _headings(agents: Sequence[str]) -> list[str]:
    return [*agents, *(f"{agent} wins, %" for agent in agents), "drawn", "cut", "games", "length"]


def table(agents: Sequence[str], lines: Sequence[Line]) -> Table:
    """The last table for a terminal."""
    shown = Table(box=None, padding=(0, 1, 0, 0))
    for column, heading in enumerate(_headings(agents)):
        shown.add_column(heading, justify="left" if column < len(agents) else "right")
    for row in _cells(lines):
        shown.add_row(*row)
    return shown


def markdown(agents: Sequence[str], lines: Sequence[Line]) -> str:
    """The last table with its heading."""
    rows = [_headings(agents), ["---"] * len(_headings(agents)), *_cells(lines)]
    return f"{ABOUT_TABLE}.\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)
