"""A study is conducted: which games are played, in stages. What is played next hangs on results alone, so that a study that was
stopped goes on where it was, and a report walks the same stages over what is stored.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from . import choices, restricted, sensitivity, skill
from .choices import Near
from .executors import Executor
from .games import Games, Lineup, Progress, jobs_of
from .jobs import BLOCK, Job
from .measures import Measured, measures_of
from .restricted import Restricted
from .retrain import Played
from .sensitivity import Sensitivities
from .sequential import Race, Sprt, Values, distance, race, sides_of, signed
from .skill import Skills
from .store import Store
from .study import Study
from .verdict import Line, compared

FINAL, FRESH = 100_000_000, 200_000_000  # seeds of the last test, and of the last estimate, apart from all others
LEAN = 1.1  # play so many times what an interval seems to need


@dataclass
class Finalists:
    """The end of a search: the race, the test between the last two, the winner's lines against the base on fresh seeds."""

    race: Race
    tested: int = 0
    ratio: float = 0.0
    decided: bool = False
    winner: int = 0
    lines: list[Line] = field(default_factory=list)
    distance: tuple[float, float] = (math.nan, math.nan)  # of the base and of the winner, on fresh seeds

    def best(self, count: int) -> list[int]:
        """So many variants beside the base: the winner, those left in the race, those that went out last."""
        order = [self.winner, *self.race.left, *sorted(self.race.out, key=lambda variant: -self.race.out[variant])]
        return [variant for variant in dict.fromkeys(order) if variant][:count]


@dataclass
class Findings:
    """What a study has found. `failed` holds jobs that can't be done, with why."""

    matchups: dict[Lineup, Measured] = field(default_factory=dict)
    variants: dict[tuple[Lineup, int], Measured] = field(default_factory=dict)
    lines: dict[tuple[Lineup, int], list[Line]] = field(default_factory=dict)
    finalists: Finalists | None = None
    cards: Measured | None = None
    """Games of the rules as they are by the main lineup, for the tables of cards."""
    retrained: list[Played] = field(default_factory=list)
    restricted: list[Restricted] = field(default_factory=list)
    skills: Skills | None = None
    near: list[Near] = field(default_factory=list)
    sensitivities: Sensitivities | None = None
    failed: dict[str, str] = field(default_factory=dict)
    games: int = 0
    short: bool = False
    """Whether the budget ended before the precision was reached."""


class Conductor:
    """Plays a study's games, or takes them from the store."""

    def __init__(self, study: Study, store: Store, executor: Executor | None, progress: Progress | None = None) -> None:
        self.study = study
        self.games = Games(study.ruleset.name, measures_of(study.game), store, executor, progress)
        self.findings = Findings(failed=self.games.failed)

    def conduct(self) -> Findings:
        """All stages."""
        self._matchups()
        self._variants()
        self._precision()
        self._cards()
        self.findings.restricted = restricted.play(self)
        self.findings.skills = skill.play(self)
        self.findings.near = choices.play(self)
        self.findings.sensitivities = sensitivity.play(self)
        if self.study.wish is not None:
            self.findings.finalists = self._finalists()
        self.findings.games = self.games.played
        return self.findings

    # ---- games ------------------------------------------------------------------------------------------------------

    def fetch(self, wanted: Sequence[tuple[int, Lineup, int, int]], stage: str, forbid: str = "") -> None:
        """Have the games of all (variant, lineup, games, first seed)."""
        self.games.fetch(self.study.plan, [job for request in wanted for job in self._jobs(*request, forbid)], stage)

    def measured(self, variant: int, lineup: Lineup, games: int, seed: int, forbid: str = "") -> Measured | None:
        """Games that were fetched; None if any of them failed."""
        return self.games.measured(self.study.plan, self._jobs(variant, lineup, games, seed, forbid))

    def _jobs(self, variant: int, lineup: Lineup, games: int, seed: int, forbid: str = "") -> list[Job]:
        return jobs_of(variant, lineup, games, seed, size=self.games.measures.block, forbid=forbid)

    # ---- stages -----------------------------------------------------------------------------------------------------

    def _matchups(self) -> None:
        study = self.study
        if not study.matchup_games:
            return
        lineups = list(product(*(study.roles[agent] for agent in study.game.agents)))
        self.fetch([(0, lineup, study.matchup_games, study.seed) for lineup in lineups], "matchups")
        for lineup in lineups:
            measured = self.measured(0, lineup, study.matchup_games, study.seed)
            if measured is not None:
                self.findings.matchups[lineup] = measured

    def _variants(self) -> None:
        study, numbers = self.study, range(len(self.study.plan.variants))
        self.fetch([(v, lineup, study.first_pairs, study.seed) for lineup in study.lineups for v in numbers], "variants")
        for lineup in study.lineups:
            for variant in numbers:
                self._judge(lineup, variant, study.first_pairs)

    def _judge(self, lineup: Lineup, variant: int, games: int) -> None:
        """Compare a variant with the base over its games."""
        base = self.measured(0, lineup, games, self.study.seed)
        measured = self.measured(variant, lineup, games, self.study.seed)
        if base is None or measured is None:
            return
        self.findings.variants[lineup, variant] = measured
        self.findings.lines[lineup, variant] = compared(self.study.game, base, measured)

    def _precision(self) -> None:
        """More pairs for those whose wins by the main lineup aren't known well enough, the widest first, within the budget.

        Nothing hangs on where an interval lies, so that these looks bias nothing.
        """
        study, main = self.study, self.study.lineups[0]
        while True:
            wanted = []
            for variant in range(1, len(study.plan.variants)):
                lines = self.findings.lines.get((main, variant))
                if lines is None:
                    continue
                reach = max(line.difference.reach for line in lines[: len(study.game.agents)])
                if reach > study.precision:
                    n = lines[0].difference.n
                    need = n * min(4.0, LEAN * (reach / study.precision) ** 2)
                    wanted.append((reach, variant, n, BLOCK * max(n // BLOCK + 1, math.ceil(need / BLOCK))))
            left = study.budget - self.games.played
            chosen, most = [], len(self.findings.variants[main, 0].out) if (main, 0) in self.findings.variants else 0
            for _, variant, n, need in sorted(wanted, reverse=True):
                cost = need - n + max(0, need - most)
                if cost <= left:
                    chosen.append((variant, need))
                    left, most = left - cost, max(most, need)
            self.findings.short = len(chosen) < len(wanted)
            if not chosen:
                return
            self.fetch([(0, main, most, study.seed), *((v, main, need, study.seed) for v, need in chosen)], "precision")
            self._judge(main, 0, most)
            for variant, need in chosen:
                self._judge(main, variant, need)

    def _cards(self) -> None:
        """More games for the tables of cards, if the study asks for them."""
        study, main = self.study, self.study.lineups[0]
        base, games = self.findings.variants.get((main, 0)), study.extras.card_games
        self.findings.cards = base
        if games > (0 if base is None else len(base.out)):
            self.fetch([(0, main, games, study.seed)], "cards")
            self.findings.cards = self.measured(0, main, games, study.seed) or base

    # ---- the search for a wish --------------------------------------------------------------------------------------

    def _finalists(self) -> Finalists:
        """Race, then a sequential test of the last two, then an estimate, the latter two on seeds that nothing was chosen by."""
        study, wish, main = self.study, self.study.wish, self.study.lineups[0]
        assert wish is not None
        changes = [change for group in study.groups if group.name in wish.groups for change in group.changes]
        runners = [v for v in (0, *map(study.variant, changes)) if (main, v) in self.findings.lines]

        def play(variants: Sequence[int], n: int) -> dict[int, Values]:
            return self._values(variants, n, study.seed, "race")

        found = Finalists(race(runners, play, wish.targets, first=BLOCK, budget=wish.games))
        found.winner = found.race.left[0]
        if len(found.race.left) > 1:
            self._last_two(found, found.race.left[:2])
        fresh = self._values([0, found.winner], wish.confirm, study.seed + FRESH, "fresh seeds")
        found.distance = distance(fresh[0], wish.targets), distance(fresh[found.winner], wish.targets)
        sides = [self.measured(v, main, wish.confirm, study.seed + FRESH) for v in (0, found.winner)]
        if sides[0] is not None and sides[1] is not None:
            found.lines = compared(study.game, sides[0], sides[1])
        return found

    def _last_two(self, found: Finalists, pair: Sequence[int]) -> None:
        wish, seed = self.study.wish, self.study.seed
        assert wish is not None
        leader, rival = pair
        test, n = Sprt(-wish.indifferent / 2, wish.indifferent / 2), 0
        raced = self._values(pair, self.study.first_pairs, seed, "last two")
        side = {v: sides_of(raced[v], wish.targets) for v in pair}
        while n < wish.games // 4:
            values = self._values(pair, n + BLOCK, seed + FINAL, "last two")
            far, near = (signed(values[v], wish.targets, side[v])[n:] for v in (rival, leader))
            verdict = test.add(far - near)
            n += BLOCK
            if verdict:
                found.decided, found.winner = True, leader if verdict > 0 else rival
                break
        found.tested, found.ratio = n, test.ratio

    def _values(self, variants: Sequence[int], n: int, seed: int, stage: str) -> dict[int, Values]:
        """What a wish is about, by variant."""
        main, wish = self.study.lineups[0], self.study.wish
        assert wish is not None
        self.fetch([(v, main, n, seed) for v in variants], stage)
        found: dict[int, Values] = {}
        for variant in variants:
            measured = self.measured(variant, main, n, seed)
            if measured is None:
                raise ValueError(f"{stage}: a variant's games failed, allowed: variants whose games can be played")
            found[variant] = {name: values_of(measured, name, self.study.game.agents) for name in wish.targets}
        return found


def values_of(measured: Measured, name: str, agents: Sequence[str]) -> np.ndarray:
    """A measure by game: `AGENT wins` is 100 or 0, anything else a column."""
    agent, _, wins = name.partition(" ")
    if wins:
        return 100.0 * measured.wins(agents.index(agent))
    return measured.column(name)
