"""Intervals cover what they say, tests hold their rates: on numbers whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.balance.sequential import Sprt, distance, race, sides_of, signed
from experiments.balance.stats import benjamini_hochberg, holm, mean, paired, share

RNG_SEED = 20


def coin_pairs(rng, n, p_new, p_old, together):
    """Two arrays of n throws, 0 or 1, that are one throw with chance `together`."""
    same, first, second = rng.random(n) < together, rng.random(n), rng.random(n)
    return (np.where(same, first, second) < p_new) * 1.0, (first < p_old) * 1.0


@pytest.mark.parametrize("together", [0.0, 0.7, 0.98])
def test_the_interval_of_a_paired_difference_covers_the_truth(together):
    rng, covered, wrong = np.random.default_rng(RNG_SEED), 0, 0
    for _ in range(600):
        new, old = coin_pairs(rng, 400, 0.53, 0.5, together)
        found = paired(new, old)
        covered += found.low <= 0.03 <= found.high
        alike = paired(*coin_pairs(rng, 400, 0.5, 0.5, together))
        wrong += alike.p < 0.05
    assert covered / 600 >= 0.93
    assert wrong / 600 <= 0.07  # McNemar's exact test errs on the safe side


def test_pairing_narrows_the_interval_by_the_correlation():
    rng = np.random.default_rng(RNG_SEED)
    new, old = coin_pairs(rng, 20_000, 0.5, 0.5, 0.8)
    found = paired(new, old)
    assert found.correlation == pytest.approx(0.8, abs=0.02) and found.saved == pytest.approx(5, abs=0.6)
    alone = paired(new, rng.permutation(old))
    assert (alone.reach / found.reach) ** 2 == pytest.approx(found.saved, rel=0.1)


def test_sides_that_are_alike_differ_by_nothing():
    same = np.tile([0.0, 1.0], 50)
    assert (paired(same, same).value, paired(same, same).p) == (0, 1)
    assert paired(same + 3, same + 3).high == 0
    assert np.isnan(paired(same, np.zeros(100)).correlation)
    with pytest.raises(ValueError, match="found 1 pairs, allowed: 2 or more"):
        paired(same[:1], same[:1])


def test_shares_and_means():
    found = share(np.array([True] * 30 + [False] * 70))
    assert (found.value, found.n) == (0.3, 100) and found.low == pytest.approx(0.2189, abs=1e-3)
    one = mean(np.array([1.0, 2.0, 3.0, 4.0]))
    assert one.value == 2.5 and one.reach == pytest.approx(2.054, abs=1e-3)
    assert np.isnan(mean(np.array([1.0])).low)


def test_several_tests_at_once():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert holm([]) == benjamini_hochberg([]) == []


def test_the_sequential_test_decides_for_the_wrong_sign_as_seldom_as_it_says():
    rng, wrong, games = np.random.default_rng(RNG_SEED), 0, []
    for _ in range(300):
        test, verdict = Sprt(-0.02, 0.02), 0
        while not verdict:
            new, old = coin_pairs(rng, 100, 0.52, 0.5, 0.8)
            verdict = test.add(new - old)
        wrong += verdict < 0
        games.append(test.n)
    assert wrong / 300 <= 0.08
    fixed = 2 * 0.25 * (1 - 0.8) * (1.645 / 0.02) ** 2  # pairs that one look needs for the same rates
    assert np.mean(games) < 0.8 * fixed


def test_a_race_keeps_the_best_and_drops_the_worst():
    targets = {"wins": (50.0, 1.0)}
    kept_best, dropped = 0, 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        luck = rng.random(40_000)
        centres = [0.5, 0.505, 0.56, 0.62, 0.38, 0.8]

        def play(variants, n, luck=luck, centres=centres):
            return {v: {"wins": 100.0 * (luck[:n] < centres[v])} for v in variants}

        found = race(range(6), play, targets, first=500, budget=30_000, finalists=1)
        kept_best += 0 in found.left
        dropped += {3, 4, 5} <= found.out.keys()
        assert found.games <= 30_000
    assert kept_best >= 57 and dropped >= 57


def test_a_race_does_not_drop_equals_more_often_than_it_says():
    out = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        throws = rng.random((5, 4_000))

        def play(variants, n, throws=throws):
            return {v: {"wins": 100.0 * (throws[v, :n] < 0.9)} for v in variants}

        out += bool(race(range(5), play, {"wins": (50.0, 1.0)}, first=500, budget=20_000, finalists=1).out)
    assert out / 200 <= 0.12  # any of five equals: each with less than 0.05


def test_the_distance_from_a_wish():
    values = {"wins": np.array([0.0, 100.0, 100.0, 100.0]), "rounds": np.array([6.0, 6.0, 8.0, 8.0])}
    targets = {"wins": (50.0, 1.0), "rounds": (8.0, 10.0)}
    assert distance(values, targets) == pytest.approx(25 + 10)
    assert signed(values, targets, sides_of(values, targets)).mean() == pytest.approx(distance(values, targets))
