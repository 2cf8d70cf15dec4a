"""The figures of scaling.json as a section of benchmarks/README.md and as a plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.measure import machine_line

TITLES = {"pagan": "Pagan", "paradise_lost": "Paradise Lost"}
COLOURS = {"pagan": "#3b82f6", "paradise_lost": "#e8710a"}  # these and the grey are readable on white and on black
GREY = "#808080"


def text(found: Mapping[str, Any]) -> str:
    """Markdown: a table for each kind of figure."""
    return "\n\n".join(
        [
            "`make bench-scaling` measures and writes this section: " + machine_line(found["machine"]) + ".",
            "![decisions a second by number of games, threads and rulesets, and memory a game](scaling.svg)",
            "Decisions a second of CPU time of `Batch`, with observations and masks, by number of games; floor: copying the same "
            "bytes and drawing one step's random numbers (`floor.py`), of the same number of games.",
            "\n".join(_by_games(found["games"])),
            "Two threads against one, `Batch.step` alone, wall clock, in turns: decisions a second of the best turn, and the "
            "median ratio of the turns with its 95 % interval.",
            "\n".join(_by_threads(found["threads"])),
            "Pagan with several rulesets in one batch of 1,000 games, each with up to 5 cards changed, against one ruleset; "
            "`Batch.step` alone, CPU time, in turns.",
            "\n".join(_by_rulesets(found["rulesets"])),
            "Bytes a game: the arrays of a batch, and the growth of a process that makes one and plays it for a while (what was "
            "not yet written to takes no memory).",
            "\n".join(_memory(found["memory"])),
        ]
    )


def _by_games(games: Mapping[str, Any]) -> Iterator[str]:
    yield "| games | " + " | ".join(f"{TITLES[game]} | floor | of it" for game in games) + " |"
    yield "|---" * (1 + 3 * len(games)) + "|"
    for num_envs in next(iter(games.values())):
        cells = [f"{int(num_envs):,}"]
        for rows in games.values():
            ours, floor = rows[num_envs]["decisions_per_second"], rows[num_envs]["floor_per_second"]
            cells += [f"{ours:,.0f}", f"{floor:,.0f}", f"{ours / floor:.2f}"]
        yield _row(cells)


def _by_threads(threads: Mapping[str, Any]) -> Iterator[str]:
    yield "| games | " + " | ".join(f"{TITLES[game]}, one | two | ratio" for game in threads) + " |"
    yield "|---" * (1 + 3 * len(threads)) + "|"
    for num_envs in next(iter(threads.values())):
        cells = [f"{int(num_envs):,}"]
        for rows in threads.values():
            cells += [f"{rows[num_envs]['one']:,.0f}", f"{rows[num_envs]['two']:,.0f}", _ratio(rows[num_envs]["ratio"])]
        yield _row(cells)


def _by_rulesets(rulesets: Mapping[str, Any]) -> Iterator[str]:
    yield "| rulesets | decisions/s | one ruleset | ratio |"
    yield "|---|---|---|---|"
    for number, row in rulesets.items():
        yield _row([f"{int(number):,}", f"{row['many']:,.0f}", f"{row['one']:,.0f}", _ratio(row["ratio"])])


def _memory(memory: Mapping[str, Any]) -> Iterator[str]:
    first = next(iter(memory.values()))
    yield "| bytes a game | " + " | ".join(TITLES[game] for game in memory) + " |"
    yield "|---" * (1 + len(memory)) + "|"
    for what in first["arrays"]:
        yield _row([what, *(f"{rows['arrays'][what]:,.0f}" for rows in memory.values())])
    yield _row(["all arrays", *(f"{sum(rows['arrays'].values()):,.0f}" for rows in memory.values())])
    grown = [f"{rows['grown']:,.0f}" if rows["grown"] is not None else "not measured" for rows in memory.values()]
    yield _row([f"growth of a process, {first['num_envs']:,} games", *grown])


def _ratio(ratio: Mapping[str, float]) -> str:
    return f"{ratio['median']:.2f} ({ratio['low']:.2f} to {ratio['high']:.2f})"


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def plot(found: Mapping[str, Any], path: Path) -> None:
    """An SVG of four panels, on no background."""
    import matplotlib
    from matplotlib.figure import Figure

    style: Any = {name: GREY for name in ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")}
    style |= {"font.size": 9, "svg.hashsalt": "scaling", "svg.fonttype": "none"}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(9, 6.4), layout="constrained")
        panels = figure.subplots(2, 2)
        _draw_games(panels[0, 0], found["games"])
        _draw_threads(panels[0, 1], found["threads"])
        _draw_rulesets(panels[1, 0], found["rulesets"])
        _draw_memory(panels[1, 1], found["memory"])
        for axes in panels.flat:
            axes.set_facecolor("none")
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(axis="y", color=GREY, alpha=0.25, linewidth=0.6)
        figure.savefig(path, transparent=True, metadata={"Date": None})


def _draw_games(axes: Any, games: Mapping[str, Any]) -> None:
    for game, rows in games.items():
        numbers = [int(number) for number in rows]
        for name, style, label in (
            ("decisions_per_second", "o-", TITLES[game]),
            ("floor_per_second", ":", f"{TITLES[game]}: floor"),
        ):
            axes.plot(numbers, [row[name] for row in rows.values()], style, color=COLOURS[game], label=label, markersize=4)
    axes.set(title="Decisions a second of CPU time", xlabel="games in the batch", yscale="log")
    _tell_numbers(axes, next(iter(games.values())))
    axes.legend(frameon=False, fontsize=8)


def _draw_threads(axes: Any, threads: Mapping[str, Any]) -> None:
    for game, rows in threads.items():
        _with_intervals(axes, [int(number) for number in rows], [row["ratio"] for row in rows.values()], game)
    axes.axhline(1, color=GREY, linewidth=0.8)
    axes.set(title="Two threads: times as fast as one", xlabel="games in the batch")
    _tell_numbers(axes, next(iter(threads.values())))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8)


def _draw_rulesets(axes: Any, rulesets: Mapping[str, Any]) -> None:
    _with_intervals(axes, [int(number) for number in rulesets], [row["ratio"] for row in rulesets.values()], "pagan")
    axes.axhline(1, color=GREY, linewidth=0.8)
    axes.set(title="Several rulesets: times as fast as one", xlabel="rulesets in a batch of 1,000 games")
    _tell_numbers(axes, rulesets)
    axes.set_ylim(0, 1.3)
    axes.legend(frameon=False, fontsize=8)


def _tell_numbers(axes: Any, numbers: Iterable[str]) -> None:
    """A logarithmic axis on which each number that was measured is told."""
    at = list(map(int, numbers))
    axes.set_xscale("log")
    axes.set_xticks(at, [f"{number:,}" for number in at])
    axes.minorticks_off()


def _with_intervals(axes: Any, at: list[int], ratios: list[Mapping[str, float]], game: str) -> None:
    medians = [ratio["median"] for ratio in ratios]
    below = [ratio["median"] - ratio["low"] for ratio in ratios]
    above = [ratio["high"] - ratio["median"] for ratio in ratios]
    axes.errorbar(at, medians, yerr=[below, above], fmt="o-", color=COLOURS[game], label=TITLES[game], markersize=4, capsize=2)


def _draw_memory(axes: Any, memory: Mapping[str, Any]) -> None:
    parts = list(next(iter(memory.values()))["arrays"])
    left = [0.0] * len(memory)
    for what in parts:
        widths = [rows["arrays"][what] for rows in memory.values()]
        axes.barh(list(map(TITLES.get, memory)), widths, left=left, label=what, height=0.5)
        left = [before + width for before, width in zip(left, widths, strict=True)]
    for number, rows in enumerate(memory.values()):
        if rows["grown"] is not None:
            axes.plot([rows["grown"]] * 2, [number - 0.35, number + 0.35], color=GREY, linewidth=2)
    axes.set(title="Bytes a game: arrays, and a process's growth (line)")
    axes.set_ylim(-0.6, len(memory) + 1.1)
    axes.legend(frameon=False, fontsize=7, ncols=2, loc="upper left")
