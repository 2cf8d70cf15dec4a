"""Players and their checkpoints."""

import os
from dataclasses import replace

import numpy as np
import pytest
import torch

from agents import checkpoint
from agents.checkpoint import CheckpointError, Header
from agents.learned import LearnedAgent
from agents.masked import pick, sample
from agents.networks import Shape, build_actor
from agents.uniform import UniformAgent

from .toy import ToyRuleset

HEADER = Header("toy", "toy@1", ToyRuleset().digest, "left_0", "mlp", 8, 4, (16, 8), 0, (), 1234, 7)


def net_and_weights(header=HEADER):
    torch.manual_seed(0)  # whichever test runs before: near ties would be drawn, even at temperature 0
    actor = build_actor(header.shape())
    return actor, {name: tensor.numpy() for name, tensor in actor.state_dict().items()}


def test_sampling_follows_the_softmax_over_legal_actions():
    logits = np.tile(np.array([0.0, 1.0, 9.0, -1.0], np.float32), (40_000, 1))
    mask = np.tile(np.array([1, 1, 0, 1], np.int8), (40_000, 1))
    actions, log_probs = sample(logits, mask, np.random.default_rng(0).random(40_000))
    expected = np.exp([0, 1, -np.inf, -1]) / np.exp([0, 1, -1]).sum()
    np.testing.assert_allclose(np.bincount(actions, minlength=4) / 40_000, expected, atol=0.01)
    np.testing.assert_allclose(log_probs, np.log(expected[actions]), rtol=1e-5)


def test_uniform_picks_every_legal_action_alike():
    mask = np.tile(np.array([1, 0, 1, 1], np.int8), (30_000, 1))
    counts = np.bincount(pick(mask, np.random.default_rng(0).random(30_000)), minlength=4)
    assert counts[1] == 0 and counts[[0, 2, 3]].min() > 9_700


@pytest.mark.parametrize("draw", [0.0, 0.5, 1 - 2**-53])
def test_the_ends_of_a_draw_are_legal(draw):
    mask = np.array([[0, 1, 0, 1, 0]], np.int8)
    uniform = np.array([draw])
    assert mask[0, pick(mask, uniform)[0]] == 1
    assert mask[0, sample(np.zeros((1, 5), np.float32), mask, uniform)[0][0]] == 1


def test_no_legal_action_and_broken_nets_are_refused():
    mask = np.array([[1, 0], [0, 0]], np.int8)
    with pytest.raises(ValueError, match="row 1: no legal action"):
        pick(mask, np.zeros(2))
    with pytest.raises(ValueError, match="row 1: no legal action"):
        sample(np.zeros((2, 2), np.float32), mask, np.zeros(2))
    with pytest.raises(ValueError, match="row 0: logits are not finite"):
        sample(np.full((1, 2), np.nan, np.float32), mask[:1], np.zeros(1))


def test_round_trip(tmp_path):
    net, weights = net_and_weights()
    path = tmp_path / "left_0.npz"
    checkpoint.save(path, HEADER, weights)
    assert os.listdir(tmp_path) == ["left_0.npz"]
    agent = LearnedAgent.load(path, game="toy", ruleset=ToyRuleset(), role="left_0")
    assert agent.header == HEADER
    observation = np.random.default_rng(0).integers(-5, 5, (30, 8), dtype=np.int8)
    mask = np.random.default_rng(1).integers(0, 2, (30, 4), dtype=np.int8)
    mask[:, 0] = 1
    with torch.inference_mode():
        assert torch.equal(agent.actor(torch.from_numpy(observation)), net(torch.from_numpy(observation)))
    actions = agent.act_batch(observation, mask, np.random.default_rng(2))
    assert mask[np.arange(30), actions].all()
    again = LearnedAgent(net).act_batch(observation, mask, np.random.default_rng(2))
    assert (actions == again).all()
    for player in (agent, UniformAgent()):
        assert mask[3, player.act(observation[3], mask[3], np.random.default_rng(0))] == 1
    best = LearnedAgent(net, temperature=0.0).act_batch(observation, np.ones_like(mask), np.random.default_rng(0))
    with torch.inference_mode():
        assert (best == net(torch.from_numpy(observation)).argmax(1).numpy()).all()


def test_a_net_with_memory_round_trips_and_heeds_its_events(tmp_path):
    header = replace(HEADER, kind="memory", observation_size=8 + 6, events=3, event_sizes=(5, 0))
    actor, weights = net_and_weights(header)
    actor.fit_scale(np.full(14, 50))  # names are left as they are
    checkpoint.save(tmp_path / "left_0.npz", header, weights)
    agent = LearnedAgent.load(tmp_path / "left_0.npz")
    seen = np.random.default_rng(0).integers(1, 5, (30, 14), dtype=np.int8)

    def same(one, other):
        with torch.inference_mode():
            return torch.allclose(actor(torch.from_numpy(one)), actor(torch.from_numpy(other)))

    with torch.inference_mode():
        assert torch.equal(agent.actor(torch.from_numpy(seen)), actor(torch.from_numpy(seen)))
    for column in range(14):
        changed = seen.copy()
        changed[:, column] = changed[:, column] % 4 + 1
        assert not same(seen, changed)
    seen[:, [10, 12]] = 0  # only one event so far: what stands in the other rows is nothing
    changed = seen.copy()
    changed[:, [11, 13]] = 9
    assert same(seen, changed)


@pytest.mark.parametrize(
    ("shape", "problem"),
    [
        (Shape(8, 4, kind="oracle"), "net: found 'oracle', allowed: mlp, memory"),
        (Shape(8, 4, kind="memory"), "net: found 'memory' without events"),
    ],
)
def test_nets_that_can_not_be_are_refused(shape, problem):
    with pytest.raises(ValueError, match=problem):
        build_actor(shape)


def test_refusals_are_one_line_with_the_file(tmp_path):
    _, weights = net_and_weights()
    path = tmp_path / "left_0.npz"
    checkpoint.save(path, HEADER, weights)
    whole = path.read_bytes()

    def refused(match, **expected):
        with pytest.raises(CheckpointError, match=match) as caught:
            LearnedAgent.load(path, **expected)
        assert str(path) in str(caught.value) and "\n" not in str(caught.value)

    refused("the game toy, not pagan", game="pagan")
    refused("plays left_0, not right_0", role="right_0")
    other = ToyRuleset("toy@2", "f" * 16)
    refused(r"ruleset toy@1 .*, not toy@2", ruleset=other)
    assert LearnedAgent.load(path, ruleset=other, any_ruleset=True).header == HEADER
    for size in (0, 1, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        refused("cut short")
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    refused("damaged")
    path.write_text("weights, honest")
    refused("not a checkpoint")
    np.savez(path, a=np.zeros(3))
    refused("no header")
    np.savez(path, header=np.frombuffer(b"[1]", np.uint8))
    refused("no header")
    np.savez(path, header=np.array([{"code": print}], object))  # pickled inside
    refused("not a checkpoint")
    np.save(tmp_path / "plain.npy", np.zeros(3))
    path.write_bytes((tmp_path / "plain.npy").read_bytes())
    refused("not a checkpoint")
    torch.save({"a": torch.zeros(3)}, path)
    refused("not a checkpoint")
    path.unlink()
    refused("cannot be read")
    checkpoint.save(path, HEADER, weights | {"extra": np.zeros(1, np.float32)})
    refused("do not fit")
    checkpoint.save(path, HEADER, {name: array.astype(np.float64) for name, array in weights.items()})
    refused("do not fit")
    for broken in ({"observation_size": "8"}, {"kind": "oracle"}, {"kind": "memory"}, {"events": -1}):
        checkpoint.save(path, replace(HEADER, **broken), weights)
        refused("header is damaged")


def test_other_versions_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "VERSION", 99)
    checkpoint.save(tmp_path / "a.npz", HEADER, {})
    monkeypatch.undo()
    with pytest.raises(CheckpointError, match="version 99; this program reads version 2"):
        checkpoint.load(tmp_path / "a.npz")


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_a_write_that_dies_leaves_the_old_file(tmp_path, monkeypatch, stage):
    path = tmp_path / "left_0.npz"
    path.write_bytes(b"old")

    def die(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, stage, die)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save(path, HEADER, {})
    assert os.listdir(tmp_path) == ["left_0.npz"] and path.read_bytes() == b"old"


def test_shapes_that_do_not_fit_are_refused():
    """A mask too narrow would be read outside its memory."""
    with pytest.raises(ValueError, match=r"found mask of shape \(1, 5\), .*allowed: \(1, 9\)"):
        sample(np.zeros((1, 9), np.float32), np.ones((1, 5), np.int8), np.array([0.5]))
    with pytest.raises(ValueError, match=r"uniform of shape \(1,\)"):
        sample(np.zeros((2, 9), np.float32), np.ones((2, 9), np.int8), np.array([0.5]))
    with pytest.raises(ValueError, match=r"uniform of shape \(1,\)"):
        pick(np.ones((2, 9), np.int8), np.array([0.5]))
