"""Games to look at: the least and most of what was measured, and games whose winner turns with a variant."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from . import html
from .conduct import Findings
from .games import Lineup
from .measures import measures_of
from .rules import Rules, watch_command
from .study import Study
from .summary import wins_of
from .verdict import headline


def outliers(study: Study, findings: Findings) -> Iterator[str]:
    """Its part of the page: games at the ends of what was measured, and games that variants turn."""
    main = study.lineups[0]
    measured = findings.variants.get((main, 0))
    if measured is None:
        return
    rows = []
    measures = measures_of(study.game)
    for name in measured.columns[2:]:
        if name not in measures.meaning:
            continue
        if len(set(measured.column(name))) < 2:
            continue
        values, words = measured.column(name), measures.meaning[name]
        ends = ("earliest", "latest") if name in measures.firsts else ("fewest", "most")
        about = [f"{end} {words}" for end in ends]
        places = int(np.where(values > 0, values, np.inf).argmin()), int(values.argmax())
        for what, place in zip(about, places, strict=True):
            command = watch_command(study.game, study.rules, main, study.seed + place)
            rows.append([escape(what), f"{values[place]:.0f}", f"<code>{escape(command)}</code>"])
    rows += list(_turned(study, findings, main))
    yield "<h2>Games to look at</h2><p>A command plays the game again and tells it.</p>"
    yield html.table(["", "", "watch"], rows)


def _turned(study: Study, findings: Findings, lineup: Lineup) -> Iterator[list[str]]:
    """For the variants that move the wins most, a seed whose winner turns with them."""
    base = findings.variants[lineup, 0]
    judged = [(abs(wins_of(lines).difference.value), v) for (at, v), lines in findings.lines.items() if at == lineup and v]
    for _, variant in sorted(judged, reverse=True)[:3]:
        other = findings.variants[lineup, variant]
        n = min(len(base.out), len(other.out))
        up = wins_of(findings.lines[lineup, variant]).difference.value > 0
        before, after = (headline(study.game, side)[:n] for side in (base, other))
        turned = np.flatnonzero((after & ~before) if up else (before & ~after))
        if len(turned):
            change = study.plan.variants[variant].change
            command = watch_command(study.game, Rules(study.rules.ruleset, change), lineup, study.seed + int(turned[0]))
            yield [f"another winner by <code>{escape('; '.join(change))}</code>", "", f"<code>{escape(command)}</code>"]
