"""Reduced Pagans, enumerated by the same kernels under other numbers: their size, value and equilibrium."""

import re

import numpy as np
import pytest
from open_spiel.python.algorithms import exploitability

from agents.exact import CFRPlus, TreeError, enumerate_game
from agents.masked import pick
from pagan_env.envs.batch import Batch
from pagan_env.envs.open_spiel import OpenSpielGame
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.game import GAME
from pagan_env.pagan.rulesets import DATA

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
    rows = np.arange(len(mini.observation))
    assert (mini.observation[rows, mini.form.seat] == 1).all() and not mini.observation[rows, 1 - mini.form.seat].any()


def test_the_value_of_uniform_play_is_what_games_say(mini):
    """4,000 games played at random come within five standard errors of it."""
    batch = Batch("pagan", 500, ruleset="mini@1", seed=0, observations=False)
    rng, won = np.random.default_rng(0), []
    while len(won) < 4000:
        batch.step(pick(batch.action_mask, rng.random(500)))
        won += batch.reward[batch.terminated, 0].tolist()
    assert np.mean(won) == pytest.approx(mini.form.value(mini.form.uniform()), abs=5 * np.std(won) / np.sqrt(len(won)))


class ByKey:
    """Rows by OpenSpiel's information-state string, which has 64 bits of the key; the tree keeps 63."""

    def __init__(self, tree):
        self.rows = {int(key): row for row, key in enumerate(tree.keys)}

    def __getitem__(self, text):
        return self.rows[int(text, 16) & 0x7FFFFFFFFFFFFFFF]


@pytest.mark.slow
def test_openspiel_finds_mini_as_exploitable(mini, solved):
    game = OpenSpielGame("pagan", "mini@1")
    for policy in (mini.form.uniform(), solved):
        theirs = exploitability.exploitability(game, Ours(game, mini.form, ByKey(mini), policy))
        assert mini.form.exploitability(policy) == pytest.approx(theirs, abs=1e-9)


def test_openspiel_finds_a_round_of_midi_as_exploitable(tmp_path):
    """A single round of midi with two-card decks, quick enough for every run, under a random policy."""
    shipped = (DATA / "rulesets" / "midi@1.toml").read_text("utf-8")
    text = re.sub(r"potion_of_knowledge = 1\n|clerk = 1\n", "", shipped).replace("deck_size = 3", "deck_size = 2")
    file = tmp_path / "round.toml"
    file.write_text(text.replace("round_limit = 2", "round_limit = 1").replace("pawns_hunter = 2", "pawns_hunter = 1"), "utf-8")
    tree, rng = enumerate_game(GAME, GAME.load_ruleset(file)), np.random.default_rng(0)
    policy = np.concatenate([np.ones(2), *(rng.dirichlet(np.ones(count)) for count in tree.form.count)])
    game = OpenSpielGame("pagan", file)
    theirs = exploitability.exploitability(game, Ours(game, tree.form, ByKey(tree), policy))
    assert tree.form.exploitability(policy) == pytest.approx(theirs, abs=1e-9)


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
    with pytest.raises(TreeError, match=r"mini@1: found over 95046 histories, allowed: at most that"):
        enumerate_game(GAME, GAME.load_ruleset("mini@1"), most=95_046)
    assert enumerate_game(GAME, GAME.load_ruleset("mini@1"), most=95_047).counts["histories"] == 95_047
