"""What a study has found, as one HTML page beside its CSV files."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path

import numpy as np

from . import as_is, card_pairs, choices, deal, html, restricted, retrain, sensitivity, short, skill
from .cards import CardLine, card_lines
from .cards import section as cards_section
from .choices import Near
from .conduct import Findings, values_of
from .control import controlled, deals, fewer
from .games import Lineup
from .html import percent, points
from .jobs import FORMAT
from .measures import Measured
from .metagame import metagame
from .metagame import section as metagame_section
from .outliers import outliers
from .restricted import Restricted
from .seats import SeatLine, seat_lines
from .seats import section as seat_section
from .sequential import distance
from .skill import Curve
from .stats import Estimate, share
from .study import Group, Study
from .summary import Cells, VariantLine, levels_text, variant_lines, wins_of, write_csv
from .verdict import headline, headline_words

ALPHA = 0.05
LEAST = 1000  # games for control variates


def write_report(study: Study, findings: Findings, folder: Path, seconds: float | None = None) -> Path:
    """The page and the CSV files in `folder`; the page's path."""
    variants = variant_lines(study, findings)
    cards = card_lines(study, findings)
    base = as_is.as_is_lines(study, findings)
    meta = metagame(study.game, findings.matchups)
    dealt = deal.deal_lines(study, findings)
    seats, pairs = seat_lines(study, findings), card_pairs.pair_lines(study, findings)
    tables: dict[str, tuple[Sequence[str], Sequence[Cells]]] = {
        "as_it_is.csv": (as_is.AsIs.HEADINGS, base),
        "seats.csv": (SeatLine.HEADINGS, seats),
        "without.csv": (Restricted.HEADINGS, findings.restricted),
        "deal.csv": (deal.Dealt.HEADINGS, dealt),
        "card_pairs.csv": (card_pairs.CardPair.HEADINGS, pairs),
        "sensitivity.csv": (sensitivity.Index.HEADINGS, sensitivity.table(findings.sensitivities)),
        "choices.csv": (Near.HEADINGS, findings.near),
        "skill.csv": (Curve.HEADINGS, skill.table(findings.skills)),
    }
    write_csv(study, findings, variants, {"cards.csv": (CardLine.HEADINGS, cards), **tables}, folder)
    path = folder / "report.html"
    body = [
        *_top(study, findings, seconds),
        *short.section(study, findings, short.Told(variants, cards, dealt, pairs, seats, meta)),
        *_matchups(study, findings),
        *metagame_section(study.game, meta),
        *skill.section(findings.skills),
        *as_is.section(study, base),
        *seat_section(seats),
        *_choices(study, findings),
        *restricted.section(findings.restricted),
        *_groups(study, findings, variants),
        *sensitivity.section(findings.sensitivities),
        *_wish(study, findings),
        *retrain.section(study.game, study.retraining, findings.retrained, partial(_far, study)),
        *cards_section(cards),
        *deal.section(study, dealt),
        *card_pairs.section(pairs),
        *outliers(study, findings),
        *_appendix(study, findings, variants),
    ]
    path.write_text(html.page(study.title, body), encoding="utf-8")
    return path


def _top(study: Study, findings: Findings, seconds: float | None) -> Iterator[str]:
    agents = " and ".join(escape(agent) for agent in study.game.agents)
    lineups = "; ".join(levels_text(lineup) for lineup in study.lineups)
    yield f"<h1>{escape(study.title)}</h1>"
    time = f" in {seconds:.0f} s" if seconds else ""
    yield f"<p>{escape(study.ruleset.name)}, {findings.games:,} games{time}.</p>"
    yield (
        f'<p class="label"><b>Who played:</b> scripted players as {agents}, levels from 0 (random) to 3; variants by {lineups}. '
        "<b>Not retrained</b>: they play every variant as the rules that they were tuned on, so a change that asks "
        "for another way to play is shown smaller, or more harmful, than it is. All intervals are 95 %.</p>"
    )
    yield from retrain.label(study.retraining, findings.retrained)
    if findings.failed:
        yield f'<p class="label"><b>{len(findings.failed)} jobs failed</b>: they are missing here; see the appendix.</p>'
    if findings.short:
        yield f'<p class="label">The budget ended before all variants were known to {100 * study.precision:g} points.</p>'


def _matchups(study: Study, findings: Findings) -> Iterator[str]:
    agents = study.game.agents
    if not findings.matchups:
        return
    if len(agents) != 2:
        yield "<h2>Who wins, by skill</h2>"
        lines = [
            [levels_text(at), *(percent(_win(m, seat)) for seat in range(len(agents)))] for at, m in findings.matchups.items()
        ]
        yield html.table(["levels", *(f"{escape(agent)} wins, %" for agent in agents)], lines)
        return
    rows, columns = (study.roles[agent] for agent in agents)
    shares, cells = [], []
    for a in rows:
        estimates = [_win(findings.matchups.get((a, b)), 0) for b in columns]
        shares.append([e.value for e in estimates])
        cells.append([f"{100 * e.value:.1f} ± {100 * e.reach:.1f}" if math.isfinite(e.value) else "-" for e in estimates])
    yield f"<h2>Who wins, by skill</h2><p>{escape(agents[0])}'s wins in %, by the levels of both.</p>"
    yield html.heat([f"{agents[0]} {a}" for a in rows], [f"{agents[1]} {b}" for b in columns], shares, cells)


def _win(measured: Measured | None, seat: int) -> Estimate:
    nothing = Estimate(math.nan, math.nan, math.nan, 0)
    return nothing if measured is None else share(measured.wins(seat))


def _groups(study: Study, findings: Findings, variants: Sequence[VariantLine]) -> Iterator[str]:
    main = study.lineups[0]
    by_lineup = {(v.lineup, v.change): v for v in variants}
    for group in study.groups:
        mine = [v for v in variants if v.group == group.name and v.lineup == main]
        if mine:
            yield from _group(study, group, mine, by_lineup)


def _group(
    study: Study, group: Group, mine: list[VariantLine], by_lineup: dict[tuple[Lineup, str], VariantLine]
) -> Iterator[str]:
    wins = escape(headline_words(study.game))
    yield f"<h2>Changes: {escape(group.name.replace('_', ' '))}</h2><p>{escape(group.about)}</p>"
    told = sum(v.adjusted < ALPHA for v in mine)
    yield (
        f"<p>{told} of {len(mine)} move {wins} further than luck would (in bold: Benjamini and Hochberg, at most "
        f"one in twenty of them by luck). Points of {wins}, paired over the same seeds.</p>"
    )
    reach = max(max(abs(wins_of(v.lines).difference.low), abs(wins_of(v.lines).difference.high)) for v in mine) or 1.0
    headings = [
        "change",
        "from",
        "points",
        "",
        *(f"at {levels_text(lineup)}" for lineup in study.lineups[1:]),
        "rounds",
        "games",
        "r",
    ]
    rows = []
    for v in mine:
        d = wins_of(v.lines).difference
        rounds = next(line for line in v.lines if line.what == "length in rounds")
        others = []
        for lineup in study.lineups[1:]:
            other = by_lineup.get((lineup, v.change))
            others.append(points(wins_of(other.lines).difference) if other else "-")
        rows.append(
            [
                f"<code>{escape(v.change)}</code>",
                _sources(study, v.change),
                points(d),
                html.bar(d.value, d.low, d.high, -reach, reach, 0.0, v.adjusted < ALPHA),
                *others,
                f"{rounds.difference.value:+.2f}",
                f"{d.n:,}",
                "-" if math.isnan(d.correlation) else f"{d.correlation:.2f}",
            ]
        )
    yield html.table(headings, rows, [v.adjusted < ALPHA for v in mine], most=12)


def _sources(study: Study, change: str) -> str:
    """Where the values that a change replaces are from."""
    paths = [part.partition("=")[0].strip() for part in change.split(";")]
    return escape(", ".join(dict.fromkeys(getattr(study.knobs[path], "provenance", "") for path in paths)))


def _wish(study: Study, findings: Findings) -> Iterator[str]:
    found, wish = findings.finalists, study.wish
    if found is None or wish is None:
        return
    targets = ", ".join(f"{name} {target:g} (weight {weight:g})" for name, (target, weight) in wish.targets.items())
    name = "; ".join(study.plan.variants[found.winner].change) or "the rules as they are"
    yield f"<h2>The search</h2><p>Wished for: {escape(targets)}. The distance is the weighted sum of what is missing.</p>"
    out = len(found.race.out)
    yield (
        f"<p><b><code>{escape(name)}</code></b> comes nearest of {out + len(found.race.left)}: {out} went out of the race in "
        f"{found.race.games:,} games, {len(found.race.left)} were left at its end."
    )
    if found.tested:
        verdict = "decided" if found.decided else "did not decide (take them for equal)"
        yield f" A sequential test of the last two on new seeds {verdict} after {found.tested:,} pairs."
    yield (
        f"</p><p>On fresh seeds, which nothing was chosen by: distance {found.distance[1]:.2f}, of the rules as they are "
        f"{found.distance[0]:.2f}.</p>"
    )
    rows = []
    for line in found.lines:
        scale = 100 if line.unit == "%" else 1
        rows.append(
            [escape(line.what), f"{scale * line.old.value:.1f}", f"{scale * line.new.value:.1f}", points(line.difference, scale)]
        )
    yield html.table(["", "as it is", "then", "difference"], rows, [line.told for line in found.lines])


def _choices(study: Study, findings: Findings) -> Iterator[str]:
    asked = study.extras.choices
    return choices.section(findings.near, 2 * choices.DEALS * asked.words if asked else 0)


def _far(study: Study, measured: Measured) -> float:
    """How far games are from the wish."""
    assert study.wish is not None
    values = {name: values_of(measured, name, study.game.agents) for name in study.wish.targets}
    return distance(values, study.wish.targets)


def _appendix(study: Study, findings: Findings, variants: Sequence[VariantLine]) -> Iterator[str]:
    reached = [d.correlation for v in variants if not math.isnan((d := wins_of(v.lines).difference).correlation)]
    yield "<h2>Technical appendix</h2><ul>"
    yield (
        "<li>Variants are played on the same seeds as the rules as they are; all luck is drawn by (seed, purpose, "
        "how-manieth), so that the two share whatever luck they can. Intervals of shares: Wilson; of paired shares: Agresti and "
        "Min, tests by McNemar; of means: Student.</li>"
    )
    if reached:
        low, middle, high = np.percentile(reached, (5, 50, 95))
        saved = 1 / (1 - min(middle, 0.999))
        yield (
            f"<li>Correlation of wins reached: median {middle:.2f} (5 to 95 %: {low:.2f} to {high:.2f}), so half of the "
            f"differences took {saved:.1f} times fewer games than with other seeds on either side, or better.</li>"
        )
    base = findings.cards
    if base is not None and len(base.out) >= LEAST:
        seeds = np.arange(study.seed, study.seed + len(base.out), dtype=np.int64)
        found = controlled(headline(study.game, base), deals(study.game, [(study.ruleset, 0)], seeds))
        yield (
            f"<li>Control variates from the setup, fitted across folds: {escape(headline_words(study.game))} are "
            f"{percent(found.plain)} %, less the luck of the deal {percent(found.estimate)} %: {fewer(found)}.</li>"
        )
    rules = f"{study.ruleset.name}, digest {study.ruleset.digest}"
    yield f"<li>Ruleset {escape(rules)}; study {study.digest}; {FORMAT}; seeds from {study.seed}.</li>"
    yield f"<li>Budget {study.budget:,} games, precision {100 * study.precision:g} points; {findings.games:,} games.</li></ul>"
    if findings.failed:
        yield (
            "<h3>Jobs that failed</h3><ul>"
            + "".join(f"<li>{escape(a)}: {escape(why)}</li>" for a, why in findings.failed.items())
            + "</ul>"
        )
