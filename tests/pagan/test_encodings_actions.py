"""Action features say what an action does: the engine is asked, and cards of the test's own are summed up."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import encodings, kernels
from pagan_env.pagan import legal as legal_sets
from pagan_env.pagan.actions import GAIN_INFLUENCE, LEXICON, PAY
from pagan_env.pagan.describe import parse_action
from pagan_env.pagan.encodings import ACTIONS, MOST_ACTIONS
from pagan_env.pagan.layout import (
    ACTION,
    BREWS,
    CARD_TO_PLAY,
    CLUE,
    DISTRIBUTION,
    FAVOR,
    HUNTER,
    RAID_PAYMENT,
    ROW,
    SECRET,
    VILLAGERS,
    WITCH,
)
from pagan_env.pagan.rulesets import Ruleset, load_ruleset
from tests.pagan.own_cards import ruleset_of
from tests.pagan.position import Position
from tests.pagan.support import RULESET, deal, legal, play

AT = {name: n for n, name in enumerate(ACTIONS.names)}
KINDS_OF_CHECK = ("pawns", "price", "allies", "distributed", "paid for a raid", "readied")
GAMES, DECISIONS = (30, 5000) if COMPILED else (1, 200)


def features(states: np.ndarray, ruleset: Ruleset = RULESET, i: int = 0) -> dict[int, np.ndarray]:
    """The rows of game `i`'s legal actions by action."""
    ids, out, counts = np.zeros((1, MOST_ACTIONS), np.int64), ACTIONS.zeros(1), np.zeros(1, np.int64)
    assert encodings.fill_actions(rows(states[i : i + 1]), ruleset.tables, ids, out, counts) == -1
    return {int(action): out[0, n].astype(int) for n, action in enumerate(ids[0, : counts[0]])}


def told(position: Position, text: str) -> dict[str, int]:
    """The columns of an action that aren't 0, by name."""
    position.start()
    action = parse_action(position.ruleset, int(position.s.to_act), text)
    row = features(rows(position.states), position.ruleset)[action]
    return {name: int(row[n]) for name, n in AT.items() if row[n]}


# ---- the engine is asked ---------------------------------------------------------------------------------------------


def test_pawns_price_and_tokens_are_what_the_engine_takes():
    """Random games: what a row foretells of pawns, Influence and tokens is what happens when the action is taken."""
    checked: Counter[str] = Counter()
    for seed in range(GAMES):
        states, rng = deal([seed]), random.Random(seed)
        while (choices := legal(states, 0)) and states[0]["decisions"] < DECISIONS:
            action = rng.choice(choices)
            row, before = features(states)[action], states.view(np.ndarray)[0].copy()
            assert kernels.apply(states, RULESET.tables, 0, action) == 0
            after = states.view(np.ndarray)[0]
            if not after["ending"] and (before["turn"], before["round_number"]) == (after["turn"], after["round_number"]):
                seat = int(before["to_act"])
                checked[pawns_and_price(row, action, int(before["decision"]), before["seats"][seat], after["seats"][seat])] += 1
                checked[tokens(row, action, before, after)] += 1
    assert min(checked[what] for what in KINDS_OF_CHECK) > GAMES or not COMPILED


def pawns_and_price(row: np.ndarray, action: int, decision: int, me: np.void, then: np.void) -> str:
    if decision == ACTION and row[AT["pawns"]]:
        assert me["pawns"] + me["familiar_pawn"] - then["pawns"] - then["familiar_pawn"] == row[AT["pawns"]]
        assert me["familiar_pawn"] - then["familiar_pawn"] == row[AT["familiar_pawn"]]
    lasting = row[AT["copies"]] and not (row[AT["event"]] or row[AT["charm"]])
    if action == PAY or (lasting and decision in (ACTION, CARD_TO_PLAY)):
        assert me["influence"] - then["influence"] == row[AT["price"]]
        return "allies" if action == PAY else "price"
    return "pawns" if decision == ACTION else ""


def tokens(row: np.ndarray, action: int, before: np.void, after: np.void) -> str:
    """Where nothing but the answer itself has happened: Ready, or one token of several that go the same way."""
    decision, due = int(before["decision"]), before["stack"][before["depth"] - 1]
    block, coords = LEXICON.find(action)
    of_several = due["amount"] > 1 and after["decision"] == decision and block.name in ("villager", "place")
    supplied = decision == DISTRIBUTION and before["supply"][due["token"]] > 0
    if not (block.name == "ready" and after["decision"] == ACTION) and not (
        of_several and (supplied or decision == RAID_PAYMENT)
    ):
        return ""
    holders = "places" if block.name == "place" else "villagers"
    change = after[holders]["tokens"][coords[0] + 1] - before[holders]["tokens"][coords[0] + 1]
    names = ("clue_change", "secret_change", "favor_change")
    assert [change[n] for n in (CLUE, SECRET, FAVOR)] == [row[AT[name]] for name in names]
    return "readied" if block.name == "ready" else "distributed" if supplied else "paid for a raid"


def test_the_largest_legal_set_has_a_row_for_each_action(tmp_path):
    """Ready villagers all, 50 kinds in hand, three complete Brews, the Ritual: no more than that can be legal at once."""
    cards = {f"charm_{n}": {"type": "charm", "cost": 0, "play": ["gain 1 Influence"]} for n in range(47)}
    cards |= {f"brew_{n}": {"type": "brew", "cost": 0, "secrets": 1, "consume": ["draw 1 card"]} for n in range(3)}
    ruleset = ruleset_of(tmp_path, cards, dict.fromkeys(cards, 2), {"bribe": 50, "clerk": 50}, pawns_first_turn=0)
    states = deal([1], ruleset)
    s = states.view(np.ndarray)[0]
    s["seats"]["hand"][WITCH, 1:] = s["seats"]["deck"][WITCH, 1:] = 1
    s["villagers"]["tokens"][s["true_witch"], FAVOR] = 3
    for place in range(BREWS, BREWS + ROW):
        s["places"]["kind"][place] = 48 + place - BREWS
        s["places"]["tokens"][place, SECRET] = 1
    legal_sets.fill(states[0], ruleset.tables[0])
    assert len(legal(states, 0)) == MOST_ACTIONS == 127
    assert list(features(states, ruleset)) == legal(states, 0)


def test_too_little_room_is_refused():
    states = deal([1, 2, 3])
    room = len(legal(states, 0))
    ids, out, counts = np.full((3, room - 1), -7), ACTIONS.zeros(3, room - 1), np.zeros(3, np.int64)
    assert encodings.fill_actions(states, RULESET.tables, ids, out, counts) == 0
    assert counts[0] == -1 and (ids == -7).all() and not out.any()
    ids, out = np.full((3, room), -7), ACTIONS.zeros(3, room)
    assert encodings.fill_actions(states[:1], RULESET.tables, ids[:1], out[:1], counts[:1]) == -1
    assert counts[0] == room


# ---- the villager, and what goes on ----------------------------------------------------------------------------------


def test_a_visit_tells_the_villager_its_skill_and_the_investigation_there():
    p = Position(WITCH, load_ruleset("first_steps"), witch="doctor_annie").influence(WITCH, 3)
    p.tokens("doctor_annie", clues=2, secrets=3, favors=1).in_play("lock_down", on="doctor_annie")
    annie, biggs = told(p, "visit doctor_annie regular"), told(p, "visit mayor_biggs regular")
    facts = {"villager": 1, "clues": 2, "secrets": 3, "favors": 1, "true_witch": 1}
    assert annie.items() >= {**facts, "pawns": 2, "card": 1, "in_play": 1, "on_own_visits": 1, "visit_pawns": 1}.items()
    assert not {"true_witch", "card", "clues"} & biggs.keys() and biggs["pawns"] == 1
    tables = p.ruleset.tables.view(np.ndarray)[0]
    village = tables["rulesets"][0]["village"]
    for slug, row in (("doctor_annie", annie), ("mayor_biggs", biggs)):
        known = village[p.villager(slug)]
        colours = [row.get(name, 0) for name in ("red", "blue", "green")]
        to = [row.get(f"assets_{name}", 0) for name in ("red", "blue", "green")]
        assert (colours.index(1) + 1, row["assets"], to.index(1) + 1) == (known["colour"], known["assets"], known["asset_colour"])
        assert sum(colours) == sum(to) == 1
        assert any(name.startswith("runs_") for name in row)


def test_a_suspect_in_hand_shows_to_the_hunter():
    p = Position(HUNTER).tokens("doctor_annie", clues=1)
    p.s.suspects[p.villager("doctor_annie")] = 1
    p.s.suspects_drawn = 1
    assert told(p, "visit doctor_annie regular")["suspect"] == 1
    assert "suspect" not in told(p, "visit mayor_biggs regular")


def test_each_option_runs_its_own_lines(tmp_path):
    lines = ["draw 1 card", "either", "gain 2 Influence", "or", "draw 3 cards", "gain 1 Influence"]
    ruleset = ruleset_of(tmp_path, {"own": {"type": "event", "cost": 0, "play": lines}}, {"allure": 4}, {"own": 4})
    p = Position(HUNTER, ruleset).hand(own=1)
    p.do("play own regular")
    assert told(p, "option option_1") == {"is_option": 1, "runs_gain_influence": 2}
    assert told(p, "option option_2") == {"is_option": 1, "runs_draw_cards": 3, "runs_gain_influence": 1}


def test_a_target_shows_what_the_rest_of_the_program_does_to_it():
    p = (
        Position(HUNTER, load_ruleset("welcome_to_roanoke"))
        .influence(HUNTER, 9)
        .hand(ransack=1)
        .tokens("doctor_annie", secrets=2)
    )
    p.tokens("mayor_biggs", secrets=1)
    p.do("play ransack regular")
    found = told(p, "villager doctor_annie")
    assert found.items() >= {"secrets": 2, "runs_choose_villagers": 1, "runs_remove_secrets": 2, "runs_conditions": 1}.items()
    p.do("villager doctor_annie")
    found = told(p, "villager doctor_annie")
    assert found["secret_change"] == -1 and "runs_choose_villagers" not in found
    assert told(p, "done") == {"is_done": 1}


def test_loot_and_power_are_told():
    p = Position(HUNTER, load_ruleset("welcome_to_roanoke")).tokens("doctor_annie", clues=3, secrets=4, favors=1)
    favor, secrets = told(p, "raid doctor_annie favor"), told(p, "raid doctor_annie secrets")
    assert (favor["favor_change"], "all_secrets" in favor) == (-1, False)
    assert (secrets["secret_change"], secrets["all_secrets"]) == (-4, 1)
    w = Position(WITCH, p.ruleset).influence(WITCH, 5).in_play("gather")
    w.do("gain_influence familiar")
    plain, empowered = told(w, "familiar familiar_1 plain"), told(w, "familiar familiar_1 empowered")
    assert ("empowered" in plain, plain["runs_draw_cards"], "runs_pay_influence" in plain) == (False, 1, False)
    assert (empowered["empowered"], empowered["runs_draw_cards"], empowered["runs_pay_influence"]) == (1, 2, 2)


def test_converting_tells_its_tokens():
    p = Position(WITCH, load_ruleset("first_steps")).tokens("doctor_annie", secrets=5)
    p.do("visit doctor_annie regular")
    found = told(p, "convert")
    assert (found["villager"], found["secrets"], found["secret_change"], found["favor_change"]) == (1, 5, -3, 1)


def test_cards_lost_and_allies_paid_for():
    p = Position(HUNTER, load_ruleset("welcome_to_roanoke")).influence(HUNTER, 9).hand(bribe=1, main_hall=1).in_play("study")
    p.do("activate location_1")
    found = told(p, "card bribe")
    assert found["loses_card"] == 1 and "price" not in found and "runs_gain_evidence" not in found
    assert found["main_gain_evidence"] == 1


def test_a_game_on_the_way_has_a_row_for_every_block():
    """Random games meet nearly every block; each row has the block's mark, and no other."""
    seen = set()
    for seed in range(GAMES):
        states = deal([seed])
        for step, _ in enumerate(play(states, 0, random.Random(seed))):
            if step == DECISIONS:
                break
            if step % 25 == 0:
                for action, row in features(states).items():
                    block = LEXICON.find(action)[0]
                    assert row[AT[f"is_{block.name}"]] == 1 and row[: len(LEXICON.blocks)].sum() == 1
                    assert (row[AT["villager"]] == 1) >= ("villager" in [axis.name for axis in block.axes])
                    seen.add(block.name)
    assert len(seen) > 15 or not COMPILED
    assert VILLAGERS * 2 == GAIN_INFLUENCE
