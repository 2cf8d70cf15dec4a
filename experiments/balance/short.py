"""The first screen of a study's page: a designer's questions, each answered in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from pagan_env.core.game import Game

from .card_pairs import CardPair
from .cards import CardLine
from .conduct import Findings
from .deal import Dealt
from .html import percent
from .metagame import Metagame
from .seats import SeatLine
from .stats import Difference, Estimate, share
from .study import WITHOUT, Study
from .summary import VariantLine, levels_text, wins_of
from .verdict import headline, headline_words

ALPHA = 0.05
MOST = 3  # things that an answer names
CLOSE = 0.03  # half an interval, from which on a rate around one half is called fair
NOTHING = 0.02  # points of wins, as a share of 1, that nobody would feel
LONGEST = 8  # of a list in a sentence
ONE_SIDED = 0.05  # wins, as a share of 1, at which nothing can be seen to matter


@dataclass(frozen=True)
class Told:
    """What the other parts of the page have found."""

    variants: Sequence[VariantLine]
    cards: Sequence[CardLine]
    dealt: Sequence[Dealt]
    pairs: Sequence[CardPair]
    seats: Sequence[SeatLine]
    metagame: Metagame | None


def section(study: Study, findings: Findings, told: Told) -> Iterator[str]:
    """The questions with their answers; empty if the games failed."""
    base = findings.variants.get((study.lineups[0], 0))
    if base is None:
        return
    yield f"<h2>In short</h2><p>At levels {levels_text(study.lineups[0])}, with 95 % intervals; below, the tables.</p><dl>"
    for question, answer in (
        ("Is it fair?", _fair(study, findings, told)),
        ("How does it end?", _ends(study, findings)),
        ("What decides it?", _decides(told)),
        ("What is indispensable?", _needed(findings)),
        ("Which cards matter?", _cards(study, told)),
        ("Does skill tell?", _skill(study.game, findings)),
        ("Are there real choices?", _choices(findings)),
        ("What would change it?", _changes(study, told)),
        ("What can be left alone?", _left_alone(study, findings, told)),
        ("What was searched for?", _search(study, findings)),
    ):
        if answer:
            yield f"<dt>{question}</dt><dd>{answer}</dd>"
    yield "</dl>"


def who(game: Game, agent: str) -> str:
    """An agent in words: the Witch, or where several play one role, Hero 0."""
    role, _, number = agent.rpartition("_")
    if game.roles.count(game.roles[game.agents.index(agent)]) > 1:
        return f"{role.title()} {number}"
    return f"the {role.title()}"


def _fair(study: Study, findings: Findings, told: Told) -> str:
    game, base = study.game, findings.variants[study.lineups[0], 0]
    if game.alike:
        won = share(headline(game, base))
        uneven = [line.agent for line in told.seats if line.told]
        seats = f"No: {', '.join(who(game, agent) for agent in uneven)} stand out." if uneven else "No seat stands out."
        return f"<b>{seats if told.seats else 'The seats play other levels.'}</b> Somebody wins {percent(won)} % of games."
    wins = [share(base.wins(seat)) for seat in range(len(game.agents))]
    told_by = "; ".join(f"{who(game, agent)} wins {percent(e)} %" for agent, e in zip(game.agents, wins, strict=True))
    verdict = _verdict(game, wins[0])
    text = f"<b>{verdict}</b> {told_by[0].upper()}{told_by[1:]}."
    if told.metagame is not None:
        v = told.metagame.value
        text += f" If both sides choose their best players, {who(game, game.agents[0])} wins {percent(v)} %."
    return text + _elsewhere(study, findings)


def _elsewhere(study: Study, findings: Findings) -> str:
    """Whom the game favours between players of one level, other than those of the main lineup."""
    parts = []
    for lineup, measured in findings.matchups.items():
        won = share(measured.wins(0))
        if len(set(lineup)) == 1 and lineup != study.lineups[0] and not won.low <= 0.5 <= won.high:
            parts.append(f"{percent(won)} % at {levels_text(lineup)}")
    return f" Not so between others: {who(study.game, study.game.agents[0])} wins {', '.join(parts)}." if parts else ""


def _verdict(game: Game, first: Estimate) -> str:
    one, other = (who(game, agent) for agent in game.agents[:2])
    if first.low > 0.5:
        return f"No: it favours {one}."
    if first.high < 0.5:
        return f"No: it favours {other}."
    return "Yes, as far as can be told." if first.reach <= CLOSE else "That can't be told yet: more games are needed."


def _ends(study: Study, findings: Findings) -> str:
    base = findings.variants[study.lineups[0], 0]
    counts = np.bincount(base.column("ending").astype(int))
    parts = [
        f"{study.game.describe.ENDING_NAMES[n].replace('_', ' ')} {100 * counts[n] / len(base.out):.0f} %"
        for n in np.argsort(-counts, kind="stable")[:MOST]
        if counts[n] >= 0.005 * len(base.out)
    ]
    low, middle, high = np.percentile(base.column("rounds"), (5, 50, 95))
    return f"{escape(', '.join(parts)).capitalize()}. It takes {middle:.0f} rounds, {low:.0f} to {high:.0f} in nine games of ten."


def _decides(told: Told) -> str:
    strong = sorted((line for line in told.dealt if line.told), key=lambda line: -abs(line.difference.value))[:MOST]
    if not strong:
        return ""
    return (
        f"Much of it is dealt: {'; '.join(f'{escape(line.name)} {_points(line.difference)}' for line in strong)} points of wins."
    )


def _needed(findings: Findings) -> str:
    parts = []
    for agent in dict.fromkeys(line.agent for line in findings.restricted):
        own = [line for line in findings.restricted if line.agent == agent and line.told]
        words = [f"{escape(line.block.replace('_', ' '))} {100 * line.cost.value:.0f}" for line in own if line.cost.value > 0][
            :MOST
        ]
        better = [escape(line.block.replace("_", " ")) for line in own if line.cost.value < 0]
        text = f"without it {escape(agent)} loses, in points: {', '.join(words)}" if words else ""
        text += f"; it would win more without {', '.join(better)}" if better else ""
        parts += [text] if text else []
    return ". ".join(text[0].upper() + text[1:] for text in parts) + ("." if parts else "")


def _cards(study: Study, told: Told) -> str:
    text = []
    for agent in study.game.agents:
        own = [line for line in told.cards if line.agent == agent and line.worth]
        best = [f"{escape(line.card)} {_points(line.worth)}" for line in own[:MOST] if line.told and line.worth]
        bad = [escape(line.card) for line in own if line.told and line.worth and line.worth.value < 0]
        unplayed = [escape(line.card) for line in own if line.played.n and line.played.high < 0.02]
        name = who(study.game, agent)
        if best:
            text.append(f"{name}'s of most worth: {', '.join(best)} points")
        if bad:
            text.append(f"{name} would be better off without {', '.join(bad)}, as these players play them")
        if unplayed:
            text.append(f"{name} hardly ever plays {', '.join(unplayed)}")
    return ". ".join(part[0].upper() + part[1:] for part in text) + ("." if text else "")


def _skill(game: Game, findings: Findings) -> str:
    found = findings.skills
    if found is None:
        return ""
    parts = [f"{who(game, curve.agent)} wins {', '.join(f'{100 * e.value:.0f}' for e in curve.wins)} %" for curve in found.curves]
    return f"At levels 0 to {len(found.curves[0].wins) - 1}, the others at {found.other}: {'; '.join(parts)}."


def _choices(findings: Findings) -> str:
    if not findings.near:
        return ""
    parts = "; ".join(
        f"for {escape(line.agent)} {line.near.value:.1f} of {line.options.value:.1f} options "
        f"(one alone in {100 * line.single.value:.0f} % of decisions)"
        for line in findings.near
    )
    return f"Within {findings.near[0].points:g} points of the best are, on average: {parts}."


def _changes(study: Study, told: Told) -> str:
    text = []
    for group in study.groups:
        mine = [v for v in told.variants if v.group == group.name and v.lineup == study.lineups[0] and v.adjusted < ALPHA]
        if mine and not (told.cards and group.name == WITHOUT):
            words = ", ".join(f"<code>{escape(v.change)}</code> {_points(wins_of(v.lines).difference)}" for v in mine[:MOST])
            text.append(f"{escape(group.name.replace('_', ' '))}: {words}")
    return f"Most points of {escape(headline_words(study.game))}, by {'; by '.join(text)}." if text else ""


def _left_alone(study: Study, findings: Findings, told: Told) -> str:
    """Numbers whose changes all move the wins by less than anybody would feel, whatever their intervals leave open."""
    won = share(headline(study.game, findings.variants[study.lineups[0], 0]))
    if not study.game.alike and not ONE_SIDED <= won.value <= 1 - ONE_SIDED:
        return "That can't be told at these levels, at which one side wins nearly always."
    felt: dict[str, bool] = {}
    for v in told.variants:
        d = wins_of(v.lines).difference
        if v.lineup == study.lineups[0] and v.group != WITHOUT and ";" not in v.change:
            path = v.change.partition(" =")[0]
            felt[path] = felt.get(path, False) or max(abs(d.low), abs(d.high)) > NOTHING
    still = [f"<code>{escape(path)}</code>" for path, moved in felt.items() if not moved]
    if not still:
        return ""
    more = f" and {len(still) - LONGEST} more" if len(still) > LONGEST else ""
    shown = f"{', '.join(still[:LONGEST])}{more}, of {len(felt)}"
    return f"The steps of these move wins by less than {100 * NOTHING:g} points, to the ends of their intervals: {shown}."


def _search(study: Study, findings: Findings) -> str:
    if not findings.finalists or not findings.finalists.winner:
        return ""
    change = "; ".join(study.plan.variants[findings.finalists.winner].change)
    return f"<code>{escape(change)}</code> comes nearest; see below how far that is from what was wished for."


def _points(d: Difference) -> str:
    return f"{100 * d.value:+.1f}"
