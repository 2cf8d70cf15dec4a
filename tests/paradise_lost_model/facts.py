"""The facts of a game by their paths in the published record (layout.json)."""

from __future__ import annotations

from .asking import EVERYONE, Question
from .rules import HAND
from .table import Table

OF_SEATS = (
    *("hero", "power_used", "goods", "scrolls", "possible", "shown", "lacks", "saw", "looks", "immune", "tiles", "lost_tiles"),
    *(
        "realm",
        "realm_seen",
        "realm_viewers",
        "advantage",
        "found",
        "claim_villain",
        "claim_weapon",
        "claim_seen",
        "claimed",
        "won",
    ),
)
PLAIN = (
    *("log_count", "decisions", "ending", "rage", "storm", "rage_card", "rage_cancelled", "rage_ignored", "wrath_card", "die"),
    *(
        "criterion",
        "supply",
        "scrolls_left",
        "icons_left",
        "locked",
        "lock_cubes",
        "tile",
        "tile_seen",
        "where",
        "open_at",
        "room",
    ),
    *("face_down", "viewers", "spot", "hideout", "ivan", "pile"),
)


def facts(t: Table, question: Question | None) -> dict[str, object]:
    """All fields of the record that are facts of the game."""
    found: dict[str, object] = {name: getattr(t, name) for name in PLAIN}
    found |= {f"seats.{name}": [getattr(seat, name) for seat in t.seats] for name in OF_SEATS}
    found |= {f"log.{name}": column for name, column in t.columns.items()}
    hands = [t.hand(seat) for seat in range(5)]
    found |= {
        "seats.hand": [[1 if t.where[card] == HAND + seat else 0 for card in range(21)] for seat in range(5)],
        "seats.hand_size": [len(hand) for hand in hands],
        "seats.tile_count": [sum(seat.tiles) for seat in t.seats],
        "seats.lost_count": [sum(seat.lost_tiles) for seat in t.seats],
        "round_number": t.realm,
        "to_act": question.seat if question else -1,
        "decision": question.decision if question else 0,
        "asked": question.asked if question else EVERYONE,
        "deck": [deck + [0] * (17 - len(deck)) for deck in t.decks],
        "pile_size": sum(t.pile),
        "discarded_tiles": t.discarded,
        "stacks": [stack + [0] * (15 - len(stack)) for stack in t.stacks],
        "height": [len(stack) for stack in t.stacks],
        "arrival": padded([m + 1 for m in t.arrived], 6),
        "arrived": len(t.arrived),
        "order": padded([m + 1 for m in t.order], 6),
        "answer_count": len(t.answers),
        "failed_count": len(t.failed),
    }
    for n, name in enumerate(("asker", "target", "first", "second", "shown")):
        found[f"answers.{name}"] = padded([row[n] + (1 if n < 2 else 0) for row in t.answers], 32)
    for n, name in enumerate(("seat", "villain", "weapon")):
        found[f"failed.{name}"] = padded([row[n] + (1 if n < 1 else 0) for row in t.failed], 5)
    return found


def padded(row: list[int], size: int) -> list[int]:
    """A list filled up with zeros."""
    return row + [0] * (size - len(row))
