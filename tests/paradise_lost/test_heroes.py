"""Each Hero's powers: what always goes on, and what may be used once (A Cast of Characters)."""

from __future__ import annotations

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.layout import (
    ALADDIN,
    ALICE,
    BEOWULF,
    BILLY,
    HERCULES,
    IVAN,
    MERLIN,
    PERSEUS,
    RED,
)
from tests.paradise_lost.support import Position
from tests.paradise_lost.test_cards import rich


def tile(p: Position, realm: int, kind: int = layout.THIS) -> None:
    p.s["stacks"][realm][p.s["height"][realm]] = kind
    p.s["height"][realm] += 1


def at_oracle(p: Position, *arrival: int) -> None:
    """All have arrived in this order."""
    for n, who in enumerate(arrival):
        p.s["arrival"][n] = who + 1
        p.s["spot"][who] = 99 - n
    p.s["arrived"] = len(arrival)
    p.s["stack"][0]["step"] = 1


def test_alice_copies_occupied_locations():
    """She still pays (ruling 10)."""
    p = rich((ALICE,))
    p.stand(0, 9)
    p.stand(1, 3)  # Bard's Tale of the Cedar Forest
    p.give(0, coin=1)
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND)
    assert {"copy bard", "copy shrine"} <= p.may() and "copy arena" not in p.may()
    p.do("copy bard")
    assert p.goods(0) == (2, 1, 0)


def test_alice_locks_a_tile_free():
    p = rich((ALICE,))
    at_oracle(p, 2, 0, 1)
    p.give(0)
    tile(p, 4)
    p.begin(layout.SEEKING)
    assert p.to_act == 0 and p.may() == {"done", "special power_1"}
    p.do("special power_1")
    assert p.s["locked"][4] == 1 and p.s["lock_cubes"][4] == 0 and p.seat(0)["power_used"] == 1
    while p.decision == "seek":
        assert "special power_1" not in p.may()
        p.do("done")


def test_aladdin_has_mana_from_shrines_free():
    p = rich((ALADDIN,))
    p.give(0)
    p.begin(layout.LOCATION, 0, kind=layout.SHRINE)
    assert p.goods(0) == (0, 2, 0)


def test_aladdin_gains_a_scroll_card():
    p = rich((ALADDIN,))
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0).do("special power_1", "scroll_type fire")
    assert p.seat(0)["scrolls"][0][1] == 1 and p.decision == "stop"
    assert "special power_1" not in p.may()


def test_beowulf_gains_more_at_a_bards_tale():
    p = rich((BEOWULF,))
    p.give(0)
    p.begin(layout.LOCATION, 0, kind=layout.BARD).do("take mana")
    assert p.goods(0) == (1, 2, 0)


def test_beowulf_draws_another_truthseeker_card_once():
    p = rich((BEOWULF,))
    p.effect("pathfinder").do("yes")
    assert p.decision == "use_power"
    p.do("special power_1", "yes")
    assert p.goods(0) == (3, 3, 5) and p.decision == "stop"
    p.effect("pathfinder").do("yes")
    assert p.decision == "stop"


def test_billy_ignores_rage_cards_but_not_the_wrath():
    """His own losses and bans, not what a card does to the board (rulings 43, A12)."""
    p = rich((BILLY,))
    p.effect("poverty")
    assert p.goods(0) == (3, 3, 3) and p.goods(1) == (1, 3, 3)
    p.effect("silence")
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0)
    assert "special power_1" in p.may()
    p.next_card("poverty")
    p.begin(layout.RAGE_CARD, 0, deck=layout.RAGE, flag=1)
    assert p.goods(0) == (1, 3, 3)


def test_billy_gains_a_cube():
    p = rich((BILLY,))
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0).do("special power_1")
    assert p.goods(0) == (3, 3, 4)


def test_hercules_has_coin_from_arenas_free_also_on_a_wildland():
    """Powers at locations hold for copies (ruling 9)."""
    p = rich((HERCULES,))
    p.give(0)
    p.begin(layout.LOCATION, 0, kind=layout.ARENA)
    p.begin(layout.LOCATION, 0, kind=layout.ARENA, flag=1)
    assert p.goods(0) == (4, 0, 0)


def test_hercules_cancels_a_black_swan_card_with_its_icon():
    """Ruling A12."""
    p = rich((HERCULES,))
    p.effect("the_witch_stirs").do("special power_1")
    assert p.s["rage"] == 0
    p.effect("the_witch_stirs")
    assert p.s["rage"] == 1


def test_merlin_has_towers_free_but_not_copied_ones():
    """His text excludes the Wildland (ruling 9)."""
    p = rich((MERLIN,))
    p.give(0)
    p.s["spot"][0] = -6
    p.begin(layout.TURN, 0)
    assert "move stop_2" in p.may()
    p.begin(layout.LOCATION, 0, kind=layout.ICE_TOWER)
    assert p.seat(0)["scrolls"][1][1] == 1
    p.give(0, mana=1)
    p.begin(layout.LOCATION, 0, kind=layout.ICE_TOWER, flag=1)
    assert p.seat(0)["scrolls"][1][2] == 1 and p.goods(0) == (0, 0, 0)


def test_merlin_ignores_a_rage_card_for_its_whole_life():
    """Even one that forbids powers, as it is drawn (rulings 42, A12)."""
    p = rich((MERLIN,))
    p.effect("silence")
    assert p.to_act == 0 and p.decision == "use_power"
    p.do("special power_1")
    assert p.s["rage_ignored"] == 1
    p.effect("poverty")
    assert p.goods_of_all() == [(1, 3, 3)] * 3 and p.s["rage_ignored"] == 0
    p.seat(0)["power_used"] = 0
    p.next_card("poverty")
    p.begin(layout.RAGE_CARD, 0, deck=layout.RAGE, flag=1)
    assert p.goods(0) == (0, 3, 3)  # the Wrath asks nobody


def test_perseus_gains_when_he_shows_an_oracle_card():
    """Not for the Cloak (ruling 40)."""
    p = rich((0, PERSEUS))
    p.holds(medusa=1, cloak_of_invisibility=1)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe", "show_card medusa")
    assert p.to_act == 1 and p.decision == "goods"
    p.do("take mana")
    assert p.goods(1) == (3, 4, 3)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe", "show_cloak")
    assert p.goods(1) == (3, 4, 3)


def test_perseus_asks_once_at_an_oracle_free():
    """The one question costs nothing; it is no second one (ruling 39)."""
    p = rich((PERSEUS,))
    p.s["die"] = 4
    p.give(0)
    p.begin(layout.QUESTION, 0, kind=1)
    assert p.may() == {"done", "special power_1"}
    p.do("special power_1", "target hero_1", "ask_card medusa", "ask_card axe")
    assert p.to_act == 1 and p.goods(0) == (0, 0, 0) and p.seat(0)["power_used"] == 1


def test_red_gains_more_at_oracles():
    """At each arrival, even the last (ruling 44)."""
    p = rich((RED,))
    p.s["arrived"], p.s["arrival"][:2] = 2, (2, 3)
    p.s["spot"][:3] = -6, 99, 98
    p.begin(layout.TURN, 0).do("move oracle", "take coin")
    assert p.goods(0) == (4, 3, 3)


def test_red_looks_under_an_oracle_or_draws_a_clue_tile():
    """Ruling 45."""
    for which, text in ((0, "oracle_space oracle_4"), (1, "")):
        p = rich((RED,))
        p.s["spot"][0] = -6
        p.begin(layout.TURN, 0)
        assert {"special power_1", "special power_2"} <= p.may()
        p.do(f"special power_{which + 1}")
        if text:
            p.do(text)
        assert p.seat(0)["tile_count"] == 1 + which
        assert p.s["viewers"][4] == 1 - which
        assert not any(option.startswith("special") for option in p.may())


def test_ivan_is_immune_from_what_is_negative():
    """From the tracker's step of such a card too; an icon on a good card counts (ruling A13)."""
    p = rich((IVAN,))
    for slug in ("lose_coin", "the_witch_stirs", "toll", "loose_tongue"):
        p.effect(slug)
        assert p.goods(0) == (3, 3, 3) and p.s["rage"] == 0 and p.decision == "stop"
    p.effect("stolen_purse")
    assert p.goods(0) == (5, 3, 3) and p.s["rage"] == 1


def test_ivan_is_paid_by_those_who_ask():
    """Declared before the first question (ruling A13); he himself pays the supply."""
    p = rich((0, IVAN))
    at_oracle(p, 0, 1, 2)
    p.s["die"] = 3
    p.begin(layout.SPEAKING, cursor=3)
    assert p.to_act == 1 and p.decision == "use_power"
    p.do("special power_1", "target hero_0", "ask_card medusa", "ask_card axe")
    assert p.goods(2) == (2, 2, 3) and p.goods(1) == (4, 4, 3)
    p.until("ask")
    assert p.to_act == 1
    p.do("target hero_2", "ask_card medusa", "ask_card axe")
    assert p.goods(1)[1] == 3


def test_ivan_keeps_his_power_while_the_die_shows_a_scroll_or_nothing():
    for die in (5, layout.BLANK):
        p = rich((0, IVAN))
        at_oracle(p, 0, 1, 2)
        p.s["die"] = die
        p.begin(layout.SPEAKING, cursor=3)
        assert p.decision != "use_power"
