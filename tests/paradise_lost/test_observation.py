"""What stands in the observation, seen from each seat: seats are counted on from one's own."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.paradise_lost import layout
from pagan_env.paradise_lost.layout import HAND, RED
from pagan_env.paradise_lost.observe import ASKABLE, SEAT_COLUMNS, SLICES
from pagan_env.paradise_lost.rulesets import load_ruleset
from tests.paradise_lost.support import Position, deal, observed, play
from tests.paradise_lost.test_cards import rich

AT = SLICES


def block(p: Position, seat: int, name: str) -> np.ndarray:
    return observed(p.states, p.ruleset, seat)[AT[name]]


def test_seats_are_counted_on():
    p = Position(4)
    for seat in range(4):
        p.give(seat, coin=seat + 1, mana=2 * seat)
    for seat in range(4):
        rows = block(p, seat, "seats").reshape(5, SEAT_COLUMNS)
        assert rows[:, 0].tolist() == [1, 1, 1, 1, 0]
        assert rows[:4, 1].tolist() == [(seat + n) % 4 + 1 for n in range(4)]
        assert rows[:4, 2].tolist() == [2 * ((seat + n) % 4) for n in range(4)]


def test_the_same_place_at_the_table_looks_the_same():
    """Two positions that differ by a turn of the seats give the Heroes concerned the same numbers."""
    seen = []
    for turn in range(3):
        p = rich()
        p.holds(medusa=turn, troll=(turn + 1) % 3)
        asker, target = turn, (turn + 1) % 3
        p.begin(layout.QUESTION, asker, kind=3)
        p.do(f"target hero_{target}", "ask_card troll", "ask_card medusa")
        here = slice(AT["decision"].start, AT["work"].stop)
        rows = [observed(p.states, p.ruleset, seat)[here].tolist() for seat in (asker, target, (turn + 2) % 3)]
        own = [block(p, seat, "own_hand")[p.card("medusa") - 1] for seat in (asker, target)]
        seen.append((rows, own))
    assert seen[0] == seen[1] == seen[2]
    work = seen[0][0][1][-9:]
    assert work[2] == 3  # who asks is two seats on from the target of three
    assert not any(seen[0][0][0]) and not any(seen[0][0][2])  # nobody else has anything pending


def test_possible_places_turn_with_the_seats():
    p = rich()
    p.holds(medusa=1)
    p.seat(2)["possible"][p.card("medusa")] = 1 << (HAND + 1)
    row = block(p, 2, "possible").reshape(20, 11)[p.card("medusa") - 1]
    assert np.flatnonzero(row).tolist() == [HAND - 1 + 2]
    assert np.flatnonzero(block(p, 1, "possible").reshape(20, 11)[p.card("medusa") - 1]).tolist() == [HAND - 1]


def test_a_no_is_written_down_for_all():
    p = rich()
    p.holds(medusa=2, axe=2)
    p.begin(layout.QUESTION, 0, kind=3).do("target hero_1", "ask_card medusa", "ask_card axe", "done")
    for seat in range(3):
        lacks = block(p, seat, "lacks").reshape(5, ASKABLE)
        assert np.argwhere(lacks).tolist() == [[(1 - seat) % 3, p.card("medusa") - 1], [(1 - seat) % 3, p.card("axe") - 1]]
    assert not p.seat(0)["possible"][p.card("axe")] & (1 << (HAND + 1))


def test_what_i_have_shown_to_whom():
    p = rich()
    p.holds(medusa=0)
    p.effect("loose_tongue").do("target hero_2", "show_card medusa")
    shown = block(p, 0, "shown").reshape(20, 4)
    assert np.argwhere(shown).tolist() == [[p.card("medusa") - 1, 1]]
    assert not block(p, 2, "shown").any()


def test_who_has_looked_where():
    p = rich((0, RED))
    p.effect("dark_mirror").do("oracle_space oracle_3")
    p.effect("whisper", 0).do("yes", "target hero_2")
    for seat in range(3):
        oracles = block(p, seat, "oracles").reshape(4, 6)
        assert oracles[:, 0].tolist() == [1, 1, 1, 1]
        assert np.argwhere(oracles[:, 1:]).tolist() == [[2, -seat % 3]]
        rows = block(p, seat, "seats").reshape(5, SEAT_COLUMNS)
        known = [int(p.seat((seat + n) % 3)["realm"]) if n == 0 or (seat, n) == (0, 2) else 0 for n in range(3)]
        assert rows[:3, 25].tolist() == known
        viewers = block(p, seat, "realm_viewers").reshape(5, 5)
        assert np.argwhere(viewers).tolist() == [[(2 - seat) % 3, -seat % 3]]
        assert np.argwhere(block(p, seat, "heroes").reshape(5, 11)).tolist() == [[(1 - seat) % 3, RED - 1]]


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
def test_counts_come_out(heroes: int):
    """At every decision of a game: unseen tiles are those that the record has elsewhere, and the board's free spaces are free."""
    ruleset = load_ruleset("standard", heroes)
    states = deal(1, ruleset)
    for number, _ in enumerate(play(states, random.Random(1), ruleset)):
        if number % 5:
            continue
        state = states.view(np.ndarray)[0]
        for seat in range(heroes):
            seen = observed(states, ruleset, seat)
            others = [other for other in range(heroes) if other != seat]
            hidden = state["pile"] + sum(state["seats"][other]["tiles"] + state["seats"][other]["lost_tiles"] for other in others)
            if state["tile"] and not state["tile_seen"] >> seat & 1:
                hidden[state["tile"]] += 1
            assert seen[AT["unseen_tiles"]].tolist() == hidden[1:].tolist()
            assert seen[AT["to_act"]][0] == (state["to_act"] == seat)
            assert seen[AT["decision"]].sum() == (state["to_act"] == seat)
