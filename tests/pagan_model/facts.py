"""The facts of a game by their paths in the published record (layout.json)."""

from __future__ import annotations

from .asking import Question
from .observation import places
from .table import Table


def facts(t: Table, question: Question | None) -> dict[str, object]:
    """All fields of the record that are facts of the game; index 0 of a counted list is none and stays 0."""
    found: dict[str, object] = {
        "draws[5]": list(t.luck.draws),
        "log_count": t.log.count,
        "round_number": t.round_number,
        "turn": t.turn,
        "to_act": question.seat if question else -1,
        "decision": question.decision if question else 0,
        "decisions": t.decisions,
        "ending": t.ending,
        "first_faction": t.first_faction,
        "innocents": t.innocents,
        "suspects_drawn": sum(t.suspects),
        "true_witch": t.true_witch,
        "suspects[10]": list(t.suspects),
        "supply[7]": list(t.supply),
    }
    return found | seats(t) | villagers(t) | cards(t) | {f"log[64].{name}": list(c) for name, c in t.log.columns.items()}


def seats(t: Table) -> dict[str, object]:
    """The fields of seats[2]."""
    found: dict[str, object] = {}
    for name in ("influence", "evidence", "pawns", "familiar_pawn", "board_pawns", "board_familiar_pawn", "objective"):
        found[f"seats[2].{name}"] = [getattr(seat, name) for seat in t.seats]
    for name in ("hand", "deck", "discard"):
        found[f"seats[2].{name}_size"] = [sum(getattr(seat, name)) for seat in t.seats]
    for name in ("hand", "deck", "discard", "revealed", "foe_hand"):
        found[f"seats[2].{name}[51]"] = [list(getattr(seat, name)) for seat in t.seats]
    return found


def villagers(t: Table) -> dict[str, object]:
    """The fields of villagers[10]; a villager that the ruleset lacks is as none."""
    absent = 9 - len(t.villagers)
    found: dict[str, object] = {}
    for name, size in (("tokens", "[6]"), ("pawns", "[2]")):
        held = [list(getattr(villager, name)) for villager in t.villagers]
        none = [0] * (6 if name == "tokens" else 2)
        found[f"villagers[10].{name}{size}"] = [none, *held, *[none] * absent]
    for name in ("familiar_pawn", "eliminated"):
        marks = [getattr(villager, name) for villager in t.villagers]
        found[f"villagers[10].{name}"] = [0, *marks, *[0] * absent]
    return found


def cards(t: Table) -> dict[str, object]:
    """The fields of places[25]."""
    lying = [None, *places(t)]
    return {
        "places[25].kind": [card.card.kind if card else 0 for card in lying],
        "places[25].pawn": [card.pawn if card else 0 for card in lying],
        "places[25].used": [card.used if card else 0 for card in lying],
        "places[25].blank": [card.blank if card else 0 for card in lying],
        "places[25].tokens[6]": [list(card.tokens) if card else [0] * 6 for card in lying],
    }
