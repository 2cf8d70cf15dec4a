"""Games as OpenSpiel's: search there draws what a seat can't know again by the engine's redeal, and by nothing else."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from pagan_env.envs.open_spiel import Observer, OpenSpielGame
from pagan_env.pagan.game import GAME

GAMES = [("pagan", "mini"), ("pagan", None), ("paradise_lost", None), ("paradise_lost:num_heroes=5", None)]


def luck(state: Any, rng: np.random.RandomState) -> None:
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=chances)))


@pytest.mark.parametrize(("name", "ruleset"), GAMES)
def test_search_plays_it(name: str, ruleset: str | None):
    rng = np.random.RandomState(0)
    game = OpenSpielGame(name, ruleset)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 2, random_state=rng)
    state, taken = game.new_initial_state(), 0
    while not state.is_terminal() and taken < 3:
        luck(state, rng)
        state.apply_action(bot.step(state))
        taken += 1
    assert taken == 3


@pytest.mark.parametrize(("name", "ruleset"), GAMES)
def test_what_is_resampled_looks_the_same_to_the_seat_and_is_another_game(name: str, ruleset: str | None):
    rng = np.random.RandomState(1)
    game = OpenSpielGame(name, ruleset)
    observer, others, asked = Observer(game), 0, 0
    state = game.new_initial_state()
    for _ in range(40):
        luck(state, rng)
        if state.is_terminal():
            state = game.new_initial_state()
            continue
        seat = state.current_player()
        again = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert again.legal_actions() == state.legal_actions()
        assert again.information_state_string() == state.information_state_string()
        observer.set_from(state, seat)
        seen = observer.tensor.copy()
        observer.set_from(again, seat)
        assert (observer.tensor == seen).all()
        others += again.states.tobytes() != state.states.tobytes()
        asked += 1
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert others > asked / 2


def test_payoffs_are_told_as_they_are():
    assert OpenSpielGame("pagan", "mini").get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert OpenSpielGame("paradise_lost").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_luck_is_made_explicit_and_nothing_else_changes():
    ours = OpenSpielGame("pagan").ruleset.tables["rulesets"][0, 0]
    shipped = GAME.load_ruleset(None).tables["rulesets"][0, 0]
    assert [name for name in shipped.dtype.names if (ours[name] != shipped[name]).any()] == ["explicit_chance"]


@pytest.mark.parametrize(("name", "ruleset"), GAMES)
def test_actions_have_words_and_wrong_ones_change_nothing(name: str, ruleset: str | None):
    """Of luck, of a seat and after the end: what isn't legal is refused in a line, and no part of the history."""
    state, rng = OpenSpielGame(name, ruleset).new_initial_state(), random.Random(1)
    refused = {"luck": 0, "seat": 0}
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert all(state.action_to_string(player, action) for action in legal)
        wrong = next(action for action in range(len(legal) + 1) if action not in legal)
        for action in (wrong, 10**6):
            with pytest.raises(ValueError, match=r"luck can't be|can't take action"):
                state.apply_action(action)
        refused["luck" if player < 0 else "seat"] += 1
        state.apply_action(rng.choice(legal))
        assert len(state.history()) == sum(refused.values())
    with pytest.raises(ValueError, match="allowed: none, the game is over"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="information_state_string of seat 7, allowed: 0"):
        state.information_state_string(7)
    assert all(refused.values())
