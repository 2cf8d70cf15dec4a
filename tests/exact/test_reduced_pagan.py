"""Reduced Pagans, enumerated by the same kernels under other numbers: their size, value and equilibrium."""

import numpy as np
import pytest
from open_spiel.python.algorithms import exploitability

from agents.exact import CFRPlus, TreeError, enumerate_game
from pagan_env.envs.open_spiel import OpenSpielGame
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.game import GAME

from .openspiel import Ours

KEPT = ("visit", "convert", "ready", "ritual", "raid", "exonerate", "eliminate")


@pytest.fixture(scope="module")
def mini():
    return enumerate_game(GAME, GAME.load_ruleset("mini@1"), observations=True)


@pytest.fixture(scope="module")
def solved(mini):
    solver = CFRPlus(mini.form)
    solver.run(1000)
    return solver.average()


def test_mini_has_the_size_that_its_description_tells(mini):
    assert mini.counts == {
        "histories": 95_047,
        "terminals": 58_875,
        "chance_nodes": 2_689,
        "depth": 16,
        "infosets_0": 1_560,
        "infosets_1": 10_791,
    }
    assert "95,047 histories" in GAME.load_ruleset("mini@1").description


def test_cfr_plus_solves_mini(mini, solved):
    form = mini.form
    assert form.exploitability(form.uniform()) > 0.3
    assert form.exploitability(solved) < 0.001
    assert form.value(solved) == pytest.approx(1 / 3, abs=0.001)


@pytest.mark.parametrize("block", KEPT)
def test_mini_keeps_what_makes_pagan_in_optimal_play(mini, solved, block):
    plan, span, form = mini.form.realization(solved), LEXICON.span(block), mini.form
    reached = 0.0
    for i, mask in enumerate(mini.mask):
        for n, action in enumerate(np.flatnonzero(mask)):
            if action in span:
                reached = max(reached, plan[form.first[i] + n])
    assert reached > 0.01


def test_observations_and_masks_are_those_of_the_information_states(mini):
    assert (mini.mask.sum(1) == mini.form.count).all()
    assert (mini.observation[:, mini.form.seat] == 1).diagonal().all() if len(mini.observation) < 2 else True
    assert (mini.observation[np.arange(len(mini.observation)), mini.form.seat] == 1).all()


def test_a_leaf_s_chances_add_up():
    """With every game won by one seat alone, the value is the chance of all ends: 1."""
    form = enumerate_game(GAME, GAME.load_ruleset("mini@1")).form
    plan = form.realization(form.uniform())
    won = np.abs(form.values) * plan[form.ends[:, 0]] * plan[form.ends[:, 1]]
    assert 0.2 < won.sum() < 1


def states_of(tree):
    return {f"{key >> 32:08x}{key & 0xFFFFFFFF:08x}": number for number, key in enumerate(tree.keys.tolist())}


class ByKey(dict):
    """Rows by information-state string; the tree keeps 63 bits of the key."""

    def __getitem__(self, text):
        return super().__getitem__(f"{int(text[:8], 16) & 0x7FFFFFFF:08x}{text[8:]}")


@pytest.mark.slow
def test_openspiel_finds_mini_as_exploitable(mini, solved):
    game = OpenSpielGame("pagan", "mini@1")
    for policy in (mini.form.uniform(), solved):
        theirs = exploitability.exploitability(game, Ours(game, mini.form, ByKey(states_of(mini)), policy))
        assert mini.form.exploitability(policy) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.slow
def test_midi_is_enumerated():
    tree = enumerate_game(GAME, GAME.load_ruleset("midi@1"))
    assert tree.counts["histories"] == 57_785_929
    assert "57,785,929 histories" in GAME.load_ruleset("midi@1").description
    assert tree.form.exploitability(tree.form.uniform()) == pytest.approx(0.2324, abs=1e-4)


def test_a_game_of_hidden_luck_is_refused():
    with pytest.raises(TreeError, match=r"first_steps@1: found explicit_chance = 0, allowed: 1"):
        enumerate_game(GAME, GAME.load_ruleset("first_steps@1"))


def test_too_large_a_game_is_refused():
    with pytest.raises(TreeError, match=r"mini@1: found over 1000 histories, allowed: at most that"):
        enumerate_game(GAME, GAME.load_ruleset("mini@1"), most=1000)
