"""A game as an OpenSpiel Python game, for the algorithms there: luck is explicit, information states are the engine's keys.

    game = OpenSpielGame("pagan", "mini")
    ISMCTSBot(game, RandomRolloutEvaluator(1), 2.0, 100).step(state)  # both of open_spiel.python.algorithms

OpenSpiel is no dependency of the package: `pip install pagan-env[openspiel]`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from ..core.game import Game
from ..core.jit import rows
from .games import find_game, refusal

LONGEST = 20_000  # decisions and draws of a game


class OpenSpielGame(pyspiel.Game):
    """A game, by name or descriptor, under a `ruleset` of it, whose luck is made explicit. Raises ValueError as `Batch` does."""

    def __init__(self, game: str | Game, ruleset: str | Path | None = None) -> None:
        self.source = find_game(game)
        self.ruleset = self.source.load_ruleset(ruleset)
        if not self.ruleset.tables["rulesets"]["explicit_chance"][0, 0]:
            self.ruleset = self.source.vary(self.ruleset, [["numbers.explicit_chance = 1"]])
        actions = self.source.lexicon.size
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions,
            num_players=len(self.source.agents),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.source.zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(f"python_{self.source.name}", len(self.source.agents), self.source.zero_sum), info, {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class OpenSpielState(pyspiel.State):
    """A history of the game. OpenSpiel clones what it holds by deepcopy, so that is the record alone."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.states = rows(np.zeros(1, game.source.state))
        game.source.kernels.start(self.states, game.ruleset.tables, 0, 0, 0)

    def current_player(self) -> int:
        seat = int(self.states["to_act"][0])
        if seat >= len(self.get_game().source.agents):  # luck is pending
            return int(pyspiel.PlayerId.CHANCE)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        source = self.get_game().source
        mask = np.zeros(source.lexicon.size, np.int8)
        source.kernels.mask(self.states, 0, player, mask)
        return np.flatnonzero(mask).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game = self.get_game()
        weights = np.zeros(game.source.lexicon.size, np.int64)
        game.source.kernels.outcomes(self.states, game.ruleset.tables, 0, weights)
        return [(int(action), float(weights[action] / weights.sum())) for action in np.flatnonzero(weights)]

    def _apply_action(self, action: int) -> None:
        game, seat = self.get_game(), self.current_player()
        where = f"{game.source.name}: apply_action"
        if seat == pyspiel.PlayerId.TERMINAL:
            raise ValueError(f"{where}: found {action}, allowed: none, the game is over")
        known = 0 <= action < game.source.lexicon.size
        if not known or game.source.kernels.advance(self.states, game.ruleset.tables, 0, action):
            if seat >= 0:
                raise ValueError(refusal(game.source, game.ruleset, where, seat, action))
            allowed = ", ".join(str(outcome) for outcome, _ in self.chance_outcomes())
            raise ValueError(f"{where}: luck can't be {action} now, allowed: {allowed}")

    def _action_to_string(self, player: int, action: int) -> str:
        """A seat's action in the words of the action space; luck by the number of its outcome."""
        game = self.get_game()
        if player < 0:
            return f"luck {action}"
        text: str = game.source.lexicon.text(action, game.ruleset.labels[player])
        return text

    def is_terminal(self) -> bool:
        return bool(self.states["to_act"][0] < 0)

    def returns(self) -> list[float]:
        source = self.get_game().source
        out = np.zeros(len(source.agents), np.float32)
        source.kernels.returns(self.states, 0, out)
        return out.tolist()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state that `player` can't tell from this one, by the engine's redeal, for IS-MCTS; its history is unknown."""
        game = self.get_game()
        other = OpenSpielState(game)
        other.states[:] = self.states
        game.source.kernels.redeal(other.states, game.ruleset.tables, 0, player, int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        return ", ".join(map(str, self.history()))

    def information_state_string(self, player: int | None = None) -> str:
        """The information-state key of a seat, of the one to act if none is named."""
        seat, seats = self.current_player() if player is None else player, len(self.get_game().source.agents)
        if not 0 <= seat < seats:
            raise ValueError(f"{self.get_game().source.name}: information_state_string of seat {seat}, allowed: 0 .. {seats - 1}")
        return information_state(self.states, seat)


def information_state(states: np.ndarray, seat: int) -> str:
    """The information-state key of a seat in game 0, in hex."""
    high, low = states["seats"]["key"][0, seat]
    return f"{int(high):08x}{int(low):08x}"


class Observer:
    """What a seat sees, as the engine's observation."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.game = game
        self.tensor = np.zeros(game.source.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        out = np.zeros(len(self.tensor), np.int8)
        self.game.source.kernels.observe(state.states, self.game.ruleset.tables, 0, player, out)
        self.tensor[:] = out

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return information_state(state.states, player)


@cache
def _type(name: str, seats: int, zero_sum: bool) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
