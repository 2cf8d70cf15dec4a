"""A net over action features ranks cards that it has never met; one that knows cards by their number can't.

Sixty Events of random programs and prices, in six decks. A small net learns, from games with four of the decks, what playing a
card is worth; then it ranks the cards of the other two. Worth is measured by playing: how the record stands for the Hunter once
the card has had its effect, against how it stood before.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import torch

from pagan_env.core.jit import rows
from pagan_env.pagan import encodings, kernels
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.encodings import ACTIONS, MOST_ACTIONS
from pagan_env.pagan.layout import ACTION, CLUE, HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import Ruleset
from tests.pagan.own_cards import ruleset_of
from tests.pagan.support import deal, legal

KINDS, TRAINED_DECKS, DECKS, GAMES, TRIES = 10, 4, 6, 12, 4
LINES = (
    ("gain {} Influence", 5),
    ("gain {} Influence for the opponent", 3),
    ("gain {} Evidence", 2),
    ("draw {} card{s}", 3),
    ("the opponent discards {} card{s}", 2),
    ("place {} Clue{s} on any villagers", 3),
    ("remove {} Secret{s} from any villagers", 3),
)
PLAYS = [LEXICON.index("play", kind, 0) for kind in range(KINDS)]


@dataclass(frozen=True)
class Example:
    """A position in which the Hunter may play several cards: by card its row, its kind, and what playing it was worth."""

    features: np.ndarray
    kinds: np.ndarray
    worth: np.ndarray


def random_program(rng: random.Random) -> tuple[str, ...]:
    program = []
    for line, most in rng.sample(LINES, rng.randint(1, 2)):
        n = rng.randint(1, most)
        program.append(line.format(n, s="" if n == 1 else "s"))
    return tuple(program)


def decks(folder: Path, rng: random.Random) -> list[Ruleset]:
    """Six rulesets of ten Events each, no program twice."""
    programs: dict[tuple[str, ...], int] = {}
    while len(programs) < KINDS * DECKS:
        programs[random_program(rng)] = rng.randint(0, 6)
    events = [{"type": "event", "cost": cost, "play": list(program)} for program, cost in programs.items()]
    made = []
    for first in range(0, len(events), KINDS):
        cards = {f"event_{first + n}": events[first + n] for n in range(KINDS)}
        numbers = {"hand_start": 12, "hand_limit": 40, "influence_start": 25, "pawns_first_turn": 0}
        made.append(ruleset_of(folder, cards, {"allure": KINDS * 4}, dict.fromkeys(cards, 4), **numbers))
    return made


def standing(state: np.void) -> float:
    """What the table is worth to the Hunter: Influence, Evidence, cards, Clues against Secrets."""
    seats, tokens = state["seats"], state["villagers"]["tokens"].sum(0)
    influence, cards = (int(seats[name][HUNTER]) - int(seats[name][WITCH]) for name in ("influence", "hand_size"))
    return influence + 3.0 * seats["evidence"][HUNTER] + 1.5 * cards + 1.0 * tokens[CLUE] - 1.0 * tokens[SECRET]


def worth(states: np.ndarray, ruleset: Ruleset, action: int, rng: random.Random) -> float:
    """What an action changes in how things stand, its smaller decisions taken at random; the mean of some tries."""
    total = 0.0
    for _ in range(TRIES):
        tried = rows(states.copy())
        before = standing(tried.view(np.ndarray)[0])
        kernels.apply(tried, ruleset.tables, 0, action)
        while tried[0]["decision"] != ACTION:
            kernels.apply(tried, ruleset.tables, 0, rng.choice(legal(tried, 0)))
        total += standing(tried.view(np.ndarray)[0]) - before
    return total / TRIES


def examples(ruleset: Ruleset, rng: random.Random) -> list[Example]:
    """Positions of random games in which the Hunter may play several cards and has pawns to spare."""
    found = []
    ids, out, counts = np.zeros((1, MOST_ACTIONS), np.int64), ACTIONS.zeros(1), np.zeros(1, np.int64)
    for seed in range(GAMES):
        states = deal([seed], ruleset)
        while (choices := legal(states, 0)) and states[0]["round_number"] < 6:
            cards = [action for action in choices if action in PLAYS]
            if len(cards) > 2 and states[0]["to_act"] == HUNTER and states[0]["seats"]["pawns"][HUNTER] > 1:
                assert encodings.fill_actions(states, ruleset.tables, ids, out, counts) == -1
                at = [ids[0, : counts[0]].tolist().index(action) for action in cards]
                values = [worth(states, ruleset, action, rng) for action in cards]
                found.append(Example(out[0, at].astype(np.float32), np.array([PLAYS.index(a) for a in cards]), np.array(values)))
            kernels.apply(states, ruleset.tables, 0, rng.choice(choices))
    return found


def trained(inputs: np.ndarray, values: np.ndarray) -> torch.nn.Module:
    """A net of one hidden layer that foretells the worth."""
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], 32), torch.nn.Tanh(), torch.nn.Linear(32, 1))
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01, weight_decay=0.1)
    x, y = torch.from_numpy(inputs), torch.from_numpy(values.astype(np.float32))
    for _ in range(400):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(net(x)[:, 0], y).backward()
        optimizer.step()
    return net


def ranked_right(scores: list[np.ndarray], told: list[Example]) -> float:
    """Share of the pairs of cards in a position, one worth at least 1 more than the other, that scores put in that order."""
    right = []
    for score, example in zip(scores, told, strict=True):
        for a, b in combinations(range(len(score)), 2):
            if abs(example.worth[a] - example.worth[b]) >= 1:
                right.append((score[a] > score[b]) == (example.worth[a] > example.worth[b]))
    assert len(right) > 1000
    return float(np.mean(right))


def scores_of(net: torch.nn.Module, inputs: list[np.ndarray]) -> list[np.ndarray]:
    with torch.no_grad():
        return [net(torch.from_numpy(part))[:, 0].numpy() for part in inputs]


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> tuple[list[Example], list[Example]]:
    """Examples from games with the decks to learn from, and from games with the others."""
    torch.set_num_threads(1)
    rng = random.Random(5)
    by_deck = [examples(ruleset, rng) for ruleset in decks(tmp_path_factory.mktemp("decks"), rng)]
    return [e for deck in by_deck[:TRAINED_DECKS] for e in deck], [e for deck in by_deck[TRAINED_DECKS:] for e in deck]


def test_a_net_over_action_features_ranks_cards_that_it_never_met(played):
    learned, held_out = played
    values = np.concatenate([e.worth for e in learned])
    scale = np.maximum(1, np.abs(np.concatenate([e.features for e in learned])).max(0))
    net = trained(np.concatenate([e.features for e in learned]) / scale, values)
    right = ranked_right(scores_of(net, [e.features / scale for e in held_out]), held_out)

    one_hot = np.eye(KINDS, dtype=np.float32)
    by_number = trained(np.concatenate([one_hot[e.kinds] for e in learned]), values)
    guessed = ranked_right(scores_of(by_number, [one_hot[e.kinds] for e in held_out]), held_out)

    rng = np.random.default_rng(0)
    mixed_up = ranked_right(scores_of(net, [rng.permutation(e.features / scale) for e in held_out]), held_out)
    assert right > 0.95  # rows without their programs come to 0.73, rows without the price to 0.70
    assert guessed < 0.65
    assert mixed_up < 0.65
