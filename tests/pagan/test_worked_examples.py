"""The rulebook's worked turns, its steps 1 to 18, and its boxed examples, with the numbers that it states.

What the rulebook leaves open is set so that each number follows: Howard starts on 1 Influence, Wilma on 6.
"""

from __future__ import annotations

import pytest

from pagan_env.pagan.layout import (
    ALLIES,
    BREWS,
    ENCHANTMENTS,
    EVIDENCE,
    FAMILIARS,
    HUNTER,
    INVESTIGATIONS,
    LOCATIONS,
    SECRET,
    WITCH,
)
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position

VILLAGERS = load_ruleset("rulebook_demo").villagers


def demo(seat: int, **options) -> Position:
    return Position(seat, load_ruleset("rulebook_demo"), **options)


def pawns_on(p: Position, villager: str) -> tuple[int, int]:
    """Witch's and Hunter's pawns on a villager."""
    pawns = p.s.villagers[p.villager(villager)].pawns
    return int(pawns[WITCH]), int(pawns[HUNTER])


def pawns_left(p: Position, seat: int) -> int:
    return int(p.s.seats[seat].pawns + p.s.seats[seat].familiar_pawn)


def evidence(p: Position) -> int:
    return int(p.s.seats[HUNTER].evidence)


def side_of(p: Position, slug: str) -> int:
    """The seat on whose side of the village board an Investigation lies."""
    seat, kind = p.kind(slug)
    return int(p.tables["cards"][p.ruleset.card(seat, kind).row]["side"])


def secrets_on_villagers(p: Position) -> dict[str, int]:
    return {slug: p.on(slug)[1] for slug in VILLAGERS}


# ---- the worked turns -----------------------------------------------------------------------------------------------


def before_the_hunt() -> Position:
    """Howard is about to begin his turn; all six pawns still lie where the turns before put them."""
    p = demo(HUNTER, witch="preacher_wulfric").at_step(BEGIN)
    p.hand(armory=1).influence(HUNTER, 1).evidence(2)
    p.in_play("clerk").in_play("persuasion", on="native_pamuy")
    p.pawns(HUNTER, "beau_johnson").pawns(HUNTER, "mayor_biggs").pawns(HUNTER, "widow_atkins")
    p.hand(learn_secrets=1, qualm=1).influence(WITCH, 6)
    p.in_play("obscuring_mist").in_play("surplus_elixir", secrets=2).deck(WITCH, entranced=1)
    p.pawns(WITCH, "native_pamuy").pawns(WITCH, "trapper_adams").familiar_pawn("stranger_sue")
    p.tokens("native_pamuy", clues=1)
    p.tokens("preacher_wulfric", secrets=2, favors=1).tokens("stranger_sue", favors=2)
    return p.next_suspect("stranger_sue")


def test_worked_turns():
    p = before_the_hunt()
    howards_turn(p)
    wilmas_turn(p)


def howards_turn(p: Position) -> None:
    # 1. Howard takes back the 3 Action pawns.
    assert pawns_left(p, HUNTER) == 0
    p.start()
    assert pawns_left(p, HUNTER) == 3
    assert all(pawns_on(p, slug)[HUNTER] == 0 for slug in VILLAGERS)
    assert p.s.to_act == HUNTER

    # 2. He pays 1 Influence to keep the Clerk; he doesn't use it.
    assert p.decision == "upkeep_effect"
    p.do("done")
    assert p.decision == "ally_payment"
    p.do("pay")
    assert p.count_influence(HUNTER) == 0
    assert p.at("clerk") == [ALLIES]
    assert p.decision == "action"

    # 3. First action: ready Pamuy for 1 of her Clues; Wilma's pawn leaves her.
    assert not any("native_pamuy" in visit for visit in p.starting("visit"))
    p.do("ready native_pamuy regular")
    assert p.on("native_pamuy") == (0, 0, 0)
    assert pawns_on(p, "native_pamuy") == (0, 0)
    assert pawns_left(p, WITCH) == 1  # handed back
    assert pawns_left(p, HUNTER) == 2

    # 4. Second action: visit her. Evidence for free by the Investigation, 1 Clue on a red villager: herself.
    p.do("visit native_pamuy regular")
    assert pawns_on(p, "native_pamuy") == (0, 1)
    assert evidence(p) == 3
    assert p.decision == "distribution"
    assert p.starting("villager") == {"preacher_wulfric", "native_pamuy", "beau_johnson"}
    p.do("villager native_pamuy")
    assert p.on("native_pamuy") == (1, 0, 0)
    assert p.at("persuasion") == [INVESTIGATIONS + p.villager("native_pamuy")]

    # 5. Her skill plays a card at 1 less: the Armory costs nothing and goes to a free spot.
    assert p.decision == "card_to_play"
    p.do("card armory")
    assert p.count_influence(HUNTER) == 0
    assert p.at("armory") == [LOCATIONS]
    assert p.in_hand("armory") == 0

    # 6. Third action: exonerate for 3 Evidence; the Suspect is Stranger Sue, whose 2 Favors were a ruse.
    assert p.on("stranger_sue")[2] == 2
    p.do("exonerate")
    assert evidence(p) == 0
    assert p.s.supply[EVIDENCE] == 9
    assert p.s.suspects_drawn == 1
    assert p.s.suspects[p.villager("stranger_sue")] == 1
    assert "Hunter draws Suspect 1: stranger_sue" in p.events(HUNTER)
    assert "Hunter draws Suspect 1" in p.events(WITCH)
    assert pawns_left(p, HUNTER) == 0
    assert p.ending == "running"


def wilmas_turn(p: Position) -> None:
    # 7. Wilma takes back the 3 Action pawns.
    assert (p.s.to_act, p.decision) == (WITCH, "action")
    assert pawns_left(p, WITCH) == 3
    assert p.s.seats[WITCH].familiar_pawn == 1
    assert p.count_influence(WITCH) == 6

    # 8. First pawn: Doctor Annie. Both Secrets go on the Surplus Elixir instead of on blue villagers.
    assert p.starting("consume") == set()
    p.do("visit doctor_annie regular")
    assert p.decision == "distribution"
    assert p.legal == {"villager doctor_annie", "villager stranger_sue", "villager mayor_biggs", "place brew_1"}
    p.do("place brew_1", "place brew_1")
    assert p.s.places[BREWS].tokens[SECRET] == 4
    assert p.on("doctor_annie") == (0, 0, 0)

    # 9. Annie's skill draws a card, Entranced. She keeps the completed Brew for after it.
    assert p.decision == "brew_window"
    p.do("done")
    assert p.in_hand("entranced") == 1
    assert p.s.seats[WITCH].hand_size == 3

    # 10. She consumes the Brew for free: discarded, 1 Secret on every villager.
    assert p.decision == "action"
    before = secrets_on_villagers(p)
    p.do("consume brew_1")
    assert secrets_on_villagers(p) == {slug: count + 1 for slug, count in before.items()}
    assert p.at("surplus_elixir") == []
    assert p.s.places[BREWS].tokens[SECRET] == 0
    assert p.discarded("surplus_elixir") == 2  # the other copy lay there before
    assert pawns_left(p, WITCH) == 2
    assert p.count_influence(WITCH) == 6

    # 11. Second pawn: Preacher Wulfric.
    p.do("visit preacher_wulfric regular")
    assert pawns_on(p, "preacher_wulfric") == (1, 0)

    # 12. His 3 Secrets become 1 Favor.
    assert p.decision == "conversion"
    assert p.on("preacher_wulfric") == (0, 3, 1)
    p.do("convert")
    assert p.on("preacher_wulfric") == (0, 0, 2)
    # His distribution, which the rulebook leaves out (ruling 76): 2 Secrets on red villagers.
    assert p.decision == "distribution"
    p.do("villager beau_johnson", "villager native_pamuy")
    assert (p.on("beau_johnson"), p.on("native_pamuy")) == ((0, 2, 0), (1, 2, 0))

    # 13. His skill plays Entranced for 4 Influence: 3, and 1 for the second spot.
    assert p.decision == "card_to_play"
    p.do("card entranced")
    assert p.count_influence(WITCH) == 2

    # 14. Entranced is in play. Wulfric has 2 Favors, so his skill may be used again.
    assert p.at("entranced") == [ENCHANTMENTS + 1]
    assert p.decision == "skill_again"
    p.do("again")

    # 15. She plays Learn Secrets on a free Familiar spot.
    assert p.decision == "card_to_play"
    p.do("card learn_secrets")
    assert p.at("learn_secrets") == [FAMILIARS]
    assert p.count_influence(WITCH) == 0

    # 16. Last, the familiar pawn on Nestling Mia: 1 Secret on a green villager.
    assert p.decision == "action"
    p.do("visit nestling_mia familiar")
    assert pawns_left(p, WITCH) == 0
    assert p.starting("villager") == {"widow_atkins", "nestling_mia", "trapper_adams"}
    p.do("villager widow_atkins")
    assert p.on("widow_atkins") == (0, 2, 0)

    # 17. Mia's skill gives her 3 Influence back, but Howard also gains 1.
    assert (p.count_influence(WITCH), p.count_influence(HUNTER)) == (3, 1)

    # 18. Learn Secrets would grant 1; Empowered for 1 hand card it grants 3. She has 6 Influence again.
    assert p.legal == {"familiar familiar_1 plain", "familiar familiar_1 empowered", "done"}
    p.do("familiar familiar_1 empowered", "card qualm")
    assert p.discarded("qualm") == 2  # the other copy lay there before
    assert p.s.seats[WITCH].hand_size == 0
    assert (p.count_influence(WITCH), p.count_influence(HUNTER)) == (6, 1)
    assert p.s.to_act == HUNTER


def test_worked_turn_without_empowering():
    """Step 18: activating Learn Secrets would grant Wilma 1 Influence."""
    p = demo(WITCH).in_play("learn_secrets").hand(qualm=1).influence(WITCH, 0)
    p.do("visit nestling_mia familiar", "villager widow_atkins", "familiar familiar_1 plain")
    assert (p.count_influence(WITCH), p.count_influence(HUNTER)) == (3 + 1, 1)
    assert p.in_hand("qualm") == 1


# ---- the boxed examples ---------------------------------------------------------------------------------------------


def test_example_clerk():
    p = demo(HUNTER).hand(clerk=1, bribe=1).influence(HUNTER, 2).do("play clerk regular")
    assert p.count_influence(HUNTER) == 0
    assert p.at("clerk") == [ALLIES]
    p.do("gain_influence regular", "gain_influence regular")
    p.do("gain_influence regular", "gain_influence regular", "gain_influence familiar")  # the Witch's turn
    assert (p.s.to_act, p.decision) == (HUNTER, "upkeep_effect")
    assert p.count_influence(HUNTER) == 4
    p.do("use ally_1", "card bribe")
    assert p.discarded("bribe") == 1
    assert p.count_influence(HUNTER) == 4 + 3
    p.do("pay")
    assert p.count_influence(HUNTER) == 4 + 3 - 1
    assert p.at("clerk") == [ALLIES]


def test_example_armory():
    p = demo(HUNTER).hand(armory=1).influence(HUNTER, 1)
    p.tokens("beau_johnson", secrets=2).tokens("doctor_annie", secrets=1)
    p.do("play armory regular")
    assert p.at("armory") == [LOCATIONS]
    p.do("activate location_1")
    assert p.s.places[LOCATIONS].pawn == 1
    p.do("villager beau_johnson", "villager beau_johnson")
    assert p.on("beau_johnson") == (0, 0, 0)
    assert p.on("doctor_annie") == (0, 1, 0)
    assert p.s.supply[SECRET] == 30 - 1


def test_example_armory_on_two_villagers():
    """It removes 2 Secrets in all, from up to 2 villagers."""
    p = demo(HUNTER).in_play("armory").tokens("beau_johnson", secrets=2).tokens("doctor_annie", secrets=2)
    p.do("activate location_1", "villager beau_johnson", "villager doctor_annie")
    assert (p.on("beau_johnson"), p.on("doctor_annie")) == ((0, 1, 0), (0, 1, 0))
    assert p.decision == "action"


def test_example_persuasion_and_lock_down():
    p = demo(HUNTER).hand(persuasion=1, lock_down=1).influence(HUNTER, 4)
    # 1. Persuasion on Stranger Sue: on the Hunter's side, an Evidence every time the Hunter visits her.
    p.do("play persuasion regular", "villager stranger_sue")
    assert p.at("persuasion") == [INVESTIGATIONS + p.villager("stranger_sue")]
    assert side_of(p, "persuasion") == HUNTER
    p.do("visit stranger_sue regular", "villager doctor_annie")
    assert evidence(p) == 1
    # 2. Lock-down on Preacher Wulfric: on the Witch's side; no second Investigation on Sue.
    p.do("play lock_down regular")
    assert p.starting("villager") == set(VILLAGERS) - {"stranger_sue"}
    p.do("villager preacher_wulfric")
    assert p.at("lock_down") == [INVESTIGATIONS + p.villager("preacher_wulfric")]
    assert side_of(p, "lock_down") == WITCH
    # The Witch needs 2 Action pawns to visit Wulfric.
    assert (p.s.to_act, pawns_left(p, WITCH)) == (WITCH, 3)
    p.do("visit preacher_wulfric regular", "villager beau_johnson", "villager beau_johnson", "done")
    assert pawns_on(p, "preacher_wulfric") == (2, 0)
    assert pawns_left(p, WITCH) == 1
    p.do("gain_influence familiar")
    # The Hunter's next visit to Sue yields another one.
    assert (p.s.to_act, evidence(p)) == (HUNTER, 1)
    p.do("visit stranger_sue regular", "villager doctor_annie")
    assert evidence(p) == 2


def test_example_surplus_elixir():
    p = demo(WITCH).hand(surplus_elixir=1).influence(WITCH, 2).do("play surplus_elixir regular")
    assert p.count_influence(WITCH) == 0
    assert p.at("surplus_elixir") == [BREWS]
    p.do("visit preacher_wulfric regular", "place brew_1", "place brew_1")
    assert p.s.places[BREWS].tokens[SECRET] == 2
    assert p.on("preacher_wulfric") == (0, 0, 0)
    p.do("done")  # his skill plays no card
    assert p.starting("consume") == set()
    p.do("visit doctor_annie familiar", "place brew_1", "place brew_1")
    assert p.s.places[BREWS].tokens[SECRET] == 4
    assert p.starting("consume") == {"brew_1"}
    p.do("consume brew_1")
    assert set(secrets_on_villagers(p).values()) == {1}
    assert p.at("surplus_elixir") == []
    assert p.discarded("surplus_elixir") == 1
    assert p.s.supply[SECRET] == 30 - 9


def visit_with_qualm() -> Position:
    """Qualm played for 2 Influence, then Beau Johnson visited with the familiar pawn under Random Tidings."""
    p = demo(WITCH).in_play("random_tidings", on="beau_johnson").hand(qualm=1, allure=1).influence(WITCH, 4)
    p.do("play qualm regular")
    assert p.count_influence(WITCH) == 2
    assert p.at("qualm") == [FAMILIARS]
    p.do("visit beau_johnson familiar", "card allure", "villager beau_johnson")
    return p.do("option option_2", "done")  # his skill plays no card


def test_example_qualm():
    p = visit_with_qualm().do("familiar familiar_1 plain", "villager preacher_wulfric")
    assert p.at("random_tidings") == [INVESTIGATIONS + p.villager("preacher_wulfric")]
    assert p.count_influence(WITCH) == 2
    assert p.at("qualm") == [FAMILIARS]


def test_example_qualm_empowered():
    """They could have paid another 2 Influence to force it back to the Hunter's hand."""
    p = visit_with_qualm().do("familiar familiar_1 empowered")
    assert p.count_influence(WITCH) == 0
    assert p.at("random_tidings") == []
    assert p.in_hand("random_tidings") == 1
    assert p.at("qualm") == [FAMILIARS]


@pytest.mark.parametrize("influence", [3, 4])
def test_example_entranced(influence):
    p = demo(WITCH).in_play("obscuring_mist").hand(entranced=1).influence(WITCH, influence)
    if influence < 4:
        assert "entranced regular" not in p.starting("play")
        return
    p.do("play entranced regular")
    assert p.count_influence(WITCH) == 0
    assert p.at("entranced") == [ENCHANTMENTS + 1]
    assert p.at("obscuring_mist") == [ENCHANTMENTS]
