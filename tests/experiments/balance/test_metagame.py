"""The value of the meta-game, on games whose solution is known."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.balance.measures import Measured
from experiments.balance.metagame import metagame, section, solve
from pagan_env.envs.games import find_game

GAME = find_game("pagan")


def test_known_games_are_solved():
    value, row, column = solve(np.array([[0.0, 1.0, 0.5], [0.5, 0.0, 1.0], [1.0, 0.5, 0.0]]))  # rock, paper, scissors
    assert value == pytest.approx(0.5) and row == pytest.approx([1 / 3] * 3) and column == pytest.approx([1 / 3] * 3)
    value, row, column = solve(np.array([[0.9, 0.4], [0.6, 0.3]]))  # a saddle: the first row, the second column
    assert value == pytest.approx(0.4) and row == pytest.approx([1, 0]) and column == pytest.approx([0, 1])
    value, row, column = solve(np.array([[0.8, 0.2], [0.4, 0.6]]))
    assert value == pytest.approx(0.5) and row == pytest.approx([0.25, 0.75]) and column == pytest.approx([0.5, 0.5])


RATES = [[0.8, 0.2], [0.4, 0.6]]


def winners(rng, games):
    """For each pair of levels 1 and 2, who wins over seeds that they share, bool (games,); for the first role."""
    luck = rng.random((games, 3))
    return {
        (a + 1, b + 1): np.where(luck[:, 0] < 0.5, luck[:, 1 + (a ^ b)], luck[:, 0]) < RATES[a][b] for a in (0, 1) for b in (0, 1)
    }


def drawn(rng, games):
    """The same as matchups."""
    return {
        levels: Measured(("winner",), np.where(won, 0, 1)[:, None].astype(np.int16), np.zeros((games, 0), np.int64), ())
        for levels, won in winners(rng, games).items()
    }


def test_the_interval_covers_the_value():
    rng, covered = np.random.default_rng(3), 0
    truth = {levels: won.mean() for levels, won in winners(rng, 200_000).items()}
    value = solve(np.array([[truth[1, 1], truth[1, 2]], [truth[2, 1], truth[2, 2]]]))[0]
    for _ in range(16):
        found = metagame(GAME, drawn(rng, 400), draws=60)
        covered += found.value.low <= value <= found.value.high
    assert covered >= 13  # of 16 at 95 %: fewer with a chance of 1 %
    assert set(found.rows) == set(found.columns) == {1, 2} and sum(found.rows.values()) == pytest.approx(1)
    assert len(found.cells()) == len(found.HEADINGS) and found.cells()[4].startswith("1: 0.")
    assert "Value of the meta-game" in "".join(section(GAME, found))


def test_games_of_one_role_have_none():
    hero = find_game("paradise_lost:num_heroes=2")
    matchups = drawn(np.random.default_rng(0), 10)
    assert metagame(hero, matchups) is None and metagame(GAME, {}) is None
    assert metagame(GAME, {key: matchups[key] for key in list(matchups)[:3]}) is None
    assert list(section(GAME, None)) == []
