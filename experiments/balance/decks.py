"""Strong decks of one role against a pool of the other's: random decks, then islands that evolve, a race, fresh seeds.

Decks are measured against the ruleset's own one on the same seeds. What is played next hangs on the file and on results alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from scipy.stats import t as student

from .conduct import FINAL, FRESH
from .deck_space import RACERS, Deck, DeckSearch
from .executors import Executor
from .games import Games, Progress, jobs_of
from .jobs import Variant
from .measures import measures_of
from .sequential import Race, Values, race
from .stats import Difference, Estimate, benjamini_hochberg, paired, share
from .store import Store

SWAPS = (1, 1, 2, 3, 5)  # copies that a child has others of
CLEAR = 0.25  # a mean silhouette below it is no structure
MOST_TYPES = 6
DIFFERENT = (2, 4, 8, 12, 16)  # copies that a deck must have others of


@dataclass(frozen=True)
class Worth:
    """What a copy of a card is worth in points of wins, on average over random decks; its p-value is adjusted."""

    slug: str
    value: float
    error: float
    low: float
    high: float
    adjusted: float


@dataclass(frozen=True)
class Measure:
    """A deck on fresh seeds: its wins against the whole pool and against each deck of it, and its wins less the reference's."""

    deck: Deck
    wins: Estimate
    by_rival: dict[str, Estimate]
    over: Difference


@dataclass(frozen=True)
class Archetype:
    """A cluster of near-best decks: its middle one on fresh seeds, how many decks it has, the islands that they are from, and by
    how many copies its decks differ from all other near-best ones, by card, the largest first.
    """

    middle: Measure
    decks: int
    islands: tuple[str, ...]
    apart: list[tuple[str, float]]


@dataclass
class FoundDecks:
    """What a search for decks has found."""

    worths: list[Worth] = field(default_factory=list)
    spread: float = 0.0
    """Standard deviation of random decks' wins in points, less what luck makes of it."""
    race: Race | None = None
    best: Measure | None = None
    reference: Measure | None = None
    archetypes: list[Archetype] = field(default_factory=list)
    different: list[tuple[int, Measure]] = field(default_factory=list)
    """What is left of the best deck if so many of its copies are others."""
    silhouette: float = 0.0
    near: int = 0
    apart: float = 0.0
    """Copies by which two near-best decks differ, on average."""
    random_apart: float = 0.0
    """The same of random decks."""
    games: int = 0
    failed: dict[str, str] = field(default_factory=dict)


class DeckSearching:
    """Conducts a search for decks."""

    def __init__(self, search: DeckSearch, store: Store, executor: Executor | None, progress: Progress | None = None) -> None:
        self.search = search
        self.games = Games(search.ruleset.name, measures_of(search.game), store, executor, progress)
        self.found = FoundDecks(failed=self.games.failed)
        self._over: dict[Deck, list[float]] = {}  # points over the reference, an evaluation each
        self._home: dict[Deck, str] = {}  # the island that a deck was found on
        self._next = search.seed
        self._raced = 0  # seeds of those that were left in the race
        self._fresh: dict[Deck, dict[str, np.ndarray]] = {}

    def conduct(self) -> FoundDecks:
        """All stages."""
        drawn = self._random()
        islands = [self._evolve(number, drawn[number :: self.search.islands]) for number in range(self.search.islands)]
        raced = self._race(drawn, islands)
        near = self._near(raced)
        self._archetypes(near)
        self._different(raced[0])
        self.found.games = self.games.played
        return self.found

    # ---- games ------------------------------------------------------------------------------------------------------

    def wins(self, decks: Sequence[Deck], games: int, seed: int, stage: str) -> dict[Deck, dict[str, np.ndarray]]:
        """By deck and rival of the pool whether the seat won, bool (games,), on the same seeds. A deck that failed is missing."""
        search, decks = self.search, list(dict.fromkeys(decks))
        pairs = [(deck, rival) for deck in decks for rival in search.pool]
        variants = tuple(Variant(0, search.change(deck, search.pool[rival])) for deck, rival in pairs)
        plan = replace(search.plan, variants=variants)
        jobs = {pair: jobs_of(variant, search.levels, games, seed) for variant, pair in enumerate(pairs)}
        self.games.fetch(plan, [job for own in jobs.values() for job in own], stage)
        found: dict[Deck, dict[str, np.ndarray]] = {deck: {} for deck in decks}
        for (deck, rival), own in jobs.items():
            measured = self.games.measured(plan, own)
            if measured is not None:
                found[deck][rival] = measured.wins(search.seat)
        return {deck: by_rival for deck, by_rival in found.items() if len(by_rival) == len(search.pool)}

    def _evaluate(self, decks: Sequence[Deck], stage: str) -> dict[Deck, float]:
        """Points of wins over the reference, on the next seeds."""
        search = self.search
        wins = self.wins([search.reference, *decks], search.games, self._next, stage)
        self._next += search.games
        means = {deck: 100 * float(np.mean(list(by_rival.values()))) for deck, by_rival in wins.items()}
        if search.reference not in means:
            raise ValueError(f"{stage}: games of the reference deck failed, allowed: decks whose games can be played")
        for deck, value in means.items():
            self._over.setdefault(deck, []).append(value - means[search.reference])
        return means

    def _mean(self, deck: Deck) -> float:
        return float(np.mean(self._over[deck]))

    # ---- stages -----------------------------------------------------------------------------------------------------

    def _random(self) -> list[Deck]:
        """Random decks, the best first; what copies are worth, from all of them."""
        search, cards = self.search, self.search.cards[0]
        drawn = [cards.drawn(search.ruleset, search.seed + n) for n in range(search.random)]
        means = self._evaluate(drawn, "random decks")
        own = [deck for deck in dict.fromkeys(drawn) if deck in means]
        self.found.random_apart = _apart(own)
        self.found.worths = worths(cards.slugs, own, [means[deck] for deck in own])
        luck = 2500 / (search.games * len(search.pool))
        self.found.spread = max(0.0, float(np.var([means[deck] for deck in own], ddof=1)) - luck) ** 0.5
        return sorted(own, key=lambda deck: -self._mean(deck))

    def _evolve(self, island: int, first: Sequence[Deck]) -> list[Deck]:
        """Parents and their children on the same new seeds, generation by generation; the best by all their evaluations stay."""
        search, cards = self.search, self.search.cards[0]
        rng = random.Random(f"island {search.seed} {island}")
        parents = list(dict.fromkeys([*first[:2], *(self._guess(rng) for _ in range(search.parents - 2))]))
        for deck in [*first, *parents]:
            self._home.setdefault(deck, f"{island + 1}")
        for _ in range(search.generations if len(parents) > 1 else 0):
            children = []
            for _ in range(search.children):
                one, other = rng.sample(parents, 2)
                child = cards.mixed(one, other, rng) if rng.random() < 0.5 else one
                children.append(cards.mutated(child, rng.choice(SWAPS), rng))
            valued = self._evaluate([*parents, *children], "islands")
            alive = [deck for deck in dict.fromkeys([*parents, *children]) if deck in valued]
            for deck in alive:
                self._home.setdefault(deck, f"{island + 1}")
            parents = sorted(alive, key=lambda deck: -self._mean(deck))[: search.parents] or parents
        return parents

    def _guess(self, rng: random.Random) -> Deck:
        """A deck that would be best if copies were worth what they may be worth, drawn by how certain that is."""
        cards = self.search.cards[0]
        drawn = {worth.slug: rng.gauss(worth.value, worth.error) for worth in self.found.worths}
        return cards.best([drawn[slug] for slug in cards.slugs])

    def _race(self, drawn: Sequence[Deck], islands: Sequence[Sequence[Deck]]) -> list[Deck]:
        """The best of the islands, of all that was looked at, and the one that the worths of copies would make; nearest first."""
        search, cards = self.search, self.search.cards[0]
        by_worth = {worth.slug: worth.value for worth in self.found.worths}
        made = cards.best([by_worth[slug] for slug in cards.slugs])
        self._home.setdefault(made, "made of the worths")
        self._home.setdefault(search.reference, "the ruleset's own" if search.own else "all cards")
        ranked = sorted((deck for deck in self._over if len(self._over[deck]) > 1), key=lambda deck: -self._mean(deck))
        best = [deck for island in islands for deck in island]
        racers = list(dict.fromkeys([search.reference, made, *best, *ranked, *drawn[:3]]))[:RACERS]

        def play(numbers: Sequence[int], n: int) -> Mapping[int, Values]:
            self._raced = n
            found = self.wins([racers[number] for number in numbers], n, search.seed + FINAL, "race")
            if len(found) < len(numbers):
                raise ValueError("race: a deck's games failed, allowed: decks whose games can be played")
            return {number: {"wins": 100 * np.mean(list(found[racers[number]].values()), axis=0)} for number in numbers}

        budget = search.race // len(search.pool)
        found = race(range(len(racers)), play, {"wins": (100.0, 1.0)}, first=search.games, budget=budget, finalists=1)
        self.found.race = found
        return self._runners_up(racers, found)

    def _runners_up(self, racers: Sequence[Deck], found: Race) -> list[Deck]:
        """The race's leader, and those that were near it on the seeds that both have: until they went out, or it ended."""
        leader, last = found.left[0], self._raced
        behind = {leader: 0.0}
        for number, deck in enumerate(racers):
            if number != leader:
                n = found.out.get(number, last)
                wins = self.wins([racers[leader], deck], n, self.search.seed + FINAL, "race")
                mine, best = (100 * float(np.mean(list(wins[of].values()))) for of in (deck, racers[leader]))
                behind[number] = best - mine
        near = [number for number in behind if behind[number] <= self.search.near]
        return [racers[number] for number in sorted(near, key=lambda number: (number != leader, behind[number]))]

    def _near(self, raced: Sequence[Deck]) -> list[Deck]:
        """Those of the race's best that are near its leader, on fresh seeds."""
        search = self.search
        wins = self.wins([search.reference, *raced], search.confirm, search.seed + FRESH, "fresh seeds")
        if not {search.reference, *raced} <= wins.keys():
            raise ValueError("fresh seeds: a deck's games failed, allowed: decks whose games can be played")
        self._fresh = wins
        self.found.reference, self.found.best = self._measure(search.reference), self._measure(raced[0])
        means = {deck: 100 * float(np.mean(list(wins[deck].values()))) for deck in raced}
        near = [deck for deck in raced if means[deck] >= means[raced[0]] - search.near]
        self.found.near, self.found.apart = len(near), _apart(near)
        return near

    def _measure(self, deck: Deck) -> Measure:
        """From fresh seeds. The seeds of all rivals are the same, so that a seed counts as one observation of the difference."""
        own, reference = self._fresh[deck], self._fresh[self.search.reference]
        by_rival = {rival: share(won) for rival, won in own.items()}
        mine, other = (np.mean(list(side.values()), axis=0) for side in (own, reference))
        middle, error = float(mine.mean()), float(mine.std(ddof=1)) / np.sqrt(len(mine))
        reach = error * float(student.ppf(0.975, len(mine) - 1))
        wins = Estimate(middle, middle - reach, middle + reach, len(mine) * len(own))
        return Measure(deck, wins, by_rival, paired(mine, other))

    def _archetypes(self, near: Sequence[Deck]) -> None:
        groups, self.found.silhouette = clusters(near)
        slugs = self.search.cards[0].slugs
        for group in groups:
            own = np.array([near[n] for n in group], float)
            others = np.array([deck for n, deck in enumerate(near) if n not in group], float)
            middle = near[min(group, key=lambda n: sum(_distance(near[n], near[m]) for m in group))]
            apart = own.mean(axis=0) - others.mean(axis=0) if len(others) else np.zeros(len(slugs))
            named = sorted(zip(slugs, map(float, apart), strict=True), key=lambda pair: -abs(pair[1]))
            islands = tuple(sorted({self._home.get(near[n], "random") for n in group}))
            self.found.archetypes.append(Archetype(self._measure(middle), len(group), islands, named))
        self.found.archetypes.sort(key=lambda archetype: -archetype.middle.wins.value)

    def _different(self, best: Deck) -> None:
        """Exchange copies of the best deck one by one, those whose worths are lost least; decks of all sizes on fresh seeds."""
        search, cards = self.search, self.search.cards[0]
        by_worth = {worth.slug: worth.value for worth in self.found.worths}
        chain = cards.exchanged(best, [by_worth[slug] for slug in cards.slugs], max(DIFFERENT))
        decks = {copies: chain[copies] for copies in DIFFERENT if copies < len(chain)}
        self._fresh |= self.wins(list(decks.values()), search.confirm, search.seed + FRESH, "fresh seeds")
        self.found.different = [(copies, self._measure(deck)) for copies, deck in decks.items() if deck in self._fresh]


def worths(slugs: Sequence[str], decks: Sequence[Deck], points: Sequence[float]) -> list[Worth]:
    """Least squares of wins, in points, on copies, less the mean over cards, as all decks are of one size; the most first.

    The decks are drawn at random, so it is what copies cause, for these players and this pool, on average over such decks.
    """
    copies, values = np.array(decks, float), np.array(points)
    cards = len(slugs)
    fit, _, rank, _ = np.linalg.lstsq(copies, values, rcond=None)
    free = len(values) - int(rank)
    variance = float(((values - copies @ fit) ** 2).sum()) / free
    centred = np.eye(cards) - 1 / cards
    errors = np.sqrt(np.diag(variance * centred @ np.linalg.pinv(copies.T @ copies) @ centred))
    worth = centred @ fit
    reach = errors * float(student.ppf(0.975, free))
    p = 2 * student.sf(np.abs(worth) / np.maximum(errors, 1e-12), free)
    adjusted = benjamini_hochberg([float(one) for one in p])
    made = [Worth(slug, *map(float, numbers)) for slug, *numbers in
            zip(slugs, worth, errors, worth - reach, worth + reach, adjusted, strict=True)]  # fmt: skip
    return sorted(made, key=lambda one: -one.value)


def clusters(decks: Sequence[Deck]) -> tuple[list[list[int]], float]:
    """Places of decks by cluster, and the mean silhouette: of the ways to cut a tree of average linkage in 2 to 6 the clearest.

    One cluster, and that silhouette, if none is clear.
    """
    if len(decks) < 3:
        return [list(range(len(decks)))] if decks else [], 0.0
    apart = np.array([[_distance(one, other) for other in decks] for one in decks])
    tree = linkage(squareform(apart, checks=False), "average")
    cuts = [fcluster(tree, count, "maxclust") for count in range(2, min(MOST_TYPES, len(decks) - 1) + 1)]
    clear, cut = max(((silhouette(apart, cut), -n, cut) for n, cut in enumerate(cuts)), key=lambda found: found[:2])[::2]
    if clear < CLEAR:
        return [list(range(len(decks)))], clear
    return [[int(n) for n in np.flatnonzero(cut == label)] for label in np.unique(cut)], clear


def silhouette(apart: np.ndarray, labels: np.ndarray) -> float:
    """Mean silhouette (Rousseeuw 1987) of `labels` (n,) under distances (n, n); 0 for one that is alone."""
    scores = []
    for n, label in enumerate(labels):
        own = labels == label
        if own.sum() < 2 or own.all():
            scores.append(0.0)
            continue
        inside = apart[n, own].sum() / (own.sum() - 1)
        outside = min(apart[n, labels == other].mean() for other in np.unique(labels) if other != label)
        scores.append((outside - inside) / max(inside, outside, 1e-12))
    return float(np.mean(scores))


def _distance(one: Deck, other: Deck) -> float:
    """Copies in one deck that aren't in the other."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 2


def _apart(decks: Sequence[Deck]) -> float:
    pairs = [_distance(one, other) for n, one in enumerate(decks) for other in decks[:n]]
    return float(np.mean(pairs)) if pairs else 0.0
