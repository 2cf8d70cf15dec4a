"""Golden playthroughs: the committed games in tests/golden, step by step what the engine plays today.

`python -m tests.golden` writes those that are missing. It refuses to write a ruleset's game anew: a published version never
changes, and a change of behaviour makes the next version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pagan_env.core.playthrough import compare, read
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.golden.pagan import MOST, SEEDS, path_of, playthrough

ROOT = Path(__file__).parents[2]
REDUCED = {"mini@1", "midi@1"}  # two rounds long


def test_every_ruleset_has_its_game():
    files = path_of("any").parent.glob("*.txt")
    assert sorted(path.stem for path in files) == ruleset_names(), "run `python -m tests.golden`"
    assert set(SEEDS) <= set(ruleset_names())


@pytest.mark.parametrize("name", ruleset_names())
def test_games_are_as_committed(name):
    golden, today = path_of(name).read_text(encoding="utf-8"), playthrough(load_ruleset(name))
    difference = compare(golden, today)
    assert difference is None, f"{name}: {difference}. Wanted? Then make a new version"
    assert golden == today


@pytest.mark.parametrize("name", ruleset_names())
def test_games_are_short_and_complete(name):
    header, steps = read(path_of(name).read_text(encoding="utf-8"))
    ruleset = load_ruleset(name)
    assert header == {"ruleset": name, "digest": ruleset.digest, "seed": str(SEEDS.get(name, 0))}
    assert (5 if name in REDUCED else 50) < len(steps) <= MOST + 1
    assert steps[-1].agent == steps[-1].action == ""
    assert (steps[-1].decision == "running") == (len(steps) == MOST + 1)
    for number, step in enumerate(steps, 1):
        assert step.number == number
        assert set(step.observations) == {"witch_0", "hunter_0"}
        assert step.action in step.legal or step is steps[-1]
    assert {step.agent for step in steps} == {"witch_0", "hunter_0", ""}


def test_a_change_of_behaviour_is_found_where_it_begins():
    """An Influence more for the basic action: the first step whose observation tells of it."""
    name = ruleset_names()[0]
    ruleset = load_ruleset(name)
    changed = replace(ruleset, tables=ruleset.tables.copy())
    changed.tables[0]["rulesets"][0]["gain_influence"] += 1
    before, after = playthrough(ruleset), playthrough(changed)
    assert compare(before, before) is None
    difference = compare(before, after)
    first = next(step for step in read(before)[1] if step.action.startswith("gain_influence"))
    assert difference is not None
    assert difference.startswith(f"step {first.number + 1} (")
    assert "counts: " in difference


def test_a_change_without_a_version_step_is_refused(tmp_path):
    """The command leaves the committed game alone unless it is named."""
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "pagan_env", copy / "pagan_env", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    numbers = copy / "pagan_env" / "pagan" / "data" / "numbers.toml"
    numbers.write_text(numbers.read_text("utf-8").replace("gain_influence = 2", "gain_influence = 3"), "utf-8")
    before = {path.name: path.read_text("utf-8") for path in (copy / "tests" / "golden").glob("*.txt")}
    run = [sys.executable, "-m", "tests.golden"]
    environment = {**os.environ, "PYTHONPATH": ".", "NUMBA_DISABLE_JIT": "1"}  # compiling the copy would take longer
    refused = subprocess.run(run, cwd=copy, env=environment, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "first_steps@1 plays differently now, allowed: a new version of it" in refused.stderr
    assert {path.name: path.read_text("utf-8") for path in (copy / "tests" / "golden").glob("*.txt")} == before
