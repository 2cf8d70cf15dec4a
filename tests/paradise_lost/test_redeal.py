"""Redeal: nothing contradicts what a seat knows, the game can be played on, and the draw is uniform over what is left open."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.layout import CARDS, ENVELOPE, HAND, STATE_RECORD
from pagan_env.paradise_lost.rulesets import load_ruleset
from tests.paradise_lost.support import Position, assert_conserved, deal, legal, play
from tests.paradise_lost.test_worked_examples import at_gates

GAMES = 10 if COMPILED else 1
DRAWS = 6000 if COMPILED else 400


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
def test_a_redealt_game_is_whole_and_can_be_played_on(heroes: int):
    ruleset = load_ruleset("collectors", heroes)
    for seed in range(GAMES):
        states, rng = deal(seed, ruleset), random.Random(seed)
        for number, _ in enumerate(play(states, rng, ruleset)):
            seat = int(states["to_act"][0])
            if number % 9 or seat < 0:
                continue
            other = rows(states.copy())
            kernels.redeal(other, ruleset.tables, 0, seat, number)
            old, new = states.view(np.ndarray)[0], other.view(np.ndarray)[0]
            assert STATE_RECORD.faults(other.view(np.ndarray)) == []
            assert_conserved(new, ruleset)
            assert (new["seats"][seat]["hand"] == old["seats"][seat]["hand"]).all()
            for card in range(1, CARDS + 1):
                for viewer in range(heroes):
                    where, possible = int(new["where"][card]), int(new["seats"][viewer]["possible"][card])
                    assert not where or (possible >> where) & 1
            assert legal(other) == legal(states)
        assert len(list(play(other, rng, ruleset))) >= 0 and not legal(other)


def narrow() -> tuple[Position, list[int], list[dict[int, int]]]:
    """Seat 0 doesn't know the places of six cards; all deals of them that agree with an answer and a failed Claim."""
    p = Position(3)
    open_cards = {"jabberwocky": 1, "warlock": 1, "grendel": "envelope", "horns": "envelope", "axe": 2, "wand": 2}
    p.holds(**open_cards)
    unknown = [p.card(slug) for slug in open_cards]
    me, s = p.seat(0), p.s
    places = (1 << ENVELOPE) | (1 << (HAND + 1)) | (1 << (HAND + 2))
    for card in range(1, CARDS + 1):
        if s["where"][card]:
            me["possible"][card] = places if card in unknown else 1 << int(s["where"][card])
    me["possible"][p.card("wand")] &= ~(1 << (HAND + 1))
    s["answers"][0] = (1, 2, p.card("jabberwocky"), p.card("axe"), 1)
    s["answer_count"] = 1
    s["failed"][0] = (3, p.card("warlock"), p.card("axe") - 9)
    s["failed_count"] = 1
    slots = [ENVELOPE, ENVELOPE, HAND + 1, HAND + 1, HAND + 2, HAND + 2]
    found = []
    for order in set(itertools.permutations(slots)):
        deal = dict(zip(unknown, order, strict=True))
        sealed = [card for card in unknown if deal[card] == ENVELOPE]
        if (
            sorted(card > 9 for card in sealed) == [False, True]
            and deal[p.card("wand")] != HAND + 1
            and HAND + 1 in (deal[p.card("jabberwocky")], deal[p.card("axe")])
            and sealed != [p.card("warlock"), p.card("axe")]
        ):
            found.append(deal)
    return p, unknown, found


def test_oracle_cards_are_uniform_over_all_deals_that_agree():
    p, unknown, deals = narrow()
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(DRAWS):
        other = rows(p.states.copy())
        kernels.redeal(other, p.ruleset.tables, 0, 0, seed)
        counts[tuple(int(other["where"][0, card]) for card in unknown)] += 1
    assert set(counts) <= {tuple(deal.values()) for deal in deals}
    each = DRAWS / len(deals)
    square = sum((counts[tuple(deal.values())] - each) ** 2 / each for deal in deals)
    free = len(deals) - 1
    assert 10 < len(deals) < DRAWS / 10
    assert square < free + 3.3 * (2 * free) ** 0.5 + 6  # p = 0.001, by Wilson and Hilferty within a little


def test_realms_and_tiles_are_uniform():
    p = Position(3)
    realms: Counter[int] = Counter()
    tiles: Counter[int] = Counter()
    own = int(np.flatnonzero(p.seat(0)["tiles"])[0])
    for seed in range(DRAWS):
        other = rows(p.states.copy())
        kernels.redeal(other, p.ruleset.tables, 0, 0, seed)
        realms[int(other["seats"]["realm"][0, 1])] += 1
        tiles[int(np.flatnonzero(other["seats"]["tiles"][0, 2])[0])] += 1
    assert len(realms) == 4 and int(p.seat(0)["realm"]) not in realms
    assert sum((n - DRAWS / 4) ** 2 / (DRAWS / 4) for n in realms.values()) < 16.3  # 3 degrees of freedom, p = 0.001
    weights = {kind: 2 + (kind in (3, 4, 6)) - (kind == own) for kind in range(1, 7)}
    expected = {kind: DRAWS * weight / 14 for kind, weight in weights.items() if weight}
    assert sum((tiles[kind] - n) ** 2 / n for kind, n in expected.items()) < 20.6  # 5 degrees of freedom, p = 0.001


def test_claims_written_unseen_are_drawn_anew():
    """In Semi-competitive mode a searcher must not find in its copy what others have written."""
    p = Position(3, semi_competitive=1, hideout=0)
    at_gates(p)
    first = p.to_act
    p.do("claim_villain medusa", "claim_weapon axe")
    found = Counter()
    for seed in range(60):
        other = rows(p.states.copy())
        kernels.redeal(other, p.ruleset.tables, 0, p.to_act, seed)
        claimer = other["seats"][0, first]
        found[int(claimer["claim_villain"]), int(claimer["claim_weapon"])] += 1
    assert len(found) > 20 and all(1 <= v <= 8 and 1 <= w <= 8 for v, w in found)


def test_the_future_is_drawn_anew():
    p = Position(3)
    places = set()
    for seed in range(40):
        other = rows(p.states.copy())
        kernels.redeal(other, p.ruleset.tables, 0, 0, seed)
        state = other.view(np.ndarray)[0]
        assert state["seed"].tolist() == [0, seed] and not state["draws"].any()
        places.add(state["where"].tobytes())
    assert len(places) == 40
