"""`view`: the record as a seat may see it, for compiled agents; derived from the layout alone."""

import numpy as np

from ..core.layout import blank, raw_bytes
from .layout import SEATS, STATE_RECORD

VISIBILITY = tuple(STATE_RECORD.visibility(seat) for seat in range(SEATS))


def view(states: np.ndarray, i: int, seat: int, out: np.ndarray) -> None:
    """Copy game `i` to `out`, STATE (1,), with what `seat` can't see blanked."""
    blank(raw_bytes(states)[i], *VISIBILITY[seat], seat, raw_bytes(out)[0])
