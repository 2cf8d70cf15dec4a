"""Ten thousand random games: nothing is ever lost, out of range, legal but refused, or accepted but illegal."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.core.layout import raw_bytes
from pagan_env.pagan import kernels
from pagan_env.pagan.layout import (
    BREWS,
    DECISION_NAMES,
    DECISIONS,
    DRAWN,
    EVIDENCE,
    FRAMES,
    HUNTER,
    HUNTER_OBJECTIVE,
    INNOCENTS_ELIMINATED,
    INVESTIGATIONS,
    RITUAL,
    ROUND_LIMIT,
    SAFETY_NET,
    SEATS,
    STATE_RECORD,
    SUSPECTS_GATHERED,
    TOKENS,
    WITCH,
    WITCH_ELIMINATED,
    WITCH_OBJECTIVE,
)
from pagan_env.pagan.rulesets import ruleset_names
from pagan_env.pagan.tables import RITUAL_FAVORS
from tests.pagan.support import ACTIONS, EFFECTS, RULESET, anything, deal, eager, legal, named, play, random_games, variant

GAMES, VARIANT_GAMES, LOOKED_AT = (10_000, 200, 1500) if COMPILED else (3, 1, 5)
# Each loosens or tightens what plain games rarely meet: short supplies, few spots, no time, decisions with one option.
VARIANTS = {
    "scarce": {"supply_clues": 6, "supply_secrets": 7, "supply_favors": 2, "supply_evidence": 4, "hand_limit": 2},
    "cramped": {"spots": 1, "hand_start": 9, "influence_start": 30, "ready_cost": 0, "pawns_hunter": 5},
    "short": {"round_limit": 3, "at_limit": 1},
    "capped": {"decision_cap": 50},
    "unforced": {"skip_forced": 0, "pawns_first_turn": 0},
}


@pytest.fixture(scope="module", params=[*ruleset_names(), EFFECTS.name, *VARIANTS])
def played(request, tmp_path_factory):
    """Ruleset, running states of all stages, last states, rewards."""
    if request.param == RULESET.name:
        return RULESET, *random_games(GAMES)
    changes = VARIANTS.get(request.param)
    ruleset = named(request.param) if changes is None else variant(tmp_path_factory.mktemp("ruleset"), **changes)
    return ruleset, *random_games(VARIANT_GAMES, ruleset, batch=50)


@pytest.fixture
def states(played):
    _, running, final, _ = played
    return np.concatenate([running.view(np.ndarray), final.view(np.ndarray)])


@pytest.fixture
def rules(played):
    return played[0].tables[0]["rulesets"][0]


def test_every_field_is_in_range(states):
    assert STATE_RECORD.faults(states) == []


def test_tokens_are_conserved(states, rules):
    on_villagers, on_cards = states["villagers"]["tokens"].sum(1), states["places"]["tokens"].sum(1)
    box = [rules["supply_clues"], rules["supply_secrets"], rules["supply_favors"]]
    box += rules["own_supply"].tolist()
    for token in range(1, TOKENS):
        total = states["supply"][:, token] + on_villagers[:, token] + on_cards[:, token]
        assert (total == box[token - 1]).all(), token
    assert (states["supply"][:, EVIDENCE] + states["seats"]["evidence"].sum(1) == rules["supply_evidence"]).all()
    nowhere = states["supply"][:, 0], on_villagers[:, 0], on_cards[:, 0], states["villagers"]["tokens"][:, 0]
    assert not any(part.any() for part in nowhere), "token 0, villager 0"
    assert not states["seats"]["evidence"][:, WITCH].any()


def test_cards_are_conserved(states, rules):
    """Each card of a deck list is in hand, deck, discard pile, a place, revealed for good, or held by pending work."""
    every, pending = np.arange(len(states)), np.arange(FRAMES) < states["depth"][:, None]
    for seat in range(SEATS):
        me = states["seats"][:, seat]
        total = (me["hand"] + me["deck"] + me["discard"] + me["revealed"]).astype(int)
        for place in range(1, states["places"].shape[1]):
            if (BREWS <= place <= INVESTIGATIONS) == (seat == WITCH):
                np.add.at(total, (every, states["places"]["kind"][:, place]), 1)
        for depth in range(FRAMES):
            held = states["stack"]["holds"][:, depth] * pending[:, depth] * (states["stack"]["seat"][:, depth] == seat)
            np.add.at(total, (every, held), 1)
        assert (total[:, 1:] == rules["decks"][seat, 1:]).all()
        for pile in ("hand", "deck", "discard"):
            assert (me[pile].sum(1) == me[f"{pile}_size"]).all()
        assert (me["foe_hand"] <= states["seats"][:, 1 - seat]["hand"]).all()
    assert not states["places"]["kind"][:, 0].any()


def test_pawns_are_conserved(states, rules):
    witch, hunter = states["seats"][:, WITCH], states["seats"][:, HUNTER]
    v = states["villagers"]
    first = (states["round_number"] == 1) & (rules["pawns_first_turn"] > 0)
    familiar = witch["familiar_pawn"] + witch["board_familiar_pawn"] + v["familiar_pawn"].sum(1)
    assert (familiar == np.where(first, 0, rules["pawns_familiar"])).all()
    regular = witch["pawns"] + witch["board_pawns"] + v["pawns"][:, :, WITCH].sum(1) - v["familiar_pawn"].sum(1)
    assert (regular == np.where(first, rules["pawns_first_turn"], rules["pawns_witch"])).all()
    of_hunter = hunter["pawns"] + hunter["board_pawns"] + v["pawns"][:, :, HUNTER].sum(1) + states["places"]["pawn"].sum(1)
    assert (of_hunter == rules["pawns_hunter"]).all()
    assert not (hunter["familiar_pawn"] | hunter["board_familiar_pawn"]).any()
    eliminated = v["eliminated"] == 1
    assert not (v["tokens"].any(2) & eliminated).any()
    assert not (states["places"]["kind"][:, INVESTIGATIONS + 1 :].astype(bool) & eliminated[:, 1:]).any()


def test_who_may_act(played):
    """Only the seat to act has a legal set, and never an empty one; when the game is over there is none."""
    _, running, final, _ = played
    every = np.arange(len(running))
    assert set(running["to_act"]) == {WITCH, HUNTER}
    assert running["seats"]["legal"][every, running["to_act"]].any(1).all()
    assert not running["seats"]["legal"][every, 1 - running["to_act"]].any()
    assert not running["ending"].any()
    assert (final["to_act"] == -1).all()
    assert (final["decision"] == 0).all()
    assert not final["seats"]["legal"].any()
    assert final["ending"].all()


def test_what_a_game_pays(played):
    """The ending decides, and `step` pays the same as `returns` on the last state."""
    _, _, final, rewards = played
    witch_wins = np.isin(final["ending"], (RITUAL, INNOCENTS_ELIMINATED, WITCH_OBJECTIVE))
    hunter_wins = np.isin(final["ending"], (WITCH_ELIMINATED, SUSPECTS_GATHERED, HUNTER_OBJECTIVE))
    assert (rewards[:, WITCH] == witch_wins.astype(int) - hunter_wins).all()
    assert (rewards.sum(1) == 0).all()
    paid, status = np.zeros(SEATS, np.float32), np.zeros(4, np.int64)
    for i in range(len(final)):
        kernels.returns(final, i, paid)
        kernels.status(final, i, status)
        assert (paid == rewards[i]).all()
        stopped = final[i]["ending"] in (ROUND_LIMIT, SAFETY_NET)
        assert status.tolist() == [-1, not stopped, stopped, final[i]["decisions"]]


def test_endings_are_what_they_say(played):
    """Each ending's own condition holds in the last state."""
    ruleset, _, final, _ = played
    rules = ruleset.tables[0]["rulesets"][0]
    for state in final:
        ending, witch = state["ending"], state["villagers"][state["true_witch"]]
        assert (state["suspects_drawn"] >= rules["suspects_to_win"]) == (ending == SUSPECTS_GATHERED)
        assert (state["innocents"] >= rules["innocents_to_lose"]) == (ending == INNOCENTS_ELIMINATED)
        assert state["suspects"].sum() == state["suspects_drawn"]
        assert state["villagers"]["eliminated"].sum() == state["innocents"]
        assert not witch["eliminated"]
        assert not state["suspects"][state["true_witch"]]
        if ending == RITUAL:
            assert witch["tokens"][3] >= max(0, rules["ritual_favors"] + state["modifiers"][RITUAL_FAVORS])
            assert witch["pawns"].tolist() == [1, 0], "the ritual's own pawn alone"
        if ending in (ROUND_LIMIT, DRAWN):
            assert state["round_number"] == rules["round_limit"]
            assert bool(rules["at_limit"]) == (ending == DRAWN)
        if ending == SAFETY_NET:
            assert state["decisions"] == rules["decision_cap"]


def test_all_endings_and_decisions_occur(tmp_path):
    """Random games rarely see an elimination; eager players reach all endings without a scenario, each with its pay."""
    pays = {RITUAL: [1, -1], INNOCENTS_ELIMINATED: [1, -1], WITCH_ELIMINATED: [-1, 1], SUSPECTS_GATHERED: [-1, 1]}
    endings, decisions, paid = Counter(), Counter(), np.zeros(SEATS, np.float32)
    loose = variant(tmp_path, **VARIANTS["unforced"])
    for ruleset, pick in (
        (RULESET, eager("ritual", "eliminate", "convert", "visit")),
        (loose, eager("exonerate", "visit")),
        (variant(tmp_path, round_limit=2), eager("visit")),
        (variant(tmp_path, round_limit=2, at_limit=1), eager("visit")),
        (variant(tmp_path, decision_cap=20), eager("visit")),
        (variant(tmp_path, **VARIANTS["scarce"]), eager("play", "card", "raid")),
        (EFFECTS, anything),
    ):
        states = deal(list(range(30 if COMPILED else 1)), ruleset)
        for i in range(len(states)):
            decisions[int(states[i]["decision"])] += 1
            for _ in play(states, i, random.Random(i), pick, ruleset):
                decisions[int(states[i]["decision"])] += 1
            endings[int(states[i]["ending"])] += 1
            kernels.returns(states, i, paid)
            assert paid.tolist() == pays.get(int(states[i]["ending"]), [0, 0])
    if not COMPILED:
        return
    assert set(endings) == set(range(RITUAL, SAFETY_NET + 1)) - {WITCH_OBJECTIVE, HUNTER_OBJECTIVE}  # a scenario's
    missing = {DECISION_NAMES[d] for d in range(1, DECISIONS + 1)} - {DECISION_NAMES[d] for d in decisions}
    assert not missing


def test_apply_accepts_exactly_the_mask(played):
    """All ids, each on a copy: what the mask allows is done, what it doesn't is refused with no byte changed."""
    ruleset, running, final, _ = played
    looked_at = LOOKED_AT if ruleset is RULESET else LOOKED_AT // 5
    chosen = rows(np.concatenate([running[:: max(1, len(running) // looked_at)], final[:50]]))
    masks = np.zeros((SEATS, ACTIONS), np.int8)
    for n in range(len(chosen)):
        for seat in range(SEATS):
            kernels.mask(chosen, n, seat, masks[seat])
        assert np.flatnonzero(masks.any(0)).tolist() == legal(chosen, n)
        copies = rows(np.repeat(chosen[[n]], ACTIONS))
        refused = np.array([kernels.apply(copies, ruleset.tables, a, a) for a in range(ACTIONS)])
        assert (refused == 1 - masks.any(0)).all()
        changed = (raw_bytes(copies) != raw_bytes(chosen)[n]).any(1)
        assert (changed == (refused == 0)).all()


@pytest.mark.parametrize("action", [-1, -ACTIONS, ACTIONS, ACTIONS + 63, 2**31, -(2**62)])
def test_actions_out_of_range_are_refused(action):
    states = deal([1, 2])
    before = states.tobytes()
    assert kernels.apply(states, RULESET.tables, 1, action) == 1
    assert states.tobytes() == before
