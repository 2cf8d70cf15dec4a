"""The speed table: the floor stands beside what has one, and what is asked for in vain is told in one line."""

import pytest

from benchmarks.measure import Rate, Ratio
from benchmarks.players import batch_player, running
from benchmarks.steps_per_second import main, report, speed_table
from benchmarks.whole_games import scripted_player

RATES = [Rate("with a floor", 1000, 10, 0.5), Rate("without", 300, 3, 1.0)]


def test_the_floor_and_our_part_of_it_stand_beside_a_rate():
    head, first, second = speed_table(RATES, {"with a floor": 8000.0}).split("\n")
    assert head.endswith("us/decision      floor/s  of it")
    assert first.split()[-2:] == ["8,000", "0.25"]
    assert second.split()[-1] == "3,333.333"
    assert head.index("of it") + len("of it") == len(first)


def test_the_report_has_all_figures():
    found = report(
        {"cpu": "x"}, {"pagan, cold, import": (0.5, 0.4)}, RATES, {"with a floor": 8000.0}, [Ratio("threads", 1.8, 1.7)]
    )
    assert found["rates"]["with a floor"]["floor_per_cpu_second"] == 8000
    assert found["rates"]["without"] == {"decisions_per_cpu_second": 300, "games_per_cpu_second": 3, "decisions_per_game": 100}
    assert found["start_up"]["pagan, cold, import"] == {"wall_seconds": 0.5, "cpu_seconds": 0.4}
    assert found["ratios"]["threads"] == {"best": 1.8, "median": 1.7}


@pytest.mark.parametrize("given", [["--seconds", "nan"], ["--windows", "0"], ["--json", "/no/such/folder/x"], ["--json", "."]])
def test_bad_options_are_refused_in_one_line(given, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(given)
    assert f"{given[0]}: found '{given[1]}', allowed: " in capsys.readouterr().err.splitlines()[-1]


def test_running_games_are_at_all_stages():
    """So that no window of a few hundred decisions a game catches all of them at their beginning or end."""
    batch = running("pagan", 512)
    decisions = batch.states["decisions"]
    assert (decisions < 250).mean() > 0.1
    assert (decisions > 500).mean() > 0.1
    played, games = batch_player(batch, steps=60)()
    assert played == 512 * 60
    assert 5 < games < 200  # about 60 / 920 of them


def test_whole_games_are_played_to_their_end():
    play = scripted_player("pagan", 3, games=5)
    decisions, games = play()
    assert games == 5
    assert 5 * 10 < decisions < 5 * 1000
    assert play() != (decisions, games), "other games"
