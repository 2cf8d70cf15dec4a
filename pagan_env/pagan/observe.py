"""What a seat may know, as one flat int8 vector of named blocks (Influence and other counts are clipped at 127).

The same blocks stand at the same places for both seats; "own" is the observing seat, "foe" the other. A block is declared
once in BLOCKS, with its size beside its meaning; the writers below fill them in that order.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.jit import kernel
from .layout import (
    DECISIONS,
    HUNTER,
    INVESTIGATIONS,
    KINDS,
    PLACES,
    SEATS,
    TOKENS,
    VILLAGERS,
    WITCH,
)
from .moves import owner_of


@dataclass(frozen=True)
class Block:
    """A named stretch of the observation."""

    name: str
    size: int
    doc: str


VILLAGER_COLUMNS = 9
BLOCKS = (
    Block("seat", SEATS, "One-hot: which seat observes (Witch, Hunter)."),
    Block("own_hand", KINDS, "Own cards in hand, by kind."),
    Block("foe_hand_known", KINDS, "Cards that the foe holds for sure, by kind."),
    Block("own_discard", KINDS, "Own discard pile, by kind."),
    Block("foe_discard", KINDS, "Foe's discard pile, by kind."),
    Block("own_in_play", KINDS, "Own cards in play, by kind."),
    Block("foe_in_play", KINDS, "Foe's cards in play, by kind."),
    Block("own_counts", 6, "Own Influence, Evidence, regular pawns left, familiar pawn left, cards in hand, cards in the deck."),
    Block("foe_counts", 6, "The same for the foe."),
    Block("turn", 5, "Round, whose turn (0 Witch, 1 Hunter), innocents eliminated, Suspects drawn, faction bound in the first turn."),
    Block("supply", TOKENS, "Clues, Secrets, Favors, Evidence in the general supply."),
    Block(
        "villagers",
        VILLAGERS * VILLAGER_COLUMNS,
        "By villager: Clues, Secrets, Favors, Witch pawns, Hunter pawns, familiar pawn, eliminated, "
        "true witch (Witch only), own Suspect card (Hunter only).",
    ),
    Block("place_kinds", PLACES, "Kind of the card at each place: 3 Allies, 3 Locations, 3 Brews, 3 Familiars, 3 Enchantments, 9 Investigations."),
    Block("place_marks", INVESTIGATIONS, "For the 15 places on boards: Secrets on the card, plus 1 for a pawn or an effect already used."),
    Block("decision", DECISIONS, "One-hot: the decision that is pending."),
    Block("to_act", 1, "1 if this seat is to act."),
    Block("work", 4, "About the pending decision: villager, place or kind it concerns, what is left to do."),
)
SIZE = sum(block.size for block in BLOCKS)


def slices() -> dict[str, slice]:
    """Where each block stands."""
    found, start = {}, 0
    for block in BLOCKS:
        found[block.name] = slice(start, start + block.size)
        start += block.size
    return found


@kernel
def clip(count):
    return min(int(count), 127)


@kernel
def observe(s, seat, out):
    """Fill `out`, int8 (SIZE,), with what `seat` may know."""
    me, foe = s.seats[seat], s.seats[1 - seat]
    out[seat] = 1
    out[1 - seat] = 0
    k = kinds(me.hand, out, SEATS)
    k = kinds(me.foe_hand, out, k)
    k = kinds(me.discard, out, k)
    k = kinds(foe.discard, out, k)
    k = in_play(s, seat, out, k)
    k = counts(me, out, k)
    k = counts(foe, out, k)
    k = turn(s, out, k)
    for token in range(1, TOKENS + 1):
        out[k] = s.supply[token]
        k += 1
    k = villagers(s, seat, out, k)
    k = places(s, out, k)
    k = decision(s, seat, out, k)
    return k


@kernel
def kinds(amounts, out, k):
    for kind in range(1, KINDS + 1):
        out[k] = amounts[kind]
        k += 1
    return k


@kernel
def in_play(s, seat, out, k):
    for n in range(2 * KINDS):
        out[k + n] = 0
    for place in range(1, PLACES + 1):
        kind = s.places[place].kind
        if kind:
            out[k + (0 if owner_of(place) == seat else KINDS) + kind - 1] += 1
    return k + 2 * KINDS


@kernel
def counts(seat, out, k):
    out[k] = clip(seat.influence)
    out[k + 1] = clip(seat.evidence)
    out[k + 2] = seat.pawns
    out[k + 3] = seat.familiar_pawn
    out[k + 4] = clip(seat.hand_size)
    out[k + 5] = clip(seat.deck_size)
    return k + 6


@kernel
def turn(s, out, k):
    out[k] = clip(s.round_number)
    out[k + 1] = s.turn
    out[k + 2] = s.innocents
    out[k + 3] = s.suspects_drawn
    out[k + 4] = s.first_faction
    return k + 5


@kernel
def villagers(s, seat, out, k):
    for villager in range(1, VILLAGERS + 1):
        v = s.villagers[villager]
        for token in range(1, TOKENS):
            out[k] = v.tokens[token]
            k += 1
        out[k] = v.pawns[WITCH]
        out[k + 1] = v.pawns[HUNTER]
        out[k + 2] = v.familiar_pawn
        out[k + 3] = v.eliminated
        out[k + 4] = 1 if seat == WITCH and s.true_witch == villager else 0
        out[k + 5] = s.suspects[villager] if seat == HUNTER else 0
        k += 6
    return k


@kernel
def places(s, out, k):
    for place in range(1, PLACES + 1):
        out[k] = s.places[place].kind
        k += 1
    for place in range(1, INVESTIGATIONS + 1):
        p = s.places[place]
        out[k] = p.tokens[2] + p.pawn + p.used
        k += 1
    return k


@kernel
def decision(s, seat, out, k):
    for n in range(DECISIONS):
        out[k + n] = 0
    k += DECISIONS
    running = s.decision > 0
    if running:
        out[k - DECISIONS + s.decision - 1] = 1
    f = s.stack[s.depth - 1]
    out[k] = 1 if s.to_act == seat else 0
    out[k + 1] = f.villager if running else 0
    out[k + 2] = f.place if running else 0
    out[k + 3] = f.holds if running else 0
    out[k + 4] = clip(f.amount) if running else 0
    return k + 5
