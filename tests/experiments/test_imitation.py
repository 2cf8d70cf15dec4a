"""Imitation: what is learned from, that it is learned, and what the command makes of it."""

import csv
import os
import signal

import numpy as np
import pytest
import torch

from agents.learned import LearnedAgent
from agents.networks import Shape, build
from agents.scripted import ScriptedAgent
from agents.uniform import UniformAgent
from experiments import arena, imitation, settings, train
from experiments.imitation import Imitation, Lessons
from experiments.ppo import Settings
from experiments.self_play import SelfPlay
from pagan_env.envs.batch import Batch

from .test_train import QUICK, config, run, toy  # noqa: F401 (fixtures)
from .toy import CARDS, SIZE, ToyBatch, ToyPlayer


def lessons(batch, seed=0, full_critic=False, others=(), **settings):
    torch.manual_seed(seed)
    nets = [build(Shape(SIZE, CARDS, (16,), others=SIZE * full_critic)) for _ in batch.agents]
    play = SelfPlay(batch, nets, Settings(rollout=8, full_critic=full_critic), seed)
    return Lessons(play, ToyPlayer(), others, Imitation(**{"decisions": 10**6, "minibatch": 32, **settings}))


def test_the_slope_is_that_of_the_cross_entropy():
    rng = np.random.default_rng(0)
    mask = (rng.random((20, 6)) < 0.6).astype(np.int8)
    mask[:, 2] = 1
    action = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
    rows = rng.permutation(20)[:12]
    logits = torch.from_numpy(rng.normal(size=(12, 6)).astype(np.float32)).requires_grad_()
    masked = logits.masked_fill(torch.from_numpy(mask[rows]) == 0, -torch.inf)
    loss = torch.nn.functional.cross_entropy(masked, torch.from_numpy(action[rows]))
    loss.backward()
    gradient, sums = np.full((12, 6), np.nan, np.float32), np.zeros(2)
    imitation.slope(rows, logits.detach().numpy(), mask, action, np.empty(6, np.int64), gradient, sums)
    np.testing.assert_allclose(gradient, logits.grad.numpy(), atol=1e-6)
    assert sums[0] / 12 == pytest.approx(loss.item(), rel=1e-5)
    assert sums[1] == (masked.argmax(1).numpy() == action[rows]).sum()


@pytest.mark.parametrize("full_critic", [False, True])
def test_it_learns_the_teacher_s_play_and_leaves_self_play_at_its_start(full_critic):
    batch = ToyBatch(16)
    budget = {"decisions": 16 * 8 * 300, "learning_rate": 1e-2, "learning_rate_final": 1e-3}
    ours = lessons(batch, full_critic=full_critic, others=[ToyPlayer(1)], **budget)
    logs = list(ours.run())
    assert [decisions for decisions, _, _ in logs] == list(range(128, 38401, 128)) and not any(bad for _, bad, _ in logs)
    before, after = (
        [np.mean([pair[seat]["agreement"] for _, _, pair in part]) for seat in (0, 1)] for part in (logs[:3], logs[-30:])
    )
    assert max(before) < 0.5 and min(after) > 0.9, (before, after)
    assert np.mean([log["explained_variance"] for _, _, pair in logs[-30:] for log in pair]) > 0.2
    play = ours.play
    assert (play.decisions, play.updates) == (0, 0) and not batch.taken.any()
    assert all(stream.size == 0 and (stream.open == -1).all() for stream in play.streams)
    outcome = arena.play(ToyBatch(300, 5), [LearnedAgent(play.nets[0].actor), UniformAgent()], np.random.default_rng(0))
    assert outcome.won[0] > 2 * outcome.won[1]


@pytest.mark.parametrize(
    "shares, strays", [({}, False), ({"pupil_share": 1.0}, True), ({"other_share": 1.0}, True), ({"stray": 1.0}, True)]
)
def test_whoever_plays_the_teacher_s_action_is_learned(shares, strays):
    """In turn one role is played by its net or another level; the other role's games are the teacher's."""
    batch = ToyBatch(64)
    ours = lessons(batch, others=[ToyPlayer(1)], **{"pupil_share": 0.0, "other_share": 0.0, "stray": 0.0, **shares})
    off, step = np.zeros((64, 2), np.int64), batch.step

    def watched(actions):
        off[np.arange(64), batch.seat] += actions != ToyPlayer().act_states(batch.states, np.random.default_rng(0))
        step(actions)

    batch.step = watched
    next(ours.run())
    ours._collect()
    for stream in ours.play.streams:
        states = np.concatenate([stream.observation, stream.mask], 1)[: stream.size]
        assert stream.size and (stream.action[: stream.size] == ToyPlayer().act_states(states, np.random.default_rng(0))).all()
    assert off.any() == strays
    others_turn = np.arange(64)[:, None] % 2 != np.arange(2)
    assert off[others_turn].any() == ("stray" in shares)


def test_more_epochs_learn_more_from_as_many_decisions_and_are_measured_once():
    budget = {"decisions": 16 * 8 * 40, "learning_rate": 5e-3, "learning_rate_final": 1e-3}
    once, often = ([log for _, _, log in lessons(ToyBatch(16), epochs=epochs, **budget).run()] for epochs in (1, 5))
    assert often[0][0] == once[0][0]
    for seat in range(2):
        late = [np.mean([log[seat]["cross_entropy"] for log in logs[-10:]]) for logs in (once, often)]
        assert late[1] < late[0] - 0.1


def test_a_small_budget_lifts_agreement_with_a_player_of_a_whole_game():
    batch = Batch("pagan", 128, ruleset="welcome_to_roanoke")
    torch.manual_seed(0)
    nets = [build(Shape(batch.observation_size, batch.num_actions, (64,))) for _ in batch.agents]
    play = SelfPlay(batch, nets, Settings(), 0)
    play.fit_scales(50)
    teacher, *others = (ScriptedAgent(batch.game.playing, batch.ruleset, level) for level in (3, 2))
    logs = [log for _, _, log in Lessons(play, teacher, others, Imitation(decisions=100_000, minibatch=512)).run()]
    for before, after in zip(logs[0], logs[-1], strict=True):
        assert after["agreement"] > before["agreement"] + 0.06 and after["agreement"] > 0.44, (before, after)


TAUGHT = QUICK + "[imitation]\ndecisions = 512\n"


@pytest.fixture
def scripted(monkeypatch):
    for module in (train, settings):
        monkeypatch.setattr(module, "scripted_players", lambda batch, levels: [ToyPlayer(level) for level in levels])


@pytest.mark.parametrize("stop", [20, 50])
def test_a_run_stopped_in_imitation_or_after_it_ends_as_an_undisturbed_one(toy, scripted, config, tmp_path, monkeypatch, stop):  # noqa: F811
    """Bit for bit; imitation takes steps 11 to 42, and begins anew if it was stopped."""
    config.write_text(TAUGHT)
    assert run(config, tmp_path / "whole") == 0
    step, steps = ToyBatch.step, []

    def interrupted(self, actions):
        steps.append(1)
        if len(steps) == stop:
            os.kill(os.getpid(), signal.SIGINT)
        step(self, actions)

    with monkeypatch.context() as patch:
        patch.setattr(ToyBatch, "step", interrupted)
        assert run(config, tmp_path / "parts") == 130
    rows = len((tmp_path / "parts" / "imitation.csv").read_text().splitlines())
    assert rows == (3 if stop == 20 else 5)
    assert train.main(["--resume", str(tmp_path / "parts")]) == 0
    for name in ("left_0.npz", "right_0.npz", "result.md"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_imitation_has_its_own_log_and_self_play_its_whole_budget(toy, scripted, config, tmp_path, capsys):  # noqa: F811
    config.write_text(TAUGHT)
    assert run(config, tmp_path / "run") == 0
    assert "512 decisions of imitation; agreement with scripted 3: left_0" in " ".join(capsys.readouterr().out.split())
    rows = list(csv.DictReader((tmp_path / "run" / "imitation.csv").read_text().splitlines()))
    assert [int(row["decisions"]) for row in rows] == [128, 256, 384, 512]
    assert all(float(row["illegal_actions"]) == 0 and 0 < float(row["right_0/agreement"]) <= 1 for row in rows)
    rows = list(csv.DictReader((tmp_path / "run" / "metrics.csv").read_text().splitlines()))
    assert [int(row["decisions"]) for row in rows] == list(range(128, 1025, 128))
    # Without decisions, whatever else is set, there is no such beginning.
    assert run(config, tmp_path / "again") == 0
    config.write_text(QUICK)
    assert run(config, tmp_path / "plain") == 0
    config.write_text(QUICK + "[imitation]\nlevel = 1\nlearning_rate = 0.5\nminibatch = 7\nstray = 1.0\n")
    assert run(config, tmp_path / "none") == 0
    nets = {name: (tmp_path / name / "left_0.npz").read_bytes() for name in ("run", "again", "plain", "none")}
    assert nets["none"] == nets["plain"] != nets["run"] == nets["again"]
    assert not (tmp_path / "none" / "imitation.csv").exists()


@pytest.mark.parametrize("text", [TAUGHT, "scripted = [3]\n" + QUICK])
def test_a_game_without_scripted_players_is_refused(toy, config, tmp_path, capsys, text):  # noqa: F811
    config.write_text(text)
    assert run(config, tmp_path / "run") == 2
    assert capsys.readouterr().err == "scripted players: found level 3, allowed: none, since this game has no scripted players\n"
    assert os.listdir(tmp_path) == ["quick.toml"]
