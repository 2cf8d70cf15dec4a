"""OpenSpiel's games as sequence forms, and our policies as its policies: what the exact solver is checked against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as policies

from agents.exact import SEATS, SequenceForm


@dataclass
class Node:
    """A history: the seat to act (-1: luck, or the end), its information state, the histories that follow, payoff of seat 0."""

    seat: int = -1
    infoset: int = -1
    children: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    value: float = 0.0


class Known:
    """A two-player zero-sum game of OpenSpiel, walked to the end: its sequence form, and the order of its information states."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.states: dict[str, int] = {}  # by information state
        self._infosets: list[tuple[int, int, int]] = []  # seat, parent, actions
        self._first: list[int] = []
        self._next = SEATS
        self._ends: list[tuple[int, int]] = []
        self._values: list[float] = []
        self.nodes: list[Node] = []
        self.tensors: list[list[float]] = []  # by information state
        self._walk(game.new_initial_state(), 1.0, tuple(range(SEATS)))
        seat, parent, count = (np.array(column, np.int64) for column in zip(*self._infosets, strict=True))
        self.form = SequenceForm(seat, parent, count, np.array(self._ends, np.int32), np.array(self._values))

    def _walk(self, state: Any, chance: float, sequence: tuple[int, ...]) -> int:
        number = len(self.nodes)
        node = Node()
        self.nodes.append(node)
        if state.is_terminal():
            node.value = state.returns()[0]
            self._ends.append(sequence)
            self._values.append(chance * node.value)
        elif state.is_chance_node():
            for action, probability in state.chance_outcomes():
                node.children.append(self._walk(state.child(action), chance * probability, sequence))
                node.chances.append(probability)
        else:
            node.seat = seat = state.current_player()
            first = self._enter(seat, state, sequence[seat])
            node.infoset = self.states[state.information_state_string(seat)]
            for n, action in enumerate(state.legal_actions()):
                taken = tuple(first + n if other == seat else sequence[other] for other in range(SEATS))
                node.children.append(self._walk(state.child(action), chance, taken))
        return number

    def _enter(self, seat: int, state: Any, parent: int) -> int:
        """The sequence of the first action at this information state."""
        key = state.information_state_string(seat)
        if key not in self.states:
            self.states[key] = len(self._infosets)
            self._infosets.append((seat, parent, len(state.legal_actions())))
            self._first.append(self._next)
            self._next += len(state.legal_actions())
            self.tensors.append(state.information_state_tensor(seat))
        return self._first[self.states[key]]


class Ours(policies.Policy):
    """A policy over sequences as one of OpenSpiel's; `states` maps information-state strings to rows of the form."""

    def __init__(self, game: Any, form: SequenceForm, states: dict[str, int], policy: np.ndarray) -> None:
        super().__init__(game, list(range(SEATS)))
        self.form, self.states, self.policy = form, states, policy

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        first = self.form.first[self.states[state.information_state_string(seat)]]
        return {action: float(self.policy[first + n]) for n, action in enumerate(state.legal_actions(seat))}


def load(name: str) -> Any:
    return pyspiel.load_game(name)
