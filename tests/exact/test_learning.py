"""The trainer on games whose equilibria are known: last iterates come near them, and regularisation is what brings them there."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from agents.exact import CFRPlus, enumerate_game
from agents.networks import Shape, build
from experiments.ppo import Settings
from experiments.self_play import SelfPlay
from pagan_env.envs.batch import Batch
from pagan_env.pagan.game import GAME

from .known_batch import KnownBatch, policy_of, train
from .openspiel import Known, load

STEPS = {"rollout": 16, "epochs": 4, "minibatch": 512, "learning_rate": 1e-3, "learning_rate_final": 1e-4, "past_share": 0.0}
MAGNET = Settings(**STEPS, entropy=0.05, entropy_final=0.02, kl=0.2, anchor_updates=20)
BARE = Settings(**STEPS, entropy=0.0, entropy_final=0.0)


def test_kuhn_is_learned():
    known = Known(load("kuhn_poker"))
    assert known.form.nash_conv(known.form.uniform()) == pytest.approx(11 / 12)
    learned = train(known, 300_000, MAGNET)
    print(f"Kuhn: NashConv {learned:.3f}")
    assert learned < 0.2


@pytest.mark.slow
def test_leduc_is_learned_and_entropy_is_why():
    known = Known(load("leduc_poker"))
    assert known.form.nash_conv(known.form.uniform()) > 4.7
    learned, bare = (train(known, 1_000_000, settings) for settings in (MAGNET, BARE))
    print(f"Leduc: NashConv {learned:.2f}, without entropy and anchor {bare:.2f}")
    assert learned < 2.5 and learned < bare


def test_known_games_as_batches_pay_what_their_trees_say():
    """Uniform play of 20,000 games is worth what the form says, within five standard errors."""
    for name in ("kuhn_poker", "leduc_poker"):
        known = Known(load(name))
        batch, rng, paid = KnownBatch(known, 1000, 3), np.random.default_rng(0), []
        while len(paid) < 20_000:
            batch.step((rng.random(1000) * batch.action_mask.sum(1)).astype(np.int64))
            paid += batch.reward[batch.terminated, 0].tolist()
        value = known.form.value(known.form.uniform())
        assert np.mean(paid) == pytest.approx(value, abs=5 * np.std(paid) / np.sqrt(len(paid)))
        nets = [build(Shape(batch.observation_size, batch.num_actions, (8,))) for _ in range(2)]
        for net in nets:
            torch.nn.init.zeros_(net.actor.net[-1].weight)
        np.testing.assert_allclose(policy_of(known, batch, nets), known.form.uniform())


def mini_policy(tree, nets):
    """The nets' policies on mini, over sequences."""
    policy = tree.form.uniform()
    for seat, net in enumerate(nets):
        with torch.inference_mode():
            logits = net.logits(torch.from_numpy(tree.observation)).numpy()
        odds = np.exp(np.where(tree.mask != 0, logits - logits.max(1, keepdims=True), -np.inf))
        odds /= odds.sum(1, keepdims=True)
        for i in np.flatnonzero(tree.form.seat == seat):
            policy[tree.form.first[i] : tree.form.first[i] + tree.form.count[i]] = odds[i, np.flatnonzero(tree.mask[i])]
    return policy


def gaps(form, policy, value):
    """By seat: how much more than the game's value the other seat gets by a best response to the seat's policy."""
    return form.best_response(1, policy)[0] + value, form.best_response(0, policy)[0] - value


@pytest.mark.slow
def test_mini_is_learned_by_both_roles():
    """From uniform play to the equilibrium, each role by itself. 82.8 % and 99.7 % of the way were measured; aim: 80 % each.

    The Witch's share hangs on the settings and a little on the machine's arithmetic: where the learned Hunter leaves her
    nothing to gain, entropy decides, and a best response profits from that.
    """
    tree = enumerate_game(GAME, GAME.load_ruleset("mini@1"), observations=True)
    solver = CFRPlus(tree.form)
    solver.run(1000)
    value = tree.form.value(solver.average())
    torch.manual_seed(0)
    batch = Batch("pagan", 64, ruleset="mini@1", seed=0)
    nets = [build(Shape(batch.observation_size, batch.num_actions)) for _ in batch.agents]
    play = SelfPlay(batch, nets, replace(MAGNET, rollout=32, epochs=2), 0)
    play.fit_scales(50)
    while play.decisions < 600_000:
        play.collect()
        play.learn(play.decisions / 600_000)
    uniform, learned = (gaps(tree.form, policy, value) for policy in (tree.form.uniform(), mini_policy(tree, play.nets)))
    closed = [1 - after / before for before, after in zip(uniform, learned, strict=True)]
    print(f"closed by the Witch {closed[0]:.1%}, by the Hunter {closed[1]:.1%}")
    assert closed[0] > 0.75 and closed[1] > 0.95
