"""Scaling: the page is what its figures say, and the figures are what they are called."""

import json

import numpy as np
import pytest

from benchmarks import scaling
from benchmarks.measure import middle
from benchmarks.memory import arrays, grown
from benchmarks.page import PAGE
from benchmarks.players import GAMES, running
from benchmarks.scaling import FIGURES, NUM_ENVS, NUM_ENVS_OF_THREADS, PLOT, RULESETS, by_games, in_pairs, main
from benchmarks.scaling_page import TITLES, text
from pagan_env.envs.batch import Batch

FOUND = json.loads(FIGURES.read_text(encoding="utf-8"))


def test_the_page_is_that_of_the_figures():
    assert f"<!-- scaling -->\n{text(FOUND)}\n<!-- end scaling -->" in PAGE.read_text(encoding="utf-8")


def test_the_figures_are_of_all_that_is_measured():
    for game in GAMES:
        assert [int(number) for number in FOUND["games"][game]] == list(NUM_ENVS)
        assert [int(number) for number in FOUND["threads"][game]] == list(NUM_ENVS_OF_THREADS)
    assert [int(number) for number in FOUND["rulesets"]] == list(RULESETS)
    assert set(FOUND["memory"]) == set(GAMES) == set(TITLES)


def test_the_plot_is_there():
    drawn = PLOT.read_text(encoding="utf-8")
    assert all(title in drawn for title in (*TITLES.values(), "Two threads", "Several rulesets", "Bytes a game"))


def test_the_table_says_what_part_of_the_floor_that_is():
    found = {**FOUND, "games": {"pagan": {"1024": {"decisions_per_second": 2e6, "floor_per_second": 5e6}}}}
    assert "| 1,024 | 2,000,000 | 5,000,000 | 0.40 |" in text(found)
    ratio = vars(middle([1.5] * 3 + [1.7] * 3))
    found = {**FOUND, "threads": {"pagan": {"64": {"one": 1e6, "two": 1.6e6, "ratio": ratio}}}}
    assert "| 64 | 1,000,000 | 1,600,000 | 1.60 (1.50 to 1.70) |" in text(found)


def test_speed_and_floor_are_measured():
    found = by_games("pagan", 4, 0.05, 1)
    assert found["floor_per_second"] > found["decisions_per_second"] > 0


def test_pairs_tell_how_many_times_as_fast_the_second_is(monkeypatch):
    seconds = iter([9.0, 9.0, *[2.0, 1.0] * 6])
    monkeypatch.setattr(scaling, "stepper", lambda *_: lambda: next(seconds))
    batch = running("pagan", 2)
    found = in_pairs([batch, batch], ["one", "two"], lambda: 0.0, 6)
    assert found == {"one": 0.5, "two": 1.0, "ratio": {"median": 2.0, "low": 2.0, "high": 2.0}}


@pytest.mark.parametrize("game", GAMES)
def test_arrays_are_all_counted_once(game):
    batch = Batch(game, 8)
    found = arrays(batch)
    assert found["states"] == batch.game.state.itemsize
    assert found["observations"] == batch.observation_size
    assert found["legal words"] == 8 * batch.game.words
    held = {array.__array_interface__["data"][0]: array.nbytes for array in vars(batch).values() if isinstance(array, np.ndarray)}
    assert sum(found.values()) == sum(held.values()) / 8


def test_a_process_grows_by_more_than_the_states():
    batch = Batch("pagan", 1)
    assert batch.game.state.itemsize < grown("pagan", 4096) < 1.5 * sum(arrays(batch).values())


@pytest.mark.parametrize("given", [["--seconds", "inf"], ["--windows", "0"], ["--turns", "5"]])
def test_bad_options_are_refused_in_one_line(given, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(given)
    assert f"{given[0]}: found '{given[1]}', allowed: " in capsys.readouterr().err.splitlines()[-1]


def test_without_matplotlib_nothing_is_measured(monkeypatch, capsys):
    monkeypatch.setattr(scaling, "find_spec", lambda name: None)
    assert main([]) == 2
    assert capsys.readouterr().err == "benchmarks.scaling: found no matplotlib, allowed: `pip install -e '.[bench]'` first\n"
