"""A tiny game with the attributes of a Batch, for tests of the trainer.

Each seat is dealt a secret card, 0 .. 3. Who decides next is drawn anew each time, so seats act any number of times in
a row, and now and then a seat never acts at all. A seat names a card, one of the four being forbidden at random; naming
its own scores. After 6 to 10 decisions the higher score wins (+1/-1), equal scores draw; a few games are truncated. At a
table of three, all seats of one role, all lose where two have the best score.
The best play is plain: name your own card where it is allowed.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

import numpy as np

CARDS = 4
SIZE = 8


@dataclass(frozen=True)
class ToyRuleset:
    name: str = "toy@1"
    digest: str = "0123456789abcdef"


@dataclass(frozen=True)
class ToyGame:
    agents: tuple[str, ...] = ("left_0", "right_0")
    roles: tuple[str, ...] = ("left_0", "right_0")
    tie: float = 0.0  # what all are paid where several have the best score
    playing: None = None
    spec: str = "toy"


TOY = ToyGame()
TABLE = ToyGame(("player_0", "player_1", "player_2"), ("player",) * 3, -1.0)


@dataclass
class ToyBatch:
    """As `pagan_env.envs.batch.Batch`, with rewards, ends and turn order that a test can predict from the seed."""

    num_envs: int
    seed: int = 0
    truncate: float = 0.05
    ruleset: ToyRuleset = field(default_factory=ToyRuleset)
    game: ToyGame = TOY
    num_actions: int = CARDS
    observation_size: int = SIZE

    def __post_init__(self) -> None:
        n, self.agents = self.num_envs, self.game.agents
        self.seats = seats = len(self.agents)
        self.observation = np.zeros((n, SIZE), np.int8)
        self.action_mask = np.zeros((n, CARDS), np.int8)
        self.seat = np.zeros(n, np.int64)
        self.reward = np.zeros((n, seats), np.float32)
        self.terminated = np.zeros(n, bool)
        self.truncated = np.zeros(n, bool)
        self.final_observation = np.zeros((n, seats, SIZE), np.int8)
        self.episode_length = np.zeros(n, np.int64)
        self.cards = np.zeros((n, seats), np.int64)
        self.score = np.zeros((n, seats), np.int64)
        self.length = np.zeros(n, np.int64)
        self.taken = np.zeros(n, np.int64)
        self.reset(self.seed)

    def reset(self, seed: int | None = None) -> None:
        if seed is not None:
            self.rng = [np.random.default_rng((seed, row)) for row in range(self.num_envs)]
        for row in range(self.num_envs):
            self._deal(row)

    def step(self, actions: np.ndarray) -> None:
        self.reward[:] = 0
        self.terminated[:] = self.truncated[:] = False
        self.episode_length[:] = 0
        for row, action in enumerate(actions):
            if self.action_mask[row, action] == 0:
                raise ValueError(f"row {row}: action {action} is illegal")
            seat = self.seat[row]
            self.score[row, seat] += action == self.cards[row, seat]
            self.taken[row] += 1
            over, cut = self.taken[row] == self.length[row], self.rng[row].random() < self.truncate / 8
            if not over and not cut:
                self._turn(row)
                continue
            self.terminated[row], self.truncated[row] = over, not over
            if over:
                best = self.score[row] == self.score[row].max()
                self.reward[row] = np.where(best, 1, -1) if best.sum() == 1 else self.game.tie
            for viewer in range(self.seats):
                self.final_observation[row, viewer] = self._seen(row, viewer)
            self.episode_length[row] = self.taken[row]
            self._deal(row)

    @property
    def states(self) -> np.ndarray:
        """What scripted players look at: observation and mask, side by side."""
        return np.concatenate([self.observation, self.action_mask], 1)

    def observe(self, seat: int) -> np.ndarray:
        return np.array([self._seen(row, seat) for row in range(self.num_envs)], np.int8)

    def state(self) -> dict[str, np.ndarray]:
        return {"all": np.frombuffer(pickle.dumps(self.__dict__), np.uint8)}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        self.__dict__.update(pickle.loads(state["all"].tobytes()))

    def _deal(self, row: int) -> None:
        self.cards[row] = self.rng[row].integers(CARDS, size=self.seats)
        self.length[row] = self.rng[row].integers(6, 11)
        self.score[row] = self.taken[row] = 0
        self._turn(row)

    def _turn(self, row: int) -> None:
        self.seat[row] = self.rng[row].integers(self.seats)
        self.action_mask[row] = 1
        self.action_mask[row, self.rng[row].integers(CARDS)] = 0
        self.observation[row] = self._seen(row, self.seat[row])

    def _seen(self, row: int, seat: int) -> np.ndarray:
        seen = np.zeros(SIZE, np.int8)
        seen[self.cards[row, seat]] = 1
        seen[4:6] = self.score[row, seat], self.taken[row]
        seen[6] = self.length[row] - self.taken[row]
        return seen


class ToyPlayer:
    """A scripted player: names its own card where that is allowed, else the lowest; at level 1 always the lowest."""

    def __init__(self, level: int = 3) -> None:
        self.level = level

    def act_states(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        cards, mask = states[:, :CARDS].argmax(1), states[:, SIZE:]
        own = (mask[np.arange(len(states)), cards] != 0) & (self.level > 1)
        return np.where(own, cards, mask.argmax(1))
