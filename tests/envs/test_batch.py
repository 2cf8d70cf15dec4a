"""The batch against the AEC face, and its own promises."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env import pagan_v0
from pagan_env.core.jit import COMPILED
from pagan_env.envs.batch import Batch
from pagan_env.envs.games import find_game
from pagan_env.envs.seeding import game_seeds
from tests.envs.playing import legal_actions, ruleset_with

ARRAYS = ["observation", "action_mask", "legal_words", "seat", "reward", "terminated", "truncated"]
ARRAYS += ["final_observation", "episode_length", "game_seed"]
PRIVATE = ["_states", "_episode", "_next_seeds"]
STEPS = 2000 if COMPILED else 20


def random_actions(batch: Batch, choices: random.Random) -> np.ndarray:
    return np.array([choices.choice(legal_actions(mask)) for mask in batch.action_mask])


def advance(batch: Batch, steps: int, seed: int = 0) -> Batch:
    choices = random.Random(seed)
    for _ in range(steps):
        batch.step(random_actions(batch, choices))
    return batch


def content(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in ARRAYS + PRIVATE]


def test_shapes_and_dtypes():
    batch = Batch("pagan", 5)
    n, s, o, a = 5, 2, batch.observation_size, batch.num_actions
    expected = {
        "observation": (np.int8, (n, o)),
        "action_mask": (np.int8, (n, a)),
        "legal_words": (np.uint64, (n, -(-a // 64))),
        "seat": (np.int64, (n,)),
        "reward": (np.float32, (n, s)),
        "terminated": (np.bool_, (n,)),
        "truncated": (np.bool_, (n,)),
        "final_observation": (np.int8, (n, s, o)),
        "episode_length": (np.int64, (n,)),
        "game_seed": (np.int64, (n,)),
    }
    for name, (dtype, shape) in expected.items():
        array = getattr(batch, name)
        assert array.dtype == dtype, name
        assert array.shape == shape, name
    assert batch.num_envs == 5
    assert batch.agents == ("witch_0", "hunter_0")
    assert Batch(find_game("pagan"), 5).game is batch.game


def test_every_row_is_a_game_of_the_aec_face():
    """Decision by decision: observation, mask, agent, both rewards, both kinds of end, last observations, lengths."""
    batch, choices = Batch("pagan", 6, seed=1), random.Random(1)
    envs = [pagan_v0.raw_env() for _ in range(batch.num_envs)]
    lengths = [0] * batch.num_envs
    for env, seed in zip(envs, batch.game_seed.tolist(), strict=True):
        env.reset(seed=seed)
    ended = 0
    for _ in range(STEPS):
        for i, env in enumerate(envs):
            seen = env.observe(env.agent_selection)
            assert env.agent_selection == batch.agents[batch.seat[i]]
            assert np.array_equal(seen["observation"], batch.observation[i])
            assert np.array_equal(seen["action_mask"], batch.action_mask[i])
        actions = random_actions(batch, choices)
        for seat, agent in enumerate(batch.agents):
            known = batch.observe(seat)
            assert all(np.array_equal(known[i], env.observe(agent)["observation"]) for i, env in enumerate(envs))
        batch.step(actions)
        for i, env in enumerate(envs):
            env.step(actions[i])
            lengths[i] += 1
            over = bool(batch.terminated[i] or batch.truncated[i])
            assert over == any([*env.terminations.values(), *env.truncations.values()])
            assert batch.reward[i].tolist() == [env.rewards[agent] for agent in batch.agents]
            if not over:
                assert batch.episode_length[i] == 0
                continue
            ended += 1
            assert set(env.terminations.values()) == {bool(batch.terminated[i])}
            assert set(env.truncations.values()) == {bool(batch.truncated[i])}
            assert batch.episode_length[i] == lengths[i]
            for seat, agent in enumerate(batch.agents):
                assert np.array_equal(batch.final_observation[i, seat], env.observe(agent)["observation"])
            env.reset(seed=int(batch.game_seed[i]))
            lengths[i] = 0
    assert ended >= 6 or not COMPILED


def test_masks_agree_with_words_and_are_never_empty():
    batch, choices = Batch("pagan", 8, seed=2), random.Random(2)
    for _ in range(STEPS // 10):
        bits = np.unpackbits(batch.legal_words.view(np.uint8), axis=1, bitorder="little")
        assert np.array_equal(bits[:, : batch.num_actions], batch.action_mask)
        assert not bits[:, batch.num_actions :].any()
        assert batch.action_mask.any(axis=1).all()
        for seat in range(len(batch.agents)):
            mine = batch.seat == seat
            assert np.array_equal(batch.observe(seat)[mine], batch.observation[mine])
        batch.step(random_actions(batch, choices))


@pytest.mark.parametrize(
    ("numbers", "truncated"), [({"round_limit": 2, "at_limit": 0}, True), ({"round_limit": 2, "at_limit": 1}, False)]
)
def test_truncation_is_not_termination(tmp_path, numbers, truncated):
    batch, choices, ended = Batch("pagan", 4, ruleset=ruleset_with(tmp_path, **numbers)), random.Random(4), 0
    for _ in range(200 if COMPILED else 60):
        batch.step(random_actions(batch, choices))
        over = batch.episode_length > 0
        ended += int(over.sum())
        assert np.array_equal(batch.truncated, over & truncated)
        assert np.array_equal(batch.terminated, over & (not truncated))
        assert not batch.reward.any()
    assert ended


def test_arrays_are_never_replaced():
    batch = Batch("pagan", 4)
    before = {name: getattr(batch, name) for name in ARRAYS}
    advance(batch, 50)
    batch.reset()
    batch.reset(7)
    assert all(getattr(batch, name) is array for name, array in before.items())


def test_torch_reads_the_arrays_in_place():
    import torch

    batch = Batch("pagan", 4, seed=3)
    tensors = {name: torch.from_numpy(getattr(batch, name)) for name in ARRAYS}
    before = tensors["observation"].clone()
    advance(batch, 50 if COMPILED else 5)
    assert not torch.equal(before, tensors["observation"])
    for name, tensor in tensors.items():
        assert tensor.data_ptr() == getattr(batch, name).ctypes.data, name
        assert tensor.is_contiguous(), name
        assert tensor.numpy().tobytes() == getattr(batch, name).tobytes(), name


def test_reset_and_step_return_nothing():
    batch = Batch("pagan", 2)
    assert batch.reset() is None
    assert batch.step(random_actions(batch, random.Random(0))) is None


def test_a_row_does_not_depend_on_the_others():
    """Its games are the same in a smaller batch, and when the other rows play otherwise."""
    wide, narrow = Batch("pagan", 5, seed=3), Batch("pagan", 2, seed=3)
    same, other = random.Random(3), random.Random(4)
    for _ in range(STEPS // 2):
        mine = [same.choice(legal_actions(mask)) for mask in narrow.action_mask]
        narrow.step(mine)
        wide.step(mine + [other.choice(legal_actions(mask)) for mask in wide.action_mask[2:]])
        for name in ARRAYS:
            assert np.array_equal(getattr(wide, name)[:2], getattr(narrow, name)), name


def test_the_same_again_and_another():
    first = content(advance(Batch("pagan", 4, seed=5), 300 if COMPILED else 5))
    batch = Batch("pagan", 4, seed=6)
    assert content(advance(batch, 300 if COMPILED else 5)) != first
    batch.reset(5)
    assert content(advance(batch, 300 if COMPILED else 5)) == first
    batch.reset()
    seeds = batch.game_seed.copy()
    batch.reset()
    assert not set(seeds.tolist()) & set(batch.game_seed.tolist())
    assert Batch("pagan", 1, seed=None).game_seed != Batch("pagan", 1, seed=None).game_seed


@pytest.mark.parametrize(("steps", "threads"), [(0, 1), (30, 1), (30, 2), (30, 4)])
def test_an_illegal_action_in_one_row_changes_nothing_in_any(steps, threads):
    batch = advance(Batch("pagan", 4, seed=7, threads=threads), steps if COMPILED else min(steps, 5))
    before = content(batch)
    good = np.array([legal_actions(mask)[0] for mask in batch.action_mask])
    for row in range(4):
        agent = batch.agents[batch.seat[row]]
        for action in (int(np.flatnonzero(batch.action_mask[row] == 0)[0]), -1, batch.num_actions, 2**40):
            bad = good.copy()
            bad[row] = action
            with pytest.raises(ValueError, match=rf"^Batch.step: row {row}: {agent} can't take action {action}\b.+$"):
                batch.step(bad)
            assert content(batch) == before
    batch.step(good)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0.0, 0.0], TypeError, "dtype float64, allowed: an integer dtype"),
        ([True, True], TypeError, "dtype bool, allowed: an integer dtype"),
        ([0], ValueError, r"shape \(1,\), allowed: \(2,\)"),
        ([[0], [0]], ValueError, r"shape \(2, 1\), allowed: \(2,\)"),
        (0, ValueError, r"shape \(\), allowed: \(2,\)"),
    ],
)
def test_actions_of_the_wrong_kind(actions, error, message):
    batch = Batch("pagan", 2)
    before = content(batch)
    with pytest.raises(error, match=f"^Batch.step: actions of {message}$"):
        batch.step(actions)
    assert content(batch) == before


def test_any_integer_dtype_acts_alike():
    outcomes = set()
    for dtype in (np.int16, np.uint16, np.int32, np.int64, np.uint64):
        batch = Batch("pagan", 3, seed=8)
        batch.step(np.array([legal_actions(mask)[0] for mask in batch.action_mask], dtype))
        outcomes.add(tuple(content(batch)))
    assert len(outcomes) == 1


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_envs": 0}, ValueError, "num_envs 0, allowed: 1 or more"),
        ({"num_envs": 2.0}, TypeError, "num_envs must be an int, found float"),
        ({"threads": 0}, ValueError, "threads 0, allowed: 1 or more"),
        ({"threads": 1.5}, TypeError, "threads must be an int, found float"),
        ({"seed": -1}, ValueError, "seed must be in"),
        ({"seed": 0.0}, TypeError, "seed must be an int, found float"),
        ({"ruleset_index": [0, 99]}, ValueError, r"ruleset_index 0 .. 99, allowed: 0 .. \d+"),
        ({"ruleset_index": [0]}, ValueError, r"ruleset_index of shape \(1,\), allowed: \(2,\)"),
        ({"ruleset_index": [0.0, 0.0]}, TypeError, "ruleset_index of dtype float64, allowed: an integer dtype"),
        ({"game": "chess"}, ValueError, "unknown game 'chess', allowed: .*pagan"),
        ({"game": None}, TypeError, "game: found None, allowed: a game's name or its descriptor"),
        ({"game": "paradise_lost:"}, ValueError, "game 'paradise_lost:': found '', allowed: NAME or NAME:KEY=NUMBER"),
        ({"game": "paradise_lost:num_heroes=3,num_heroes=4"}, ValueError, "found num_heroes twice, allowed: once"),
        ({"game": "paradise_lost:num_heroes=3", "num_heroes": 4}, ValueError, "found num_heroes twice, allowed: once"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message) as refused:
        Batch(**{"game": "pagan", "num_envs": 2, **arguments})
    assert "\n" not in str(refused.value)


def test_observe_names_its_seats():
    with pytest.raises(ValueError, match=r"Batch.observe: seat 2, allowed: 0 .. 1"):
        Batch("pagan", 1).observe(2)


def test_without_observations_the_games_are_the_same():
    with_, without = Batch("pagan", 4, seed=9), Batch("pagan", 4, seed=9, observations=False)
    assert without.observation.shape == (4, 0)
    assert without.final_observation.shape == (4, 2, 0)
    choices = random.Random(9)
    for _ in range(STEPS // 2):
        actions = random_actions(with_, choices)
        with_.step(actions)
        without.step(actions)
        assert with_._states.tobytes() == without._states.tobytes()
        assert np.array_equal(with_.action_mask, without.action_mask)
        assert np.array_equal(with_.reward, without.reward)
    assert np.array_equal(with_.observe(0), without.observe(0))


def test_game_seeds():
    rows, none = np.arange(100), np.zeros(100, np.int64)
    roots, episodes = (0, 1, 2**63 - 1), range(100)
    seeds = np.concatenate([game_seeds(root, rows, none + episode) for root in roots for episode in episodes])
    assert seeds.dtype == np.int64
    assert seeds.min() >= 0
    assert len(set(seeds.tolist())) == len(seeds)
    assert game_seeds(5, rows[7:8], none[:1] + 3) == game_seeds(5, rows, none + 3)[7]
    assert game_seeds(0, rows[:2], none[:2]).tolist() == [1279368494785126216, 2482289063980384216]


def test_some_rows_are_stepped_and_the_others_stay():
    """Rows stepped a few at a time play what they play when all are stepped."""
    whole, parts = Batch("pagan", 5, seed=4, ruleset="mini"), Batch("pagan", 5, seed=4, ruleset="mini")
    choices, order = random.Random(4), np.random.default_rng(4)
    for _ in range(60):
        actions = random_actions(whole, choices)
        whole.step(actions)
        shuffled = order.permutation(5)
        for which in (shuffled[:2], shuffled[2:]):
            others = np.setdiff1d(np.arange(5), which)
            before = {name: getattr(parts, name)[others].copy() for name in ARRAYS}
            parts.step(actions[which], which)
            assert all(np.array_equal(getattr(parts, name)[others], array) for name, array in before.items())
        ended = whole.episode_length > 0
        assert np.array_equal(parts.final_observation[ended], whole.final_observation[ended])
        for name in set(ARRAYS + PRIVATE) - {"final_observation"}:
            assert np.array_equal(getattr(whole, name), getattr(parts, name)), name
    before = content(parts)
    bad = np.array([1, 3])
    with pytest.raises(ValueError, match=r"^Batch.step: row 3: \w+ can't take action -1, allowed: "):
        parts.step([int(parts.action_mask[1].argmax()), -1], bad)
    with pytest.raises(ValueError, match=r"^Batch.step: actions of shape \(1,\), allowed: \(2,\)$"):
        parts.step([0], bad)
    assert content(parts) == before


def test_a_seed_for_each_row():
    """Row i plays the games of an AEC face after `reset(seed=seeds[i])`; `restart` deals some rows anew, by seed or the next."""
    batch, seeds = Batch("pagan", 3, ruleset="mini"), [8, 2**62, 8]
    batch.reset(seeds)
    assert batch.game_seed.tolist() == seeds
    assert np.array_equal(batch.observation[0], batch.observation[2])
    first = batch.observation.copy()
    batch.reset()
    assert batch.game_seed.tolist() == [game_seeds(seed, np.zeros(1, int), np.ones(1, int))[0] for seed in seeds]
    later, kept = batch.state(), batch.observation[1].copy()
    batch.restart(np.array([0, 2]), [8, 9])
    assert np.array_equal(batch.observation[0], first[0]) and np.array_equal(batch.observation[1], kept)
    assert batch.game_seed[[0, 2]].tolist() == [8, 9]
    batch.restart(np.array([0]))
    batch.restore(later)
    assert batch.game_seed.tolist() == [game_seeds(seed, np.zeros(1, int), np.ones(1, int))[0] for seed in seeds]
    with pytest.raises(ValueError, match=r"^Batch.reset: 2 seeds, allowed: one, or 3$"):
        batch.reset([1, 2])
    with pytest.raises(ValueError, match="seed must be in"):
        batch.reset([1, 2, -1])
