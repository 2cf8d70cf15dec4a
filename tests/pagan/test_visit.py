"""Visiting a Villager, step by step; playing cards by it."""

import pytest

from pagan_env.pagan.layout import CLUE, EVIDENCE, FAVOR, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset

from .position import Position


def test_villager_is_blocked_by_any_pawn():
    p = Position(HUNTER).pawns(WITCH, "doctor_annie").pawns(HUNTER, "stranger_sue")
    assert p.starting("visit") == {
        f"{slug} regular" for slug in p.ruleset.villagers if slug not in ("doctor_annie", "stranger_sue")
    }


def test_three_clues_yield_one_evidence_and_stay():
    """Ruling 11; counted before the visit's own Clues."""
    p = Position(HUNTER).tokens("doctor_annie", clues=5).do("visit doctor_annie regular")
    assert p.s.seats[HUNTER].evidence == 1
    assert p.on("doctor_annie")[0] == 5
    p = Position(HUNTER).tokens("doctor_annie", clues=2)
    p.do("visit doctor_annie regular", "villager doctor_annie", "villager doctor_annie")
    assert p.s.seats[HUNTER].evidence == 0


def test_no_evidence_left():
    p = Position(HUNTER).tokens("doctor_annie", clues=3).leave_in_supply(EVIDENCE, 0).do("visit doctor_annie regular")
    assert p.s.seats[HUNTER].evidence == 0


def test_conversion_up_to_twice_before_distribution():
    """Rulings 9 and 10."""
    p = Position(WITCH).tokens("trapper_adams", secrets=10).do("visit trapper_adams regular")
    assert p.decision == "conversion"
    p.do("convert", "convert")
    assert p.on("trapper_adams") == (0, 4, 2)
    assert p.decision == "distribution"  # no third, though 4 Secrets are left


def test_conversion_is_optional():
    p = Position(WITCH).tokens("trapper_adams", secrets=3).do("visit trapper_adams regular", "done")
    assert p.on("trapper_adams") == (0, 3, 0)


def test_secrets_placed_now_are_not_converted_now():
    p = Position(WITCH).tokens("widow_atkins", secrets=2).do("visit widow_atkins regular")
    assert p.decision == "distribution"


def test_assets_split_over_the_colour():
    """Ruling 12: the full value, freely split, occupied villagers included."""
    p = Position(HUNTER).pawns(WITCH, "native_pamuy").do("visit preacher_wulfric regular")
    assert p.legal == {"villager preacher_wulfric", "villager native_pamuy", "villager beau_johnson"}
    p.do("villager native_pamuy", "villager beau_johnson")
    assert (p.on("native_pamuy")[0], p.on("beau_johnson")[0]) == (1, 1)


def test_brews_take_assets_of_any_villager():
    p = Position(WITCH).in_play("surplus_elixir").do("visit doctor_annie regular", "place brew_1", "place brew_1")
    assert p.s.places[7].tokens[SECRET] == 2


def test_overfilled_brew():
    """Ruling 24: more Secrets than required are allowed; all of them return."""
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("visit doctor_annie regular", "place brew_1")
    p.do("place brew_1", "done", "consume brew_1")
    assert p.s.supply[SECRET] == 30 - 9


def test_eliminated_villager_is_no_target():
    p = Position(HUNTER)
    p.s.villagers[p.villager("native_pamuy")].eliminated = 1
    p.do("visit preacher_wulfric regular")
    assert p.legal == {"villager preacher_wulfric", "villager beau_johnson"}


def test_skill_twice_with_two_favors():
    """Ruling 13: for the Witch, Favors counted after conversion; the second use is optional."""
    p = Position(WITCH).tokens("trapper_adams", secrets=3, favors=1)
    p.do("visit trapper_adams regular", "convert", "villager trapper_adams")
    assert p.count_influence(WITCH) == 2
    assert p.decision == "skill_again"
    p.do("again")
    assert p.count_influence(WITCH) == 4
    q = Position(HUNTER).tokens("trapper_adams", favors=2).do("visit trapper_adams regular", "villager trapper_adams")
    assert q.count_influence(HUNTER) == 2
    assert q.decision == "action"


def test_mia_pays_the_opponent_each_time():
    """Ruling 15."""
    p = Position(WITCH).tokens("nestling_mia", favors=2)
    p.do("visit nestling_mia regular", "villager nestling_mia", "again")
    assert (p.count_influence(WITCH), p.count_influence(HUNTER)) == (6, 2)


@pytest.mark.parametrize("hand", [{}, {"bribe": 1}])
def test_play_skill_always_asks(hand):
    """Ruling 14: even with an empty hand or nothing to pay with, or the number of decisions would tell."""
    p = Position(HUNTER).hand(**hand).do("visit preacher_wulfric regular", "villager preacher_wulfric")
    p.do("villager preacher_wulfric")
    assert p.decision == "card_to_play"
    assert p.legal == {"done"}


def test_discount_stops_at_zero():
    """Ruling 33, and the rulebook's worked turn: Armory at 1 less is free."""
    p = Position(HUNTER).hand(armory=1).do("visit native_pamuy regular", "villager native_pamuy", "card armory")
    assert p.at("armory") == [4]
    assert p.count_influence(HUNTER) == 0


def test_beau_offers_both():
    p = Position(HUNTER).do("visit beau_johnson regular", "villager native_pamuy")
    assert p.legal == {"option option_1", "option option_2"}
    p.do("option option_1")
    assert p.count_influence(HUNTER) == 2
    assert p.decision == "action"


def test_mayor_biggs_does_two_things():
    p = Position(WITCH).do("visit mayor_biggs regular", "villager mayor_biggs")
    assert (p.s.seats[WITCH].hand_size, p.count_influence(WITCH)) == (1, 1)


def test_brew_window_before_an_automatic_skill():
    """Ruling 64."""
    p = Position(WITCH).in_play("surplus_elixir", secrets=3).do("visit trapper_adams regular")
    assert p.starting("consume") == set()
    p.do("place brew_1")
    assert p.decision == "brew_window"
    p.do("consume brew_1")
    assert p.count_influence(WITCH) == 2  # the skill follows


def test_brew_in_a_play_skill_has_no_window_of_its_own():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("visit native_pamuy regular", "villager native_pamuy")
    assert p.decision == "card_to_play"
    assert p.legal == {"done", "consume brew_1"}


def test_brew_only_in_the_first_decision_of_a_step():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("visit doctor_annie regular")
    assert p.starting("consume") == {"brew_1"}
    p.do("villager doctor_annie")
    assert p.starting("consume") == set()


def test_brew_not_in_the_second_conversion():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).tokens("trapper_adams", secrets=6)
    p.do("visit trapper_adams regular")
    assert p.legal == {"convert", "done", "consume brew_1"}
    p.do("convert")
    assert p.legal == {"convert", "done"}


def test_brew_between_two_uses_of_a_skill():
    """Ruling 64: the question whether to use it again is the window."""
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).tokens("trapper_adams", favors=2)
    p.do("visit trapper_adams regular", "villager trapper_adams", "done")
    assert (p.decision, p.legal) == ("skill_again", {"again", "done", "consume brew_1"})
    p.do("consume brew_1")
    assert (p.decision, p.legal) == ("skill_again", {"again", "done"})


def test_brew_in_beaus_choice():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("visit beau_johnson regular", "villager beau_johnson")
    assert p.legal == {"option option_1", "option option_2", "consume brew_1"}


def test_brew_before_a_familiar():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).in_play("gather").do("gain_influence familiar")
    assert p.legal == {"done", "familiar familiar_1 plain", "familiar familiar_1 empowered", "consume brew_1"}
    p.do("consume brew_1")
    assert p.decision == "familiar_use"


def test_second_use_was_counted_when_step_4_began():
    """Ruling 13: a Brew between the two uses takes nothing away, even if it moves a Favor from here."""
    p = Position(WITCH, load_ruleset("welcome_to_roanoke")).in_play("blend_of_nature", secrets=3)
    p.tokens("trapper_adams", favors=2).tokens("doctor_annie", secrets=2).leave_in_supply(FAVOR, 0)
    p.do("visit trapper_adams regular", "villager widow_atkins")
    while p.decision == "brew_window":
        p.do("done")
    p.do("consume brew_1", "villager doctor_annie", "villager trapper_adams")
    assert p.on("trapper_adams")[2] == 1
    assert p.decision == "skill_again"


def test_brew_consumed_in_a_conversion_leaves_the_question():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).tokens("trapper_adams", secrets=5)
    p.do("visit trapper_adams regular", "consume brew_1")
    assert p.decision == "conversion"
    p.do("convert", "convert")
    assert p.on("trapper_adams") == (0, 0, 2)


def test_familiar_only_with_its_pawn():
    """Rulings 19, 20, 65: after the action, for board actions too; optional."""
    p = Position(WITCH).in_play("learn_secrets").do("gain_influence regular")
    assert p.decision == "action"
    p.do("visit trapper_adams familiar", "villager trapper_adams")
    assert p.decision == "familiar_use"
    assert p.legal == {"done", "familiar familiar_1 plain"}  # nothing to discard for the Empowered one
    p.do("done")
    assert p.count_influence(WITCH) == 4


def test_familiar_is_not_asked_without_one():
    assert Position(WITCH).do("gain_influence familiar").decision == "action"


def test_familiar_played_this_turn_may_be_used():
    p = Position(WITCH).hand(learn_secrets=1).influence(WITCH, 2).do("play learn_secrets familiar")
    assert p.legal == {"done", "familiar familiar_1 plain"}


# ---- General Card Rules ---------------------------------------------------------------------------------------------


def test_cost_must_be_paid_in_full():
    p = Position(HUNTER).hand(bribe=1, gossip=1).influence(HUNTER, 2)
    assert p.starting("play") == {"gossip regular"}  # ruling 33


def test_investigation_goes_where_none_is():
    """Ruling 31."""
    p = Position(HUNTER).hand(gossip=1).influence(HUNTER, 1).in_play("lock_down", on="doctor_annie")
    p.pawns(WITCH, "stranger_sue").do("play gossip regular")
    assert p.legal == {f"villager {slug}" for slug in p.ruleset.villagers if slug != "doctor_annie"}
    p.do("villager stranger_sue")
    assert p.at("gossip") == [15 + p.villager("stranger_sue")]


def test_investigation_replaces_only_in_a_full_village():
    p = Position(HUNTER).hand(gossip=1).influence(HUNTER, 1)
    for slug in p.ruleset.villagers:  # nine of them, whatever the deck list says
        p.s.places[15 + p.villager(slug)].kind = p.kind("lock_down")[1]
    p.do("play gossip regular", "villager doctor_annie")
    assert p.discarded("lock_down") == 1
    assert p.at("gossip") == [15 + p.villager("doctor_annie")]


def test_enchantment_surcharge():
    """Ruling 32, and the rulebook's example: 1 more with one in play."""
    p = Position(WITCH).hand(obscuring_mist=1).in_play("obscuring_mist").influence(WITCH, 2)
    assert p.starting("play") == set()
    p = Position(WITCH).hand(obscuring_mist=1).in_play("obscuring_mist").influence(WITCH, 3)
    p.do("play obscuring_mist regular")
    assert p.at("obscuring_mist") == [13, 14]


def test_full_row_replaces_one_of_its_type():
    """Ruling 30: compulsory; the pawn of a replaced Location stays spent."""
    p = Position(HUNTER).hand(armory=1).in_play("armory").influence(HUNTER, 1)
    for place in (5, 6):
        p.s.places[place].kind = p.kind("armory")[1]
    p.do("activate location_1", "play armory regular")
    assert p.decision == "replacement"
    assert p.legal == {"place location_1", "place location_2", "place location_3"}
    p.do("place location_1")
    assert p.s.places[4].pawn == 0
    assert (p.s.seats[HUNTER].pawns, p.s.seats[HUNTER].board_pawns) == (1, 2)
    assert p.starting("activate") == {"location_1", "location_2", "location_3"}


def test_full_enchantment_row_slides():
    """Ruling 32: discard one first, so +2; the rest slide left."""
    p = Position(WITCH).hand(obscuring_mist=1).in_play("obscuring_mist").influence(WITCH, 4)
    for place in (14, 15):
        p.s.places[place].kind = p.kind("obscuring_mist")[1]
    p.do("play obscuring_mist regular", "place enchantment_1")
    assert p.count_influence(WITCH) == 0
    assert p.at("obscuring_mist") == [13, 14, 15]
    assert p.discarded("obscuring_mist") == 1


# ---- tokens that run short ------------------------------------------------------------------------------------------


def test_short_supply_offers_a_move():
    """Rulings 36 and 66: the Favor is missing; one may be moved, from elsewhere."""
    p = Position(WITCH).tokens("trapper_adams", secrets=3).tokens("doctor_annie", favors=1).leave_in_supply(FAVOR, 0)
    p.do("visit trapper_adams regular", "convert")
    assert p.decision == "shortage"
    p.do("villager doctor_annie")
    assert p.on("trapper_adams") == (0, 0, 1)


def test_short_supply_may_be_declined():
    p = Position(WITCH).tokens("trapper_adams", secrets=3).tokens("doctor_annie", favors=1).leave_in_supply(FAVOR, 0)
    p.do("visit trapper_adams regular", "convert", "done")
    assert p.on("trapper_adams") == (0, 0, 0)
    assert p.on("doctor_annie") == (0, 0, 1)


def test_short_supply_for_each_villager():
    """The placing seat picks who gets what there is; then moves, never from the resolving Brew."""
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).tokens("doctor_annie", secrets=1)
    p.leave_in_supply(SECRET, 1).do("consume brew_1")
    assert p.decision == "villager_target"
    p.do("villager trapper_adams")
    assert p.on("trapper_adams") == (0, 1, 0)
    p.do("villager stranger_sue")
    assert p.decision == "shortage"
    assert p.legal == {"villager doctor_annie", "villager trapper_adams", "done"}
    p.do("villager doctor_annie")
    assert p.on("stranger_sue") == (0, 1, 0)


def test_gossip_short_of_clues_asks_the_hunter_in_the_witchs_turn():
    """Ruling 66: the seat whose effect places decides."""
    p = Position(WITCH).in_play("gossip", on="doctor_annie").tokens("stranger_sue", clues=1).leave_in_supply(CLUE, 0)
    p.do("visit doctor_annie regular")
    assert (p.s.to_act, p.decision) == (HUNTER, "shortage")
    p.do("villager stranger_sue")
    assert p.on("doctor_annie") == (1, 0, 0)
    assert p.s.to_act == WITCH


def test_what_the_engine_refuses_changes_nothing():
    p = Position(HUNTER).start()
    before = p.states.tobytes()
    for action in (-1, 368, 369, 10**9):
        assert p.refuses(action)
    assert p.states.tobytes() == before
