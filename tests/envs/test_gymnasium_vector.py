"""The vector environment of both games, beside Gymnasium's own over single ones."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from pagan_env import paradise_lost_v0
from pagan_env.core.jit import COMPILED
from pagan_env.core.replays import UNFINISHED, read
from pagan_env.envs.replaying import Playback
from pagan_env.envs.solo_vector import SoloVectorEnv
from tests.envs.playing import legal_actions
from tests.envs.test_gymnasium import OPPONENTS, PAGAN, PARADISE, ROLES, SMALL, pagan

MODES = pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])


def yardstick(mode: AutoresetMode, num_envs: int, **options) -> SyncVectorEnv:
    return SyncVectorEnv([lambda: pagan(**options) for _ in range(num_envs)], autoreset_mode=mode)


@MODES
@OPPONENTS
@ROLES
def test_as_gymnasium_s_own_vector_environment(mode, opponent, role):
    """Same seeds, same actions: the same observations, rewards, ends and infos, key by key, illegal actions among them."""
    options = {**SMALL, "role": role, "opponent": opponent}
    ours = gymnasium.make_vec(PAGAN, num_envs=3, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options)
    theirs, choices, ended = yardstick(mode, 3, **options), np.random.default_rng(0), 0
    assert ours.metadata["autoreset_mode"] is mode
    assert ours.single_observation_space == theirs.single_observation_space and ours.action_space == theirs.action_space
    one = ours.reset(seed=7)
    assert data_equivalence(one, theirs.reset(seed=7), exact=True)
    for turn in range(600 if COMPILED else 40):
        masks = one[-1]["action_mask"]
        assert np.array_equal(ours.action_masks(), masks == 1)
        actions = np.array([choices.choice(legal_actions(mask)) if mask.any() else 0 for mask in masks])
        if turn % 97 == 96:
            actions[turn % 3] = int(masks[turn % 3].argmin())
        one, other = ours.step(actions), theirs.step(actions)
        assert all(data_equivalence(a, b, exact=True) for a, b in zip(one, other, strict=True)), (turn, one, other)
        ended += int((one[2] | one[3]).sum())
    assert ended >= 3


@MODES
def test_a_hundred_episodes_have_the_lengths_and_returns_of_single_ones(mode):
    """Where RecordEpisodeStatistics counts right: in SAME_STEP some of its versions forget to begin anew (Gymnasium#1624)."""
    options = {"ruleset": "mini", "role": "hunter_0"}
    envs = SoloVectorEnv("pagan", 4, opponent="random", autoreset_mode=mode, **options)
    singles = [pagan(**options) for _ in range(4)]
    each = 25 if COMPILED else 3
    _, info = envs.reset(seed=20)
    length, total, told = np.zeros(4, int), np.zeros(4), [[] for _ in range(4)]
    while min(map(len, told)) < each:
        live = info["action_mask"].any(1)
        length += live
        _, reward, terminated, truncated, info = envs.step(info["action_mask"].argmax(1))
        total += reward
        for i in np.flatnonzero(terminated | truncated):
            told[i].append((int(length[i]), float(total[i])))
            length[i], total[i] = 0, 0
    for i, env in enumerate(singles):
        for game, (steps, result) in enumerate(told[i][:each]):
            env.reset(seed=20 + i if game == 0 else None)
            count, reward, over = 0, 0.0, False
            while not over:
                _, reward, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
                count, over = count + 1, terminated or truncated
            assert (count, reward) == (steps, result), (i, game)


def test_arrays_of_the_vector_environment_are_the_callers():
    envs = SoloVectorEnv("pagan", 2, **SMALL)
    first, info = envs.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    second, *_, later = envs.step(info["action_mask"].argmax(1))
    assert np.array_equal(first, kept) and np.array_equal(info["action_mask"], mask)
    second[:], later["action_mask"][:] = 77, 1
    third, *_ = envs.step(envs.action_masks().argmax(1))
    assert not (third == 77).all()


def test_resetting_some_rows_and_seeds_by_row():
    envs, choices = SoloVectorEnv("pagan", 3, **SMALL), np.random.default_rng(0)
    start, _ = envs.reset(seed=[5, 6, 7])
    assert np.array_equal(start, SoloVectorEnv("pagan", 3, **SMALL).reset(seed=5)[0])
    for _ in range(3):
        seen, *_, info = envs.step(np.array([choices.choice(legal_actions(mask)) for mask in envs.action_masks()]))
    again, info = envs.reset(seed=[5, 6, 7], options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(again[1], start[1]) and np.array_equal(again[[0, 2]], seen[[0, 2]])
    assert info["action_mask"].any(1).all()
    for seeds in ([1, 2], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match=rf"vector env: {len(seeds)} seeds, allowed: one, or 3"):
            envs.reset(seed=seeds)
    with pytest.raises(ValueError, match=r"vector env: reset_mask .*, allowed: bool \(3,\), not all False"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_roles_by_row(mode):
    envs = SoloVectorEnv("paradise_lost", 5, role=["hero_0", 1, 2, "hero_3", 4], num_heroes=5, render_mode=mode)
    seen, info = envs.reset(seed=[3] * 5)
    boards = envs.render()
    for hero in range(5):
        env = gymnasium.make(PARADISE, num_heroes=5, role=hero, render_mode=mode).unwrapped
        alone, its = env.reset(seed=3)
        assert np.array_equal(alone, seen[hero]) and np.array_equal(its["action_mask"], info["action_mask"][hero])
        assert np.array_equal(env.render(), boards[hero])
    with pytest.raises(ValueError, match=r"paradise_lost env: 1 roles, allowed: one, or 2"):
        SoloVectorEnv("paradise_lost", 2, role=["hero_0"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autoreset_mode": "Disabled"}, "autoreset_mode 'Disabled', allowed: SameStep, NextStep"),
        ({"render_mode": "human"}, "render_mode 'human', allowed: None, 'ansi', 'svg', 'rgb_array'"),
    ],
)
def test_what_the_vector_environment_has_not(options, message):
    with pytest.raises(ValueError, match=f"^vector env: {message}$"):
        SoloVectorEnv("pagan", 2, **options)


def test_an_illegal_action_in_the_vector_environment_is_refused_if_asked_for():
    envs = SoloVectorEnv("pagan", 2, illegal="raise", **SMALL)
    seen, info = envs.reset(seed=1)
    good = info["action_mask"].argmax(1)
    with pytest.raises(ValueError, match=r"^Batch.step: row 1: witch_0 can't take action -1, allowed: "):
        envs.step(np.array([good[0], -1]))
    assert np.array_equal(envs.solo.observation, seen)
    for actions in (good.astype(float), good[:1]):
        with pytest.raises((TypeError, ValueError), match=r"^Batch.step: actions of "):
            envs.step(actions)


def test_a_paradise_lost_vector_environment_is_that_of_single_ones():
    options = {"num_heroes": 3, "role": "hero_1"}
    ours = gymnasium.make_vec(PARADISE, num_envs=2, **options)
    theirs = SyncVectorEnv([lambda: gymnasium.make(PARADISE, **options).unwrapped] * 2, autoreset_mode=AutoresetMode.SAME_STEP)
    assert paradise_lost_v0.env(num_heroes=3).observation_space("hero_1")["observation"] == ours.single_observation_space
    one = ours.reset(seed=2)
    assert data_equivalence(one, theirs.reset(seed=2), exact=True)
    ended = 0
    for _ in range(200 if COMPILED else 5):
        actions = one[-1]["action_mask"].argmax(1)
        one, other = ours.step(actions), theirs.step(actions)
        assert all(data_equivalence(a, b, exact=True) for a, b in zip(one, other, strict=True))
        ended += int(one[2].sum())
    assert ended or not COMPILED


def test_the_games_that_ended_are_replays(tmp_path):
    """A row's replay is that of the single environment of its seed, where it was written to a file."""
    options = {"ruleset": "mini", "role": "hunter_0", "opponent": "scripted:1"}
    envs, single = SoloVectorEnv("pagan", 2, record=True, **options), pagan(**options)
    _, info = envs.reset(seed=20)
    with pytest.raises(ValueError, match="row 1: no game has ended there"):
        envs.replay(1)
    ended = np.zeros(2, bool)
    while not ended[1]:
        _, _, terminated, truncated, info = envs.step(info["action_mask"].argmax(1))
        ended = terminated | truncated
    _, told = single.reset(seed=21)
    over = False
    while not over:
        _, _, terminated, truncated, told = single.step(int(told["action_mask"].argmax()))
        over = terminated or truncated
    single.unwrapped.save_replay(tmp_path / "one.replay")
    replay = read(tmp_path / "one.replay")
    assert envs.replay(1) == single.unwrapped.replay() == replay
    assert replay.seed == 21 and replay.result != UNFINISHED
    assert len(list(Playback(replay))) == replay.decisions
