"""What a study may ask for beyond matchups and variants, on a small ruleset."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from experiments.balance.__main__ import main
from experiments.balance.measures import Measured
from experiments.balance.restricted import restricted
from experiments.balance.skill import skills
from experiments.balance.study import load_study
from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games")
STUDY = """
title = "Beyond matchups"
ruleset = "first_steps"
[agents]
witch_0 = [2]
hunter_0 = [2]
variants = ["2,2"]
[games]
matchup = 0
pairs = 500
precision = 20
budget = 4000
[forbid]
blocks = ["visit", "ritual", "exonerate"]
pairs = 500
[skill]
games = 500
[choices]
games = 4
every = 10
words = 1
[sensitivity]
points = 8
games = 500
[sensitivity.ranges]
"numbers.hand_start" = [1, 6]
"numbers.suspects_to_win" = { from = 2, to = 5 }
"""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("extras")
    (folder / "study.toml").write_text(STUDY)
    assert main(["run", str(folder / "study.toml"), "--out", str(folder / "out"), "--workers", "1"]) == 0
    return folder / "out"


def test_going_without_is_told_by_role(out):
    lines = rows(out / "without.csv")
    cost = {(line["of"], line["without"]): float(line["cost"]) for line in lines}
    assert cost["witch_0", "ritual"] > 0.5  # she wins by it
    assert cost["hunter_0", "visit"] > 0.1 and ("witch_0", "exonerate") not in cost  # she never may
    assert all(int(line["n"]) == 500 and 0 < float(line["games changed"]) <= 1 for line in lines)
    page = (out / "report.html").read_text()
    assert "What going without costs" in page and "<b>Causal</b>" in page


def test_skill_is_drawn_and_told(out):
    lines = rows(out / "skill.csv")
    assert [(line["role"], line["level"]) for line in lines] == [(r, str(n)) for r in ("witch_0", "hunter_0") for n in range(4)]
    assert all(int(line["n"]) == 500 for line in lines)
    page = (out / "report.html").read_text()
    assert "What skill brings" in page and "polyline" in page


def test_choices_are_told_by_role(out):
    lines = rows(out / "choices.csv")
    assert {line["of"] for line in lines} == {"witch_0", "hunter_0"}
    for line in lines:
        assert 1 <= float(line["near"]) <= float(line["options"]) and int(line["decisions"]) > 2
    assert "How many actions are as good" in (out / "report.html").read_text()


def test_sensitivity_is_told_by_outcome_and_path(out):
    lines = rows(out / "sensitivity.csv")
    assert [(line["what"], line["path"]) for line in lines] == [
        (what, f"numbers.{path}") for what in ("witch_0's wins", "rounds") for path in ("hand_start", "suspects_to_win")
    ]
    wins = {line["path"]: float(line["total"]) for line in lines if line["what"] != "rounds"}
    assert wins["numbers.suspects_to_win"] > wins["numbers.hand_start"]
    assert "Which numbers matter" in (out / "report.html").read_text()


def test_the_first_screen_answers_questions(out):
    page = (out / "report.html").read_text()
    screen = page[: page.index("<nav>")]
    for question in ("Is it fair?", "How does it end?", "What is indispensable?", "Does skill tell?", "Are there real choices?"):
        assert f"<dt>{question}</dt><dd>" in screen
    assert "<b>No: it favours the Witch.</b> The Witch wins" in screen and "nan" not in screen


def test_the_cost_of_going_without_is_the_paired_difference():
    rng = np.random.default_rng(0)
    luck = rng.random(4000)
    sides = [np.where(luck < p, 0, 1)[:, None].astype(np.int16) for p in (0.6, 0.5)]
    with_it, without = (Measured(("winner",), side, np.zeros((4000, 0), np.int64), ()) for side in sides)
    line = restricted("a", "b", 0, with_it, without)
    assert line.cost.low <= 0.1 <= line.cost.high and line.cost.value > 0.08
    assert line.changed.value == pytest.approx(line.cost.value)  # here each game that changes is one that it loses
    assert restricted("a", "b", 1, with_it, without).cost.value == pytest.approx(-line.cost.value)


def test_slopes_and_their_difference_cover_the_truth():
    rng, covered = np.random.default_rng(1), np.zeros(3)
    for _ in range(300):
        luck = rng.random((2, 400))
        own = {name: np.stack([(luck[n] < p) for p in rates]).astype(float) for n, (name, rates) in enumerate((
            ("one", (0.2, 0.3, 0.4, 0.5)), ("two", (0.4, 0.4, 0.7, 0.7))))}  # fmt: skip
        found = skills(own, 3)
        slopes = [curve.slope for curve in found.curves]
        truths = ((slopes[0], 0.1), (slopes[1], 0.12), (found.difference, -0.02))
        covered += [d.low <= truth <= d.high for d, truth in truths]
    assert (covered / 300 > 0.92).all()
    assert skills({"alone": own["one"]}, 3).difference is None


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"visit", "ritual"',
            '"visit", "fly"',
            "forbid.blocks: found 'fly', allowed: * or blocks of the action space: visit, ",
        ),
        ("[skill]\ngames = 500", "[skill]\ngames = 700", "skill.games: found 700, allowed: multiples of 500"),
        ("[skill]\ngames = 500", "[skill]", "skill.games: found nothing"),
        ("points = 8", "points = 12", "sensitivity.points: found 12, allowed: powers of 2"),
        ('"numbers.hand_start" = [1, 6]', '"numbers.hand_begin" = [1, 6]', "sensitivity.ranges.numbers.hand_begin: found a path"),
        ("[skill]\n", "[skills]\n", "found an unknown key, did you mean skill?"),
    ],
)
def test_faults_are_lines(tmp_path, old, new, told):
    assert old in STUDY
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_study(path)
    assert told in str(caught.value)


def test_the_rules_as_they_are_are_told_with_intervals(out):
    lines = {line["what"]: line for line in rows(out / "as_it_is.csv")}
    assert float(lines["witch_0 wins"]["value"]) + float(lines["hunter_0 wins"]["value"]) <= 1
    for line in lines.values():
        assert float(line["low"]) <= float(line["value"]) <= float(line["high"]) and 0 < int(line["n"]) <= 500
    rounds = lines["rounds played"]
    assert float(rounds["5 %"]) <= float(rounds["median"]) <= float(rounds["95 %"]) and rounds["unit"] == ""
    endings = [float(line["value"]) for what, line in lines.items() if what.startswith("ends by ")]
    assert sum(endings) == pytest.approx(1)
