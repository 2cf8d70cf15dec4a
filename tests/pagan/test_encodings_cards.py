"""What the rows of actions tell of the card: what it is, and what its programs do, summed up by verb."""

from __future__ import annotations

import pytest

from pagan_env.pagan.card_features import PROGRAM_COLUMNS
from pagan_env.pagan.encodings import ACTIONS
from pagan_env.pagan.layout import (
    HUNTER,
    WITCH,
)
from pagan_env.pagan.ops import language
from tests.pagan.own_cards import ruleset_of
from tests.pagan.position import Position
from tests.pagan.test_encodings_actions import AT, told

OF_A_CARD = [name for name in ACTIONS.names[AT["card"] :] if name != "card"]


def test_a_row_does_not_tell_the_number_of_a_card(tmp_path):
    """A card that two rulesets number differently has the same row in both."""
    slugs = ["allure", "suggestion", "discredit", "assist", "qualm", "gather", "hypnotism", "surplus_elixir", "witchs_mark"]
    numbered = []
    for names in (slugs, slugs[3:]):
        ruleset = ruleset_of(tmp_path, {}, dict.fromkeys(names, 2), {"bribe": 2 * len(names)})
        position = Position(WITCH, ruleset).influence(WITCH, 9).hand(gather=1, qualm=1, surplus_elixir=1, witchs_mark=1)
        numbered.append((ruleset.labels[WITCH]["kind"].index("gather"), position))
    assert numbered[0][0] != numbered[1][0]
    for slug in ("gather", "qualm", "surplus_elixir", "witchs_mark"):
        first, second = (told(position, f"play {slug} regular") for _, position in numbered)
        assert first == second
    assert told(numbered[0][1], "play gather regular") != told(numbered[0][1], "play qualm regular")


PROGRAMS = {
    ("gain 2 Influence", "gain 3 Influence for the opponent"): {"gain_influence": 2, "give_influence": 3},
    ("gain 1 Evidence", "draw 2 cards", "draw 1 card", "the opponent discards 2 cards"): {
        "gain_evidence": 1,
        "draw_cards": 3,
        "foe_discards": 2,
    },
    ("play 1 card at 2 less Influence",): {"play_cards": 1, "discount": 2},
    ("play 1 card",): {"play_cards": 1},
    ("place 1 Clue on each villager", "place 2 Secrets on any villagers"): {
        "place_clues": 1,
        "place_secrets": 2,
        "each_villager": 1,
    },
    (
        "may choose a villager",
        "place 1 Favor on the target",
        "choose another villager",
        "move up to 3 Clues from the target to other villagers",
    ): {
        "choose_villagers": 2,
        "up_to": 2,
        "place_favors": 1,
        "move_clues": 3,
    },
    ("remove 3 Clues from any villagers", "remove up to 2 Secrets from any villagers", "remove 1 Favor from each villager"): {
        "remove_clues": 3,
        "remove_secrets": 2,
        "remove_favors": 1,
        "up_to": 1,
        "each_villager": 1,
    },
    (
        "choose a villager",
        "ready the target",
        "move 1 Secret from the target to other villagers",
        "move 1 Favor from the target to other villagers",
    ): {
        "choose_villagers": 1,
        "ready_target": 1,
        "move_secrets": 1,
        "move_favors": 1,
    },
    ("gain 1 Influence", "choose a Brew", "remove the chosen card"): {
        "gain_influence": 1,
        "choose_cards": 1,
        "choose_witch_card": 1,
        "remove_card": 1,
    },
    (
        "gain 1 Influence",
        "choose an Investigation",
        "move the chosen card to another villager",
        "return the chosen card to its owner's hand",
    ): {
        "gain_influence": 1,
        "choose_cards": 1,
        "choose_hunter_card": 1,
        "move_card": 1,
        "return_card": 1,
    },
    (
        "choose a villager",
        "if 2 Clues lie on the target then",
        "gain 1 Influence",
        "either",
        "draw 1 card",
        "or",
        "draw 2 cards",
    ): {
        "choose_villagers": 1,
        "conditions": 1,
        "gain_influence": 1,
        "either": 1,
        "draw_cards": 3,
    },
    ("the opponent loses 2 Influence", "the opponent loses 1 Evidence", "the opponent draws 3 cards", "discard 2 cards"): {
        "foe_loses_influence": 2,
        "foe_loses_evidence": 1,
        "foe_draws": 3,
        "own_discards": 2,
    },
    ("the opponent discards 2 cards at random", "look at the opponent's hand", "discard 1 card from the opponent's hand"): {
        "foe_discards": 2,
        "at_random": 1,
        "looks": 1,
        "discards_seen": 1,
    },
    (
        "reveal your hand",
        "return 2 cards from your discard pile to your hand",
        "permanently reveal 1 card from your hand",
        "take back 2 pawns",
        "exonerate a villager",
    ): {"reveals": 1, "recovers": 2, "reveals_for_good": 1, "take_back": 2, "exonerate": 1},
    (
        "you may",
        "pay 1 Influence",
        "choose a complete Brew",
        "consume the chosen card",
        "choose a card of the opponent",
        "blank the chosen card until your next turn",
        "if you have 3 Influence then",
        "gain 1 Influence",
        "otherwise",
        "draw 1 card",
        "for each Ally in play",
        "gain 2 Influence",
    ): {
        "you_may": 1,
        "pay_influence": 1,
        "choose_cards": 2,
        "choose_witch_card": 2,  # a card of the opponent may be either seat's
        "choose_hunter_card": 1,
        "consume_card": 1,
        "blank_card": 1,
        "conditions": 1,
        "gain_influence": 3,
        "otherwise": 1,
        "draw_cards": 1,
        "for_each": 1,
    },
    ("remove all Clues from each blue villager",): {"remove_clues": 9, "each_villager": 1},
}
PRICED = ["pay 1 Influence", "pay 2 cards", "pay 3 Evidence", "pay 1 Clue from any villagers", "draw 1 card"]
PRICE = {"pay_influence": 1, "pay_cards": 2, "pay_evidence": 3, "pay_tokens": 1, "draw_cards": 1}
SKIPPING = ["skip the skill"]


@pytest.mark.parametrize("lines", PROGRAMS, ids=lambda lines: lines[0])
def test_a_program_is_summed_up_by_verb(tmp_path, lines):
    ruleset = ruleset_of(tmp_path, {"own": {"type": "event", "cost": 4, "play": list(lines)}}, {"allure": 2}, {"own": 2})
    position = Position(HUNTER, ruleset).influence(HUNTER, 9).hand(own=1).tokens("doctor_annie", clues=2, secrets=2, favors=1)
    position.pawns(WITCH, "mayor_biggs")
    found = told(position, "play own regular")
    summary = {column.name for column in PROGRAM_COLUMNS}
    for group in ("runs", "main"):
        assert {name: value for name in summary if (value := found.get(f"{group}_{name}"))} == PROGRAMS[lines]
    rest = {name for name in found if name.partition("_")[0] not in ("runs", "main")}
    assert rest == {"is_play", "pawns", "price", "copies", "card", "own_card", "event", "cost"}
    assert (found["price"], found["cost"], found["copies"]) == (4, 4, 1)


def test_every_verb_has_its_column(tmp_path):
    """The programs of this file use each verb of the language and fill each column of the summary."""
    every = [*PROGRAMS, PRICED, SKIPPING]
    assert {int(op) for lines in every for op in language().assemble(lines, "test")[:, 0]} == {
        verb.op for verb in language().verbs
    }
    filled = {name for columns in (*PROGRAMS.values(), PRICE) for name in columns} | {"skip"}
    assert filled == {column.name for column in PROGRAM_COLUMNS if not column.name.endswith("_own")}  # see test_fen.py


def test_programs_stand_by_the_moments_at_which_they_run(tmp_path):
    cards = {
        "hall": {"type": "location", "cost": 1, "activate": PRICED, "upkeep_may": ["draw 2 cards"], "hunter_skill": SKIPPING},
        "cat": {"type": "familiar", "cost": 2, "use": ["draw 1 card"], "empowered": ["pay 1 card", "draw 3 cards"]},
        "veil": {
            "type": "enchantment",
            "cost": 3,
            "lift": ["pay 2 Influence", "pay 1 card", "draw 1 card"],
            "modifiers": {"eliminate_clues": -2},
        },
    }
    ruleset = ruleset_of(tmp_path, cards, {"cat": 2, "veil": 2}, {"hall": 4})
    p = Position(HUNTER, ruleset).influence(HUNTER, 9).hand(hall=3).evidence(3).tokens("doctor_annie", clues=1)
    p.in_play("hall").in_play("veil")
    found = told(p, "activate location_1")
    upkeep_and_visit = {"upkeep_draw_cards": 2, "visit_skip": 1}
    groups = {f"{group}_{name}": value for group in ("runs", "main") for name, value in PRICE.items()}
    about = {"card": 1, "own_card": 1, "location": 1, "cost": 1}
    assert found == {"is_activate": 1, "pawns": 1, "in_play": 1, **about, **groups, **upkeep_and_visit}
    main = {f"main_{name}": value for name, value in PRICE.items()}
    in_hand = {"is_play": 1, "pawns": 1, "price": 1, "copies": 3}
    assert told(p, "play hall regular") == {**in_hand, **about, **main, **upkeep_and_visit}
    assert told(p, "lift enchantment_1") == {
        **{"is_lift": 1, "pawns": 1, "in_play": 1, "card": 1, "enchantment": 1, "cost": 3},
        **{"eliminate_clues": -2, "lift_price": 3, "runs_pay_influence": 2, "runs_pay_cards": 1, "runs_draw_cards": 1},
    }
    w = Position(WITCH, ruleset).influence(WITCH, 9).hand(cat=1, veil=1).in_play("veil")
    found = told(w, "play cat familiar")
    assert (found["main_draw_cards"], found["empowered_pay_cards"], found["empowered_draw_cards"]) == (1, 1, 3)
    assert found["familiar_pawn"] == 1 and "runs_draw_cards" not in found
    dearer = told(w, "play veil regular")
    assert (dearer["cost"], dearer["price"]) == (3, 4)
