"""Places for cards in play: what lies there, comes, goes and slides, and what it does as long as it lies there.

The lasting modifiers of all cards on boards are kept added up in the record (`State.modifiers`), and so are the moments that any
card has a program for (`State.watched`): most decisions ask for several of them.
"""

from ..core.jit import kernel
from .layout import (
    BREWS,
    ENCHANTMENTS,
    FIRST_PLACE,
    HUNTER,
    INVESTIGATIONS,
    MODIFIER_COUNT,
    PLACES,
    PROGRAM,
    ROW,
    SECRET,
)
from .moves import card_at, empty, owner_of, rules_of, to_discard, to_hand
from .tables import BREW_SECRETS


@kernel
def free_place(s, t, kind_of_card):
    """The first free spot for a type of card; 0 if its row is full."""
    first = FIRST_PLACE[kind_of_card]
    for place in range(first, first + rules_of(s, t).spots):
        if s.places[place].kind == 0:
            return place
    return 0


@kernel
def program_at(s, t, place, moment):
    """First row of the program that the card at `place` has for a moment; 0: none, no card, or a text that counts as blank."""
    if s.places[place].kind == 0 or s.places[place].blank:
        return 0
    return int(card_at(s, t, place).programs[moment])


# ---- coming and going -----------------------------------------------------------------------------------------------


@kernel
def enter_play(s, t, place, kind):
    """A card lies at `place` from now on."""
    s.places[place].kind = kind
    add_text(s, t, place, 1)


@kernel
def clear_place(s, t, place):
    """A card in play goes to its owner's discard pile, its tokens to the supply; a Location's pawn stays spent (ruling 30)."""
    p = s.places[place]
    if p.blank == 0:
        add_text(s, t, place, -1)
    empty(s, p)
    to_discard(s, owner_of(place), p.kind)
    s.seats[HUNTER].board_pawns += p.pawn
    p.kind = 0
    p.pawn = 0
    p.used = 0
    p.blank = 0
    moved(s, place, 0)


@kernel
def return_to_hand(s, t, place):
    """A card in play goes back to its owner's hand, in the open: the other seat knows that it is there (ruling 58)."""
    owner, kind = owner_of(place), s.places[place].kind
    clear_place(s, t, place)
    s.seats[owner].discard[kind] -= 1
    s.seats[owner].discard_size -= 1
    to_hand(s, owner, kind)
    s.seats[1 - owner].foe_hand[kind] += 1


@kernel
def moved(s, place, to):
    """The card at `place` has gone to another place, or left play (0): work that is about it follows."""
    for depth in range(s.depth):
        f = s.stack[depth]
        if f.what == PROGRAM and f.place == place:
            f.place = to
        if f.card == place:
            f.card = to
    for n in range(s.waiting_count):
        if s.waiting[n].place == place:
            s.waiting[n].place = to


@kernel
def shift(s, place, to):
    """The card at `place`, with all that lies on it, now lies at the empty place `to`."""
    kind, used, blank = s.places[place].kind, s.places[place].used, s.places[place].blank
    s.places[place].kind = 0
    s.places[place].used = 0
    s.places[place].blank = 0
    s.places[to].kind = kind
    s.places[to].used = used
    s.places[to].blank = blank
    for token in range(len(s.places[to].tokens)):
        count = s.places[place].tokens[token]
        s.places[place].tokens[token] = 0
        s.places[to].tokens[token] = count
    moved(s, place, to)


@kernel
def slide_enchantments(s):
    """Enchantments slide left over empty spaces; whoever goes through the cards in play in order goes on with the next one."""
    free = ENCHANTMENTS
    for place in range(ENCHANTMENTS, ENCHANTMENTS + ROW):
        if s.places[place].kind == 0:
            continue
        if place > free:
            shift(s, place, free)
            for depth in range(s.depth):
                if place > s.stack[depth].cursor >= free:
                    s.stack[depth].cursor = free - 1
        free += 1


# ---- what a text does while it lies there ---------------------------------------------------------------------------


@kernel
def modifier(s, column):
    """A lasting modifier, added up over all cards on both player boards and the Enchantment board, and objectives met."""
    return int(s.modifiers[column])


@kernel
def add_text(s, t, place, sign):
    """The text of the card at `place` begins (1) or ceases (-1) to hold; an Investigation's modifiers hold on its villager."""
    if place <= INVESTIGATIONS:
        for column in range(MODIFIER_COUNT):
            s.modifiers[column] += sign * card_at(s, t, place).modifiers[column]
    if sign > 0:
        watch(s, t, place)
    elif s.watched:
        s.watched = 0
        for other in range(1, PLACES + 1):
            if other != place:
                watch(s, t, other)


@kernel
def watch(s, t, place):
    """Note the moments that the card at `place` has programs for."""
    if s.places[place].kind and s.places[place].blank == 0:
        s.watched |= card_at(s, t, place).moments


@kernel
def awaited(s, moment):
    """Whether any card in play may have a program for a moment; most often none has."""
    return (s.watched >> moment) & 1 == 1


@kernel
def blank_text(s, t, place, seat):
    """The text of a card in play counts as blank until the seat's next turn; an Ally's upkeep is still due (glossary: Blank)."""
    if s.places[place].blank == 0:
        add_text(s, t, place, -1)
    s.places[place].blank = seat + 1


@kernel
def unblank(s, t, seat):
    """A seat's turn begins: what it has blanked holds again."""
    for place in range(1, PLACES + 1):
        if s.places[place].blank == seat + 1:
            s.places[place].blank = 0
            add_text(s, t, place, 1)


@kernel
def complete(s, t, place):
    """Whether the Brew at `place` has all its Secrets, and a text to drink."""
    p = s.places[place]
    if p.kind == 0 or p.blank:
        return False
    return p.tokens[SECRET] >= max(0, card_at(s, t, place).secrets + modifier(s, BREW_SECRETS))


@kernel
def any_complete(s, t):
    """Whether any Brew is complete, which is public."""
    for place in range(BREWS, BREWS + ROW):
        if complete(s, t, place):
            return True
    return False
