"""Excalibur and the Cloak of Invisibility: what each window cancels, and its price (rulings 23, 24, 40, 41, 46 to 48, A1, A6)."""

from __future__ import annotations

import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.layout import HAND, HERCULES, MERLIN
from tests.paradise_lost.support import Position
from tests.paradise_lost.test_cards import rich
from tests.paradise_lost.test_heroes import at_oracle, tile


def armed(holder: int = 1, heroes: tuple[int, ...] = ()) -> Position:
    """One seat holds Excalibur and is asked; the Rage deck holds nothing but a card that takes 2 Coin."""
    p = rich(heroes, windows=1)
    p.holds(excalibur=holder)
    p.next_card("poverty")
    return p


def gone(p: Position) -> bool:
    """Excalibur has left the game, and all have paid for it with 2 Coin: the Wrath (ruling 23: once, and it stays there)."""
    card = p.card("excalibur")
    return bool(p.s["where"][card] == layout.GONE and p.s["wrath_card"] == p.kind("poverty")[1])


def test_a_card_of_a_deck_is_cancelled():
    """The card drawn at a location, not the location itself (ruling 48)."""
    p = armed()
    p.effect("purse", 0)
    assert (p.to_act, p.may()) == (1, {"done", "play_excalibur"})
    p.do("play_excalibur")
    assert gone(p) and p.goods(0) == (1, 3, 3)
    assert "Hero 1 plays Excalibur and cancels a card's effect" in p.log()
    p.effect("purse", 0)
    assert p.decision == "stop" and p.goods(0) == (4, 3, 3)


def test_the_price_of_a_cancelled_card_is_lost():
    p = armed()
    p.effect("glimpse", 0).do("yes", "play_excalibur")
    assert p.goods(0) == (0, 3, 3) and p.s["viewers"].sum() == 0


def test_passing_changes_nothing_and_is_not_told():
    p = armed()
    p.effect("purse", 0)
    count = int(p.s["log_count"])
    p.do("done")
    assert p.goods(0) == (6, 3, 3) and p.s["log_count"] == count
    p.effect("purse", 0)
    assert p.decision == "window"


def test_a_step_of_the_tracker_is_cancelled():
    """The tracker stays; the Wrath is drawn all the same (ruling 47). The step to 10 leaves it at 9 (ruling A6)."""
    p = armed()
    p.s["rage"] = 9
    p.begin(layout.RAISE, 0, amount=1)
    p.do("play_excalibur")
    assert p.s["rage"] == 9 and not p.s["storm"] and gone(p)
    assert p.goods(2) == (1, 3, 3)


def test_a_rage_card_is_cancelled_for_all():
    """It has still replaced the old one (ruling A6)."""
    p = armed()
    p.s["rage_card"] = p.kind("silence")[1]
    p.effect("drought")
    p.next_card("poverty")
    p.do("play_excalibur")
    assert p.s["rage_card"] == p.kind("drought")[1] and p.s["rage_cancelled"]
    assert p.goods_of_all() == [(1, 3, 3)] * 3


def test_a_die_is_rolled_again():
    p = armed()
    p.s["die"] = 0
    p.begin(layout.ROLL)
    assert p.decision == "window" and p.s["die"]
    p.do("play_excalibur")
    rolls = [line for line in p.log() if line.startswith("the Oracle die shows")]
    assert len(rolls) == 3 and gone(p)  # setup's and these two


@pytest.mark.parametrize("action", ["seek_draw", "seek_play this witchs_palace", "lock cedar_forest"])
def test_an_action_of_seeking_is_cancelled(action: str):
    """Cubes are spent; a drawn tile goes face down, one played from hand is seen (ruling A6)."""
    p = armed(holder=1)
    at_oracle(p, 0, 2, 1)
    tile(p, 2)
    p.seat(2)["tiles"][:] = 0
    p.seat(2)["tiles"][layout.THIS] = p.seat(2)["tile_count"] = 1
    p.begin(layout.SEEKING)
    p.do(action)
    if action == "seek_draw":
        p.do("place witchs_palace")
    cubes = p.goods(2)[2]
    p.do("play_excalibur")
    assert gone(p) and p.goods(2)[2] == cubes < 3
    assert p.s["height"].sum() == 1 and p.s["locked"].sum() == 0
    lost = p.seat(2)["lost_count"], p.s["discarded_tiles"].sum()
    assert lost == {"seek_draw": (1, 0), "lock cedar_forest": (0, 0)}.get(action, (0, 1))
    assert p.s["supply"][2] + sum(goods[2] for goods in p.goods_of_all()) == 25


def test_the_free_tile_is_cancelled_too():
    p = armed(holder=0)
    at_oracle(p, 0, 1, 2)
    p.begin(layout.ORACLE)
    assert p.to_act == 2
    p.do("place cedar_forest", "play_excalibur")
    assert p.s["height"].sum() == 0 and p.seat(2)["lost_count"] == 1


def test_a_special_power_is_cancelled():
    """It counts as used (ruling A6: wherever a special is declared)."""
    p = armed(heroes=(HERCULES,))
    p.effect("lose_mana", 0).do("special power_1", "play_excalibur")
    assert p.seat(0)["power_used"] and gone(p)
    assert p.goods(0) == (1, 1, 3)  # the card has its effect
    p = armed(heroes=(MERLIN,))
    p.effect("drought").do("done", "special power_1")
    p.next_card("poverty")
    p.do("play_excalibur")
    assert p.s["rage_ignored"] == 0 and p.goods(0) == (1, 1, 3)


def test_one_isnt_asked_about_ones_own_choices():
    p = armed(holder=0, heroes=(layout.BILLY,))
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0).do("special power_1")
    assert p.decision == "stop" and p.goods(0) == (3, 3, 4)


def test_the_target_of_a_question_may_always_play_it():
    """With a match and without one (ruling A1); that it has no answer is no "no"."""
    for pair, match in ((("medusa", "axe"), True), (("troll", "horns"), False)):
        p = armed(holder=1)
        p.holds(excalibur=1, medusa=1, troll=0, horns=2)
        p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", *(f"ask_card {slug}" for slug in pair))
        assert ("done" in p.may()) != match and "play_excalibur" in p.may()
        p.do("play_excalibur")
        assert gone(p) and p.seat(1)["lacks"].sum() == 0 and p.s["answer_count"] == 0


def test_the_cloak_is_cancelled_but_not_by_its_owner():
    """Then the question is to be answered without it (ruling A6)."""
    p = armed(holder=2)
    p.holds(excalibur=2, medusa=1, cloak_of_invisibility=1)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe", "show_cloak")
    assert (p.to_act, p.decision) == (2, "window")
    p.do("play_excalibur")
    assert (p.to_act, p.may()) == (1, {"show_card medusa"})
    assert p.seat(1)["hand"][p.card("cloak_of_invisibility")]
    p.do("show_card medusa")
    assert p.seat(0)["possible"][p.card("medusa")] == 1 << (HAND + 1)


def test_the_new_owner_may_use_the_cloak_from_the_next_question_on():
    """Ruling 41."""
    p = rich()
    p.holds(medusa=1, troll=0, cloak_of_invisibility=1)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe", "show_cloak")
    p.begin(layout.QUESTION, 2, kind=3).do("target hero_0", "ask_card troll", "ask_card horns")
    assert p.to_act == 0 and "show_cloak" in p.may()
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe")
    assert p.may() == {"show_card medusa"}


def test_the_cloak_needs_one_of_the_cards():
    p = rich()
    p.holds(medusa=2, axe=2, cloak_of_invisibility=1)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe")
    assert p.may() == {"done"}


def test_excalibur_under_an_oracle_brings_the_wrath():
    """It never touches the Rage space or the tracker (ruling 24), and it is gone."""
    p = rich(hideout=0)
    p.holds(excalibur="oracle_1")
    at_oracle(p, 0, 1, 2)
    p.s["round_number"] = 1
    p.s["rage_card"], p.s["die"] = p.kind("closed_markets")[1], layout.BLANK
    p.next_card("poverty")
    p.begin(layout.ORACLE)
    assert gone(p) and p.s["rage_card"] and p.s["rage"] == 0
    assert p.goods_of_all() == [(1, 3, 3)] * 3


def test_the_cloak_under_an_oracle_goes_to_the_first_to_arrive():
    p = rich(hideout=0)
    p.holds(cloak_of_invisibility="oracle_1")
    at_oracle(p, 1, 0, 2)
    p.s["round_number"] = 1
    p.begin(layout.ORACLE)
    assert p.seat(1)["hand"][p.card("cloak_of_invisibility")] and p.seat(1)["hand_size"] == 5
