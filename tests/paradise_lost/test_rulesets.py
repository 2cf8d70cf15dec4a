"""Data files: what ships is right, what is wrong is told with its line, and an owner of the box may put in the printed values."""

from __future__ import annotations

import numpy as np
import pytest

from pagan_env.cli import main
from pagan_env.core.data import DataError
from pagan_env.paradise_lost.catalogue import card_counts, card_table, check, rule_counts, rule_table
from pagan_env.paradise_lost.rulesets import DATA, build_ruleset, load_ruleset, ruleset_names
from pagan_env.paradise_lost.variants import knobs
from tests.paradise_lost.support import deal


def rules(name: str = "standard") -> np.void:
    return load_ruleset(name).tables.view(np.ndarray)[0]["rulesets"][0]


@pytest.mark.parametrize("name", ruleset_names())
def test_what_ships_has_the_boxs_numbers(name: str):
    """The totals that the rulebook's Components state."""
    row = rules(name)
    assert [int(deck["copies"].sum()) for deck in row["cards"]] == [16, 16, 12]
    assert row["scroll_copies"].sum() == 16 and row["clues"].sum() == 15 and row["die"].sum() == 6
    assert (row["supply_coin"], row["supply_mana"], row["supply_seeker"]) == (35, 35, 25)
    assert row["rage_draws"].tolist() == [0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0]


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ruleset_names())
def test_the_deal_comes_out_even(name: str, heroes: int):
    state = deal(1, load_ruleset(name, heroes)).view(np.ndarray)[0]
    assert state["seats"]["hand_size"].tolist() == [{2: 5, 3: 4, 4: 3, 5: 2}[heroes]] * heroes + [0] * (5 - heroes)
    assert state["room"].sum() == 2 + state["face_down"].sum() + state["seats"]["hand_size"].sum()


def test_the_board_agrees_with_the_example_of_the_soulless_swamp():
    """Two Bard's Tales, three Market spaces, a Wildland; the Palace seats five Heroes one a space."""
    row = rules()
    swamp = row["board"][4][:12].tolist()
    assert swamp.count(2) == 2 and swamp.count(9) == 1
    assert sum(int(spaces) for kind, spaces in zip(swamp, row["spaces"][4][:12], strict=True) if kind == 6) == 3
    assert row["locations"][5] >= 5


def test_digests_differ_where_rules_do():
    digests = {load_ruleset(name, heroes).digest for name in ruleset_names() for heroes in (2, 3, 4, 5)}
    assert len(digests) == 4 * len(ruleset_names())


BROKEN = """extends = "standard@1"
description = "Many faults."
heroes = ["alice", "alice", "robin_hood", "merlin", "red"]
[numbers]
start_coin = 9
hideouts = 1
[board.cedar_forest]
locations = ["arena*3", "tavern"]
[decks.black_swan.purse]
effect = "ask"
copies = -1
[clues]
left = 40
[rage_tracker]
draws_at = "2 4 12"
"""


def test_all_faults_are_told_at_once_with_their_lines(tmp_path):
    path = tmp_path / "broken@1.toml"
    path.write_text(BROKEN)
    with pytest.raises(DataError) as error:
        load_ruleset(path)
    told = str(error.value)
    for line, what in (
        (3, "heroes[1]: found 'alice'"),
        (3, "heroes[2]: found 'robin_hood'"),
        (5, "numbers.start_coin: found 9, allowed: integer 0..7"),
        (6, "numbers.hideouts: found an unknown key"),
        (8, "board.cedar_forest.locations[0]: found 'arena*3'"),
        (8, "board.cedar_forest.locations[1]: found 'tavern'"),
        (10, 'decks.black_swan.purse.effect: found "ask"'),
        (11, "decks.black_swan.purse.copies: found -1"),
        (13, "clues.left: found 40"),
        (15, "rage_tracker.draws_at: found '12'"),
    ):
        assert f"broken@1.toml:{line}: {what}" in told, told


@pytest.mark.parametrize("wrong", ["", "3", 3, b"standard", True])
def test_what_names_no_ruleset_is_refused(wrong):
    """An empty name is not the default."""
    with pytest.raises(DataError, match=r"is not known, allowed: collectors@1|found a \w+, allowed: a name or a path"):
        load_ruleset(wrong)


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(DataError, match="allowed: collectors@1, harder@1"):
        load_ruleset("pagan")


def test_an_owner_puts_in_printed_values(tmp_path):
    path = tmp_path / "mine@1.toml"
    path.write_text(
        'extends = "standard@1"\ndescription = "From my box."\n[numbers]\nstart_coin = 3\n'
        "[decks.truthseeker.keen_eye]\nremove = true\n"
        '[decks.truthseeker.new_card]\neffect = "gain_mana"\namount = 2\ncopies = 1\nicons = 1\n'
        '[board.witchs_palace]\nlocations = ["bard*2", "shrine", "arena", "market", "wildland"]\n'
    )
    mine = load_ruleset(path, 4)
    assert {card.slug for card in mine.cards[1]} >= {"new_card"} and "keen_eye" not in {card.slug for card in mine.cards[1]}
    assert mine.provenance["numbers.start_coin"] == "owner" == mine.provenance["board.witchs_palace"]
    assert mine.provenance["numbers.start_mana"] == "house"
    assert "owner" in mine.sources and check(path).startswith(f"{path}: a ruleset, digest ")
    (row,) = (row for row in card_table(mine) if row[1] == "New card")
    assert row[5] == "Gain 2 Mana; 1 Rage icon." and row[6] == "owner"


def test_files_that_extend_each_other_are_refused(tmp_path):
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}@1.toml").write_text(f'extends = "{other}@1.toml"\ndescription = "A circle."\n')
    with pytest.raises(DataError, match="circle"):
        load_ruleset(tmp_path / "a@1.toml")


def test_a_program_may_build_a_ruleset():
    built = build_ruleset("built", {"extends": "standard@1", "description": "Built.", "numbers": {"start_mana": 5}}, 2)
    assert built.tables.view(np.ndarray)[0]["rulesets"][0]["start_mana"] == 5 and built.name == "built"


def test_the_catalogue_counts():
    ruleset = load_ruleset()
    assert card_counts(ruleset) == "35 kinds of card; effects: 3 rulebook, 32 house, 0 owner."
    assert len(rule_table(ruleset)) == len(knobs(ruleset))
    assert rule_counts(ruleset).startswith(f"{len(knobs(ruleset))} paths: ")


def test_data_of_the_box_is_checked_over_the_default(tmp_path):
    for path in sorted(DATA.glob("*.toml")):
        if path.name != "people.toml":
            assert "data for a ruleset, which would have 35 kinds of card" in check(path)
    path = tmp_path / "board.toml"
    path.write_text('[board.cedar_forest]\nlocations = ["tavern"]\n', "utf-8")
    with pytest.raises(DataError, match=r"board.toml:2: board.cedar_forest.locations\[0\]: found 'tavern', allowed: arena, "):
        check(path)


def test_a_fault_is_told_once(tmp_path):
    """No faults that only follow from another one."""
    path = tmp_path / "odd@1.toml"
    path.write_text('extends = "standard@1"\ndescription = "x"\n[numbers]\nodd = 1\n[scrolls]\ncopies = [1]\n', "utf-8")
    with pytest.raises(DataError) as error:
        check(path)
    assert [line.split(": ")[1] for line in str(error.value).split("\n")] == ["numbers.odd", "scrolls.copies"]


def test_the_command_line_checks_files(tmp_path, capsys):
    path = tmp_path / "mine@1.toml"
    path.write_text('extends = "standard@1"\ndescription = "x"\n[numbers]\nstart_coin = 3\n', "utf-8")
    assert main(["cards", "check", "--game", "paradise_lost", str(path)]) == 0
    assert "1 owner" in capsys.readouterr().out
    assert main(["cards", "check", "--game", "paradise_lost", str(path), "--ruleset", "standard"]) == 2
    assert "allowed: none" in capsys.readouterr().err
