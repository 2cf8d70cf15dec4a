"""The algorithm: whose transition, GAE, and that it learns."""

import copy

import numpy as np
import pytest
import torch

from agents.learned import LearnedAgent
from agents.networks import Shape, build
from agents.uniform import UniformAgent
from experiments import arena, ppo
from experiments.pool import Pool
from experiments.ppo import ENDED, OPEN, Settings, Stream, advantages
from experiments.self_play import SelfPlay

from .toy import CARDS, SIZE, TABLE, TOY, ToyBatch


def self_play(batch, seed=0, threads=1, scripted=(), **settings):
    torch.manual_seed(seed)
    others = SIZE * (len(batch.agents) - 1) if settings.get("full_critic") else 0
    names = list(dict.fromkeys(batch.game.roles))
    nets = [build(Shape(SIZE, CARDS, (16,), others=others)) for _ in names]
    roles = [names.index(role) for role in batch.game.roles]
    return SelfPlay(batch, nets, Settings(**{"past_share": 0.0, **settings}), seed, threads, scripted=scripted, roles=roles)


def worth(net, observation, others):
    with torch.inference_mode():
        return net.value(torch.from_numpy(observation), torch.from_numpy(others)).numpy()


class Recorder:
    """A stand-in for learning: notes every closed decision of every seat as (seat, game, turn) with what it was paid."""

    def __init__(self, play):
        self.play = play
        self.batch = play.batch
        self.seen = {}  # (seat, row, episode, turn) -> (reward, kind of link, value of the next own observation)

    def run(self, rollouts):
        play = self.play
        episode = np.zeros(self.batch.num_envs, int)
        labels = [np.zeros((len(stream.action), 4), int) for stream in play.streams]
        add = Stream.add
        for role, stream in enumerate(play.streams):

            def noted(games, seats, *rest, stream=stream, role=role):
                labels[role][stream.size : stream.size + len(games)] = np.stack(
                    [seats, games, episode[games], self.batch.taken[games]], 1
                )
                add(stream, games, seats, *rest)

            stream.add = noted
        step = self.batch.step

        def counted(actions):
            step(actions)
            episode[self.batch.terminated | self.batch.truncated] += 1

        self.batch.step = counted
        for _ in range(rollouts):
            play.collect()
            for role, stream in enumerate(play.streams):
                n = stream.size
                value = worth(play.nets[role], stream.observation[:n], stream.others[:n])
                tail = np.zeros(n, np.float32)
                if stream.cut:
                    last = (np.concatenate(stream.cut_observation), np.concatenate(stream.cut_others))
                    tail[np.concatenate(stream.cut)] = worth(play.nets[role], *last)
                out = np.empty(n, np.float32)
                advantages(stream.reward[:n], value, stream.follow[:n], tail, 1.0, 0.0, out)
                for k in np.flatnonzero(stream.follow[:n] != OPEN):
                    key = tuple(labels[role][k])
                    assert key not in self.seen, "learned from twice"
                    self.seen[key] = (stream.reward[k], bool(stream.follow[k] == ENDED), round(float(out[k]), 4))
                kept = labels[role][stream.open[stream.open >= 0]]
                stream.hold()
                labels[role][: len(kept)] = kept
        return self.seen


@pytest.mark.parametrize("game", [TOY, TABLE])
def test_rollouts_of_any_length_lose_nothing(game):
    """The same decisions with the same pay and one-step advantages as when whole games are collected at once."""
    steps = 120
    whole = Recorder(self_play(ToyBatch(12, 3, truncate=0.5, game=game), rollout=steps)).run(1)
    assert {end for _, end, _ in whole.values()} == {True, False}
    assert {reward for reward, _, _ in whole.values()} == {-1, 0, 1}
    for length in (1, 3, 10, 40):
        pieces = Recorder(self_play(ToyBatch(12, 3, truncate=0.5, game=game), rollout=length)).run(steps // length)
        assert pieces == whole


@pytest.mark.parametrize("game", [TOY, TABLE])
def test_every_decision_of_a_finished_game_is_learned_from_and_paid_once(game):
    play = self_play(ToyBatch(8, 5, truncate=0.5, game=game), rollout=7)
    batch, ends, paid = play.batch, [], np.zeros(len(game.agents))
    step = batch.step

    def watched(actions):
        deciders = batch.seat.copy()
        acted[np.arange(8), deciders] = True
        step(actions)
        for row in np.flatnonzero(batch.terminated | batch.truncated):
            ends.append((row, batch.episode_length[row]))
            paid[:] += batch.reward[row] * acted[row]  # a seat that never acted has no decision to be paid for
            acted[row] = False

    acted = np.zeros((8, len(game.agents)), bool)
    batch.step = watched
    seen = Recorder(play).run(20)
    finished = {(row, episode) for row in range(8) for episode in range(sum(end[0] == row for end in ends))}
    for seat in range(len(game.agents)):
        rewards = [
            reward for (who, row, episode, _), (reward, _, _) in seen.items() if who == seat and (row, episode) in finished
        ]
        assert sum(rewards) == paid[seat]
    turns = {key[1:] for key in seen if (key[1], key[2]) in finished}
    assert len(turns) == sum(length for _, length in ends)


def slow_advantages(decisions, gamma, gae_lambda):
    """GAE of one role in one game from its definition: a weighted sum of later one-step errors.

    decisions: (value, reward) in order; then how it stands: "over", "open", or the value beyond a cut.
    """
    *played, end = decisions
    errors = []
    for k, (value, reward) in enumerate(played):
        if k + 1 < len(played):
            following = played[k + 1][0]
        elif end == "open":
            continue
        else:
            following = 0.0 if end == "over" else end
        errors.append(reward + gamma * following - value)
    result = [
        sum((gamma * gae_lambda) ** (later - k) * errors[later] for later in range(k, len(errors))) for k in range(len(errors))
    ]
    return result + [0.0] * (len(played) - len(errors))


@pytest.mark.parametrize("gamma, gae_lambda", [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0)])
def test_advantages_against_the_definition(gamma, gae_lambda):
    """Many games interleaved at random in one stream, with ends, cuts, pay on the way and open decisions."""
    rng = np.random.default_rng(0)
    for _ in range(30):
        games = [[(rng.normal(), rng.normal()) for _ in range(rng.integers(1, 9))] for _ in range(10)]
        ends = [("over", "open", float(rng.normal()))[rng.integers(3)] for _ in games]
        order = rng.permutation(np.repeat(np.arange(10), [len(game) for game in games]))
        n = len(order)
        reward, value, tail, out = (np.zeros(n, np.float32) for _ in range(4))
        follow = np.full(n, OPEN)
        expected, at = np.zeros(n), {}
        for row, game in enumerate(order):
            rows = at.setdefault(game, [])
            if rows:
                follow[rows[-1]] = row
            value[row], reward[row] = games[game][len(rows)]
            rows.append(row)
        for game, rows in at.items():
            if ends[game] != "open":
                follow[rows[-1]] = ENDED
            if isinstance(ends[game], float):
                tail[rows[-1]] = ends[game]
            expected[rows] = slow_advantages([*games[game], ends[game]], gamma, gae_lambda)
        advantages(reward, value, follow, tail, gamma, gae_lambda, out)
        np.testing.assert_allclose(out, expected, atol=1e-5)


def test_the_slope_is_that_of_the_loss():
    """Against autograd on the loss as it is written in papers, for ratios inside and outside the band."""
    rng = np.random.default_rng(0)
    n, size, clip, entropy, kl = 200, 12, 0.2, 0.03, 0.4
    mask = (rng.random((n, size)) < 0.4).astype(np.int8)
    mask[:, 0] = 1
    action = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
    advantage = rng.normal(size=n).astype(np.float32)
    rows = rng.permutation(n)[:150]
    logits = torch.tensor(rng.normal(size=(150, size)), dtype=torch.float32, requires_grad=True)
    log_probs = logits.masked_fill(torch.from_numpy(mask[rows]) == 0, -1e9).log_softmax(-1)
    chosen = log_probs.gather(1, torch.from_numpy(action[rows])[:, None]).squeeze(1)
    old = np.zeros(n, np.float32)
    old[rows] = chosen.detach().numpy() + rng.normal(size=150) * 0.3
    ratio = (chosen - torch.from_numpy(old[rows])).exp()
    gain = torch.from_numpy(advantage[rows])
    clipped = ratio.clamp(1 - clip, 1 + clip)
    spread = -(log_probs.exp() * log_probs).sum(-1)
    anchor = rng.normal(size=(n, size)).astype(np.float32)
    held = torch.from_numpy(anchor[rows]).masked_fill(torch.from_numpy(mask[rows]) == 0, -1e9).log_softmax(-1)
    away = (log_probs.exp() * (log_probs - held)).sum(-1)
    gains = torch.minimum(ratio * gain, clipped * gain)
    for price in (0.0, kl):
        logits.grad = None
        (-gains - entropy * spread + price * away).mean().backward(retain_graph=True)
        gradient, sums = np.full((150, size), np.nan, np.float32), np.zeros(4)
        columns = (mask, action, old, advantage, anchor if price else np.empty((0, 0), np.float32))
        ppo.slope(rows, logits.detach().numpy(), *columns, clip, entropy, price, np.empty(size, np.int64), gradient, sums)
        np.testing.assert_allclose(gradient, logits.grad, atol=1e-7)
    assert sums[3] == pytest.approx(float(away.sum().detach()), rel=1e-5)
    assert sums[0] == pytest.approx(float(spread.sum().detach()), rel=1e-5)
    assert sums[1] == pytest.approx(float((ratio - 1 - ratio.log()).sum().detach()), rel=1e-4)
    assert 20 < sums[2] < 150


@pytest.mark.parametrize("options", [{}, {"kl": 0.1, "anchor_updates": 5, "full_critic": True, "past_share": 0.2}])
def test_it_learns_the_toy_game(options):
    steps = {"rollout": 16, "minibatch": 256, "epochs": 4, "learning_rate": 5e-3, "learning_rate_final": 1e-3}
    play = self_play(ToyBatch(128), **steps, entropy=0.02, **options)
    for update in range(40):
        counts = play.collect()
        logs = play.learn(update / 40)
        assert counts["illegal"] == 0
    assert all(log["explained_variance"] > 0.1 for log in logs)
    for seat in range(2):
        policies = [UniformAgent(), UniformAgent()]
        policies[seat] = LearnedAgent(play.nets[seat].actor)
        outcome = arena.play(ToyBatch(600, 9), policies, np.random.default_rng(0))
        assert outcome.won[seat] > 4 * outcome.lost(seat)


def test_a_decision_budget_repeats_exactly_on_one_thread_and_two():
    weights = []
    for threads in (1, 2):
        play = self_play(ToyBatch(16), threads=threads, rollout=8, past_share=0.5, past_selves=2)
        play.fit_scales(20)
        for update in range(3):
            play.collect()
            play.learn(update / 3)
        weights.append(torch.cat([parameter.flatten() for net in play.nets for parameter in net.parameters()]))
    assert torch.equal(*weights)


def test_past_selves_play_but_do_not_learn():
    """In half of the games one role is a past self: nothing of it is recorded, and the past nets never change."""
    play = self_play(ToyBatch(16), rollout=8, minibatch=32, past_share=0.5, past_selves=4)
    first = copy.deepcopy(play.pools[0].nets[0].state_dict())
    for update in range(5):
        play.collect()
        for seat, stream in enumerate(play.streams):  # of games 0 to 7, seat 0 learns in the odd ones
            games = np.flatnonzero(stream.open[seat] >= 0)
            assert len(games) and (games[games < 8] % 2 != seat).all()
        play.learn(update / 4)
    assert [len(pool) for pool in play.pools] == [5, 5]
    untrained, later = play.pools[0].nets[:2]
    assert all(torch.equal(first[name], tensor) for name, tensor in untrained.state_dict().items())
    assert not torch.equal(later.actor.net[0].weight, untrained.actor.net[0].weight)


def test_scales_are_fitted_to_what_a_role_sees():
    play = self_play(ToyBatch(64))
    play.fit_scales(60)
    scale = play.nets[0].actor.scale.numpy()
    assert scale[:4] == pytest.approx(1.0)
    assert scale[5] == pytest.approx(1 / 9)


def test_a_mask_of_zeros_is_refused():
    play = self_play(ToyBatch(4))
    play.batch.action_mask[2] = 0
    with pytest.raises(ValueError, match="no legal action"):
        play.collect()


def test_a_full_critic_sees_what_all_seats_see_and_the_policy_does_not():
    play = self_play(ToyBatch(8), rollout=4, full_critic=True)
    batch, seen = play.batch, []
    add = Stream.add
    for seat, stream in enumerate(play.streams):

        def noted(games, seats, observation, others, *rest, stream=stream, seat=seat):
            assert (others == batch.observe(1 - seat)[games]).all() and (observation == batch.observe(seat)[games]).all()
            seen.append(len(games))
            add(stream, games, seats, observation, others, *rest)

        stream.add = noted
    play.collect()
    assert sum(seen) == 4 * 8
    assert play.nets[0].critic.scale.shape == (2 * SIZE,) and play.nets[0].actor.scale.shape == (SIZE,)


def test_an_anchor_holds_the_policy_back():
    """The dearer the divergence from the untrained net, the nearer to it the policy stays."""
    away = []
    for kl in (0.0, 0.3, 10.0):
        play = self_play(ToyBatch(64), rollout=16, minibatch=128, epochs=4, entropy=0.0, kl=kl, anchor_updates=1000)
        for update in range(10):
            play.collect()
            play.learn(update / 10)
        seen = torch.from_numpy(play.batch.observe(0))
        with torch.inference_mode():
            now, first = (net.logits(seen).log_softmax(1) for net in (play.nets[0], play.pools[0].nets[0]))
        away.append(float((now.exp() * (now - first)).sum(1).mean()))
    assert away[0] > away[1] > away[2]


def test_past_selves_that_win_are_drawn_more_often():
    net = build(Shape(SIZE, CARDS, (4,)))
    pool = Pool(net, priority=1.0)
    pool.add(net)
    pool.add(net)
    pool.score(0, 0, 200)
    pool.score(1, 150, 200)
    shares = pool.shares()
    assert shares[1] > shares[2] > shares[0] > 0 and shares.sum() == pytest.approx(1)
    drawn = np.bincount([pool.draw(np.random.default_rng(n)) for n in range(2000)], minlength=3) / 2000
    np.testing.assert_allclose(drawn, shares, atol=0.05)
    pool.priority = 0.0
    np.testing.assert_allclose(pool.shares(), 1 / 3)


def test_scripted_players_play_from_the_pool_and_nothing_of_theirs_is_learned_from():
    class Lowest:
        calls = 0

        def act_states(self, states, rng):
            Lowest.calls += len(states)
            return states[:, SIZE:].argmax(1)

    batch = ToyBatch(16)
    torch.manual_seed(0)
    nets = [build(Shape(SIZE, CARDS, (8,))) for _ in range(2)]
    play = SelfPlay(batch, nets, Settings(rollout=8, past_share=1.0, past_priority=0.0, minibatch=32), 0, scripted=[Lowest()])
    assert [len(pool) for pool in play.pools] == [2, 2] and len(play.pools[0].nets) == 1
    learned = 0
    for update in range(20):
        play.collect()
        learned += sum(stream.size for stream in play.streams)
        play.learn(update / 1000)
    assert Lowest.calls > 100 and learned < 20 * 16 * 9
    assert play.pools[0].of[1] > 2 and play.pools[1].of[1] > 2


def test_a_game_s_past_self_stays_until_it_ends():
    play = self_play(ToyBatch(32), rollout=3, minibatch=32, past_share=1.0, past_selves=4)
    step, batch = play.batch.step, play.batch
    changes = []

    def watched(actions):
        before = play.rival.copy()
        step(actions)
        if watched.last is not None:
            ended, rivals = watched.last
            changed = (rivals != before).any(0)
            changes.append(int(changed.sum()))
            assert not changed[~ended].any()
        watched.last = ((batch.terminated | batch.truncated).copy(), before)

    watched.last = None
    batch.step = watched
    for update in range(8):
        play.collect()
        play.learn(update / 8)
    assert sum(changes) > 0
