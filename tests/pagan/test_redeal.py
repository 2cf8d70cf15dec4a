"""Redeal (ruling 73): the observer notices nothing, nothing contradicts what it knows, and the draw is uniform."""

from collections import Counter

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import kernels, observe
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.describe import parse_action
from pagan_env.pagan.layout import HUNTER, STATE, STATE_RECORD, WITCH, WORDS
from pagan_env.pagan.rulesets import Ruleset
from pagan_env.pagan.view import view

from .position import Position
from .support import EFFECTS, RULESET

GAMES = 60 if COMPILED else 3
UNIFORM = pytest.mark.skipif(not COMPILED, reason="thousands of redeals; compiled and plain leave the same bytes")


def busy_games(ruleset: Ruleset = RULESET) -> tuple[np.ndarray, np.ndarray]:
    """Games some hundred decisions old, and their tables."""
    tables = ruleset.tables
    states = rows(np.zeros(GAMES, STATE))
    kernels.reset(states, tables, np.zeros(GAMES, np.int64), np.arange(GAMES))
    actions = np.zeros(GAMES, np.int64)
    for step in range(250):
        kernels.random_step(states, tables, actions, step)
        for i in range(GAMES):
            before = states[i : i + 1].copy()
            kernels.apply(states, tables, i, actions[i])
            if np.asarray(states)[i]["to_act"] < 0:  # over: stay where it was
                states[i : i + 1] = before
    return states, tables


@pytest.mark.parametrize("ruleset", [RULESET, EFFECTS], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_the_observer_notices_nothing(ruleset, seat):
    states, tables = busy_games(ruleset)
    again = states.copy()
    changed = 0
    for i in range(GAMES):
        kernels.redeal(again, tables, i, seat, 1000 + i)
        seen = [np.zeros(observe.SIZE, np.int8) for _ in range(2)]
        known = [np.zeros(1, STATE) for _ in range(2)]
        masks = [np.zeros(observe.SIZE, np.int8) for _ in range(2)]
        for k, games in enumerate((states, again)):
            kernels.observe(games, tables, i, seat, seen[k])
            view(games, i, seat, known[k])
            kernels.mask(games, i, seat, masks[k][: LEXICON.size])
        assert seen[0].tobytes() == seen[1].tobytes()
        assert known[0].tobytes() == known[1].tobytes()
        assert masks[0].tobytes() == masks[1].tobytes()
        changed += np.asarray(states)[i].tobytes() != np.asarray(again)[i].tobytes()
    assert changed == GAMES
    assert STATE_RECORD.faults(np.asarray(again)) == []


@pytest.mark.parametrize("ruleset", [RULESET, EFFECTS], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_nothing_contradicts_what_it_knows(ruleset, seat):
    """Cards stay conserved, known ones stay in the hand, no Suspect is the witch; and the game can be played on."""
    states, tables = busy_games(ruleset)
    again = states.copy()
    for i in range(GAMES):
        kernels.redeal(again, tables, i, seat, i)
        old, new = np.asarray(states)[i], np.asarray(again)[i]
        foe, was = new["seats"][1 - seat], old["seats"][1 - seat]
        assert (foe["hand"] + foe["deck"]).tolist() == (was["hand"] + was["deck"]).tolist()
        assert foe["hand"].sum() == foe["hand_size"]
        assert (foe["hand"] >= new["seats"][seat]["foe_hand"]).all()
        assert new["suspects"].sum() == new["suspects_drawn"]
        assert not new["suspects"][new["true_witch"]]
        assert not new["villagers"]["eliminated"][new["true_witch"]]
        words = np.zeros(WORDS, np.uint64)
        kernels.legal(again, i, words)
        assert words.any()
        assert not new["seats"][1 - new["to_act"]]["legal"].any()


@UNIFORM
def test_identity_is_uniform_over_whom_the_hunter_can_suspect():
    p = Position(HUNTER, witch="trapper_adams").start()
    p.s.suspects[1:4] = 1
    p.s.suspects_drawn = 3
    p.s.villagers[4].eliminated = 1
    found = Counter()
    for seed in range(5000):
        again = rows(p.states.copy())
        kernels.redeal(again, p.ruleset.tables, 0, HUNTER, seed)
        found[int(np.asarray(again)[0]["true_witch"])] += 1
    assert set(found) == {5, 6, 7, 8, 9}
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 18.5  # chi-square, 4 degrees of freedom, p = 0.001


@UNIFORM
def test_hands_are_uniform_over_what_the_witch_can_suppose():
    """One Bribe is known, one card is not: each card of the rest is as likely (two of a kind twice as likely as one)."""
    p = Position(WITCH).hand(bribe=2).start()
    bribe = p.kind("bribe")[1]
    p.s.seats[WITCH].foe_hand[bribe] = 1
    found = Counter()
    for seed in range(5500):
        again = rows(p.states.copy())
        kernels.redeal(again, p.ruleset.tables, 0, WITCH, seed)
        hand = np.asarray(again)[0]["seats"][HUNTER]["hand"].copy()
        hand[bribe] -= 1
        (kind,) = np.flatnonzero(hand)
        found[int(kind)] += 1
    expected = {kind: 500 if kind == bribe else 1000 for kind in range(1, 7)}
    assert sum((found[kind] - n) ** 2 / n for kind, n in expected.items()) < 20.5  # 5 degrees of freedom, p = 0.001


@UNIFORM
def test_suspects_are_uniform_over_whom_the_hunter_can_have_drawn():
    p = Position(WITCH, witch="trapper_adams").start()
    p.s.suspects[1:3] = 1
    p.s.suspects_drawn = 2
    found = Counter()
    for seed in range(5600):
        again = rows(p.states.copy())
        kernels.redeal(again, p.ruleset.tables, 0, WITCH, seed)
        found[tuple(np.flatnonzero(np.asarray(again)[0]["suspects"]).tolist())] += 1
    assert len(found) == 28
    assert sum((n - 200) ** 2 / 200 for n in found.values()) < 55.5  # 27 degrees of freedom, p = 0.001


@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_the_other_seats_memory_is_blanked_and_its_options_are_those_of_its_new_hand(seat):
    """Key and private log would tell the truth, an old legal set would name cards that are no longer in the hand."""
    states, tables = busy_games()
    again = states.copy()
    checked = 0
    for i in range(GAMES):
        kernels.redeal(again, tables, i, seat, 7 + i)
        old, new = np.asarray(states)[i], np.asarray(again)[i]
        assert new["seats"]["key"][1 - seat].tolist() == new["seed"].tolist() != old["seats"]["key"][1 - seat].tolist()
        unseen = (new["log"]["seen_by"] >> seat) & 1 == 0
        assert not new["log"]["secret"][unseen].any()
        if new["to_act"] == 1 - seat and new["decision"] == 1:
            mask = np.zeros(LEXICON.size, np.int8)
            kernels.mask(again, i, 1 - seat, mask)
            kinds = {(a - LEXICON.start("play")) // 2 + 1 for a in np.flatnonzero(mask) if a in LEXICON.span("play")}
            assert kinds <= set(np.flatnonzero(new["seats"]["hand"][1 - seat]).tolist())
            checked += 1
    assert checked or not COMPILED


@UNIFORM
def test_suspects_never_end_a_game_that_goes_on():
    """Ruling 42's flag: with one Suspect drawn, two innocents eliminated and three to win, the one drawn is an eliminated one."""
    p = Position(WITCH, witch="trapper_adams").start()
    tables = p.ruleset.tables.copy()
    plain = tables.view(np.ndarray)["rulesets"][0]
    plain["eliminated_counts_as_exonerated"], plain["suspects_to_win"] = 1, 3
    p.s.suspects[2] = p.s.villagers[2].eliminated = p.s.villagers[5].eliminated = 1
    p.s.suspects_drawn, p.s.innocents = 1, 2
    found = Counter()
    for seed in range(1000):
        again = rows(p.states.copy())
        kernels.redeal(again, tables, 0, WITCH, seed)
        found[tuple(np.flatnonzero(np.asarray(again)[0]["suspects"]).tolist())] += 1
    assert set(found) == {(2,), (5,)} and min(found.values()) > 400


def test_the_future_is_another():
    """A search that sees a redealt copy can't see what will be drawn, its own cards included."""
    p = Position(HUNTER).start()
    action = parse_action(p.ruleset, HUNTER, "draw_card regular")
    drawn = set()
    for seed in range(20):
        again = rows(p.states.copy())
        kernels.redeal(again, p.ruleset.tables, 0, HUNTER, seed)
        for _ in range(2):
            assert kernels.apply(again, p.ruleset.tables, 0, action) == 0
        drawn.add(np.asarray(again)[0]["seats"][HUNTER]["hand"].tobytes())
    assert len(drawn) > 5
