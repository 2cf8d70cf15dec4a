"""Rulings where the rulebook leaves a question open; seeking, the Hideout, questions, the Palace and the Gates."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.actions import LEXICON
from pagan_env.paradise_lost.layout import HAND
from pagan_env.paradise_lost.observe import SLICES
from tests.paradise_lost.support import Position, deal, legal, observed, play, ruleset_with
from tests.paradise_lost.test_cards import rich
from tests.paradise_lost.test_heroes import at_oracle, tile
from tests.paradise_lost.test_worked_examples import at_gates, put, set_realms

# ---- seeking --------------------------------------------------------------------------------------------------------


def test_seeking_goes_round_until_all_have_passed():
    """Ruling 25: one action a turn from the second-to-last on; a pass is final."""
    p = rich()
    at_oracle(p, 0, 1, 2)
    p.begin(layout.SEEKING)
    order = []
    while p.decision in ("seek", "place_tile"):
        order.append(p.to_act)
        if p.to_act == 1 and p.goods(1)[2] == 3:
            p.do("seek_draw", "place cedar_forest")
        else:
            p.do("done")
    assert order[:4] == [1, 0, 2, 1] and len(order) == 4


def test_a_tile_is_seen_before_its_realm_is_chosen():
    """Ruling 27: and it must be played; by its drawer alone."""
    p = rich()
    at_oracle(p, 0, 1, 2)
    p.begin(layout.SEEKING).do("seek_draw")
    assert p.decision == "place_tile" and p.goods(1) == (3, 3, 2)
    assert p.may() == {
        f"place {r}" for r in ("cloud_mountains", "cedar_forest", "pagan_wasteland", "soulless_swamp", "witchs_palace")
    }
    tile_seen = SLICES["work"].start + 7
    assert observed(p.states, p.ruleset, 1)[tile_seen] == p.s["tile"]
    assert observed(p.states, p.ruleset, 0)[tile_seen] == 0


def test_locks():
    """Ruling 26: the topmost tile, with 2 cubes on it; it can't be covered."""
    p = rich()
    at_oracle(p, 0, 1, 2)
    tile(p, 3, layout.LEFT)
    p.begin(layout.SEEKING).do("lock pagan_wasteland")
    assert p.s["lock_cubes"][3] == 2 and p.goods(1) == (3, 3, 1)
    assert not any(text in p.may() for text in ("lock pagan_wasteland", "move_tile pagan_wasteland witchs_palace"))
    p.do("seek_draw")
    assert "place pagan_wasteland" not in p.may()


def test_no_tiles_left():
    """Ruling 28: without a pile, or with every Realm locked, nothing is drawn."""
    p = rich()
    at_oracle(p, 0, 1, 2)
    p.s["pile"][:], p.s["pile_size"] = 0, 0
    p.begin(layout.ORACLE)
    assert p.decision == "seek" and "seek_draw" not in p.may()
    p = rich()
    at_oracle(p, 0, 1, 2)
    for realm in range(1, 6):
        tile(p, realm)
        p.s["locked"][realm] = 1
    p.begin(layout.ORACLE)
    assert p.decision == "seek" and not any(text.startswith(("seek", "lock", "move")) for text in p.may())


# ---- the Hideout ----------------------------------------------------------------------------------------------------


def test_a_realm_of_nobody_is_found_by_nobody():
    """Ruling 31; Realm tiles are secret until the Gates (ruling 32)."""
    p = Position()
    set_realms(p, 1, 2, 3)
    assert [int(seat["realm_seen"]) for seat in p.s["seats"][:3]] == [1, 2, 4]
    put(p, 5, "this")
    at_gates(p)
    assert p.s["hideout"] == 5 and p.decision == "villain_claim"
    assert [int(seat["realm_seen"]) for seat in p.s["seats"][:3]] == [31, 31, 31]


def test_a_tie_without_an_owner():
    """Ruling A19: among the owners of tied Realms; if none of the tied is owned, nobody finds it."""
    p = Position()
    set_realms(p, 1, 2, 3)
    put(p, 5, "this")
    put(p, 4, "this")
    at_gates(p)
    assert p.s["hideout"] == 0 and not p.s["seats"]["found"].any()


def test_no_tiles_at_all_is_a_tie_of_all_realms():
    """Ruling 31: settled by the cubes, then by the die."""
    p = Position()
    set_realms(p, 1, 2, 3)
    for seat, cubes in enumerate((2, 2, 1)):
        p.give(seat, cubes=cubes)
    at_gates(p)
    assert p.s["hideout"] in (1, 2) and p.to_act == p.s["hideout"] - 1


# ---- questions ------------------------------------------------------------------------------------------------------


def test_a_question_has_one_target_and_two_cards():
    """Ruling 33: one Hero chosen; ruling 34: two cards in order, any mix, own ones too (ruling A2)."""
    p = rich()
    p.holds(medusa=0)
    p.begin(layout.QUESTION, 0, kind=3)
    assert p.may() == {"done", "target hero_1", "target hero_2"}
    p.do("target hero_2")
    assert len(p.may()) == 15 and "ask_card medusa" in p.may() and "ask_card axe" not in p.may()
    p.do("ask_card wand")
    assert p.may() == {"ask_card polished_shield", "ask_card axe"}


def test_an_answer_is_seen_by_the_asker_alone():
    """Ruling 35: one matching card, of two the target's choice; all hear who was asked what, and whether a card was shown."""
    p = rich()
    p.holds(medusa=1, axe=1)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe")
    assert p.may() == {"show_card medusa", "show_card axe"}
    p.do("show_card axe")
    axe, medusa = p.card("axe"), p.card("medusa")
    assert p.seat(0)["possible"][axe] == 1 << (HAND + 1) and p.seat(0)["possible"][medusa] != 1 << (HAND + 1)
    assert p.seat(2)["possible"][axe] != 1 << (HAND + 1)
    assert p.s["answer_count"] == 1 and "Hero 1 answers: a card" in p.log(2) and "Hero 1 answers: Axe" in p.log(0)
    block = observed(p.states, p.ruleset, 2)[SLICES["answers"]][:6]
    assert block.tolist() == [3, 2, medusa, axe, 1, 1]


def test_one_question_an_oracle():
    """Ruling 36: a Hero asks once, or not, in reverse order of arrival."""
    p = rich(hideout=0)
    at_oracle(p, 0, 1, 2)
    p.s["die"] = layout.BLANK
    p.begin(layout.SPEAKING, cursor=3)
    asked = []
    while p.decision == "ask":
        asked.append(p.to_act)
        p.do("done")
    assert asked == [2, 1, 0]


@pytest.mark.parametrize(("die", "paid"), [(1, (1, 0, 0)), (2, (0, 1, 0)), (3, (1, 1, 0)), (4, (0, 0, 1)), (6, (0, 0, 0))])
def test_the_die_sets_the_price(die: int, paid: tuple[int, int, int]):
    p = rich()
    p.s["die"] = die
    p.begin(layout.QUESTION, 0, kind=1).do("target hero_1")
    assert tuple(3 - left for left in p.goods(0)) == paid
    p.give(0)
    p.begin(layout.QUESTION, 0, kind=1)
    assert (p.decision == "ask") == (die == 6)


def test_a_scroll_card_as_the_price():
    """Ruling 14: any held one, also of a complete Scroll; it goes back to its deck, its face known to be safe (ruling 13)."""
    p = rich()
    p.s["die"] = 5
    p.scrolls(0, fire="12345")
    icons = p.s["icons_left"].copy()
    p.begin(layout.QUESTION, 0, kind=1).do("target hero_1")
    assert len(p.may()) == 5
    p.do("scroll fire number_3")
    assert p.seat(0)["scrolls"][0].tolist() == [0, 1, 1, 0, 1, 1] and p.s["scrolls_left"][0][3] == 3
    assert (p.s["icons_left"] == icons).all()


def test_a_card_without_anybody_to_ask_is_skipped():
    """Ruling A16; ruling 38: T1 is no question of an Oracle but for its price."""
    p = rich()
    p.seat(1)["immune"] = p.seat(2)["immune"] = 1
    p.effect("bold_question", 0)
    assert p.decision == "stop" and p.s["rage"] == 1


# ---- the Palace and the Gates ---------------------------------------------------------------------------------------


def test_the_palace_is_one_stop():
    """Ruling 49: mandatory if any is legal; in reverse order of arrival at the fourth Oracle."""
    p = rich(hideout=0)
    at_oracle(p, 1, 0, 2)
    p.s["round_number"], p.s["die"] = 4, layout.BLANK
    p.begin(layout.ORACLE)
    while p.decision == "ask":
        p.do("done")
    assert p.s["round_number"] == 5 and p.to_act == 2 and "done" not in p.may()
    p.do("move stop_1")
    assert p.to_act == 0
    p.do("move stop_2")
    assert p.to_act == 1 and not {"move stop_1", "move stop_2"} & p.may()


def test_no_location_to_be_had_in_the_palace_is_skipped(tmp_path):
    """Ruling 49: a board of the owner's whose Palace costs something everywhere."""
    file = tmp_path / "dear@1.toml"
    file.write_text(
        'extends = "standard@1"\ndescription = "A dear Palace."\n[board.witchs_palace]\nlocations = ["arena", "shrine", "fire"]\n'
    )
    p = Position(ruleset=str(file))
    p.s["round_number"], p.s["order"][:3] = 5, (1, 2, 3)
    p.s["spot"][:3] = -1, -2, -3
    p.s["stack"][0]["step"], p.s["stack"][0]["cursor"] = 4, 1
    for seat in range(3):
        p.give(seat, coin=seat)
    p.begin(layout.TURN, 0)  # the first has nothing to pay with, the second takes the Shrine, the third finds it taken
    assert p.s["spot"][:3].tolist() == [-1, 3, -3] and p.goods(1) == (0, 2, 0)
    assert p.decision in ("advantage", "villain_claim")


def test_a_wrong_claim_is_heard_by_all_and_its_maker_goes_on_answering():
    """Ruling 50: one Claim each; a failed claimant has seen the envelope, and still answers questions (ruling A5)."""
    p = Position()
    p.holds(medusa="envelope", axe="envelope", troll=0)
    set_realms(p, 1, 2, 3)
    put(p, 2, "this")
    p.s["criterion"] = layout.BY_COIN
    for seat, coin in enumerate((5, 3, 1)):
        p.give(seat, coin=coin)
    at_gates(p).do("advantage question", "claim_villain grendel", "claim_weapon horns")
    assert p.seat(0)["possible"][p.card("medusa")] == 2 == p.seat(0)["possible"][p.card("axe")]
    assert p.seat(2)["possible"][p.card("medusa")] != 2
    failed = observed(p.states, p.ruleset, 2)[SLICES["failed"]][:3]
    assert failed.tolist() == [2, 3, 4]
    p.do("target hero_0", "ask_card troll", "ask_card horns")  # free, once, directly before the own Claim (ruling 53)
    assert p.to_act == 0 and "show_card troll" in p.may()


def test_an_unrevealed_card_is_there_to_be_drawn_after_ten():
    """Ruling 52: a facedown card, seen by the finder alone; in a normal finish there is none (ruling A18)."""
    p = Position()
    set_realms(p, 1, 2, 3)
    put(p, 2, "this")
    p.s["round_number"] = 5
    p.begin(layout.GATES)
    assert "advantage draw" in p.may()
    p.do("advantage draw", "oracle_space oracle_3")
    assert p.s["viewers"][3] == 2 and p.decision == "villain_claim"
    p = Position()
    set_realms(p, 1, 2, 3)
    put(p, 2, "this")
    assert "advantage draw" not in at_gates(p).may()
    p = Position(advantage_from_hand=1)
    set_realms(p, 1, 2, 3)
    put(p, 2, "this")
    at_gates(p).do("advantage draw", "target hero_2")
    assert any("sees" in line and "Hero 2" in line for line in p.log())


def test_claim_order_ties_by_the_die():
    """Ruling 51."""
    firsts = set()
    for seed in range(12):
        p = Position(seed=seed, hideout=0)
        p.s["criterion"] = layout.BY_SEEKER
        for seat, cubes in enumerate((1, 2, 2)):
            p.give(seat, cubes=cubes)
        at_gates(p)
        firsts.add(int(p.s["order"][0]))
        assert p.s["order"][2] == 1
    assert firsts == {2, 3}


@pytest.mark.parametrize(
    ("criterion", "best"),
    [(layout.BY_COIN, 0), (layout.BY_MANA, 1), (layout.BY_COIN_AND_MANA, 1), (layout.BY_SEEKER, 2), (layout.BY_SCROLL, 0)],
)
def test_each_criterion_counts_its_items(criterion: int, best: int):
    p = Position(hideout=0)
    p.s["criterion"] = criterion
    p.give(0, 4, 0, 0)
    p.give(1, 3, 3, 1)
    p.give(2, 1, 1, 4)
    p.scrolls(0, fire="2")
    at_gates(p)
    assert p.to_act == best


def test_all_lose_together():
    """Ruling 58."""
    ruleset = ruleset_with(heroes=4)
    for seed in range(4):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            pass
        state = states.view(np.ndarray)[0]
        if state["ending"] == layout.ALL_LOST:
            assert state["failed_count"] == 4 and not state["seats"]["won"].any()
            return
    raise AssertionError("no game was lost by all")


def test_the_record_has_a_row_for_excalibur_and_the_cloak():
    """Ruling A3: 20 rows of 11 places; ruling A17: of two cards under an Oracle one gets one that one hasn't seen."""
    p = rich(num_heroes=5)
    assert SLICES["possible"].stop - SLICES["possible"].start == 20 * 11
    for _ in range(2):
        p.effect("dark_mirror").do("oracle_space oracle_1")
    here = [c for c in range(1, 21) if p.s["where"][c] == layout.UNDER + 1]
    assert [int(p.seat(0)["possible"][card]) for card in here] == [1 << (layout.UNDER + 1)] * 2
    p.effect("dark_mirror")
    assert "oracle_space oracle_1" not in p.may()


def test_five_actions_are_never_legal():
    """A tile doesn't move to its own Realm."""
    ruleset, seen = ruleset_with(heroes=5), set()
    for seed in range(3):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            seen |= set(legal(states))
    start = LEXICON.start("move_tile")
    assert seen & set(LEXICON.span("move_tile"))
    assert not seen & {start + 6 * n for n in range(5)}
