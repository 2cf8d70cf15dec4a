"""Golden playthroughs: the committed games in tests/golden, step by step what the engine plays today.

After a wanted change of behaviour, `python -m tests.golden` writes them anew; the diff shows what the change does.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pagan_env.core.playthrough import compare, read
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.golden.pagan import SEEDS, files, playthrough

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
DECISIONS = 250


def test_every_ruleset_has_its_game():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(ruleset_names()) == set(SEEDS)


@pytest.mark.parametrize(("path", "text"), files().items(), ids=lambda value: getattr(value, "stem", ""))
def test_games_are_as_committed(path, text):
    golden = path.read_text(encoding="utf-8")
    difference = compare(golden, text)
    assert difference is None, f"{path.name}: {difference}. Wanted? Then run `python -m tests.golden`"
    assert golden == text


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_games_are_short_and_whole(path):
    header, steps = read(path.read_text(encoding="utf-8"))
    ruleset = load_ruleset(path.stem)
    assert header == {"ruleset": ruleset.name, "digest": ruleset.digest, "seed": str(SEEDS[ruleset.name])}
    assert len(steps) <= DECISIONS
    assert steps[-1].agent == steps[-1].action == ""
    for step in steps[:-1]:
        assert step.action in step.legal
        assert set(step.observations) == {"witch_0", "hunter_0"}
    assert {step.agent for step in steps} == {"witch_0", "hunter_0", ""}


def test_a_change_of_behaviour_is_found_where_it_begins():
    """An Influence more for the basic action: the first step whose observation tells of it."""
    name = ruleset_names()[0]
    ruleset = load_ruleset(name)
    changed = replace(ruleset, tables=ruleset.tables.copy())
    changed.tables[0]["rulesets"][0]["gain_influence"] += 1
    before, after = (playthrough(rules, SEEDS[name]) for rules in (ruleset, changed))
    assert compare(before, before) is None
    difference = compare(before, after)
    first = next(step for step in read(before)[1] if step.action.startswith("gain_influence"))
    assert difference is not None
    assert difference.startswith(f"step {first.number + 1} (")
    assert "counts: " in difference
