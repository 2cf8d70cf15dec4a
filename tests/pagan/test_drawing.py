"""The picture of Pagan shows a seat what it knows, and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.drawing import Drawing, Line, Text
from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import kernels
from pagan_env.pagan.drawing import draw
from pagan_env.pagan.layout import HUNTER, SEATS, STATE_RECORD, WITCH
from pagan_env.pagan.rulesets import Ruleset, load_ruleset
from tests.pagan.support import EFFECTS, RULESET, deal, play
from tests.pagan.test_hidden_information import SPECTATOR, leaks, play_both
from tests.pagan.test_hidden_information import counterfactual as twin

EVERY, TWINS = (25, 12) if COMPILED else (60, 2)


def drawn(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> Drawing:
    return draw(states[i : i + 1], ruleset, None if seat == SPECTATOR else seat)


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


@pytest.fixture(scope="module", params=[RULESET, EFFECTS], ids=lambda ruleset: ruleset.name)
def ruleset(request):
    return request.param


@pytest.fixture(scope="module")
def states(ruleset):
    """Positions of every stage of a game."""
    game = deal([8], ruleset)
    found = [game[:1].copy() for number, _ in enumerate(play(game, 0, random.Random(8), ruleset=ruleset)) if number % EVERY == 0]
    return rows(np.concatenate([*found, game[:1]]))


@pytest.mark.parametrize("viewer", [WITCH, HUNTER, SPECTATOR])
def test_hidden_bytes_do_not_show(ruleset, states, viewer):
    noise = rows(STATE_RECORD.scramble(states, viewer, np.random.default_rng(viewer)))
    assert not leaks(ruleset, (drawn,), states, noise, viewer)


@pytest.mark.parametrize("viewer", [WITCH, HUNTER])
def test_twins_that_differ_in_a_secret_look_alike(ruleset, states, viewer):
    rng = random.Random(viewer)
    for i in range(0, len(states), max(1, len(states) // TWINS)):
        play_both(ruleset, twin(ruleset, states, i, viewer, rng), viewer, rng, 20, (drawn,))


@pytest.mark.parametrize("viewer", [WITCH, HUNTER])
def test_a_redeal_does_not_show(ruleset, states, viewer):
    others = rows(states.copy())
    for i in range(len(states)):
        kernels.redeal(others, ruleset.tables, i, viewer, 1000 + i)
    assert (others["seats"]["deck"] != states["seats"]["deck"]).any()
    assert not leaks(ruleset, (drawn,), states, others, viewer)


def test_a_leak_would_be_found(ruleset, states):
    def whole(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> Drawing:
        return drawn(ruleset, states, i, WITCH)  # whatever seat asks

    others = rows(states[:3].copy())
    for i in range(3):
        kernels.redeal(others, ruleset.tables, i, HUNTER, i)
    assert leaks(ruleset, (whole,), states[:3], others, HUNTER) == {"whole"}


def test_what_a_seat_knows_is_there():
    """The Witch sees the true witch and her hand by name, the Hunter his Suspects and hand, a spectator neither."""
    ruleset = load_ruleset("first_steps")
    states = deal([3], ruleset)
    state = states.view(np.ndarray)[0]
    state["suspects"][state["true_witch"] % 9 + 1] = 1
    seen = {viewer: texts(drawn(ruleset, states, 0, viewer)) for viewer in range(SEATS + 1)}
    assert [seen[v].count("TRUE WITCH") for v in range(3)] == [1, 0, 0]
    assert [seen[v].count("innocent") for v in range(3)] == [0, 1, 0]
    for seat in range(SEATS):
        names = {ruleset.card(seat, int(kind)).name for kind in np.flatnonzero(state["seats"][seat]["hand"])}
        shown = [sum(" ".join(seen[v]).count(name) for name in names) for v in (seat, 1 - seat, SPECTATOR)]
        assert shown[0] >= len(names) and shown[2] <= shown[0] - len(names)
    assert all(name.split()[0] in " ".join(seen[SPECTATOR]) for name in ruleset.villager_names)


@pytest.mark.parametrize("kinds", [3, 7, 9, 14, 20])
def test_a_hand_of_any_size_is_named(kinds: int):
    """Up to 14 kinds of card by whole names, of more 13 and how many are left."""
    ruleset = load_ruleset("standard")
    states = deal([3], ruleset)
    me = states.view(np.ndarray)[0]["seats"][HUNTER]
    me["hand"] = 0
    me["hand"][1 : kinds + 1] = 1
    me["hand_size"] = kinds
    told = " ".join(texts(drawn(ruleset, states, 0, HUNTER)))
    names = [ruleset.card(HUNTER, kind).name for kind in range(1, kinds + 1)]
    assert all(name in told for name in names[: kinds if kinds <= 14 else 13])
    assert ("+ 7" in told) == (kinds == 20)
    assert "\N{HORIZONTAL ELLIPSIS}" not in told


def test_who_is_ahead_tells_the_scenarios_own_ways():
    for name, words in (
        (
            "open_coven",
            ("The Witch also wins once there are 6 villagers with Favors.", "The Hunter also wins once you have 7 Evidence."),
        ),
        ("long_winter", ("The Witch is rewarded once there are 4 villagers with Favors.",)),
    ):
        ruleset = load_ruleset(name)
        states = deal([3], ruleset)
        told = " ".join(texts(drawn(ruleset, states, 0, SPECTATOR)))
        assert all(word in told for word in words) and " Met." not in told
        states.view(np.ndarray)[0]["seats"][WITCH]["objective"] = 1
        assert f"{words[0]} Met." in " ".join(texts(drawn(ruleset, states, 0, SPECTATOR)))


def test_the_board_is_as_the_record_says(states, ruleset):
    """Counts that everyone sees are there as numbers; an eliminated villager is crossed out."""
    state = states.view(np.ndarray)[len(states) - 1]
    told = texts(drawn(ruleset, states, len(states) - 1, SPECTATOR))
    for seat in range(SEATS):
        me = state["seats"][seat]
        for size in ("influence", "hand_size", "deck_size", "discard_size"):
            assert str(me[size]) in told
    assert any(text.startswith("The game is over") for text in told)
    dead = rows(states[:1].copy())
    dead.view(np.ndarray)[0]["villagers"][4]["eliminated"] = 1
    lines = [sum(isinstance(s, Line) for s in drawn(ruleset, one, 0, SPECTATOR).shapes) for one in (states[:1], dead)]
    assert lines[1] == lines[0] + 2
