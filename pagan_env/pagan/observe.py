"""What a seat may know, as one flat int8 vector of named blocks (Influence and other counts are clipped at 127).

The same blocks stand at the same places for both seats; "own" is the observing seat, "foe" the other. A block is declared
once in BLOCKS, with its size beside its meaning; the writers below fill them in that order.
"""

from __future__ import annotations

from ..core.columns import Block, slices
from ..core.jit import kernel
from ..core.wide import narrow
from .layout import (
    DECISIONS,
    HUNTER,
    KINDS,
    PLACES,
    SEATS,
    TOKENS,
    VILLAGERS,
    WITCH,
)
from .moves import owner_of

HELD = TOKENS - 1  # kinds of token that lie on villagers and cards
VILLAGER_COLUMNS = HELD + 6
BLOCKS = (
    Block("seat", SEATS, "One-hot: which seat observes (Witch, Hunter)."),
    Block("own_hand", KINDS, "Own cards in hand, by kind."),
    Block("foe_hand_known", KINDS, "Cards that the foe holds for sure, by kind."),
    Block("own_discard", KINDS, "Own discard pile, by kind."),
    Block("foe_discard", KINDS, "Foe's discard pile, by kind."),
    Block("own_revealed", KINDS, "Own cards permanently revealed, by kind."),
    Block("foe_revealed", KINDS, "Foe's cards permanently revealed, by kind."),
    Block("own_in_play", KINDS, "Own cards in play, by kind."),
    Block("foe_in_play", KINDS, "Foe's cards in play, by kind."),
    Block(
        "own_counts",
        6,
        "Own Influence, Evidence, regular pawns left, familiar pawn left, cards in hand, cards in the deck.",
    ),
    Block("foe_counts", 6, "The same for the foe."),
    Block(
        "turn",
        7,
        "Round, whose turn (0 Witch, 1 Hunter), innocents eliminated, Suspects drawn, faction bound in the first turn, "
        "objectives met by the Witch and by the Hunter.",
    ),
    Block("supply", TOKENS, "Clues, Secrets, Favors, tokens of a set (two kinds), Evidence in the general supply."),
    Block(
        "villagers",
        VILLAGERS * VILLAGER_COLUMNS,
        "By villager: Clues, Secrets, Favors, tokens of a set (two kinds), Witch pawns, Hunter pawns, familiar pawn, eliminated, "
        "true witch (Witch only), own Suspect card (Hunter only).",
    ),
    Block(
        "place_kinds",
        PLACES,
        "Kind of the card at each place: 3 Allies, 3 Locations, 3 Brews, 3 Familiars, 3 Enchantments, 9 Investigations.",
    ),
    Block(
        "place_marks",
        PLACES * (HELD + 1),
        "For each place: Clues, Secrets, Favors, tokens of a set (two kinds) on the card, and 1 for a pawn or an effect "
        "already used, plus 2 if its text counts as blank.",
    ),
    Block("decision", DECISIONS, "One-hot: the decision that is pending."),
    Block("to_act", 1, "1 if this seat is to act."),
    Block(
        "work",
        9,
        "What the pending decision is about, by column and decision in INTERFACE.md: villager, place, target, chosen card's "
        "place, token, amount, verb, mark, kind of the card on its way.",
    ),
)
SIZE = sum(block.size for block in BLOCKS)
SLICES = slices(BLOCKS)


# Constant places: with a running index the writers take four times as long.
_AT = {name: part.start for name, part in SLICES.items()}
OWN_HAND, FOE_HAND_KNOWN = _AT["own_hand"], _AT["foe_hand_known"]
OWN_DISCARD, FOE_DISCARD = _AT["own_discard"], _AT["foe_discard"]
OWN_REVEALED, FOE_REVEALED = _AT["own_revealed"], _AT["foe_revealed"]
OWN_IN_PLAY, FOE_IN_PLAY = _AT["own_in_play"], _AT["foe_in_play"]
OWN_COUNTS, FOE_COUNTS = _AT["own_counts"], _AT["foe_counts"]
TURN, SUPPLY = _AT["turn"], _AT["supply"]
VILLAGER_ROWS, PLACE_KINDS, PLACE_MARKS = _AT["villagers"], _AT["place_kinds"], _AT["place_marks"]
DECISION, TO_ACT, WORK = _AT["decision"], _AT["to_act"], _AT["work"]


@kernel
def observe(s, t, seat, out):
    """Fill `out`, int8 (SIZE,), with what `seat` may know."""
    for n in range(SIZE):  # most of it is 0: the writers below leave that out
        out[n] = 0
    out[seat] = 1
    kinds(s, seat, out)
    counts(s.seats[seat], out, OWN_COUNTS)
    counts(s.seats[1 - seat], out, FOE_COUNTS)
    turn(s, out)
    villagers(s, seat, out)
    places(s, seat, out)
    decision(s, t, seat, out)


@kernel
def clip(count):
    return min(int(count), 127)


@kernel
def kinds(s, seat, out):
    """Cards by kind."""
    me, foe = s.seats[seat], s.seats[1 - seat]
    narrow(me.hand, out, OWN_HAND, KINDS)
    narrow(me.foe_hand, out, FOE_HAND_KNOWN, KINDS)
    narrow(me.discard, out, OWN_DISCARD, KINDS)
    narrow(foe.discard, out, FOE_DISCARD, KINDS)
    narrow(me.revealed, out, OWN_REVEALED, KINDS)
    narrow(foe.revealed, out, FOE_REVEALED, KINDS)


@kernel
def counts(seat, out, at):
    out[at] = clip(seat.influence)
    out[at + 1] = clip(seat.evidence)
    out[at + 2] = seat.pawns
    out[at + 3] = seat.familiar_pawn
    out[at + 4] = clip(seat.hand_size)
    out[at + 5] = clip(seat.deck_size)


@kernel
def turn(s, out):
    out[TURN] = clip(s.round_number)
    out[TURN + 1] = s.turn
    out[TURN + 2] = s.innocents
    out[TURN + 3] = s.suspects_drawn
    out[TURN + 4] = s.first_faction
    out[TURN + 5] = s.seats[WITCH].objective
    out[TURN + 6] = s.seats[HUNTER].objective
    narrow(s.supply, out, SUPPLY, TOKENS)


@kernel
def villagers(s, seat, out):
    for n in range(VILLAGERS):
        v = s.villagers[n + 1]
        row = VILLAGER_ROWS + n * VILLAGER_COLUMNS
        narrow(v.tokens, out, row, HELD)
        row += HELD
        out[row] = v.pawns[WITCH]
        out[row + 1] = v.pawns[HUNTER]
        out[row + 2] = v.familiar_pawn
        out[row + 3] = v.eliminated
        out[row + 4] = 1 if seat == WITCH and s.true_witch == n + 1 else 0
        out[row + 5] = s.suspects[n + 1] if seat == HUNTER else 0


@kernel
def places(s, seat, out):
    for n in range(PLACES):
        p = s.places[n + 1]
        if p.kind:
            out[PLACE_KINDS + n] = p.kind
            out[(OWN_IN_PLAY if owner_of(n + 1) == seat else FOE_IN_PLAY) + p.kind - 1] += 1
            row = PLACE_MARKS + n * (HELD + 1)
            narrow(p.tokens, out, row, HELD)
            out[row + HELD] = (1 if p.pawn or p.used else 0) + (2 if p.blank else 0)


@kernel
def decision(s, t, seat, out):
    out[TO_ACT] = 1 if s.to_act == seat else 0
    if 0 < s.decision <= DECISIONS:
        f = s.stack[s.depth - 1]
        out[DECISION + s.decision - 1] = 1
        out[WORK] = f.villager
        out[WORK + 1] = f.place
        out[WORK + 2] = f.target
        out[WORK + 3] = f.card
        out[WORK + 4] = f.token
        out[WORK + 5] = clip(f.amount)
        out[WORK + 6] = t.code[f.pc, 0]
        out[WORK + 7] = f.flag
        for depth in range(s.depth):
            if s.stack[depth].holds:
                out[WORK + 8] = s.stack[depth].holds
