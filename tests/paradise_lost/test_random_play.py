"""Random games end by the rules, keep every field in range and lose nothing, under every ruleset and number of Heroes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.layout import ALL_LOST, CLAIMED, STATE_RECORD
from pagan_env.paradise_lost.rulesets import load_ruleset, ruleset_names
from tests.paradise_lost.support import assert_conserved, deal, play, ruleset_with

GAMES = 20 if COMPILED else 2
QUICK = ("standard@1", "harder@1", "collectors@1")  # the others have fewer rules of their own


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n not in QUICK else []) for n in ruleset_names()])
def test_games_end_in_range_and_conserve(name: str, heroes: int):
    ruleset = load_ruleset(name, heroes)
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        for number, _ in enumerate(play(states, random.Random(seed), ruleset)):
            if number % 7 == 0:
                assert STATE_RECORD.faults(states.view(np.ndarray)) == []
                assert_conserved(states.view(np.ndarray)[0], ruleset)
        state = states.view(np.ndarray)[0]
        paid = np.zeros(heroes, np.float32)
        kernels.returns(states, 0, paid)
        assert state["ending"] in (CLAIMED, ALL_LOST)
        assert set(paid.tolist()) <= {1.0, -1.0}
        assert (state["ending"] == CLAIMED) == (paid.max() > 0)
        assert ruleset.name.startswith("semi") or (paid > 0).sum() <= 1
        assert not state["seats"]["legal"].any()


@pytest.mark.parametrize("heroes", [2, 4])
def test_luck_may_be_explicit(heroes: int):
    """A game whose luck is a decision of CHANCE, settled by the streams, is the same game."""
    plain, explicit = ruleset_with(heroes=heroes), ruleset_with(heroes=heroes, explicit_chance=1)
    for seed in range(GAMES):
        one, other = deal(seed, plain), deal(seed, explicit)
        first, second = list(play(one, random.Random(seed), plain)), list(play(other, random.Random(seed), explicit))
        assert first == second
        assert one.tobytes() == other.tobytes()


def test_each_outcome_of_luck_can_be_taken():
    """While luck is pending, what has weight is taken, and nothing else."""
    ruleset, rng, seen = ruleset_with(heroes=5, explicit_chance=1), random.Random(0), set()
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        kernels.start(states, ruleset.tables, 0, 0, seed)
        weights = np.zeros(225, np.int64)
        state = states.view(np.ndarray)[0]
        while state["to_act"] >= 0:
            if state["to_act"] == 5:
                kernels.outcomes(states, ruleset.tables, 0, weights)
                assert weights.sum() > 0
                assert kernels.advance(states, ruleset.tables, 0, int(np.flatnonzero(weights == 0)[-1])) == 1
                seen.add(int(state["decision"]))
                action = rng.choice(np.flatnonzero(weights).tolist())
            else:
                words = state["seats"][state["to_act"]]["legal"]
                action = rng.choice(np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist())
            assert kernels.advance(states, ruleset.tables, 0, action) == 0
    assert len(seen) >= 8


@pytest.mark.parametrize(
    "numbers",
    [
        {"skip_forced": 0},
        {"windows": 2},
        {"windows": 0},
        {"skip_forced": 0, "windows": 2},
        {"excalibur_ongoing": 1, "questions_in_turn": 1},
    ],
    ids=str,
)
def test_games_are_whole_however_decisions_are_offered(numbers: dict[str, int]):
    ruleset = ruleset_with(heroes=4, **numbers)
    for seed in range(GAMES // 2):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            assert_conserved(states.view(np.ndarray)[0], ruleset)
        assert states.view(np.ndarray)[0]["ending"] in (CLAIMED, ALL_LOST)


def test_a_cap_truncates():
    ruleset = ruleset_with(decision_cap=5)
    states = deal(0, ruleset)
    assert len(list(play(states, random.Random(0), ruleset))) == 5
    status, paid = np.zeros(4, np.int64), np.ones(3, np.float32)
    kernels.status(states, 0, status)
    kernels.returns(states, 0, paid)
    assert status.tolist() == [-1, 0, 1, 5]
    assert not paid.any()
