"""The last events as a seat saw them, newest first, as rows of numbers: private parts only where the seat saw them.

All but the last column fit into int8, so that a flat observation can carry events behind it (`see`). Seats are counted on from
the observing one.
"""

import numpy as np

from ..core.columns import Column, places
from ..core.jit import kernel
from .actions import LEXICON
from .layout import CLOAK_TAKEN, DECIDED, DECISIONS, EVENTS, EVERYONE, GOODS_TAKEN, MINIATURES, NPC, REALM_IS, SEEN
from .moves import rules_of
from .observe import SIZE, observe

COLUMNS = (
    Column("what", "Number of the event as in INTERFACE.md; 0 in rows before the game's first event.", CLOAK_TAKEN, names=True),
    Column("seat", "1 + how far on the seat of the event is; 6: the Hero without a player.", MINIATURES, names=True),
    Column("decision", "The decision that was taken.", DECISIONS, names=True),
    Column("a", "First number of the event as in INTERFACE.md; of a decision, nothing.", 127),
    Column("b", "Second number of the event.", 127),
    Column("secret", "The private part, if this seat saw it: a card, tile or Realm; of a decision, nothing.", 127),
    Column("private", "1 if not everyone saw it."),
    Column(
        "block", "The block of the action taken, from 1 in the order of actions.json, if seen.", len(LEXICON.blocks), names=True
    ),
    Column("number", "Its number in that block, from 0, if seen.", 29),
    Column(
        "action",
        "The action taken, from 1 (its number in actions.json and 1 more), if this seat saw it.",
        LEXICON.size,
        names=True,
    ),
)
WIDTH = len(COLUMNS)
NARROW = WIDTH - 1  # the columns that fit into int8
_AT = places(COLUMNS)
WHAT, SEAT, DECISION, FIRST, SECOND, SECRET, PRIVATE, BLOCK, NUMBER, ACTION = (_AT[column.name] for column in COLUMNS)
PARTS = np.zeros((LEXICON.size, 2), np.int16)
"""Block, from 1, and number in it of each action."""
for _number, _block in enumerate(LEXICON.blocks, 1):
    _span = LEXICON.span(_block.name)
    PARTS[_span.start : _span.stop] = [(_number, n) for n in range(_block.size)]


@kernel
def history(s, t, seat, out):
    """Fill `out` with the last K events as `seat` saw them, the newest in row 0: int16 (K, WIDTH), or int8 (K, NARROW)."""
    heroes = int(rules_of(s, t).heroes)
    out[:, :] = 0
    for r in range(min(out.shape[0], EVENTS, int(s.log_count))):
        event = s.log[(s.log_count - 1 - r) % EVENTS]
        seen = (event.seen_by >> seat) & 1
        out[r, WHAT] = event.what
        out[r, SEAT] = MINIATURES if event.seat == NPC else 1 + (event.seat - seat) % heroes
        out[r, PRIVATE] = 1 if event.seen_by != EVERYONE else 0
        if event.what == DECIDED:
            out[r, DECISION] = event.b
            if seen:
                out[r, BLOCK] = PARTS[event.secret - 1, 0]
                out[r, NUMBER] = PARTS[event.secret - 1, 1]
                if out.shape[1] > ACTION:
                    out[r, ACTION] = event.secret
        else:
            out[r, FIRST] = min(int(event.a), 127)
            out[r, SECOND] = min(int(event.b), 127)
            if event.what == SEEN:  # 1 + the seat whose card it was
                out[r, FIRST] = 1 + (event.a - 1 - seat) % heroes
            elif (event.what == REALM_IS or event.what == GOODS_TAKEN) and event.b > 0:  # 1 + the seat that looks or gives
                out[r, SECOND] = 1 + (event.b - 1 - seat) % heroes
            if seen:
                out[r, SECRET] = event.secret


@kernel
def see(s, t, seat, out):
    """The flat observation, and behind it as many of the last events as there is room for: int8 (SIZE + K * NARROW,)."""
    observe(s, t, seat, out)
    events = (out.shape[0] - SIZE) // NARROW
    if events > 0:
        history(s, t, seat, out[SIZE : SIZE + events * NARROW].reshape((events, NARROW)))
