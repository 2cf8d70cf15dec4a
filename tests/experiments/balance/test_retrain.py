"""Finalists, retrained: who is trained on what, what is known the next time, what the report says of it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from experiments.balance import retrain as module
from experiments.balance.__main__ import main
from experiments.balance.games import MissingError
from experiments.balance.retrain import Retraining, play, retrain
from experiments.balance.store import Store
from experiments.balance.study import load_study
from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED
from pagan_env.envs.games import find_game

from .test_study import STUDY

TRAINER = """
num_envs = 32
hidden = [16]
decisions = 2000
[imitation]
level = 1
decisions = 2000
[ppo]
rollout = 16
"""
CHANGE = ("numbers.hand_start = 4",)


class First:
    """Takes the first legal action, as a trained net would take its own."""

    events = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def act_batch(self, observation, action_mask, rng):
        return action_mask.argmax(1)


@pytest.fixture
def trainer(tmp_path):
    path = tmp_path / "trainer.toml"
    path.write_text(TRAINER)
    return path


def test_each_rules_are_played_by_their_own_pair_and_by_the_base_s(tmp_path, trainer, monkeypatch):
    trained, played = [], []

    def train(settings, game, ruleset, seed, out):
        trained.append((ruleset.name, seed, out.parent))
        return [First(ruleset.name)] * 2

    def watched(game, ruleset, players, games, seed):
        played.append((players[0].name, ruleset.name, seed))
        return play(game, ruleset, players, games, seed)

    monkeypatch.setattr(module, "_trainer", lambda: train)
    monkeypatch.setattr(module, "play", watched)
    game = find_game("pagan")
    base = game.load_ruleset("first_steps")
    varied = game.vary(base, [list(CHANGE)]).name
    settings = Retraining(1000, 1, 2, 20, trainer)
    with Store(tmp_path / "store") as store:
        with pytest.raises(MissingError, match="finalists: 6 results"):
            retrain(settings, game, base, [CHANGE], store, None)
        found = retrain(settings, game, base, [CHANGE], store, tmp_path)
        names = base.name, varied
        assert {(name, seed) for name, seed, _ in trained} == {(name, seed) for name in names for seed in (0, 1)}
        assert {folder for _, _, folder in trained} == {tmp_path / "retrained"} and len(trained) == 4
        pairs = {(names[0], names[0]), (names[1], names[1]), (names[0], names[1])}
        assert sorted(played) == sorted((*pair, seed) for pair in pairs for seed in (0, 1))
        assert [(one.trained_on, one.on) for one in found] == [((), ()), (CHANGE, CHANGE), ((), CHANGE)]
        again = retrain(settings, game, base, [CHANGE], store, None)  # from the store alone
        assert len(trained) == 4
        for one, other in zip(found, again, strict=True):
            assert len(one.by_seed) == 2 and all((a.out == b.out).all() for a, b in zip(one.by_seed, other.by_seed, strict=True))
        trainer.write_text(TRAINER.replace("hidden = [16]", "hidden = [8]"))  # other settings are never mixed in
        with pytest.raises(MissingError):
            retrain(settings, game, base, [CHANGE], store, None)


def test_games_are_measured_to_their_ends_whoever_plays():
    game = find_game("pagan")
    measured = play(game, game.load_ruleset("first_steps"), [First("a"), First("b")], 60, 3)
    assert {name: measured.column(name).min() > 0 for name in ("rounds", "decisions")} == {"rounds": True, "decisions": True}
    won = np.stack([measured.wins(seat) for seat in (0, 1)])
    winner = measured.column("winner")
    assert (won.sum(0) == (winner >= 0)).all() and (won[1] == (winner == 1)).all()
    names = [game.describe.ENDING_NAMES[int(n)] for n in np.unique(measured.column("ending"))]
    assert names and "none" not in names
    alike = play(game, game.load_ruleset("first_steps"), [First("a"), First("b")], 60, 3)
    assert (alike.out == measured.out).all()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_a_study_retrains_its_finalists_and_says_so(tmp_path, trainer, capsys):
    pytest.importorskip("torch")
    study = tmp_path / "study.toml"
    table = f'[finalists]\nretrain = 2000\nkeep = 1\nseeds = 2\ngames = 100\ntrainer = "{trainer}"\n'
    study.write_text(STUDY + table)
    out = tmp_path / "out"
    assert main(["run", str(study), "--out", str(out), "--workers", "2"]) == 0
    page = (out / "report.html").read_text()
    for part in ("Retrained:", "Not retrained", "Finalists, retrained", "as trained on the base", "distance", "luck of training"):
        assert part in page
    assert len(list((out / "retrained").glob("*/witch_0.npz"))) == 4
    rows = re.findall(r"<tr><td><code>([^<]*)</code></td><td>(trained|retrained|as trained on the base)</td>", page)
    assert [who for _, who in rows] == ["trained", "retrained", "as trained on the base"] and rows[1][0] == rows[2][0]
    assert main(["report", str(out)]) == 0
    assert (out / "report.html").read_text().count(">Finalists, retrained</h2>") == 1
    start = f'start = "{out / "retrained" / "base-0"}"\n'
    study.write_text(STUDY + table + start)  # the nets of a run in place of new ones
    assert main(["run", str(study), "--out", str(tmp_path / "more"), "--workers", "2"]) == 0
    capsys.readouterr()
    trainer.write_text(TRAINER.replace("hidden = [16]", "hidden = [8]"))
    assert main(["run", str(study), "--out", str(tmp_path / "other"), "--workers", "2"]) == 2
    assert "finalists.start: witch_0.npz is a net of another shape" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('retrain = 100\ntrainer = "nowhere.toml"', "finalists.trainer: found 'nowhere.toml', allowed: a file of settings"),
        ('retrain = 100\nstart = "nowhere"', "finalists.start: found 'nowhere', allowed: the folder of a training run"),
        ("retrain = -1", "finalists.retrain: found -1"),
        ("retrains = 1", "found an unknown key, did you mean retrain?"),
    ],
)
def test_faults_of_finalists_are_lines(tmp_path, table, told):
    path = tmp_path / "study.toml"
    path.write_text(f"{STUDY}[finalists]\n{table}\n")
    with pytest.raises(DataError) as caught:
        load_study(path)
    assert any(told in line for line in str(caught.value).splitlines())


def test_finalists_are_those_of_a_wish(tmp_path):
    path: Path = tmp_path / "study.toml"
    path.write_text(STUDY.partition("[wish]")[0] + "[finalists]\nretrain = 100\n")
    with pytest.raises(DataError, match="without \\[wish\\]"):
        load_study(path)
