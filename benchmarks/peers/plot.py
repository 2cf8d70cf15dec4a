"""The plot of the page: a bar an environment, longest first, on a logarithmic axis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .peer import BATCH, LIKE, OTHER, OURS, SMALL
from .report import measured

# Readable on white and on black: the background stays clear.
INK = "#7a828c"
COLOURS = {OURS: "#d9822b", LIKE: "#3f83d6", SMALL: "#8ab4e8", OTHER: "#9aa1a9"}
NAMES = {OURS: "ours", LIKE: "of like kind", SMALL: "of like kind, small", OTHER: "of other kind"}


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Write the plot of the rows that have a figure; the same rows give the same bytes."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "peers", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot
    from matplotlib.patches import Patch

    shown = measured(rows)[::-1]
    figure, axes = pyplot.subplots(figsize=(8, 0.26 * len(shown) + 1))
    speeds = [row["decisions_per_second"] for row in shown]
    bars = axes.barh(range(len(shown)), speeds, color=[COLOURS[row["kind"]] for row in shown], height=0.75)
    axes.bar_label(bars, [f"{speed:,}" for speed in speeds], padding=3, color=INK)
    axes.set_yticks(range(len(shown)), [_name(row) for row in shown])
    for label, row in zip(axes.get_yticklabels(), shown, strict=True):
        label.set_fontweight("bold" if row["kind"] == OURS else "normal")
    axes.set_xscale("log")
    axes.set_xlim(min(speeds) / 2, max(speeds) * 6)
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.set_xlabel("decisions a second of CPU time, one core", color=INK)
    axes.tick_params(colors=INK, which="both")
    axes.spines[:].set_visible(False)
    patches = [Patch(color=COLOURS[kind], label=name) for kind, name in NAMES.items()]
    axes.legend(handles=patches, loc="lower right", frameon=False, labelcolor=INK)
    figure.savefig(path, transparent=True, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def _name(row: dict[str, Any]) -> str:
    name: str = row["environment"]
    return name + " (batch)" if row["how"] == BATCH and row["kind"] != OURS else name
