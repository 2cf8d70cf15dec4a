"""Pairs of cards: interactions on made-up games whose truth is known."""

from __future__ import annotations

import numpy as np

from experiments.balance.card_pairs import interactions


def games(rng, n, bonus):
    """Four cards; each brings 5 points of wins, the first two together `bonus` more."""
    drawn = rng.random((n, 4)) < [0.5, 0.4, 0.3, 0.5]
    return drawn, rng.random(n) < 0.4 + 0.05 * drawn.sum(axis=1) + bonus * (drawn[:, 0] & drawn[:, 1])


def test_intervals_cover_the_truth_and_pairs_without_one_are_told_as_seldom_as_luck_says():
    rng, covered, wrong = np.random.default_rng(0), 0, 0
    for _ in range(200):
        drawn, won = games(rng, 1500, 0.1)
        value, error, n, k = interactions(drawn, won)
        covered += abs(value[0, 1] - 0.1) < 1.96 * error[0, 1]
        wrong += (abs(value[np.triu_indices(4, 1)][1:]) > 1.96 * error[np.triu_indices(4, 1)][1:]).sum()
        assert n[0, 1] == (drawn[:, 0] & drawn[:, 1]).sum() and k[0, 1] == (drawn[:, 0] & drawn[:, 1] & won).sum()
    assert covered / 200 > 0.9 and wrong / 1000 < 0.075
    by_hand = [won[(drawn[:, 0] == a) & (drawn[:, 1] == b)].mean() for a, b in ((1, 1), (1, 0), (0, 1), (0, 0))]
    assert abs(value[0, 1] - (by_hand[0] - by_hand[1] - by_hand[2] + by_hand[3])) < 1e-9
    assert np.allclose(value, value.T, equal_nan=True)


def test_pairs_that_are_seldom_drawn_are_not_told():
    drawn, won = games(np.random.default_rng(0), 100, 0.0)
    drawn[:, 3] = False
    value, _, _, _ = interactions(drawn, won)
    assert np.isnan(value[3]).all() and np.isnan(value[0, 1])  # 20 games with both
