"""The engine and the model side by side: the same outcomes and actions, compared at each decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.layout import CHANCE, SEATS, STATE
from pagan_env.paradise_lost.observe import SIZE
from pagan_env.paradise_lost.rulesets import DATA, Ruleset, load_ruleset

from .game import Game
from .rules import Rules, load

ACTIONS = 225
NO_FACTS = {
    *("seed", "draws", "seats.key", "seats.legal", "ruleset", "depth", "answer", "cancelled", "filled", "slots"),
    *(f"stack.{name}" for name in STATE["stack"].base.names),
}
"""Fields of the record that are the engine's own: how it works, not what is so in the game."""

Picker = Callable[[Game, random.Random], int]


class Difference(AssertionError):
    """The first place where engine and model differ, with how the game came there."""


def both(file: str | Path, heroes: int) -> tuple[Ruleset, Rules]:
    """Engine's and model's reading of a ruleset; the engine asks for each outcome of luck."""
    ruleset = load_ruleset(file, heroes)
    tables = ruleset.tables.copy()
    tables["rulesets"]["explicit_chance"] = 1
    ruleset = replace(ruleset, tables=tables)
    path = Path(file) if str(file).endswith(".toml") else next((DATA / "rulesets").glob(f"{file}@*.toml"))
    return ruleset, load(DATA, path, heroes)


class Pair:
    """A game of both."""

    def __init__(self, ruleset: Ruleset, rules: Rules, seed: int) -> None:
        self.ruleset, self.game, self.seed = ruleset, Game(rules), seed
        self.rng = random.Random(seed)
        self.states = rows(np.zeros(1, STATE))
        self.status = np.zeros(4, np.int64)
        self.weights = np.zeros(ACTIONS, np.int64)
        self.words = np.zeros(STATE["seats"].base["legal"].shape[0], np.uint64)
        self.out = np.zeros(SIZE, np.int8)
        self.payoffs = np.zeros(SEATS, np.float32)
        self.actions: list[int] = []
        self.decisions = 0
        kernels.start(self.states, ruleset.tables, 0, 0, seed)
        self.luck()

    def take(self, action: int) -> None:
        """An action or an outcome in both."""
        self.actions.append(action)
        if kernels.advance(self.states, self.ruleset.tables, 0, action):
            self.differ(["the engine refuses the last action"])
        self.game.go_on(action)

    def act(self, action: int) -> None:
        """A decision, and the luck that follows."""
        self.decisions += 1
        self.take(action)
        self.luck()

    def luck(self) -> None:
        """Outcomes of luck as the weights have it, until someone decides."""
        while True:
            state = self.state
            chance = self.game.chance
            pending = int(state["to_act"]) == CHANCE
            if not pending and chance is None:
                break
            if chance is None or not pending:
                model = chance or self.game.question
                self.differ([f"luck: engine {state['to_act']} {state['decision']}, model {model}"])
            assert chance is not None
            kernels.outcomes(self.states, self.ruleset.tables, 0, self.weights)
            theirs = self.weights.tolist()
            own = chance.weights + [0] * (ACTIONS - len(chance.weights))
            if int(state["decision"]) != chance.decision or own != theirs:
                shown = {n: w for n, w in enumerate(theirs) if w}
                self.differ([f"luck: engine {state['decision']} {shown}, model {chance}"])
            self.take(self.rng.choices(range(ACTIONS), theirs)[0])
        found = list(self.differences())
        if found:
            self.differ(found)

    def differ(self, found: list[str]) -> None:
        """Tell the first difference."""
        name = f"{self.ruleset.name}, {self.game.rules.players} Heroes, seed {self.seed}"
        raise Difference(f"{name}, after {len(self.actions)} {self.actions[-12:]}: " + "\n".join(found[:12]))

    @property
    def state(self) -> np.void:
        """The engine's record."""
        return self.states.view(np.ndarray)[0]

    def differences(self) -> Iterator[str]:
        """What engine and model see differently now: legal set, facts, observations, payoffs."""
        game = self.game
        kernels.legal(self.states, 0, self.words)
        legal = set(np.flatnonzero(np.unpackbits(self.words.view(np.uint8), bitorder="little")).tolist())
        if legal != game.legal():
            text = [[game.rules.meaning(a) for a in sorted(s)] for s in (legal - game.legal(), game.legal() - legal)]
            yield f"legal: engine only {text[0]}, model only {text[1]}"
        state = self.state
        for path, own in game.facts().items():
            theirs = value(state, path)
            if own != theirs and not path.startswith("log."):
                yield f"{path}: engine {theirs}\n     model {own}"
        yield from events(state, game)
        for seat in range(game.rules.players):
            kernels.observe(self.states, self.ruleset.tables, 0, seat, self.out)
            seen, theirs = game.observation(seat), self.out.tolist()
            if seen != theirs:
                yield from (f"observation of seat {seat}: {text}" for text in columns(game, seen, theirs))
        kernels.returns(self.states, 0, self.payoffs)
        if self.payoffs.tolist()[: game.rules.players] != game.payoffs():
            yield f"payoffs: engine {self.payoffs.tolist()}, model {game.payoffs()}"


def columns(game: Game, own: list[int], theirs: list[int]) -> Iterator[str]:
    """Which columns of which blocks differ."""
    if len(own) != len(theirs):
        yield f"{len(theirs)} columns, model {len(own)}"
    for block in game.rules.blocks:
        for column in range(block["size"]):
            at = block["start"] + column
            if own[at] != theirs[at]:
                yield f"{block['block']}[{column}]: engine {theirs[at]}, model {own[at]}"


def events(state: np.void, game: Game) -> Iterator[str]:
    """The last events of both that differ."""
    own = list(zip(*game.table.columns.values(), strict=True))
    theirs = [tuple(row) for row in state["log"].tolist()]
    if own == theirs:
        return
    for n in range(max(0, game.table.log_count - 62), game.table.log_count + 2):
        if own[n % 64] != theirs[n % 64]:
            yield f"event {n} (what seat a b secret seen_by): engine {theirs[n % 64]}, model {own[n % 64]}"


def value(state: np.void, path: str) -> object:
    """A field of the record by its path in layout.json, as ints and lists."""
    found = state
    for part in path.split("."):
        found = found[part]
    return found.tolist()


def play(ruleset: Ruleset, rules: Rules, seed: int, pick: Picker, most: int) -> int:
    """Play one game at random, up to `most` decisions, comparing all; returns how many. Raises Difference."""
    pair = Pair(ruleset, rules, seed)
    rng = random.Random(seed)
    while pair.game.question and pair.decisions < most:
        pair.act(pick(pair.game, rng))
    return pair.decisions


def told(game: Game) -> set[str]:
    """The paths of the facts that the model tells."""
    return set(game.facts())
