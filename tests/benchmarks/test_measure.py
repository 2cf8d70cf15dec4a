"""What benchmarks count with: windows, medians and their intervals."""

import pytest

from benchmarks.measure import FEWEST, fastest, in_turns, middle, read_figures


def test_the_interval_is_that_of_the_sign_test():
    found = middle([15, *range(1, 15)])
    assert (found.median, found.low, found.high) == (8, 4, 12)  # of 15 values the 4th and the 12th, by any table
    found = middle(range(1, FEWEST + 1))
    assert (found.median, found.low, found.high) == (3.5, 1, 6)


def test_too_few_values_are_refused():
    with pytest.raises(ValueError, match="found 5 values, allowed: 6 or more"):
        middle([1.0] * 5)


def test_turns_alternate_and_the_first_of_each_does_not_count():
    order = []
    pairs = in_turns(lambda: order.append("a") or len(order), lambda: order.append("b") or len(order), turns=2)
    assert "".join(order) == "ababab"
    assert pairs == [(3, 4), (5, 6)]


def test_the_fastest_window_counts(monkeypatch):
    clock = iter([0, 2, 2, 3, 3, 7])  # windows of 2, 1 and 4 s of CPU time
    monkeypatch.setattr("time.process_time", lambda: float(next(clock)))
    assert fastest(lambda: 10, seconds=0.5, windows=3) == 10.0


@pytest.mark.parametrize(("text", "told"), [(None, "No such file or directory"), ("{", "no JSON")])
def test_figures_that_are_not_there_are_told_in_one_line(tmp_path, text, told):
    path = tmp_path / "figures.json"
    if text:
        path.write_text(text)
    with pytest.raises(ValueError, match=f"^figures.json: found {told}, allowed: what a full run writes there$"):
        read_figures(path)
