"""Luck in the game: cards drawn from a deck, discards at random, and Suspect cards (Setup, step 7; Exonerate Villager).

A frame that needs luck calls `ask_chance` and finds the outcome in `s.answer`, an action `card` or `villager`. Streams resolve it
at once (`roll`); under the ruleset flag `explicit_chance` the game stops for it, so that a solver can take each outcome by its
weight.
"""

from ..core import chance
from ..core.jit import kernel
from . import actions
from .layout import (
    CARD_DRAW,
    CHANCE,
    DISCARDED,
    HAND_DRAW,
    HUNTER,
    KINDS,
    SUSPECT_DECK,
    SUSPECT_DRAW,
    SUSPECT_DRAWN,
    SUSPECTS_GATHERED,
    WITCH,
    WITCH_HAND,
)
from .layout import IDENTITY as IDENTITY_EVENT
from .moves import (
    ask,
    draw_kind,
    leave_hand,
    note,
    note_private,
    pop,
    refill,
    rules_of,
    suspects_gathered,
    suspects_left,
    to_discard,
)
from .tables import ON_EXONERATED
from .triggers import trigger


@kernel
def ask_chance(s, decision):
    """Stop for luck: CARD_DRAW and HAND_DRAW (from the deck or hand of the top frame's seat) or SUSPECT_DRAW."""
    ask(s, CHANCE, decision)


@kernel
def weight(s, t, action):
    """How many of the equally likely outcomes of the pending luck are this action; 0 if it isn't one."""
    if s.decision != SUSPECT_DRAW:
        kind, me = action - actions.CHOOSE_CARD + 1, s.seats[s.stack[s.depth - 1].seat]
        if kind < 1 or kind > KINDS:
            return 0
        return int(me.deck[kind] if s.decision == CARD_DRAW else me.hand[kind])
    villager = action - actions.CHOOSE_VILLAGER + 1
    if villager < 1 or villager > rules_of(s, t).villagers or villager == s.true_witch or s.suspects[villager]:
        return 0
    return 1


@kernel
def total(s, t):
    """How many equally likely outcomes the pending luck has."""
    if s.decision == SUSPECT_DRAW:
        return int(suspects_left(s, t))
    me = s.seats[s.stack[s.depth - 1].seat]
    return int(me.deck_size if s.decision == CARD_DRAW else me.hand_size)


@kernel
def roll(s, t):
    """Resolve the pending luck by its stream."""
    purpose, action = SUSPECT_DECK, actions.CHOOSE_VILLAGER
    if s.decision != SUSPECT_DRAW:
        purpose, action = int(s.stack[s.depth - 1].seat), actions.CHOOSE_CARD
        if s.decision == HAND_DRAW:
            purpose += WITCH_HAND
    k = chance.draw(s, purpose, total(s, t))
    chances = weight(s, t, action)
    while k >= chances:
        k -= chances
        action += 1
        chances = weight(s, t, action)
    outcome(s, action)


@kernel
def outcome(s, action):
    """Hand an outcome to the frame that asked; nobody sees it unless the frame tells."""
    s.decision = 0
    s.answer = action


@kernel
def drawn(s, first):
    """The kind or villager that was drawn; wiped at once, since the answer to a decision is everyone's to see."""
    number = s.answer - first + 1
    s.answer = 0
    return number


# ---- the frames that need luck --------------------------------------------------------------------------------------


@kernel
def draw_cards(s, t, f):
    """Draw one card at a time (ruling 35); with an empty deck and discard pile none is drawn (ruling 37)."""
    if f.step == 1:
        f.step = 0
        draw_kind(s, t, f.seat, drawn(s, actions.CHOOSE_CARD))
    elif f.amount > 0 and refill(s, f.seat):
        f.amount -= 1
        f.step = 1
        ask_chance(s, CARD_DRAW)
    else:
        pop(s)


@kernel
def discard_random(s, f):
    """Discard cards at random, in the open; an empty hand ends it (ruling 67)."""
    if f.step == 1:
        f.step = 0
        kind = drawn(s, actions.CHOOSE_CARD)
        leave_hand(s, f.seat, kind)
        to_discard(s, f.seat, kind)
        note(s, DISCARDED, f.seat, kind, 0)
    elif f.amount > 0 and s.seats[f.seat].hand_size > 0:
        f.amount -= 1
        f.step = 1
        ask_chance(s, HAND_DRAW)
    else:
        pop(s)


@kernel
def draw_suspect(s, t, f):
    """A Suspect card: the true witch's at setup; later the Hunter's; the last one needed wins at once (rulings 27, 42, 43)."""
    if f.step == 0:
        f.step = 1
        ask_chance(s, SUSPECT_DRAW)
        return
    villager = drawn(s, actions.CHOOSE_VILLAGER)
    pop(s)
    if s.true_witch == 0:
        s.true_witch = villager
        note_private(s, IDENTITY_EVENT, WITCH, 0, 0, villager, 1 << WITCH)
        return
    s.suspects[villager] = 1
    s.suspects_drawn += 1
    note_private(s, SUSPECT_DRAWN, HUNTER, s.suspects_drawn, 0, villager, 1 << HUNTER)
    trigger(s, t, ON_EXONERATED, 0, 0)
    if suspects_gathered(s, t) >= rules_of(s, t).suspects_to_win:
        s.ending = SUSPECTS_GATHERED
