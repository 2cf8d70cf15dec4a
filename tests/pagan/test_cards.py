"""Each shipped card does what its row says: one test a card, named after it, in order of number."""

from pathlib import Path

import pytest

from pagan_env.pagan.layout import CLUE, EVIDENCE, FAVOR, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from pagan_env.pagan.turn import BEGIN

from .position import Position

STARTER = "welcome_to_roanoke"


def starter(seat: int, **options) -> Position:
    return Position(seat, load_ruleset(STARTER), **options)


def test_native_guide():
    p = starter(HUNTER).in_play("native_guide").do("visit doctor_annie regular")
    assert len(p.starting("villager")) == 9  # any colour
    q = starter(WITCH).in_play("native_guide").do("visit doctor_annie regular")
    assert len(q.starting("villager")) == 3  # the Hunter's visits only


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


def test_operative():
    p = starter(HUNTER).in_play("operative").influence(HUNTER, 1).tokens("doctor_annie", clues=2).at_step(BEGIN)
    p.do("use ally_1")  # one villager has Clues, so the engine takes it
    assert "villager doctor_annie" not in p.legal
    p.do("villager nestling_mia")
    assert (p.on("doctor_annie")[0], p.on("nestling_mia")[0]) == (1, 1)


def test_operative_without_clues_has_nothing_to_do():
    p = starter(HUNTER).in_play("operative").influence(HUNTER, 1).at_step(BEGIN)
    assert p.decision == "ally_payment"


def test_thug():
    p = starter(HUNTER).in_play("thug").influence(HUNTER, 1).tokens("doctor_annie", clues=1, secrets=2)
    p.tokens("stranger_sue", clues=1, secrets=1).tokens("mayor_biggs", secrets=1).at_step(BEGIN).do("use ally_1")
    assert p.legal == {"villager doctor_annie", "villager stranger_sue"}
    p.do("villager doctor_annie")
    assert p.on("doctor_annie") == (1, 1, 0)


def test_bribe():
    p = Position(HUNTER).hand(bribe=1).influence(HUNTER, 3).do("play bribe regular")
    assert p.s.seats[HUNTER].evidence == 1
    assert p.count_influence(HUNTER) == 0
    assert p.discarded("bribe") == 1


def test_bribe_without_evidence_in_the_supply_can_do_nothing():
    p = Position(HUNTER).hand(bribe=1).influence(HUNTER, 3).leave_in_supply(EVIDENCE, 0)
    assert "bribe regular" not in p.starting("play")  # ruling 49


def test_rapid_decay():
    p = starter(HUNTER).in_play("surplus_elixir", secrets=4).in_play("blend_of_nature").hand(rapid_decay=1)
    p.influence(HUNTER, 2).do("play rapid_decay regular", "place brew_1", "place brew_1", "done")
    assert p.s.places[7].tokens[SECRET] == 2
    assert p.discarded("rapid_decay") == 1


def test_rapid_decay_needs_a_brew_with_secrets():
    p = starter(HUNTER).in_play("surplus_elixir").hand(rapid_decay=1).influence(HUNTER, 2)
    assert "rapid_decay regular" not in p.starting("play")


def test_on_the_trail():
    p = starter(HUNTER).hand(on_the_trail=1).influence(HUNTER, 2).do("play on_the_trail regular", "villager doctor_annie")
    assert len(p.starting("villager")) == 6  # another colour
    p.do("villager nestling_mia")
    assert (p.on("doctor_annie")[0], p.on("nestling_mia")[0]) == (1, 1)


def test_on_the_trail_may_stop_at_one():
    p = starter(HUNTER).hand(on_the_trail=1).influence(HUNTER, 2)
    p.do("play on_the_trail regular", "villager doctor_annie", "done")
    assert p.s.supply[CLUE] == 29
    assert p.decision == "action"


def test_ransack():
    p = starter(HUNTER).hand(ransack=2).influence(HUNTER, 4).tokens("doctor_annie", secrets=2).tokens("stranger_sue", secrets=3)
    p.do("play ransack regular", "villager doctor_annie", "villager doctor_annie", "villager doctor_annie")
    assert p.on("doctor_annie") == (0, 0, 0)
    assert p.count_influence(HUNTER) == 2 + 1  # none is left there
    p.do("play ransack regular", "villager stranger_sue", "done")
    assert p.on("stranger_sue") == (0, 2, 0)
    assert p.count_influence(HUNTER) == 1


def test_ransack_needs_a_villager_with_a_secret():
    """Ruling 69: the Influence alone is no reason to play it."""
    p = starter(HUNTER).hand(ransack=1).influence(HUNTER, 2).in_play("surplus_elixir", secrets=2)
    assert "ransack regular" not in p.starting("play")


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


def test_quarantine():
    p = starter(WITCH).in_play("quarantine", on="trapper_adams").tokens("trapper_adams", secrets=3)
    p.do("visit trapper_adams regular", "convert", "villager trapper_adams")
    assert p.count_influence(WITCH) == 0  # the skill is skipped, the other steps are not
    assert p.on("trapper_adams") == (0, 1, 1)


def test_random_tidings():
    ruleset = load_ruleset(Path(__file__).parent / "rulings@1.toml")
    p = Position(WITCH, ruleset).in_play("random_tidings", on="trapper_adams").hand(assist=1, gather=1)
    p.do("visit trapper_adams regular")
    assert (p.s.to_act, p.decision) == (WITCH, "card_to_discard")
    p.do("card assist")
    assert (p.discarded("assist"), p.in_hand("gather")) == (1, 1)


def test_random_tidings_of_an_empty_hand():
    ruleset = load_ruleset(Path(__file__).parent / "rulings@1.toml")
    p = Position(WITCH, ruleset).in_play("random_tidings", on="trapper_adams").do("visit trapper_adams regular")
    assert p.decision == "distribution"  # ruling 67


def test_persuasion():
    p = Position(HUNTER).in_play("persuasion", on="stranger_sue").do("visit stranger_sue regular")
    assert p.s.seats[HUNTER].evidence == 1
    assert p.at("persuasion")  # it stays


def test_harsh_treatment():
    p = starter(WITCH).in_play("harsh_treatment", on="trapper_adams").tokens("trapper_adams", secrets=3)
    p.do("visit trapper_adams regular")
    assert p.on("trapper_adams") == (0, 2, 0)
    assert p.decision == "distribution"  # removed first, so nothing is left to convert


def test_main_hall():
    p = starter(HUNTER).in_play("main_hall").do("activate location_1")
    assert p.s.seats[HUNTER].hand_size == 2


def test_headquarters():
    p = starter(HUNTER).in_play("headquarters").hand(thug=1).influence(HUNTER, 1).do("activate location_1", "card thug")
    assert p.at("thug") == [1]
    assert p.count_influence(HUNTER) == 0


def test_headquarters_may_decline():
    """Ruling 61: it always activates, its play may be declined."""
    p = starter(HUNTER).in_play("headquarters").do("activate location_1")
    assert p.legal == {"done"}


def test_study():
    p = starter(HUNTER).in_play("study").hand(bribe=1).do("activate location_1", "card bribe")
    assert (p.s.seats[HUNTER].evidence, p.discarded("bribe")) == (1, 1)


def test_study_needs_its_card():
    assert starter(HUNTER).in_play("study").starting("activate") == set()


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


def test_flagon_of_oblivion():
    p = starter(WITCH).in_play("flagon_of_oblivion", secrets=3).tokens("doctor_annie", clues=4)
    p.tokens("stranger_sue", clues=1).do("consume brew_1", "villager doctor_annie")
    p.do("villager doctor_annie", "villager doctor_annie", "villager doctor_annie")
    assert p.on("doctor_annie") == (1, 0, 0)
    assert p.s.supply[SECRET] == 30


def test_blend_of_nature():
    p = starter(WITCH).in_play("blend_of_nature", secrets=3).tokens("doctor_annie", secrets=4).tokens("stranger_sue", secrets=2)
    p.do("consume brew_1", "villager doctor_annie")
    assert p.legal == {"villager stranger_sue", "done"}  # another one
    p.do("villager stranger_sue")
    assert (p.on("doctor_annie"), p.on("stranger_sue")) == ((0, 2, 1), (0, 0, 1))


def test_blend_of_nature_may_stop():
    p = starter(WITCH).in_play("blend_of_nature", secrets=3).tokens("doctor_annie", secrets=4).do("consume brew_1", "done")
    assert p.on("doctor_annie") == (0, 4, 0)
    assert p.discarded("blend_of_nature") == 1


def test_potion_of_knowledge():
    p = starter(WITCH).in_play("potion_of_knowledge", secrets=2).do("consume brew_1")
    assert p.s.seats[WITCH].hand_size == 3


def test_surplus_elixir():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).do("consume brew_1")
    assert all(p.on(slug) == (0, 1, 0) for slug in p.ruleset.villagers)
    assert p.at("surplus_elixir") == []
    assert p.discarded("surplus_elixir") == 1
    assert p.s.supply[SECRET] == 30 - 9
    assert p.decision == "action"  # free: the question stands


def test_surplus_elixir_needs_four_secrets():
    assert Position(WITCH).in_play("surplus_elixir", secrets=3).starting("consume") == set()


def test_discredit():
    p = starter(WITCH).in_play("clerk", "thug").hand(discredit=1).influence(WITCH, 2).do("play discredit regular", "place ally_2")
    assert p.at("thug") == []
    assert p.discarded("thug") == 1
    assert p.at("clerk") == [1]


def test_discredit_needs_an_ally():
    assert "discredit regular" not in starter(WITCH).hand(discredit=1).influence(WITCH, 2).starting("play")


def test_misdirection():
    p = starter(WITCH).hand(misdirection=1).influence(WITCH, 1).tokens("doctor_annie", clues=4).tokens("stranger_sue", clues=1)
    p.do("play misdirection regular", "villager doctor_annie", "villager nestling_mia", "villager stranger_sue", "done")
    assert [p.on(slug)[0] for slug in ("doctor_annie", "stranger_sue", "nestling_mia")] == [2, 2, 1]


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


def test_entranced():
    ruleset = load_ruleset(Path(__file__).parent / "rulings@1.toml")
    p = Position(HUNTER, ruleset).in_play("entranced").tokens("trapper_adams", favors=2).tokens("nestling_mia", favors=1)
    p.do("visit trapper_adams regular", "villager trapper_adams")
    assert p.count_influence(HUNTER) == 0
    p.do("visit nestling_mia regular", "villager trapper_adams")
    assert p.count_influence(HUNTER) == 3
    q = Position(WITCH, ruleset).in_play("entranced").tokens("trapper_adams", favors=2)
    q.do("visit trapper_adams regular", "villager trapper_adams", "again")
    assert q.count_influence(WITCH) == 4  # only the Hunter's visits


def test_hypnotism():
    p = starter(HUNTER).in_play("hypnotism").pawns(WITCH, "doctor_annie").tokens("doctor_annie", clues=2)
    p.pawns(WITCH, "stranger_sue").tokens("stranger_sue", clues=1)
    assert p.starting("ready") == {"doctor_annie regular"}
    p.do("ready doctor_annie regular")
    assert p.on("doctor_annie") == (0, 0, 0)
    q = starter(WITCH).in_play("hypnotism").pawns(HUNTER, "doctor_annie").tokens("doctor_annie", secrets=1)
    assert q.starting("ready") >= {"doctor_annie regular"}  # the Witch's own costs what it did


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


def test_witchs_mark():
    p = starter(WITCH).in_play("witchs_mark").do("visit trapper_adams regular", "villager widow_atkins")
    assert p.on("trapper_adams") == (0, 1, 0)
    q = starter(WITCH).in_play("witchs_mark").tokens("trapper_adams", secrets=1)
    q.do("visit trapper_adams regular", "villager widow_atkins")
    assert q.on("trapper_adams") == (0, 1, 0)


def test_two_witchs_marks():
    """Ruling 70: in order; the second finds a Secret."""
    p = starter(WITCH).in_play("witchs_mark", "witchs_mark").do("visit trapper_adams regular", "villager widow_atkins")
    assert p.on("trapper_adams") == (0, 1, 0)


def test_witchs_mark_is_lifted_with_clues():
    """Ruling 28: the price is what the card shows; Clues from any villagers."""
    p = starter(HUNTER).in_play("witchs_mark").tokens("doctor_annie", clues=2).tokens("stranger_sue", clues=1)
    p.do("lift enchantment_1", "villager doctor_annie", "villager stranger_sue")
    assert (p.on("doctor_annie")[0], p.on("stranger_sue")[0]) == (1, 0)
    assert p.discarded("witchs_mark") == 1
    assert starter(HUNTER).in_play("witchs_mark").tokens("doctor_annie", clues=1).starting("lift") == set()


def test_assist():
    p = starter(WITCH).in_play("assist").do("gain_influence familiar", "familiar familiar_1 plain", "villager doctor_annie")
    assert p.on("doctor_annie") == (0, 1, 0)


def test_assist_empowered():
    p = starter(WITCH).in_play("assist").hand(gather=1).do("gain_influence familiar", "familiar familiar_1 empowered")
    p.do("card gather", "villager doctor_annie")
    assert p.on("doctor_annie") == (0, 2, 0)


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


def test_qualm():
    """The rulebook's example: from Beau Johnson to Preacher Wulfric; only to one without (ruling 31)."""
    p = starter(WITCH).in_play("qualm").in_play("gossip", on="beau_johnson").in_play("persuasion", on="doctor_annie")
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 plain")
    assert "villager doctor_annie" not in p.legal
    p.do("villager preacher_wulfric")
    assert p.at("gossip") == [15 + p.villager("preacher_wulfric")]


def test_qualm_empowered():
    """Back to the Hunter's hand for 2 Influence; the Witch remembers it (ruling 58)."""
    p = starter(WITCH).in_play("qualm").in_play("gossip", on="beau_johnson")
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 empowered")
    assert p.in_hand("gossip") == 1
    assert p.at("gossip") == []
    assert p.count_influence(WITCH) == 0
    assert p.s.seats[WITCH].foe_hand[p.kind("gossip")[1]] == 1


def test_qualm_works_on_visits_only():
    """Ruling 19."""
    p = starter(WITCH).in_play("qualm").influence(WITCH, 2).do("gain_influence familiar")
    assert p.decision == "action"  # nothing to choose, and that is public


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
