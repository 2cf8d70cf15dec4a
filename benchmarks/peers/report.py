"""The table of the page and what it says of the figures; all of it made from the rows, so that it can be made again."""

from __future__ import annotations

from typing import Any

from benchmarks.measure import machine_line

from .peer import BATCH, CHECKED, FEW, LIKE, LOOP, OTHER, OURS, RAW, SMALL

Row = dict[str, Any]
TITLES = {"ours": "Ours", "openspiel": "OpenSpiel", "envpool": "EnvPool", "catanatron": "Catanatron"}
KINDS = {OURS: "ours", LIKE: "like", SMALL: "like, small", OTHER: "other"}
TABLES = {
    "Batches: many games a call": (BATCH,),
    "Python loops: one game, a call a decision": (LOOP, RAW, CHECKED),
}
# What compares with what: ours, the peers', in words. OpenSpiel and RLCard have no AEC face: our bare one stands beside them.
PAIRS = (
    (BATCH, BATCH, "batch against batch"),
    (RAW, LOOP, "our `raw_env()` against the loops of OpenSpiel and RLCard"),
    (RAW, RAW, "`raw_env()` against PettingZoo's"),
    (CHECKED, CHECKED, "`env()` against PettingZoo's"),
)

INTRODUCTION = f"""\
`make bench-peers`; `make bench-peers ARGS=--redraw` writes this section again from `peers.json`. Each environment plays random
legal games, resets included, with the observation and the legal set of the seat to act at every decision. All run on one core and
one thread, each family in a process of its own, for {{windows}} windows of {{seconds:g}} s of CPU time, of which the best counts.
Where a peer can be run in several ways, each was tried and the fastest stands here. An environment whose observations do not
change, or whose games do not end, gets no figure.

A decision is one choice of one seat. Of **like** kind is a card or tile game with hidden hands and an observation; it is
**small** if it has fewer than {FEW} actions (Leduc's deck has six cards; Blackjack is one hand against a dealer; limit hold'em
has four actions and three decisions a game). Games without hidden cards are of other kind, and so is Catanatron, whose package
has no observation."""


def measured(rows: list[Row]) -> list[Row]:
    """Rows with a figure, the fastest first."""
    return sorted((row for row in rows if "error" not in row), key=lambda row: -row["decisions_per_second"])


def missing(rows: list[Row]) -> list[Row]:
    """Rows without a figure."""
    return [row for row in rows if "error" in row]


def played(rows: list[Row], how: str, *kinds: str) -> list[Row]:
    """Measured rows of these kinds that are played in this way, the fastest first."""
    return [row for row in measured(rows) if row["how"] == how and row["kind"] in kinds]


def plain_table(rows: list[Row]) -> str:
    """For the terminal: a line a row, in the order they were measured."""
    wide = max(len(row["environment"]) for row in rows)
    lines = [f"{'':{wide}}  decisions/s  decisions/game  fastest setting"]
    for row in rows:
        name = f"{row['environment']:{wide}}"
        if "error" in row:
            lines.append(f"{name}  not measured: {row['error']}")
        else:
            lines.append(f"{name}  {row['decisions_per_second']:11,}  {row['decisions_per_game']:14,.1f}  {row['setting']}")
    return "\n".join(lines)


def page_tables(rows: list[Row]) -> str:
    """For the page: batches and Python loops apart, since they do not compare."""
    parts = []
    for title, hows in TABLES.items():
        parts += [
            f"**{title}**\n",
            "| environment | kind | decisions/s | decisions/game | numbers shown | actions | fastest setting |",
            "|---|---|--:|--:|--:|--:|---|",
            *(_line(row) for row in measured(rows) if row["how"] in hows),
            "",
        ]
    return "\n".join(parts).strip()


def _line(row: Row) -> str:
    name, speed = row["environment"], f"{row['decisions_per_second']:,}"
    if row["kind"] == OURS:
        name, speed = f"**{name}**", f"**{speed}**"
    shown, actions = (f"{row[key]:,}" if row[key] else "none" for key in ("observation", "actions"))
    return (
        f"| {name} | {KINDS[row['kind']]} | {speed} | {row['decisions_per_game']:,.1f} | {shown} | {actions} | {row['setting']} |"
    )


def notes(rows: list[Row]) -> str:
    """What is counted otherwise, a line a family, and what could not be measured and why."""
    named: dict[str, str] = {}
    for row in measured(rows):
        if row["counted"]:
            named.setdefault(row["family"], row["counted"])
    lines = [f"- {TITLES[family]}: {counted}." for family, counted in named.items()]
    lines += [f"- {row['environment']}: not measured ({row['error']})." for row in missing(rows)]
    return "\n".join(lines)


def ratios(rows: list[Row]) -> str:
    """Each of ours beside the best peer that is played in the same way: of like kind, and of like kind but small."""
    lines = [
        "| | game | against the best of like kind | against the best small one |",
        "|---|---|---|---|",
    ]
    for ours, theirs, words in PAIRS:
        best = [played(rows, theirs, kind)[:1] for kind in (LIKE, SMALL)]
        for row in played(rows, ours, OURS):
            cells = [_ratio(row, peers[0]) if peers else "none measured" for peers in best]
            lines.append(f"| {words} | {row['environment']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _ratio(row: Row, peer: Row) -> str:
    times = row["decisions_per_second"] / peer["decisions_per_second"]
    return f"{times:,.{0 if times >= 10 else 1 if times >= 1 else 2}f} times {peer['environment']}"


def faster(rows: list[Row]) -> str:
    """Which peers are faster than one of ours that is played in the same way, and what they show at each decision."""
    lines = []
    for ours, theirs, words in PAIRS:
        for row in played(rows, ours, OURS):
            ahead = [
                peer
                for peer in played(rows, theirs, LIKE, SMALL, OTHER)
                if peer["decisions_per_second"] > row["decisions_per_second"]
            ]
            if ahead:
                sizes = f"{row['observation']:,} numbers, {row['actions']:,} actions"
                lines.append(f"- {row['environment']} ({sizes}), {words}: {_listed(ahead)}.")
    if not lines:
        return "No peer that is played in the same way is faster than one of ours."
    said = (
        "Peers that are faster than ours, with their kind, decisions a second, numbers shown and actions: a toy game has little "
        "to compute and little to write at a decision."
    )
    return "\n".join([said, "", *lines])


def _listed(peers: list[Row]) -> str:
    return ", ".join(f"{peer['environment']} ({_sizes(peer)})" for peer in peers)


def _sizes(peer: Row) -> str:
    return f"{KINDS[peer['kind']]}; {peer['decisions_per_second']:,}; {peer['observation']:,}, {peer['actions']:,}"


def section(report: dict[str, Any]) -> str:
    """What stands in the page between the marks."""
    rows = report["rows"]
    parts = [
        INTRODUCTION.format(windows=report["windows"], seconds=report["seconds"]),
        "![decisions a second of each environment](peers.svg)",
        page_tables(rows),
        notes(rows),
        "Ours beside the best peer that is played in the same way:",
        ratios(rows),
        faster(rows),
        f"Measured on {machine_line(report['machine'])}.",
    ]
    return "\n\n".join(part for part in parts if part)
