"""Studies: their files, what they play, what they leave behind; killed, they go on where they were."""

from __future__ import annotations

import base64
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experiments.balance import __main__ as command
from experiments.balance.__main__ import main
from experiments.balance.executors import Threads
from experiments.balance.jobs import run_job
from experiments.balance.study import load_study
from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED
from pagan_env.core.replays import decode
from pagan_env.envs.replaying import Playback
from tests.experiments.balance.support import table

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games")
ROOT = Path(__file__).resolve().parents[3]
STUDY = """
title = "A small study"
ruleset = "first_steps"
[agents]
witch_0 = [1, 2]
hunter_0 = [1, 2]
variants = ["2,2", "1,2"]
[games]
matchup = 500
pairs = 500
precision = 4
budget = 20000
[changes.numbers]
about = "Some numbers."
[changes.numbers.each]
"numbers.hand_start" = ["-1", "+1"]
"numbers.suspects_to_win" = [2, 4, 5]
[changes.several]
list = ["numbers.hand_start = 4; numbers.influence_start = 3"]
[cards]
without = "cards.*.cost = 99"
[wish]
groups = ["numbers"]
games = 4000
confirm = 500
[wish.targets]
"witch_0 wins" = [50, 1]
"""

PARTS = (
    "A small study",
    "Not retrained",
    "In short",
    "Who wins, by skill",
    "<svg",
    "numbers.hand_start = 4",
    "The search",
    "fresh seeds",
    "experiments.balance watch --seed",
    "Technical appendix",
    "Correlation of wins reached",
)


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def test_a_study_leaves_a_page_and_tables_and_is_known_the_next_time(study, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["run", str(study), "--out", str(out), "--workers", "2"]) == 0
    first = capsys.readouterr().out
    assert re.match(r"[\d,]+ games, 0 of them known before, in \d+ s", first)
    page = (out / "report.html").read_text()
    for part in PARTS:
        assert part in page
    assert not re.search(r'src=|href="(?!#|data:)|https?://|<script', page)  # it needs nothing beside itself
    targets = set(re.findall(r'href="#(\w+)"', page))
    assert len(targets) > 5 and targets <= set(re.findall(r'id="(\w+)"', page))
    rows = table(out / "variants.csv")
    wins = [row for row in rows if row["what"] == "witch_0 wins" and row["levels"] == "2,2" and row["group"] == "numbers"]
    assert {row["change"] for row in wins} == {f"numbers.{n}" for n in (
        "hand_start = 2", "hand_start = 4", "suspects_to_win = 2", "suspects_to_win = 5")}  # 4 is what it is  # fmt: skip
    for row in rows:
        assert float(row["low"]) <= float(row["difference"]) + 1e-9 or float(row["n"]) < 1000
        assert int(row["n"]) % 500 == 0 or "first threat" in row["what"]
    cards = table(out / "cards.csv")
    assert {row["of"] for row in cards} == {"witch_0", "hunter_0"} and len(cards) == 12
    held = re.findall(r'download="[^"]+" href="data:text/plain;base64,([^"]+)"', (out / "report.html").read_text())
    assert len(held) >= 10
    for text in held:
        replay = decode(base64.b64decode(text).decode())
        assert len(list(Playback(replay))) == replay.decisions
    written = {path.name: path.read_bytes() for path in out.glob("*.csv")}
    assert main(["run", str(study), "--out", str(out)]) == 0
    games = first.split(" ")[0]
    assert capsys.readouterr().out.startswith(f"{games} games, {games} of them known before")
    (out / "variants.csv").unlink()
    assert main(["report", str(out)]) == 0
    assert {path.name: path.read_bytes() for path in out.glob("*.csv")} == written


@pytest.mark.slow
def test_other_rules_are_never_mixed_in(study, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["run", str(study), "--out", str(out)]) == 0
    capsys.readouterr()
    study.write_text(STUDY.replace('"first_steps"', '"rulebook_demo"').replace("budget = 20000", "budget = 30000"))
    assert main(["run", str(study), "--out", str(out)]) == 0
    assert ", 0 of them known before" in capsys.readouterr().out
    alone = tmp_path / "alone"
    assert main(["run", str(study), "--out", str(alone)]) == 0
    assert (out / "variants.csv").read_bytes() == (alone / "variants.csv").read_bytes()


def test_a_folder_is_not_written_over(study, tmp_path, capsys):
    """A folder of other files is refused; an edited study keeps the one before it, and tables that it has no more go."""
    out = tmp_path / "mine"
    out.mkdir()
    (out / "cards.csv").write_text("my cards")
    assert main(["run", str(study), "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"--out: {out}: holds other files, allowed: a new folder, or one of results\n"
    assert [path.name for path in out.iterdir()] == ["cards.csv"]
    assert main(["run", str(study), "--out", str(study)]) == 2
    assert "found a file, allowed: a folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["run", str(study), "--out", ""])
    assert "found '', allowed: a folder's name" in capsys.readouterr().err


def test_an_edited_study_keeps_the_one_before(tmp_path, capsys):
    base = STUDY[: STUDY.index("[changes.numbers]")].replace('variants = ["2,2", "1,2"]', 'variants = ["2,2"]')
    study, out = tmp_path / "s.toml", tmp_path / "out"
    study.write_text(base + "[skill]\ngames = 500\n")
    assert main(["run", str(study), "--out", str(out)]) == 0
    assert (out / "skill.csv").exists()
    capsys.readouterr()
    study.write_text(base)
    assert main(["run", str(study), "--out", str(out)]) == 0
    assert "held the results of another study.toml, which is kept as study.1.toml" in capsys.readouterr().err
    assert not (out / "skill.csv").exists() and "[skill]" in (out / "study.1.toml").read_text()


def test_a_budget_that_can_not_hold_is_told(study):
    study.write_text(STUDY.replace("budget = 20000", "budget = 1000"))
    with pytest.raises(DataError, match=r"games.budget: found 1000, allowed: 20000 or more, which matchups and pairs take"):
        load_study(study)


@pytest.mark.slow
def test_ctrl_c_ends_with_a_line(study, tmp_path):
    words = [sys.executable, "-m", "experiments.balance", "run", str(study), "--out", str(tmp_path / "out")]
    child = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "out" / "results.sqlite").exists():
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=120)
    assert child.returncode == 130
    assert err.strip().endswith("Stopped. Results that were written are kept: the same command goes on from there.")
    assert "Traceback" not in err


def test_the_worth_of_a_card_is_that_of_going_without_it(tmp_path, capsys):
    """Whatever else the study does to the same path."""
    text = STUDY[: STUDY.index("[changes.numbers]")].replace('variants = ["2,2", "1,2"]', 'variants = ["2,2"]')
    text += '[changes.costs.each]\n"cards.*.cost" = ["+1"]\n[cards]\nwithout = "cards.*.cost = 99"\n'
    (tmp_path / "s.toml").write_text(text)
    out = tmp_path / "out"
    assert main(["run", str(tmp_path / "s.toml"), "--out", str(out)]) == 0
    capsys.readouterr()
    variants = [row for row in table(out / "variants.csv") if row["change"].endswith(".cost = 99")]
    costs = {(row["change"].split(".")[1], row["what"]): float(row["difference"]) for row in variants}
    cards = table(out / "cards.csv")
    assert len(cards) == 12
    for row in cards:
        slug = row["card"].lower().replace(" ", "_").replace("-", "_").replace("'", "")
        assert float(row["worth"]) == pytest.approx(-costs[slug, f"{row['of']} wins"])


def test_a_job_that_fails_is_reported_and_the_study_finishes(study, tmp_path, capsys, monkeypatch):
    def poisoned(plan, job):
        if plan.variants[job.variant].change == ("numbers.hand_start = 2",) and job.levels == (1, 2):
            raise ArithmeticError("this one can't be played")
        return run_job(plan, job)

    monkeypatch.setattr(command, "open_executor", lambda kind, workers, address: Threads(2, poisoned))
    out = tmp_path / "out"
    assert main(["run", str(study), "--out", str(out)]) == 1
    shown = capsys.readouterr()
    line = (
        "first_steps@1, numbers.hand_start = 2, levels 1,2, seeds 8000000 to 8000499: ArithmeticError: this one can't be played"
    )
    assert shown.err.count(f"failed: {line}") == 1
    assert "1 jobs failed" in (out / "report.html").read_text()
    rows = table(out / "variants.csv")
    by_levels = {levels: {row["change"] for row in rows if row["levels"] == levels} for levels in ("2,2", "1,2")}
    assert by_levels["2,2"] - by_levels["1,2"] == {"numbers.hand_start = 2"}
    assert main(["report", str(out)]) == 1  # what is stored tells it as well
    monkeypatch.undo()
    assert main(["run", str(study), "--out", str(out)]) == 0  # mended, it is done


@pytest.mark.slow
def test_a_study_whose_program_is_killed_goes_on_with_what_is_missing(study, tmp_path):
    words = [sys.executable, "-m", "experiments.balance", "run", str(study), "--executor", "processes", "--workers", "2", "--out"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    running = subprocess.Popen([*words, str(killed)], cwd=ROOT, stderr=subprocess.DEVNULL)
    stored = 0
    deadline = time.monotonic() + 120
    while stored < 5 and time.monotonic() < deadline and running.poll() is None:
        time.sleep(0.02)
        stored = _stored(killed)
    os.kill(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    stored = _stored(killed)
    again = subprocess.run([*words, str(killed)], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    undisturbed = subprocess.run([*words, str(whole)], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    known = int(re.search(r"([\d,]+) of them known before", again)[1].replace(",", ""))
    assert known == 500 * stored > 0 and "0 of them known before" in undisturbed
    assert _stored(killed) == _stored(whole)
    for name in ("matchups.csv", "variants.csv", "cards.csv"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.slow
def test_two_programs_on_one_store_come_to_the_same(study, tmp_path):
    words = [sys.executable, "-m", "experiments.balance", "run", str(study), "--workers", "1", "--out", str(tmp_path / "out")]
    running = [subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert len({line.split(" ")[0] for line in told}) == 1
    with sqlite3.connect(tmp_path / "out" / "results.sqlite") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert 500 * db.execute("SELECT COUNT(*) FROM results").fetchone()[0] == int(told[0].split(" ")[0].replace(",", ""))
    db.close()


def _stored(folder: Path) -> int:
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


def changes_of(path, text):
    path.write_text(STUDY.partition("[changes.numbers]")[0].replace("budget = 20000", "budget = 200000") + text)
    return [list(group.changes) for group in load_study(path).groups]


def test_ways_to_say_changes(study):
    assert changes_of(study, '[changes.a.grid]\n"numbers.hand_start" = [2, 3]\n"numbers.influence_start" = [2, 3]\n') == [
        [("numbers.hand_start = 2",), ("numbers.hand_start = 2", "numbers.influence_start = 3"), ("numbers.influence_start = 3",)]
    ]
    assert changes_of(study, '[changes.a.each]\n"numbers.hand_limit" = { from = 4, to = 8, step = 2 }\n') == [
        [("numbers.hand_limit = 4",), ("numbers.hand_limit = 6",), ("numbers.hand_limit = 8",)]
    ]
    (costs,) = changes_of(study, '[changes.a.each]\n"cards.*.cost" = ["+1"]\n')
    assert len(costs) == 12
    space = '"numbers.hand_limit" = { from = 4, to = 11 }\n"numbers.influence_start" = { from = 0, to = 7 }\n'
    (sobol,) = changes_of(study, f"[changes.a]\ncount = 64\n[changes.a.sobol]\n{space}")
    assert 55 <= len(sobol) <= 64  # each of the 64 cells about once
    (random,) = changes_of(study, f"[changes.a]\ncount = 64\n[changes.a.random]\n{space}")
    assert 30 <= len(random) < 60
    assert changes_of(study, f"[changes.a]\ncount = 64\n[changes.a.random]\n{space}") == [random]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "A small study"', "", "study.toml:1: title: found nothing"),
        ('"first_steps"', '"nowhere"', "ruleset 'nowhere' is not known"),
        ("witch_0 = [1, 2]", "witch_0 = [1, 4]", "agents.witch_0: found [1, 4], allowed: list of scripted levels 0 to 3"),
        ('["2,2", "1,2"]', '["2,2,2"]', "agents.variants: levels: found '2,2,2'"),
        ("pairs = 500", "pairs = 700", "games.pairs: found 700, allowed: multiples of 500"),
        ("precision = 4", "precision = 0", "games.precision: found 0, allowed: number 0.01..50"),
        ("budget =", "budgets =", "found an unknown key, did you mean budget?"),
        ('"numbers.hand_start"', '"numbers.hand_begin"', "found a path that leads nowhere"),
        ('["-1", "+1"]', '["-1", "more"]', "allowed: integers 0..50"),
        ("numbers.hand_start = 4;", "numbers.hand_start;", "entry 0: found 'numbers.hand_start'"),
        ('"cards.*.cost = 99"', '"cards.cost = 99"', "cards.without: found 'cards.cost = 99'"),
        ('["numbers"]', '["letters"]', "wish.groups: found 'letters', allowed: numbers, several, without_a_card"),
        ("[50, 1]", "[50]", "found [50], allowed: [target, weight above 0]"),
    ],
)
def test_faults_of_a_study_are_lines(study, old, new, told):
    assert old in STUDY
    study.write_text(STUDY.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_study(study)
    assert any(told in line and "study.toml:" in line for line in str(caught.value).splitlines())


def test_the_first_study_is_right():
    study = load_study(ROOT / "configs/balance/first_study.toml")
    assert len(study.plan.variants) > 80 and study.wish is not None
