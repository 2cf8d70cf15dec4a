"""Each shipped card does what its row says: one test a card, named after it, in order of number."""

import pytest

from pagan_env.pagan.layout import EVIDENCE, FAVOR, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from pagan_env.pagan.turn import BEGIN

from .position import Position


def test_clerk():
    p = Position(HUNTER).in_play("clerk").hand(bribe=1).influence(HUNTER, 0).at_step(BEGIN)
    assert p.decision == "upkeep_effect"
    assert p.legal == {"use ally_1", "done"}
    p.do("use ally_1", "card bribe")
    assert p.discarded("bribe") == 1
    assert p.count_influence(HUNTER) == 3
    p.do("pay")  # the rulebook's example: upkeep 1
    assert p.count_influence(HUNTER) == 2
    assert p.at("clerk") == [1]


def test_clerk_without_cards_offers_no_effect():
    p = Position(HUNTER).in_play("clerk").influence(HUNTER, 1).at_step(BEGIN)
    assert p.decision == "ally_payment"
    assert p.legal == {"pay", "drop ally_1"}


def test_bribe():
    p = Position(HUNTER).hand(bribe=1).influence(HUNTER, 3).do("play bribe regular")
    assert p.s.seats[HUNTER].evidence == 1
    assert p.count_influence(HUNTER) == 0
    assert p.discarded("bribe") == 1


def test_bribe_without_evidence_in_the_supply_can_do_nothing():
    p = Position(HUNTER).hand(bribe=1).influence(HUNTER, 3).leave_in_supply(EVIDENCE, 0)
    assert "bribe regular" not in p.starting("play")  # ruling 49


def test_gossip():
    p = Position(WITCH).in_play("gossip", on="doctor_annie").do("visit doctor_annie regular")
    assert p.on("doctor_annie") == (1, 0, 0)


def test_gossip_is_deaf_to_the_hunter():
    p = Position(HUNTER).in_play("gossip", on="doctor_annie").do("visit doctor_annie regular")
    assert p.on("doctor_annie") == (0, 0, 0)


def test_lock_down():
    p = Position(WITCH).in_play("lock_down", on="doctor_annie").hand(gather=1)
    assert p.starting("visit") >= {"doctor_annie regular", "doctor_annie familiar"}
    p.do("visit doctor_annie familiar", "villager doctor_annie", "villager doctor_annie")
    v = p.s.villagers[p.villager("doctor_annie")]
    assert (v.pawns[WITCH], v.familiar_pawn) == (2, 1)  # a regular and the familiar (ruling 51)
    assert p.starting("visit") == {f"{slug} regular" for slug in p.ruleset.villagers if slug != "doctor_annie"}


def test_lock_down_needs_two_pawns():
    p = Position(WITCH).in_play("lock_down", on="doctor_annie")
    p.do("gain_influence regular", "gain_influence regular")
    assert not any("doctor_annie" in visit for visit in p.starting("visit"))


def test_lock_down_does_not_bind_the_hunter():
    p = Position(HUNTER).in_play("lock_down", on="doctor_annie").do("visit doctor_annie regular")
    assert p.s.villagers[p.villager("doctor_annie")].pawns[HUNTER] == 1


def test_persuasion():
    p = Position(HUNTER).in_play("persuasion", on="stranger_sue").do("visit stranger_sue regular")
    assert p.s.seats[HUNTER].evidence == 1
    assert p.at("persuasion")  # it stays


def test_armory():
    p = Position(HUNTER).in_play("armory").tokens("beau_johnson", secrets=3).tokens("doctor_annie", secrets=1)
    p.do("activate location_1", "villager beau_johnson", "villager beau_johnson")
    assert p.on("beau_johnson") == (0, 1, 0)
    assert p.s.places[p.at("armory")[0]].pawn == 1
    assert p.starting("activate") == set()  # one use a turn (ruling 29)


def test_armory_removes_what_there_is():
    p = Position(HUNTER).in_play("armory").tokens("beau_johnson", secrets=1).do("activate location_1")
    assert p.on("beau_johnson") == (0, 0, 0)
    assert p.decision == "action"


def test_surplus_elixir():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("consume brew_1")
    assert all(p.on(slug) == (0, 1, 0) for slug in p.ruleset.villagers)
    assert p.at("surplus_elixir") == []
    assert p.discarded("surplus_elixir") == 1
    assert p.s.supply[SECRET] == 30 - 9
    assert p.decision == "action"  # free: the question stands


def test_surplus_elixir_needs_four_secrets():
    assert Position(WITCH).in_play("surplus_elixir", secrets=3).starting("consume") == set()


def test_suggestion():
    p = Position(WITCH).hand(suggestion=1).influence(WITCH, 1).pawns(HUNTER, "doctor_annie", 2)
    p.do("play suggestion regular")
    assert p.s.villagers[p.villager("doctor_annie")].pawns[HUNTER] == 0
    assert p.s.seats[HUNTER].pawns == 3
    assert p.discarded("suggestion") == 1


def test_suggestion_needs_hunter_pawns():
    p = Position(WITCH).hand(suggestion=1).influence(WITCH, 1).pawns(WITCH, "doctor_annie")
    assert "suggestion regular" not in p.starting("play")


def test_allure():
    p = Position(WITCH).hand(allure=1).influence(WITCH, 3).tokens("doctor_annie", favors=1)
    p.do("play allure regular")
    assert "villager doctor_annie" not in p.legal
    p.do("villager stranger_sue")
    assert p.on("stranger_sue") == (0, 0, 1)


def test_obscuring_mist():
    everyone = {slug: 1 for slug in Position().ruleset.villagers} | {"doctor_annie": 4, "stranger_sue": 5}
    p = Position(HUNTER).in_play("obscuring_mist").influence(HUNTER, 3)
    for slug, clues in everyone.items():
        p.tokens(slug, clues=clues)
    assert p.starting("eliminate") == {"stranger_sue"}
    assert p.starting("lift") == {"enchantment_1"}
    p.do("lift enchantment_1")
    assert p.count_influence(HUNTER) == 0
    assert p.discarded("obscuring_mist") == 1
    assert p.starting("eliminate") == {"doctor_annie", "stranger_sue"}


def test_two_obscuring_mists_add_up():
    p = Position(HUNTER).in_play("obscuring_mist", "obscuring_mist")
    for slug in p.ruleset.villagers:
        p.tokens(slug, clues=6 if slug == "mayor_biggs" else 1)
    assert p.starting("eliminate") == set()  # 3 + 2 + 2 (ruling 50)


def test_gather():
    p = Position(WITCH).in_play("gather").do("gain_influence familiar", "familiar familiar_1 plain")
    assert p.s.seats[WITCH].hand_size == 1


def test_gather_empowered():
    p = Position(WITCH).in_play("gather").influence(WITCH, 2).do("draw_card familiar", "familiar familiar_1 empowered")
    assert p.s.seats[WITCH].hand_size == 3
    assert p.count_influence(WITCH) == 0


def test_learn_secrets():
    p = Position(WITCH).in_play("learn_secrets").do("draw_card familiar", "familiar familiar_1 plain")
    assert p.count_influence(WITCH) == 1


def test_learn_secrets_empowered():
    p = Position(WITCH).in_play("learn_secrets").hand(allure=1)
    p.do("gain_influence familiar", "familiar familiar_1 empowered", "card allure")
    assert p.count_influence(WITCH) == 2 + 3  # in place of the plain effect, not on top of it
    assert p.discarded("allure") == 1


@pytest.mark.parametrize("name", ruleset_names())
def test_every_card_has_a_test(name):
    ruleset = load_ruleset(name)
    missing = [card.slug for seat in ruleset.kinds for card in seat if f"test_{card.slug}" not in globals()]
    assert missing == []


def test_favor_shortage_of_allure():
    p = Position(WITCH).hand(allure=1).influence(WITCH, 3).tokens("doctor_annie", favors=1).leave_in_supply(FAVOR, 0)
    p.do("play allure regular", "villager stranger_sue")
    assert p.decision == "shortage"
    assert p.legal == {"villager doctor_annie", "done"}
    p.do("villager doctor_annie")
    assert (p.on("doctor_annie"), p.on("stranger_sue")) == ((0, 0, 0), (0, 0, 1))
