"""Engine and independent model (tests/paradise_lost_model): legal sets, facts, notes, events, observations, payoffs."""

import re
from pathlib import Path

import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.paradise_lost.layout import STATE_RECORD
from pagan_env.paradise_lost.rulesets import ruleset_names
from tests.paradise_lost_model.compare import NO_FACTS, Pair, both, play, told
from tests.paradise_lost_model.styles import STYLES

ODD = sorted((Path(__file__).parents[1] / "paradise_lost_model" / "rulesets").glob("*.toml"))
SHIPPED = [name.partition("@")[0] for name in ruleset_names()]
GAMES = [(name, heroes) for name in [*SHIPPED, *ODD] for heroes in (2, 3, 4, 5)]
IDS = [f"{getattr(name, 'stem', name)}-{heroes}" for name, heroes in GAMES]
QUICK, MILLION = 300 if COMPILED else 60, 1_000_000 // len(GAMES) + 1


def agree(name: str | Path, heroes: int, decisions: int) -> None:
    """Random games of all styles until enough decisions were compared."""
    ruleset, rules = both(name, heroes)
    seed = done = 0
    while done < decisions:
        done += play(ruleset, rules, seed, STYLES[seed % len(STYLES)], most=decisions - done)
        seed += 1


@pytest.mark.parametrize(("name", "heroes"), GAMES, ids=IDS)
def test_engine_and_model_agree(name, heroes):
    agree(name, heroes, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "heroes"), GAMES, ids=IDS)
def test_engine_and_model_agree_over_a_million_decisions(name, heroes):
    agree(name, heroes, MILLION)


def test_the_model_tells_every_fact_of_the_record():
    fields = {re.sub(r"\[\d+\]", "", row["field"]) for row in STATE_RECORD.table()}
    facts = {field for field in fields if not field.rpartition(".")[2].startswith("padding")}
    assert facts - NO_FACTS == told(Pair(*both("standard", 3), 0).game)
