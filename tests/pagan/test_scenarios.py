"""Scenario Cards as data: rules that change, objectives with a lasting reward, new victory conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagan_env.core.data import DataError
from pagan_env.pagan.catalogue import check
from pagan_env.pagan.layers import scenario_names
from pagan_env.pagan.layout import HUNTER, WITCH
from pagan_env.pagan.rulesets import DATA, load_ruleset
from pagan_env.pagan.tables import HUNTER_ASSET_VALUE, WITCH_ASSET_VALUE

from .position import Position

WINTER, COVEN = load_ruleset("long_winter"), load_ruleset("open_coven")
VILLAGERS = WINTER.villagers


def numbers(name: str) -> dict[str, int]:
    row = load_ruleset(name).tables[0]["rulesets"][0]
    return {field: int(row[field]) for field in ("suspects_to_win", "deck_size", "deck_minimum", "ritual_favors")}


def test_rule_changes():
    assert numbers("standard") == {"suspects_to_win": 8, "deck_size": 50, "deck_minimum": 10, "ritual_favors": 3}
    assert numbers("welcome_to_roanoke") == {"suspects_to_win": 4, "deck_size": 30, "deck_minimum": 0, "ritual_favors": 3}


def test_an_objective_helps_for_the_rest_of_the_game():
    p = Position(WITCH, WINTER)
    for slug in VILLAGERS[:4]:
        p.tokens(slug, favors=1)
    p.start()
    assert p.s.seats[WITCH].objective == 1
    assert p.count_influence(WITCH) == 2  # the reward, once
    assert p.s.modifiers[WITCH_ASSET_VALUE] == 1
    assert any("meets the objective" in line for line in p.events())
    for slug in VILLAGERS[:4]:  # what is met stays met
        p.s.villagers[p.villager(slug)].tokens[3] = 0
        p.s.supply[3] += 1
    p.do("visit doctor_annie regular")
    assert p.s.stack[p.s.depth - 1].amount == 3  # 2 and 1 more
    assert p.observation(HUNTER)["turn"].tolist()[-2:] == [1, 0]


def test_an_objective_that_is_not_met():
    p = Position(WITCH, WINTER)
    for slug in VILLAGERS[:3]:
        p.tokens(slug, favors=2)
    p.start()
    assert (p.s.seats[WITCH].objective, p.s.modifiers[WITCH_ASSET_VALUE]) == (0, 0)


def test_the_other_seats_objective_is_met_in_its_own_turn_or_this_one():
    p = Position(HUNTER, WINTER).evidence(6).next_suspect("doctor_annie").do("exonerate")
    assert p.s.seats[HUNTER].objective == 0
    p.do("exonerate")
    assert (p.s.seats[HUNTER].objective, p.s.modifiers[HUNTER_ASSET_VALUE], p.s.seats[HUNTER].hand_size) == (1, 1, 2)


@pytest.mark.parametrize(("seat", "ending"), [(WITCH, "witch_objective"), (HUNTER, "hunter_objective")])
def test_new_victory_conditions(seat, ending):
    p = Position(HUNTER, COVEN, witch="trapper_adams").evidence(6).tokens("doctor_annie", clues=3)
    for slug in VILLAGERS[: 6 if seat == WITCH else 5]:
        p.tokens(slug, favors=1)
    if seat == HUNTER:
        p.do("visit doctor_annie regular")
        while p.decision == "distribution":
            p.do(min(p.legal))
    p.start()
    assert p.ending == ending
    assert p.payoffs() == ([1, -1] if seat == WITCH else [-1, 1])
    assert p.s.to_act == -1


def test_both_at_once_is_the_seats_whose_turn_it_is():
    p = Position(HUNTER, COVEN).evidence(7)
    for slug in VILLAGERS[:6]:
        p.tokens(slug, favors=1)
    assert p.start().ending == "hunter_objective"


@pytest.mark.parametrize("name", scenario_names())
def test_shipped_scenarios_are_told(name):
    assert check(DATA / "scenarios" / f"{name}.toml").startswith(f"{DATA / 'scenarios' / name}.toml: a scenario")


WHEN = "[objectives.witch]\nwhen = "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (WHEN + '["6 Favours lie here"]\nwins = true', "witch.when[0]: cannot read 'if 6 Favours lie here then'"),
        (
            WHEN + '["1 Clue lie on the target"]\nwins = true',
            "witch.when[0]: found '1 Clue lie on the target', allowed: tokens on all",
        ),
        (WHEN + "[]\nwins = true", "objectives.witch.when: found []"),
        (WHEN + '["you have 3 Influence"]', "objectives.witch.wins: found no reward"),
        (WHEN + '["you have 3 Influence"]\nwins = true\nreward = ["draw 1 card"]', "witch.wins: found no reward, or one beside"),
        (WHEN + '["you have 3 Influence"]\nreward = ["pay 1 card"]', "objectives.witch.reward: found `pay`"),
        ("[objectives.priest]\nwhen = []", "objectives.priest: found an unknown key"),
        ('[factions]\ngreen = "wayfarers"', "factions.green: found 'wayfarers', allowed: a green villager set"),
        ("[numbers]\nritual_favors = 99", "numbers.ritual_favors: found 99, allowed: integer 1..20"),
    ],
)
def test_faults_of_a_scenario_are_told(tmp_path: Path, text: str, told: str):
    path = tmp_path / "mine.toml"
    path.write_text(f'name = "Mine"\ndescription = "Mine."\nprovenance = "owner"\n{text}\n', "utf-8")
    (tmp_path / "mine@1.toml").write_text(
        'description = "Mine."\nextends = "standard@1"\nscenario = "mine.toml"\n', encoding="utf-8"
    )
    for file in (path, tmp_path / "mine@1.toml"):
        with pytest.raises(DataError) as error:
            check(file)
        assert told in str(error.value)
        assert "mine.toml:" in str(error.value)
