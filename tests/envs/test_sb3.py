"""Stable-Baselines3 on the games: its checker, what its VecEnvs promise, masks, and a run of `experiments.train_sb3`."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from pagan_env.core.jit import COMPILED
from tests.envs.playing import legal_actions, ruleset_with

pytest.importorskip("sb3_contrib", reason="optional: pip install 'pagan-env[train]'")
if not COMPILED:
    pytest.skip("no kernels of its own", allow_module_level=True)

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecCheckNan

from agents.sb3 import Sb3Agent
from experiments import train_sb3
from pagan_env.envs.replaying import Playback
from pagan_env.envs.sb3 import SoloVecEnv

ROOT = Path(__file__).resolve().parents[2]
MINI = {"ruleset": "mini", "role": "hunter_0"}


def dummy(num_envs: int, seed: int, **options) -> DummyVecEnv:
    """SB3's own vector environment over the Gymnasium face, a yardstick."""
    envs = DummyVecEnv([lambda: gymnasium.make("pagan_env/Pagan-v0", **options).unwrapped] * num_envs)
    envs.seed(seed)
    return envs


@pytest.mark.parametrize("name", ["pagan_env/Pagan-v0", "pagan_env/ParadiseLost-v0"])
def test_the_checker_is_silent(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("opponent", ["random", "scripted:1", ["random", ("scripted:2", 2)]], ids=str)
def test_as_stable_baselines_own_vector_environment(opponent):
    """Same seeds, same actions: observations, rewards, ends, masks and last observations."""
    ours, choices, ended = SoloVecEnv("pagan", 4, opponent=opponent, **MINI), np.random.default_rng(0), 0
    theirs = dummy(4, 11, opponent=opponent, **MINI)
    ours.seed(11)
    assert np.array_equal(ours.reset(), theirs.reset())
    for _ in range(200):
        masks = get_action_masks(ours)
        assert masks.dtype == bool and np.array_equal(masks, get_action_masks(theirs)), "of the observation after a restart"
        assert masks.any(1).all()
        actions = np.array([choices.choice(legal_actions(mask)) for mask in masks])
        one, other = ours.step(actions), theirs.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(one[:3], other[:3], strict=True))
        for mine, its, over in zip(one[3], other[3], one[2], strict=True):
            assert ("terminal_observation" in mine) == over
            if over:
                ended += 1
                assert np.array_equal(mine["terminal_observation"], its["terminal_observation"])
                assert mine["TimeLimit.truncated"] == its["TimeLimit.truncated"]
    assert ended > 50


@pytest.mark.parametrize(("at_limit", "truncated"), [(0, True), (1, False)])
def test_what_is_cut_is_told_from_what_is_over(tmp_path, at_limit, truncated):
    envs = SoloVecEnv("pagan", 2, ruleset=ruleset_with(tmp_path, round_limit=2, at_limit=at_limit), opponent="scripted:1")
    envs.reset()
    told = []
    while len(told) < 4:
        told += [info for info in envs.step(envs.action_masks().argmax(1))[3] if info]
    assert {info["TimeLimit.truncated"] for info in told} == {truncated}
    assert all(info["episode"]["l"] > 0 and info["episode"]["r"] == 0 for info in told)


def test_what_sb3_asks_of_a_vector_environment():
    envs = SoloVecEnv("pagan", 3, **MINI)
    envs.reset()
    assert is_masking_supported(envs) and envs.has_attr("action_masks") and not envs.has_attr("hands")
    assert np.array_equal(envs.env_method("action_masks", indices=[2, 0]), envs.action_masks()[[2, 0]])
    assert envs.get_attr("render_mode") == [None] * 3
    with pytest.raises(AttributeError):
        envs.get_attr("hands")
    with pytest.raises(NotImplementedError, match=r"SoloVecEnv.env_method: peek, allowed: action_masks"):
        envs.env_method("peek")
    with pytest.raises(NotImplementedError, match=r"SoloVecEnv.set_attr: hands; rows have no attributes of their own"):
        envs.set_attr("hands", 1)
    with pytest.raises(ValueError, match=r"^Batch.step: row 0: hunter_0 can't take action"):
        envs.step(envs.action_masks().argmin(1))


def test_seeds_and_arrays():
    """Seeds hold for one reset; what was handed out stays as it is."""
    envs, firsts = SoloVecEnv("pagan", 3, **MINI), []
    for seed in (5, None, 5):
        if seed is not None:
            envs.seed(seed)
        firsts.append(envs.reset())
    assert np.array_equal(firsts[0], firsts[2])
    kept = firsts[2].copy()
    for _ in range(30):
        envs.step(envs.action_masks().argmax(1))
    assert np.array_equal(firsts[2], kept)


def test_games_that_ended_are_replays():
    envs = SoloVecEnv("pagan", 2, record=True, **MINI)
    envs.seed(5)
    envs.reset()
    ended = np.zeros(2, bool)
    while not ended.any():
        _, _, ended, _ = envs.step(envs.action_masks().argmax(1))
    row = int(ended.argmax())
    replay = envs.replay(row)
    assert replay.seed == 5 + row
    assert len(list(Playback(replay))) == replay.decisions


def test_nan_checks_pass():
    checked = VecCheckNan(SoloVecEnv("pagan", 2, **MINI), raise_exception=True)
    checked.reset()
    checked.step(get_action_masks(checked).argmax(1))


def test_only_legal_actions_and_real_decisions_are_learned_from():
    """Every row of the rollout buffer is a decision of the learner: its action is legal by its mask, none is empty."""
    model = MaskablePPO("MlpPolicy", SoloVecEnv("pagan", 8, **MINI), n_steps=64, batch_size=128, n_epochs=1, seed=0, device="cpu")
    model.learn(8 * 64)
    buffer = model.rollout_buffer
    masks, actions = buffer.action_masks.reshape(-1, buffer.mask_dims), buffer.actions.reshape(-1).astype(int)
    assert len(actions) == 8 * 64 and masks.any(1).all()
    assert masks[np.arange(len(actions)), actions].all()
    assert np.abs(buffer.rewards).sum() >= 1, "games were won and lost"


def test_a_player_can_t_be_asked_without_a_mask():
    model = MaskablePPO("MlpPolicy", SoloVecEnv("pagan", 2, **MINI), n_steps=8, batch_size=16, seed=0, device="cpu")
    agent, rng = Sb3Agent(model.policy), np.random.default_rng(0)
    seen, mask = np.zeros(model.observation_space.shape, np.int8), np.zeros(model.action_space.n, np.int8)
    with pytest.raises(TypeError, match="action_mask"):
        agent.act(seen, rng=rng)
    with pytest.raises(ValueError, match="row 0: no legal action"):
        agent.act(seen, mask, rng)
    mask[[3, 17]] = 1
    assert {agent.act(seen, mask, rng) for _ in range(60)} == {3, 17}
    frozen = agent.frozen()
    before = frozen.act_batch(np.tile(seen, (50, 1)), np.ones((50, len(mask)), np.int8), np.random.default_rng(1))
    model.learn(16)
    after = frozen.act_batch(np.tile(seen, (50, 1)), np.ones((50, len(mask)), np.int8), np.random.default_rng(1))
    assert np.array_equal(before, after)


def test_evaluation_with_masks_counts_every_game():
    envs = SoloVecEnv("pagan", 4, **MINI)
    model = MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=16, seed=0, device="cpu")
    returns, lengths = evaluate_policy(model, envs, n_eval_episodes=20, return_episode_rewards=True, deterministic=False)
    assert len(returns) == 20 and set(returns) <= {-1.0, 0.0, 1.0} and min(lengths) > 0


@pytest.mark.slow
def test_it_learns(tmp_path, capsys):
    """The Witch of `mini@1` against random play, who wins 22 % at random."""
    arguments = ["--ruleset", "mini", "--role", "witch_0", "--steps", "60000", "--games", "400", "--out", str(tmp_path)]
    assert train_sb3.main(arguments) == 0
    won = float(capsys.readouterr().out.splitlines()[2].split("|")[3].split()[0])
    assert won > 30


def test_a_run_against_past_selves_leaves_what_it_promises(tmp_path, capsys):
    arguments = [
        "--ruleset",
        "mini",
        "--opponent",
        "self,random",
        "--steps",
        "1600",
        "--num-envs",
        "8",
        "--snapshot-every",
        "800",
    ]
    assert train_sb3.main([*arguments, "--games", "8", "--out", str(tmp_path)]) == 0
    table = capsys.readouterr().out
    assert (tmp_path / "result.md").read_text() == table
    assert table.count("| witch_0 | ") == table.count("| hunter_0 | ") == 3
    for name in ("model", "best_model"):
        agent = Sb3Agent.load(tmp_path / f"{name}.zip")
        env = gymnasium.make("pagan_env/Pagan-v0", role="witch_0", opponent=agent, ruleset="mini", illegal="raise").unwrapped
        seen, info = env.reset(seed=1)
        over = False
        while not over:
            seen, reward, terminated, truncated, info = env.step(agent.act(seen, info["action_mask"], np.random.default_rng(0)))
            over = terminated or truncated
        assert reward in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--role", "witch_1"], "pagan env: role 'witch_1', allowed: witch_0, hunter_0"),
        (["--opponent", "clever"], "pagan env: opponent 'clever', allowed: 'random'"),
        (["--ruleset", "none"], "none"),
    ],
)
def test_a_run_with_wrong_arguments_ends_with_a_line(tmp_path, capsys, arguments, message):
    assert train_sb3.main([*arguments, "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_without_stable_baselines_one_line_says_so():
    program = (
        "import sys; sys.modules['stable_baselines3'] = None\ntry: import pagan_env.envs.sb3\nexcept ImportError as e: print(e)"
    )
    child = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.startswith("pagan_env.envs.sb3 needs stable-baselines3 (") and child.stdout.count("\n") == 1
    assert child.stdout.endswith("): pip install stable-baselines3 sb3-contrib\n")
