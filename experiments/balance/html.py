"""Pieces of a page that needs nothing beside itself: tables, bars and a heat map as inline SVG."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from .stats import Difference, Estimate

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #1c1c1c }
h1 { margin-bottom: 0 } h2 { margin-top: 2em; border-bottom: 1px solid #ccc } .label { background: #f3efe2; padding: .6em 1em }
p, li, dl { max-width: 60em }
dl { display: grid; grid-template-columns: 13em auto; gap: .5em 1.2em } dt { font-weight: 600 } dd { margin: 0 }
nav { font-size: .9em; margin: 1em 0 } nav a { margin-right: 1em; white-space: nowrap } a { color: #2b6ca3 }
table { border-collapse: collapse } td, th { padding: .15em .6em; text-align: right; white-space: nowrap }
th { font-weight: 600; border-bottom: 1px solid #999 } td:first-child, th:first-child { text-align: left }
tr:nth-child(even) td { background: #f7f7f7 } .told { font-weight: 600 } code { background: #f2f2f2; white-space: normal }
details { margin: .5em 0 1em } summary { cursor: pointer; color: #2b6ca3 } svg { display: block } .wide { overflow-x: auto }
@media (max-width: 50em) { dl { grid-template-columns: auto } dt { margin-top: .5em } }
"""
WIDTH, HEIGHT, BARS = 220, 16, 40


def percent(estimate: Estimate) -> str:
    """A share in %, with its interval."""
    return f"{100 * estimate.value:.1f} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def points(d: Difference, scale: float = 100.0) -> str:
    """A difference of shares in points, with its interval."""
    return f"{scale * d.value:+.2f} ({scale * d.low:+.2f} to {scale * d.high:+.2f})"


def page(title: str, body: Sequence[str]) -> str:
    """A whole page, with links to its headings behind the first one."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    count = itertools.count(1)
    text = re.sub("<h2>", lambda _: f'<h2 id="part{next(count)}">', "\n".join(body))
    links = [f'<a href="#{name}">{heading}</a>' for name, heading in re.findall('<h2 id="(.*?)">(.*?)</h2>', text)]
    first, at, rest = text.partition('<h2 id="part2">')
    contents = f"<nav>{' '.join(links[1:])}</nav>\n" if at else ""
    whole = f"{first}{contents}{at}{rest}"
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{whole}\n</body></html>\n'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], told: Sequence[bool] = (), most: int = 10_000) -> str:
    """A table of cells that are HTML already; rows that are `told` stand out; those after the first `most` are folded away."""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    lines = []
    for number, row in enumerate(rows):
        mark = ' class="told"' if number < len(told) and told[number] else ""
        lines.append(f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>")
    if len(lines) <= most + 3:
        return _grid(head, lines)
    more = f"<details><summary>{len(lines) - most} more</summary>\n{_grid(head, lines[most:])}</details>"
    return f"{_grid(head, lines[:most])}\n{more}"


def _grid(head: str, lines: Sequence[str]) -> str:
    return f'<div class="wide"><table><tr>{head}</tr>\n' + "\n".join(lines) + "\n</table></div>"


def bar(value: float, low: float, high: float, least: float, most: float, middle: float, strong: bool) -> str:
    """A value with its interval on a scale from `least` to `most`, with a line at `middle`."""
    if not all(map(math.isfinite, (value, low, high))):
        return ""

    def x(at: float) -> float:
        inside = min(max(at, least), most)
        return 4 + (WIDTH - 8) * (inside - least) / ((most - least) or 1)

    colour = "#b3401e" if strong else "#8a8a8a"
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{value:.2f}, {low:.2f} to {high:.2f}">'
        f'<line x1="{x(middle):.1f}" y1="0" x2="{x(middle):.1f}" y2="{HEIGHT}" stroke="#ccc"/>'
        f'<line x1="{x(low):.1f}" y1="8" x2="{x(high):.1f}" y2="8" stroke="{colour}" stroke-width="3"/>'
        f'<circle cx="{x(value):.1f}" cy="8" r="3.5" fill="{colour}"/></svg>'
    )


def heat(rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]], cells: Sequence[Sequence[str]]) -> str:
    """A grid of shares from 0 (blue) over one half (white) to 1 (red), each with a text; nan is empty."""
    size, left, top = (110, 40), 130, 40
    parts = [f'<svg width="{left + size[0] * len(columns)}" height="{top + size[1] * len(rows)}" font-size="13" role="img">']
    for c, name in enumerate(columns):
        parts.append(f'<text x="{left + size[0] * (c + 0.5)}" y="{top - 12}" text-anchor="middle">{escape(name)}</text>')
    for r, name in enumerate(rows):
        y = top + size[1] * r
        parts.append(f'<text x="{left - 10}" y="{y + 25}" text-anchor="end">{escape(name)}</text>')
        for c, share in enumerate(shares[r]):
            x = left + size[0] * c
            parts.append(f'<rect x="{x}" y="{y}" width="{size[0] - 2}" height="{size[1] - 2}" fill="{_colour(share)}"/>')
            parts.append(f'<text x="{x + size[0] / 2}" y="{y + 25}" text-anchor="middle">{escape(cells[r][c])}</text>')
    return "".join([*parts, "</svg>"])


TONES = ("#b3401e", "#2b6ca3", "#3d7d3d", "#7a4b9a", "#8a6d1f")


def curves(
    lines: Mapping[str, Sequence[tuple[float, float, float]]], columns: Sequence[str], across: str, up: str, scale: float = 100.0
) -> str:
    """Lines from left to right, each of (value, low, high) a column, as shares of 1 on a scale that fits them."""
    width, height, left, bottom, right = 430, 240, 46, 40, 110
    numbers = [scale * number for line in lines.values() for point in line for number in point if math.isfinite(number)]
    least, most = min(numbers, default=0.0), max(numbers, default=1.0)
    step = next((s for s in (1, 2, 5, 10, 20, 25, 50) if (most - least) / s <= 6), 100)
    least, most = step * math.floor(least / step), step * math.ceil(most / step) or step

    def x(n: int) -> float:
        return left + 14 + (width - 28) * n / max(1, len(columns) - 1)

    def y(value: float) -> float:
        return 10 + height * (most - value) / ((most - least) or 1)

    parts = [f'<svg width="{left + width + right}" height="{height + bottom + 10}" font-size="12" role="img" aria-label="{up}">']
    for mark in range(least, most + 1, step):
        parts.append(f'<line x1="{left}" y1="{y(mark):.1f}" x2="{left + width}" y2="{y(mark):.1f}" stroke="#e3e3e3"/>')
        parts.append(f'<text x="{left - 6}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark}</text>')
    for n, name in enumerate(columns):
        parts.append(f'<text x="{x(n):.1f}" y="{height + 26}" text-anchor="middle">{escape(name)}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{height + 44}" text-anchor="middle">{escape(across)}</text>')
    parts.append(
        f'<text x="12" y="{height / 2}" transform="rotate(-90 12 {height / 2})" text-anchor="middle">{escape(up)}</text>'
    )
    ends: list[tuple[float, str]] = []
    for (name, line), tone in zip(lines.items(), itertools.cycle(TONES), strict=False):
        band = [(x(n), y(scale * high)) for n, (_, _, high) in enumerate(line)]
        band += [(x(n), y(scale * low)) for n, (_, low, _) in reversed(list(enumerate(line)))]
        middle = [(x(n), y(scale * value)) for n, (value, _, _) in enumerate(line)]
        parts.append(f'<polygon points="{_points(band)}" fill="{tone}" opacity="0.15"/>')
        parts.append(f'<polyline points="{_points(middle)}" fill="none" stroke="{tone}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{tone}"/>' for a, b in middle]
        ends.append((middle[-1][1] + 4, f'x="{middle[-1][0] + 10:.1f}" fill="{tone}">{escape(name)}</text>'))
    lowest = -math.inf
    for at, words in sorted(ends):
        lowest = max(at, lowest + 14)  # names of lines that end together stand one below the other
        parts.append(f'<text y="{lowest:.1f}" {words}')
    return "".join([*parts, "</svg>"])


def histogram(values: np.ndarray) -> str:
    """How often each whole number comes, from the least to the most of all but one in a hundred; the rest is in the last bar."""
    least, most = int(values.min()), max(int(np.percentile(values, 99)), int(values.min()) + 1)
    step = math.ceil((most - least + 1) / BARS)
    counts = np.bincount((np.minimum(values, most).astype(int) - least) // step)
    width = min(12, WIDTH // len(counts))
    bars = [
        f'<rect x="{width * n}" y="{2 * HEIGHT * (1 - count / counts.max()):.1f}" width="{width - 1}" '
        f'height="{2 * HEIGHT * count / counts.max():.1f}" fill="#8a8a8a"/>'
        for n, count in enumerate(counts)
    ]
    label = f"from {least} to {most}"
    return f'<svg width="{width * len(counts)}" height="{2 * HEIGHT}" role="img" aria-label="{label}">{"".join(bars)}</svg>'


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in places)


def _colour(share: float) -> str:
    if not math.isfinite(share):
        return "#eee"
    off = 2 * share - 1
    paint = (214, 96, 77) if off > 0 else (67, 147, 195)
    mixed = (round(255 + (tone - 255) * min(1.0, abs(off))) for tone in paint)
    return "#" + "".join(f"{tone:02x}" for tone in mixed)
