"""Paradise Lost through its faces, for each number of Heroes: PettingZoo, the batch, the command line."""

from __future__ import annotations

import pickle
import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pagan_env import paradise_lost_v0
from pagan_env.cli import main
from pagan_env.envs.batch import Batch
from pagan_env.envs.games import find_game
from pagan_env.paradise_lost.game import GAME, game_of
from pagan_env.paradise_lost.observe import SIZE
from tests.envs.test_aec import API_TEST_WARNINGS

COUNTS = pytest.mark.parametrize("heroes", [2, 3, 4, 5])


@COUNTS
def test_api(heroes: int, capsys):
    with warnings.catch_warnings():
        for message in API_TEST_WARNINGS:
            warnings.filterwarnings("ignore", message)
        api_test(paradise_lost_v0.env(num_heroes=heroes), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_official_seed_test():
    seed_test(lambda: paradise_lost_v0.env(num_heroes=4), num_cycles=150)


@COUNTS
def test_agents_and_rewards(heroes: int):
    env = paradise_lost_v0.env(num_heroes=heroes, render_mode="ansi")
    env.reset(seed=1)
    assert env.possible_agents == [f"hero_{n}" for n in range(heroes)]
    rng, paid = random.Random(1), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            paid[agent] = reward
            env.step(None)
            continue
        assert observation["observation"].shape == (SIZE,) and (observation["action_mask"] == info["action_mask"]).all()
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert sorted(paid) == env.possible_agents and set(paid.values()) <= {1.0, -1.0}
    assert "over: " in env.render()


@pytest.mark.parametrize("heroes", [1, 6, True, "3"])
def test_a_wrong_number_of_heroes(heroes: object):
    with pytest.raises(ValueError, match=r"num_heroes .*, allowed: 2 \.\. 5"):
        paradise_lost_v0.env(num_heroes=heroes)


@COUNTS
def test_a_row_of_a_batch_is_a_game_of_the_aec_face(heroes: int):
    batch, rng = Batch("paradise_lost", 2, num_heroes=heroes, seed=5), random.Random(5)
    assert batch.reward.shape == (2, heroes) and batch.final_observation.shape == (2, heroes, SIZE)
    env = paradise_lost_v0.raw_env(num_heroes=heroes)
    env.reset(seed=int(batch.game_seed[0]))
    while True:
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"hero_{batch.seat[0]}"
        assert (seen["observation"] == batch.observation[0]).all() and (seen["action_mask"] == batch.action_mask[0]).all()
        actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in batch.action_mask]
        batch.step(np.array(actions))
        env.step(actions[0])
        if batch.episode_length[0]:
            break
    assert batch.terminated[0] and list(env.rewards.values()) == batch.reward[0].tolist()
    last = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (np.array(last) == batch.final_observation[0]).all()


def test_events_behind_the_observation():
    batch = Batch("paradise_lost", 1, num_heroes=5, events=3)
    assert batch.observation.shape == (1, SIZE + 3 * len(GAME.event_sizes))
    assert batch.observation[0, SIZE] > 0


def test_an_environment_of_any_size_survives_a_pickle():
    env = paradise_lost_v0.raw_env(num_heroes=4, ruleset="harder")
    env.reset(seed=2)
    again = pickle.loads(pickle.dumps(env))
    assert again.game is game_of(4) and again.ruleset.digest == env.ruleset.digest
    for one in (env, again):
        one.step(int(one.infos[one.agent_selection]["action_mask"].argmax()))
    assert (env.observe("hero_0")["observation"] == again.observe("hero_0")["observation"]).all()


def test_games_by_name():
    assert find_game("paradise_lost") is GAME is game_of(3) is find_game(game_of(4), num_heroes=3)
    assert find_game("paradise_lost:num_heroes=5") is game_of(5) is find_game("paradise_lost", num_heroes=5)
    assert (GAME.spec, game_of(2).spec) == ("paradise_lost", "paradise_lost:num_heroes=2")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("paradise_lost:num_heroes=9", "allowed: 2 .. 5"),
        ("paradise_lost:heroes=3", "allowed: num_heroes"),
        ("paradise_lost:num_heroes", "allowed: NAME or NAME:KEY=NUMBER"),
        ("pagan:num_heroes=3", "allowed: none"),
        ("paradise", "allowed: pagan, paradise_lost"),
    ],
)
def test_wrong_names_of_games(name: str, told: str):
    with pytest.raises(ValueError) as error:
        find_game(name)
    assert told in str(error.value) and "\n" not in str(error.value)


def test_play_in_the_terminal(capsys, monkeypatch):
    """A whole game watched by the second of four Heroes; the same command deals it again."""
    monkeypatch.setenv("COLUMNS", "120")
    arguments = ["play", "--game", "paradise_lost:num_heroes=4", "--seat", "hero_1", "--seed", "4", "--viewer-only"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "The end as the Hero 1 saw it:" in told and "as the Hero 3 saw it" not in told and " won: " in told
    assert "Hero 1 is dealt" in told and "Hero 2 is dealt a card" in told
    assert "--game paradise_lost:num_heroes=4 --seat hero_1" in told.replace("\n      ", " ")


def test_lists_in_the_terminal(capsys):
    for command, what in (
        (["rulesets"], "The default is standard@1."),
        (["cards", "list"], "35 kinds of card"),
        (["rules", "list"], "rulebook"),
    ):
        assert main([*command, "--game", "paradise_lost"]) == 0
        assert what in capsys.readouterr().out
