"""The command: its folder, its refusals, and its end."""

import csv
import json
import os
import re
import signal

import pytest

from agents.learned import LearnedAgent
from experiments import train

from .toy import ToyBatch, ToyRuleset

QUICK = """
game = "toy"
num_envs = 16
seconds = 0
decisions = 1024
hidden = [16]
threads = 1
[ppo]
rollout = 8
[evaluation]
games = 40
curve_games = 10
curve_seconds = 0.1
"""


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(train, "Batch", lambda game, num_envs, *, ruleset=None, events=0, seed=0: ToyBatch(num_envs, seed))
    monkeypatch.setattr(train, "SCALE_STEPS", 10)


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text(QUICK)
    return path


def run(config, out, *arguments):
    return train.main([str(config), "--out", str(out), *arguments])


def test_a_run_leaves_what_it_promises(toy, config, tmp_path, capsys):
    out = tmp_path / "run"
    assert run(config, out, "--seed", "3") == 0
    assert "trained" in capsys.readouterr().out
    rows = list(csv.DictReader((out / "metrics.csv").read_text().splitlines()))
    assert [int(row["decisions"]) for row in rows] == list(range(128, 1025, 128))
    assert {float(row["illegal_actions"]) for row in rows} == {0.0}
    assert all(float(row["left_0/entropy"]) > 0 for row in rows)
    assert any(name.startswith("events.out.tfevents") for name in os.listdir(out))
    agent = LearnedAgent.load(out / "left_0.npz", game="toy", ruleset=ToyRuleset(), role="left_0")
    assert agent.header is not None and (agent.header.decisions, agent.header.seed) == (1024, 3)
    assert sorted(os.listdir(out / "checkpoints"))[0] == "left_0-00000000000.npz"
    result = json.loads((out / "result.json").read_text())
    assert len(result["lines"]) == 7
    for line in result["lines"]:
        assert sum(line["won"].values()) + line["drawn"] + line["truncated"] == line["games"] == 40
    assert (out / "result.md").read_text().count("\n") == 11
    assert "rollout = 8" in (out / "config.toml").read_text() and "seed = 3" in (out / "config.toml").read_text()
    # The folder's own config repeats the run.
    assert run(out / "config.toml", tmp_path / "again") == 0
    assert (tmp_path / "again" / "left_0.npz").read_bytes() == (out / "left_0.npz").read_bytes()
    assert (tmp_path / "again" / "result.md").read_text() == (out / "result.md").read_text()


def test_a_folder_with_files_needs_force(toy, config, tmp_path, capsys):
    out = tmp_path / "run"
    out.mkdir()
    (out / "mine.txt").write_text("precious")
    (out / "metrics.csv").write_text("old")
    assert run(config, out) == 2
    assert "--force" in capsys.readouterr().err
    assert sorted(os.listdir(out)) == ["metrics.csv", "mine.txt"]
    assert run(config, out, "--force") == 0
    assert (out / "mine.txt").read_text() == "precious" and (out / "metrics.csv").read_text() != "old"


@pytest.mark.parametrize(
    "text, expected",
    [
        ("speed = 3", "speed: found an unknown key, allowed: game, "),
        ("[ppo]\nclimp = 0.1", "ppo.climp: found an unknown key, allowed: rollout, "),
        ("seed = 1.5", "seed: found 1.5, allowed: integer 0..2147483647"),
        ("seed = true", "seed: found True, allowed: integer"),
        ("game = 3", "game: found 3, allowed: text"),
        ("hidden = []", "hidden: found [], allowed: list of 1..8 integers 1..4096"),
        ("hidden = [0]", "hidden: found [0], allowed: list"),
        ("[ppo]\ngamma = 1.01", "ppo.gamma: found 1.01, allowed: number 0..1"),
        ("[ppo]\nentropy = nan", "ppo.entropy: found nan, allowed: number 0..10"),
        ("ppo = 3", "ppo: found 3, allowed: a table [ppo]"),
        ("seconds = 0", "seconds, decisions: found 0 and 0"),
        ('game = "chess"', "unknown game 'chess'"),
        ("seed = ", "not TOML"),
        ('net = "lstm"', "net: found 'lstm', allowed: mlp, memory"),
        ('net = "memory"', "net: found 'memory' without events"),
        ('device = "toaster"', "device: found 'toaster', allowed: cpu, or cuda where"),
        (
            "[imitation]\ndecisions = 10\npupil_share = 0.8\nother_share = 0.8",
            "pupil_share and other_share of 1.6 together",
        ),
    ],
)
def test_faults_in_a_config_are_a_line_and_nothing_is_written(config, tmp_path, capsys, text, expected):
    config.write_text(text)
    assert run(config, tmp_path / "run") == 2
    message = capsys.readouterr().err
    assert expected in message and message.count("\n") == 1
    assert str(config) in message or re.match("unknown game|net:|device:|imitation:", message)
    assert os.listdir(tmp_path) == ["quick.toml"]


def test_all_faults_at_once_and_an_absent_file(config, tmp_path, capsys):
    config.write_text('seed = -1\n[ppo]\nclip = "wide"\n')
    assert run(config, tmp_path / "run") == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{config}:1: seed: found -1, allowed: integer 0..2147483647",
        f"{config}:3: ppo.clip: found 'wide', allowed: number 0..10",
    ]
    assert run(tmp_path / "none.toml", tmp_path / "run") == 2
    assert run(config, tmp_path / "run", "--seed", "-3") == 2
    assert os.listdir(tmp_path) == ["quick.toml"]


def test_overrides_replace_the_limits(toy, config, tmp_path, capsys):
    assert run(config, tmp_path / "run", "--decisions", "256") == 0
    assert len((tmp_path / "run" / "metrics.csv").read_text().splitlines()) == 3
    assert run(config, tmp_path / "other", "--decisions", "-1") == 2
    assert "--decisions: found -1" in capsys.readouterr().err


@pytest.mark.parametrize("options", ["", "kl = 0.1\nanchor_updates = 3\nfull_critic = true\npast_share = 0.5\n"])
def test_a_resumed_run_ends_as_an_undisturbed_one(toy, config, tmp_path, monkeypatch, options):
    """Bit for bit: nets, metrics of training, and the last table."""
    config.write_text(QUICK.replace("[evaluation]", f"{options}[evaluation]"))
    assert run(config, tmp_path / "whole") == 0
    step, steps = ToyBatch.step, []

    def interrupted(self, actions):
        steps.append(1)
        if len(steps) == 40:
            os.kill(os.getpid(), signal.SIGINT)
        step(self, actions)

    with monkeypatch.context() as patch:
        patch.setattr(ToyBatch, "step", interrupted)
        assert run(config, tmp_path / "parts") == 130
    assert train.main(["--resume", str(tmp_path / "parts")]) == 0
    for name in ("left_0.npz", "right_0.npz", "result.md"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    timed = ("seconds", "decisions_per_second", "left_0/vs_random", "right_0/vs_random")
    tables = []
    for folder in ("whole", "parts"):
        table = csv.DictReader((tmp_path / folder / "metrics.csv").read_text().splitlines())
        tables.append([{name: value for name, value in row.items() if name not in timed} for row in table])
    assert tables[0] == tables[1] and len(tables[0]) == 8


def test_what_can_not_be_resumed_is_refused(toy, config, tmp_path, capsys):
    assert train.main(["--resume", str(tmp_path / "none")]) == 2
    assert run(config, tmp_path / "run") == 0
    capsys.readouterr()
    path = tmp_path / "run" / "resume.npz"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert train.main(["--resume", str(tmp_path / "run")]) == 2
    assert "resume.npz: not a checkpoint, or cut short" in capsys.readouterr().err
    path.write_bytes((tmp_path / "run" / "left_0.npz").read_bytes())
    assert train.main(["--resume", str(tmp_path / "run")]) == 2
    assert "not a training run of this project" in capsys.readouterr().err
    for wrong in ([], [str(config), "--resume", str(tmp_path)], ["--resume", str(tmp_path), "--seed", "3"]):
        with pytest.raises(SystemExit):
            train.main(wrong)
        assert "allowed: " in capsys.readouterr().err


def test_ctrl_c_ends_with_a_checkpoint(toy, config, tmp_path, monkeypatch, capsys):
    step, steps = ToyBatch.step, []

    def interrupted(self, actions):
        steps.append(1)
        if len(steps) == 30:
            os.kill(os.getpid(), signal.SIGINT)
        step(self, actions)

    monkeypatch.setattr(ToyBatch, "step", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert run(config, tmp_path / "run") == 130
    assert signal.getsignal(signal.SIGINT) is before
    agent = LearnedAgent.load(tmp_path / "run" / "right_0.npz", role="right_0")
    assert agent.header is not None and 0 < agent.header.decisions < 1024
    assert not (tmp_path / "run" / "result.json").exists()
    assert "interrupted" in capsys.readouterr().out
