"""The rulebook's own examples, and the lines of it that say exactly what happens."""

from __future__ import annotations

import numpy as np
import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.layout import ALADDIN, ALICE, HAND, MERLIN
from pagan_env.paradise_lost.observe import SLICES
from pagan_env.paradise_lost.rulesets import load_ruleset
from pagan_env.paradise_lost.tables import NO_POWERS
from tests.paradise_lost.support import Position, deal, observed


def test_a_wildland_in_the_soulless_swamp():
    """Merlin can't copy the Bard's Tale, as Alice stands on one of the two; he copies the Market and trades 2 Coin for 1 Mana."""
    p = Position(heroes=(MERLIN, ALICE))
    p.at("soulless_swamp")
    p.stand(0, 5)
    p.stand(1, 9)
    p.give(0, coin=2)
    p.begin(layout.LOCATION, 0, kind=layout.WILDLAND)
    assert "copy bard" not in p.may()
    p.do("copy market")  # with 2 Coin that is the one trade there is
    assert p.goods(0) == (0, 1, 0)


def test_the_next_rage_card_lifts_the_ban_on_powers():
    """`Heroes may not use their special powers` is replaced by `Lose 2 Coin` when the tracker comes to 4."""
    p = Position(heroes=(ALADDIN,))
    deck, kind = p.kind("silence")
    p.s["rage_card"] = kind
    p.s["rage"] = 3
    p.s["deck"][deck][kind] -= 1
    for seat in range(3):
        p.give(seat, coin=3 - seat, mana=1)
    p.at(2)
    p.begin(layout.TURN, 0)
    assert "special power_1" not in p.may()
    p.next_card("poverty")
    p.begin(layout.RAISE, 0, amount=1)
    assert p.s["rage"] == 4
    assert [coin for coin, _, _ in p.goods_of_all()] == [1, 0, 0]
    p.begin(layout.TURN, 0)
    assert "special power_1" in p.may()
    rows = p.ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["cards"]
    assert rows[deck, kind]["effect"] == NO_POWERS


def arrows(p: Position, realm: str, clue: str) -> list[int]:
    """The arrows on each Realm for one tile on one of them."""
    p.s["height"][:] = 0
    at = 1 + ("cloud_mountains", "cedar_forest", "pagan_wasteland", "soulless_swamp", "witchs_palace").index(realm)
    p.s["stacks"][at][0] = 1 + layout.CLUE_NAMES.index(clue)
    p.s["height"][at] = 1
    rows = observed(p.states, p.ruleset, 0)[SLICES["realms"]].reshape(5, -1)
    return rows[:, -1].tolist()


@pytest.mark.parametrize(
    ("clue", "points_at"),
    [
        ("across", [0, 0, 1, 1, 0]),
        ("within_sight", [0, 1, 0, 0, 1]),
        ("left", [0, 0, 0, 0, 1]),
        ("right", [0, 1, 0, 0, 0]),
        ("this", [1, 0, 0, 0, 0]),
        ("not", [-1, 0, 0, 0, 0]),
    ],
)
def test_the_realms_form_a_ring(clue: str, points_at: list[int]):
    """On the Cloud Mountains, Across is the Swamp or the Wasteland, Within Sight the Palace or the Forest (rulings 29, 30)."""
    assert arrows(Position(), "cloud_mountains", clue) == points_at


def test_aladdin_hides_under_the_cloak():
    """Merlin's Truthseeker card lets him ask; Aladdin has the Jabberwocky and shows the Cloak instead, which Merlin takes."""
    p = Position(heroes=(MERLIN, ALADDIN))
    p.holds(jabberwocky=1, cloak_of_invisibility=1, troll=2)
    p.s["seats"][1]["immune"] = 1  # no player has immunity from this question
    p.s["die"] = layout.BLANK
    p.effect("question", 0)
    p.do("yes", "target hero_1", "ask_card jabberwocky", "ask_card troll")
    assert p.to_act == 1
    assert p.may() == {"show_card jabberwocky", "show_cloak"}
    p.do("show_cloak")
    cloak = p.card("cloak_of_invisibility")
    assert p.s["where"][cloak] == HAND + 0
    assert p.seat(0)["hand"][cloak] == 1 and p.seat(1)["hand"][cloak] == 0
    assert (p.seat(0)["hand_size"], p.seat(1)["hand_size"]) == (5, 3)
    for seat in range(3):
        assert p.seat(seat)["possible"][cloak] == 1 << HAND
    p.check()


@pytest.mark.parametrize(
    ("heroes", "under", "each", "cloak"),
    [(2, (1, 1, 1, 2), 5, False), (3, (1, 1, 1, 1), 4, True), (4, (1, 1, 1, 1), 3, True), (5, (2, 1, 1, 2), 2, True)],
)
def test_how_many_oracle_cards_are_dealt(heroes: int, under: tuple[int, ...], each: int, cloak: bool):
    state = deal(7, load_ruleset("standard", heroes)).view(np.ndarray)[0]
    assert tuple(state["face_down"][1:]) == under
    assert [int(seat["hand_size"]) for seat in state["seats"]] == [each] * heroes + [0] * (5 - heroes)
    assert bool(state["where"][layout.CLOAK]) == cloak
    envelope = np.flatnonzero(state["where"] == layout.ENVELOPE)
    assert len(envelope) == 2 and envelope[0] <= 9 < envelope[1] <= 18


def at_gates(p: Position) -> Position:
    p.s["round_number"] = 5
    p.s["face_down"][:] = 0  # all Oracles have spoken
    for card in range(1, 21):
        if layout.UNDER < p.s["where"][card] < HAND:
            p.s["open_at"][card] = p.s["where"][card]
    return p.begin(layout.GATES)


def put(p: Position, realm: int, *clues: str) -> None:
    for clue in clues:
        p.s["stacks"][realm][p.s["height"][realm]] = 1 + layout.CLUE_NAMES.index(clue)
        p.s["height"][realm] += 1


def set_realms(p: Position, *realms: int) -> None:
    for seat, realm in enumerate(realms):
        p.seat(seat)["realm"] = realm


def test_most_arrows_less_the_red_x_mark_the_hideout():
    """Two arrows on Realm 2 and a red X make one, so that Realm 3 with two arrows is the Hideout; buried tiles don't count."""
    p = Position()
    set_realms(p, 2, 3, 4)
    put(p, 1, "right")  # 2
    put(p, 3, "left", "this")  # 3; the buried one would point at 2
    put(p, 2, "not")
    put(p, 4, "left")  # 3
    put(p, 5, "across")  # 2 and 3
    at_gates(p)
    assert p.s["hideout"] == 3
    assert p.to_act == 1 and p.decision == "advantage"


def test_a_tie_goes_to_the_owner_with_most_seeker_cubes():
    p = Position()
    set_realms(p, 2, 3, 4)
    put(p, 1, "right")
    put(p, 4, "left")
    for seat, cubes in enumerate((1, 2, 5)):
        p.give(seat, cubes=cubes)
    at_gates(p)
    assert p.s["hideout"] == 3
    assert [int(seat["found"]) for seat in p.s["seats"][:3]] == [0, 1, 0]


def test_the_advantage_is_declared_first_and_the_question_asked_just_before_the_claim():
    p = Position()
    set_realms(p, 2, 3, 4)
    put(p, 3, "this")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((5, 3, 1)):
        p.give(seat, coin=coin)
    at_gates(p)
    assert (p.to_act, p.may()) == (1, {"advantage first_claim", "advantage question"})
    p.do("advantage question")
    assert (p.to_act, p.decision) == (0, "villain_claim")  # the Claim order stays
    wrong = next(slug for slug in p.ruleset.villains if p.s["where"][p.card(slug)] != layout.ENVELOPE)
    p.do(f"claim_villain {wrong}", "claim_weapon axe")
    assert (p.to_act, p.decision) == (1, "ask")


def test_the_first_claim_goes_before_the_claim_order():
    p = Position()
    set_realms(p, 2, 3, 4)
    put(p, 3, "this")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((5, 3, 1)):
        p.give(seat, coin=coin)
    at_gates(p).do("advantage first_claim")
    assert (p.to_act, p.decision) == (1, "villain_claim")
    assert p.s["order"][:3].tolist() == [2, 1, 3]


def test_magic_stands_for_what_it_reveals():
    """Five Fire Scroll cards replace the Villain, five Ice ones the Weapon, both together the whole Claim (rulings 12, 54)."""
    p = Position(hideout=0)
    p.holds(medusa="envelope", axe="envelope")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((5, 4, 3)):
        p.give(seat, coin=coin)
    p.scrolls(0, fire="12345")
    p.scrolls(1, ice="12345")
    p.scrolls(2, fire="12345", ice="12345")
    at_gates(p)
    assert "claim_villain fire_magic" in p.may()
    p.do("claim_villain fire_magic")
    assert "claim_weapon ice_magic" not in p.may()
    p.do("claim_weapon horns")
    assert "claim_villain fire_magic" not in p.may()
    p.do("claim_villain troll", "claim_weapon ice_magic")
    assert p.s["ending"] == layout.CLAIMED  # the third wins without a word
    assert [int(seat["won"]) for seat in p.s["seats"][:3]] == [0, 0, 1]
    assert p.s["failed_count"] == 2


@pytest.mark.parametrize(("fire", "ice"), [("12345", ""), ("", "12345")])
def test_a_claim_with_magic_wins(fire: str, ice: str):
    p = Position(hideout=0)
    p.holds(medusa="envelope", axe="envelope")
    p.s["criterion"] = layout.BY_SCROLL
    p.scrolls(0, fire=fire, ice=ice)
    at_gates(p)
    p.do("claim_villain fire_magic" if fire else "claim_villain medusa", "claim_weapon axe" if fire else "claim_weapon ice_magic")
    assert p.s["ending"] == layout.CLAIMED and p.seat(0)["won"]
    assert p.s["open_at"][p.card("medusa")] == layout.ENVELOPE == p.s["open_at"][p.card("axe")]


def test_the_oracles_spaces_are_taken_in_order_of_arrival():
    """First 1 Coin and 1 Mana, then 1 of the two, the last nothing but the free Clue tile (rulings 2, 4)."""
    p = Position()
    p.at(1)
    for seat in range(3):
        p.give(seat)
    p.begin(layout.TURN, 1).do("move oracle")
    assert p.goods(1) == (1, 1, 0)
    assert p.to_act == 0
    p.do("move oracle")
    assert p.decision == "goods"
    p.do("take coin")
    assert p.goods(0) == (1, 0, 0)
    p.do("move oracle")
    assert p.goods(2) == (0, 0, 0)
    assert p.s["arrival"][:3].tolist() == [2, 1, 3]
    assert (p.to_act, p.decision) == (2, "place_tile")


@pytest.mark.parametrize(("realm", "raised"), [(1, 1), (2, 1), (3, 1), (4, 0)])
def test_the_tracker_goes_up_at_each_journey_but_the_last(realm: int, raised: int):
    p = Position(hideout=0)
    p.at(realm)
    p.s["die"] = layout.BLANK
    for n in range(3):
        p.s["arrival"][n] = n + 1
        p.s["spot"][n] = 99 - n
    p.s["arrived"] = 3
    _, p.s["rage_card"] = p.kind("closed_markets")
    before = int(p.s["rage"])
    p.s["stack"][0]["step"] = 1
    p.begin(layout.ORACLE)
    while p.decision == "ask":
        p.do("done")
    assert p.s["rage"] - before == raised
    assert p.s["rage_card"] == 0
    assert p.to_act == 2  # in reverse order of arrival
