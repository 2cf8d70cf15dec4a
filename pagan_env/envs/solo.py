"""The Gymnasium face: one learning seat of any game; opponents play the others inside `step` and `reset`."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ..core.game import Game, Ruleset
from ..core.replays import Replay
from .aec import RENDER_FPS, RENDER_MODES, GameAEC
from .games import find_game
from .opponents import Asked, Opponents
from .seeding import check_seed, fresh_seed, game_seeds

ILLEGAL = ("lose", "raise")
LOST = -1.0  # the reward of an illegal action under "lose"
_ROW = np.zeros(1, np.int64)


class SoloEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """One game at a time, of which the seat `role` is the learner's.

    Observation: int8 (O,), what the seat knows when it is to act, or at the end. Action: one of A. The mask of legal ones is in
    `info["action_mask"]`, int8 (A,), all zero at the end, and in `action_masks()`. Reward: +1 for a game won and -1 for one lost,
    0 before; it is the learner's own, whoever moved last. `terminated`: the game is over by its rules; `truncated`: it was cut.

    The games and all that opponents do in them hang on the seed alone: `reset(seed=s)` deals game `s`, `reset()` the next ones.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        role: str | int | None = None,
        opponent: Any = "random",
        ruleset: str | Path | Ruleset | None = None,
        render_mode: str | None = None,
        events: int = 0,
        illegal: str = "lose",
        **options: int,
    ) -> None:
        """`role`: an agent's name or seat; None: the first. `opponent`: see `opponents.py`. `ruleset`, `render_mode`, `events`:
        as for the AEC face. `illegal`: what an illegal action does, "raise" or "lose" (the game ends with -1, and
        `info["illegal_action"]` says so). `options` are the game's own. ValueError or TypeError, one line.
        """
        found = find_game(game, **options)
        self._name = f"{found.name} env"
        self._illegal = check_illegal(illegal, self._name)
        self._aec = GameAEC(found, ruleset=ruleset, render_mode=render_mode, events=events)
        self.game, self.ruleset = found, self._aec.ruleset
        seat = seat_of(found, role, self._name)
        self.role = found.agents[seat]
        self._aec.render_viewer = self.role  # a board shows no more than the learner may know
        self.render_mode = render_mode
        self.opponents = Opponents(found, self.ruleset, opponent, self._name, learner=seat, events=events)
        self.observation_space = self._aec.observation_space(self.role)["observation"]
        self.action_space = self._aec.action_space(self.role)
        self._mask = np.zeros(found.lexicon.size, np.int8)
        self._root, self._episode = -1, 0
        self._playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a game and play on to the learner's first decision; `options` are not used.

        A game that ends before that is no episode: the next one is dealt.
        """
        if seed is not None:
            self._root, self._episode = check_seed(seed, f"{self._name}.reset"), 0
        elif self._root < 0:
            self._root = fresh_seed()
        super().reset(seed=None if seed is None else self._root)
        self._playing = False
        while not self._playing:
            self._seed = np.array([self._root]) if self._episode == 0 else game_seeds(self._root, _ROW, _ROW + self._episode)
            self._count = np.zeros(1, np.int64)
            self._episode += 1
            self._aec.reset(seed=int(self._seed[0]))
            self._play_on()
        return self._look()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take an action and play on to the learner's next decision, or the end. RuntimeError: there is no game in progress."""
        if not self._playing:
            raise RuntimeError(f"{self._name}.step: no game in progress, call reset() first")
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"{self._name}.step: found {action!r}, allowed: an int") from None
        if self._illegal == "lose" and not (0 <= number < self._mask.size and self._mask[number]):
            self._playing = False
            seen, info = self._look()
            return seen, LOST, True, False, {**info, "illegal_action": True}
        self._aec.step(number)
        self._play_on()
        seen, info = self._look()
        ends = self._aec.rewards[self.role], self._aec.terminations[self.role], self._aec.truncations[self.role]
        return seen, *ends, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, bool (A,): the name by which sb3-contrib asks for it."""
        legal: NDArray[np.bool_] = self._mask != 0
        return legal

    @property
    def aec(self) -> GameAEC:
        """The environment of all seats that this one plays in; what it holds isn't the learner's to see."""
        return self._aec

    def replay(self) -> Replay:
        """The game in progress, or the last one, as a replay; one that an illegal action has ended is unfinished there."""
        return self._aec.replay()

    def save_replay(self, path: str | Path) -> None:
        """Write `replay()` to a new file. Raises ReplayError if it can't be written."""
        self._aec.save_replay(path)

    def render(self) -> Any:
        """The board as the learner sees it."""
        return self._aec.render()

    def close(self) -> None:
        self._aec.close()

    def _play_on(self) -> None:
        """Opponents act until the learner is to act or the game is over."""
        aec = self._aec
        while aec._playing and aec.agent_selection != self.role:
            seat = np.array([self.game.agents.index(aec.agent_selection)])
            asked = Asked(aec._states, aec._observation[None], aec._mask[None], seat, self._seed, self._count)
            aec.step(int(self.opponents.actions(asked)[0]))
            self._count += 1
        self._playing = aec._playing

    def _look(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        seen = self._aec.observe(self.role)
        self._mask = seen["action_mask"] if self._playing else np.zeros_like(self._mask)
        return seen["observation"], {"action_mask": self._mask.copy()}


def seat_of(game: Game, role: str | int | None, where: str) -> int:
    """The seat of a role. ValueError unless it is an agent's name, a seat, or None for the first."""
    if role is None:
        return 0
    if isinstance(role, str) and role in game.agents:
        return game.agents.index(role)
    if type(role) is int and 0 <= role < len(game.agents):
        return role
    raise ValueError(f"{where}: role {role!r}, allowed: {', '.join(game.agents)}")


def check_illegal(illegal: str, where: str) -> str:
    """ValueError unless it is one of ILLEGAL."""
    if illegal not in ILLEGAL:
        raise ValueError(f"{where}: illegal {illegal!r}, allowed: {', '.join(map(repr, ILLEGAL))}")
    return illegal
