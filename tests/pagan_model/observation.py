"""What a seat sees, as the published observation (INTERFACE.md, "The observation"; observation.json)."""

from __future__ import annotations

from collections.abc import Callable

from .asking import WORK, Question
from .rules import HUNTER, ROWS, WITCH
from .state import InPlay
from .table import Table

LARGEST = 127


def observe(t: Table, question: Question | None, seat: int) -> list[int]:
    """All blocks in order, each count clipped at 127."""
    values: list[int] = []
    for block in t.rules.blocks:
        values += BLOCKS[block["block"]](t, question, seat)
    return [value if value < LARGEST else LARGEST for value in values]


def one_hot(index: int, size: int) -> list[int]:
    """A 1 at an index from 0; nothing if the index is below 0."""
    return [int(i == index) for i in range(size)]


def in_play(t: Table, owner: int) -> list[int]:
    """A seat's cards in play by kind."""
    counts = [0] * 50
    for card in t.in_play():
        if card.card.owner == owner:
            counts[card.card.kind - 1] += 1
    return counts


def counts(t: Table, seat: int) -> list[int]:
    """Influence, Evidence, regular pawns left, familiar pawn left, cards in hand, cards in the deck."""
    own = t.seats[seat]
    return [own.influence, own.evidence, own.pawns, own.familiar_pawn, sum(own.hand), sum(own.deck)]


def turn(t: Table) -> list[int]:
    """Round, whose turn, innocents eliminated, Suspects drawn, faction bound in the first turn, objectives met."""
    met = [seat.objective for seat in t.seats]
    return [t.round_number, t.turn, t.innocents, sum(t.suspects), t.first_faction, *met]


def villagers(t: Table, seat: int) -> list[int]:
    """By villager: tokens, pawns, eliminated; the true witch for the Witch, own Suspect cards for the Hunter."""
    values = []
    for v in t.villagers:
        values += v.tokens[1:]
        values += [v.pawns[WITCH], v.pawns[HUNTER], v.familiar_pawn, v.eliminated]
        values.append(int(seat == WITCH and v.number == t.true_witch))
        values.append(t.suspects[v.number] if seat == HUNTER else 0)
    return values + [0] * (99 - len(values))


def places(t: Table) -> list[InPlay | None]:
    """The cards at the 24 places; villagers that the ruleset lacks have none."""
    cards = [card for row in ROWS for card in t.rows[row]]
    cards += [villager.investigation for villager in t.villagers]
    return cards + [None] * (24 - len(cards))


def place_marks(t: Table) -> list[int]:
    """By place: the tokens on the card, then 1 for a pawn or an effect already used, plus 2 if its text is blank."""
    values = []
    for card in places(t):
        values += card.tokens[1:] if card else [0] * 5
        values.append(int(bool(card.pawn or card.used)) + 2 * bool(card.blank) if card else 0)
    return values


def work(question: Question | None) -> list[int]:
    """What the pending decision is about; all zero when the game is over."""
    return [question.work.get(column, 0) for column in WORK] if question else [0] * len(WORK)


BLOCKS: dict[str, Callable[[Table, Question | None, int], list[int]]] = {
    "seat": lambda t, question, seat: one_hot(seat, 2),
    "own_hand": lambda t, question, seat: t.seats[seat].hand[1:],
    "foe_hand_known": lambda t, question, seat: t.seats[seat].foe_hand[1:],
    "own_discard": lambda t, question, seat: t.seats[seat].discard[1:],
    "foe_discard": lambda t, question, seat: t.seats[1 - seat].discard[1:],
    "own_revealed": lambda t, question, seat: t.seats[seat].revealed[1:],
    "foe_revealed": lambda t, question, seat: t.seats[1 - seat].revealed[1:],
    "own_in_play": lambda t, question, seat: in_play(t, seat),
    "foe_in_play": lambda t, question, seat: in_play(t, 1 - seat),
    "own_counts": lambda t, question, seat: counts(t, seat),
    "foe_counts": lambda t, question, seat: counts(t, 1 - seat),
    "turn": lambda t, question, seat: turn(t),
    "supply": lambda t, question, seat: t.supply[1:],
    "villagers": lambda t, question, seat: villagers(t, seat),
    "place_kinds": lambda t, question, seat: [card.card.kind if card else 0 for card in places(t)],
    "place_marks": lambda t, question, seat: place_marks(t),
    "decision": lambda t, question, seat: one_hot(question.decision - 1 if question else -1, 20),
    "to_act": lambda t, question, seat: [int(question is not None and question.seat == seat)],
    "work": lambda t, question, seat: work(question),
}
