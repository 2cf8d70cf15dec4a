"""Control variates from the setup: without bias, shown against the exact value of a game whose whole tree is walked."""

from __future__ import annotations

import numpy as np
import pytest

from agents.exact import enumerate_game
from experiments.balance.control import Deals, controlled, controlled_difference, deals
from experiments.balance.deal import by_seat, contrasts
from experiments.balance.measures import measures_of
from pagan_env.core.jit import COMPILED
from pagan_env.envs.games import find_game

GAME = find_game("pagan")
compiled = pytest.mark.skipif(not COMPILED, reason="thousands of games")


def made_up(rng, n, parts=12, worth=0.3):
    """Outcomes that hang on the first two of many parts of a deal; the expectation is known."""
    dealt = rng.random((n, parts)) < 0.4
    won = rng.random(n) < 0.3 + worth * dealt[:, :2].sum(axis=1)
    return won, Deals([str(k) for k in range(parts)], dealt.astype(float), np.full(parts, 0.4), np.zeros((parts, parts)))


def test_the_corrected_mean_is_without_bias_and_its_interval_covers():
    rng, truth = np.random.default_rng(0), 0.3 + 0.3 * 0.8
    found = [controlled(*made_up(rng, 400)) for _ in range(600)]
    errors = np.array([one.estimate.value - truth for one in found])
    plain = np.array([one.plain.value - truth for one in found])
    assert abs(errors.mean()) < 4 * errors.std() / np.sqrt(600)
    assert np.mean([one.estimate.low <= truth <= one.estimate.high for one in found]) > 0.925
    assert errors.var() < 0.95 * plain.var()  # luck of the deal is a sixth of the variance; twelve parts are fitted on 320 games
    assert np.mean([one.ratio for one in found]) == pytest.approx(plain.var() / errors.var(), rel=0.15)


def test_fitting_on_the_same_games_would_have_shown_less_luck_than_there_is():
    """Parts that mean nothing narrow nothing: each value is corrected by a fit that hasn't seen it."""
    rng = np.random.default_rng(1)
    found = [controlled(*made_up(rng, 120, parts=40, worth=0.0)) for _ in range(100)]
    assert np.mean([one.ratio for one in found]) < 0.9  # it costs games, and says so
    assert abs(np.mean([one.estimate.value for one in found]) - 0.3) < 4 * np.std([one.estimate.value for one in found]) / 10
    with pytest.raises(ValueError, match="found 40 games, allowed: 50 or more"):
        controlled(*made_up(rng, 40))


@compiled
def test_on_mini_it_comes_to_the_exact_value():
    """Both seats play at random, whose exact value the tree tells; the witch is one of its villagers."""
    ruleset = GAME.load_ruleset("mini@1")
    form = enumerate_game(GAME, ruleset).form
    exact = form.value(form.uniform())  # games drawn pay 0
    seeds = np.arange(60_000)
    measured = measures_of(GAME).play(ruleset, 0, (0, 0), 0, seeds)
    paid = measured.wins(0).astype(float) - measured.wins(1)
    dealt = deals(GAME, [(ruleset, 0)], seeds)
    assert any("true witch" in name for name in dealt.names) and dealt.dealt.std(axis=0).max() > 0.3
    covered, errors, ratios = 0, [], []
    for block in range(40):
        some = slice(1500 * block, 1500 * (block + 1))
        found = controlled(paid[some], Deals(dealt.names, dealt.dealt[some], dealt.expected, dealt.error))
        covered += found.estimate.low <= exact <= found.estimate.high
        errors.append(found.estimate.value - exact)
        ratios.append(found.ratio)
    assert covered >= 34  # of 40 at 95 %: fewer with a chance of 1 %
    assert abs(np.mean(errors)) < 4 * np.std(errors) / np.sqrt(40)
    assert np.mean(ratios) > 0.98


@compiled
def test_what_is_dealt_is_as_expected():
    ruleset = GAME.load_ruleset("first_steps")
    dealt = deals(GAME, [(ruleset, 0)], np.arange(4000))
    hands = [n for n, name in enumerate(dealt.names) if "Witch's opening hand" in name]
    start = int(ruleset.tables.view(np.ndarray)["rulesets"][0, 0]["hand_start"])
    assert dealt.dealt[:, hands].sum(axis=1) == pytest.approx(np.full(4000, start))
    assert dealt.expected[hands].sum() == pytest.approx(start)
    off = dealt.dealt.mean(axis=0) - dealt.expected
    assert (abs(off) < 5 * np.sqrt(dealt.dealt.var(axis=0) / 4000 + np.diag(dealt.error)) + 1e-9).all()
    assert dealt.error.shape == 2 * (len(dealt.names),)


@compiled
def test_a_difference_is_corrected_by_the_deals_of_both_sides():
    ruleset = GAME.vary(GAME.load_ruleset("first_steps"), [[], ["numbers.hand_start = 5"]])
    measures, seeds = measures_of(GAME), np.arange(1500)
    old, new = (measures.play(ruleset, row, (2, 2), 0, seeds).wins(0) for row in (0, 1))
    found = controlled_difference(GAME, [(ruleset, 0), (ruleset, 1)], [old, new], seeds)
    assert found.plain.value == pytest.approx(new.mean() - old.mean())
    assert abs(found.estimate.value - found.plain.value) < found.plain.reach and 0.8 < found.ratio < 2
    same = controlled_difference(GAME, [(ruleset, 0), (ruleset, 0)], [old, old], seeds)
    assert same.estimate.value == 0 and same.ratio == 1


def test_what_seats_of_one_role_are_dealt_is_pooled():
    names = ["hero_0 has x", "hero_0 has y", "hero_1 has x", "hero_1 has y"]
    dealt = np.array([[1, 0, 0, 1], [0, 0, 1, 1]], bool)
    whats, pooled = by_seat(names, dealt, ["hero_0", "hero_1"])
    assert whats == ["Hero who has x", "Hero who has y"] and pooled.tolist() == [[1, 0], [0, 0], [0, 1], [1, 1]]


def test_what_the_deal_is_worth_is_told_by_its_contrast():
    rng, covered, wrong = np.random.default_rng(2), 0, 0
    for _ in range(100):
        won, dealt = made_up(rng, 2000, worth=0.1)
        lines = {
            line.name: line for line in contrasts([*dealt.names, "never"], np.c_[dealt.dealt > 0, np.zeros(2000, bool)], won)
        }
        covered += sum(lines[name].difference.low <= 0.1 <= lines[name].difference.high for name in "01")
        wrong += any(line.told for name, line in lines.items() if name not in "01")
        assert "never" not in lines
    assert covered > 180 and wrong <= 12  # of what is told a twentieth at most is wrong, and 2 of 12 are right
