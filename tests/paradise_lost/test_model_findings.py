"""What the independent model found in the engine."""

from dataclasses import replace

import numpy as np

from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.history import COLUMNS, WIDTH, history
from pagan_env.paradise_lost.layout import ALICE, BARD, BY_COIN, DECISION_NAMES, GOODS_TAKEN, REALM_IS, SEEKING, SHRINE, TURN
from pagan_env.paradise_lost.observe import SLICES
from pagan_env.paradise_lost.rulesets import load_ruleset

from .support import Position, deal, legal, observed
from .test_cards import rich
from .test_heroes import at_oracle
from .test_worked_examples import at_gates, put, set_realms

COLUMN = {column.name: n for n, column in enumerate(COLUMNS)}


def last_event(p: Position, seat: int, what: int) -> dict[str, int]:
    """The last event of a kind as a seat saw it, by column."""
    out = np.zeros((64, WIDTH), np.int16)
    history(p.states[0], p.ruleset.tables[0], seat, out)
    row = next(row for row in out.tolist() if row[COLUMN["what"]] == what)
    return {name: row[n] for name, n in COLUMN.items()}


def test_a_look_at_a_realm_tile_names_the_looker_in_b():
    p = Position(num_heroes=3).effect("whisper", seat=1).do("yes", "target hero_0")
    event = next(e for e in p.s["log"].tolist()[::-1] if e[0] == REALM_IS and e[3])
    assert event[:4] == (REALM_IS, 0, 0, 2) and event[4] == p.seat(0)["realm"]
    assert p.log(2)[-1] == "Hero 1 sees a Realm tile"


def test_seats_in_the_last_events_count_from_the_observing_one():
    looked = Position(num_heroes=3).effect("whisper", seat=1).do("yes", "target hero_0")
    assert [last_event(looked, seat, REALM_IS)["b"] for seat in range(3)] == [2, 1, 3]
    p = Position(num_heroes=3)
    p.at("cedar_forest")
    p.give(1, coin=1, mana=1)
    p.effect("toll", seat=1).do("take coin")
    assert [last_event(p, seat, GOODS_TAKEN)["seat"] for seat in range(3)] == [1, 3, 2]
    assert [last_event(p, seat, GOODS_TAKEN)["b"] for seat in range(3)] == [2, 1, 3]


def test_an_action_of_seeking_is_about_nothing_yet():
    p = rich()
    at_oracle(p, 0, 1, 2)
    p.begin(SEEKING)
    for actions in (
        ("seek_draw", "place soulless_swamp"),
        ("move_tile soulless_swamp cedar_forest",),
        ("lock cedar_forest",),
        ("done",),
    ):
        assert p.decision == "seek"
        assert not observed(p.states, p.ruleset, p.to_act)[SLICES["work"]].any()
        p.do(*actions)


def test_the_third_hero_is_gone_from_the_gates_on():
    """Ruling 55: it has no place in Claim order, and nobody stands twice in it."""
    p = Position(num_heroes=2, seed=3)
    third = SLICES["third_hero"]
    assert observed(p.states, p.ruleset, 0)[third][0] == 1
    p.until("advantage", "villain_claim")
    assert not observed(p.states, p.ruleset, 0)[third].any()
    assert sorted(p.s["order"].tolist()) == [0, 0, 0, 0, 1, 2]


def test_a_wildland_copies_only_what_is_on_the_board():
    """Wildland: "another location type in any Realm"; one that no Realm has can't be copied."""
    p = Position(num_heroes=3, heroes=(ALICE,))
    board = p.ruleset.tables.copy().view(np.ndarray)
    rules = board[0]["rulesets"][0]
    rules["board"][rules["board"] == SHRINE] = BARD
    p.ruleset = replace(p.ruleset, tables=board.view(p.ruleset.tables.dtype).view(type(p.ruleset.tables)))
    p.give(0, coin=5, mana=5)
    p.at("cloud_mountains")
    p.begin(TURN).do("move stop_10")
    assert p.decision == "copy_location"
    assert "copy shrine" not in p.may() and "copy bard" in p.may()


def test_of_several_finders_those_with_most_items_win():
    """Several may have found the Hideout where Realms are written down: Realm first, then the criterion (ruling A10)."""
    p = Position(semi_competitive=1, tie_break=1, realm_written=1)
    p.holds(medusa="envelope", axe="envelope")
    p.s["criterion"] = BY_COIN
    for seat, coin in enumerate((1, 4, 3)):
        p.give(seat, coin=coin)
    set_realms(p, 1, 2, 1)
    put(p, 1, "this")
    at_gates(p)
    while p.decision == "advantage":
        p.do("advantage first_claim")
    while p.to_act >= 0:
        p.do("claim_villain medusa", "claim_weapon axe")
    assert [int(p.seat(seat)["found"]) for seat in range(3)] == [1, 0, 1]
    assert [int(p.seat(seat)["won"]) for seat in range(3)] == [0, 0, 1]


def test_setups_decisions_are_about_nothing_else():
    """What setup keeps count of stood in `work` when Heroes were picked and Realms written down."""
    for ruleset, decision in (("collectors", "draft"), ("harder", "realm")):
        made = load_ruleset(ruleset, 3)
        states, asked = deal(1, made), 0
        while DECISION_NAMES[states["decision"][0]] == decision:
            assert not observed(states, made, int(states["to_act"][0]))[SLICES["work"]].any()
            kernels.apply(states, made.tables, 0, legal(states)[0])
            asked += 1
        assert asked == 3
