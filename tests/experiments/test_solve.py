"""The command that solves a reduced ruleset."""

import re

import pytest

from experiments.solve import main


def test_it_prints_size_value_and_exploitability(capsys):
    assert main(["mini", "--iterations", "100"]) == 0
    size, *lines = capsys.readouterr().out.splitlines()
    assert size.startswith("mini@1: 95,047 histories (58,875 ends")
    assert [line.partition(":")[0] for line in lines] == ["uniform", "CFR+, 10 iterations", "CFR+, 100 iterations"]
    exploitability = [float(re.search(r"exploitability (\S+);", line).group(1)) for line in lines]
    assert 0.3 > exploitability[2] > 0 and min(exploitability) == exploitability[2]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nowhere"], "ruleset 'nowhere' is not known"),
        (["first_steps"], "first_steps@1: found explicit_chance = 0, allowed: 1"),
        (["mini", "--most", "10"], "found over 10 histories"),
        (["mini", "--game", "chess"], "unknown game 'chess'"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, line):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert line in error and error.count("\n") == 1


def test_numbers_out_of_range_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--iterations", "-1"])
    assert "allowed: 0 or more" in capsys.readouterr().err
