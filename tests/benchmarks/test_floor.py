"""The floor does what it says: it copies, in every round, and draws."""

import numpy as np
import pytest

from benchmarks import floor as module
from benchmarks.floor import Floor
from pagan_env.envs.games import find_game

GAMES = ["pagan", "paradise_lost"]


@pytest.mark.parametrize("name", GAMES)
def test_it_copies_as_many_bytes_as_the_game_has(name):
    game, floor = find_game(name), Floor(name, 5)
    assert floor.play(3) == 15
    sizes = [array.shape for array in (floor.states, floor.observations, floor.masks, floor.words)]
    assert sizes == [(5, game.state.itemsize), (5, game.observation_size), (5, game.lexicon.size), (5, game.words)]
    for copied, source in ((floor.states, floor.state), (floor.observations, floor.observation), (floor.masks, floor.mask)):
        assert (copied == source[0]).all()  # rounds 0, 1 and 2
    assert (floor.words == floor.sets[(np.arange(5) + 2) % len(floor.sets)]).all()


@pytest.mark.parametrize("name", GAMES)
def test_every_round_changes_the_bytes(name):
    floor = Floor(name, 3)
    floor.play(1)
    before = [array.copy() for array in (floor.states, floor.observations, floor.masks, floor.words)]
    floor.play(1)
    after = floor.states, floor.observations, floor.masks, floor.words
    assert all((old[row] != new[row]).any() for old, new in zip(before, after, strict=True) for row in range(3))


def test_a_kernel_row_has_no_masks_and_one_observation():
    floor = Floor("pagan", 5, observations=True, outputs=False)
    floor.play(1)
    assert (len(floor.observations), floor.masks.shape, floor.words.shape) == (1, (5, 0), (5, 0))
    assert (floor.observations == floor.observation[0]).all()
    assert not Floor("pagan", 5, observations=False, outputs=False).observations.size


def test_the_checksum_is_of_what_was_drawn():
    floors = [Floor("pagan", 4) for _ in range(3)]
    floors[2].sets[:] = 1  # nothing to pick from but action 0
    for floor in floors:
        floor.play(10)
    assert floors[0].checksum == floors[1].checksum != floors[2].checksum


def test_work_left_out_is_noticed(monkeypatch):
    floor = Floor("pagan", 2)
    monkeypatch.setattr(module, "copy_and_draw", lambda *_: 0)
    with pytest.raises(AssertionError, match="left out what it was to copy"):
        floor.play(1)
