"""The picture of Paradise Lost shows a seat what it knows, and nothing else: not even that another is asked about Excalibur."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.drawing import Drawing, Text
from pagan_env.core.jit import COMPILED, rows
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.describe import card_name
from pagan_env.paradise_lost.drawing import draw
from pagan_env.paradise_lost.layout import DECISION_NAMES, EXCALIBUR, STATE_RECORD, WINDOW
from pagan_env.paradise_lost.rulesets import load_ruleset
from tests.paradise_lost.support import deal, play

EVERY = 9 if COMPILED else 29
COUNTS = pytest.mark.parametrize("heroes", [2, 3, 4, 5])


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("name", ["standard", "harder", "semi_competitive", "collectors"])
@COUNTS
def test_what_a_seat_cant_know_never_shows(name: str, heroes: int):
    """Everything hidden from a seat is drawn again: neither it nor a spectator notices anything."""
    ruleset, changed = load_ruleset(name, heroes), False
    states, rng = deal(heroes, ruleset), random.Random(heroes)
    for number, _ in enumerate(play(states, rng, ruleset)):
        if number % EVERY == 0:
            seat, other = number % heroes, rows(states.copy())
            kernels.redeal(other, ruleset.tables, 0, seat, rng.randrange(2**62))
            for viewer in (seat, None):
                assert draw(states, ruleset, viewer) == draw(other, ruleset, viewer), (number, seat)
            changed = changed or other["where"].tobytes() != states["where"].tobytes()
    assert changed


@COUNTS
def test_noise_in_hidden_fields_is_not_seen(heroes: int):
    ruleset, noise = load_ruleset("standard", heroes), np.random.default_rng(heroes)
    states = deal(heroes, ruleset)
    for number, _ in enumerate(play(states, random.Random(heroes), ruleset)):
        seat = int(states["to_act"][0])
        if number % EVERY == 0 and seat >= 0:
            scrambled = STATE_RECORD.scramble(states.view(np.ndarray), seat, noise)
            scrambled["stack"]["sees"] = states["stack"]["sees"]  # who may see what else: it says so of itself
            scrambled["asked"] = states["asked"]
            assert draw(states, ruleset, seat) == draw(rows(scrambled), ruleset, seat), number


def test_who_decides_shows_to_that_seat_alone():
    """To the others a decision looks as if nobody were asked, so that a window for Excalibur can't stand out."""
    ruleset, windows = load_ruleset("standard", 3), 0
    for seed in range(6):
        states = deal(seed, ruleset)
        for number, _ in enumerate(play(states, random.Random(seed), ruleset)):
            state = states.view(np.ndarray)[0]
            seat, window = int(state["to_act"]), state["decision"] == WINDOW
            if seat < 0 or not (window or number % 40 == 0):
                continue
            windows += window
            alone = rows(states.copy())
            alone.view(np.ndarray)[0]["asked"] = 1 << seat
            for viewer in (None, *(other for other in range(3) if other != seat)):
                shown = draw(states, ruleset, viewer)
                assert shown == draw(alone, ruleset, viewer)
                assert not any("decide:" in text for text in texts(shown))
            decision = DECISION_NAMES[state["decision"]].replace("_", " ")
            assert any(text.startswith(f"You decide: {decision}"[:20]) for text in texts(draw(states, ruleset, seat)))
        if windows and seed:
            break
    assert windows


def test_a_leak_would_be_found():
    """Two games that differ in what the seat holds do not look alike."""
    ruleset = load_ruleset("standard", 3)
    states = deal(1, ruleset)
    other = rows(states.copy())
    kernels.redeal(other, ruleset.tables, 0, 1, 7)
    assert draw(states, ruleset, 1) == draw(other, ruleset, 1)
    assert draw(states, ruleset, 0) != draw(other, ruleset, 0)


@COUNTS
def test_what_a_seat_knows_is_there(heroes: int):
    """Its own cards, marked as such, and one place for each card in the game; the others' hands as counts."""
    ruleset = load_ruleset("standard", heroes)
    states = deal(4, ruleset)
    state = states.view(np.ndarray)[0]
    for seat in range(heroes):
        told = texts(draw(states, ruleset, seat))
        assert told.count("own card") == 1 + state["seats"][seat]["hand_size"]  # the legend's
        assert sum(text.startswith("envelope") for text in told) == 16 - state["seats"][seat]["hand"][:EXCALIBUR].sum()
    public = texts(draw(states, ruleset, None))
    assert public.count("own card") == 1 and public.count("not seen") == 18 - (heroes == 2)
    assert card_name(ruleset, EXCALIBUR) in public and "in the envelope" in public
    assert [text.partition(":")[0] for text in public if text.startswith("Hero ") and ":" in text][:heroes] == [
        f"Hero {seat}" for seat in range(heroes)
    ]


def test_dots_miniatures_and_powers_are_explained():
    for heroes in (2, 3):
        ruleset = load_ruleset("standard", heroes)
        states = deal(4, ruleset)
        me = states.view(np.ndarray)[0]["seats"][0]
        assert me["realm"]  # known to its owner, beside its power
        told = texts(draw(states, ruleset, 0))
        assert "Locations; a dot: room for one" in told
        assert ("third Hero, no player" in told) == (heroes == 2)
        assert any(text.startswith("power ready, Realm: ") for text in told)
        me["power_used"] = 1
        assert any(text.startswith("power used, Realm: ") for text in texts(draw(states, ruleset, 0)))
