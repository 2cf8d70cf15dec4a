"""The portrait of a ruleset: scripted levels and nets against each other."""

from __future__ import annotations

import pytest

from experiments import portrait
from pagan_env.core.jit import COMPILED


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_it_prints_a_row_for_each_pair_and_the_cards(capsys):
    assert portrait.main(["--ruleset", "first_steps", "--games", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("| ") and "against" in line]
    assert [row.split(" | ")[0] for row in rows] == [
        "| 0 against 0",
        *(f"| {a} against {b}" for a in (1, 2, 3) for b in (1, 2, 3)),
    ]
    assert [line.split(":")[0] for line in lines[-2:]] == ["- witch_0", "- hunter_0"]
    assert "Learn Secrets" in lines[-2] and "Clerk" in lines[-1]
    wins = [float(cell.split(" ")[0]) for cell in rows[3].split(" | ")[1:3]]
    assert 0 <= sum(wins) <= 100.1


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_seats_that_are_alike_are_one_among_others_and_finished_games_tell(capsys):
    assert portrait.main(["--game", "paradise_lost:num_heroes=4", "--games", "24"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if " among " in line]
    assert [row.split(" | ")[0] for row in rows] == [f"| {a} among {b}" for a in range(4) for b in range(4)]
    assert "fair: 25.0" in lines[2]
    share, others = (float(cell.split(" ")[0]) for cell in rows[-1].split(" | ")[1:3])
    assert share + 3 * others <= 100.3
    told = {line.split(" | ")[0]: line for line in lines}
    assert "| all of | level 0 | level 1 | level 2 | level 3 |" in lines
    assert float(told["| Claims that were right, %"].split(" | ")[4].split(" ")[0]) > 50


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ruleset", "nowhere"], "ruleset 'nowhere' is not known"),
        (["--game", "chess"], "unknown game 'chess'"),
        (["--nets", "nowhere"], "nowhere/witch_0.npz: cannot be read"),
    ],
)
def test_bad_arguments_are_a_line_before_anything_is_printed(capsys, arguments, told):
    assert portrait.main(arguments) == 2
    shown = capsys.readouterr()
    assert told in shown.err and shown.err.count("\n") == 1 and shown.out == ""
