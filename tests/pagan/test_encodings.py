"""The encodings for agents: complete, in range, as declared, and blind to what a seat can't know."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pagan_env.core.columns import Column, places
from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import dump, encodings, entities, kernels, observe
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.encodings import ACTIONS, ENCODINGS, ENTITIES, HISTORY, MOST_ACTIONS, RULES
from pagan_env.pagan.layout import (
    DECIDED,
    DECISIONS,
    DISCARDED,
    DREW,
    ELIMINATED,
    ENDED,
    EVENTS,
    EVIDENCE_GAINED,
    HUNTER,
    IDENTITY,
    LOOKED,
    PLACES,
    RESHUFFLED,
    SEATS,
    SHOWN,
    STATE_RECORD,
    SUSPECT_DRAWN,
    TURN_BEGAN,
    VILLAGERS,
    WITCH,
)
from pagan_env.pagan.rulesets import Ruleset, load_ruleset, ruleset_names
from tests.pagan.support import EFFECTS, RULESET, deal, legal, named, random_games, variant

GAMES, LOOKED_AT, SKIPPED = (60, 800, 10) if COMPILED else (1, 12, 2)
AT = places(ENTITIES.columns)
HELD = ("clues", "secrets", "favors", "first_own", "second_own")
VARIANTS = {
    "scarce": {"supply_clues": 6, "supply_secrets": 7, "supply_favors": 2, "hand_limit": 2, "eliminate_clues": 1},
    "rich": {"hand_start": 20, "hand_limit": 60, "influence_start": 90, "gain_influence": 99, "ritual_favors": 2},
}


def encoded(states: np.ndarray, ruleset: Ruleset, seat: int | None = None, only: str = "") -> dict[str, np.ndarray]:
    """All encodings of some games by name, for one seat or for the seats to act; and the actions' `ids` and `counts`.

    `only` names one to fill: the actions of states whose legal sets are noise can't be.
    """
    n = len(states)
    seats = states["to_act"].astype(np.int64) if seat is None else np.full(n, seat)
    out = {encoding.name: encoding.zeros(n) for encoding in ENCODINGS}
    ids, counts = np.zeros((n, MOST_ACTIONS), np.int64), np.zeros(n, np.int64)
    if only in ("", "entities"):
        encodings.fill_entities(states, ruleset.tables, seats, out["entities"])
    if only in ("", "history"):
        encodings.fill_history(states, seats, out["history"])
    if only in ("", "actions"):
        assert encodings.fill_actions(states, ruleset.tables, ids, out["actions"], counts) == -1
    if only in ("", "rules"):
        encodings.fill_rules(states, ruleset.tables, out["rules"])
    return {**out, "ids": ids, "counts": counts}


PLAYED = [*ruleset_names(), EFFECTS.name, *VARIANTS] if COMPILED else [RULESET.name, EFFECTS.name, "rich"]


@pytest.fixture(scope="module", params=PLAYED)
def played(request, tmp_path_factory) -> tuple[Ruleset, np.ndarray]:
    """A ruleset, and running and finished games of every stage."""
    changes = VARIANTS.get(request.param)
    ruleset = named(request.param) if changes is None else variant(tmp_path_factory.mktemp("ruleset"), **changes)
    running, final, _ = random_games(GAMES, ruleset, batch=30)
    return ruleset, rows(np.concatenate([running[:: len(running) // LOOKED_AT + 1], final[: LOOKED_AT // 10]]))


@pytest.fixture(scope="module")
def running() -> np.ndarray:
    """Some states of running games under the default ruleset."""
    states = random_games(3 if COMPILED else 1)[0]
    return rows(states[:: len(states) // (50 if COMPILED else 6)])


# ---- as declared -----------------------------------------------------------------------------------------------------


def test_the_page_is_that_of_the_code():
    """Whoever changes a column runs `python -m pagan_env.pagan.dump` and commits the diff."""
    assert dump.PAGE.read_text(encoding="utf-8") == dump.page()
    for encoding in ENCODINGS:
        assert all(f"| {n} | `{name}` |" in dump.page() for n, name in enumerate(encoding.names))


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_declarations(encoding):
    assert encoding.shape[-1] == len(encoding.columns) == len(places(encoding.columns))
    bounds = np.iinfo(encoding.dtype)
    for n, column in enumerate(encoding.columns):
        assert encoding.index(column.name) == n
        assert bounds.min <= column.low <= column.high <= bounds.max
        assert column.doc.endswith(".")
    assert encoding.zeros(3).shape == (3, *encoding.shape)
    with pytest.raises(ValueError, match=f"{encoding.name}: found column 'aura', allowed: {encoding.names[0]}, "):
        encoding.index("aura")


def test_two_columns_of_one_name_are_refused():
    with pytest.raises(ValueError, match=r"found \['a'\] twice"):
        places((Column("a", "One."), Column("b", "Two."), Column("a", "Three.")))


def test_every_number_is_in_range(played):
    ruleset, states = played
    for seat in range(SEATS):
        found = encoded(states, ruleset, seat)
        found["actions"] = np.concatenate([found["actions"][i, :n] for i, n in enumerate(found["counts"])])
        for encoding in ENCODINGS:
            values = found[encoding.name].reshape(-1, len(encoding.columns))
            outside = (values < [c.low for c in encoding.columns]) | (values > [c.high for c in encoding.columns])
            assert not outside.any(), [encoding.columns[n] for n in np.flatnonzero(outside.any(0))]


def test_nobody_to_act_means_rows_of_zero():
    _, final, _ = random_games(1)
    found = encoded(final, RULESET)
    assert not any(found[name].any() for name in ("entities", "history", "actions", "counts"))
    assert encoded(final, RULESET, HUNTER)["history"][:, 0, HISTORY.index("ending")].all()


# ---- entities --------------------------------------------------------------------------------------------------------


def columns(row: np.ndarray, *names: str) -> list[int]:
    return [int(row[AT[name]]) for name in names]


def kinds_of(found: np.ndarray, own: int, column: str) -> np.ndarray:
    """Counts by kind, from the rows of cards outside play."""
    counts = np.zeros(50, int)
    for row in found[entities.CARD_ROWS :]:
        card, owned, kind, count = columns(row, "card", "own", "kind", column)
        if card and owned == own:
            counts[kind - 1] += count
    return counts


def in_play(found: np.ndarray, own: int) -> np.ndarray:
    rows_of_places = [columns(row, "place", "own", "kind") for row in found[entities.PLACE_ROWS : entities.SEAT_ROWS]]
    return np.bincount([kind - 1 for place, owned, kind in rows_of_places if place and owned == own], minlength=50)


def marked(found: np.ndarray, first: int, count: int, name: str) -> int:
    """The number (from 1) of the row that has a mark; 0: none."""
    marks = found[first : first + count, ENTITIES.index(name)]
    assert marks.sum() <= 1
    return int(marks.argmax()) + 1 if marks.any() else 0


def villagers_of(found: np.ndarray, seat: int) -> Iterator[int]:
    for row in found[:VILLAGERS]:
        pawns = ("own_pawns", "foe_pawns") if seat == WITCH else ("foe_pawns", "own_pawns")
        facts = ("familiar_pawn", "eliminated", "true_witch", "suspect")
        yield from columns(row, *HELD, *pawns, *facts)


def marks_of(row: np.ndarray) -> list[int]:
    """Tokens on a card, and its marks in one number."""
    return [*columns(row, *HELD), max(columns(row, "pawn", "used")) + 2 * columns(row, "blank")[0]]


def flat_of(found: np.ndarray, seat: int) -> dict[str, list[int]]:
    """The blocks of the flat observation, put together from one game's entities."""
    own, foe, game = found[entities.SEAT_ROWS], found[entities.SEAT_ROWS + 1], found[entities.GAME_ROW]
    of_places = found[entities.PLACE_ROWS : entities.SEAT_ROWS]
    decision, kind_on_its_way = columns(game, "decision", "kind")
    colours = columns(game, "red", "blue", "green")
    return {
        "seat": [1 - columns(own, "witch")[0] if n else columns(own, "witch")[0] for n in range(SEATS)],
        "own_hand": kinds_of(found, 1, "in_hand").tolist(),
        "foe_hand_known": kinds_of(found, 0, "in_hand").tolist(),
        "own_discard": kinds_of(found, 1, "in_discard").tolist(),
        "foe_discard": kinds_of(found, 0, "in_discard").tolist(),
        "own_revealed": kinds_of(found, 1, "revealed").tolist(),
        "foe_revealed": kinds_of(found, 0, "revealed").tolist(),
        "own_in_play": in_play(found, 1).tolist(),
        "foe_in_play": in_play(found, 0).tolist(),
        "own_counts": columns(own, "influence", "evidence", "own_pawns", "familiar_pawn", "in_hand", "in_deck"),
        "foe_counts": columns(foe, "influence", "evidence", "foe_pawns", "familiar_pawn", "in_hand", "in_deck"),
        "turn": [
            *columns(game, "round"),
            seat if columns(own, "turn")[0] else 1 - seat,
            *columns(game, "innocents", "suspects_drawn"),
            colours.index(1) + 1 if any(colours) else 0,
            *(columns(own if n == seat else foe, "objective")[0] for n in (WITCH, HUNTER)),
        ],
        "supply": columns(game, *HELD, "evidence"),
        "villagers": list(villagers_of(found, seat)),
        "place_kinds": [columns(row, "kind")[0] for row in of_places],
        "place_marks": [
            n for row in of_places for n in (*columns(row, *HELD), sum(columns(row, "pawn", "used", "blank", "blank")))
        ],
        "decision": [1 if n == decision else 0 for n in range(1, DECISIONS + 1)],
        "to_act": columns(own, "to_act"),
        "work": [
            marked(found, 0, VILLAGERS, "subject"),
            marked(found, entities.PLACE_ROWS, PLACES, "source"),
            marked(found, 0, VILLAGERS, "target"),
            marked(found, entities.PLACE_ROWS, PLACES, "chosen"),
            *columns(game, "token", "amount"),
            0,  # the verb: of the line that asks, the entities say what it and the rest of the program do
            *columns(game, "mark"),
            kind_on_its_way,
        ],
    }


def test_entities_tell_all_that_the_flat_observation_tells(played):
    ruleset, states = played
    flat, at = np.zeros(observe.SIZE, np.int8), observe.SLICES
    for seat in range(SEATS):
        found = encoded(states, ruleset, seat)["entities"]
        for i in range(0, len(states), SKIPPED):
            kernels.observe(states, ruleset.tables, i, seat, flat)
            wanted = {name: flat[part].tolist() for name, part in at.items()}
            kinds = [0, *wanted["place_kinds"]]
            work = wanted["work"]
            work[6] = 0
            work[1], work[3] = (place if kinds[place] else 0 for place in (work[1], work[3]))  # no mark on an empty place
            assert flat_of(found[i], seat) == wanted


def test_entities_tell_the_own_deck_and_leave_no_card_out(played):
    ruleset, states = played
    for seat in range(SEATS):
        found = encoded(states, ruleset, seat)["entities"]
        assert not found[:, entities.GAME_ROW, ENTITIES.index("left_out")].any()
        for i in range(0, len(states), SKIPPED):
            me = states.view(np.ndarray)[i]["seats"][seat]
            assert kinds_of(found[i], 1, "in_deck").tolist() == me["deck"][1:].tolist()


def test_too_few_rows_leave_out_piles_before_hands(running):
    states = running
    every = encoded(states, RULESET, HUNTER, "entities")["entities"]
    cards = every[:, entities.CARD_ROWS :, ENTITIES.index("card")].sum(1)
    for room in (0, 3, 10):
        few = ENTITIES.zeros(len(states), entities.CARD_ROWS + room)
        encodings.fill_entities(states, RULESET.tables, np.full(len(states), HUNTER), few)
        left_out = ENTITIES.index("left_out")
        assert few[:, entities.GAME_ROW, left_out].tolist() == np.maximum(cards - room, 0).tolist()
        few[:, :, left_out] = 0
        assert (few == every[:, : entities.CARD_ROWS + room]).all()
    held = every[:, entities.CARD_ROWS :, ENTITIES.index("in_hand")] > 0
    assert (np.diff(held.astype(int), axis=1) <= 0).all(), "a card in a hand after one that is not"


# ---- the event log ---------------------------------------------------------------------------------------------------


def event_of(row: np.ndarray, seat: int) -> tuple[int, ...]:
    """What, seat, a, b and secret of an event, put together from its row."""
    cell = {name: int(row[n]) for n, name in enumerate(HISTORY.names)}
    what, a, b, secret = cell["what"], cell["amount"], 0, 0
    if what == DECIDED:
        block = LEXICON.blocks[cell["block"] - 1]
        firsts = {"location": 4, "brew": 7, "familiar": 10, "enchantment": 13, "ally": 1}
        named = {"villager": cell["villager"] - 1, "kind": cell["kind"] - 1, "place": cell["place"] - 1, "pawn": cell["familiar"]}
        named["foe_kind"] = cell["kind"] - 1
        named |= {axis: cell["place"] - first for axis, first in firsts.items()}
        a = LEXICON.index(block.name, *(named.get(axis.name, cell["option"]) for axis in block.axes))
        assert a == cell["action"] - 1
        b = cell["decision"]
    elif what == ELIMINATED:
        a = cell["villager"]
    elif what in (IDENTITY, SUSPECT_DRAWN):
        secret = cell["villager"]
    elif what in (DREW, LOOKED):
        secret = cell["kind"]
    elif what in (SHOWN, DISCARDED):
        a = cell["kind"]
    elif what == ENDED:
        b = cell["ending"]
    return what, seat if cell["own"] else 1 - seat, a, b, secret


def test_history_tells_the_log_as_the_seat_saw_it(played):
    ruleset, states = played
    whats = set()
    for seat in range(SEATS):
        found = encoded(states, ruleset, seat)["history"]
        for i in range(0, len(states), SKIPPED):
            state = states.view(np.ndarray)[i]
            count = int(state["log_count"])
            events = [state["log"][n % EVENTS] for n in range(count - 1, max(0, count - EVENTS) - 1, -1)]
            wanted = [
                (*(int(e[name]) for name in ("what", "seat", "a", "b")), int(e["secret"]) if e["seen_by"] >> seat & 1 else 0)
                for e in events
            ]
            assert [event_of(row, seat) for row in found[i, : len(events)]] == wanted
            assert not found[i, len(events) :].any()
            private = [int(e["secret"] > 0 and e["seen_by"] == 1 << seat) for e in events]
            assert found[i, : len(events), HISTORY.index("private")].tolist() == private
            whats.update(event[0] for event in wanted)
    assert whats >= {DECIDED, TURN_BEGAN}
    if COMPILED and ruleset.name == RULESET.name:
        assert whats >= {DREW, RESHUFFLED, SUSPECT_DRAWN, EVIDENCE_GAINED, ENDED}
    if COMPILED and ruleset.name == EFFECTS.name:
        assert whats >= {LOOKED, SHOWN, DISCARDED}


def test_a_short_history_is_the_beginning_of_the_long_one(running):
    long = encoded(running, RULESET, WITCH, "history")["history"]
    short = HISTORY.zeros(len(running), 5)
    encodings.fill_history(running, np.zeros(len(running), np.int64), short)
    assert (short == long[:, :5]).all()
    young = deal([1])
    assert 0 < young[0]["log_count"] < EVENTS
    assert encoded(young, RULESET, WITCH)["history"][0, :, 0].astype(bool).sum() == young[0]["log_count"]


# ---- numbers of the ruleset ------------------------------------------------------------------------------------------


def test_rules_are_the_numbers_of_each_games_ruleset():
    """Two rulesets in one table, games of either."""
    other = load_ruleset("first_steps").tables.view(np.ndarray)[0]["rulesets"][0]
    tables = RULESET.tables.view(np.ndarray).copy()
    tables["rulesets"][0, 7] = other
    states = deal([1, 2, 3])
    states["ruleset"][1] = 7
    out = RULES.zeros(3)
    encodings.fill_rules(states, rows(tables), out)
    for i, rules in enumerate((tables["rulesets"][0, 0], other, tables["rulesets"][0, 0])):
        assert out[i].tolist() == [rules[name] for name in RULES.names]
    assert (out[0] != out[1]).any()


# ---- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_hidden_bytes_do_not_show(played, seat):
    ruleset, states = played
    noise = rows(STATE_RECORD.scramble(states, seat, np.random.default_rng(seat)))
    for name in ("entities", "history", "rules"):
        assert (encoded(states, ruleset, seat, name)[name] == encoded(noise, ruleset, seat, name)[name]).all(), name
    mine = states["to_act"] == seat
    seen, other = (encoded(rows(games[mine]), ruleset, seat) for games in (states, noise))
    assert (seen["counts"] > 0).all()
    for name in ("ids", "counts", "actions"):
        assert (seen[name] == other[name]).all(), name


@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_a_leak_would_be_found(running, seat):
    """What one seat sees does change when all that the other can't see is made noise."""
    states = running
    noise = rows(STATE_RECORD.scramble(states, seat, np.random.default_rng(seat)))
    for name in ("entities", "history"):
        theirs, changed = (encoded(games, RULESET, 1 - seat, name)[name] for games in (states, noise))
        assert (theirs != changed).any((1, 2)).mean() > 0.3, name
    noise["seats"]["legal"] = states["seats"]["legal"]
    acting = states["to_act"] == 1 - seat
    theirs, changed = (encoded(rows(games[acting]), RULESET)["actions"] for games in (states, noise))
    assert (theirs != changed).any()


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_every_action_row_belongs_to_its_action(played):
    ruleset, states = played
    found = encoded(states, ruleset)
    for i in range(len(states)):
        n = found["counts"][i]
        assert found["ids"][i, :n].tolist() == legal(states, i)
        assert not found["actions"][i, n:].any()
        blocks = [LEXICON.blocks.index(LEXICON.find(action)[0]) for action in found["ids"][i, :n]]
        assert (found["actions"][i, :n, : len(LEXICON.blocks)].argmax(1) == blocks).all()
        assert (found["actions"][i, :n, : len(LEXICON.blocks)].sum(1) == 1).all()
    assert ACTIONS.shape[0] >= found["counts"].max()
