"""Redeal against the whole tree: what it draws is what the histories of the seat's information state hold, and nothing else.

All actions are public, so the histories that a seat can't tell apart differ in luck alone: they are found by taking the actions
of a game again under all luck.
"""

import random
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from pagan_env.core.jit import rows
from pagan_env.pagan.game import GAME
from pagan_env.pagan.layout import CHANCE, NOBODY_TO_ACT, WITCH
from tests.pagan.position import Position

from .walk import Walk, key, legal

MIDI, MEMORY = "midi@1", Path(__file__).parent / "memory.toml"
REDEALS, BATCH = 100_000, 10_000


def hidden(state: np.void, seat: int) -> tuple:
    """What `seat` can't know: the identity or the Suspects, and the other hand and deck."""
    foe = state["seats"][1 - seat]
    return (int(state["true_witch"]), *(tuple(part.tolist()) for part in (state["suspects"], foe["hand"], foe["deck"])))


def game(ruleset, rng: random.Random, most: int) -> list[int]:
    """The actions of a random game's first decisions."""
    taken: list[int] = []
    states = rows(np.zeros(1, GAME.state))
    GAME.kernels.reset(states, ruleset.tables, np.zeros(1, np.int64), np.array([rng.randrange(2**62)]))
    while len(taken) < most and states[0]["to_act"] != NOBODY_TO_ACT:
        taken.append(rng.choice(legal(states, 0)))
        GAME.kernels.apply(states, ruleset.tables, 0, taken[-1])
    return taken


class Luck:
    """All luck that leads through the same actions: by seat and key, the chance of each hidden part, and a history of it."""

    def __init__(self, ruleset, actions: list[int]) -> None:
        self.actions = actions
        self.found: list[dict] = [defaultdict(Counter) for _ in range(2)]
        self.example: list[dict] = [{}, {}]
        Walk(ruleset, self.visit).run(0)

    def visit(self, states, d, chance, decided):
        if decided < len(self.actions):
            action = self.actions[decided]
            return {action: decided + 1} if action in legal(states, d) else {}
        for seat in range(2):
            mine = key(states, d, seat)
            self.found[seat][mine][hidden(states.view(np.ndarray)[d], seat)] += chance
            self.example[seat].setdefault(mine, states[d : d + 1].copy())
        return {}


def redealt(state: np.ndarray, ruleset, seat: int, count: int) -> Counter:
    """How often each hidden part is redealt."""
    found: Counter = Counter()
    for start in range(0, count, BATCH):
        states = rows(np.repeat(state.view(np.ndarray), min(BATCH, count)))
        for i in range(len(states)):
            GAME.kernels.redeal(states, ruleset.tables, i, seat, start + i)
        plain = states.view(np.ndarray)
        parts = [plain["true_witch"][:, None], plain["suspects"]]
        parts += [plain["seats"][name][:, 1 - seat] for name in ("hand", "deck")]
        _, first, counts = np.unique(np.concatenate(parts, 1), axis=0, return_index=True, return_counts=True)
        for row, number in zip(first, counts, strict=True):
            found[hidden(plain[row], seat)] += int(number)
    return found


@pytest.fixture(scope="module")
def midi():
    """Of some games of midi, the information states of each seat that leave most open."""
    ruleset, rng, found = GAME.load_ruleset(MIDI), random.Random(0), []
    for length in (4, 6, 8, 9, 10, 11, 12, 13):
        luck = Luck(ruleset, game(ruleset, rng, length))
        for seat in range(2):
            if luck.found[seat]:
                widest = max(luck.found[seat], key=lambda mine, seat=seat: len(luck.found[seat][mine]))
                found.append((seat, luck.example[seat][widest], luck.found[seat][widest]))
    assert {seat for seat, _, _ in found} == {0, 1}
    assert max(len(weights) for _, _, weights in found) >= 9
    return ruleset, found


def test_redeals_are_as_likely_as_the_luck_that_leads_there(midi):
    """Cards of one copy each: uniform over deals, as rulings 58 and 73 say, is then the chance of the histories."""
    ruleset, found = midi
    for seat, state, weights in found:
        drawn = redealt(state, ruleset, seat, REDEALS)
        assert set(drawn) == set(weights)
        parts = sorted(weights)
        chances = np.array([weights[part] for part in parts])
        expected = REDEALS * chances / chances.sum()
        if len(parts) > 1:
            assert chisquare([drawn[part] for part in parts], expected).pvalue > 1e-4


def test_hands_are_uniform_over_labelled_cards():
    """Five cards in the Hunter's hand, two of them known to the Witch: each choice of three of the ten others is as likely."""
    p = Position(WITCH).hand(bribe=2, clerk=1, gossip=1, armory=1).start()
    known = {"bribe": 1, "armory": 1}
    kinds = {name: p.kind(name)[1] for name in ("clerk", "bribe", "gossip", "lock_down", "persuasion", "armory")}
    for name, count in known.items():
        p.s.seats[WITCH].foe_hand[kinds[name]] = count
    pool = [kind for name, kind in kinds.items() for _ in range(2 - known.get(name, 0))]
    choices = Counter(tuple(sorted(choice)) for choice in combinations(pool, 3))
    drawn: Counter = Counter()
    for (_, _, hand, _), count in redealt(p.states, p.ruleset, WITCH, REDEALS).items():
        unknown = Counter({kind: n for kind, n in enumerate(hand) if n}) - Counter({kinds[n]: c for n, c in known.items()})
        drawn[tuple(sorted(unknown.elements()))] += count
    assert set(drawn) == set(choices)
    expected = [REDEALS * choices[choice] / choices.total() for choice in sorted(choices)]
    assert chisquare([drawn[choice] for choice in sorted(choices)], expected).pvalue > 1e-4


@pytest.mark.parametrize("ruleset", [MIDI, MEMORY], ids=["midi", "memory"])
def test_redeals_never_contradict_what_was_seen(ruleset):
    """Each redeal of each information state is one of its histories, and each of its histories is redealt."""
    rules, rng, states = GAME.load_ruleset(ruleset), random.Random(1), 0
    for _ in range(60):
        luck = Luck(rules, game(rules, rng, rng.randrange(4, 50)))
        for seat in range(2):
            for mine, weights in list(luck.found[seat].items())[:4]:
                drawn = redealt(luck.example[seat][mine], rules, seat, 60 * len(weights))
                assert set(drawn) == set(weights)
                states += 1
    assert states > 60


def test_a_game_of_reshuffles_is_among_them():
    """The small decks do come to their ends, and cards do go back to the Hunter's hand."""
    rules, rng = GAME.load_ruleset(MEMORY), random.Random(1)
    reshuffled = known = 0
    for _ in range(60):
        states = rows(np.zeros(1, GAME.state))
        GAME.kernels.reset(states, rules.tables, np.zeros(1, np.int64), np.array([rng.randrange(2**62)]))
        while states[0]["to_act"] not in (NOBODY_TO_ACT, CHANCE):
            GAME.kernels.apply(states, rules.tables, 0, rng.choice(legal(states, 0)))
            reshuffled += bool((states["log"]["what"][0] == 4).any())
            known += bool(states["seats"]["foe_hand"].any())
    assert reshuffled and known
