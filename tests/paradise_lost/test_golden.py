"""Golden games: compiled and in plain Python, the engine plays today what it played when a ruleset was published."""

from __future__ import annotations

import pytest

from pagan_env.paradise_lost.rulesets import ruleset_names
from tests.paradise_lost.golden import path_of, playthrough


def test_every_ruleset_has_its_game():
    files = path_of("any").parent.glob("*.txt")
    assert sorted(path.stem for path in files) == ruleset_names(), "run `python -m tests.paradise_lost.golden`"


@pytest.mark.parametrize("name", ruleset_names())
def test_games_are_as_committed(name: str):
    golden, today = path_of(name).read_text(encoding="utf-8").split("\n"), playthrough(name).split("\n")
    for number, (line, now) in enumerate(zip(golden, today, strict=False), 1):
        assert line == now, f"{name}, line {number}: wanted? Then make a new version"
    assert len(golden) == len(today) > 50
