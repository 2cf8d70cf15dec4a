"""Masked PPO for one role of a batch of games (self_play.py plays them). It knows no game; read it top to bottom.

    Settings    the numbers
    Stream      one role's decisions in order, each linked to the same seat's next decision in the same game
    advantages  GAE along those links; `returns` asks the value net for what it needs
    slope       the PPO loss on one minibatch, and its slope to the logits
    update      the learning of one role from one rollout

**Whose transition.** Seats act any number of times in a row, so the next step of the batch is rarely the next decision
of the same seat. Each decision is therefore followed by the same seat's next one in that game, and collects what that
seat is paid in between; what it is paid at the end goes to its last decision, whoever ended the game. A decision that
has no successor yet when a rollout stops is held: it opens the next rollout's stream, and serves this one as the
bootstrap. So rollouts of any length lose no decision and no reward, and the value net is only ever asked about
observations at a decision, the ones it is trained on (truncated games apart).

**Roles.** Seats of one role share a net, and all that they decide is one stream: the net learns from it as if one seat had
decided it all.

**Anchor.** With `kl` above 0 the loss also holds a policy near an anchor, by the KL divergence from it: the policy that has
played the rollout (`anchor_updates` 1), or one that is left standing for some updates and then moved up (a magnet). Together
with entropy that keeps last iterates from circling (magnetic mirror descent, Sokota et al. 2023). Keep a floor under the
entropy: `entropy_final` above 0.

**Full critic.** A critic may see what all seats see, since it is needed in training only; the policy never does.

**Advantages are left raw.** Payoffs are +1/-1, so an advantage is a change in the chance to win (times two), and the
entropy coefficient a fixed price in that currency. Normalising each minibatch would rescale the payoff, and so the
entropy price, by how noisy the minibatch is: it would regularise less the nearer the policies are to an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from agents.networks import ActorCritic
from experiments.config import setting
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
    past_share: float = setting(0.25, 0, 1)  # of the games: some seats, in turn, are played from the pool
    past_selves: int = setting(20, 1, 10000)  # how many there are when training ends, beside the untrained one
    past_priority: float = setting(1.0, 0, 10)  # exponent of a past self's share of wins in how often it is drawn


class Stream:
    """The decisions of one role's `seats` in the order taken, over all games of a batch."""

    def __init__(
        self, capacity: int, num_envs: int, seats: Sequence[int], observation_size: int, num_actions: int, others: int = 0
    ) -> None:
        self.size, self.seats = 0, seats
        self.observation = np.empty((capacity, observation_size), np.int8)
        self.others = np.empty((capacity, others), np.int8)  # what the other seats see, for a full critic
        self.mask = np.empty((capacity, num_actions), np.int8)
        self.action = np.empty(capacity, np.int64)
        self.log_prob = np.empty(capacity, np.float32)
        self.reward = np.empty(capacity, np.float32)  # paid to the seat until its next decision
        self.follow = np.empty(capacity, np.int64)  # row of its next decision in the same game, or OPEN, or ENDED
        self.open = np.full((1 + max(seats), num_envs), -1)  # row of each seat's open decision in each game, or -1
        self.cut: list[np.ndarray] = []  # rows of decisions after which a game was truncated ...
        self.cut_observation: list[np.ndarray] = []  # ... the seat's last observation of those games ...
        self.cut_others: list[np.ndarray] = []  # ... and the other seats'

    def add(
        self,
        games: np.ndarray,
        seats: np.ndarray,
        observation: np.ndarray,
        others: np.ndarray,
        mask: np.ndarray,
        action: np.ndarray,
        log_prob: np.ndarray,
    ) -> None:
        """In these games (n,) these seats (n,) decide."""
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
        previous = self.open[seats, games]
        self.follow[previous[previous >= 0]] = new[previous >= 0]
        self.open[seats, games] = new

    def settle(self, reward: np.ndarray, terminated: np.ndarray, truncated: np.ndarray, final: np.ndarray) -> None:
        """All games took a step. A seat's reward, of (N, S), goes to its last decision in each; ended games are closed.

        `final` int8 (N, S, O): what each seat saw at the end.
        """
        ended = terminated | truncated
        for seat in self.seats:
            row = self.open[seat]
            paid = np.flatnonzero((reward[:, seat] != 0) & (row >= 0))
            self.reward[row[paid]] += reward[paid, seat]
            self.follow[row[ended & (row >= 0)]] = ENDED
            cut = np.flatnonzero(truncated & ~terminated & (row >= 0))
            if len(cut):
                self.cut.append(row[cut])
                self.cut_observation.append(final[cut, seat])
                seats = np.full(len(cut), seat)
                self.cut_others.append(beside(final[cut], seats) if self.others.shape[1] else np.empty((len(cut), 0), np.int8))
            row[ended] = -1

    def hold(self) -> None:
        """Forget what was learned from; the open decisions begin the next rollout."""
        held = np.nonzero(self.open >= 0)
        rows = self.open[held]
        self.size = len(rows)
        for column in self.columns():
            column[: len(rows)] = column[rows]
        self.open[held] = np.arange(len(rows))
        self.cut, self.cut_observation, self.cut_others = [], [], []

    def columns(self) -> tuple[np.ndarray, ...]:
        """What is kept of a decision."""
        return (self.observation, self.others, self.mask, self.action, self.log_prob, self.reward, self.follow)


def beside(seen: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """What all seats but one, `seats` (n,), see, in turn from the one after it: int8 (n, S, O) to (n, (S - 1) * O)."""
    n, size, columns = seen.shape
    others = (seats[:, None] + np.arange(1, size)) % size
    return seen[np.arange(n)[:, None], others].reshape(n, (size - 1) * columns)


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
