"""Encodings for agents, beside the flat observation of observe.py, and the loops that fill them for many games at once.

    entities = ENTITIES.zeros(n)
    fill_entities(states, tables, seats, entities)

ENCODINGS declares them: what a row is, every column with its range and meaning (docs/encodings.md, encodings.json). What a seat
can't know is in none of them. Arrays are C-contiguous; `states` is (N,) of STATE, `tables` (1,) a ruleset's TABLES.
"""

from __future__ import annotations

import numpy as np

from ..core.columns import Column, Encoding
from ..core.jit import kernel
from . import entities, features, history
from .entities import entities as write_entities
from .features import action_features
from .history import history as write_history
from .layout import EVENTS, SEATS
from .tables import NUMBERS, RULESET_RECORD

# The largest legal set that a ruleset can have: the Witch's Action phase with a visit or Ready of each villager, all 50 kinds in
# hand, Influence, a card and the Ritual, each by either pawn, and three complete Brews.
MOST_ACTIONS = 2 * 9 + 2 + 2 + 2 * 50 + 2 + 3

ENTITIES = Encoding(
    "entities",
    np.dtype(np.int8),
    (entities.ENTITIES, entities.WIDTH),
    f"Rows {entities.VILLAGER_ROWS} to {entities.PLACE_ROWS - 1} are the villagers, up to {entities.SEAT_ROWS - 1} the places, "
    f"{entities.SEAT_ROWS} the observing seat, {entities.SEAT_ROWS + 1} the other, {entities.GAME_ROW} the game; from "
    f"{entities.CARD_ROWS} on, kinds of card in hands, decks and piles, those in hands first. The array may have fewer rows or "
    f"more, at least {entities.CARD_ROWS}. Rows without a 1 in the first five columns are empty. From `ally` on, columns say "
    "what a card is; from `pay_influence` on, what programs do: a villager's skill, a card's programs but `lift`, in the game's "
    "row what is left of the one that asks.",
    entities.COLUMNS,
)
HISTORY = Encoding(
    "history",
    np.dtype(np.int16),
    (EVENTS, history.WIDTH),
    f"A row an event, the newest first; the array may have fewer than {EVENTS}. Rows before the game's first event are all 0.",
    history.COLUMNS,
)
ACTIONS = Encoding(
    "actions",
    np.dtype(np.int8),
    (MOST_ACTIONS, features.WIDTH),
    "A row for each legal action of the seat to act, in rising order of the actions' numbers, which stand in an array of their "
    f"own. No ruleset has more than {MOST_ACTIONS} at once; the array may have fewer rows. No column tells the number of a card.",
    features.COLUMNS,
)
RULES = Encoding(
    "rules",
    np.dtype(np.int16),
    (len(NUMBERS),),
    "One row: the numbers of the game's ruleset.",
    tuple(Column(field.name, field.doc, field.high, field.low) for field in NUMBERS),
)
ENCODINGS = (ENTITIES, HISTORY, ACTIONS, RULES)


@kernel
def fill_entities(states, tables, seats, out):
    """What a seat of each game knows, int8 (N, E, F); `seats` int64 (N,). A seat that is none (-1) gets rows of 0."""
    for i in range(states.shape[0]):
        if 0 <= seats[i] < SEATS:
            write_entities(states[i], tables[0], seats[i], out[i])
        else:
            out[i, :, :] = 0


@kernel
def fill_history(states, seats, out):
    """The last events of each game as a seat saw them, int16 (N, K, F); `seats` int64 (N,), -1 for rows of 0."""
    for i in range(states.shape[0]):
        if 0 <= seats[i] < SEATS:
            write_history(states[i], seats[i], out[i])
        else:
            out[i, :, :] = 0


@kernel
def fill_actions(states, tables, ids, out, counts):
    """The legal actions of each game's seat to act: `ids` int64 (N, M), `out` int8 (N, M, F), how many `counts` int64 (N,).

    Rows from a game's count on are left as they were. Returns -1, or the first game that has more than M (and is not filled, nor
    are those after it).
    """
    for i in range(states.shape[0]):
        counts[i] = 0
        if 0 <= states[i].to_act < SEATS:
            counts[i] = action_features(states[i], tables[0], states[i].to_act, ids[i], out[i])
            if counts[i] < 0:
                return i
    return -1


def fill_rules(states: np.ndarray, tables: np.ndarray, out: np.ndarray) -> None:
    """The numbers of each game's ruleset, int16 (N, F): constant through a game, so once a game is enough."""
    rulesets = np.ascontiguousarray(tables["rulesets"][0]).view(np.ndarray)
    numbers = rulesets.view(np.int16).reshape(len(rulesets), -1)[:, : len(NUMBERS)]
    out[:] = numbers[states["ruleset"]]


assert RULESET_RECORD.fields[: len(NUMBERS)] == NUMBERS, "fill_rules reads the numbers from the front of the record"
