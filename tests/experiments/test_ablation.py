"""Comparing configs over seeds."""

import pytest

from experiments import ablation, train

from .test_train import QUICK
from .toy import ToyBatch


@pytest.fixture
def configs(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "Batch", lambda game, num_envs, *, ruleset=None, events=0, seed=0: ToyBatch(num_envs, seed))
    monkeypatch.setattr(train, "SCALE_STEPS", 10)
    paths = [tmp_path / "plain.toml", tmp_path / "wide.toml"]
    paths[0].write_text(QUICK.replace("decisions = 1024", "decisions = 256"))
    paths[1].write_text(QUICK.replace("decisions = 1024", "decisions = 256").replace("[16]", "[32]"))
    return [str(path) for path in paths]


def test_it_trains_each_config_on_each_seed_once(configs, tmp_path, capsys):
    out = tmp_path / "runs"
    assert ablation.main([*configs, "--seeds", "2", "--out", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("| ")]
    assert rows[0] == "| role | against | plain | wide |"
    assert [row.split(" | ")[:2] for row in rows[1:]] == [
        ["| left_0", "random"],
        ["| right_0", "random"],
        ["| left_0", "untrained"],
        ["| right_0", "untrained"],
    ]
    assert sorted(path.name for path in out.iterdir()) == ["plain-0", "plain-1", "wide-0", "wide-1"]
    before = {path: path.stat().st_mtime_ns for path in out.glob("*/result.json")}
    assert ablation.main([*configs, "--seeds", "2", "--out", str(out)]) == 0
    assert {path: path.stat().st_mtime_ns for path in out.glob("*/result.json")} == before
    assert capsys.readouterr().out.splitlines()[-5:] == lines[-5:]


def test_every_config_is_read_before_any_is_trained(configs, tmp_path, capsys):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("seeds = 3\n")
    assert ablation.main([configs[0], str(wrong), "--out", str(tmp_path / "runs")]) == 2
    assert "wrong.toml:1: seeds: found an unknown key" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


def test_mean_and_interval():
    runs = [{("left_0", "random"): share} for share in (0.5, 0.6, 0.7)]
    *_, row = ablation.table({"a": runs})
    assert row == "| left_0 | random | 60.0 ± 24.8 (50.0, 60.0, 70.0) |"


def test_bad_input_is_refused(configs, capsys):
    wrong = [([*configs, "--seeds", "1"], "allowed: 2 .. 8"), ([configs[0], configs[0]], "allowed: different names")]
    for arguments, allowed in wrong:
        with pytest.raises(SystemExit):
            ablation.main(arguments)
        assert allowed in capsys.readouterr().err
