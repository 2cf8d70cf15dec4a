"""A beginning by imitation: before self-play every role's net learns what a scripted player does. It knows no game.

    Imitation  the numbers
    slope      the cross-entropy with the teacher's actions on one minibatch, as its slope to the logits
    learn      the learning of one role from one rollout
    Lessons    plays the games and learns from them

Where a reward comes only after hundreds of decisions of a plan, chance does not find the plan; a player that has it shows it.
Policies learn the teacher's action in every decision, by cross-entropy over legal actions, critics the returns of the games
played (to their ends where these come within the rollout, else to what the critic says of the last decision in it).

**Off the teacher's path.** A net that has seen the teacher's games alone knows nothing about where its own mistakes lead. So in a
share of the games one seat, each in turn, is played by its role's net as it is by then (DAgger, Ross et al. 2011), in others by a
scripted player of another level, and anywhere a move may be drawn at random. Whoever plays, the teacher says what it would have
done there, and that is what is learned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from agents.masked import pick, sample
from agents.networks import ActorCritic
from agents.scripted import LEVELS
from experiments.arena import StatePolicy
from experiments.config import setting
from experiments.ppo import OPEN, Stream, beside, returns
from experiments.self_play import SelfPlay
from pagan_env.core.jit import kernel


@dataclass(frozen=True)
class Imitation:
    """The numbers of the beginning. Shares are of the games; in the rest of them the teacher plays all seats."""

    level: int = setting(3, 1, LEVELS - 1)  # of the teacher
    decisions: int = setting(0, 0, 10**12)  # all seats' together; 0: no such beginning
    pupil_share: float = setting(0.5, 0, 1)  # one seat is played by its role's net
    other_share: float = setting(0.25, 0, 1)  # one seat is played by a scripted player of another level
    stray: float = setting(0.02, 0, 1)  # share of moves drawn at random
    epochs: int = setting(1, 1, 100)  # more where a teacher is slow
    minibatch: int = setting(1024, 1, 2**24)
    learning_rate: float = setting(1.5e-3, 0, 1)
    learning_rate_final: float = setting(3e-4, 0, 1)


@kernel
def slope(rows, logits, mask, action, legal, gradient, sums):
    """The gradient, with respect to the logits, of the mean over these rows of - log p(action), written to `gradient` (m, A):

        d (- log p(action)) / d logit a = p(a) - [a is the action]        p the softmax over legal actions

    Arrays as of `ppo.slope`. sums float64 (2,) collects - log p(action), and the rows in which the likeliest action is it.
    """
    for i in range(len(rows)):
        k = rows[i]
        count = 0
        top, best = -np.inf, -1
        for a in range(mask.shape[1]):
            gradient[i, a] = 0.0
            if mask[k, a] != 0:
                legal[count] = a
                count += 1
                if logits[i, a] > top:
                    top, best = logits[i, a], a
        total = 0.0
        for j in range(count):
            total += np.exp(logits[i, legal[j]] - top)
        base = top + np.log(total)
        for j in range(count):
            gradient[i, legal[j]] = np.exp(logits[i, legal[j]] - base) / len(rows)
        gradient[i, action[k]] -= 1.0 / len(rows)
        sums[0] += base - logits[i, action[k]]
        sums[1] += best == action[k]


def learn(
    net: ActorCritic,
    optimizer: torch.optim.Optimizer,
    stream: Stream,
    play: SelfPlay,
    settings: Imitation,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Learn from every decision of the stream that has a successor or an end. Returns measurements for the log.

    They are taken before a minibatch is learned from for the first time, so they tell of decisions not seen before.
    """
    value, advantage = returns(net, stream, play.settings.gamma, 1.0)
    target = value + advantage
    closed = np.flatnonzero(stream.follow[: stream.size] != OPEN)
    if len(closed) == 0:
        return {}
    legal, sums = np.empty(stream.mask.shape[1], np.int64), np.zeros((2, 2))  # sums: of the first epoch, of the others
    pieces = max(1, round(len(closed) / settings.minibatch))
    order = (rows for _ in range(settings.epochs) for rows in np.array_split(rng.permutation(closed), pieces))
    for number, rows in enumerate(order):
        columns = (stream.observation, stream.others, target)
        seen, others, wanted = (torch.from_numpy(column[rows]).to(play.device) for column in columns)
        logits, predicted = net(seen, others)
        gradient = np.empty(logits.shape, np.float32)
        measured = sums[0 if number < pieces else 1]
        slope(rows, logits.detach().cpu().numpy(), stream.mask, stream.action, legal, gradient, measured)
        errors = (predicted - wanted).square().mean()
        optimizer.zero_grad()
        torch.autograd.backward([logits, play.settings.value_weight * errors], [torch.from_numpy(gradient).to(play.device), None])
        torch.nn.utils.clip_grad_norm_(net.parameters(), play.settings.gradient_norm)
        optimizer.step()
    return {
        "cross_entropy": float(sums[0, 0] / len(closed)),
        "agreement": float(sums[0, 1] / len(closed)),
        "explained_variance": 1 - float(advantage[closed].var() / max(target[closed].var(), 1e-8)),
    }


class Lessons:
    """Games from which the nets of `play` learn what `teacher` does; `others` are the scripted players of other levels."""

    def __init__(self, play: SelfPlay, teacher: StatePolicy, others: Sequence[StatePolicy], settings: Imitation) -> None:
        self.play, self.teacher, self.others, self.settings = play, teacher, others, settings
        games, seats = np.arange(play.batch.num_envs), len(play.role_of)
        turn = games % seats
        pupil = games < round(settings.pupil_share * len(games))
        other = ~pupil & (games >= round((1 - settings.other_share) * len(games)))
        own = turn == np.arange(seats)[:, None]
        self.pupil = pupil & own  # by seat and game: where the net plays it ...
        self.other = other & own  # ... or one of the others,
        self.which = games // seats % max(1, len(others))  # this one

    def run(self) -> Iterator[tuple[int, int, list[dict[str, float]]]]:
        """Teach until the budget is spent; after each rollout: decisions so far, illegal actions, each role's measurements.

        Leaves newly dealt games and empty streams. Nothing of it counts as a decision of self-play.
        """
        play, settings = self.play, self.settings
        size = play.batch.num_envs * play.settings.rollout
        for done in range(0, settings.decisions, size):
            illegal = self._collect()
            rate = settings.learning_rate + (settings.learning_rate_final - settings.learning_rate) * done / settings.decisions
            logs = list(play.threads.map(lambda role, rate=rate: self._learn(role, rate), range(len(play.nets))))
            yield done + size, illegal, logs
        for stream in play.streams:
            stream.open[:] = -1
            stream.hold()
        play.batch.reset()

    def _collect(self) -> int:
        """A rollout, as `SelfPlay.collect`, with the teacher's actions in the streams. Returns how many moves were illegal."""
        play, batch, seats, roles = self.play, self.play.batch, range(len(self.play.role_of)), range(len(self.play.nets))
        actions, everyone, illegal = np.empty(batch.num_envs, np.int64), np.arange(batch.num_envs), 0
        for _ in range(play.settings.rollout):
            seen = np.stack([batch.observe(seat) for seat in seats], 1) if play.settings.full_critic else None
            list(play.threads.map(lambda role, seen=seen: self._act(role, seen, actions), roles))
            illegal += int(np.count_nonzero(batch.action_mask[everyone, actions] == 0))
            batch.step(actions)
            for stream in play.streams:
                stream.settle(batch.reward, batch.terminated, batch.truncated, batch.final_observation)
        return illegal

    def _act(self, role: int, seen: np.ndarray | None, actions: np.ndarray) -> None:
        """Choose for a role wherever it is to act, into `actions`; record what the teacher would have done."""
        play, batch, rng = self.play, self.play.batch, self.play.rngs[role]
        rows = np.flatnonzero(play.role_of[batch.seat] == role)
        seats = batch.seat[rows]
        observation, mask, states = batch.observation[rows], batch.action_mask[rows], batch.states[rows]
        shown = self.teacher.act_states(states, rng)
        others = np.empty((len(rows), 0), np.int8) if seen is None else beside(seen[rows], seats)
        play.streams[role].add(rows, seats, observation, others, mask, shown, np.zeros(len(rows), np.float32))
        chosen = shown.copy()
        pupil = np.flatnonzero(self.pupil[seats, rows])
        with torch.inference_mode():
            logits = play.nets[role].logits(torch.from_numpy(observation[pupil]).to(play.device)).cpu().numpy()
        chosen[pupil] = sample(logits, mask[pupil], rng.random(len(pupil)))[0]
        for number, other in enumerate(self.others):
            games = np.flatnonzero(self.other[seats, rows] & (self.which[rows] == number))
            chosen[games] = other.act_states(states[games], rng)
        stray = np.flatnonzero(rng.random(len(rows)) < self.settings.stray)
        chosen[stray] = pick(mask[stray], rng.random(len(stray)))
        actions[rows] = chosen

    def _learn(self, role: int, rate: float) -> dict[str, float]:
        play = self.play
        for group in play.optimizers[role].param_groups:
            group["lr"] = rate
        log = learn(play.nets[role], play.optimizers[role], play.streams[role], play, self.settings, play.rngs[role])
        play.streams[role].hold()
        return log
