"""Kernels as faces call them: each compiled for one signature only, and none before it is used."""

from __future__ import annotations

import random
from ast import literal_eval

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.core.layout import raw_bytes
from pagan_env.pagan import kernels
from pagan_env.pagan.layout import SEATS, WORDS
from pagan_env.pagan.observe import SIZE
from tests.pagan.support import ACTIONS, RULESET, deal, legal, python

COUNT = """
import sys
def signatures(*modules):
    return {f"{name}.{key}": len(value.signatures) for name in modules for key, value in vars(sys.modules[name]).items()
            if hasattr(value, "signatures") and value.py_func.__module__ == name}
"""
USE = """
import random, numpy as np
from pagan_env import pagan_v0
from pagan_env.envs.batch import Batch
for env in (pagan_v0.raw_env(render_mode="ansi"), pagan_v0.env(ruleset="first_steps")):
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        choices = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else random.choice(choices.tolist()))
batch = Batch("pagan", 3)
for observations in (True, False):
    batch = Batch("pagan", 4, seed=5, observations=observations)
    for kind in (np.int64, np.int32):
        for _ in range(5):
            batch.step(batch.action_mask.argmax(1).astype(kind))
            batch.observe(0)
            batch.reset()
"""
compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@compiled
def test_importing_compiles_nothing():
    program = COUNT + "import pagan_env.pagan_v0\nfrom pagan_env.envs import batch\n"
    program += "ours = [name for name in sys.modules if name.startswith('pagan_env.')]\n"
    program += "found = signatures(*ours); print(len(found) > 100, sum(found.values()))"
    assert python(program) == "True 0"


@compiled
def test_every_kernel_has_one_signature():
    """A second one would mean minutes of compilation, and a face that passes other types than the rest."""
    program = COUNT + USE + "print(signatures('pagan_env.pagan.kernels'))"
    found = {name.rpartition(".")[2]: count for name, count in literal_eval(python(program)).items()}
    assert {name for name, count in found.items() if count > 1} == set()
    assert {name for name, count in found.items() if count} >= {"reset", "mask", "observe", "step", "step_one", "fill"}
    assert {"reset", "apply", "legal", "mask", "observe", "returns", "status", "random_step", "random_games"} <= set(found)


def test_three_ways_to_step_are_one():
    """`apply`, `step_one` and a batch's `step` leave the same record, and tell of it what the single kernels do."""
    seeds = list(range(20 if COMPILED else 2))
    one, many = deal(seeds), deal(seeds)
    n = len(seeds)
    observation, mask, words = np.zeros((n, SIZE), np.int8), np.zeros((n, ACTIONS), np.int8), np.zeros((n, WORDS), np.uint64)
    seat, actions, length, seeds_after = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64), np.arange(n) + 100
    reward, terminated, truncated = np.zeros((n, SEATS), np.float32), np.zeros(n, bool), np.zeros(n, bool)
    last_seen = np.zeros((n, SEATS, SIZE), np.int8)
    seen, flat, status, wanted = np.zeros(SIZE, np.int8), np.zeros(ACTIONS, np.int8), np.zeros(4, np.int64), np.zeros(4, np.int64)
    rng, ended = random.Random(0), 0
    kernels.fill(many, RULESET.tables, observation, mask, words, seat)
    for _ in range(900 if COMPILED else 50):
        actions[:] = [rng.choice(legal(one, i)) for i in range(n)]
        arguments = (actions, seeds_after, observation, mask, words, seat, reward, terminated, truncated, last_seen, length)
        assert kernels.step(many, RULESET.tables, *arguments) == -1
        for i in range(n):
            single = rows(one[i : i + 1].copy())
            assert kernels.step_one(single, RULESET.tables, actions[i], seen, flat, status) == 0
            assert kernels.apply(one, RULESET.tables, i, actions[i]) == 0
            assert raw_bytes(one)[i].tobytes() == single.tobytes()
            kernels.status(one, i, wanted)
            assert status.tolist() == wanted.tolist()
            assert (terminated[i], truncated[i]) == (bool(wanted[1]), bool(wanted[2]))
            assert length[i] == (wanted[3] if wanted[0] < 0 else 0)
            if wanted[0] < 0:
                ended += 1
                for viewer in range(SEATS):
                    kernels.observe(one, RULESET.tables, i, viewer, seen)
                    assert (last_seen[i, viewer] == seen).all()
                raw_bytes(one)[i] = raw_bytes(deal([int(seeds_after[i])]))[0]
                kernels.observe(one, RULESET.tables, i, int(seat[i]), seen)
                kernels.mask(one, i, int(seat[i]), flat)
            assert seat[i] == one[i]["to_act"]
            assert (observation[i] == seen).all()
            assert (mask[i] == flat).all()
            assert np.flatnonzero(flat).tolist() == legal(one, i)
        assert one.tobytes() == many.tobytes()
    assert ended or not COMPILED


def test_one_illegal_action_stops_the_whole_step():
    states = deal([1, 2, 3])
    before = states.tobytes()
    arrays = [np.zeros((3, 0), np.int8), np.zeros((3, ACTIONS), np.int8), np.zeros((3, WORDS), np.uint64), np.zeros(3, np.int64)]
    results = [np.zeros((3, SEATS), np.float32), np.zeros(3, bool), np.zeros(3, bool), np.zeros((3, SEATS, 0), np.int8)]
    kernels.fill(states, RULESET.tables, *arrays)
    good = [legal(states, i)[0] for i in range(3)]
    for row in range(3):
        for wrong in (-1, ACTIONS, next(a for a in range(ACTIONS) if a not in legal(states, row))):
            actions = np.array([*good[:row], wrong, *good[row + 1 :]])
            refused = kernels.step(states, RULESET.tables, actions, np.arange(3), *arrays, *results, np.zeros(3, np.int64))
            assert refused == row
            assert states.tobytes() == before


def test_random_actions_are_legal_and_varied():
    states, actions = deal(list(range(50))), np.zeros(50, np.int64)
    found = set()
    for counter in range(30):
        kernels.random_step(states, RULESET.tables, actions, counter)
        assert all(actions[i] in legal(states, i) for i in range(50))
        found.update((i, int(actions[i])) for i in range(50))
    assert len(found) > 0.8 * sum(len(legal(states, i)) for i in range(50))
