"""Jobs: pure, keyed by all that they hang on; executors give the same bytes, and outlive workers and jobs that fail."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from experiments.balance import jobs as module
from experiments.balance.executors import Poison, Processes, Threads, open_executor
from experiments.balance.jobs import Job, Variant, make_plan, run_job
from experiments.balance.measures import join, measures_of
from experiments.scripted_games import play
from pagan_env.core.jit import COMPILED, rows
from pagan_env.envs.games import find_game
from tests.experiments.balance.support import MARK, POISON, always_killed, jobs, killed_once, raising, small_plan

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games")
GAME = find_game("pagan")
ROOT = Path(__file__).resolve().parents[3]


def alone(plan, work):
    return {job: run_job(plan, job) for job in work}


def test_a_job_is_the_same_bytes_whenever_it_runs_and_whatever_stands_beside_it():
    change = "numbers.gain_influence = 3"
    one, many = small_plan(change), small_plan("numbers.hand_start = 4", change)
    first = run_job(one, Job(1, (2, 2), 5, 40))
    assert first == run_job(one, Job(1, (2, 2), 5, 40)) == run_job(many, Job(2, (2, 2), 5, 40))
    assert first != run_job(one, Job(0, (2, 2), 5, 40))


@pytest.mark.slow
def test_plain_python_measures_the_same_without_an_overflow():
    program = """
import hashlib
from experiments.balance.jobs import Job, run_job
from tests.experiments.balance.support import small_plan
print(hashlib.sha256(run_job(small_plan(), Job(0, (1, 2), 3, 2, 7))).hexdigest())
"""
    words = [sys.executable, "-W", "error", "-c", program]
    told = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == hashlib.sha256(run_job(small_plan(), Job(0, (1, 2), 3, 2, 7))).hexdigest()


def test_blocks_join_to_the_whole():
    plan, measures = small_plan(), measures_of(GAME)
    whole = measures.from_bytes(run_job(plan, Job(0, (2, 2), 0, 60)), 60)
    parts = join([measures.from_bytes(run_job(plan, Job(0, (2, 2), seed, 30)), 30) for seed in (0, 30)])
    assert (whole.out == parts.out).all() and (whole.seen == parts.seen).all()


def test_what_is_measured_agrees_with_the_loop_that_every_game_has():
    plan = small_plan()
    ruleset, row = module.place(plan, 0)
    ours = measures_of(GAME).play(ruleset, row, (2, 2), 0, np.arange(400))
    _, theirs, _ = play(GAME, ruleset, np.array([[2, 2]]), 400, 0)
    for name, b in zip(("winner", "ending", "rounds", "decisions"), theirs.T, strict=True):
        a = ours.column(name)
        assert abs(a.mean() - b.mean()) < 5 * np.sqrt((a.var() + b.var()) / 400) + 1e-9
    assert (ours.column("rounds") >= 1).all() and (ours.column("witch_0_asked") > 0).all()


def test_cards_seen_are_those_of_the_games():
    plan, measures = small_plan(), measures_of(GAME)
    measured = measures.from_bytes(run_job(plan, Job(0, (3, 3), 0, 200)), 200)
    drawn, played = (measured.seen[:, at : at + 2] for at in (0, 2))
    assert (played & ~drawn == 0).all() and drawn.any() and played.any()
    unplayable = small_plan("cards.allure.cost = 99")
    allure = next(kind for kind in measures.module.kinds(GAME, GAME.load_ruleset("first_steps")) if kind.slug == "allure")
    assert allure.seats == (0,) and allure.owner == "witch_0"
    without = measures.from_bytes(run_job(unplayable, Job(1, (3, 3), 0, 200)), 200)
    assert measured.member("witch_0_played", allure.bit).any() and not without.member("witch_0_played", allure.bit).any()
    assert without.member("witch_0_drawn", allure.bit).any()


@pytest.mark.parametrize(
    ("forbid", "told"), [("witch_1 visit", "witch_1 visit"), ("witch_0 fly", "witch_0 fly"), ("visit", "visit")]
)
def test_what_can_not_be_forbidden_is_a_line(forbid, told):
    with pytest.raises(ValueError, match=f"forbid: found '{told}', allowed: AGENT BLOCK, of witch_0, hunter_0 and visit, "):
        run_job(small_plan(), Job(0, (2, 2), 0, 1, 0, forbid))


@pytest.mark.parametrize("levels", [(3, 3), (0, 1)])
def test_what_is_forbidden_is_done_only_where_there_is_nothing_else(levels):
    words, ruleset = module.forbidden(GAME, "witch_0 visit"), GAME.load_ruleset("first_steps")
    pagan, visit = measures_of(GAME).module, GAME.lexicon.span("visit")
    states, views = rows(np.zeros(1, GAME.state)), rows(np.zeros(1, GAME.state))
    went, other = 0, 0
    for seed in range(20):
        GAME.kernels.deal(states, ruleset.tables, 0, 0, seed)
        while (seat := int(states[0]["to_act"])) >= 0:
            mask = np.zeros(GAME.lexicon.size, np.int8)
            GAME.kernels.mask(states, 0, seat, mask)
            counter = seed ^ (int(states[0]["decisions"]) << 40)
            action = int(pagan.player_action(states, ruleset.tables, 0, views, levels[seat], words, counter))
            assert mask[action]
            if seat == 0:
                only = bool(mask[visit.start : visit.stop].sum() == mask.sum())
                assert only or action not in visit
                other += mask[visit.start : visit.stop].any() and not only
            else:
                went += action in visit
            GAME.kernels.apply(states, ruleset.tables, 0, action)
    assert went > 20 and other > 20


def test_the_key_holds_all_that_a_job_hangs_on(monkeypatch):
    plan, job = small_plan("numbers.hand_start = 4"), Job(1, (3, 3), 7, 50)
    keys = [plan.key(job)]
    keys += [plan.key(dataclasses.replace(job, **one)) for one in (
        {"variant": 0}, {"levels": (3, 2)}, {"seed": 8}, {"games": 51}, {"salt": 1}, {"forbid": "witch_0 visit"})]  # fmt: skip
    keys.append(dataclasses.replace(plan, digests=("of other rules",)).key(job))
    keys.append(dataclasses.replace(plan, variants=(Variant(0), Variant(0, ("numbers.hand_start = 5",)))).key(job))
    monkeypatch.setattr(module, "_engine", lambda name: "of another engine")
    keys.append(plan.key(job))
    assert len(set(keys)) == len(keys)
    monkeypatch.undo()
    beside = small_plan("numbers.gain_influence = 3", "numbers.hand_start = 4")
    assert beside.key(dataclasses.replace(job, variant=2)) == keys[0]  # its place in a table is none of it


def test_variants_of_several_bases_stand_in_one_plan():
    bases = [GAME.load_ruleset(name) for name in ("first_steps", "standard")]
    plan = make_plan("pagan", bases, [(1, []), (0, []), (1, ["numbers.hand_start = 4"])])
    assert [module.place(plan, n)[1] for n in range(3)] == [0, 0, 1]
    assert module.place(plan, 0)[0] is module.place(plan, 2)[0]


def test_threads_give_the_bytes_of_a_plain_loop_and_tell_a_job_that_raises():
    plan, work = small_plan(), jobs()
    expected = alone(plan, work)
    assert dict(Threads(2).run(plan, work)) == expected
    found = dict(Threads(2, raising).run(plan, work))
    poisoned = next(job for job in work if job.seed == POISON)
    assert found.pop(poisoned) == Poison("ArithmeticError: of this job")
    assert found == {job: blob for job, blob in expected.items() if job != poisoned}


@pytest.mark.slow
def test_processes_give_the_same_bytes_though_a_worker_is_killed(monkeypatch, tmp_path):
    plan, work = small_plan(), jobs()
    expected = alone(plan, work)
    monkeypatch.setenv(MARK, str(tmp_path / "mark"))
    executor = Processes(2, killed_once)
    try:
        assert dict(executor.run(plan, work)) == expected
        assert (tmp_path / "mark").exists()
    finally:
        executor.close()


@pytest.mark.slow
def test_a_job_that_kills_its_workers_is_reported_and_all_others_are_done():
    plan, work = small_plan(), jobs()
    expected = alone(plan, work)
    executor = Processes(2, always_killed)
    try:
        found = dict(executor.run(plan, work))
    finally:
        executor.close()
    poisoned = next(job for job in work if job.seed == POISON)
    assert found.pop(poisoned) == Poison("killed 3 workers")
    assert found == {job: blob for job, blob in expected.items() if job != poisoned}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Ray's own
def test_ray_gives_the_same_bytes_on_two_workers_though_one_is_killed(monkeypatch, tmp_path):
    ray = pytest.importorskip("ray")
    from experiments.balance.ray_executor import Ray

    monkeypatch.setenv(MARK, str(tmp_path / "mark"))  # before the workers start, which inherit it
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        plan, work = small_plan(), jobs(8)
        expected = alone(plan, work)
        executor = Ray(None, killed_once)
        assert dict(executor.run(plan, work)) == expected
        assert (tmp_path / "mark").exists()
        found = dict(Ray(None, always_killed).run(plan, work))
        poisoned = next(job for job in work if job.seed == POISON)
        assert found.pop(poisoned) == Poison("killed 3 workers")
        assert found == {job: blob for job, blob in expected.items() if job != poisoned}
    finally:
        ray.shutdown()


def test_an_executor_that_is_not_there_is_a_line(monkeypatch):
    with pytest.raises(ValueError, match="found 'slurm', allowed: threads, processes, ray"):
        open_executor("slurm", None, None)
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(ValueError, match="ray is not installed"):
        open_executor("ray", None, "auto")
