"""What is measured of Paradise Lost is what happens in its games; studies of it run."""

from __future__ import annotations

import csv
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from experiments.balance.__main__ import main
from experiments.balance.jobs import Job, make_plan, run_job
from experiments.balance.measures import measures_of
from experiments.balance.study import load_study
from experiments.balance.watch import actions
from pagan_env.core.jit import COMPILED, rows
from pagan_env.envs.games import find_game
from pagan_env.paradise_lost.figures import rates
from pagan_env.paradise_lost.knowledge import knows
from pagan_env.paradise_lost.layout import CARD_DRAWN, DECIDED, ENVELOPE, EVENTS, RAGE_IS, RESOLVE, SLOTS, TRUTH, WEAPON

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games")
ROOT = Path(__file__).resolve().parents[3]
GAME = find_game("paradise_lost")
STUDY = """
title = "Three Heroes"
game = "paradise_lost"
[agents]
hero_0 = [1, 2]
hero_1 = [2]
hero_2 = [2]
variants = ["1,1,1"]
[games]
matchup = 500
pairs = 500
precision = 10
budget = 4000
[changes.numbers.each]
"numbers.hideout" = [0]
"""


def names_the_pair(state, seat):
    """Whether a seat's notes name Villain and Weapon."""
    return all(any(knows(state, seat, card) == ENVELOPE for card in range(first, first + SLOTS)) for first in (1, WEAPON + 1))


@pytest.mark.parametrize(("heroes", "levels"), [(3, (2, 1, 2)), (2, (2, 2))])
def test_measures_are_what_happens(heroes, levels):
    game = find_game(f"paradise_lost:num_heroes={heroes}")
    measures, ruleset = measures_of(game), game.load_ruleset(None)
    measured = measures.play(ruleset, 0, levels, 4, np.arange(12))
    kinds = measures.module.kinds(game, ruleset)
    deduced_by_some = 0
    for n in range(12):
        states = rows(np.zeros(1, game.state))
        game.kernels.deal(states, ruleset.tables, 0, 0, n)
        s, seen, deduced = states[0], 0, {}
        drawn, accepted = [set() for _ in range(heroes)], [0] * heroes
        for action in [*actions(game, measures.module, ruleset, levels, n, 4), None]:
            while seen < s["log_count"]:
                event = s["log"][seen % EVENTS]
                if event["what"] == CARD_DRAWN:
                    drawn[event["seat"]].add((int(event["b"]), int(event["a"])))
                elif event["what"] == RAGE_IS:
                    for own in drawn:
                        own.add((2, int(event["a"])))
                elif event["what"] == DECIDED and event["b"] == RESOLVE:
                    accepted[event["seat"]] += game.lexicon.find(int(event["a"]))[0].name == "yes"
                seen += 1
            if action is None:
                break
            for seat in range(heroes):
                if seat not in deduced and not s["seats"][seat]["claimed"] and names_the_pair(s, seat):
                    deduced[seat] = int(s["round_number"])
            game.kernels.apply(states, ruleset.tables, 0, action)
        counts = {what: count for what, count, _ in rates(states, ruleset)}
        assert measured.column("right")[n] == counts["Claims that were right"]
        assert measured.column("claims")[n] == sum(int(s["seats"][seat]["claimed"]) for seat in range(heroes))
        for seat, agent in enumerate(game.agents):
            assert measured.wins(seat)[n] == bool(s["seats"][seat]["won"])
            assert measured.column(f"{agent}_found")[n] == s["seats"][seat]["found"]
            assert measured.column(f"{agent}_deduced")[n] == deduced.get(seat, 0)
            found = {(kind.bit // 16, kind.bit % 16) for kind in kinds if measured.member(f"{agent}_drawn", kind.bit)[n]}
            assert found == drawn[seat]
            played = [kind for kind in kinds if measured.member(f"{agent}_played", kind.bit)[n]]
            assert len(played) <= accepted[seat] and bool(played) == bool(accepted[seat])
            assert all(kind.chosen and kind.bit // 16 == TRUTH for kind in played)
        assert measured.column("deduced")[n] == (min(deduced.values()) if deduced else 0)
        assert (measured.column("deduced_turn")[n] > 0) == bool(deduced)
        assert measured.column("deduced_turn")[n] <= measured.column("turns")[n] + 1
        deduced_by_some += bool(deduced)
    assert deduced_by_some


@pytest.mark.slow
def test_plain_python_measures_the_same_without_an_overflow():
    program = """
import hashlib
from experiments.balance.jobs import Job, make_plan, run_job
from pagan_env.envs.games import find_game
plan = make_plan("paradise_lost", [find_game("paradise_lost").load_ruleset(None)], [(0, [])])
print(hashlib.sha256(run_job(plan, Job(0, (1, 2, 2), 3, 2, 7))).hexdigest())
"""
    words = [sys.executable, "-W", "error", "-c", program]
    told = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    plan = make_plan("paradise_lost", [GAME.load_ruleset(None)], [(0, [])])
    assert told.stdout.strip() == hashlib.sha256(run_job(plan, Job(0, (1, 2, 2), 3, 2, 7))).hexdigest()


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
def test_a_change_is_told_for_any_number_of_heroes(heroes, capsys):
    words = ["compare", "standard", "numbers.start_coin = 3", "--game", f"paradise_lost:num_heroes={heroes}"]
    assert main([*words, "--pairs", "100", "--levels", "1", "--threads", "1"]) == 0
    shown = capsys.readouterr().out
    assert f"hero_{heroes - 1} wins" in shown and f"hero_{heroes} wins" not in shown
    assert "somebody wins less the luck of the deal" in shown
    for line in ("somebody wins", "right Claims", "some Hero can deduce the pair", "the move of that", "ends by all lost"):
        assert f"\n{line}" in shown


def test_a_study_tells_of_seats(tmp_path):
    path, out = tmp_path / "study.toml", tmp_path / "out"
    path.write_text(STUDY)
    assert main(["run", str(path), "--out", str(out), "--workers", "1"]) == 0
    page = (out / "report.html").read_text()
    for part in ("Does it matter where one sits?", "Claims made", "games that somebody wins", "Truthseeker"):
        assert part in page
    with (out / "seats.csv").open(newline="") as file:
        seats = list(csv.DictReader(file))
    assert [row["seat"] for row in seats] == list(GAME.agents)
    assert abs(sum(float(row["beyond"]) for row in seats)) < 1e-6  # of all games, in which one wins at most
    assert all(float(row["right of claims"]) <= 1 and float(row["turn of that"]) > 1 for row in seats)


def test_the_study_of_it_is_right():
    assert load_study(ROOT / "configs/balance/paradise_lost.toml").game is GAME
