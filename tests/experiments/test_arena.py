"""Counting games, and the interval."""

import numpy as np
import pytest

from agents.uniform import UniformAgent
from experiments.arena import play, wilson

from .toy import ToyBatch


@pytest.mark.parametrize(
    "successes, trials, low, high",
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_wilson_against_published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


def test_each_row_counts_once_and_its_first_game():
    batch, again = ToyBatch(200, 4), ToyBatch(200, 4)
    outcome = play(batch, [UniformAgent(), UniformAgent()], np.random.default_rng(0))
    assert outcome.games == 200 == sum(outcome.won) + outcome.drawn + outcome.truncated
    assert outcome.lost(0) == outcome.won[1]
    # Lengths and cuts of the toy game do not depend on play: they can be had by playing on with anything.
    first, cut = np.zeros(200, int), np.zeros(200, bool)
    while not first.all():
        again.step(again.action_mask.argmax(1))
        ended = (again.episode_length > 0) & (first == 0)
        first[ended] = again.episode_length[ended]
        cut |= ended & again.truncated
    assert outcome.decisions == first.sum()
    assert outcome.truncated == cut.sum() > 0


def test_the_better_player_is_credited():
    class Knows:
        def act_batch(self, observation, action_mask, rng):
            return np.where(observation[:, :4] & action_mask, 2, action_mask).argmax(1)

    for seat in range(2):
        policies = [UniformAgent(), UniformAgent()]
        policies[seat] = Knows()
        outcome = play(ToyBatch(300, 1), policies, np.random.default_rng(0))
        assert outcome.won[seat] > 4 * outcome.lost(seat)


def test_who_asks_is_told_of_each_first_game_that_ends():
    batch, told = ToyBatch(50, 2), []
    lengths = []

    def ended(rows):
        told.extend(rows.tolist())
        lengths.extend(batch.episode_length[rows].tolist())

    outcome = play(batch, [UniformAgent(), UniformAgent()], np.random.default_rng(0), on_end=ended)
    assert sorted(told) == list(range(50))
    assert sum(lengths) == outcome.decisions
