"""Each card of the Witch does what its row says: tests named after it, in order of number; the newest cards last."""

from pathlib import Path

from pagan_env.pagan.layout import FAVOR, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position

STARTER = "welcome_to_roanoke"


def starter(seat: int, **options) -> Position:
    return Position(seat, load_ruleset(STARTER), **options)


def standard(seat: int, **options) -> Position:
    return Position(seat, load_ruleset("standard"), **options)


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


def test_favor_shortage_of_allure():
    p = Position(WITCH).hand(allure=1).influence(WITCH, 3).tokens("doctor_annie", favors=1).leave_in_supply(FAVOR, 0)
    p.do("play allure regular", "villager stranger_sue")
    assert p.decision == "shortage"
    assert p.legal == {"villager doctor_annie", "done"}
    p.do("villager doctor_annie")
    assert (p.on("doctor_annie"), p.on("stranger_sue")) == ((0, 0, 0), (0, 0, 1))


def test_draught_of_haste():
    p = standard(WITCH).in_play("draught_of_haste", secrets=2)
    p.do("gain_influence regular", "gain_influence regular", "gain_influence familiar")
    assert p.decision == "brew_window"
    p.do("consume brew_1")
    assert p.s.seats[WITCH].pawns == 1  # one more action
    assert p.s.seats[WITCH].board_pawns == 1
    assert (p.decision, p.s.to_act) == ("action", WITCH)
    p.do("gain_influence regular")
    assert p.s.turn == HUNTER


def test_draught_of_haste_leaves_pawns_on_villagers():
    p = standard(WITCH).in_play("draught_of_haste", secrets=2).pawns(WITCH, "doctor_annie").do("consume brew_1")
    assert p.s.seats[WITCH].pawns == 1  # as before: the pawn on Doctor Annie stays
    assert p.s.villagers[p.villager("doctor_annie")].pawns[WITCH] == 1


def test_tonic_of_plenty():
    p = standard(WITCH).in_play("tonic_of_plenty", secrets=2).do("consume brew_1")
    assert p.count_influence(WITCH) == 5
    assert p.discarded("tonic_of_plenty") == 1


def test_second_sight():
    p = standard(WITCH).hand(second_sight=1, foxfire=1).hand(bribe=2, clerk=1).influence(WITCH, 1)
    p.do("play second_sight regular")
    assert p.legal == {"foe_card bribe", "foe_card clerk"}
    p.do("foe_card bribe")
    assert (p.in_hand("bribe"), p.discarded("bribe")) == (1, 1)
    known = p.s.seats[WITCH].foe_hand
    assert (known[p.kind("bribe")[1]], known[p.kind("clerk")[1]]) == (1, 1)  # ruling 58
    assert p.s.seats[HUNTER].foe_hand.sum() == 0
    assert any("looks at clerk" in line for line in p.events(WITCH))
    assert not any("looks at clerk" in line for line in p.events(HUNTER) + p.events())


def test_second_sight_of_an_empty_hand_is_over_at_once():
    p = standard(WITCH).hand(second_sight=1).influence(WITCH, 1).do("play second_sight regular")
    assert p.decision == "action"


def test_foxfire():
    p = standard(WITCH).hand(foxfire=1).influence(WITCH, 1).do("play foxfire regular", "villager doctor_annie")
    assert p.legal == {"villager doctor_annie", "villager stranger_sue", "villager mayor_biggs"}  # of one colour
    p.do("villager stranger_sue")
    assert (p.on("doctor_annie")[1], p.on("stranger_sue")[1]) == (1, 1)


def test_dispel_rumours():
    p = standard(WITCH).hand(dispel_rumours=1).influence(WITCH, 2).in_play("gossip", on="beau_johnson")
    p.in_play("persuasion", on="doctor_annie").do("play dispel_rumours regular")
    assert len(p.starting("place")) == 2
    p.do("place investigation_on_beau_johnson")
    assert (p.at("gossip"), p.discarded("gossip")) == ([], 1)


def test_blight():
    p = standard(HUNTER).in_play("clerk", "constable", "blight").influence(HUNTER, 4).evidence(1).at_step(BEGIN)
    assert p.decision == "ally_payment"
    p.do("pay")
    assert p.count_influence(HUNTER) == 0  # twice 1 + 1
    p.do("lift enchantment_1")
    assert (p.s.seats[HUNTER].evidence, p.at("blight")) == (0, [])


def test_blights_add_up():
    p = standard(HUNTER).in_play("clerk", "blight", "blight").influence(HUNTER, 2).at_step(BEGIN).start()
    assert p.at("clerk") == []  # 1 + 2 are due (ruling 50), so it can only be dropped
    q = standard(HUNTER).in_play("clerk", "blight", "blight").influence(HUNTER, 3).at_step(BEGIN).do("pay")
    assert q.count_influence(HUNTER) == 0


def test_creeping_vines():
    p = standard(HUNTER).in_play("main_hall", "creeping_vines").influence(HUNTER, 1).hand(bribe=2)
    p.do("activate location_1")
    assert (p.count_influence(HUNTER), p.s.seats[HUNTER].hand_size) == (0, 4)
    p.do("lift enchantment_1")
    while p.decision == "card_to_discard":
        p.do(sorted(p.legal)[0])
    assert (p.s.seats[HUNTER].hand_size, p.at("creeping_vines")) == (2, [])  # its price is 2 cards


def test_creeping_vines_without_influence():
    p = standard(HUNTER).in_play("main_hall", "creeping_vines")
    assert p.starting("activate") == set()


def test_prowl():
    p = standard(WITCH).in_play("prowl").tokens("beau_johnson", clues=4).influence(WITCH, 2)
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 plain")
    assert p.on("beau_johnson")[0] == 3


def test_prowl_empowered():
    p = standard(WITCH).in_play("prowl").tokens("beau_johnson", clues=4)
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 empowered")
    p.do("villager beau_johnson", "villager beau_johnson", "done")
    assert p.on("beau_johnson")[0] == 2
    assert p.count_influence(WITCH) == 0


def test_prowl_works_on_visits_only():
    p = standard(WITCH).in_play("prowl").do("gain_influence familiar")
    assert p.decision == "action"


def test_changeling():
    p = standard(WITCH).in_play("changeling").tokens("beau_johnson", favors=1)
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 plain")
    assert p.legal == {"villager preacher_wulfric", "villager native_pamuy"}  # of its colour
    p.do("villager native_pamuy")
    assert (p.on("beau_johnson")[2], p.on("native_pamuy")[2]) == (0, 1)


def test_changeling_empowered():
    p = standard(WITCH).in_play("changeling").hand(foxfire=1).tokens("beau_johnson", favors=1)
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 empowered")
    p.do("card foxfire")
    assert len(p.starting("villager")) == 8
    p.do("villager doctor_annie")
    assert p.on("doctor_annie")[2] == 1
