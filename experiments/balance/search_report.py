"""What a search has found, as one HTML page beside its CSV files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from . import html, retrain
from .conduct import FRESH
from .jobs import FORMAT
from .methods import Point
from .rules import Rules, watch_command
from .search import ALPHA, Found, Known
from .space import Search, nearer
from .stats import mean
from .summary import levels_text, write_rows
from .verdict import Line

PLOT = (640, 300)
SMALL_SAMPLE = 3  # games to look at


def write_search_report(search: Search, found: Found, folder: Path, seconds: float | None = None) -> Path:
    """The page, `methods.csv`, `front.csv` and `evaluations.csv` in `folder`; the page's path."""
    _write_csv(search, found, folder)
    body = [*_top(search, found, seconds), *_methods(search, found), *_proposed(search, found)]
    body += [
        *_front(search, found),
        *retrain.section(search.game, search.retraining, found.retrained),
        *_games(search, found),
        *_appendix(search, found),
    ]
    path = folder / "report.html"
    path.write_text(html.page(search.title, body), encoding="utf-8")
    return path


def in_short(search: Search, found: Found) -> list[str]:
    """A few lines for the terminal."""
    lines = [f"{'':12}{'distance on fresh seeds':>28}  {'games':>9}  change"]
    base, proposed = found.base, found.proposed
    assert base is not None and proposed is not None
    lines.append(f"{'as it is':12}{_interval(base):>28}  {'':>9}")
    for outcome in found.outcomes:
        change = _change(search, outcome.winner.point)
        lines.append(f"{outcome.method:12}{_interval(outcome.winner):>28}  {outcome.games:>9,}  {change}")
    lines.append(f"{'proposed':12}{_interval(proposed):>28}  {'':>9}  {_change(search, proposed.point)}")
    return [*lines, _nearer(search, base, proposed)]


def _nearer(search: Search, base: Known, proposed: Known) -> str:
    """How much nearer the proposal is, and whether luck could have done that."""
    gain, low, high = nearer(proposed.values, base.values, search.targets)
    told = "" if low > 0 else " Whether it is nearer at all can't be told from luck."
    return f"It is nearer than the rules as they are by {gain:.2f} ({low:.2f} to {high:.2f}), over the same seeds.{told}"


def _interval(known: Known) -> str:
    return f"{known.distance:.2f} ({known.low:.2f} to {known.high:.2f})"


def _change(search: Search, point: Point) -> str:
    return "; ".join(search.space.change(point)) or "no change"


def _code(search: Search, point: Point) -> str:
    return f"<code>{escape(_change(search, point))}</code>"


def _top(search: Search, found: Found, seconds: float | None) -> Iterator[str]:
    base, proposed = found.base, found.proposed
    assert base is not None and proposed is not None
    lineups = "; ".join(levels_text(lineup) for lineup in search.lineups)
    time = f" in {seconds:.0f} s" if seconds else ""
    yield f"<h1>{escape(search.title)}</h1><p>{escape(search.ruleset.name)}, {found.games:,} games{time}.</p>"
    yield (
        f'<p class="label"><b>Who played:</b> scripted players as {escape(" and ".join(search.game.agents))}, levels {lineups}. '
        "<b>Not retrained</b>: they play every variant as the rules that they were tuned on, so a change that asks for another "
        "way to play is shown smaller, or more harmful, than it is. All intervals are 95 %.</p>"
    )
    yield from retrain.label(search.retraining, found.retrained)
    if found.failed:
        yield f'<p class="label"><b>{len(found.failed)} jobs failed</b>: their variants were passed over; see the appendix.</p>'
    yield "<h2>The wish</h2><p>The distance is the sum of what is missing times its weight. Over fresh seeds, which nothing was "
    yield f"chosen by, {base.n:,} games of each lineup:</p>"
    rows = []
    for target in search.targets:
        of = [mean(known.values[target.name]) for known in (base, proposed)]
        texts = [f"{e.value:.2f} ({e.low:.2f} to {e.high:.2f})" for e in of]
        rows.append([escape(target.name), f"{target.target:g}", f"{target.weight:g}", *texts])
    rows.append(["distance", "0", "", _interval(base), _interval(proposed)])
    yield html.table(["measure", "wished", "weight", "as it is", "proposed"], rows, [False] * len(search.targets) + [True])
    yield f"<p><b>Proposed: {_code(search, proposed.point)}</b></p>"
    yield f"<p>{_nearer(search, base, proposed)}</p>"


def _methods(search: Search, found: Found) -> Iterator[str]:
    yield (
        f"<h2>Ways to search, on equal budgets</h2><p>Each had {search.games:,} games at most: {search.runs} runs of "
        f"{search.steps} evaluations, each {search.evaluation} games of each lineup, and {search.face_off:,} games for a race "
        f"between the {search.finalists} best points of each run and the rules as they are. Evaluations of one number had the "
        "same seeds in each method. The distance is that of the method's winner on fresh seeds: where intervals overlap, the "
        "methods can't be told apart by this search.</p>"
    )
    most = max([o.winner.high for o in found.outcomes] + [found.base.high if found.base else 0.0])
    rows = []
    for o in found.outcomes:
        w = o.winner
        picture = html.bar(w.distance, w.low, w.high, 0.0, most, 0.0, False)
        left = f"{len(o.race.left)} of {len(o.race.left) + len(o.race.out)}"
        rows.append([o.method, _interval(w), picture, f"{o.games:,}", f"{o.points}", left, _code(search, w.point)])
    if found.base:
        b = found.base
        rows.append(["as it is", _interval(b), html.bar(b.distance, b.low, b.high, 0.0, most, 0.0, False), "", "", "", ""])
    headings = ["method", "distance", "", "games spent", "points looked at", "left at the race's end", "its winner"]
    yield html.table(headings, rows)


def _proposed(search: Search, found: Found) -> Iterator[str]:
    whole = found.whole
    assert whole is not None
    if found.without:
        yield (
            "<h2>What each of its changes is for</h2><p>The distance if one change is left out, over other seeds "
            f"({whole.n:,} games of each lineup); with all of them it is {_interval(whole)} there. Each change is "
            "played with and without on the same seeds: causal, for these players. The whole was chosen by these seeds, so it "
            "looks a little better here than it is.</p>"
        )
        rows, told = [], []
        for path, known in sorted(found.without, key=lambda pair: -pair[1].distance):
            gain, low, high = nearer(whole.values, known.values, search.targets)
            rows.append([f"<code>{escape(path)}</code>", f"{known.distance:.2f}", f"{gain:+.2f} ({low:+.2f} to {high:+.2f})"])
            told.append(low > 0)
        yield html.table(["left out", "distance then", "farther by"], rows, told)
    if found.lines:
        yield f"<h2>Proposed beside as it is, at levels {levels_text(search.lineups[0])}, on fresh seeds</h2>"
        yield html.table(
            ["", "as it is", "proposed", "difference"], list(map(_line, found.lines)), [line.told for line in found.lines]
        )
        yield "<p>In bold what can be told from luck (Holm).</p>"


def _line(line: Line) -> list[str]:
    scale, d = 100 if line.unit == "%" else 1, line.difference
    unit = f", {line.unit}" if line.unit else ""
    numbers = [f"{scale * side.value:.1f}" for side in (line.old, line.new)]
    return [escape(line.what) + escape(unit), *numbers, f"{scale * d.value:+.2f} ({scale * d.low:+.2f} to {scale * d.high:+.2f})"]


def _front(search: Search, found: Found) -> Iterator[str]:
    space = search.space
    yield (
        f"<h2>How much change for how much gain</h2><p>Of {found.looked} variants (the methods' winners, the best looked at "
        "of each number of changes, and the best with its changes taken back one by one) those that no smaller one comes as near "
        f"as, but for {search.indifferent:g}. Chosen by seeds of their own; the distances are from fresh seeds. A step is a "
        "change in units of the range of the knob's values in the search.</p>"
    )
    rows = [[f"{space.knobs(k.point)}", f"{space.steps(k.point):.2f}", _interval(k), _code(search, k.point)] for k in found.front]
    yield html.table(["knobs changed", "sum of steps", "distance", "change"], rows)
    yield scatter([(space.steps(k.point), k.distance, k.low, k.high, f"{space.knobs(k.point)}") for k in found.front])


def scatter(points: Sequence[tuple[float, float, float, float, str]]) -> str:
    """Distances with intervals over sizes of change: (size, distance, low, high, label)."""
    width, height = PLOT
    most_x = max([p[0] for p in points] + [1.0])
    most_y = max([p[3] for p in points] + [1.0])

    def x(at: float) -> float:
        return 50 + (width - 80) * at / most_x

    def y(at: float) -> float:
        return height - 40 - (height - 60) * at / most_y

    parts = [f'<svg width="{width}" height="{height}" font-size="12" role="img" aria-label="distance by size of change">']
    parts.append(f'<path d="M50 20V{height - 40}H{width - 20}" fill="none" stroke="#999"/>')
    parts.append(f'<text x="{width - 20}" y="{height - 8}" text-anchor="end">sum of steps (numbers: knobs changed)</text>')
    parts.append('<text x="6" y="14">distance</text>')
    for value in (0.0, most_y / 2, most_y):
        parts.append(f'<text x="44" y="{y(value) + 4:.1f}" text-anchor="end">{value:.1f}</text>')
    for value in (0.0, most_x / 2, most_x):
        parts.append(f'<text x="{x(value):.1f}" y="{height - 24}" text-anchor="middle">{value:.1f}</text>')
    for size, value, low, high, label in points:
        at = f"{x(size):.1f}"
        parts.append(f'<line x1="{at}" x2="{at}" y1="{y(low):.1f}" y2="{y(high):.1f}" stroke="#8a8a8a" stroke-width="3"/>')
        parts.append(f'<circle cx="{at}" cy="{y(value):.1f}" r="4" fill="#b3401e"/>')
        parts.append(f'<text x="{x(size) + 8:.1f}" y="{y(value) + 4:.1f}">{escape(label)}</text>')
    return "".join([*parts, "</svg>"])


def _games(search: Search, found: Found) -> Iterator[str]:
    """Games whose winner turns with what is proposed."""
    if found.sides is None or found.proposed is None:
        return
    before, after = (side.column("winner") for side in found.sides)
    turned = [int(place) for place in (before != after).nonzero()[0][:SMALL_SAMPLE]]
    rows = []
    for place in turned:
        seed, main = search.seed + FRESH + place, search.lineups[0]
        changed = Rules(search.rules.ruleset, search.space.change(found.proposed.point))
        for what, rules in (("as it is", search.rules), ("proposed", changed)):
            rows.append([what, f"<code>{escape(watch_command(search.game, rules, main, seed))}</code>"])
    if rows:
        yield "<h2>Games to look at</h2><p>With another winner under what is proposed; a command tells one again.</p>"
        yield html.table(["", "watch"], rows)


def _appendix(search: Search, found: Found) -> Iterator[str]:
    yield "<h2>Technical appendix</h2><ul>"
    yield (
        f"<li>Intervals of a distance: each mean within its interval of {100 * (1 - ALPHA / len(search.targets)):.4g} % "
        "(Bonferroni over the targets), so they hold at least 95 times of 100. Near a target the distance that is seen is too "
        "large rather than too small, as luck to either side adds to it.</li>"
    )
    yield (
        "<li>random: points by chance. ntbea: Lucas, Liu and Perez-Liebana 2018. optimiser: Optuna's TPE. All begin with the "
        "rules as they are.</li>"
    )
    space = "; ".join(
        f"{path}: {', '.join(map(str, values))}" for path, values in zip(search.space.paths, search.space.values, strict=True)
    )
    yield f"<li>Space: {escape(space)}.</li>"
    rules = f"{search.ruleset.name}, digest {search.ruleset.digest}"
    yield f"<li>Ruleset {escape(rules)}; search {search.digest}; {FORMAT}; seeds from {search.seed}.</li></ul>"
    if found.failed:
        lines = "".join(f"<li>{escape(about)}: {escape(why)}</li>" for about, why in found.failed.items())
        yield f"<h3>Jobs that failed</h3><ul>{lines}</ul>"


def _write_csv(search: Search, found: Found, folder: Path) -> None:
    space = search.space

    def cells(known: Known) -> list[Any]:
        means = [known.values[target.name].mean() for target in search.targets]
        size = [space.knobs(known.point), space.steps(known.point)]
        return [known.distance, known.low, known.high, known.n, *means, *size, _change(search, known.point)]

    about = ["distance", "low", "high", "n", *(target.name for target in search.targets), "knobs changed", "steps", "change"]
    named = [("as it is", found.base), ("proposed", found.proposed)]
    rows = [[name, "", *cells(known)] for name, known in named if known is not None]
    write_rows(
        folder / "methods.csv",
        ["method", "games", *about],
        [[o.method, o.games, *cells(o.winner)] for o in found.outcomes] + rows,
    )
    write_rows(folder / "front.csv", about, [cells(known) for known in found.front])
    evaluations = [
        [v.method, v.run, v.step, "" if v.distance is None else v.distance, _change(search, v.point)] for v in found.evaluations
    ]
    write_rows(folder / "evaluations.csv", ["method", "run", "step", "distance", "change"], evaluations)
