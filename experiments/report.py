"""What a training run reports: its metrics, a row an update."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

SHARED = ("seconds", "decisions_per_second", "episodes", "episode_length", "truncated", "illegal_actions")
MEASURED = ("entropy", "kl", "clipped", "anchor_kl", "value_loss", "advantage", "explained_variance")
KINDS = ("won", "won_past", *MEASURED, "vs_random")
LESSONS_SHARED = ("seconds", "decisions_per_second", "illegal_actions")  # of imitation
LESSONS_KINDS = ("cross_entropy", "agreement", "explained_variance")


class Metrics:
    """A CSV file and TensorBoard's event file, a row an update; those after `since` decisions are written anew.

    Columns are `shared`, then `kinds` for each role; on TensorBoard `prefix` stands before their names.
    """

    def __init__(
        self, path: Path, shared: Sequence[str], roles: Sequence[str], kinds: Sequence[str], since: int = 0, prefix: str = ""
    ) -> None:
        self.names, self.prefix = [*shared, *(f"{role}/{kind}" for role in roles for kind in kinds)], prefix
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


def row(roles: Sequence[str], counts: dict[str, Any], logs: list[dict[str, float]]) -> dict[str, float]:
    """An update's numbers by column, from what `SelfPlay.collect` and `learn` return."""
    episodes = counts["episodes"]
    found = {"episodes": episodes, "illegal_actions": counts["illegal"]}
    if episodes:
        found |= {"episode_length": counts["episode_decisions"] / episodes, "truncated": counts["truncated"] / episodes}
    for number, (role, log) in enumerate(zip(roles, logs, strict=True)):
        found |= {f"{role}/{kind}": value for kind, value in log.items()}
        for kind in ("", "_past"):
            if seats := counts[f"of{kind}"][number]:
                found[f"{role}/won{kind}"] = counts[f"won{kind}"][number] / seats
    return found
