"""The record, the action space and the observation are what their declarations and the committed files say."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import dump, kernels, observe
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.describe import action_text, observation_text, parse_action
from pagan_env.pagan.layout import (
    BREWS,
    DECISIONS,
    HUNTER,
    INVESTIGATIONS,
    KINDS,
    PLACES,
    SEATS,
    SECRET,
    STATE_RECORD,
    TOKENS,
    VILLAGERS,
    WITCH,
)
from tests.pagan.support import ACTIONS, EFFECTS, RULESET, deal, random_games


@pytest.fixture(scope="module")
def states():
    """Running and finished games of every stage, and some with counts that random games never reach."""
    running, final, _ = random_games(150 if COMPILED else 2, EFFECTS, seed=9000, batch=50)
    chosen = rows(np.concatenate([running[:: len(running) // (1000 if COMPILED else 50) + 1], final[:50]]))
    chosen[::9]["round_number"] = 200
    chosen["seats"]["influence"][::7, WITCH] = 127
    chosen["seats"]["influence"][::11, HUNTER] = 30_000
    chosen["seats"]["hand_size"][::13, HUNTER] = 128
    return chosen


# ---- committed files -------------------------------------------------------------------------------------------------


def test_the_committed_files_are_those_of_the_code():
    """Whoever changes the record or the actions runs `python -m pagan_env.pagan.dump` and commits the diff."""
    assert {name: (dump.FOLDER / name).read_text(encoding="utf-8") for name in dump.tables()} == dump.tables()


def test_dump_writes_them(tmp_path, capsys):
    dump.main(tmp_path)
    dump.main(tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        *(f"{name}: changed" for name in dump.tables()),
        *(f"{name}: as before" for name in dump.tables()),
    ]
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == dump.tables()


def test_the_files_name_each_field_and_action_once():
    fields, blocks = (json.loads(dump.tables()[name]) for name in ("layout.json", "actions.json"))
    names = [row["field"] for row in fields]
    assert len(set(names)) == len(names)
    assert sum(np.dtype(row["type"]).itemsize * _count(row["field"]) for row in fields) == STATE_RECORD.dtype.itemsize
    assert [row["start"] for row in blocks] == np.cumsum([0, *(row["size"] for row in blocks)])[:-1].tolist()
    assert sum(row["size"] for row in blocks) == ACTIONS


def _count(field: str) -> int:
    """How many numbers a field such as `seats[2].hand[51]` stands for."""
    return int(np.prod([int(part.split("]")[0]) for part in field.split("[")[1:]]))


# ---- the record ------------------------------------------------------------------------------------------------------


def test_every_byte_has_a_name_and_an_owner():
    named = np.zeros(STATE_RECORD.dtype.itemsize, int)
    for leaf in STATE_RECORD.leaves:
        named[leaf.offset : leaf.offset + leaf.size] += 1
    assert (named == 1).all()
    hidden = {leaf.path for leaf in STATE_RECORD.leaves if not (leaf.visible_to(WITCH) and leaf.visible_to(HUNTER))}
    private = {"key", "legal", "hand", "deck", "foe_hand"}
    assert {name for name in hidden if not name.startswith("log[")} == {
        *("seed", "draws", "true_witch", "suspects"),
        *(f"seats[{seat}].{name}" for seat in range(SEATS) for name in private),
    }
    assert {name.partition(".")[2] for name in hidden if name.startswith("log[")} == {"secret"}


def test_a_number_out_of_range_is_found(states):
    broken = states[:5].copy()
    broken["villagers"]["tokens"][2, 3, SECRET] = 61
    broken["to_act"][1] = -2
    assert STATE_RECORD.faults(broken) == [
        f"State.to_act: found -2..{broken['to_act'].max()}, allowed -1..2",
        "State.villagers[3].tokens: found 0..61, allowed 0..60",
    ]


# ---- the observation -------------------------------------------------------------------------------------------------


def encode(state: np.void, seat: int) -> dict[str, list[int]]:
    """The observation by block, written from the blocks' descriptions."""

    def clipped(number: int) -> int:
        return min(int(number), 127)

    def counts(who: np.void) -> list[int]:
        held = ("influence", "evidence", "pawns", "familiar_pawn", "hand_size", "deck_size")
        return [clipped(who[name]) for name in held]

    def in_play(whose: int) -> list[int]:
        witch_places = range(BREWS, INVESTIGATIONS + 1)
        mine = [p for p in range(1, PLACES + 1) if (p in witch_places) == (whose == WITCH)]
        return [sum(state["places"][p]["kind"] == kind for p in mine) for kind in range(1, KINDS + 1)]

    def villager(number: int) -> list[int]:
        v = state["villagers"][number]
        witch = seat == WITCH and state["true_witch"] == number
        card = seat == HUNTER and state["suspects"][number] == 1
        tokens = [v["tokens"][token] for token in range(1, TOKENS)]
        return [*tokens, v["pawns"][WITCH], v["pawns"][HUNTER], v["familiar_pawn"], v["eliminated"], witch, card]

    me, foe = state["seats"][seat], state["seats"][1 - seat]
    work = state["stack"][state["depth"] - 1]
    pending = state["decision"] != 0
    game = [state[name] for name in ("turn", "innocents", "suspects_drawn", "first_faction")]
    game += [state["seats"][n]["objective"] for n in (WITCH, HUNTER)]
    marks = [n for p in state["places"][1:] for n in (*p["tokens"][1:], (p["pawn"] or p["used"]) + (2 if p["blank"] else 0))]
    verb = EFFECTS.tables[0]["code"][work["pc"]][0]
    held = [f["holds"] for f in state["stack"][: state["depth"]] if f["holds"]]
    about = [*(work[name] for name in ("villager", "place", "target", "card", "token")), clipped(work["amount"])]
    return {
        "seat": [int(seat == s) for s in range(SEATS)],
        "own_hand": list(me["hand"][1:]),
        "foe_hand_known": list(me["foe_hand"][1:]),
        "own_discard": list(me["discard"][1:]),
        "foe_discard": list(foe["discard"][1:]),
        "own_revealed": list(me["revealed"][1:]),
        "foe_revealed": list(foe["revealed"][1:]),
        "own_in_play": in_play(seat),
        "foe_in_play": in_play(1 - seat),
        "own_counts": counts(me),
        "foe_counts": counts(foe),
        "turn": [clipped(state["round_number"]), *game],
        "supply": list(state["supply"][1:]),
        "villagers": [number for v in range(1, VILLAGERS + 1) for number in villager(v)],
        "place_kinds": list(state["places"]["kind"][1:]),
        "place_marks": marks,
        "decision": [int(state["decision"] == d) for d in range(1, DECISIONS + 1)],
        "to_act": [int(state["to_act"] == seat)],
        "work": [*about, verb, work["flag"], held[-1] if held else 0] if pending else [0] * 9,
    }


def test_observations_are_as_described(states):
    """Block by block, each of its size, on states of all kinds; whatever the bytes held before is overwritten."""
    assert set(states["decision"]) == {*range(DECISIONS + 1)} or not COMPILED
    assert {name: len(part) for name, part in encode(states.view(np.ndarray)[0], WITCH).items()} == {
        block.name: block.size for block in observe.BLOCKS
    }
    blocks = observe.SLICES
    room = np.zeros(observe.SIZE + 64, np.int8)
    for i in range(len(states)):
        for seat in range(SEATS):
            room[:] = 85 if i % 2 else -86
            kernels.observe(states, EFFECTS.tables, i, seat, room[32:-32])
            assert (room[:32] == room[0]).all(), "bytes before"
            assert (room[-32:] == room[0]).all(), "bytes after"
            for name, expected in encode(states.view(np.ndarray)[i], seat).items():
                assert room[32:-32][blocks[name]].tolist() == expected, (i, seat, name)


def test_blocks_fill_the_observation():
    parts = list(observe.SLICES.values())
    assert parts[0].start == 0
    assert parts[-1].stop == observe.SIZE
    assert all(a.stop == b.start for a, b in pairwise(parts))
    assert len(observation_text(np.zeros(observe.SIZE, np.int8))) == len(observe.BLOCKS)


# ---- actions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_every_action_reads_back(seat):
    texts = [action_text(RULESET, seat, action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert [parse_action(RULESET, seat, text) for text in texts] == list(range(ACTIONS))


def test_legal_sets_have_room_for_every_action():
    assert LEXICON.size == ACTIONS <= deal([0])[0]["seats"]["legal"][0].size * 64
