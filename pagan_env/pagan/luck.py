"""Luck in the game: cards drawn from a deck, and Suspect cards (Setup, step 7; Exonerate Villager).

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
    HUNTER,
    KINDS,
    SUSPECT_DECK,
    SUSPECT_DRAW,
    SUSPECT_DRAWN,
    SUSPECTS_GATHERED,
    WITCH,
)
from .layout import IDENTITY as IDENTITY_EVENT
from .moves import ask, draw_kind, note_private, pop, refill, rules_of, suspects_gathered, suspects_left


@kernel
def ask_chance(s, decision):
    """Stop for luck: CARD_DRAW (from the deck of the top frame's seat) or SUSPECT_DRAW."""
    ask(s, CHANCE, decision)


@kernel
def weight(s, t, action):
    """How many of the equally likely outcomes of the pending luck are this action; 0 if it isn't one."""
    if s.decision == CARD_DRAW:
        kind = action - actions.CHOOSE_CARD + 1
        return s.seats[s.stack[s.depth - 1].seat].deck[kind] if 1 <= kind <= KINDS else 0
    villager = action - actions.CHOOSE_VILLAGER + 1
    if villager < 1 or villager > rules_of(s, t).villagers or villager == s.true_witch or s.suspects[villager]:
        return 0
    return 1


@kernel
def total(s, t):
    """How many equally likely outcomes the pending luck has."""
    return int(s.seats[s.stack[s.depth - 1].seat].deck_size if s.decision == CARD_DRAW else suspects_left(s, t))


@kernel
def roll(s, t):
    """Resolve the pending luck by its stream."""
    purpose, action = SUSPECT_DECK, actions.CHOOSE_VILLAGER
    if s.decision == CARD_DRAW:
        purpose, action = int(s.stack[s.depth - 1].seat), actions.CHOOSE_CARD
    k = chance.draw(s, purpose, total(s, t))
    while k >= weight(s, t, action):
        k -= weight(s, t, action)
        action += 1
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
    if suspects_gathered(s, t) >= rules_of(s, t).suspects_to_win:
        s.ending = SUSPECTS_GATHERED
