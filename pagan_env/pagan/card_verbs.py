"""The verbs of card programs about cards in play: choose, remove, return, move, blank, consume."""

from ..core.jit import kernel
from . import actions
from .layout import CARD_TARGET, INVESTIGATIONS, LEAVE_PLAY, VILLAGER_TARGET, WITCH
from .moves import ask, pop, push
from .ops import FILTER, INVESTIGATION_HERE
from .places import blank_text, clear_place, complete, program_at, return_to_hand, shift, slide_enchantments
from .tables import ON_CONSUME
from .targets import affordable, any_candidate, any_card, card_candidate, leaving


@kernel
def choose_card(s, t, f, row):
    """[may] choose an Ally / ... [with N tokens]: sets the chosen card; declining ends the program."""
    if row[FILTER] == INVESTIGATION_HERE:
        place = INVESTIGATIONS + f.villager
        f.card = place if f.villager and card_candidate(s, t, f.seat, row, place) else 0
        f.pc += 1
    elif f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
            return
        f.card = s.answer - actions.CHOOSE_PLACE + 1
        f.pc += 1
    elif any_card(s, t, f.seat, row):
        ask(s, f.seat, CARD_TARGET)
        f.step = 1
    else:
        f.card = 0
        f.pc += 1


@kernel
def remove_card(s, t, f):
    """remove the chosen card: to its owner's discard pile"""
    if f.card:
        clear_place(s, t, f.card)
        slide_enchantments(s)
        f.card = 0


@kernel
def return_card(s, t, f):
    """return the chosen card to its owner's hand"""
    if f.card:
        return_to_hand(s, t, f.card)
        slide_enchantments(s)


@kernel
def move_card(s, t, f):
    """move the chosen card to another villager: an Investigation, to a living one without, same side kept (ruling 31)"""
    if f.step == 1:
        f.step = 0
        shift(s, f.card, INVESTIGATIONS + s.answer - actions.CHOOSE_VILLAGER + 1)
        f.pc += 1
    elif f.card and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.pc += 1


@kernel
def blank_card(s, t, f):
    """blank the chosen card until your next turn"""
    if f.card:
        blank_text(s, t, f.card, f.seat)


@kernel
def consume_card(s, t, f):
    """consume the chosen card: a complete Brew whose price she can pay has its effect for the Witch and leaves play"""
    if f.card == 0 or leaving(s, f.card) or not complete(s, t, f.card):
        return
    if affordable(s, t, WITCH, program_at(s, t, f.card, ON_CONSUME), f.card, 0, 0):
        push(s, LEAVE_PLAY, WITCH).place = f.card
