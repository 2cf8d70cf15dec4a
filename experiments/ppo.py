"""Masked PPO by self-play, one net a role, over a batch of games. It knows no game; read it top to bottom.

    Settings    the numbers
    Stream      one role's decisions in order, each linked to the same role's next decision in the same game
    advantages  GAE along those links; `returns` asks the value net for what it needs
    slope       the PPO loss on one minibatch, and its slope to the logits
    update      the learning of one role from one rollout
    SelfPlay    collects decisions with every role's net, then learns from them

**Whose transition.** Seats act any number of times in a row, so the next step of the batch is rarely the next decision
of the same role. Each decision is therefore followed by the same role's next one in that game, and collects what that
role is paid in between; what it is paid at the end goes to its last decision, whoever ended the game. A decision that
has no successor yet when a rollout stops is held: it opens the next rollout's stream, and serves this one as the
bootstrap. So rollouts of any length lose no decision and no reward, and the value net is only ever asked about
observations at a decision, the ones it is trained on (truncated games apart).

**Past selves.** In a share of the games one role, each in turn, is played from a pool (pool.py): copies of its net from
earlier in training, the untrained one included, and scripted players if there are any; only the other role learns there.
Against the current net alone a role that falls behind meets nothing that it can beat, and forgets how to beat what it has
left behind.

**Anchor.** With `kl` above 0 the loss also holds a policy near an anchor, by the KL divergence from it: the policy that has
played the rollout (`anchor_updates` 1), or one that is left standing for some updates and then moved up (a magnet). Together
with entropy that keeps last iterates from circling (magnetic mirror descent, Sokota et al. 2023). Keep a floor under the
entropy: `entropy_final` above 0.

**Full critic.** A critic may see what all seats see, since it is needed in training only; the policy never does.

**Threads.** Roles have nothing in common but the games, so each acts and learns on a thread of its own, with the same
result as one after the other. Torch's own threads would wait for one another at each operation: slower, and twenty
times so when another program takes a core.

**Advantages are left raw.** Payoffs are +1/-1, so an advantage is a change in the chance to win (times two), and the
entropy coefficient a fixed price in that currency. Normalising each minibatch would rescale the payoff, and so the
entropy price, by how noisy the minibatch is: it would regularise less the nearer the policies are to an equilibrium.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from agents.masked import pick, sample
from agents.networks import ActorCritic
from experiments.arena import GameBatch, StatePolicy
from experiments.config import setting
from experiments.pool import Pool
from pagan_env.core.jit import kernel

OPEN, ENDED = -2, -1  # instead of a link: no successor yet; the game ended after this decision
CHUNK = 8192  # rows in one forward pass of the value net


@dataclass(frozen=True)
class Settings:
    """The numbers of the algorithm. `*_final` is where a setting arrives, linearly, when training ends."""

    rollout: int = setting(64, 1, 65536)  # decisions in each game between updates
    epochs: int = setting(2, 1, 100)
    minibatch: int = setting(1024, 1, 2**24)
    learning_rate: float = setting(1.5e-3, 0, 1)
    learning_rate_final: float = setting(1e-4, 0, 1)
    entropy: float = setting(0.03, 0, 10)
    entropy_final: float = setting(0.02, 0, 10)
    kl: float = setting(0.0, 0, 100)  # price of the divergence from the anchor
    anchor_updates: int = setting(1, 1, 10**6)  # how many updates it stands
    full_critic: bool = setting(False)
    clip: float = setting(0.2, 0, 10)
    gamma: float = setting(1.0, 0, 1)
    gae_lambda: float = setting(0.95, 0, 1)
    value_weight: float = setting(0.5, 0, 100)
    gradient_norm: float = setting(0.5, 0, 1000)
    past_share: float = setting(0.25, 0, 1)  # of the games: one role, in turn, is played from the pool
    past_selves: int = setting(20, 1, 10000)  # how many there are when training ends, beside the untrained one
    past_priority: float = setting(1.0, 0, 10)  # exponent of a past self's share of wins in how often it is drawn


class Stream:
    """One role's decisions in the order taken, over all games of a batch."""

    def __init__(self, capacity: int, num_envs: int, observation_size: int, num_actions: int, others: int = 0) -> None:
        self.size = 0
        self.observation = np.empty((capacity, observation_size), np.int8)
        self.others = np.empty((capacity, others), np.int8)  # what the other seats see, for a full critic
        self.mask = np.empty((capacity, num_actions), np.int8)
        self.action = np.empty(capacity, np.int64)
        self.log_prob = np.empty(capacity, np.float32)
        self.reward = np.empty(capacity, np.float32)  # paid to the role until its next decision
        self.follow = np.empty(capacity, np.int64)  # row of its next decision in the same game, or OPEN, or ENDED
        self.open = np.full(num_envs, -1)  # row of each game's open decision, or -1
        self.cut: list[np.ndarray] = []  # rows of decisions after which a game was truncated ...
        self.cut_observation: list[np.ndarray] = []  # ... the role's last observation of those games ...
        self.cut_others: list[np.ndarray] = []  # ... and the other seats'

    def add(
        self,
        games: np.ndarray,
        observation: np.ndarray,
        others: np.ndarray,
        mask: np.ndarray,
        action: np.ndarray,
        log_prob: np.ndarray,
    ) -> None:
        """The role decides in these games (n,)."""
        rows = slice(self.size, self.size + len(games))
        self.size += len(games)
        self.observation[rows] = observation
        self.others[rows] = others
        self.mask[rows] = mask
        self.action[rows] = action
        self.log_prob[rows] = log_prob
        self.reward[rows] = 0
        self.follow[rows] = OPEN
        new = np.arange(rows.start, rows.stop)
        previous = self.open[games]
        self.follow[previous[previous >= 0]] = new[previous >= 0]
        self.open[games] = new

    def settle(self, reward: np.ndarray, terminated: np.ndarray, truncated: np.ndarray, final: np.ndarray, seat: int) -> None:
        """All games took a step. The role's reward (N,) goes to its last decision in each; ended games are closed.

        `final` int8 (N, S, O): what each seat saw at the end; this role is `seat`.
        """
        paid = np.flatnonzero((reward != 0) & (self.open >= 0))
        self.reward[self.open[paid]] += reward[paid]
        ended = terminated | truncated
        self.follow[self.open[ended & (self.open >= 0)]] = ENDED
        cut = np.flatnonzero(truncated & ~terminated & (self.open >= 0))
        if len(cut):
            self.cut.append(self.open[cut])
            self.cut_observation.append(final[cut, seat])
            self.cut_others.append(beside(final[cut], seat) if self.others.shape[1] else np.empty((len(cut), 0), np.int8))
        self.open[ended] = -1

    def hold(self) -> None:
        """Forget what was learned from; the open decisions begin the next rollout."""
        games = np.flatnonzero(self.open >= 0)
        rows, self.size = self.open[games], len(games)
        for column in self.columns():
            column[: len(games)] = column[rows]
        self.open[games] = np.arange(len(games))
        self.cut, self.cut_observation, self.cut_others = [], [], []

    def columns(self) -> tuple[np.ndarray, ...]:
        """What is kept of a decision."""
        return (self.observation, self.others, self.mask, self.action, self.log_prob, self.reward, self.follow)


def beside(seen: np.ndarray, seat: int) -> np.ndarray:
    """What all seats but one see, side by side: int8 (n, S, O) to (n, (S - 1) * O)."""
    return np.delete(seen, seat, 1).reshape(len(seen), -1)


@kernel
def advantages(reward, value, follow, tail, gamma, gae_lambda, out):
    """GAE along the links of a stream: float32 (n,) each; `tail` is the value beyond the end of a game that was cut.

    An open decision is worth what the value net says: its advantage is 0 until its successor is known.
    """
    for k in range(len(reward) - 1, -1, -1):
        if follow[k] == OPEN:
            out[k] = 0.0
        elif follow[k] == ENDED:
            out[k] = reward[k] + gamma * tail[k] - value[k]
        else:
            following = follow[k]
            out[k] = reward[k] + gamma * value[following] - value[k] + gamma * gae_lambda * out[following]


@kernel
def slope(rows, logits, mask, action, old_log_prob, advantage, anchor, clip, entropy, kl, legal, gradient, sums):
    """The gradient, with respect to the logits, of the mean over these rows of

        - min(ratio * advantage, clipped ratio * advantage) - entropy * H + kl * D        ratio = p(action) / old p(action)

    written to `gradient` float32 (m, A), for logits float32 (m, A) of the decisions `rows` int64 (m,) of a stream, whose
    columns follow; `anchor` are the anchor's logits, float32 (n, A), or no rows if `kl` is 0. By hand and over legal actions
    alone (`legal`, scratch, int64 (A,)) it costs a tenth of what it does over whole rows in torch, where it would be half of
    the training time. With p and q the softmaxes of policy and anchor over legal actions, and D = sum of p * log (p / q):

        d log p(action) / d logit a = [a is the action] - p(a)        d H / d logit a = - p(a) * (log p(a) + H)
        d D / d logit a = p(a) * (log p(a) - log q(a) - D)

    sums float64 (4,) collects H, the estimate of the KL to the behaviour policy, the rows where clipping applies, and D.
    """
    for i in range(len(rows)):
        k = rows[i]
        count = 0
        top = top_anchor = -np.inf
        for a in range(mask.shape[1]):
            gradient[i, a] = 0.0
            if mask[k, a] != 0:
                legal[count] = a
                count += 1
                top = max(top, logits[i, a])
                if kl > 0.0:
                    top_anchor = max(top_anchor, anchor[k, a])
        total = total_anchor = 0.0
        for j in range(count):
            total += np.exp(logits[i, legal[j]] - top)
            if kl > 0.0:
                total_anchor += np.exp(anchor[k, legal[j]] - top_anchor)
        base = top + np.log(total)
        base_anchor = top_anchor + np.log(total_anchor) if kl > 0.0 else 0.0
        spread = away = 0.0
        for j in range(count):
            log_prob = logits[i, legal[j]] - base
            spread -= np.exp(log_prob) * log_prob
            if kl > 0.0:
                away += np.exp(log_prob) * (log_prob - anchor[k, legal[j]] + base_anchor)
        change = logits[i, action[k]] - base - old_log_prob[k]
        ratio = np.exp(change)
        pull = ratio * advantage[k]
        if (ratio > 1.0 + clip and advantage[k] > 0.0) or (ratio < 1.0 - clip and advantage[k] < 0.0):
            pull = 0.0  # far enough: the clipped term is the smaller one, and flat
            sums[2] += 1.0
        for j in range(count):
            log_prob = logits[i, legal[j]] - base
            prob = np.exp(log_prob)
            towards = pull + entropy * (log_prob + spread)
            if kl > 0.0:
                towards += kl * (log_prob - anchor[k, legal[j]] + base_anchor - away)
            gradient[i, legal[j]] = prob * towards / len(rows)
        gradient[i, action[k]] -= pull / len(rows)
        sums[0] += spread
        sums[1] += ratio - 1.0 - change
        sums[3] += away


def returns(net: ActorCritic, stream: Stream, gamma: float, gae_lambda: float) -> tuple[np.ndarray, np.ndarray]:
    """What the critic says of a stream's decisions, and their advantages over that, float32 (n,) each."""
    n = stream.size
    device = next(net.parameters()).device
    value = _over(net.value, stream.observation[:n], stream.others[:n], device=device)
    tail = np.zeros(n, np.float32)
    if stream.cut:
        cut = (np.concatenate(stream.cut_observation), np.concatenate(stream.cut_others))
        tail[np.concatenate(stream.cut)] = _over(net.value, *cut, device=device)
    advantage = np.empty(n, np.float32)
    advantages(stream.reward[:n], value, stream.follow[:n], tail, gamma, gae_lambda, advantage)
    return value, advantage


def update(
    net: ActorCritic,
    anchor: ActorCritic,
    optimizer: torch.optim.Optimizer,
    stream: Stream,
    settings: Settings,
    entropy: float,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Learn from every decision of the stream that has a successor or an end. Returns measurements for the log."""
    device = next(net.parameters()).device
    value, advantage = returns(net, stream, settings.gamma, settings.gae_lambda)
    target = value + advantage
    anchored = np.empty((0, 0), np.float32)
    if settings.kl:
        anchored = _over(anchor.logits, stream.observation[: stream.size], device=device)

    closed = np.flatnonzero(stream.follow[: stream.size] != OPEN)
    if len(closed) == 0:
        return {}
    pieces = max(1, round(len(closed) / settings.minibatch))
    legal = np.empty(stream.mask.shape[1], np.int64)
    sums = np.zeros(4)
    value_loss = 0.0
    for _ in range(settings.epochs):
        for rows in np.array_split(rng.permutation(closed), pieces):
            seen, others, wanted = (torch.from_numpy(x[rows]).to(device) for x in (stream.observation, stream.others, target))
            logits, predicted = net(seen, others)
            gradient = np.empty(logits.shape, np.float32)
            columns = (stream.mask, stream.action, stream.log_prob, advantage, anchored)
            prices = (settings.clip, entropy, settings.kl)
            slope(rows, logits.detach().cpu().numpy(), *columns, *prices, legal, gradient, sums)
            errors = (predicted - wanted).square().mean()
            optimizer.zero_grad()
            slopes = [torch.from_numpy(gradient).to(device), None]
            torch.autograd.backward([logits, settings.value_weight * errors], slopes)
            torch.nn.utils.clip_grad_norm_(net.parameters(), settings.gradient_norm)
            optimizer.step()
            value_loss += float(errors.detach()) * len(rows)
    spread, kl, clipped, away = sums / (settings.epochs * len(closed))
    return {
        "entropy": float(spread),
        "kl": float(kl),
        "clipped": float(clipped),
        "anchor_kl": float(away),
        "value_loss": value_loss / (settings.epochs * len(closed)),
        "advantage": float(advantage[closed].std()),
        "explained_variance": 1 - float(advantage[closed].var() / max(target[closed].var(), 1e-8)),
    }


def _over(function: Callable[..., torch.Tensor], *columns: np.ndarray, device: torch.device) -> np.ndarray:
    """A net's answers for many rows, chunk by chunk."""
    chunks = zip(*(torch.from_numpy(column).split(CHUNK) for column in columns), strict=True)
    with torch.inference_mode():
        return torch.cat([function(*(part.to(device) for part in chunk)) for chunk in chunks]).cpu().numpy()


class SelfPlay:
    """Every role's net plays every game of the batch against the others, and learns from its own decisions."""

    def __init__(
        self,
        batch: GameBatch,
        nets: Sequence[ActorCritic],
        settings: Settings,
        seed: int,
        threads: int = 1,
        device: str = "cpu",
        scripted: Sequence[StatePolicy] = (),
    ) -> None:
        self.batch, self.settings, self.device = batch, settings, torch.device(device)
        self.nets = [net.to(self.device) for net in nets]
        self.rng, *self.rngs = (np.random.default_rng((seed, stream)) for stream in range(1 + len(nets)))
        self.roles = ThreadPoolExecutor(max(1, min(threads, len(nets))))
        torch.set_num_threads(max(1, threads // len(nets)))
        self.optimizers = [torch.optim.Adam(net.parameters(), lr=settings.learning_rate, fused=True) for net in self.nets]
        n, others = batch.num_envs, batch.observation_size * (len(nets) - 1) if settings.full_critic else 0
        capacity = n * (settings.rollout + 1)  # the rollout, and one held decision a game
        self.streams = [Stream(capacity, n, batch.observation_size, batch.num_actions, others) for _ in nets]
        self.decisions = self.updates = 0
        self.pools = [Pool(net, settings.past_priority, scripted) for net in self.nets]
        self.anchors = [copy.deepcopy(net) for net in self.nets]
        games = np.arange(n)
        ours = games >= round(settings.past_share * n)
        self.learner = [ours | (games % len(nets) != seat) for seat in range(len(nets))]
        self.rival = np.zeros((len(nets), n), np.int64)  # which past self plays a game's role, until the game ends

    def collect(self) -> dict[str, Any]:
        """Play `rollout` decisions in every game, those begun against past selves with one drawn for this rollout.

        Returns counts for the log, `won` and `of` by seat in games against the other roles' current nets, `won_past` and
        `of_past` in games against a past self; the others are sums over all games.
        """
        batch, seats = self.batch, range(len(self.nets))
        counts = {name: np.zeros(len(self.nets), np.int64) for name in ("won", "of", "won_past", "of_past")}
        sums = {"episodes": 0, "truncated": 0, "episode_decisions": 0, "illegal": 0}
        actions = np.empty(batch.num_envs, np.int64)
        everyone = np.arange(batch.num_envs)
        current = np.logical_and.reduce(self.learner)
        drawn = [pool.draw(self.rng) for pool in self.pools]
        for _ in range(self.settings.rollout):
            seen = np.stack([batch.observe(seat) for seat in seats], 1) if self.settings.full_critic else None
            list(self.roles.map(lambda seat, seen=seen: self._act(seat, seen, actions), seats))
            sums["illegal"] += int(np.count_nonzero(batch.action_mask[everyone, actions] == 0))
            batch.step(actions)
            ended = batch.terminated | batch.truncated
            for seat, stream in enumerate(self.streams):
                reward = batch.reward[:, seat]
                stream.settle(reward, batch.terminated, batch.truncated, batch.final_observation, seat)
                for kind, games in (("", ended & current), ("_past", ended & self.learner[seat] & ~current)):
                    counts[f"of{kind}"][seat] += np.count_nonzero(games)
                    counts[f"won{kind}"][seat] += np.count_nonzero(reward[games] > 0)
                for number in np.unique(self.rival[seat, ended & ~self.learner[seat]]):
                    games = ended & ~self.learner[seat] & (self.rival[seat] == number)
                    self.pools[seat].score(int(number), int((reward[games] > 0).sum()), int(games.sum()))
                self.rival[seat, ended] = drawn[seat]
            sums["episodes"] += int(np.count_nonzero(ended))
            sums["truncated"] += int(np.count_nonzero(batch.truncated))
            sums["episode_decisions"] += int(batch.episode_length.sum())
        self.decisions += batch.num_envs * self.settings.rollout
        return {**counts, **sums}

    def _act(self, seat: int, seen: np.ndarray | None, actions: np.ndarray) -> None:
        """Choose for a role wherever it is to act, into `actions`, by its net or past selves; record what its net did.

        `seen` int8 (N, S, O): what all seats see, for a full critic.
        """
        acts = self.batch.seat == seat
        pool, others_play = self.pools[seat].players, acts & ~self.learner[seat]
        turns: list[tuple[ActorCritic | StatePolicy, np.ndarray]] = [(self.nets[seat], acts & self.learner[seat])]
        turns += [(pool[n], others_play & (self.rival[seat] == n)) for n in np.unique(self.rival[seat, others_play])]
        for net, games in turns:
            rows = np.flatnonzero(games)
            if not isinstance(net, ActorCritic):
                actions[rows] = net.act_states(self.batch.states[rows], self.rngs[seat])
                continue
            observation, mask = self.batch.observation[rows], self.batch.action_mask[rows]
            with torch.inference_mode():
                logits = net.logits(torch.from_numpy(observation).to(self.device)).cpu().numpy()
            actions[rows], log_prob = sample(logits, mask, self.rngs[seat].random(len(rows)))
            if net is self.nets[seat]:
                others = np.empty((len(rows), 0), np.int8) if seen is None else beside(seen[rows], seat)
                self.streams[seat].add(rows, observation, others, mask, actions[rows], log_prob)

    def fit_scales(self, steps: int) -> None:
        """Fit each net's input scale to what its role sees in random play, then deal the games anew."""
        batch, seats = self.batch, range(len(self.nets))
        largest = np.zeros((len(self.nets), batch.observation_size), np.int64)
        for _ in range(steps):
            for seat in seats:
                seen = np.abs(batch.observation[batch.seat == seat].astype(np.int64))
                largest[seat] = np.maximum(largest[seat], seen.max(0, initial=0))
            batch.step(pick(batch.action_mask, self.rng.random(batch.num_envs)))
        for seat in seats:
            others = np.delete(largest, seat, 0).reshape(-1)[: self.nets[seat].shape.others]
            for net in (self.nets[seat], self.anchors[seat], *self.pools[seat].nets):
                net.fit_scale(largest[seat], others)
        batch.reset()

    def learn(self, progress: float) -> list[dict[str, float]]:
        """Update every role's net, `progress` in [0, 1] through training. Returns each role's measurements."""
        settings = self.settings
        rate = _between(settings.learning_rate, settings.learning_rate_final, progress)
        entropy = _between(settings.entropy, settings.entropy_final, progress)
        move_up = self.updates % settings.anchor_updates == 0

        def learn(seat: int) -> dict[str, float]:
            net, anchor, stream = self.nets[seat], self.anchors[seat], self.streams[seat]
            for group in self.optimizers[seat].param_groups:
                group["lr"] = rate
            if move_up:
                anchor.load_state_dict(net.state_dict())
            log = update(net, anchor, self.optimizers[seat], stream, settings, entropy, self.rngs[seat])
            stream.hold()
            return log

        logs = list(self.roles.map(learn, range(len(self.nets))))
        self.updates += 1
        if progress * settings.past_selves >= len(self.pools[0].nets):
            for pool, net in zip(self.pools, self.nets, strict=True):
                pool.add(net)
        return logs


def _between(start: float, end: float, progress: float) -> float:
    return start + (end - start) * min(max(progress, 0.0), 1.0)
