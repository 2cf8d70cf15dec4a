"""The engine against the independent model in tests/pagan_model: legal sets, public and private facts, observations."""

import re
from pathlib import Path

import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.pagan.layout import HUNTER, STATE_RECORD, WITCH
from pagan_env.pagan.rulesets import find_ruleset, load_ruleset, ruleset_names
from tests.pagan_model import Game
from tests.pagan_model.compare import NO_FACTS, model_rules, play, told

from .position import Position
from .support import anything, eager

ODD = sorted((Path(__file__).parents[1] / "pagan_model" / "rulesets").glob("*.toml"))
FILES = [*(find_ruleset(name) for name in ruleset_names()), *ODD]
STYLES = (
    anything,
    eager("convert", "visit"),
    eager("play", "card", "draw_card"),
    eager("eliminate", "exonerate", "raid", "ritual"),
)
QUICK, MILLION = 400 if COMPILED else 50, 1_000_000 // len(FILES) + 1


def agree(file: Path, decisions: int) -> None:
    """Random games of several styles until enough decisions were compared."""
    ruleset, rules = load_ruleset(file), model_rules(file)
    seed = done = 0
    while done < decisions:
        done += play(ruleset, rules, seed, STYLES[seed % len(STYLES)], most=decisions - done)
        seed += 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_and_model_agree(file):
    agree(file, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_and_model_agree_over_a_million_decisions(file):
    agree(file, MILLION)


# Games that once differed: a Brew's own tokens counted as movable, a program skipped or named wrongly when cards slid or left.
FOUND = [("odd", 28), ("odd", 33), ("odd", 37), ("poor", 37), ("poor", 72)]


@pytest.mark.parametrize(("name", "seed"), FOUND)
def test_games_that_once_differed_agree(name, seed):
    file = next(file for file in ODD if file.stem == name)
    play(load_ruleset(file), model_rules(file), seed, STYLES[seed % len(STYLES)], most=2000)


def test_the_model_tells_every_fact_of_the_record():
    fields = {re.sub(r"\[\d+\]", "", row["field"]) for row in STATE_RECORD.table()}
    facts = {field for field in fields if not field.rpartition(".")[2].startswith("padding")}
    assert told(Game(model_rules(FILES[0]), 0)) == facts - NO_FACTS


def test_a_difference_is_found():
    file = find_ruleset("first_steps")
    rules = model_rules(file)
    rules.numbers["gain_influence"] += 1
    with pytest.raises(AssertionError, match="foe_counts"):
        play(load_ruleset(file), rules, 0, anything, 500)


def test_only_the_witch_is_told_that_she_may_drink_first():
    """Found by the model: in the Hunter's visits too, the observation said that a Brew could still be consumed."""
    for seat, marked in ((WITCH, 1), (HUNTER, 0)):
        p = Position(seat).do("visit native_pamuy regular")
        while p.decision == "distribution":
            p.do("villager native_pamuy")
        assert p.decision == "card_to_play"
        assert p.observation(seat)["work"][7] == marked
