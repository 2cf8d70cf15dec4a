"""Counts that conditions (`if ...`) and multiples (`for each ...`) of card programs ask for: public facts all."""

from ..core.jit import kernel
from .layout import FIRST_PLACE, INVESTIGATION, ROW, VILLAGERS
from .moves import on_villagers
from .ops import (
    ALL,
    AMOUNT,
    FILTER,
    IN_PLAY,
    OF_DISCARD,
    OF_EVIDENCE,
    OF_HAND,
    OF_INFLUENCE,
    OPTIONAL,
    SUSPECTS_DRAWN,
    TOKEN,
    TOKENS_THERE,
    VILLAGERS_WITH,
    WHERE,
)
from .targets import card_of_row, source_of


@kernel
def holds(s, f, row, seat):
    """if ...: whether there are as many as it asks for, or none if it asks for none."""
    found = count(s, f, row, seat)
    return found >= row[AMOUNT] if row[AMOUNT] else found == 0


@kernel
def count(s, f, row, seat):
    """How many there are of what a row of the frame's program counts; `seat` is who "you" is."""
    what = row[FILTER]
    if what == TOKENS_THERE:
        return tokens_there(s, f, row)
    if what >= VILLAGERS_WITH:
        return villagers_counted(s, what, row[TOKEN])
    if what > IN_PLAY:
        return cards_in_play(s, what - IN_PLAY)
    whose = s.seats[1 - seat if row[OPTIONAL] else seat]
    if what == OF_INFLUENCE:
        return int(whose.influence)
    if what == OF_EVIDENCE:
        return int(whose.evidence)
    if what == OF_HAND:
        return int(whose.hand_size)
    if what == OF_DISCARD:
        return int(whose.discard_size)
    return 0


@kernel
def tokens_there(s, f, row):
    """Tokens on a villager, on a card, or on all villagers."""
    if row[WHERE] == ALL:
        return int(on_villagers(s, row[TOKEN]))
    place = card_of_row(f, row[WHERE])
    if place:
        return int(s.places[place].tokens[row[TOKEN]])
    return int(s.villagers[source_of(f, row)].tokens[row[TOKEN]])


@kernel
def villagers_counted(s, what, token):
    """Villagers with a kind of token, eliminated innocents, or Suspects drawn."""
    if what == SUSPECTS_DRAWN:
        return int(s.suspects_drawn)
    if what != VILLAGERS_WITH:
        return int(s.innocents)
    found = 0
    for villager in range(1, VILLAGERS + 1):
        found += s.villagers[villager].tokens[token] > 0
    return found


@kernel
def cards_in_play(s, card_type):
    """Cards of a lasting type in play."""
    found = 0
    first = FIRST_PLACE[card_type]
    for place in range(first, first + (VILLAGERS if card_type == INVESTIGATION else ROW)):
        found += s.places[place].kind > 0
    return found
