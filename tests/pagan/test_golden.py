"""Golden playthroughs: the committed games in tests/golden, step by step what the engine plays today.

After a wanted change of behaviour, `python -m tests.golden` writes them anew; the diff shows what the change does.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from pagan_env.core.playthrough import compare, read
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.golden.pagan import MOST, SEEDS, path_of, playthrough


def test_every_ruleset_has_its_game():
    files = path_of("any").parent.glob("*.txt")
    assert sorted(path.stem for path in files) == ruleset_names(), "run `python -m tests.golden`"
    assert set(SEEDS) <= set(ruleset_names())


@pytest.mark.parametrize("name", ruleset_names())
def test_games_are_as_committed(name):
    golden, today = path_of(name).read_text(encoding="utf-8"), playthrough(load_ruleset(name))
    difference = compare(golden, today)
    assert difference is None, f"{name}: {difference}. Wanted? Then run `python -m tests.golden`"
    assert golden == today


@pytest.mark.parametrize("name", ruleset_names())
def test_games_are_short_and_complete(name):
    header, steps = read(path_of(name).read_text(encoding="utf-8"))
    ruleset = load_ruleset(name)
    assert header == {"ruleset": name, "digest": ruleset.digest, "seed": str(SEEDS.get(name, 0))}
    assert 50 < len(steps) <= MOST + 1
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
