"""Every kind of card of the three decks, each in a test of its name."""

from __future__ import annotations

import inspect
import sys

import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.describe import card_text
from pagan_env.paradise_lost.layout import HAND, PERSEUS
from pagan_env.paradise_lost.rulesets import load_ruleset
from tests.paradise_lost.support import Position

KINDS = [card for deck in load_ruleset().cards for card in deck]


def test_every_kind_has_its_test():
    tests = {name for name, _ in inspect.getmembers(sys.modules[__name__], inspect.isfunction)}
    assert [card.slug for card in KINDS if f"test_{card.slug}" not in tests] == []


@pytest.mark.parametrize("card", KINDS, ids=lambda card: card.slug)
def test_every_text_is_a_sentence(card):
    text = card_text(load_ruleset(), card)
    assert text[0].isupper() and text.endswith(".") and "{" not in text


def rich(heroes: tuple[int, ...] = (), num_heroes: int = 3, **numbers: int) -> Position:
    """A position where all have 3 of everything and no Scroll card left has an icon."""
    p = Position(num_heroes, heroes=heroes, **numbers)
    p.at(2)
    p.s["spot"][0] = 21
    for seat in range(num_heroes):
        p.give(seat, 3, 3, 3)
    p.next_scrolls_are(icons=False)
    return p


# ---- Black Swan -----------------------------------------------------------------------------------------------------


def test_lose_coin():
    """As much as one has (ruling 21)."""
    p = rich()
    p.effect("lose_coin")
    assert p.goods(0) == (1, 3, 3)
    p.effect("lose_coin")
    assert p.goods(0) == (0, 3, 3)


def test_lose_mana():
    p = rich()
    p.effect("lose_mana")
    assert p.goods(0) == (3, 1, 3)


def test_lose_cube():
    p = rich()
    p.effect("lose_cube")
    assert p.goods(0) == (3, 3, 2)
    p.give(0, 2, 2, 0)
    p.effect("lose_cube")
    assert p.goods(0) == (1, 1, 0)


def test_torn_scroll():
    """A Scroll card of one's choice goes back (rulings 13, 14: what is returned has no icon)."""
    p = rich()
    p.scrolls(0, fire="1", ice="23")
    left = p.s["scrolls_left"].copy()
    p.effect("torn_scroll")
    assert p.may() == {"scroll fire number_1", "scroll ice number_2", "scroll ice number_3"}
    p.do("scroll ice number_2")
    assert p.s["scrolls_left"][1][2] == left[1][2] + 1
    assert not p.seat(0)["scrolls"][1][2]
    p.scrolls(1)
    p.effect("torn_scroll", 1)  # without one nothing happens
    assert p.decision == "stop"


def test_the_witch_stirs():
    p = rich()
    p.effect("the_witch_stirs")
    assert p.s["rage"] == 1


def test_loose_tongue():
    """Any card may be shown, Excalibur and the Cloak too; it is no question (ruling A4)."""
    p = rich()
    p.holds(excalibur=0, cloak_of_invisibility=0, medusa=0)
    p.effect("loose_tongue")
    assert p.may() == {"target hero_1", "target hero_2"}
    p.do("target hero_2")
    assert {"show_excalibur", "show_cloak", "show_card medusa"} <= p.may()
    p.do("show_card medusa")
    card = p.card("medusa")
    assert p.seat(2)["possible"][card] == 1 << HAND
    assert p.seat(1)["possible"][card] != 1 << HAND
    assert p.seat(0)["shown"][card] == 1 << 2
    assert any("Medusa" in line for line in p.log(2)) and not any("Medusa" in line for line in p.log(1))


def test_toll():
    """A Coin or a Mana for the Hero furthest back but oneself."""
    p = rich()
    p.effect("toll")
    p.do("take mana")
    assert p.goods_of_all() == [(3, 2, 3), (3, 4, 3), (3, 3, 3)]
    p.give(0)
    p.effect("toll")
    assert p.decision == "stop"


def test_stolen_purse():
    p = rich()
    p.effect("stolen_purse")
    assert p.goods(0) == (5, 3, 3) and p.s["rage"] == 1


def test_purse():
    p = rich()
    p.effect("purse")
    assert p.goods(0) == (6, 3, 3)


def test_spring():
    p = rich()
    p.effect("spring")
    assert p.goods(0) == (3, 6, 3)


def test_guide():
    p = rich()
    p.effect("guide")
    assert p.goods(0) == (3, 3, 4)


def test_dark_mirror():
    """A facedown card under an Oracle, for one's own eyes."""
    p = rich()
    p.effect("dark_mirror")
    assert p.may() == {f"oracle_space oracle_{n}" for n in (1, 2, 3, 4)}
    p.do("oracle_space oracle_3")
    (card,) = (c for c in range(1, 21) if p.s["where"][c] == layout.UNDER + 3)
    assert p.seat(0)["possible"][card] == 1 << (layout.UNDER + 3)
    assert p.seat(1)["possible"][card] != 1 << (layout.UNDER + 3)
    assert p.s["viewers"][3] == 1
    p.effect("dark_mirror")
    assert "oracle_space oracle_3" not in p.may()


def test_gift_of_the_tower():
    p = rich()
    p.effect("gift_of_the_tower")
    p.do("scroll_type ice")
    assert p.seat(0)["scrolls"][1][1] == 1 and p.goods(0) == (3, 3, 3)


# ---- Truthseeker ----------------------------------------------------------------------------------------------------


def test_question():
    """At the price of the die for the next Oracle (ruling A16); one who can't pay asks nothing."""
    p = rich()
    p.s["die"] = 3
    p.effect("question")
    p.do("yes", "target hero_1", "ask_card medusa", "ask_card axe")
    assert p.goods(0) == (2, 2, 3)
    p.until("stop")
    p.give(0, coin=1)
    p.effect("question").do("yes")
    assert p.decision == "stop" and p.goods(0)[0] == 1


def test_glimpse():
    p = rich()
    p.effect("glimpse")
    p.do("yes", "oracle_space oracle_1")
    assert p.goods(0) == (2, 3, 3) and p.s["viewers"][1] == 1
    p.effect("glimpse")
    p.do("done")
    assert p.goods(0) == (2, 3, 3)


def test_confidence():
    """The Hero chosen picks the card; Perseus gains by it (ruling A12)."""
    p = rich((0, PERSEUS))
    p.holds(troll=1, cloak_of_invisibility=1)
    p.effect("confidence").do("yes", "target hero_1")
    assert p.to_act == 1 and {"show_card troll", "show_cloak"} <= p.may()
    p.do("show_card troll", "take coin")
    assert p.goods(0) == (3, 2, 3) and p.goods(1) == (4, 3, 3)
    assert p.seat(0)["possible"][p.card("troll")] == 1 << (HAND + 1)


def test_keen_eye():
    """The owner learns which card was seen (ruling A4)."""
    p = rich()
    p.effect("keen_eye").do("yes", "target hero_2")
    assert p.goods(0) == (3, 1, 3)
    (card,) = (c for c in range(1, 21) if p.seat(2)["shown"][c])
    assert p.seat(0)["possible"][card] == 1 << (HAND + 2)


def test_trail_sign():
    p = rich()
    p.effect("trail_sign").do("yes")
    assert p.seat(0)["tile_count"] == 2 and p.s["pile_size"] == 15 - 3 - 1


def test_whisper():
    p = rich()
    p.effect("whisper").do("yes", "target hero_1")
    assert p.seat(1)["realm_seen"] == 3 and p.seat(1)["realm_viewers"] == 1


def test_turned_sign():
    """An unlocked tile moves; a locked one doesn't, nor does anything come to lie on it (ruling 26)."""
    p = rich()
    p.effect("turned_sign").do("yes")
    assert p.decision == "stop"  # there is no tile
    for realm, kind in ((1, layout.LEFT), (2, layout.THIS)):
        p.s["stacks"][realm][0] = kind
        p.s["height"][realm] = 1
    p.s["locked"][2] = 1
    p.effect("turned_sign").do("yes")
    moves = {f"move_tile cloud_mountains {realm}" for realm in ("pagan_wasteland", "soulless_swamp", "witchs_palace")}
    assert p.may() == moves
    p.do("move_tile cloud_mountains witchs_palace")
    assert p.s["height"][1] == 0 and p.s["stacks"][5][0] == layout.LEFT


def test_pathfinder():
    p = rich()
    p.effect("pathfinder").do("yes")
    assert p.goods(0) == (3, 3, 4)


def test_veil():
    """Nobody may question one until the end of the next Oracle, but for a card that says so (ruling 37)."""
    p = rich()
    p.effect("veil").do("yes")
    p.effect("bold_question", 1)
    assert p.may() == {"done", "target hero_2"}
    p.s["die"] = layout.BLANK
    p.effect("question", 1).do("yes")
    assert "target hero_0" in p.may()


def test_bold_question():
    """Forced, as it has an icon; the question itself may be left."""
    p = rich()
    p.effect("bold_question")
    assert p.decision == "ask"
    p.do("done")
    assert p.s["rage"] == 1 and p.goods(0) == (3, 3, 3)


def test_stolen_glimpse():
    p = rich()
    p.effect("stolen_glimpse")
    p.do("oracle_space oracle_2")
    assert p.s["rage"] == 1


# ---- Witch's Rage ---------------------------------------------------------------------------------------------------


def test_poverty():
    p = rich()
    p.give(2, 1, 1, 1)
    p.effect("poverty")
    assert p.goods_of_all() == [(1, 3, 3), (1, 3, 3), (0, 1, 1)]


def test_drought():
    p = rich()
    p.effect("drought")
    assert p.goods_of_all() == [(3, 1, 3)] * 3


def test_blindness():
    p = rich()
    p.effect("blindness")
    assert p.goods_of_all() == [(3, 3, 2)] * 3


def test_burning_pages():
    """Each Hero's highest-numbered Scroll card; of two alike it is the Hero's choice."""
    p = rich()
    p.scrolls(0, fire="13", ice="3")
    p.scrolls(1, ice="12")
    p.effect("burning_pages")
    assert p.to_act == 0 and p.may() == {"scroll fire number_3", "scroll ice number_3"}
    p.do("scroll fire number_3")
    assert p.seat(1)["scrolls"][1].tolist() == [0, 1, 0, 0, 0, 0]
    assert p.seat(0)["scrolls"].sum() == 2


def test_storm():
    """Every unlocked topmost tile, whoever ignores Rage cards (ruling A12)."""
    p = rich((layout.BILLY,))
    for realm in (1, 2):
        p.s["stacks"][realm][:2] = layout.LEFT
        p.s["height"][realm] = 2
    p.s["locked"][2] = 1
    p.effect("storm")
    assert p.s["height"].tolist() == [0, 1, 2, 0, 0, 0]
    assert p.s["discarded_tiles"][layout.LEFT] == 1


def lasting(slug: str, wrath: bool = False, heroes: tuple[int, ...] = ()) -> Position:
    p = rich(heroes)
    deck, _ = p.kind(slug)
    p.next_card(slug)
    return p.begin(layout.RAGE_CARD, 0, deck=deck, flag=int(wrath))


def test_silence():
    """Powers of once a game, not those that always go on (ruling 20)."""
    p = lasting("silence", heroes=(layout.ALADDIN,))
    p.begin(layout.TURN, 0)
    assert not any(text.startswith("special") for text in p.may())
    p.give(0)
    p.begin(layout.LOCATION, 0, kind=layout.SHRINE)
    assert p.goods(0) == (0, 2, 0)


def test_closed_markets():
    p = lasting("closed_markets")
    p.s["spot"][0] = -1
    p.begin(layout.TURN, 0)
    assert "move stop_8" not in p.may()
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND)
    assert "copy market" not in p.may()


def test_greedy_towers():
    """Merlin's Towers stay free (ruling A12); others pay 1 Mana more."""
    p = lasting("greedy_towers", heroes=(0, layout.MERLIN))
    p.begin(layout.LOCATION, 0, kind=layout.FIRE_TOWER)
    assert p.goods(0) == (3, 1, 3)
    p.begin(layout.LOCATION, 1, kind=layout.FIRE_TOWER)
    assert p.goods(1) == (3, 3, 3)
    p.begin(layout.LOCATION, 1, kind=layout.FIRE_TOWER, flag=1)
    assert p.goods(1) == (3, 1, 3)


def test_withered_lands():
    p = lasting("withered_lands")
    p.s["spot"][0] = -1
    p.begin(layout.TURN, 0)
    assert "move stop_10" not in p.may()


def test_veiled_oracle():
    """At Oracles alone (ruling A12)."""
    p = lasting("veiled_oracle")
    p.s["die"] = 1
    p.begin(layout.QUESTION, 0, kind=1).do("target hero_1")
    assert p.goods(0) == (2, 2, 3)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1")
    assert p.goods(0) == (2, 2, 3)


def test_cold_welcome():
    """Red's extra good stays (ruling A12)."""
    p = lasting("cold_welcome", heroes=(0, layout.RED))
    p.begin(layout.TURN, 1).do("move oracle", "take mana")
    assert p.goods(1) == (3, 4, 3)
    p.begin(layout.TURN, 0).do("move oracle")
    assert p.goods(0) == (3, 3, 3)
