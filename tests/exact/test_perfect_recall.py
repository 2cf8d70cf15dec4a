"""Perfect recall: one information-state key for one action-observation history of a seat, and no key for two of them."""

import random

import numpy as np
import pytest

from pagan_env.core.jit import rows
from pagan_env.pagan.game import GAME
from pagan_env.pagan.view import view

from .walk import Walk, key, legal

SEATS = range(2)


class Recall:
    """Keeps what each seat has seen at each decision of either seat and done itself, beside its keys.

    What is seen is the observation and the event log: a pawn that comes home by a card and would have come home anyway in the
    same breath shows in the log alone.
    """

    def __init__(self, ruleset, pick=list):
        self.seen = np.zeros(GAME.observation_size, np.int8)
        self.viewed = rows(np.zeros(1, GAME.state))
        self.history_of = [{}, {}]  # by key
        self.key_of = [{}, {}]  # by history
        self.walk = Walk(ruleset, self.visit, pick)
        self.walk.run((b"", b""))

    def visit(self, states, d, chance, past):
        pasts = []
        for seat in SEATS:
            GAME.kernels.observe(states, self.walk.tables, d, seat, self.seen)
            view(states, d, seat, self.viewed)
            history = hash((past[seat], self.seen.tobytes(), self.viewed["log"].tobytes()))
            mine = key(states, d, seat)
            assert self.history_of[seat].setdefault(mine, history) == history, f"seat {seat} forgets"
            assert self.key_of[seat].setdefault(history, mine) == mine, f"seat {seat} knows more than it has seen"
            pasts.append(history)
        actor = int(states[d]["to_act"])
        return {a: tuple(hash((pasts[s], a)) if s == actor else pasts[s] for s in SEATS) for a in legal(states, d)}


def test_mini_has_perfect_recall():
    recall = Recall(GAME.load_ruleset("mini@1"))
    assert recall.walk.histories == 95_047
    assert [len(keys) for keys in recall.key_of] == [33_033, 11_311]


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
def test_midi_has_perfect_recall_in_samples(seed):
    """Up to two actions a decision, all luck: many histories that differ only in what one of the seats can't see."""
    rng = random.Random(seed)
    recall = Recall(GAME.load_ruleset("midi@1"), lambda actions: rng.sample(actions, min(2, len(actions))))
    assert recall.walk.histories > 20_000
    assert min(len(keys) for keys in recall.key_of) > 1_000


def test_a_forgetful_key_is_found(monkeypatch):
    """Were keys those of the present observation alone, the walk would say so."""
    monkeypatch.setattr("tests.exact.test_perfect_recall.key", lambda states, d, seat: int(states[d]["seats"]["influence"][seat]))
    with pytest.raises(AssertionError, match="forgets"):
        Recall(GAME.load_ruleset("mini@1"))
