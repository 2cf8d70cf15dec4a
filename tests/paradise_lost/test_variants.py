"""The Variations: harder options, No Hideout, two players, Semi-competitive, more Heroes, Villains and Weapons, the draft."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.jit import rows
from pagan_env.paradise_lost import kernels, layout
from pagan_env.paradise_lost.layout import NPC
from pagan_env.paradise_lost.observe import SEAT_COLUMNS, SLICES
from pagan_env.paradise_lost.rulesets import load_ruleset
from pagan_env.paradise_lost.variants import knobs, value_of, vary
from tests.paradise_lost.support import Position, deal, legal, observed, play, ruleset_with
from tests.paradise_lost.test_cards import rich
from tests.paradise_lost.test_heroes import at_oracle
from tests.paradise_lost.test_worked_examples import at_gates, put, set_realms

# ---- harder ---------------------------------------------------------------------------------------------------------


def test_the_tracker_starts_on_the_third_space():
    """Ruling A7: that is the value 2; no card is drawn for it."""
    state = deal(0, ruleset_with("harder")).view(np.ndarray)[0]
    assert state["rage"] == 2 and state["rage_card"] == 0


def test_the_oracle_card_is_revealed_after_the_questions():
    for after in (0, 1):
        p = rich(hideout=0, reveal_after=after)
        at_oracle(p, 0, 1, 2)
        p.s["round_number"], p.s["die"] = 1, layout.BLANK
        p.begin(layout.ORACLE)
        assert p.decision == "ask" and p.s["face_down"][1] == after
        while p.decision == "ask":
            p.do("done")
        assert p.s["face_down"][1] == 0


def test_seeker_cubes_cost_more_at_the_market():
    p = rich(market_cube=4)
    p.begin(layout.LOCATION, 0, kind=layout.MARKET)
    assert not {"buy_cube coin", "buy_cube mana"} & p.may()
    p.do("sell_cube coin")
    assert p.goods(0) == (7, 3, 2)


def test_realms_are_written_down_and_several_may_find_the_hideout():
    """Ruling A8: unseen until the Gates; questions and draws come in Claim order before all Claims."""
    ruleset = ruleset_with(realm_written=1, windows=0)
    states = deal(0, ruleset)
    state = states.view(np.ndarray)[0]
    for realm in (4, 4, 2):
        seat = int(state["to_act"])
        action = legal(states)[realm - 1]
        assert kernels.apply(states, ruleset.tables, 0, action) == 0
        assert state["seats"][seat]["realm"] == realm and state["seats"][seat]["realm_seen"] == 1 << seat
    log = [e for e in state["log"][: state["log_count"]] if e["what"] == layout.DECIDED]
    assert all(event["a"] == 0 for event in log)
    p = Position(realm_written=1)
    set_realms(p, 4, 4, 2)
    put(p, 4, "this")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((1, 5, 9)):
        p.give(seat, coin=coin)
    at_gates(p)
    assert [int(seat["found"]) for seat in p.s["seats"][:3]] == [1, 1, 0]
    assert p.to_act == 1
    p.do("advantage question", "advantage question")
    assert (p.to_act, p.decision) == (1, "ask")
    p.do("done")
    assert (p.to_act, p.decision) == (0, "ask")
    p.do("done")
    assert (p.to_act, p.decision) == (2, "villain_claim")
    p = Position(realm_written=1)
    set_realms(p, 4, 4, 2)
    put(p, 4, "this")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((1, 5, 9)):
        p.give(seat, coin=coin)
    at_gates(p).do("advantage first_claim", "advantage first_claim")
    assert p.s["order"][:3].tolist() == [2, 1, 3]  # two first Claims, in Claim order


def test_the_price_goes_to_the_hero_that_answers():
    """Ruling A9: with a card; for "no", the Cloak or Excalibur it goes to the supply."""
    for slug, paid in (("medusa", True), ("troll", False)):
        p = rich(pay_answerer=1)
        p.holds(medusa=1, troll=0, axe=2)
        p.s["die"] = 3
        p.begin(layout.QUESTION, 0, kind=1).do("target hero_1", f"ask_card {slug}", "ask_card horns")
        p.do("show_card medusa" if paid else "done") if p.decision == "answer" else None
        assert p.goods(0) == (2, 2, 3)
        assert p.goods(1) == ((4, 4, 3) if paid else (3, 3, 3))


def test_a_scroll_card_paid_lets_the_answering_hero_take_the_lowest_it_lacks():
    """Ruling A9: it may show an icon."""
    for icons in (False, True):
        p = rich(pay_answerer=1)
        p.next_scrolls_are(icons)
        p.holds(medusa=1)
        p.scrolls(0, ice="3")
        p.scrolls(1, ice="1")
        p.s["die"] = 5
        p.begin(layout.QUESTION, 0, kind=1).do("target hero_1", "ask_card medusa", "ask_card axe", "show_card medusa")
        assert p.seat(1)["scrolls"][1].tolist() == [0, 1, 0 if icons else 1, 0, 0, 0]
        assert p.s["rage"] == int(icons)


# ---- no Hideout -----------------------------------------------------------------------------------------------------


def test_without_the_hideout_there_are_no_tiles_and_cards_about_them_are_drawn_again():
    p = rich(hideout=0)
    assert p.s["pile_size"] == 0 and not p.s["seats"]["realm"].any() and not p.s["seats"]["tile_count"].any()
    for first, then in (("whisper", "pathfinder"), ("storm", "drought")):
        deck, kind = p.kind(first)
        p.s["deck"][deck] = 0
        p.s["deck"][deck][kind] = 20
        p.s["deck"][deck][p.kind(then)[1]] = 1
        p.begin(layout.RAGE_CARD if deck == layout.RAGE else layout.DECK_CARD, 0, deck=deck)
        if p.decision == "resolve":
            p.do("yes")
    assert p.goods(0) == (3, 1, 4)
    at_oracle(p, 0, 1, 2)
    p.s["die"] = layout.BLANK
    p.s["round_number"] = 1
    p.begin(layout.ORACLE)
    assert p.decision == "ask"  # the last to arrive does nothing


# ---- two players ----------------------------------------------------------------------------------------------------


def test_the_third_hero_starts_last_and_is_moved_by_the_hero_furthest_along():
    """Ruling 55: it may stop anywhere free, and counts in the order of arrival; ruling 56: who moves it."""
    p = Position(2)
    assert p.s["spot"][NPC] == -1 and p.s["spot"][:2].min() == -3
    p.at(1)
    p.s["spot"][NPC] = -6
    p.s["spot"][:2] = 3, 9
    p.give(0), p.give(1)
    p.begin(layout.TURN, 1, target=NPC)
    assert {f"move stop_{n}" for n in range(1, 13) if n not in (2, 5)} | {"move oracle"} == p.may()
    before = p.goods_of_all()
    p.do("move stop_1")
    assert p.s["spot"][NPC] == 1 and p.goods_of_all() == before
    assert p.to_act == 1  # the third Hero is furthest back still, Hero 1 furthest along
    p.do("move oracle")
    assert p.s["arrival"][0] == NPC + 1 and p.to_act == 0
    p.do("move oracle")
    assert p.decision == "goods"  # neither first nor last


def test_the_third_hero_last_at_an_oracle():
    """Ruling 57: who controls it draws and places the tile; the Journey takes care of itself."""
    p = Position(2)
    at_oracle(p, 1, 0, NPC)
    p.s["die"] = layout.BLANK
    p.begin(layout.ORACLE)
    assert (p.to_act, p.decision) == (1, "place_tile")
    p.do("place cedar_forest")
    assert p.to_act == 0 and p.decision == "seek"


def test_the_third_hero_isnt_asked_and_is_gone_at_the_gates():
    p = Position(2)
    p.begin(layout.QUESTION, 0, kind=3)
    assert p.may() == {"done", "target hero_1"}
    assert not p.s["where"][layout.CLOAK]
    state = deal(0, load_ruleset("standard", 2))
    for _ in play(state, random.Random(3), load_ruleset("standard", 2)):
        if state["round_number"][0] == 5 and state["decision"][0] == layout.VILLAIN_CLAIM:
            break
    assert state["spot"][0, NPC] == layout.AT_ORACLE


def test_the_third_hero_takes_a_space_in_the_palace():
    p = Position(2, hideout=0)
    at_oracle(p, 0, 1, NPC)
    p.s["round_number"], p.s["die"] = 4, layout.BLANK
    p.begin(layout.ORACLE)
    while p.decision == "ask":
        p.do("done")
    # In the Palace the first in its order is furthest along (ruling A12): Hero 1, who was last but for the third Hero.
    assert p.s["round_number"] == 5 and p.to_act == 1 and "done" not in p.may()
    p.do("move stop_5")
    assert p.s["spot"][NPC] == 9 and p.to_act == 1 and "move stop_5" not in p.may()


# ---- Semi-competitive -----------------------------------------------------------------------------------------------


def claims(tie_break: int, coins: tuple[int, int, int], realm: int = 0) -> Position:
    """Heroes 0 and 2 are right, Hero 1 isn't."""
    p = Position(semi_competitive=1, tie_break=tie_break, hideout=1 if realm else 0)
    p.holds(medusa="envelope", axe="envelope")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate(coins):
        p.give(seat, coin=coin)
    if realm:
        set_realms(p, 1, 2, 3)
        put(p, realm, "this")
    at_gates(p)
    if p.decision == "advantage":
        p.do("advantage question")
    while p.to_act >= 0:
        if p.decision == "ask":
            p.do("done")
            continue
        right = p.to_act != 1
        p.do("claim_villain medusa" if right else "claim_villain troll", "claim_weapon axe")
    return p


def test_claims_are_written_and_all_that_are_right_win():
    """Ruling A10."""
    p = claims(0, (1, 2, 3))
    assert [int(seat["won"]) for seat in p.s["seats"][:3]] == [1, 0, 1]
    paid = np.zeros(3, np.float32)
    kernels.returns(p.states, 0, paid)
    assert paid.tolist() == [1, -1, 1]


def test_nobody_sees_a_claim_before_all_are_written():
    p = Position(semi_competitive=1, hideout=0)
    at_gates(p)
    first = p.to_act
    p.do("claim_villain medusa", "claim_weapon axe")
    other = p.to_act
    row = SLICES["seats"].start + ((first - other) % 3) * SEAT_COLUMNS
    assert observed(p.states, p.ruleset, other)[row + 27 : row + 29].tolist() == [0, 0]
    assert not any("medusa" in line for line in p.log(other))  # as the action says it
    assert any("claim_villain medusa" in line for line in p.log(first))
    assert p.s["failed_count"] == 0


@pytest.mark.parametrize(
    ("coins", "realm", "won"),
    [((1, 9, 3), 0, [0, 0, 1]), ((3, 9, 3), 0, [1, 0, 1]), ((1, 9, 3), 1, [1, 0, 0]), ((1, 9, 3), 2, [0, 0, 1])],
)
def test_a_tie_is_broken_by_realm_then_by_criterion(coins: tuple[int, int, int], realm: int, won: list[int]):
    """Ruling A10: still tied, they share the win; the owner of the Hideout's Realm wins if it is right."""
    assert [int(seat["won"]) for seat in claims(1, coins, realm).s["seats"][:3]] == won


# ---- more people ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heroes", "each"), [(2, 5), (3, 4), (4, 3), (5, 2)])
def test_an_additional_pair_puts_cards_under_the_middle_oracles(heroes: int, each: int):
    ruleset = ruleset_with("collectors", heroes, windows=0, hero_draft=0)
    state = deal(0, ruleset).view(np.ndarray)[0]
    under = {2: [1, 2, 2, 2], 5: [2, 2, 2, 2]}.get(heroes, [1, 2, 2, 1])
    assert state["face_down"][1:].tolist() == under
    assert [int(seat["hand_size"]) for seat in state["seats"][:heroes]] == [each] * heroes
    assert (state["where"] > 0).sum() == (20 if heroes > 2 else 19)


def test_an_additional_pair_may_be_asked_about_and_claimed():
    p = Position(ruleset="collectors", hideout=0)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1")
    assert "ask_card koschei" in p.may()
    p.do("ask_card koschei")
    assert "ask_card firebird_feather" in p.may()
    assert {"claim_villain koschei", "claim_villain troll"} <= at_gates(p).may()


def test_villains_and_weapons_may_be_replaced():
    """Ruling A14: Koschei, Dracula, the Giant and their Weapons; Van Helsing and Jack have no printed powers and are left out."""
    p = Position(ruleset="strangers")
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1")
    assert "ask_card dracula" in p.may() and "ask_card medusa" not in p.may()
    assert (p.s["where"] > 0).sum() == 18
    assert len(p.ruleset.heroes) == 9


def test_the_draft():
    ruleset = ruleset_with("collectors", 4, windows=0, realm_written=0)
    states = deal(5, ruleset)
    state = states.view(np.ndarray)[0]
    order, picked = state["order"][:4].tolist(), []
    while state["decision"] == layout.DRAFT:
        choices = legal(states)
        assert len(choices) == 9 - len(picked)
        picked.append(int(state["to_act"]) + 1)
        assert kernels.apply(states, ruleset.tables, 0, choices[-1]) == 0
    assert picked == order
    assert [int(state["seats"][seat - 1]["hero"]) for seat in order] == [9, 8, 7, 6]


# ---- numbers --------------------------------------------------------------------------------------------------------


def test_every_number_can_be_reached():
    ruleset = load_ruleset()
    for path, knob in knobs(ruleset).items():
        value = value_of(ruleset, knob)
        other = knob.low if value != knob.low else knob.high
        if knob.field == "copies" and other == knob.low and knob.deck == 2:
            continue
        changed = vary(ruleset, [{path: other}])
        assert value_of(changed, knobs(changed)[path]) == other
        assert changed.digest != ruleset.digest


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["numbers.start_coin = 8"], "allowed: integer 0..7"),
        (["numbers.start_coins = 1"], "did you mean numbers.start_coin?"),
        (["numbers.start_coin"], "allowed: PATH = VALUE"),
        (["numbers.start_coin = 1", "numbers.start_coin = 2"], "twice"),
        (["numbers.heroes = 4"], "not known"),
    ],
)
def test_a_wrong_change_is_refused(change: list[str], told: str):
    with pytest.raises(ValueError, match="variant 0") as error:
        vary(load_ruleset(), [change])
    assert told in str(error.value) and "\n" not in str(error.value)


def test_variants_side_by_side():
    ruleset = vary(load_ruleset(), [[], ["numbers.start_coin = 7"]])
    states = rows(np.zeros(2, layout.STATE))
    kernels.reset(states, ruleset.tables, np.array([0, 1]), np.array([3, 3]))
    coins = states["seats"]["goods"][:, :3, 0]
    assert coins.tolist() == [[2, 2, 2], [7, 7, 7]]
