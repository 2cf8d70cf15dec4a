"""The table of the page and what it says of the figures; all of it made from the rows, so that it can be made again."""

from __future__ import annotations

from typing import Any

from benchmarks.measure import machine_line

from .peer import BATCH, FEW, LIKE, LOOP, OURS, SMALL

Row = dict[str, Any]
KINDS = {OURS: "ours", LIKE: "like", SMALL: "like, small", "other": "other"}
HOWS = {BATCH: "batch", LOOP: "Python loop"}

INTRODUCTION = f"""\
`make bench-peers`: each environment plays random legal games, resets included, with the observation and the legal set of the seat to
act at every decision. All on one core and one thread, each family in a process of its own, {{windows}} windows of {{seconds:g}} s of CPU time,
the best counts; where an environment has several settings, all were tried and the fastest stands here. The run stops counting an
environment whose observations do not change or whose games do not end.

Of like kind is a card game with hidden cards and an observation; it is small if it has fewer than {FEW} actions (Leduc has a deck of
six cards, Blackjack one hand). Games without hidden cards, and Catanatron, whose package has no observation, are of other kind."""


def measured(rows: list[Row]) -> list[Row]:
    """Rows with a figure, the fastest first."""
    return sorted((row for row in rows if "error" not in row), key=lambda row: -row["decisions_per_second"])


def missing(rows: list[Row]) -> list[Row]:
    return [row for row in rows if "error" in row]


def plain_table(rows: list[Row]) -> str:
    """For the terminal: a line a row, in the order they were measured."""
    wide = max(len(row["environment"]) for row in rows)
    lines = [f"{'':{wide}}  decisions/s  decisions/game  how"]
    for row in rows:
        if "error" in row:
            lines.append(f"{row['environment']:{wide}}  not measured: {row['error']}")
        else:
            figures = f"{row['decisions_per_second']:11,}  {row['decisions_per_game']:14,.1f}"
            lines.append(f"{row['environment']:{wide}}  {figures}  {HOWS[row['how']]}, {row['setting']}")
    return "\n".join(lines)


def page_table(rows: list[Row]) -> str:
    """For the page, a table for each way to play, since only those compare."""
    parts = []
    for how, title in ((BATCH, "Batches: many games a call"), (LOOP, "Python loops: one game, one call a decision")):
        parts += [
            f"**{title}**\n",
            "| environment | kind | decisions/s | decisions/game | observation | actions | fastest setting | counted |",
            "|---|---|--:|--:|--:|--:|---|---|",
        ]
        for row in measured(rows):
            if row["how"] == how:
                name = f"**{row['environment']}**" if row["kind"] == OURS else row["environment"]
                figures = f"{row['decisions_per_second']:,} | {row['decisions_per_game']:,.1f} | {row['observation']:,} | {row['actions']:,}"
                parts.append(f"| {name} | {KINDS[row['kind']]} | {figures} | {row['setting']} | {row['step']} |")
        parts.append("")
    parts += [f"Not measured: {row['environment']} ({row['error']})." for row in missing(rows)]
    return "\n".join(parts).strip()


def fastest(rows: list[Row], how: str, *kinds: str) -> Row | None:
    return next((row for row in measured(rows) if row["how"] == how and row["kind"] in kinds), None)


def ratios(rows: list[Row]) -> list[str]:
    """A sentence for each of ours, beside the best peer of like kind that is played in the same way; AEC faces apart."""
    sentences = []
    for row in measured(rows):
        if row["kind"] != OURS:
            continue
        pairs = [(peer, word) for kind, word in ((LIKE, "like kind"), (SMALL, "like kind, small")) if (peer := fastest(rows, row["how"], kind))]
        told = [
            f"{row['decisions_per_second'] / peer['decisions_per_second']:.2g} times {peer['environment']} ({word})" for peer, word in pairs
        ]
        if told:
            sentences.append(f"- {row['environment']}: " + ", ".join(told))
    return sentences


def section(report: dict[str, Any]) -> str:
    """What stands in the page between the marks."""
    rows = report["rows"]
    return "\n\n".join(
        [
            INTRODUCTION.format(windows=report["windows"], seconds=report["seconds"]),
            "![decisions a second of each environment](peers.svg)",
            page_table(rows),
            "Ours beside the fastest peer of like kind that is played in the same way:",
            "\n".join(ratios(rows)),
            f"Measured on {machine_line(report['machine'])}.",
        ]
    )
