"""The AEC face: any game as a PettingZoo environment, one decision a step."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..core.drawing import svg
from ..core.game import Game
from ..core.jit import rows
from ..core.raster import Window, load_pygame, pixels
from ..core.replays import Replay, write
from .games import check_events, find_game, pack_ruleset, refusal, unpack_ruleset
from .replaying import record
from .seeding import check_seed, fresh_seed, game_seeds

Observation = dict[str, NDArray[np.int8]]
Board = str | NDArray[np.uint8]
_ROW = np.zeros(1, np.int64)
RENDER_MODES = ("ansi", "svg", "rgb_array", "human")
RENDER_FPS = 8  # decisions a second that a window shows at most


def board(game: Game, ruleset: Any, states: NDArray[Any], viewer: int | None, mode: str) -> Board:
    """The board of game 0 as a seat sees it (None: a spectator), by a render mode that opens no window: text, SVG text, or
    uint8 (height, width, 3)."""
    if mode == "ansi":
        text: str = game.render(states, ruleset, viewer)
        return text
    drawing = game.draw(states, ruleset, viewer)
    return svg(drawing) if mode == "svg" else pixels(drawing)


def check_render_mode(mode: str | None, allowed: tuple[str, ...], where: str) -> None:
    """ValueError unless it is None or one of those allowed; ImportError if it needs what isn't installed."""
    if mode is not None and mode not in allowed:
        raise ValueError(f"{where}: render_mode {mode!r}, allowed: None, {', '.join(map(repr, allowed))}")
    if mode in ("rgb_array", "human"):
        load_pygame(f"{where}: render_mode {mode!r}")


class GameAEC(AECEnv):
    """One game at a time; the agents are the seats' names, and an agent may act many times in a row.

    Observation: `observation` int8 (O,) and `action_mask` int8 (A,), the latter also in `infos[agent]`; the mask is all
    zero for whoever is not to act. Arrays handed out are the caller's to keep. Reward: +1 and -1 when the game ends, 0
    before that and when it is truncated.
    """

    def __init__(
        self,
        game: Game,
        *,
        version: int = 0,
        ruleset: Any = None,
        render_mode: str | None = None,
        events: int = 0,
    ) -> None:
        super().__init__()
        name = f"{game.name}_v{version}"
        check_render_mode(render_mode, RENDER_MODES, name)
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        self.game = game
        self.ruleset = ruleset if hasattr(ruleset, "tables") else game.load_ruleset(ruleset)
        self.render_mode = render_mode
        self.render_viewer: str | None = None  # whose view render() shows; None: a spectator's
        self._watched = render_mode == "human"
        self._window: Window | None = None
        self.possible_agents = list(game.agents)
        self.agents: list[str] = []
        self.agent_selection = ""
        events = check_events(game, events, name)
        size, actions = game.observation_size + events * len(game.event_sizes), game.lexicon.size
        self.observation_spaces = {agent: _observation_space(size, actions) for agent in game.agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in game.agents}
        self._root = -1  # the seed of the last seeded reset; -1 before any
        self._episode = 0  # games begun since then
        self._playing = False
        self._seed = 0  # of the game in progress
        self._taken: list[int] = []  # its actions so far
        self._states = rows(np.zeros(1, game.state))
        self._observation = np.zeros(size, np.int8)
        self._mask = np.zeros(actions, np.int8)
        self._nothing = np.zeros(actions, np.int8)
        self._status = np.zeros(4, np.int64)

    def observation_space(self, agent: str) -> spaces.Dict:
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the one with this seed, or else the next after the last seed; `options` are not used."""
        if seed is not None:
            self._root = check_seed(seed, f"{self}.reset")
            self._episode = 0
        elif self._root < 0:
            self._root = fresh_seed()
        # The seeded game has the seed itself, so that any record of a game's seed deals it again.
        seeds = np.array([self._root]) if self._episode == 0 else game_seeds(self._root, _ROW, _ROW + self._episode)
        self._episode += 1
        self._seed, self._taken = int(seeds[0]), []
        kernels, tables = self.game.kernels, self.ruleset.tables
        kernels.reset(self._states, tables, _ROW, seeds)
        kernels.status(self._states, 0, self._status)
        seat = int(self._status[0])
        kernels.observe(self._states, tables, 0, seat, self._observation)
        kernels.mask(self._states, 0, seat, self._mask)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in self.agents}
        self._skip_agent_selection = None
        self._playing = True
        self._select(seat)
        if self._watched:
            self.render()

    def step(self, action: int | None) -> None:
        """Take the action for `agent_selection`; None, and nothing else, for an agent whose game is over.

        Raises ValueError (TypeError for what is no int) when it isn't legal; then nothing has changed.
        """
        if not self._playing:
            self._dead_step(action)
            return
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            found = f"{self.agent_selection} is to act, found {action!r}"
            raise TypeError(f"{self}.step: {found}, allowed: an int") from None
        # Kernels take any int64: what is no action at all is refused here.
        if not 0 <= number < self._mask.size or self.game.kernels.step_one(
            self._states, self.ruleset.tables, number, self._observation, self._mask, self._status
        ):
            seat = self._seat(self.agent_selection)
            raise ValueError(refusal(self.game, self.ruleset, f"{self}.step", seat, number))
        self._taken.append(number)
        seat, terminated, truncated, _ = self._status.tolist()
        if seat < 0:
            self._finish(bool(terminated), bool(truncated))
        else:
            self._select(seat)
        if self._watched:
            self.render()

    def observe(self, agent: str) -> Observation:
        """What `agent` knows now, whether or not it is to act; also after the game."""
        if agent == self.agent_selection and self._playing:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        if self._root < 0:
            raise RuntimeError(f"{self}.observe: no game yet, call reset() first")
        observation = np.zeros_like(self._observation)
        self.game.kernels.observe(self._states, self.ruleset.tables, 0, self._seat(agent), observation)
        return {"observation": observation, "action_mask": self._nothing.copy()}

    def render(self) -> Board | None:
        """The board as `render_viewer` sees it (None: a spectator), by `render_mode`; a warning without one.

        "ansi": text; "svg": the text of an SVG file; "rgb_array": uint8 (height, width, 3); "human": None, a window shows it.
        """
        if self.render_mode is None:
            modes = ", ".join(map(repr, RENDER_MODES))
            gymnasium.logger.warn(f"{self}.render: nothing to show without a render_mode, allowed: {modes}")
            return None
        if self._root < 0:
            raise RuntimeError(f"{self}.render: no game yet, call reset() first")
        viewer = None if self.render_viewer is None else self._seat(self.render_viewer)
        if self.render_mode != "human":
            return board(self.game, self.ruleset, self._states, viewer, self.render_mode)
        if self._window is None:
            self._window = Window(str(self), RENDER_FPS)
        self._window.show(self.game.draw(self._states, self.ruleset, viewer))
        return None

    @property
    def states(self) -> NDArray[Any]:
        """The record of the game, (1,), secrets and all, for faces that tell it; not to be written to."""
        return self._states

    @property
    def dealt(self) -> bool:
        """Whether there is a game, in progress or over."""
        return self._root >= 0

    def replay(self) -> Replay:
        """The game in progress, or the last one, as a replay: its seed, its rules, the actions so far."""
        if self._root < 0:
            raise RuntimeError(f"{self}.replay: no game yet, call reset() first")
        return record(self.game, self.ruleset, self._seed, self._taken)

    def save_replay(self, path: str | Path) -> None:
        """Write `replay()` to a new file, for `python -m pagan_env replay FILE`. Raises ReplayError if it can't be written."""
        write(self.replay(), path)

    def close(self) -> None:
        """Close the window of render_mode "human"; otherwise there is nothing to release."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _select(self, seat: int) -> None:
        """Hand the turn to `seat`, whose mask is in `_mask`."""
        agent = self.possible_agents[seat]
        if agent != self.agent_selection:
            if self.agent_selection:
                self.infos[self.agent_selection] = {"action_mask": self._nothing.copy()}
            self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._mask.copy()}

    def _finish(self, terminated: bool, truncated: bool) -> None:
        """Pay out and mark every agent as done; each is then stepped once with None, in the order of seats."""
        paid = np.zeros(len(self.agents), np.float32)
        self.game.kernels.returns(self._states, 0, paid)
        self._playing = False
        self.rewards = dict(zip(self.agents, paid.tolist(), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def _dead_step(self, action: int | None) -> None:
        if not self.agents:
            raise RuntimeError(f"{self}.step: no game in progress, call reset() first")
        if action is not None:
            found = f"the game is over for {self.agent_selection}, found {action!r}"
            raise ValueError(f"{self}.step: {found}, allowed: None")
        self._was_dead_step(action)

    def _seat(self, agent: str) -> int:
        try:
            return self.game.agents.index(agent)
        except ValueError:
            raise ValueError(f"{self}: unknown agent {agent!r}, allowed: {', '.join(self.game.agents)}") from None

    def __getstate__(self) -> dict[str, Any]:
        told = {"game": self.game.spec, "ruleset": pack_ruleset(self.game, self.ruleset), "_window": None}
        return {**self.__dict__, **told}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = find_game(state["game"])
        self.ruleset = unpack_ruleset(self.game, state["ruleset"])
        self._states = rows(self._states.view(self.game.state))


class Checked(wrappers.OrderEnforcingWrapper):
    """PettingZoo's check of the order of calls around a `GameAEC`, which itself refuses every wrong action.

    Its usual check of the range of actions is left out: that one names neither the place nor what is allowed.
    """

    @property
    def render_viewer(self) -> str | None:
        """Whose view render() shows; None: a spectator's."""
        viewer: str | None = self.unwrapped.render_viewer
        return viewer

    @render_viewer.setter
    def render_viewer(self, agent: str | None) -> None:
        # Without this it would be set on the wrapper, where render() does not look.
        self.unwrapped.render_viewer = agent

    def __str__(self) -> str:
        return str(self.env)


def _observation_space(size: int, actions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (size,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
