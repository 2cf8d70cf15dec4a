"""Pagan through PettingZoo's AEC interface: the official tests, and what they don't look at."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pagan_env import pagan_v0
from pagan_env.core.jit import COMPILED
from pagan_env.pagan.rulesets import build_ruleset, ruleset_names
from tests.envs.playing import digest, legal_actions, play, ruleset_with

ROOT = Path(__file__).resolve().parents[2]
GAMES, FEW = (200, 3) if COMPILED else (1, 1)  # plain Python takes a second or more for a game
FACES = pytest.mark.parametrize("make", [pagan_v0.env, pagan_v0.raw_env])

# PettingZoo's api_test warns of these whatever the environment does about them.
API_TEST_WARNINGS = [
    "Observation is not a NumPy array",  # a dict with an action mask is PettingZoo's own way, for names that it lists
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros",  # what an agent sees when the game is over
]


@pytest.fixture
def env():
    return pagan_v0.raw_env()


def begin(env, seed=0, steps=0):
    """Reset and take some random actions."""
    env.reset(seed=seed)
    choices = random.Random(seed)
    for _ in range(steps):
        env.step(choices.choice(legal_actions(env.observe(env.agent_selection)["action_mask"])))
    return env


@FACES
def test_api(make, capsys):
    with warnings.catch_warnings():
        for message in API_TEST_WARNINGS:
            warnings.filterwarnings("ignore", message)
        api_test(make(), num_cycles=1000)
    assert "Passed API test" in capsys.readouterr().out


@FACES
def test_official_seed_test(make):
    seed_test(make, num_cycles=500)


def test_names():
    env = pagan_v0.env()
    assert str(env) == str(env.unwrapped) == env.metadata["name"] == "pagan_v0"
    assert env.metadata["render_modes"] == ["ansi", "svg", "rgb_array", "human"]
    assert not env.metadata["is_parallelizable"]
    assert env.possible_agents == ["witch_0", "hunter_0"]


def test_spaces_are_the_same_objects_and_hold_every_observation(env):
    spaces = {agent: (env.observation_space(agent), env.action_space(agent)) for agent in env.possible_agents}
    env.reset(seed=1)
    for _ in play(env, random.Random(1)):
        for agent, (observation_space, action_space) in spaces.items():
            assert env.observation_space(agent) is observation_space
            assert env.action_space(agent) is action_space
            assert observation_space.contains(env.observe(agent))


@FACES
def test_masks_and_rewards_over_whole_games(make):
    """The mask stands in both places; only who is to act has one; +1 and -1 come once each, in the last `last()`."""
    env, choices = make(), random.Random(2)
    repeated, winners = 0, set()
    for seed in range(30 if COMPILED else 1):
        env.reset(seed=seed)
        total, decisions, farewells, before = dict.fromkeys(env.possible_agents, 0.0), 0, [], ""
        for agent, observation, reward, terminated, truncated, info, action in play(env, choices):
            total[agent] += reward
            mask = observation["action_mask"]
            assert mask.dtype == np.int8
            assert np.array_equal(mask, info["action_mask"])
            if action is None:
                assert terminated != truncated
                assert not mask.any()
                assert reward == env.rewards[agent] or farewells
                farewells.append(agent)
                continue
            assert set(np.unique(mask)) <= {0, 1}
            assert mask.any()
            assert not terminated
            assert not truncated
            assert reward == 0
            decisions += 1
            repeated += agent == before
            before = agent
            for other in set(env.agents) - {agent}:
                assert not env.observe(other)["action_mask"].any()
                assert not env.infos[other]["action_mask"].any()
        assert farewells == env.possible_agents
        assert env.agents == []
        assert decisions == int(env.unwrapped._status[3])
        assert sorted(total.values()) in ([-1.0, 1.0], [0.0, 0.0])
        winners |= {agent for agent, sum_ in total.items() if sum_ > 0}
    assert repeated, "an agent acts several times in a row"
    assert winners == set(env.possible_agents) or not COMPILED


def test_rewards_at_the_end_agree_with_last(env):
    env.reset(seed=3)
    for *_, action in play(env, random.Random(3)):
        if action is None:
            break
    assert env.agents == env.possible_agents
    assert env.rewards == env._cumulative_rewards
    assert sum(env.rewards.values()) == 0
    assert len(set(env.terminations.values())) == len(set(env.truncations.values())) == 1
    assert env.terminations != env.truncations


ENDS = pytest.mark.parametrize(
    ("numbers", "truncated"),
    [
        ({"round_limit": 2, "at_limit": 0}, True),
        ({"round_limit": 2, "at_limit": 1}, False),  # a draw by the rules
        ({"decision_cap": 30}, True),
    ],
)


@ENDS
def test_truncation_is_not_termination(tmp_path, numbers, truncated):
    env = pagan_v0.raw_env(ruleset=ruleset_with(tmp_path, **numbers))
    env.reset(seed=3)
    ends = [(cut, over, reward) for _, _, reward, over, cut, _, action in play(env, random.Random(3)) if action is None]
    assert ends == [(truncated, not truncated, 0.0)] * 2


def test_after_the_end_only_none(env):
    env.reset(seed=4)
    for *_, action in play(env, random.Random(4)):
        if action is None:
            break
    with pytest.raises(ValueError, match=r"pagan_v0.step: the game is over for witch_0, found 0, allowed: None"):
        env.step(0)
    final = {agent: env.observe(agent) for agent in env.agents}
    env.step(None)
    assert env.agents == ["hunter_0"]
    env.step(None)
    assert env.agents == []
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step(None)
    for agent, seen in final.items():
        assert np.array_equal(seen["observation"], env.observe(agent)["observation"])


def test_before_reset(env):
    env.render_mode = "ansi"
    for use in (lambda: env.step(0), env.last, lambda: env.observe("witch_0"), env.render):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            use()
    with pytest.raises(AttributeError, match="before reset"):
        pagan_v0.env().agent_selection  # noqa: B018


@FACES
@pytest.mark.parametrize("steps", [0, 5, 40])
def test_an_illegal_action_is_refused_and_changes_nothing(make, steps):
    env = begin(make(), seed=5, steps=steps)
    agent = env.agent_selection
    before = pickle.dumps(env)
    mask = env.observe(agent)["action_mask"]
    for action in np.flatnonzero(mask == 0)[:50].tolist():
        with pytest.raises(ValueError, match=rf"^pagan_v0.step: {agent} can't take action {action} \(.+\) now, allowed: .+$"):
            env.step(action)
        assert pickle.dumps(env) == before


@FACES
@pytest.mark.parametrize("action", [-1, 10**6, 2**70])
def test_an_action_out_of_range_is_refused_and_changes_nothing(make, action):
    env = begin(make(), seed=5, steps=3)
    before = pickle.dumps(env)
    with pytest.raises(ValueError, match=rf"can't take action {action}, allowed: 0 .. \d+$"):
        env.step(action)
    assert pickle.dumps(env) == before


@FACES
@pytest.mark.parametrize("action", [None, 1.0, "pass", [1]])
def test_an_action_that_is_no_int_is_refused_and_changes_nothing(make, action):
    env = begin(make(), seed=5, steps=3)
    before = pickle.dumps(env)
    with pytest.raises(TypeError, match=r"pagan_v0.step: \w+ is to act, found .+, allowed: an int"):
        env.step(action)
    assert pickle.dumps(env) == before


def test_any_integer_type_acts_alike():
    states = set()
    for kind in (int, np.int8, np.uint16, np.int32, np.int64):
        env = begin(pagan_v0.raw_env(), seed=6)
        first = next(a for a in legal_actions(env.observe(env.agent_selection)["action_mask"]) if a < 128)
        env.step(kind(first))
        states.add(env._states.tobytes())
    assert len(states) == 1


def test_arrays_are_the_callers(env):
    """Writing into what was handed out changes nothing, and what was kept does not change later."""
    begin(env, seed=7)
    agent, other = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
    kept = env.last()
    copied = copy.deepcopy(kept)
    before = env._states.tobytes()
    for array in (*env.observe(agent).values(), *env.observe(other).values(), env.infos[other]["action_mask"]):
        array[:] = 77
    env.infos[other]["note"] = 1
    again = env.observe(agent)
    assert np.array_equal(again["observation"], copied[0]["observation"])
    assert np.array_equal(again["action_mask"], copied[0]["action_mask"])
    for _ in range(20):
        env.step(legal_actions(env.observe(env.agent_selection)["action_mask"])[0])
    assert np.array_equal(kept[0]["observation"], copied[0]["observation"])
    assert np.array_equal(kept[0]["action_mask"], copied[0]["action_mask"])
    assert np.array_equal(kept[4]["action_mask"], copied[4]["action_mask"])
    env.reset(seed=7)
    assert env._states.tobytes() == before
    assert not env.infos[other]["action_mask"].any()


def test_observing_changes_nothing(env):
    begin(env, seed=8, steps=10)
    state, shown = env._states.tobytes(), {agent: env.observe(agent) for agent in env.agents}
    for _ in range(3):
        for agent in env.agents:
            seen = env.observe(agent)
            assert all(np.array_equal(seen[key], shown[agent][key]) for key in seen)
    assert env._states.tobytes() == state


def test_whole_games_are_the_same_again():
    """Seeded first games and the unseeded ones after them, which the official test does not reach."""
    assert digest(pagan_v0.raw_env(), GAMES, seed=9) == digest(pagan_v0.raw_env(), GAMES, seed=9)
    assert digest(pagan_v0.raw_env(), FEW, seed=9) == digest(pagan_v0.env(), FEW, seed=9)
    assert digest(pagan_v0.raw_env(), FEW, seed=9) != digest(pagan_v0.raw_env(), FEW, seed=10)


def test_whole_games_are_the_same_in_a_fresh_process():
    imports = "from pagan_env import pagan_v0; from tests.envs.playing import digest"
    program = f"{imports}; print(digest(pagan_v0.raw_env(), {FEW}, seed=11))"
    child = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.strip() == digest(pagan_v0.raw_env(), FEW, seed=11)


def test_an_unseeded_reset_deals_another_game(env):
    deals = set()
    for seed in (12, None, None, None, 12):
        env.reset(seed=seed)
        deals.add(env._states.tobytes())
    assert len(deals) == 4
    env.reset()
    assert env._states.tobytes() in deals, "the seeded reset starts the same row of games"
    fresh = []
    for _ in range(2):
        unseeded = pagan_v0.raw_env()
        unseeded.reset()
        fresh.append(unseeded._states.tobytes())
    assert fresh[0] != fresh[1]


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x"])
def test_a_bad_seed_is_refused(env, seed):
    with pytest.raises((TypeError, ValueError), match=r"^pagan_v0.reset: seed must be .+, found"):
        env.reset(seed=seed)


@FACES
@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike_and_apart(make, clone):
    env = begin(make(), seed=13, steps=15)
    twin = clone(env)
    moves = digest_from_here(twin)
    assert env.agents, "playing the copy to its end left the original where it was"
    assert digest_from_here(env) == moves
    twin.reset()
    env.reset()
    assert twin.unwrapped._states.tobytes() == env.unwrapped._states.tobytes()


def digest_from_here(env):
    moves = play(env, random.Random(0))
    return [(agent, action, observation["observation"].tobytes()) for agent, observation, *_, action in moves]


@pytest.mark.skipif(not COMPILED, reason="about compiled kernels")
@pytest.mark.parametrize("shipped", [True, False])
def test_a_copy_is_as_fast(tmp_path, shipped):
    """It compiles nothing, and has the very dtype objects, since kernels are slow on equal ones."""
    env = pagan_v0.raw_env(ruleset=None if shipped else ruleset_with(tmp_path, influence_start=7))
    copied = pickle.loads(pickle.dumps(begin(env, seed=14, steps=5)))
    assert copied.ruleset.digest == env.ruleset.digest
    assert type(copied.ruleset.tables) is type(env.ruleset.tables)
    assert copied.ruleset.tables.dtype is env.ruleset.tables.dtype
    assert copied._states.dtype is env._states.dtype
    kernels = env.game.kernels
    before = [len(k.signatures) for k in (kernels.step_one, kernels.observe, kernels.mask, kernels.reset)]
    digest(copied, 2, seed=1)
    assert [len(k.signatures) for k in (kernels.step_one, kernels.observe, kernels.mask, kernels.reset)] == before


@FACES
def test_rendering(make):
    env = begin(make(render_mode="ansi"), seed=15, steps=20)
    boards = {}
    for viewer in (None, "witch_0", "hunter_0"):
        env.render_viewer = viewer
        assert env.render_viewer == viewer
        boards[viewer] = env.render()
        assert isinstance(boards[viewer], str)
    assert len(set(boards.values())) == 3
    env.render_viewer = "mayor_0"
    with pytest.raises(ValueError, match="unknown agent 'mayor_0', allowed: witch_0, hunter_0"):
        env.render()


@FACES
@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_can_be_shown_from_the_start(make, name):
    """Before the log has as many events as a board shows."""
    env = begin(make(ruleset=name, render_mode="ansi"))
    for viewer in (None, "witch_0", "hunter_0"):
        env.render_viewer = viewer
        assert f"Pagan {name}" in env.render()


def test_a_ruleset_that_was_built_can_be_played():
    ruleset = build_ruleset(numbers={"hand_start": 0})
    env = begin(pagan_v0.env(ruleset=ruleset, render_mode="ansi"))
    assert "Hand: -" not in env.render()
    assert pickle.loads(pickle.dumps(pagan_v0.raw_env(ruleset=ruleset))).ruleset.digest == ruleset.digest
    with pytest.raises(ValueError, match=r"^ruleset: found a int, allowed: a name or a path$"):
        pagan_v0.env(ruleset=3)


def test_rendering_needs_a_mode(env):
    begin(env)
    with pytest.warns(
        UserWarning, match=r"render: nothing to show without a render_mode, allowed: 'ansi', 'svg', 'rgb_array', 'human'"
    ):
        assert env.render() is None
    with pytest.raises(ValueError, match="render_mode 'print', allowed: None, 'ansi'"):
        pagan_v0.env(render_mode="print")


def test_unknown_names(env):
    with pytest.raises(TypeError, match="rulest"):
        pagan_v0.env(rulest="welcome_to_roanoke")
    begin(env)
    with pytest.raises(ValueError, match="unknown agent 'mayor_0', allowed: witch_0, hunter_0"):
        env.observe("mayor_0")


def test_no_seed_in_infos(env):
    env.reset(seed=16)
    for *_, info, _ in play(env, random.Random(16)):
        assert set(info) == {"action_mask"}


def test_in_pettingzoo_s_registry():
    """By importing the package; PettingZoo had no registry before 1.26."""
    import pettingzoo

    for name, module in (("pagan_env/pagan-v0", "pagan_v0"), ("pagan_env/paradise_lost_v0", "paradise_lost_v0")):
        assert str(pettingzoo.make("aec", name)) == module
    assert pettingzoo.make("aec", "pagan_env/paradise_lost", num_heroes=5).possible_agents[-1] == "hero_4"
