"""`benchmarks.instructions`: reading Valgrind's report, and bad input."""

import pytest

from benchmarks import instructions

REPORT = "==7== Cachegrind\n==7== I   refs:      3,942,357,625\n"


def test_the_count_is_read():
    assert instructions.read(REPORT) == 3_942_357_625


def test_a_report_without_a_count_is_refused():
    with pytest.raises(RuntimeError, match="valgrind told no count but 'something else'"):
        instructions.read("something else\n")


def test_no_valgrind_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    assert instructions.main([]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unknown_base_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: "/usr/bin/valgrind")
    assert instructions.main(["no-such-commit"]) == 2
    assert "found 'no-such-commit', allowed: a commit" in capsys.readouterr().err
