"""A batch on several threads: the same bytes as on one, and threads that come and go with it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.envs.batch import Batch
from pagan_env.envs.team import Team
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.variants import vary

ROOT = Path(__file__).resolve().parents[2]
ARRAYS = ["observation", "action_mask", "legal_words", "seat", "reward", "terminated", "truncated"]
ARRAYS += ["final_observation", "episode_length", "game_seed", "_states", "_episode", "_next_seeds"]
FORK = """
import os
from pagan_env.envs.batch import Batch
batch = Batch("pagan", 4, threads=2)
batch.step(batch.action_mask.argmax(1))
child = os.fork()
batch.step(batch.action_mask.argmax(1))
if not child:
    os._exit(17)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def workers(expected: int) -> int:
    """How many threads of batches there are, once they are as many as expected or ten seconds have passed."""
    give_up = time.monotonic() + 10
    while True:
        found = sum(thread.name == "batch" for thread in threading.enumerate())
        if found == expected or time.monotonic() > give_up:
            return found
        time.sleep(0.01)


def test_any_number_of_threads_leaves_the_same_bytes():
    """Every array after every step, over whole games that restart, under three rulesets side by side."""
    ruleset = vary(load_ruleset(), [{}, {"numbers.round_limit": 3}, {"cards.clerk.cost": 0, "numbers.hand_start": 5}])
    n = 37 if COMPILED else 5
    batches = [Batch("pagan", n, ruleset=ruleset, ruleset_index=np.arange(n) % 3, seed=1, threads=t) for t in (1, 2, 3)]
    actions, kernels = np.zeros(n, np.int64), batches[0].game.kernels
    ended = np.zeros(n, np.int64)
    for step in range(3000 if COMPILED else 20):
        kernels.random_step(batches[0]._states, ruleset.tables, actions, step)
        for batch in batches:
            batch.step(actions)
        ended += batches[0].episode_length > 0
        for name in ARRAYS:
            first, *others = (getattr(batch, name).tobytes() for batch in batches)
            assert all(other == first for other in others), (step, name)
    assert ended.min() > 0 or not COMPILED


def test_threads_come_when_needed_and_go_with_the_batch():
    """No more than there are rows; those of earlier tests may take a moment to end."""
    assert workers(0) == 0
    batch = Batch("pagan", 3, threads=64)
    assert batch.threads == 3
    assert workers(0) == 0
    for _ in range(3):
        batch.step(batch.action_mask.argmax(1))
        assert workers(2) == 2
    del batch
    assert workers(0) == 0


def test_a_forked_child_steps_on_threads_of_its_own():
    child = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=120
    )
    assert child.stdout.strip() == "17"


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_run_ends_when_all_calls_have_even_if_one_raises(wrong):
    done = []

    def call(number: int) -> None:
        if number == wrong:
            raise ValueError(f"call {number}")
        time.sleep(0.05)
        done.append(number)

    team = Team(3)
    with pytest.raises(ValueError, match=f"call {wrong}"):
        team.run(call, [(0,), (1,), (2,)])
    assert sorted(done) == [number for number in range(3) if number != wrong]
    team.run(done.append, [(3,), (4,), (5,)])
    assert sorted(done[2:]) == [3, 4, 5]


def test_calls_run_beside_each_other():
    """Each waits until all three have begun."""
    barrier = threading.Barrier(3, timeout=30)
    places = []

    def call() -> None:
        barrier.wait()
        places.append(threading.current_thread())

    Team(3).run(call, [(), (), ()])
    assert len(set(places)) == 3
    assert threading.current_thread() in places
