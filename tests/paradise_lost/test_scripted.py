"""Scripted Heroes: legal everywhere, from what their seat may know alone, and each level better than the one below."""

from __future__ import annotations

import numpy as np
import pytest

from agents.scripted import LEVELS, ScriptedAgent
from pagan_env.core.bits import has
from pagan_env.core.jit import COMPILED, rows
from pagan_env.paradise_lost import kernels, playing
from pagan_env.paradise_lost.layout import CHANCE, ENDING_NAMES, NOBODY_TO_ACT, PALACE, SEATS, STATE, STATE_RECORD
from pagan_env.paradise_lost.rulesets import Ruleset, load_ruleset, ruleset_names
from pagan_env.paradise_lost.view import view
from tests.paradise_lost.support import ruleset_with

HEROES = (2, 3, 4, 5)
CLAIMS, RIGHT = 0, 1


def begin(ruleset: Ruleset, games: int, seed: int = 0) -> np.ndarray:
    states = rows(np.zeros(games, STATE))
    kernels.reset(states, ruleset.tables, np.zeros(games, np.int64), np.arange(seed, seed + games))
    return states


def scratch() -> np.ndarray:
    return rows(np.zeros(playing.SCRATCH, STATE))


def decide(states: np.ndarray, ruleset: Ruleset, level: int, counter: int = 0) -> np.ndarray:
    actions = np.full(len(states), -1, np.int64)
    playing.scripted_step(states, ruleset.tables, scratch(), np.full((len(states), SEATS), level), actions, counter)
    return actions


def mixed(games: int) -> np.ndarray:
    """Levels by game and seat, all pairs of neighbours among them."""
    return (np.arange(games)[:, None] + np.arange(SEATS)) % LEVELS


def on_the_way(ruleset: Ruleset, games: int, every: int) -> np.ndarray:
    """Running games of Heroes of all levels, each game at every so many decisions."""
    states, found = begin(ruleset, games), []
    views, levels, actions = scratch(), mixed(games), np.zeros(games, np.int64)
    step = 0
    while (going := states["to_act"] != NOBODY_TO_ACT).any():
        playing.scripted_step(states, ruleset.tables, views, levels, actions, step)
        at = going & ((step + np.arange(games)) % every == 0)
        found.append(states[at])
        for i in np.flatnonzero(going):
            assert kernels.apply(states, ruleset.tables, i, actions[i]) == 0, f"game {i}, step {step}: {actions[i]}"
        step += 1
    return rows(np.concatenate(found))


def play(heroes: int, levels: np.ndarray, games: int, seed: int = 0, name: str = "standard") -> tuple[np.ndarray, np.ndarray]:
    """What `scripted_games` writes down and counts."""
    ruleset = load_ruleset(name, heroes)
    out, counted = np.full((games, 4), -9, np.int64), np.zeros(playing.COUNTED, np.int64)
    states = begin(ruleset, len(levels))
    playing.scripted_games(states, ruleset.tables, scratch(), levels, np.arange(seed, seed + games), games, out, counted)
    return out, counted


def one_among_others(heroes: int, level: int, others: int, games: int) -> float:
    """The share of games that a Hero of one level wins against all others of another, from each seat in turn."""
    levels = np.where(np.eye(heroes, SEATS, dtype=bool), level, others)
    out, _ = play(heroes, levels, games, 10**6)
    return float((out[:, 0] == np.arange(games) % heroes).mean())


@pytest.mark.parametrize("heroes", HEROES)
@pytest.mark.parametrize("name", ruleset_names())
def test_every_action_is_legal_on_every_ruleset(name, heroes):
    """`on_the_way` checks each action; games come to an end without the safety net."""
    ruleset = load_ruleset(name, heroes)
    states = on_the_way(ruleset, 12 if COMPILED else 1, 10)
    assert (states["round_number"] == PALACE).any()


def test_every_action_is_legal_when_everyone_is_asked_about_excalibur():
    on_the_way(ruleset_with("standard", 4, windows=2, skip_forced=0), 12 if COMPILED else 1, 10)


@pytest.mark.parametrize("heroes", HEROES)
def test_it_sees_the_view_and_nothing_more(heroes):
    """The compiled view is the one of view.py, and what a seat can't see, dealt again or made noise, changes no decision."""
    ruleset = load_ruleset("standard", heroes)
    states = on_the_way(ruleset, 16 if COMPILED else 1, 3)
    seen, expected = rows(np.zeros(1, STATE)), rows(np.zeros(1, STATE))
    for i in range(0, len(states), 7):
        for seat in range(heroes):
            playing.see(states, i, seat, seen)
            view(states, i, seat, expected)
            assert seen.tobytes() == expected.tobytes()
    for seat in range(heroes):
        mine = rows(states[states["to_act"] == seat])
        noise = rows(STATE_RECORD.scramble(mine, seat, np.random.default_rng(seat)))
        again = mine.copy()
        for i in range(len(mine)):
            kernels.redeal(again, ruleset.tables, i, seat, 1000 + i)
        assert len(mine) > 3 and (again["where"] != mine["where"]).any()
        for level in range(1, LEVELS):
            decided = decide(mine, ruleset, level)
            assert (decided == decide(noise, ruleset, level)).all()
            assert (decided == decide(again, ruleset, level)).all()


def test_levels_decide_differently_and_luck_decides_between_equals():
    ruleset = load_ruleset("standard", 4)
    states = on_the_way(ruleset, 40 if COMPILED else 1, 3)
    decided = [decide(states, ruleset, level) for level in range(LEVELS)]
    for level in range(1, LEVELS):
        assert (decided[level] != decided[level - 1]).mean() > 0.1
    assert (decide(states, ruleset, 1, 0) != decide(states, ruleset, 1, 1)).any()
    assert (decide(states, ruleset, 3) == decided[3]).all()


@pytest.mark.parametrize("heroes", HEROES)
def test_games_are_written_down_whole(heroes):
    games, levels = 24 if COMPILED else 1, np.full((1, SEATS), 3)
    out, counted = play(heroes, levels, games)
    again, _ = play(heroes, levels, games)
    assert (out == again).all()
    for winner, ending, realms, decisions in out.tolist():
        assert ENDING_NAMES[ending] == ("claimed" if winner >= 0 else "all_lost")
        assert winner < heroes and realms == PALACE and decisions > 20
    assert counted[:, RIGHT].sum() == (out[:, 0] >= 0).sum() and (counted[:, CLAIMS] <= games).all()
    assert (counted[heroes:] == 0).all()


def test_the_agent_plays_what_the_kernels_play():
    ruleset = load_ruleset("standard", 4)
    agent, rng = ScriptedAgent(playing, ruleset, 2), np.random.default_rng(0)
    states = on_the_way(ruleset, 4 if COMPILED else 1, 9)
    actions = agent.act_states(states, rng)
    for i, action in enumerate(actions):
        assert has(states[i]["seats"]["legal"][states[i]["to_act"]], action)
    assert agent.act(states, 0, np.random.default_rng(0)) == actions[0]
    assert set(np.unique(states["to_act"])) == {0, 1, 2, 3}
    for nobody in (NOBODY_TO_ACT, CHANCE):
        over = states[:3].copy()
        over["to_act"][1] = nobody
        with pytest.raises(ValueError, match="row 1: found nobody to act"):
            agent.act_states(over, rng)


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
@pytest.mark.parametrize("heroes", HEROES)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_each_level_beats_the_one_below(heroes, level):
    """It wins more than its fair share: even the lower end of the 95 % interval is above that."""
    games = 1200
    share = one_among_others(heroes, level, level - 1, games)
    assert share - 1.96 * (share * (1 - share) / games) ** 0.5 > 1 / heroes
