"""How many games a difference takes: plain sampling, paired seeds, a sequential test, both. Played once, then drawn from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pagan_env.core.game import Game

from .compare import FIRST_SEED, plan_of, play
from .control import controlled_difference, fewer
from .executors import Executor
from .jobs import Job, place
from .measures import join, measures_of
from .rules import Rules
from .sequential import Sprt
from .stats import paired, z_of

ALPHA, BETA = 0.05, 0.10  # chances to find a difference that isn't there, and to miss this one
STEP = 100  # pairs between two looks
TRIALS = 400


def savings(game: Game, sides: tuple[Rules, Rules], levels: tuple[int, ...], executor: Executor, pairs: int) -> Iterator[str]:
    """Markdown: for each way the games that it needs on average, and how often it was wrong in trials."""
    plan = plan_of(game, sides)
    size = measures_of(game).block
    blocks = range(FIRST_SEED, FIRST_SEED + pairs, size)
    found = play(executor, plan, [Job(side, levels, seed, size) for side in (0, 1) for seed in blocks], game)
    old, new = (join(part).wins(0) for part in (found[: len(blocks)], found[len(blocks) :]))
    truth = paired(new, old)
    delta = abs(truth.value)
    if not truth.p < 0.001:
        raise ValueError(f"savings: found a difference of {100 * delta:.2f} points, which may be luck, allowed: one that is none")
    seeds = np.arange(FIRST_SEED, FIRST_SEED + len(old), dtype=np.int64)
    less_luck = controlled_difference(game, [place(plan, side) for side in (0, 1)], [old, new], seeds)
    yield (
        f"{game.agents[0]}'s wins {100 * old.mean():.1f} % and {100 * new.mean():.1f} %, {100 * delta:.2f} points apart, "
        f"correlation {truth.correlation:.2f}, over {len(old):,} pairs. To find it with error rates of "
        f"{ALPHA:.0%} and {BETA:.0%}:\n"
    )
    yield f"Control variates from the setup, fitted across folds: {fewer(less_luck)} for the difference, over all pairs.\n"
    yield "| way | games on average | times fewer | found where it is | found where it isn't |"
    yield "|---|---|---|---|---|"
    z = z_of(1 - 2 * ALPHA) + z_of(1 - 2 * BETA)
    plain = 0.0
    rng = np.random.default_rng(0)
    for way, separate, corrected, sequential in (
        ("plain: other seeds on either side, one look", True, False, False),
        ("paired seeds, one look", False, False, False),
        ("paired seeds, control variates, one look", False, True, False),
        ("other seeds, sequential test", True, False, True),
        ("paired seeds, sequential test", False, False, True),
        ("paired seeds, control variates, sequential test", False, True, True),
    ):
        d = less_luck.values if corrected else new * 1.0 - (rng.permutation(old) if separate else old)
        d = d * np.sign(truth.value)
        fixed = int(np.ceil((z / delta) ** 2 * d.var()))
        games, power = _trials(d, delta, fixed, sequential, rng, null=False)
        _, wrong = _trials(d, delta, fixed, sequential, rng, null=True)
        plain = plain or games
        yield f"| {way} | {games:,.0f} | {plain / games:.1f} | {power:.1%} | {wrong:.1%} |"


def _trials(
    d: np.ndarray, delta: float, fixed: int, sequential: bool, rng: np.random.Generator, null: bool
) -> tuple[float, float]:
    """Mean games, and the share of trials that find a difference; under `null` pairs change sides at random."""
    games, hits = 0, 0
    for _ in range(TRIALS):
        if sequential:
            test, verdict = Sprt(0.0, delta, ALPHA, BETA), 0
            while not verdict:
                verdict = test.add(_draw(d, STEP, rng, null))
            games, hits = games + 2 * test.n, hits + (verdict > 0)
        else:
            drawn = _draw(d, fixed, rng, null)
            games += 2 * fixed
            hits += bool(drawn.mean() > z_of(1 - 2 * ALPHA) * drawn.std() / np.sqrt(fixed))
    return games / TRIALS, hits / TRIALS


def _draw(d: np.ndarray, n: int, rng: np.random.Generator, null: bool) -> np.ndarray:
    drawn = d[rng.integers(0, len(d), n)]
    return drawn * rng.choice((-1.0, 1.0), n) if null else drawn
