"""Searches for a wish: the methods, what a search plays and leaves behind, how it goes on."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from experiments.balance import __main__ as command
from experiments.balance.__main__ import main
from experiments.balance.executors import Threads
from experiments.balance.jobs import run_job
from experiments.balance.methods import METHODS, Ntbea, Random
from experiments.balance.space import Target, load_search, nearer, reach
from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED
from tests.experiments.balance.support import table

ROOT = Path(__file__).resolve().parents[3]
SIZES, NOISE, ASKED = (4, 4, 4, 4, 4), 4.0, 100
OPTUNA = importlib.util.find_spec("optuna") is not None
SEARCH = """
title = "A small search"
ruleset = "first_steps"
[agents]
levels = "2,2"
[wish]
"witch_0 wins" = [50, 1]
"rounds at 1,2" = [6, 10]
[space]
"numbers.hand_start" = ["-1", "+1"]
"numbers.suspects_to_win" = [2, 3, 5]
"numbers.influence_start" = ["+1"]
[search]
methods = ["random", "ntbea"]
games = 13_000
runs = 2
face_off = 5000
finalists = 2
front = 500
confirm = 1000
"""
PARTS = (
    "A small search",
    "Not retrained",
    "fresh seeds",
    "on equal budgets",
    "ntbea",
    "How much change for how much gain",
    "<svg",
    "experiments.balance watch --seed 208",
    "Technical appendix",
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "wish.toml"
    path.write_text(SEARCH)
    return path


# ---- the methods -------------------------------------------------------------------------------------------------------


def problem(seed):
    """A function of a point whose least value is 0, at one point; neighbours are better the nearer they are, pairs interact."""
    rng = random.Random(seed)
    best = tuple(rng.randrange(size) for size in SIZES)
    weights = {(i, j): rng.uniform(0, 3) for i in range(len(SIZES)) for j in range(i)}

    def value(point):
        off = [abs(at - to) for at, to in zip(point, best, strict=True)]
        return 4 * sum(off) + sum(w * ((off[i] > 0) != (off[j] > 0)) for (i, j), w in weights.items())

    return best, value


def finds_best(method, seed):
    best, value = problem(seed)
    luck = random.Random(1000 + seed)
    for _ in range(ASKED):
        point = method.ask()
        assert all(0 <= at < size for at, size in zip(point, SIZES, strict=True))
        method.tell(point, value(point) + luck.gauss(0, NOISE))
    return method.best(1) == [best]


def test_ntbea_finds_the_best_point_more_often_than_random_search_on_as_many_evaluations():
    found = {of: sum(finds_best(of(SIZES, (0,) * 5, f"{seed}"), seed) for seed in range(20)) for of in (Random, Ntbea)}
    assert found[Ntbea] >= 16 and found[Random] <= 6


@pytest.mark.skipif(not OPTUNA, reason="Optuna is not installed")
def test_the_optimiser_finds_the_best_point_more_often_than_random_search():
    found = [finds_best(METHODS["optimiser"](SIZES, (0,) * 5, f"{seed}"), seed) for seed in range(5)]
    assert sum(found) >= 3


@pytest.mark.skipif(OPTUNA, reason="Optuna is installed")
def test_without_optuna_the_optimiser_says_what_to_do(file, tmp_path, capsys):
    assert main(["search", str(file), "--out", str(tmp_path / "out"), "--method", "optimiser"]) == 2
    told = "optuna is not installed, allowed: pip install 'pagan-env[search]', or other methods"
    assert capsys.readouterr().err == f"method optimiser: {told}\n"


@pytest.mark.parametrize("name", [name for name in METHODS if OPTUNA or name != "optimiser"])
def test_a_method_hangs_on_its_seed_and_on_what_it_was_told(name):
    def asked(seed, told):
        method = METHODS[name](SIZES, (1,) * 5, seed)
        points = []
        for n in range(12):
            points.append(method.ask())
            method.tell(points[-1], None if n == 3 else told(sum(points[-1]) + n % 3))
        assert None not in method.best(3) and len(method.best(3)) == 3
        return points

    first = asked("1", float)
    assert first[0] == (1,) * 5 and first == asked("1", float) != asked("2", float)
    if name != "random":
        assert first != asked("1", lambda value: -float(value))


def test_ntbea_never_asks_again_for_what_failed():
    method = Ntbea((2, 2), (0, 0), "1")
    asked = []
    for _ in range(40):
        asked.append(method.ask())
        method.tell(asked[-1], None if asked[-1] == (1, 1) else 1.0)
    assert asked.count((1, 1)) == 1 and method.best(9) and (1, 1) not in method.best(9)


def test_the_interval_of_a_distance_covers_it():
    wish = [Target("a", "rounds", (3, 3), 5.0, 2.0), Target("b", "rounds", (3, 3), 0.2, 10.0)]
    covered = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        values = {"a": rng.normal(5.1, 2, 200), "b": (rng.random(200) < 0.25).astype(float)}
        low, high = reach(values, wish, 2.24)  # 1 - 0.05 / 2
        covered += low <= 2 * 0.1 + 10 * 0.05 <= high
    assert covered / 400 >= 0.95


def test_the_interval_of_how_much_nearer_covers_it():
    wish = [Target("a", "rounds", (3, 3), 5.0, 2.0), Target("b", "rounds", (3, 3), 0.2, 10.0)]
    covered = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        luck, more = rng.normal(0, 2, (2, 300))
        one = {"a": 5.5 + luck, "b": (rng.random(300) < 0.3).astype(float)}
        other = {"a": 6.5 + luck + more / 4, "b": (rng.random(300) < 0.45).astype(float)}
        gain, low, high = nearer(one, other, wish)
        assert low < gain < high
        covered += low <= 2 * 1.0 + 10 * 0.15 <= high
    assert covered / 100 >= 0.9


# ---- searches ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_a_search_leaves_a_page_and_tables_and_is_known_the_next_time(file, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["search", str(file), "--out", str(out), "--workers", "2"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"proposed .*numbers\.", told) and ", 0 of them known before" in told
    page = (out / "report.html").read_text()
    for part in PARTS:
        assert part in page
    assert not re.search(r'src=|href="[^#]|https?://|<script', page)
    methods = {row["method"]: row for row in table(out / "methods.csv")}
    assert list(methods) == ["random", "ntbea", "as it is", "proposed"]
    for name in ("random", "ntbea"):
        assert 8000 < int(methods[name]["games"]) <= 13_000
    for row in methods.values():
        assert 0 <= float(row["low"]) <= float(row["distance"]) <= float(row["high"]) and row["n"] == "1000"
    assert float(methods["proposed"]["high"]) < float(methods["as it is"]["low"])
    evaluations = table(out / "evaluations.csv")
    assert len(evaluations) == 2 * 2 * 4 and evaluations[0]["change"] == "no change"
    front = table(out / "front.csv")
    sizes = [(int(row["knobs changed"]), float(row["steps"])) for row in front]
    assert sizes[0] == (0, 0) and sizes == sorted(sizes) and len(front) >= 2
    written = {path.name: path.read_bytes() for path in out.glob("*.csv")}
    (out / "front.csv").unlink()
    assert main(["report", str(out)]) == 0
    assert {path.name: path.read_bytes() for path in out.glob("*.csv")} == written


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_points_whose_games_fail_are_passed_over_and_told(file, tmp_path, capsys, monkeypatch):
    def poisoned(plan, job):
        if "numbers.suspects_to_win = 5" in plan.variants[job.variant].change:
            raise ArithmeticError("this one can't be played")
        return run_job(plan, job)

    monkeypatch.setattr(command, "open_executor", lambda kind, workers, address: Threads(2, poisoned))
    out = tmp_path / "out"
    assert main(["search", str(file), "--out", str(out), "--method", "ntbea"]) == 1
    assert "ArithmeticError: this one can't be played" in capsys.readouterr().err
    assert "jobs failed" in (out / "report.html").read_text()
    rows = table(out / "evaluations.csv")
    failed = [row for row in rows if "suspects_to_win = 5" in row["change"]]
    assert failed and all((row["distance"] == "") == (row in failed) for row in rows)
    assert not any("suspects_to_win = 5" in row["change"] for name in ("methods", "front") for row in table(out / f"{name}.csv"))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_a_search_that_is_killed_goes_on_and_comes_to_the_same(file, tmp_path):
    words = [sys.executable, "-m", "experiments.balance", "search", str(file), "--workers", "2", "--out"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    running = subprocess.Popen([*words, str(killed), "--executor", "processes"], cwd=ROOT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while stored(killed) < 20 and time.monotonic() < deadline and running.poll() is None:
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    left = stored(killed)
    again = subprocess.run([*words, str(killed), "--executor", "processes"], cwd=ROOT, capture_output=True, text=True, check=True)
    subprocess.run([*words, str(whole)], cwd=ROOT, capture_output=True, check=True)
    known = int(re.search(r"([\d,]+) of them known before", again.stdout)[1].replace(",", ""))
    assert known == 500 * left > 0 and stored(killed) == stored(whole)
    for name in ("methods.csv", "front.csv", "evaluations.csv"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()
    one = tmp_path / "one"
    subprocess.run([*words, str(one), "--method", "ntbea"], cwd=ROOT, capture_output=True, check=True)
    assert table(one / "evaluations.csv") == [row for row in table(whole / "evaluations.csv") if row["method"] == "ntbea"]


def stored(folder: Path) -> int:
    path = folder / "results.sqlite"
    if not path.exists():
        return 0
    db = sqlite3.connect(path, timeout=10)
    try:
        return int(db.execute("SELECT COUNT(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:  # its tables aren't there yet
        return 0
    finally:
        db.close()


def test_a_folder_holds_the_results_of_one_command(file, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "study.toml").write_text("")
    assert main(["search", str(file), "--out", str(tmp_path / "out"), "--method", "random"]) == 2
    told = "holds the results of another command (study.toml), allowed: a folder of its own\n"
    assert capsys.readouterr().err == f"{tmp_path / 'out'}: {told}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "A small search"', "", "wish.toml:1: title: found nothing"),
        ('levels = "2,2"', 'levels = "2,4"', "agents.levels: levels: found '2,4'"),
        ('"witch_0 wins"', '"witch wins"', "wish.witch wins: found [50, 1], allowed: [target, weight above 0] of witch_0 wins"),
        ("rounds at 1,2", "rounds at 1,9", "levels: found '1,9'"),
        ("[50, 1]", "[50, 0]", "found [50, 0], allowed: [target, weight above 0]"),
        ("numbers.hand_start", "numbers.hand_begin", "found a path that leads nowhere"),
        ('"numbers.hand_start"', '"decks.hunter.clerk"', "found copies in a deck"),
        ("front = 500", "front = 700", "search.front: found 700, allowed: multiples of 500"),
        ('["random", "ntbea"]', '["randomly"]', "found 'randomly', allowed: random, ntbea, optimiser"),
        ("games = 13_000", "games = 6500", "search.games: found 6500, allowed: 7000 or more"),
        ("face_off = 5000", "face_off = 4500", "search.face_off: found 4500, allowed: 5000 or more"),
        ("finalists = 2", "finalist = 2", "found an unknown key, did you mean finalists?"),
    ],
)
def test_faults_of_a_search_are_lines(file, old, new, told):
    assert old in SEARCH
    file.write_text(SEARCH.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_search(file)
    assert any(told in line and "wish.toml:" in line for line in str(caught.value).splitlines())


def test_a_point_of_a_space():
    space = load_search(ROOT / "configs/balance/search.toml").space
    point = tuple(n - 1 for n in space.sizes)
    assert space.change(space.now) == () and space.knobs(space.now) == 0 and space.steps(space.now) == 0
    assert len(space.change(point)) == space.knobs(point) == len(space.takes_back(point)) == len(space.paths)
    shares = [(v[-1] - v[now]) / (v[-1] - v[0]) for v, now in zip(space.values, space.now, strict=True)]
    assert space.steps(point) == pytest.approx(sum(shares))
    for path, less in space.takes_back(point):
        assert [line.partition(" ")[0] for line in space.change(less)] == sorted(set(space.paths) - {path})
