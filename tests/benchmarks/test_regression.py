"""The regression check catches what is slower, lets pass what is not, and says in one line what can't be compared."""

import os
import random
import subprocess
import sys

import pytest

from benchmarks import regression
from benchmarks.regression import THRESHOLD, Side, checked_out, find_commit, judge, line, main, start

# Speaks as regression_side.py does; its row is a loop of so many rounds for each decision.
CHILD = """
import json, sys, time
for line in sys.stdin:
    begun, decisions = time.process_time(), 0
    while time.process_time() - begun < json.loads(line)[1]:
        sum(range({rounds}))
        decisions += 1
    print(decisions / (time.process_time() - begun), flush=True)
"""


class Fake:
    """Rates of one speed on a machine that all share, at times only half as fast, and with noise of its own."""

    def __init__(self, speed: float, seed: int, machine: random.Random) -> None:
        self.speed, self.own, self.machine = speed, random.Random(seed), machine

    def rate(self, row: str, seconds: float) -> float:
        return self.speed * self.machine.uniform(0.95, 1.05) * self.own.uniform(0.98, 1.02)


def verdict(speed, *, base=100.0):
    machine = random.Random(0)
    return judge("row", Fake(base, 1, machine), Fake(speed, 2, machine), turns=12, seconds=0.0)


@pytest.mark.parametrize(("speed", "slower"), [(80.0, True), (86.0, True), (97.0, False), (100.0, False), (130.0, False)])
def test_what_is_slower_is_caught_and_the_rest_is_not(speed, slower):
    found = verdict(speed)
    assert found.slower(THRESHOLD) is slower
    assert found.ratio.low <= speed / 100 <= found.ratio.high
    assert ("slower than 0.93" in line(found, 10, THRESHOLD)) is slower


def test_turns_go_there_and_back():
    order = []

    class Noted:
        def __init__(self, name):
            self.name = name

        def rate(self, row, seconds):
            order.append(self.name)
            return {"b": 2.0, "t": 1.0}[self.name]

    found = judge("row", Noted("b"), Noted("t"), turns=6, seconds=0.0)
    assert "".join(order) == "bt" + "bttb" * 3
    assert (found.base, found.tree, found.ratio.median) == (2.0, 1.0, 0.5)


def test_a_child_slowed_on_purpose_is_caught_and_the_same_code_is_not():
    def child(name, rounds):
        return Side(name, [sys.executable, "-c", CHILD.replace("{rounds}", str(rounds))], dict(os.environ))

    with child("base", 1000) as base, child("same", 1000) as same, child("slowed", 2000) as slowed:
        assert not judge("row", base, same, turns=12, seconds=0.005).slower(THRESHOLD)
        assert judge("row", base, slowed, turns=12, seconds=0.005).slower(THRESHOLD)


def git(folder, *arguments):
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *own, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Of one commit, in which there is no engine."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init")
    (folder / "file").write_text("text")
    git(folder, "add", "file")
    git(folder, "commit", "-m", "first")
    monkeypatch.setattr(regression, "ROOT", folder)
    return folder


@pytest.mark.parametrize("base", ["nothing-of-this-name", "", "--help-me", "HEAD:file"])
def test_an_unknown_commit_is_told_in_one_line(repository, base, capsys):
    assert main(["--", base]) == 2
    assert capsys.readouterr().err == f"benchmarks.regression: BASE: found {base!r}, allowed: a commit of this repository\n"


def test_a_base_without_the_engine_is_told_in_one_line(repository, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PAGAN_ENV_CACHE", str(tmp_path / "cache"))
    assert main(["HEAD"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"benchmarks.regression: base {find_commit('HEAD')[:7]}: ")
    assert "pagan_env" in told


def test_a_base_stays_where_compiled_kernels_are_kept(repository, tmp_path, monkeypatch):
    monkeypatch.setenv("PAGAN_ENV_CACHE", str(tmp_path / "cache"))
    for _ in range(2):
        with checked_out(find_commit("HEAD")) as folder:
            assert (folder / "tree" / "file").read_text() == "text"
        assert (folder / "tree" / "file").is_file()
    assert list((tmp_path / "cache").iterdir()) == [folder]
    monkeypatch.delenv("PAGAN_ENV_CACHE")
    with checked_out(find_commit("HEAD")) as folder:
        assert (folder / "tree" / "file").is_file()
    assert not folder.exists()


def test_the_program_plays_every_row():
    with start("tree", regression.ROOT, None) as side:
        rows = side.compile()
        assert len(rows) == len(set(rows)) == 8
        assert side.rate(rows[0], 0.01) > 10_000


@pytest.mark.parametrize("given", [["--threshold", "0"], ["--threshold", "1.1"], ["--turns", "5"], ["--seconds", "nan"]])
def test_bad_options_are_refused_in_one_line(given, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["HEAD", *given])
    assert f"{given[0]}: found '{given[1]}', allowed: " in capsys.readouterr().err.splitlines()[-1]
