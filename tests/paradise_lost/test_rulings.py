"""Rulings where the rulebook leaves a question open; the others are in the tests of what they are about."""

from __future__ import annotations

import numpy as np
import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.observe import SLICES
from tests.paradise_lost.support import Position, deal, observed, ruleset_with
from tests.paradise_lost.test_cards import rich
from tests.paradise_lost.test_heroes import at_oracle

# ---- movement -------------------------------------------------------------------------------------------------------


def test_order_of_turns_follows_the_trail():
    """Ruling 1: start order and Oracle spaces are places on the Trail; ruling 2: who has arrived waits."""
    p = Position()
    p.at(1)
    assert p.begin(layout.TURN, 0).to_act == 0
    p.do("move stop_1")
    assert p.to_act == 1
    p.do("move oracle")
    assert p.to_act == 2
    p.do("move stop_3")
    assert p.to_act == 0  # furthest back again
    state = deal(3, ruleset_with(windows=0)).view(np.ndarray)[0]
    assert [int(state["spot"][seat - 1]) for seat in state["order"][:3]] == [-3, -2, -1]
    assert state["to_act"] == state["order"][0] - 1


def test_the_second_space_is_further_back():
    """Ruling 3, and second spaces only with 4 or 5 Heroes."""
    p = Position(4)
    p.at(1)  # the Arena of the Cloud Mountains has two spaces
    for seat in range(4):
        p.give(seat, mana=1)
    p.begin(layout.TURN, 0).do("move stop_6", "move stop_6")
    assert p.s["spot"][:2].tolist() == [11, 10]
    assert "move stop_6" not in p.may()
    p.do("move oracle", "move oracle", "take coin")
    assert p.to_act == 1
    p = Position(3)
    p.at(1)
    p.give(0, mana=1), p.give(1, mana=1)
    p.begin(layout.TURN, 0).do("move stop_6")
    assert "move stop_6" not in p.may()


def test_the_oracle_is_always_open():
    """Ruling 4; what can't be paid or used is not (ruling 5)."""
    p = Position()
    p.at(1)
    p.give(0)
    p.begin(layout.TURN, 0)
    open_stops = {"move stop_3", "move stop_7", "move stop_8", "move stop_10", "move oracle"}
    assert p.may() == open_stops  # bard, truthseeker, black swan, a wildland to copy them
    p.stand(0, 8)
    p.begin(layout.TURN, 0)
    assert p.may() == {"move stop_10", "move oracle"}


def test_a_tower_needs_a_scroll_card_to_be_had():
    """Ruling 5: with none to gain it is closed; ruling 12: so it is for one who has all five."""
    p = rich()
    p.s["spot"][0] = -6
    p.scrolls(0, fire="12345")
    p.s["scrolls_left"][1][:] = 0
    p.begin(layout.TURN, 0)
    assert not {"move stop_5", "move stop_11", "move stop_2", "move stop_9"} & p.may()


def test_empty_decks_do_nothing():
    """Ruling 6: the stop is legal all the same."""
    p = rich()
    p.s["deck"][:2] = 0
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0)
    assert {"move stop_3", "move stop_7"} <= p.may()
    before = p.goods(0)
    p.do("move stop_3")
    assert p.goods(0) == before and p.decision == "stop"


# ---- wildland, scrolls, market --------------------------------------------------------------------------------------


def test_a_wildland_copies_what_nobody_else_stands_on():
    """Ruling 7; ruling 8: never a Wildland or an Oracle, the Hero without a player blocks, the cost is paid."""
    p = Position(2)
    p.at(2)
    p.give(0, coin=1)
    p.stand(0, 9)
    p.s["spot"][layout.NPC] = 2 * 5 + 1  # the Shrine
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND)
    assert p.may() == {"copy bard", "copy black_swan", "copy truthseeker"}
    p.s["spot"][layout.NPC] = -1
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND).do("copy shrine")
    assert p.goods(0) == (0, 2, 0)


def test_scrolls_skip_numbers_that_are_sold_out():
    """Ruling 11: the lowest number left that one lacks, with gaps."""
    p = rich()
    p.s["scrolls_left"][0][1] = 0
    p.begin(layout.LOCATION, 0, kind=layout.FIRE_TOWER)
    assert p.seat(0)["scrolls"][0].tolist() == [0, 0, 1, 0, 0, 0]


def test_an_icon_takes_the_scroll_card_out_of_the_game():
    p = rich()
    p.next_scrolls_are(icons=True)
    left = int(p.s["scrolls_left"][0][1])
    p.begin(layout.LOCATION, 0, kind=layout.FIRE_TOWER)
    assert p.s["rage"] == 1 and p.seat(0)["scrolls"].sum() == 0
    assert p.s["scrolls_left"][0][1] == left - 1 == p.s["icons_left"][0][1]


def test_market_trades():
    """Ruling 15: buy and sell alike, at most ten, done after the first; ruling 16: no mixed payment; ruling A15: no trade
    whose gain the supply lacks."""
    p = rich()
    p.give(0, 3, 2, 0)
    p.scrolls(0, ice="4")
    p.begin(layout.LOCATION, 0, kind=layout.MARKET)
    assert p.may() == {
        "exchange coin",
        "exchange mana",
        "buy_cube coin",
        "sell_scroll ice number_4 coin",
        "sell_scroll ice number_4 mana",
    }
    p.do("sell_scroll ice number_4 mana")
    assert p.goods(0) == (3, 4, 0) and p.s["scrolls_left"][1][4] == 3 and "done" in p.may()
    work = SLICES["work"]
    assert observed(p.states, p.ruleset, 0)[work][8] == 9
    p.s["supply"][2] = 0
    p.begin(layout.LOCATION, 0, kind=layout.MARKET)
    assert not {"buy_cube coin", "buy_cube mana"} & p.may() and "done" not in p.may()
    p.s["supply"][2] = 16
    p.give(0, 3, 3, 3)
    p.begin(layout.LOCATION, 0, kind=layout.MARKET)
    for _ in range(5):
        p.do("buy_cube mana", "sell_cube mana")
    assert p.decision == "stop" and p.goods(0) == (3, 3, 3)


def test_supplies_are_limited():
    """Ruling 17: what the supply lacks isn't gained."""
    p = rich()
    p.s["supply"][0] = 1
    p.effect("purse")
    assert p.goods(0) == (4, 3, 3) and p.s["supply"][0] == 0
    p.begin(layout.TAKE_GOODS, 0)
    assert p.goods(0) == (4, 4, 3)  # nothing but Mana is left to choose


# ---- the tracker ----------------------------------------------------------------------------------------------------


def test_the_tracker_goes_step_by_step():
    """Ruling 18: two steps over a threshold draw its card."""
    p = rich()
    p.s["rage"] = 7
    p.next_card("poverty")
    p.begin(layout.RAISE, 0, amount=2)
    assert p.s["rage"] == 9 and p.goods(1) == (0, 3, 3)
    assert p.s["deck"][layout.RAGE].sum() == 7


def test_a_card_of_the_journey_lasts_into_the_next_realm():
    """Ruling 19: first the old card goes, then the tracker goes up."""
    p = rich(hideout=0)
    at_oracle(p, 0, 1, 2)
    p.s["round_number"], p.s["rage"], p.s["rage_card"] = 1, 1, p.kind("silence")[1]
    p.s["die"] = layout.BLANK
    p.next_card("closed_markets")
    p.begin(layout.ORACLE)
    while p.decision == "ask":
        p.do("done")
    assert p.s["rage_card"] == p.kind("closed_markets")[1] and p.s["round_number"] == 2


@pytest.mark.parametrize("written", [0, 1])
def test_ten_sends_all_to_the_palace(written: int):
    """Ruling 22: the rest of the Realm is dropped, in order of the criterion, the Rage card stays; ruling 51: ties by the die."""
    p = rich(realm_written=written)
    p.s["rage"], p.s["criterion"] = 9, layout.BY_COIN
    p.s["rage_card"] = p.kind("withered_lands")[1]
    for seat, coin in enumerate((1, 5, 3)):
        p.give(seat, coin, 3, 3)
    p.effect("the_witch_stirs", 0)
    assert p.s["rage"] == 10 and p.s["storm"] and p.s["round_number"] == 5
    assert p.s["order"][:3].tolist() == [2, 3, 1] and p.to_act == 1
    assert p.s["rage_card"] and p.s["face_down"].sum() == 4
    assert all(text.startswith("move") and text != "move oracle" for text in p.may())
    p.begin(layout.RAISE, 0, amount=1)  # and further steps change nothing (ruling A11)
    assert p.s["rage"] == 10


def test_nine_to_ten_in_the_palace_changes_nothing():
    """Ruling A11."""
    p = rich()
    p.s["round_number"], p.s["rage"] = 5, 9
    p.begin(layout.RAISE, 0, amount=1)
    assert p.s["rage"] == 10 and not p.s["storm"]


def test_the_journey_can_reach_ten():
    """Ruling A11: then no die is rolled."""
    p = rich(hideout=0)
    at_oracle(p, 0, 1, 2)
    p.s["round_number"], p.s["rage"], p.s["die"] = 2, 9, layout.BLANK
    p.begin(layout.ORACLE)
    while p.decision == "ask":
        p.do("done")
    assert p.s["storm"] and p.s["round_number"] == 5 and p.s["die"] == layout.BLANK
