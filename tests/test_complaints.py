"""What users of other environments complain about, thirty public issues: each holds here, or says why it can't come up.

Numbers and issues are those of docs/faces.md. A complaint that is tested elsewhere is in HELD, by the test that holds it.
"""

from __future__ import annotations

import ast
import inspect
import random
import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from agents.learned import LearnedAgent
from agents.sb3 import Sb3Agent
from agents.uniform import UniformAgent
from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.envs.batch import Batch
from pagan_env.envs.sb3 import SoloVecEnv
from tests.envs.playing import legal_actions, play

ROOT = Path(__file__).parent.parent

HELD = {
    2: "tests/envs/test_aec.py::test_masks_and_rewards_over_whole_games",
    4: "tests/envs/test_aec.py::test_after_the_end_only_none",
    5: "tests/envs/test_sb3.py::test_only_legal_actions_and_real_decisions_are_learned_from",
    8: "tests/envs/test_aec.py::test_masks_and_rewards_over_whole_games",
    14: "tests/envs/test_sb3.py::test_as_stable_baselines_own_vector_environment",
    16: "tests/envs/test_gymnasium_vector.py::test_as_gymnasium_s_own_vector_environment",
    17: "tests/envs/test_gymnasium_vector.py::test_a_hundred_episodes_have_the_lengths_and_returns_of_single_ones",
    18: "tests/envs/test_sb3.py::test_what_is_cut_is_told_from_what_is_over",
    19: "tests/envs/test_aec.py::test_whole_games_are_the_same_in_a_fresh_process",
    20: "tests/envs/test_aec.py::test_whole_games_are_the_same_again",
    21: "tests/envs/test_aec.py::test_api",
    22: "tests/envs/test_aec.py::test_spaces_are_the_same_objects_and_hold_every_observation",
    24: "tests/experiments/test_ppo.py::test_rollouts_of_any_length_lose_nothing",
    26: "tests/envs/test_aec.py::test_rewards_at_the_end_agree_with_last",
    27: "tests/core/test_jit.py::test_an_edit_makes_stale_what_is_made_of_it",
    28: "tests/envs/test_batch_threads.py::test_a_forked_child_steps_on_threads_of_its_own",
    29: "tests/envs/test_batch_threads.py::test_any_number_of_threads_leaves_the_same_bytes",
    30: "tests/experiments/test_ppo.py::test_past_selves_that_win_are_drawn_more_often",
}
HERE = (1, 3, 6, 7, 9, 10, 11, 12, 13)
ELSEWHERE = (15, 23, 25)  # a benchmark prints it; an optional check in an environment of its own


@pytest.mark.parametrize("where", HELD.values(), ids=HELD)
def test_the_test_that_holds_it_is_there(where):
    path, _, name = where.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_complaint_has_its_place():
    assert sorted([*HELD, *HERE, *ELSEWHERE]) == list(range(1, 31))
    here = {int(name.split("_")[1]) for name in globals() if re.match(r"test_\d", name)}
    assert here == set(HERE)
    listed = re.findall(r"^\| (\d+) \|", (ROOT / "docs" / "faces.md").read_text("utf-8"), re.M)
    assert list(map(int, listed)) == list(range(1, 31))


def test_01_the_reward_is_the_learners_own():
    """PettingZoo#1147: learners were paid the opponent's reward. Here a win pays +1 once, a loss -1 once, whoever moved last."""
    returns = []
    for role in ("witch_0", "hunter_0"):
        env = gymnasium.make("pagan_env/Pagan-v0", role=role, ruleset="mini", opponent="scripted:1").unwrapped
        choices = random.Random(1)
        for game in range(60):
            _, info = env.reset(seed=1 if game == 0 else None)
            paid, over = [], False
            while not over:
                _, reward, terminated, truncated, info = env.step(choices.choice(legal_actions(info["action_mask"])))
                paid, over = [*paid, reward], terminated or truncated
            won = np.zeros(2, np.float32)
            env.game.kernels.returns(env._aec._states, 0, won)
            assert [reward for reward in paid if reward] == [won[env.game.agents.index(role)]] * bool(won.any())
            returns.append((role, sum(paid)))
    assert {("witch_0", -1.0), ("hunter_0", -1.0)} & set(returns) and any(result > 0 for _, result in returns)


def test_03_a_dead_step_clears_the_reward_of_its_agent_alone():
    """PettingZoo#1260: at the end each agent is told its reward once, by `last()` before its only step with None."""
    env = paradise_lost_v0.raw_env(num_heroes=4)
    env.reset(seed=1)
    for agent, _, reward, *_, action in play(env, random.Random(1)):
        if action is None:
            due = [other for other in env.possible_agents if other in env.agents]
            assert agent == due[0] and reward == env._cumulative_rewards[agent] != 0
            assert all(env._cumulative_rewards[other] != 0 for other in due), "nobody's is lost by another's dead step"
    assert env.agents == []


@pytest.mark.parametrize("num_heroes", [2, 3, 4, 5])
def test_06_nobody_leaves_before_the_end(num_heroes):
    """PettingZoo#652, #713: agents that are done at different times. In both games all are done at once, and all are told."""
    env = paradise_lost_v0.env(num_heroes=num_heroes)
    for seed in range(4):
        env.reset(seed=seed)
        dead = []
        for agent, _, _, terminated, truncated, _, action in play(env, random.Random(seed)):
            assert len(set(env.terminations.values())) == len(set(env.truncations.values())) == 1
            if action is None:
                assert terminated or truncated
                dead.append(agent)
            else:
                assert env.agents == env.possible_agents
        assert dead == env.possible_agents


def test_07_an_agent_acts_six_times_in_a_row():
    """PettingZoo#1233: nothing between its decisions reaches the others, and no reward is paid twice."""
    env, longest, run, before = pagan_v0.raw_env(), 0, 0, ""
    env.reset(seed=2)
    for agent, _, reward, *_, action in play(env, random.Random(2)):
        run = run + 1 if agent == before else 1
        longest, before = max(longest, run), agent
        assert action is None or reward == 0
        assert action is None or env.observe(agent)["action_mask"].any()
    assert longest >= 6


def test_09_masks_have_the_type_that_each_library_takes():
    """`Discrete.sample` refuses a bool mask, and returns 0 for an empty one without a word."""
    env = gymnasium.make("pagan_env/Pagan-v0", ruleset="mini").unwrapped
    _, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8 and env.action_masks().dtype == np.bool_
    assert info["action_mask"][env.action_space.sample(info["action_mask"])] == 1
    vector = SoloVecEnv("pagan", 2, ruleset="mini")
    vector.reset()
    assert vector.action_masks().dtype == np.bool_ and vector.action_masks().any(1).all()
    aec = pagan_v0.env(ruleset="mini")
    aec.reset(seed=1)
    masks = {agent: aec.observe(agent)["action_mask"] for agent in aec.agents}
    assert {agent for agent, mask in masks.items() if mask.any()} == {aec.agent_selection}
    assert all(mask.dtype == np.int8 for mask in masks.values())


@pytest.mark.parametrize("game", ["pagan", "paradise_lost"])
def test_10_no_decision_without_a_legal_action(game):
    """sb3's MaskableCategorical draws from illegal actions where a mask is empty: none is, in 100,000 random decisions."""
    batch, agent, rng = Batch(game, 500, seed=3), UniformAgent(), np.random.default_rng(3)
    for _ in range(200):
        assert batch.action_mask.any(1).all()
        batch.step(agent.act_batch(batch.observation, batch.action_mask, rng))
    with pytest.raises(ValueError, match="row 0: no legal action"):
        agent.act_batch(batch.observation, np.zeros_like(batch.action_mask), rng)


def test_11_large_masks_do_not_crash_the_library():
    """sb3-contrib#322: `Simplex()` errors with many actions, mended in 2.8, which we ask for."""
    torch = pytest.importorskip("torch")
    from sb3_contrib.common.maskable.distributions import MaskableCategorical

    assert re.search(r'"sb3-contrib>=2\.([89]|\d\d)', (ROOT / "pyproject.toml").read_text("utf-8"))
    generator = torch.Generator().manual_seed(0)
    spread = MaskableCategorical(logits=8 * torch.randn(4, 1000, generator=generator))
    for _ in range(200):
        assert spread.probs.shape == (4, 1000)
        spread.apply_masking(torch.rand(4, 1000, generator=generator).numpy() < 0.1)
    assert torch.isfinite(spread.logits).all()


@pytest.mark.parametrize("player", [LearnedAgent, Sb3Agent, UniformAgent])
def test_12_no_player_can_be_asked_without_a_mask(player):
    """sb3-contrib#212, #178: `predict()` without masks plays illegal actions."""
    for name in ("act", "act_batch"):
        parameters = inspect.signature(getattr(player, name)).parameters
        assert parameters["action_mask"].default is inspect.Parameter.empty


def test_13_evaluation_keeps_the_masks():
    """sb3-contrib#226, #142: the plain EvalCallback drops them. And an illegal action in our evaluations is an error."""
    names = {
        name for path in (ROOT / "experiments").glob("*.py") for name in re.findall(r"\w*EvalCallback", path.read_text("utf-8"))
    }
    assert names == {"MaskableEvalCallback"}
    batch = Batch("pagan", 1)
    with pytest.raises(ValueError, match="can't take action"):
        batch.step(batch.action_mask.argmin(1))
