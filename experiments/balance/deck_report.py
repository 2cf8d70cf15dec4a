"""What a search for decks has found, as one HTML page beside its CSV files."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from . import html
from .deck_space import Deck, DeckSearch
from .decks import CLEAR, FoundDecks, Measure
from .jobs import FORMAT
from .stats import Difference, Estimate
from .summary import levels_text, write_rows

ALPHA = 0.05
APART = 8  # cards that set an archetype apart, at most
A_COPY = 0.5  # and by how many copies


def write_deck_report(search: DeckSearch, found: FoundDecks, folder: Path, seconds: float | None = None) -> Path:
    """The page, `worths.csv` and `decks.csv` in `folder`; the page's path."""
    rows = [[worth.slug, worth.value, worth.low, worth.high, worth.adjusted] for worth in found.worths]
    write_rows(folder / "worths.csv", ["card", "points a copy", "low", "high", "adjusted p"], rows)
    numbers = ["wins", "low", "high", "n", "over the reference", "low", "high", "deck"]
    write_rows(folder / "decks.csv", ["which", *numbers], [[name, *_cells(search, m)] for name, m in measured(found)])
    body = [*_top(search, found, seconds), *_strong(search, found), *_archetypes(search, found), *_different(search, found)]
    body += [*_worths(search, found), *_appendix(search, found)]
    path = folder / "report.html"
    path.write_text(html.page(search.title, body), encoding="utf-8")
    return path


def measured(found: FoundDecks) -> list[tuple[str, Measure]]:
    """The decks that are known on fresh seeds, by name."""
    assert found.reference is not None and found.best is not None
    middles = [(f"archetype {n}", archetype.middle) for n, archetype in enumerate(found.archetypes, 1)]
    different = [(f"{copies} exchanged", m) for copies, m in found.different]
    return [("reference", found.reference), ("best", found.best), *middles, *different]


def in_short(search: DeckSearch, found: FoundDecks) -> list[str]:
    """A few lines for the terminal."""
    agent = search.game.agents[search.seat]
    lines = [f"{agent} wins on fresh seeds, %, and points over {_reference(search)}:"]
    lines += [f"  {name:14} {_percent(m.wins):24} {_points(m.over):26} {_deck(search, m.deck)}" for name, m in measured(found)]
    return lines


def _cells(search: DeckSearch, m: Measure) -> list[object]:
    return [m.wins.value, m.wins.low, m.wins.high, m.wins.n, m.over.value, m.over.low, m.over.high, _deck(search, m.deck)]


def _deck(search: DeckSearch, deck: Deck) -> str:
    return ", ".join(f"{count} {slug}" for slug, count in search.cards[0].listed(deck).items())


def _percent(e: Estimate) -> str:
    return f"{100 * e.value:.1f} ({100 * e.low:.1f} to {100 * e.high:.1f})"


def _points(d: Difference) -> str:
    return f"{100 * d.value:+.1f} ({100 * d.low:+.1f} to {100 * d.high:+.1f})"


def _reference(search: DeckSearch) -> str:
    return "the ruleset's own deck" if search.own else "a deck of all cards"


def _top(search: DeckSearch, found: FoundDecks, seconds: float | None) -> Iterator[str]:
    cards, agents = search.cards[0], search.game.agents
    time = f" in {seconds:.0f} s" if seconds else ""
    yield f"<h1>{escape(search.title)}</h1><p>{escape(search.name)}, {found.games:,} games{time}.</p>"
    yield (
        f'<p class="label"><b>Who played:</b> scripted players as {escape(" and ".join(agents))}, levels '
        f"{levels_text(search.levels)}. <b>Not retrained</b>: they play each deck by the same rules of thumb, so "
        "what is strong is "
        "strong in their hands, and a deck that asks for another way to play looks worse than it is. All intervals are 95 %.</p>"
    )
    yield (
        f"<p>Decks of {escape(agents[search.seat])}: {cards.size} cards of {len(cards.slugs)} names, at most "
        f"{cards.copies} of a name, at "
        f"least {cards.minimum} of each type; against {len(search.pool)} decks of {escape(agents[1 - search.seat])}: "
        f"{escape(', '.join(search.pool))}. {search.random} random decks, {search.islands} islands of {search.generations} "
        f"generations, a race, and fresh seeds, which no deck was chosen by. Reference: {_reference(search)}.</p>"
    )
    if found.failed:
        yield f'<p class="label"><b>{len(found.failed)} jobs failed</b>: their decks were passed over; see the appendix.</p>'


def _strong(search: DeckSearch, found: FoundDecks) -> Iterator[str]:
    yield "<h2>Strong decks</h2><p>Wins in %, on fresh seeds; over the reference in points, paired over the same seeds.</p>"
    names = list(search.pool)
    rows = []
    for name, m in measured(found)[: 2 + len(found.archetypes)]:
        against = [_percent(m.by_rival[rival]) for rival in names]
        picture = html.bar(m.wins.value, m.wins.low, m.wins.high, 0.0, 1.0, 0.5, name == "best")
        rows.append([escape(name), _percent(m.wins), picture, _points(m.over), *against])
    yield html.table(["", "wins", "", "over the reference", *(f"against {escape(name)}" for name in names)], rows)
    yield (
        f"<p>Random decks differ by {found.spread:.1f} points of wins (standard deviation, luck taken off). So many decks were "
        "looked at that the best would look better than it is, were it not for the fresh seeds.</p>"
    )


def _archetypes(search: DeckSearch, found: FoundDecks) -> Iterator[str]:
    yield (
        f"<h2>Archetypes</h2><p>{found.near} decks are within {search.near:g} points of the best on fresh seeds. "
        "Two of them differ by "
        f"{found.apart:.1f} copies on average, two random decks by {found.random_apart:.1f}. Clusters by copies "
        "that differ (average "
        f"linkage, the cut of the clearest silhouette, {found.silhouette:.2f}; below {CLEAR:g} they are taken for "
        "one). A cluster from "
        "several islands was found several times over; one from a single island may be kinship.</p>"
    )
    for number, archetype in enumerate(found.archetypes, 1):
        apart = [f"{escape(slug)} {copies:+.1f}" for slug, copies in archetype.apart[:APART] if abs(copies) >= A_COPY]
        middle = archetype.middle
        yield (
            f"<h3>Archetype {number}</h3><p>{archetype.decks} decks, from: "
            f"{escape(', '.join(archetype.islands))}. Its middle deck wins "
            f"{_percent(middle.wins)} %. Copies more or fewer than in the other near-best decks: "
            f"{', '.join(apart) or 'none'}.</p>"
            f"<p>{escape(_deck(search, middle.deck))}</p>"
        )


def _different(search: DeckSearch, found: FoundDecks) -> Iterator[str]:
    if not found.different:
        return
    yield (
        "<h2>The price of being different</h2><p>The best deck with so many of its copies exchanged for others, by the worths of "
        "copies below, on fresh seeds. A search for each might find a better one, so the price is this at most.</p>"
    )
    rows = [[f"{copies}", _percent(m.wins), _points(m.over), escape(_deck(search, m.deck))] for copies, m in found.different]
    yield html.table(["copies exchanged", "wins, %", "over the reference", "deck"], rows)


def _worths(search: DeckSearch, found: FoundDecks) -> Iterator[str]:
    yield (
        "<h2>What a copy is worth</h2><p><b>Causal, for these players and this pool, on average over random "
        "decks</b>: points of wins "
        "of a copy more in place of an average one, by least squares over decks that were drawn at random. It says nothing of "
        "pairs of cards. In bold what can be told from luck (Benjamini and Hochberg).</p>"
    )
    reach = max([abs(number) for worth in found.worths for number in (worth.low, worth.high)] or [1.0])
    told = [worth.adjusted < ALPHA for worth in found.worths]
    rows = []
    for w, bold in zip(found.worths, told, strict=True):
        picture = html.bar(w.value, w.low, w.high, -reach, reach, 0.0, bold)
        rows.append([escape(w.slug), f"{w.value:+.2f} ({w.low:+.2f} to {w.high:+.2f})", picture])
    yield html.table(["card", "points a copy", ""], rows, told)


def _appendix(search: DeckSearch, found: FoundDecks) -> Iterator[str]:
    assert found.race is not None
    racers = len(found.race.left) + len(found.race.out)
    yield "<h2>Technical appendix</h2><ul>"
    yield (
        "<li>Wins against the pool: the mean over its decks, by Student's t over seeds, as all decks of the pool "
        "have the same seeds; "
        f"against one deck: Wilson. Race: {racers} decks, {found.race.games * len(search.pool):,} games, "
        f"{len(found.race.out)} went "
        "out.</li>"
    )
    for name, deck in search.pool.items():
        yield f"<li>{escape(name)}: {escape(', '.join(f'{n} {slug}' for slug, n in search.cards[1].listed(deck).items()))}.</li>"
    rules = f"{search.ruleset.name}, digest {search.ruleset.digest}"
    yield f"<li>Ruleset {escape(rules)}; search {search.digest}; {FORMAT}; seeds from {search.seed}.</li></ul>"
    if found.failed:
        lines = "".join(f"<li>{escape(about)}: {escape(why)}</li>" for about, why in found.failed.items())
        yield f"<h3>Jobs that failed</h3><ul>{lines}</ul>"
