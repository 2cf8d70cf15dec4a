"""Each card of the Hunter does what its row says: tests named after it, in order of number; the newest cards last."""

from pathlib import Path

from pagan_env.pagan.layout import CLUE, EVIDENCE, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position

STARTER = "welcome_to_roanoke"


def starter(seat: int, **options) -> Position:
    return Position(seat, load_ruleset(STARTER), **options)


def standard(seat: int, **options) -> Position:
    return Position(seat, load_ruleset("standard"), **options)


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


def test_constable():
    p = standard(HUNTER).in_play("constable").tokens("doctor_annie", clues=1).pawns(WITCH, "doctor_annie")
    p.do("ready doctor_annie regular")
    assert p.on("doctor_annie") == (1, 0, 0)  # a Clue less than one is none
    assert p.s.villagers[p.villager("doctor_annie")].pawns[WITCH] == 0


def test_scribe():
    p = standard(HUNTER).in_play("scribe").influence(HUNTER, 1).at_step(BEGIN).do("pay")
    assert p.s.seats[HUNTER].hand_size == 1


def test_scribe_that_is_not_paid_draws_nothing():
    p = standard(HUNTER).in_play("scribe").influence(HUNTER, 1).at_step(BEGIN).do("drop ally_1")
    assert p.s.seats[HUNTER].hand_size == 0  # the end of Upkeep comes after paying


def test_town_meeting():
    p = standard(HUNTER).hand(town_meeting=1).influence(HUNTER, 1).do("play town_meeting regular")
    assert p.s.seats[HUNTER].hand_size == 3


def test_manhunt():
    p = standard(HUNTER).hand(manhunt=1).influence(HUNTER, 1).pawns(WITCH, "doctor_annie").familiar_pawn("stranger_sue")
    p.do("play manhunt regular")
    assert p.legal == {"villager doctor_annie", "villager stranger_sue"}
    p.do("villager stranger_sue")
    assert p.s.seats[WITCH].familiar_pawn == 1
    assert p.s.villagers[p.villager("stranger_sue")].pawns[WITCH] == 0
    assert p.s.villagers[p.villager("doctor_annie")].pawns[WITCH] == 1


def test_manhunt_needs_a_witch_pawn():
    p = standard(HUNTER).hand(manhunt=1).influence(HUNTER, 1).pawns(HUNTER, "doctor_annie")
    assert "manhunt regular" not in p.starting("play")


def test_stakeout():
    p = standard(HUNTER).in_play("stakeout", on="doctor_annie").do("visit doctor_annie regular", "villager nestling_mia")
    assert p.on("nestling_mia") == (1, 0, 0)
    q = standard(WITCH).in_play("stakeout", on="doctor_annie").do("visit doctor_annie regular")
    assert q.decision == "distribution"  # the Hunter's visits only


def test_chapel():
    p = standard(HUNTER).in_play("chapel").tokens("doctor_annie", clues=2, favors=1).tokens("nestling_mia", clues=3)
    p.tokens("stranger_sue", clues=1, favors=2).do("activate location_1")
    assert p.legal == {"villager doctor_annie", "villager nestling_mia"}  # 2 Clues from one villager
    p.do("villager doctor_annie")
    assert p.on("doctor_annie") == (0, 0, 0)


def test_chapel_needs_the_clues_on_one_villager():
    p = standard(HUNTER).in_play("chapel").tokens("doctor_annie", clues=1, favors=1).tokens("nestling_mia", clues=1)
    assert p.starting("activate") == set()


def test_watchtower():
    p = standard(HUNTER).in_play("watchtower").tokens("doctor_annie", clues=1).do("activate location_1")
    assert "villager doctor_annie" not in p.legal
    p.do("villager nestling_mia")
    assert "villager nestling_mia" not in p.legal
    p.do("villager stranger_sue")
    assert (p.on("nestling_mia")[0], p.on("stranger_sue")[0]) == (1, 1)
