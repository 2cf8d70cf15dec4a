"""How many actions are nearly as good as the best: on made-up decisions whose truth is known, and on games."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.balance.choices import Decision, decisions, near, section
from experiments.balance.jobs import Job, forbidden, read_result, run_job
from experiments.balance.measures import measures_of
from pagan_env.core.jit import COMPILED
from pagan_env.core.jit import rows as records
from pagan_env.envs.games import find_game
from tests.experiments.balance.support import small_plan

compiled = pytest.mark.skipif(not COMPILED, reason="thousands of games")
GAME = find_game("pagan")


def made_up(rng, losses, count, deals=60, shared=0.5):
    """Decisions whose actions lose `losses(rng)` wins against the best, with luck that they share in part."""
    found = []
    for _ in range(count):
        rates = 0.6 - losses(rng)
        common, own = rng.random((2, 1, deals)), rng.random((2, len(rates), deals))
        luck = np.where(rng.random((2, 1, deals)) < shared, common, own)
        found.append(Decision(0, 0, luck < rates[:, None], int(rng.integers(len(rates)))))
    return found


@pytest.mark.parametrize(
    ("losses", "truth", "off"),
    [
        (lambda rng: rng.permutation([0, 0, 0, 0.15, 0.15, 0.15, 0.15, 0.15]), 3.0, 0.1),
        (lambda rng: rng.permutation([0, *rng.choice([0.0, 0.2], 7)]), 4.5, 0.15),
        (lambda rng: np.zeros(5), 5.0, 0.05),
        (lambda rng: rng.permutation([0, 0.3, 0.3, 0.3]), 1.0, 0.05),
        (lambda rng: np.r_[0, rng.random(9) / 5], 1.9, 0.4),  # around the limit: as far as 240 deals a half can tell
    ],
)
def test_noise_is_taken_out(losses, truth, off):
    rng = np.random.default_rng(5)
    found = [near("a", made_up(rng, losses, 100, deals=240), 0.02, draws=20) for _ in range(3)]
    value = np.mean([one.near.value for one in found])
    assert abs(value - truth) < off * truth
    assert all(one.near.low <= one.near.value <= one.near.high for one in found)
    if truth > 2:  # what it looks like is far less
        assert max(one.looks.value for one in found) < 0.8 * truth


def test_the_interval_covers_where_losses_are_apart():
    rng, covered = np.random.default_rng(7), 0
    for _ in range(20):
        found = near("a", made_up(rng, lambda rng: rng.permutation([0, *rng.choice([0.0, 0.3], 4)]), 60, deals=240), 0.02)
        covered += found.near.low <= 3 <= found.near.high
    assert covered >= 16  # of 20 at 95 %: fewer with a chance of 0.3 %


def test_what_the_player_gives_away_is_measured_on_the_half_that_did_not_choose():
    rng = np.random.default_rng(6)
    found = near("a", made_up(rng, lambda rng: np.array([0.0, 0.1]), 800), 0.02, draws=2)
    assert 0.04 < found.lost.value < 0.05 and found.options.value == 2  # it takes either; 60 deals may choose the wrong one
    alike = near("a", made_up(rng, lambda rng: np.zeros(6), 800), 0.02, draws=2)
    assert alike.lost.low <= 0 <= alike.lost.high  # the best of six looks 5 points better than it is
    assert "within 2 points" in "".join(section([found], 120)) and list(section([], 120)) == []


@compiled
def test_actions_are_tried_out_in_the_same_deals():
    plan, measures = small_plan(), measures_of(GAME)
    job = Job(0, (2, 2), 3, 2, tries=1, every=12)
    rows = read_result(measures, job, run_job(plan, job))
    assert len(plan.key(job)) == 64 and plan.key(job) != plan.key(Job(0, (2, 2), 3, 2))
    found = decisions(rows, 1)
    assert len(found) > 3 and all(one.won.shape[0] == 2 and one.won.shape[1] > 1 and one.won.shape[2] == 60 for one in found)
    assert sum(len(one.won[0]) for one in found) == len(rows) and set(rows[:, 0]) <= {3, 4}
    assert all(rows[(rows[:, 0] == a) & (rows[:, 1] == b), 5].sum() == 1 for a, b in rows[:, :2])  # one of them was taken
    rates = np.concatenate([one.won.mean(axis=(0, 2)) for one in found])
    assert 0 < rates.mean() < 1
    halves = np.concatenate([one.won.mean(axis=2).T for one in found])
    assert np.corrcoef(halves[:, 0], halves[:, 1])[0, 1] > 0.5  # other deals of the same decisions
    together = np.mean([np.corrcoef(one.won[0][0], one.won[0][1])[0, 1] for one in found if one.won[0][:2].std(axis=1).all()])
    assert together > 0.2  # the same deals for other actions
    assert decisions(rows[:0], 1) == []


@compiled
def test_what_a_seat_can_not_know_does_not_matter_for_what_its_actions_come_to():
    """The same decision, with other secrets behind it: the deals that the seat may believe in are the same."""
    ruleset, measures = GAME.load_ruleset("first_steps"), measures_of(GAME)
    states, views = records(np.zeros(3, GAME.state)), records(np.zeros(1, GAME.state))
    levels, nothing = np.array([2, 2]), forbidden(GAME, "")
    GAME.kernels.deal(states, ruleset.tables, 0, 0, 5)
    while int(states[0]["to_act"]) != 1 or np.bitwise_count(states[0]["seats"]["legal"][1]).sum() < 2:
        action = measures.module.player_action(states, ruleset.tables, 0, views, 2, nothing, 7)
        GAME.kernels.apply(states, ruleset.tables, 0, action)
    results = []
    for secret in range(3):
        if secret:
            GAME.kernels.redeal(states, ruleset.tables, 0, 1, 1000 + secret)
        legal = [
            a for a in range(GAME.lexicon.size) if states[0]["seats"]["legal"][1][a >> 6] >> np.uint64(a & 63) & np.uint64(1)
        ]
        out = np.zeros((len(legal), 8), np.int64)
        out[:, 4] = legal
        measures.module.try_out(states, ruleset.tables, views, levels, nothing, 9, out)
        results.append(out)
    assert (results[0] == results[1]).all() and (results[0] == results[2]).all() and results[0][:, 6:].any()
