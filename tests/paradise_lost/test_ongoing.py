"""Under `excalibur_ongoing` Excalibur cancels a single use of an ongoing power (ruling 46); and questions in turn (ruling 33)."""

from __future__ import annotations

import pytest

from pagan_env.paradise_lost import describe, layout
from pagan_env.paradise_lost.layout import ALADDIN, ALICE, BEOWULF, BILLY, HERCULES, IVAN, MERLIN, PERSEUS, RED
from tests.paradise_lost.support import Position
from tests.paradise_lost.test_cards import rich


def armed(hero: int, holder: int = 1, **numbers: int) -> Position:
    """Seat 0 plays a Hero; another holds Excalibur; the Wrath will be a card that does nothing at once."""
    p = rich((hero,), **{"windows": 1, "excalibur_ongoing": 1, **numbers})
    p.holds(excalibur=holder)
    p.next_card("closed_markets")
    return p


def told(p: Position) -> str:
    return describe.decision_text(p.ruleset, p.s)


def cancel(p: Position) -> Position:
    assert (p.to_act, p.decision) == (1, "window")
    assert "ongoing power" in told(p)
    return p.do("play_excalibur")


LOCATIONS = [
    (HERCULES, layout.ARENA, (5, 2, 3), (5, 3, 3)),
    (ALADDIN, layout.SHRINE, (2, 5, 3), (3, 5, 3)),
    (BEOWULF, layout.BARD, (4, 4, 3), (5, 4, 3)),
]


@pytest.mark.parametrize(("hero", "kind", "without", "with_it"), LOCATIONS)
def test_a_location_without_its_power(hero: int, kind: int, without: tuple[int, int, int], with_it: tuple[int, int, int]):
    p = armed(hero)
    cancel(p.begin(layout.LOCATION, 0, kind=kind))
    assert p.goods(0) == without and p.s["wrath_card"]
    p = armed(hero)
    p.begin(layout.LOCATION, 0, kind=kind).do("done", *(["take coin"] if hero == BEOWULF else []))
    assert p.goods(0) == with_it and not p.s["wrath_card"]


@pytest.mark.parametrize("hero", [HERCULES, ALADDIN])
def test_who_cannot_pay_has_nothing_of_the_location(hero: int):
    p = armed(hero)
    p.give(0)
    cancel(p.begin(layout.LOCATION, 0, kind=layout.ARENA if hero == HERCULES else layout.SHRINE))
    assert p.goods(0) == (0, 0, 0)


def test_merlin_pays_at_a_tower_and_a_copy_has_no_power_to_cancel():
    p = armed(MERLIN)
    p.next_scrolls_are(icons=False)
    cancel(p.begin(layout.LOCATION, 0, kind=layout.FIRE_TOWER))
    assert p.goods(0) == (3, 2, 3) and p.seat(0)["scrolls"].sum() == 1
    p = armed(MERLIN)
    p.next_scrolls_are(icons=False)
    p.begin(layout.LOCATION, 0, kind=layout.FIRE_TOWER, flag=1)
    assert p.decision != "window" and p.goods(0) == (3, 2, 3)


def test_alice_copies_nothing():
    p = armed(ALICE)
    p.at("cloud_mountains")
    p.stand(1, 2)  # a Bard's Tale
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND)
    cancel(p.do("copy bard"))
    assert p.goods(0) == (3, 3, 3)
    p = armed(ALICE)
    p.at("cloud_mountains")
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND).do("copy bard")
    assert p.decision != "window" and p.goods(0) == (4, 4, 3)


def test_red_has_no_good_more():
    p = armed(RED)
    p.at("cloud_mountains")
    cancel(p.begin(layout.TURN, 0).do("move oracle"))
    assert p.goods(0) == (4, 4, 3)  # the first to arrive


def test_perseus_gains_nothing():
    p = armed(PERSEUS)
    p.holds(excalibur=1, medusa=0)
    p.begin(layout.QUESTION, 2, kind=3).do("target hero_0", "ask_card medusa", "ask_card axe", "show_card medusa")
    cancel(p)
    assert p.goods(0) == (3, 3, 3)


def test_billy_loses_like_all_others():
    p = armed(BILLY)
    p.effect("poverty")
    assert p.decision == "window" and "a Rage card" in told(p)
    p.do("done")
    p.next_card("closed_markets")
    cancel(p)
    assert p.goods_of_all() == [(1, 3, 3)] * 3
    p = armed(BILLY)
    p.effect("poverty").do("done", "done")
    assert p.goods_of_all() == [(3, 3, 3), (1, 3, 3), (1, 3, 3)]


def test_ivan_is_not_immune():
    p = armed(IVAN)
    p.effect("lose_coin").do("done")
    p.next_card("closed_markets")
    cancel(p)
    assert p.goods(0) == (1, 3, 3)
    p = armed(IVAN)
    p.effect("lose_coin").do("done", "done")
    assert p.goods(0) == (3, 3, 3)


def test_ones_own_powers_and_shipped_rules_know_no_such_window():
    p = armed(HERCULES, holder=0)
    p.begin(layout.LOCATION, 0, kind=layout.ARENA)
    assert p.decision != "window" and p.goods(0) == (5, 3, 3)
    p = armed(HERCULES, excalibur_ongoing=0)
    p.begin(layout.LOCATION, 0, kind=layout.ARENA)
    assert p.decision != "window" and p.goods(0) == (5, 3, 3)


# ---- questions in turn ----------------------------------------------------------------------------------------------


def asked_in_turn(**where: int | str) -> Position:
    p = rich((), 4, questions_in_turn=1)
    p.holds(**where)
    p.begin(layout.QUESTION, 1, kind=3)
    assert p.may() == {"done", "target hero_2"}
    return p.do("target hero_2", "ask_card medusa", "ask_card axe")


def test_a_question_goes_round_until_somebody_has_an_answer():
    p = asked_in_turn(medusa=3, axe=0)
    assert p.to_act == 2
    p.do("done")
    assert p.to_act == 3 and p.may() == {"show_card medusa"}
    p.do("show_card medusa")
    assert p.decision != "answer" and p.seat(2)["lacks"].sum() == 2 and p.seat(0)["lacks"].sum() == 0
    assert p.seat(1)["possible"][p.card("medusa")] == 1 << (layout.HAND + 3)


def test_it_ends_before_the_asker_and_passes_over_the_immune():
    p = rich((), 4, questions_in_turn=1)
    p.holds(medusa=1, axe="oracle_1")
    p.seat(2)["immune"] = 1
    p.begin(layout.QUESTION, 1, kind=3).do("target hero_3", "ask_card medusa", "ask_card axe", "done")
    assert p.to_act == 0
    p.do("done")
    assert p.decision != "answer" and [int(p.seat(n)["lacks"].sum()) for n in range(4)] == [2, 0, 0, 2]


def test_excalibur_ends_it():
    p = asked_in_turn(medusa=3, axe=0, excalibur=2)
    p.do("play_excalibur")
    assert p.s["where"][p.card("excalibur")] == layout.GONE and p.decision != "answer"
