"""Scripted players: legal everywhere, from what their seat may know alone, and each level better than the one below."""

from __future__ import annotations

import numpy as np
import pytest

from agents.scripted import LEVELS, ScriptedAgent
from pagan_env.core.bits import has
from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import kernels, playing, scripted_weights
from pagan_env.pagan.layout import ENDING_NAMES, HUNTER, NOBODY_TO_ACT, SEATS, STATE, STATE_RECORD, WITCH
from pagan_env.pagan.rulesets import Ruleset, load_ruleset, ruleset_names
from pagan_env.pagan.view import view
from tests.pagan.support import RULESET, deal, random_games

GAMES, STATES = (200, 2000) if COMPILED else (2, 60)
PAIRS = [(1, 1), (2, 2), (3, 3), (3, 0), (0, 3)]
PLAYED = np.zeros((2, 51), np.int64)  # how often each kind was played, over all tests


def play(ruleset: Ruleset, witch: int, hunter: int, games: int, seed: int = 0) -> np.ndarray:
    """What `scripted_games` writes down: winner, ending, rounds, decisions by game."""
    states, out = deal([0], ruleset), np.full((games, 4), -9, np.int64)
    levels = np.array([[witch, hunter]])
    playing.scripted_games(
        states, ruleset.tables, rows(np.zeros(1, STATE)), levels, np.arange(seed, seed + games), games, out, PLAYED
    )
    return out


def won(witch: int, hunter: int, games: int, seed: int = 0) -> np.ndarray:
    """The share of games that each seat wins."""
    winners = play(RULESET, witch, hunter, games, seed)[:, 0]
    return np.array([(winners == seat).mean() for seat in range(SEATS)])


def decide(states: np.ndarray, level: int, counter: int = 0) -> np.ndarray:
    actions = np.full(len(states), -1, np.int64)
    levels = np.full((len(states), SEATS), level)
    playing.scripted_step(states, RULESET.tables, rows(np.zeros(1, STATE)), levels, actions, counter)
    return actions


@pytest.fixture(scope="module")
def states():
    """Running games: of random players, and of scripted ones at every stage."""
    running, _, _ = random_games(GAMES, batch=min(GAMES, 50))
    games = deal(list(range(min(GAMES, 40))))
    found = [running[:: len(running) // STATES + 1]]
    levels = np.array([PAIRS[i % len(PAIRS)] for i in range(len(games))])
    views, actions = rows(np.zeros(1, STATE)), np.zeros(len(games), np.int64)
    for step in range(120 if COMPILED else 30):
        playing.scripted_step(games, RULESET.tables, views, levels, actions, step)
        for i in np.flatnonzero(games["to_act"] != NOBODY_TO_ACT):
            assert kernels.apply(games, RULESET.tables, i, actions[i]) == 0
        found.append(games[games["to_act"] != NOBODY_TO_ACT][:: 1 if step % 4 == 0 else 20])
    return rows(np.concatenate(found))


@pytest.mark.parametrize("name", ruleset_names())
def test_every_action_is_legal_on_every_ruleset(name):
    ruleset = load_ruleset(name)
    for pair in PAIRS:
        games = deal(list(range(8 if COMPILED else 1)), ruleset)
        levels = np.full((len(games), SEATS), pair)
        views, actions = rows(np.zeros(1, STATE)), np.zeros(len(games), np.int64)
        for step in range(400 if COMPILED else 25):
            going = np.flatnonzero(games["to_act"] != NOBODY_TO_ACT)
            playing.scripted_step(games, ruleset.tables, views, levels, actions, step)
            for i in going:
                assert kernels.apply(games, ruleset.tables, i, actions[i]) == 0
            if len(going) == 0:
                break


def test_it_sees_the_view_and_nothing_more(states):
    """The compiled view is the one of view.py, and what a seat can't see, made noise, changes no decision."""
    seen, expected = rows(np.zeros(1, STATE)), rows(np.zeros(1, STATE))
    for i in range(0, len(states), 7):
        for seat in range(SEATS):
            playing.see(states, i, seat, seen)
            view(states, i, seat, expected)
            assert seen.tobytes() == expected.tobytes()
    for seat in range(SEATS):
        mine = rows(states[states["to_act"] == seat])
        noise = rows(STATE_RECORD.scramble(mine, seat, np.random.default_rng(seat)))
        assert len(mine) > len(states) // 10
        for level in range(1, LEVELS):
            assert (decide(mine, level) == decide(noise, level)).all()


def test_levels_decide_differently_and_luck_decides_between_equals(states):
    decided = [decide(states, level) for level in range(LEVELS)]
    for level in range(1, LEVELS):
        assert (decided[level] != decided[level - 1]).mean() > 0.1
    assert (decide(states, 1, 0) != decide(states, 1, 1)).any()
    assert (decide(states, 3) == decided[3]).all()


def test_each_weight_has_its_name():
    for number, name in enumerate(scripted_weights.NAMES):
        assert getattr(scripted_weights, name) == number
    assert scripted_weights.WEIGHTS.shape == (2, len(scripted_weights.NAMES))


def test_games_are_written_down_whole():
    games = 12 if COMPILED else 1
    out = play(RULESET, 3, 3, games)
    assert (out == play(RULESET, 3, 3, games)).all()
    endings = [ENDING_NAMES[ending] for ending in out[:, 1]]
    winners = {"ritual": WITCH, "innocents_eliminated": WITCH, "witch_eliminated": HUNTER, "suspects_gathered": HUNTER}
    assert [winners.get(ending, -1) for ending in endings] == out[:, 0].tolist()
    assert (out[:, 2] >= 1).all() and (out[:, 3] > out[:, 2]).all()


def test_the_agent_plays_what_the_kernels_play(states):
    agent, rng = ScriptedAgent(playing, RULESET, 2), np.random.default_rng(0)
    some = states[::50]
    actions = agent.act_states(some, rng)
    for i, action in enumerate(actions):
        assert has(some[i]["seats"]["legal"][some[i]["to_act"]], action)
    assert agent.act(some, 0, np.random.default_rng(0)) == actions[0]
    with pytest.raises(ValueError, match=r"level: found 4, allowed: 0 to 3"):
        ScriptedAgent(playing, RULESET, 4)
    over = some[:3].copy()
    over["to_act"][1] = NOBODY_TO_ACT
    with pytest.raises(ValueError, match="row 1: found nobody to act"):
        agent.act_states(over, rng)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_scripted_players_beat_random_ones(level):
    games = 300 if COMPILED else 2
    assert won(level, 0, games)[WITCH] > 0.9
    assert won(0, level, games)[HUNTER] > 0.9


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@pytest.mark.parametrize("level", [2, 3])
def test_each_level_beats_the_one_below_in_either_role(level):
    """In 60 % of games at least: the lower end of the 95 % interval is above that."""
    games = 4000
    for share in (won(level, level - 1, games, 10**6)[WITCH], won(level - 1, level, games, 10**6)[HUNTER]):
        assert share - 1.96 * (share * (1 - share) / games) ** 0.5 > 0.6
