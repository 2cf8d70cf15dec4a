"""The last events as a seat saw them, newest first, as rows of numbers: private parts only where the seat saw them.

All but the last column fit into int8, so that a flat observation can carry events behind it (`see`).
"""

from ..core.columns import Column, places
from ..core.jit import kernel
from .action_parts import BLOCK_PART, FAMILIAR_PART, KIND_PART, OPTION_PART, PARTS, PLACE_PART, VILLAGER_PART
from .actions import LEXICON
from .layout import (
    DECIDED,
    DECISIONS,
    DISCARDED,
    DREW,
    ELIMINATED,
    ENDED,
    EVENTS,
    IDENTITY,
    KINDS,
    LOOKED,
    OBJECTIVE,
    PLACES,
    SAFETY_NET,
    SHOWN,
    SUSPECT_DRAWN,
    VILLAGERS,
)
from .observe import SIZE, observe

COLUMNS = (
    Column("what", "Number of the event as in INTERFACE.md; 0 in rows before the game's first event.", OBJECTIVE, names=True),
    Column("own", "1 for an event of the observing seat."),
    Column("block", "The block of the action taken, from 1 in the order of actions.json.", len(LEXICON.blocks), names=True),
    Column("decision", "The decision that it answered.", DECISIONS, names=True),
    Column("villager", "The villager that the action names, or who was eliminated or drawn, if seen.", VILLAGERS, names=True),
    Column("place", "The place that the action names.", PLACES, names=True),
    Column(
        "kind",
        "The kind of card that the action names, or that was drawn, looked at, shown or lost, if seen.",
        KINDS,
        names=True,
    ),
    Column("familiar", "1 if the action takes the familiar pawn."),
    Column("option", "The loot (1: all Secrets), power (1: Empowered) or option (from 0).", 3),
    Column("amount", "The round that began; cards or Evidence; Suspects drawn so far.", 127),
    Column("ending", "How the game ended.", SAFETY_NET, names=True),
    Column("private", "1 if this seat alone saw which card or villager."),
    Column("action", "The action taken, from 1 (its number in actions.json and 1 more).", LEXICON.size, names=True),
)
WIDTH = len(COLUMNS)
NARROW = WIDTH - 1  # the columns that fit into int8
_AT = places(COLUMNS)
WHAT, OWN, ACTION, BLOCK, DECISION = (_AT[name] for name in ("what", "own", "action", "block", "decision"))
VILLAGER, PLACE, KIND, FAMILIAR = (_AT[name] for name in ("villager", "place", "kind", "familiar"))
OPTION, AMOUNT, ENDING, PRIVATE = (_AT[name] for name in ("option", "amount", "ending", "private"))


@kernel
def history(s, seat, out):
    """Fill `out` with the last K events as `seat` saw them, the newest in row 0: int16 (K, WIDTH), or int8 (K, NARROW)."""
    out[:, :] = 0
    for r in range(min(out.shape[0], EVENTS, int(s.log_count))):
        event = s.log[(s.log_count - 1 - r) % EVENTS]
        what, a, b = event.what, event.a, event.b
        out[r, WHAT] = what
        out[r, OWN] = 1 if event.seat == seat else 0
        if what == DECIDED:
            if out.shape[1] > ACTION:
                out[r, ACTION] = a + 1
            out[r, BLOCK] = PARTS[a, BLOCK_PART]
            out[r, DECISION] = b
            out[r, VILLAGER] = PARTS[a, VILLAGER_PART]
            out[r, PLACE] = PARTS[a, PLACE_PART]
            out[r, KIND] = PARTS[a, KIND_PART]
            out[r, FAMILIAR] = PARTS[a, FAMILIAR_PART]
            out[r, OPTION] = PARTS[a, OPTION_PART]
        elif what == ELIMINATED:
            out[r, VILLAGER] = a
        elif what == ENDED:
            out[r, ENDING] = b
        elif what == SHOWN or what == DISCARDED:
            out[r, KIND] = a
        elif what != IDENTITY:
            out[r, AMOUNT] = min(int(a), 127)
        if (event.seen_by >> seat) & 1 and event.secret:
            if what == DREW or what == LOOKED:
                out[r, KIND] = event.secret
            elif what == IDENTITY or what == SUSPECT_DRAWN:
                out[r, VILLAGER] = event.secret
            out[r, PRIVATE] = 1 if event.seen_by == 1 << seat else 0


@kernel
def see(s, t, seat, out):
    """The flat observation, and behind it as many of the last events as there is room for: int8 (SIZE + K * NARROW,)."""
    observe(s, t, seat, out)
    events = (out.shape[0] - SIZE) // NARROW
    if events > 0:
        history(s, seat, out[SIZE : SIZE + events * NARROW].reshape((events, NARROW)))
