"""`compare` and `watch`: what a person is told."""

from __future__ import annotations

import re
import shlex

import pytest

from experiments.balance.__main__ import main
from experiments.balance.compare import plan_of
from experiments.balance.executors import Threads
from experiments.balance.jobs import Job, run_job
from experiments.balance.measures import measures_of
from experiments.balance.rules import Rules, read_levels, read_rules
from experiments.balance.stats import paired
from experiments.balance.verdict import compared
from pagan_env.core.jit import COMPILED
from pagan_env.envs.games import find_game
from pagan_env.envs.replaying import Playback

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games")
GAME = find_game("pagan")
QUICK = ["--pairs", "2000", "--threads", "1", "--levels", "2"]


def test_a_change_is_told_with_games_that_show_it(capsys):
    assert main(["compare", "first_steps", "first_steps with numbers.suspects_to_win = 1", *QUICK]) == 0
    told = capsys.readouterr().out
    assert re.search(r"(Hunter|Witch|hunter|witch)_0 wins \d+\.\d points (more|less) often: [+-]\d+\.\d to [+-]\d+\.\d\.", told)
    assert "2,000 seeds, each played under both: 4,000 games" in told and "not retrained" in told
    assert re.search(r"^witch_0 wins +\d+\.\d % +\d+\.\d % +[+-]\d+\.\d\d \(.*\) +\* ", told, re.M)
    commands = [line.strip() for line in told.splitlines() if line.strip().startswith("python -m experiments.balance watch")]
    assert len(commands) == 6
    arrow = next(line for line in told.splitlines() if " -> " in line and "wins in round" in line)
    before, after = arrow.split(" -> ")
    for command, side in zip(commands[:2], (before, after), strict=True):
        assert main(shlex.split(command)[3:]) == 0
        shown = capsys.readouterr().out.splitlines()
        winner, rounds, how = re.search(r"(\w+)_0 wins in round (\d+) \((.*)\)", side).groups()
        assert f"{winner.title()} won: {how}." in shown and f"rounds: {rounds}" in shown


def test_rules_that_are_the_same_move_nothing(capsys):
    assert main(["compare", "first_steps", "first_steps", *QUICK, "--pairs", "400"]) == 0
    told = capsys.readouterr().out
    assert "No game has another winner." in told and "Games that show it" not in told and " * " not in told


def test_watching_plays_the_game_that_was_measured():
    rules = Rules("first_steps", ("numbers.hand_start = 4",))
    measured = measures_of(GAME).from_bytes(run_job(plan_of(GAME, [rules]), Job(0, (3, 2), 11, 1, 5)), 1)
    from experiments.balance.watch import watch

    ruleset = GAME.vary(GAME.load_ruleset("first_steps"), [list(rules.change)])
    shown = list(watch(GAME, ruleset, (3, 2), 11, 5))
    told = dict(line.split(": ") for line in shown[-len(measured.columns) + 2 :])
    assert [int(told[name.replace("_", " ")]) for name in measured.columns[2:]] == measured.out[0, 2:].tolist()
    assert sum(line.startswith(("Witch:", "Hunter:")) for line in shown) >= measured.out[0, 3]


def test_a_watched_game_may_be_recorded(tmp_path, capsys):
    words = ["watch", "--seed", "11", "--ruleset", "first_steps", "--set", "numbers.hand_start=4", "--levels", "3,2"]
    path = tmp_path / "one.replay"
    assert main([*words, "--record", str(path)]) == 0
    told = capsys.readouterr().out
    assert told == f"{path}: to see it: python -m pagan_env replay {path}\n"
    playback = Playback(path)
    assert len(list(playback)) == playback.replay.decisions > 5
    assert main(words) == 0
    assert f"{playback.replay.result}." in capsys.readouterr().out.splitlines()
    assert main([*words, "--record", str(path)]) == 2
    assert "found a file that is there" in capsys.readouterr().err


@pytest.mark.slow
def test_studies_of_no_change_find_one_as_seldom_as_they_say():
    """A/A: the same rules and deals, other ties for the players, so that games differ but rates don't."""
    plan, measures, size = plan_of(GAME, [Rules("first_steps")]), measures_of(GAME), 200
    work = [Job(0, (2, 2), 1_000 + size * n, size, salt) for n in range(150) for salt in (1, 2)]
    found = {job: measures.from_bytes(blob, size) for job, blob in Threads(2).run(plan, work)}
    wins, told, outside, other = 0, 0, 0, 0.0
    for one, two in zip(work[::2], work[1::2], strict=True):
        lines = compared(GAME, found[one], found[two])
        wins += any(line.told for line in lines[:2])
        told += any(line.told for line in lines)
        d = paired(found[one].column("winner") == 0, found[two].column("winner") == 0)
        outside += not d.low <= 0 <= d.high
        other += float((found[one].out != found[two].out).any(axis=1).mean())
    assert other / 150 > 0.2  # of the games aren't the same
    assert outside <= 15  # of 150 at 5 %: more with a chance of 0.5 %
    assert wins <= 15 and told <= 26  # two families of tests, each at 5 %


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["compare", "nowhere", "standard"], "ruleset 'nowhere' is not known"),
        (["compare", "standard", "numbers.nothing = 3"], "numbers.nothing = 3: numbers.nothing: not known"),
        (["compare", "standard", "numbers.gain_influence = 0"], "found 0, allowed: integer 1..99"),
        (["compare", "standard", "numbers.gain_influence = many"], "allowed: PATH = VALUE"),
        (["compare", "standard", "standard", "--levels", "4"], "levels: found '4', allowed: one level of 0 to 3"),
        (["compare", "standard", "standard", "--levels", "1,2,3"], "levels: found '1,2,3'"),
        (["compare", "standard", "standard", "--game", "chess"], "unknown game 'chess'"),
        (["watch", "--seed", "1", "--ruleset", "nowhere"], "ruleset 'nowhere' is not known"),
        (["report", "nowhere"], "nowhere: has no results.sqlite"),
        (["run", "nowhere.toml", "--out", "nowhere"], "nowhere.toml"),
    ],
)
def test_bad_input_is_a_line(capsys, arguments, told):
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert told in shown.err and shown.err.count("\n") == 1 and shown.out == ""


def test_how_rules_are_named():
    assert read_rules("standard") == Rules("standard")
    assert read_rules("numbers.a = 1; numbers.b = 2") == Rules(None, ("numbers.a = 1", "numbers.b = 2"))
    assert read_rules("mini with numbers.a=1") == Rules("mini", ("numbers.a=1",))
    assert read_levels("3", GAME) == (3, 3) and read_levels("3, 1", GAME) == (3, 1)
