"""Self-play: every role's net plays every game of a batch against others and its past, and learns (ppo.py). It knows no game.

**Seats and roles.** Seats of one role are played by one net, which has one pool, one optimiser and one stream of decisions.

**Past selves.** In a share of the games some seats, in turn, are played from their role's pool (pool.py): copies of its net from
earlier in training, the untrained one included, and scripted players if there are any; only the other seats learn there, one at
least. Of two seats one is, of more any number, each with its own player from the pool, so that a learner meets mixed tables.
Against the current net alone a role that falls behind meets nothing that it can beat, and forgets how to beat what it has
left behind.

**Threads.** Roles have nothing in common but the games, so each acts and learns on a thread of its own, with the same
result as one after the other. Torch's own threads would wait for one another at each operation: slower, and twenty
times so when another program takes a core.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from agents.masked import pick, sample
from agents.networks import ActorCritic
from experiments.arena import GameBatch, StatePolicy
from experiments.pool import Pool
from experiments.ppo import Settings, Stream, beside, update


class SelfPlay:
    """Every role's net plays every game of the batch against the others, and learns from its own decisions.

    `nets` are by role, `roles` say which of them plays each seat; a net a seat if they aren't given.
    """

    def __init__(
        self,
        batch: GameBatch,
        nets: Sequence[ActorCritic],
        settings: Settings,
        seed: int,
        threads: int = 1,
        device: str = "cpu",
        scripted: Sequence[StatePolicy] = (),
        roles: Sequence[int] | None = None,
    ) -> None:
        self.batch, self.settings, self.device = batch, settings, torch.device(device)
        self.nets = [net.to(self.device) for net in nets]
        self.rng, *self.rngs = (np.random.default_rng((seed, stream)) for stream in range(1 + len(nets)))
        self.role_of = np.array(range(len(nets)) if roles is None else roles)
        self.seats = [np.flatnonzero(self.role_of == role).tolist() for role in range(len(nets))]  # of each role
        self.threads = ThreadPoolExecutor(max(1, min(threads, len(nets))))
        torch.set_num_threads(max(1, threads // len(nets)))
        self.optimizers = [torch.optim.Adam(net.parameters(), lr=settings.learning_rate, fused=True) for net in self.nets]
        n, seats = batch.num_envs, len(self.role_of)
        columns = (batch.observation_size, batch.num_actions, batch.observation_size * (seats - 1) * settings.full_critic)
        # Room for the rollout, and for one held decision a seat and game.
        self.streams = [Stream(n * (settings.rollout + len(own)), n, own, *columns) for own in self.seats]
        self.decisions = self.updates = 0
        self.pools = [Pool(net, settings.past_priority, scripted) for net in self.nets]
        self.anchors = [copy.deepcopy(net) for net in self.nets]
        games = np.arange(n)
        past = games < round(settings.past_share * n)
        others = 1 + games // seats % max(1, seats - 1)  # how many seats of a game are played from the pool, if it is one
        turn = (np.arange(seats)[:, None] - games) % seats
        self.learner = ~(past & (turn < others))  # by seat and game: the current net plays there
        self.rival = np.zeros((seats, n), np.int64)  # who of the pool plays else, until the game ends

    def collect(self) -> dict[str, Any]:
        """Play `rollout` decisions in every game, those begun against past selves with one a seat drawn for this rollout.

        Returns counts for the log, `won` and `of` by role in games of current nets alone, once for each seat, `won_past` and
        `of_past` in games with somebody from the pool; the others are sums over all games.
        """
        batch, seats, roles = self.batch, range(len(self.role_of)), range(len(self.nets))
        counts = {name: np.zeros(len(self.nets), np.int64) for name in ("won", "of", "won_past", "of_past")}
        sums = {"episodes": 0, "truncated": 0, "episode_decisions": 0, "illegal": 0}
        actions = np.empty(batch.num_envs, np.int64)
        everyone = np.arange(batch.num_envs)
        current = self.learner.all(0)
        drawn = [self.pools[role].draw(self.rng) for role in self.role_of]
        for _ in range(self.settings.rollout):
            seen = np.stack([batch.observe(seat) for seat in seats], 1) if self.settings.full_critic else None
            list(self.threads.map(lambda role, seen=seen: self._act(role, seen, actions), roles))
            sums["illegal"] += int(np.count_nonzero(batch.action_mask[everyone, actions] == 0))
            batch.step(actions)
            ended = batch.terminated | batch.truncated
            for stream in self.streams:
                stream.settle(batch.reward, batch.terminated, batch.truncated, batch.final_observation)
            for seat, role in enumerate(self.role_of):
                won, learner = batch.reward[:, seat] > 0, self.learner[seat]
                for kind, games in (("", ended & current), ("_past", ended & learner & ~current)):
                    counts[f"of{kind}"][role] += np.count_nonzero(games)
                    counts[f"won{kind}"][role] += np.count_nonzero(won[games])
                for number in np.unique(self.rival[seat, ended & ~learner]):
                    games = ended & ~learner & (self.rival[seat] == number)
                    self.pools[role].score(int(number), int(won[games].sum()), int(games.sum()))
                self.rival[seat, ended] = drawn[seat]
            sums["episodes"] += int(np.count_nonzero(ended))
            sums["truncated"] += int(np.count_nonzero(batch.truncated))
            sums["episode_decisions"] += int(batch.episode_length.sum())
        self.decisions += batch.num_envs * self.settings.rollout
        return {**counts, **sums}

    def _act(self, role: int, seen: np.ndarray | None, actions: np.ndarray) -> None:
        """Choose for a role wherever it is to act, into `actions`, by its net or past selves; record what its net did.

        `seen` int8 (N, S, O): what all seats see, for a full critic.
        """
        at = self.batch.seat, np.arange(self.batch.num_envs)
        acts, learner, rival = self.role_of[self.batch.seat] == role, self.learner[at], self.rival[at]
        pool, others_play = self.pools[role].players, acts & ~learner
        turns: list[tuple[ActorCritic | StatePolicy, np.ndarray]] = [(self.nets[role], acts & learner)]
        turns += [(pool[n], others_play & (rival == n)) for n in np.unique(rival[others_play])]
        for net, games in turns:
            rows = np.flatnonzero(games)
            if not isinstance(net, ActorCritic):
                actions[rows] = net.act_states(self.batch.states[rows], self.rngs[role])
                continue
            observation, mask = self.batch.observation[rows], self.batch.action_mask[rows]
            with torch.inference_mode():
                logits = net.logits(torch.from_numpy(observation).to(self.device)).cpu().numpy()
            actions[rows], log_prob = sample(logits, mask, self.rngs[role].random(len(rows)))
            if net is self.nets[role]:
                seats = self.batch.seat[rows]
                others = np.empty((len(rows), 0), np.int8) if seen is None else beside(seen[rows], seats)
                self.streams[role].add(rows, seats, observation, others, mask, actions[rows], log_prob)

    def fit_scales(self, steps: int) -> None:
        """Fit each net's input scale to what its role sees in random play, then deal the games anew."""
        batch, seats = self.batch, range(len(self.role_of))
        largest = np.zeros((len(seats), batch.observation_size), np.int64)  # by seat
        for _ in range(steps):
            for seat in seats:
                seen = np.abs(batch.observation[batch.seat == seat].astype(np.int64))
                largest[seat] = np.maximum(largest[seat], seen.max(0, initial=0))
            batch.step(pick(batch.action_mask, self.rng.random(batch.num_envs)))
        for role, own in enumerate(self.seats):
            # Row k: of the seat that is k places after one's own.
            after = np.max([np.roll(largest, -seat, 0) for seat in own], 0)
            others = after[1:].reshape(-1)[: self.nets[role].shape.others]
            for net in (self.nets[role], self.anchors[role], *self.pools[role].nets):
                net.fit_scale(after[0], others)
        batch.reset()

    def learn(self, progress: float) -> list[dict[str, float]]:
        """Update every role's net, `progress` in [0, 1] through training. Returns each role's measurements."""
        settings = self.settings
        rate = _between(settings.learning_rate, settings.learning_rate_final, progress)
        entropy = _between(settings.entropy, settings.entropy_final, progress)
        move_up = self.updates % settings.anchor_updates == 0

        def learn(role: int) -> dict[str, float]:
            net, anchor, stream = self.nets[role], self.anchors[role], self.streams[role]
            for group in self.optimizers[role].param_groups:
                group["lr"] = rate
            if move_up:
                anchor.load_state_dict(net.state_dict())
            log = update(net, anchor, self.optimizers[role], stream, settings, entropy, self.rngs[role])
            stream.hold()
            return log

        logs = list(self.threads.map(learn, range(len(self.nets))))
        self.updates += 1
        if progress * settings.past_selves >= len(self.pools[0].nets):
            for pool, net in zip(self.pools, self.nets, strict=True):
                pool.add(net)
        return logs


def _between(start: float, end: float, progress: float) -> float:
    return start + (end - start) * min(max(progress, 0.0), 1.0)
