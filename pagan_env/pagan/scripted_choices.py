"""Decisions on the way that scripted players of both seats answer alike: targets of programs, cards, Upkeep, tokens to move."""

from ..core.jit import kernel
from . import actions
from .cards import play_cost
from .layout import (
    ALLIES,
    ALLY_PAYMENT,
    BREWS,
    CARD_TARGET,
    CARD_TO_DISCARD,
    CARD_TO_PLAY,
    CARD_TO_REVEAL,
    CLUE,
    FAMILIAR_USE,
    FAMILIARS,
    FOE_CARD,
    HUNTER,
    INVESTIGATION_TARGET,
    LOCATIONS,
    OPTION,
    PILE_CARD,
    REPLACEMENT,
    ROW,
    SECRET,
    SHORTAGE,
    SKILL_AGAIN,
    UPKEEP_EFFECT,
    VILLAGER_TARGET,
    WITCH,
)
from .moves import card_at, card_of, owner_of, rules_of
from .ops import (
    AMOUNT,
    ANY,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    END,
    MOVE,
    MOVE_CARD,
    PAY_TOKENS,
    PLACE,
    REMOVE,
    REMOVE_CARD,
    TOKEN,
    WHERE,
)
from .scripted_board import influence_value, share
from .scripted_cards import card_value, held_value
from .scripted_values import place_value, program_value, remove_value, row_value
from .scripted_weights import BREW_SECRET, BREW_WAIT, weigh
from .tables import ON_CONSUME, ON_EMPOWERED, ON_USE, ON_VISIT
from .targets import after_or
from .turn import allies_upkeep, effect_at


@kernel
def choice_value(v, t, seat, level, mind, action):
    """What an action of a decision on the way brings `seat`; `done` is 0 where one may stop."""
    decision = v.decision
    f = v.stack[v.depth - 1]
    if actions.CONSUME <= action < actions.DONE:
        return consume_value(v, t, level, mind, action - actions.CONSUME + BREWS)
    if decision == CARD_TO_PLAY:
        return 0 if action == actions.DONE else play_value(v, t, seat, level, mind, action - actions.CHOOSE_CARD + 1, f.amount)
    if decision == FOE_CARD:
        return 10 + 10 * int(card_of(v, t, 1 - seat, action - actions.CHOOSE_FOE_CARD + 1).cost)
    if decision == PILE_CARD:
        return card_value(v, t, seat, level, mind, action - actions.CHOOSE_CARD + 1)
    if decision == CARD_TO_DISCARD or decision == CARD_TO_REVEAL:
        kind = action - actions.CHOOSE_CARD + 1
        return -card_value(v, t, seat, level, mind, kind) - 10 * (v.seats[seat].hand[kind] == 1)
    if decision == VILLAGER_TARGET:
        return 0 if action == actions.DONE else target_value(v, t, f, seat, level, mind, action - actions.CHOOSE_VILLAGER + 1)
    if decision == FAMILIAR_USE:
        return 0 if action == actions.DONE else familiar_value(v, t, f, seat, level, mind, action - actions.USE_FAMILIAR)
    if decision == SKILL_AGAIN:
        skill = rules_of(v, t).village[f.villager].skill
        return 0 if action == actions.DONE else program_value(v, t, seat, level, mind, skill, f.villager)
    if decision == OPTION:
        if action == actions.DONE:
            return 0
        pc = f.pc + 1 if action == actions.CHOOSE_OPTION else after_or(t, f.pc)
        return program_value(v, t, seat, level, mind, pc, f.villager)
    if decision == INVESTIGATION_TARGET:
        return spot_value(v, t, level, mind, action - actions.CHOOSE_VILLAGER + 1)
    if decision == REPLACEMENT:
        return -lying_value(v, t, seat, level, mind, action - actions.CHOOSE_PLACE + 1)
    if decision == UPKEEP_EFFECT:
        if action == actions.DONE:
            return 0
        return program_value(v, t, seat, level, mind, effect_at(v, t, seat, action - actions.USE + 1), 0)
    if decision == ALLY_PAYMENT:
        return ally_value(v, t, seat, level, mind, action)
    if decision == CARD_TARGET:
        return 0 if action == actions.DONE else card_target_value(v, t, f, seat, level, mind, action - actions.CHOOSE_PLACE + 1)
    if decision == SHORTAGE:
        return shortage_value(v, t, f, seat, level, mind, action)
    return 0


# ---- cards ----------------------------------------------------------------------------------------------------------


@kernel
def play_value(v, t, seat, level, mind, kind, discount):
    """What playing a card brings, its price taken off."""
    price = int(play_cost(v, t, seat, kind, discount)) * influence_value(v, seat, level)
    return card_value(v, t, seat, level, mind, kind) - price


@kernel
def lying_value(v, t, seat, level, mind, place):
    """What a card in play is worth to its owner."""
    value = held_value(v, t, owner_of(place), level, mind, card_at(v, t, place))
    if place >= BREWS and place < FAMILIARS:
        value += weigh(level, BREW_SECRET) * int(v.places[place].tokens[SECRET])
    if place >= LOCATIONS and place < LOCATIONS + ROW and v.places[place].pawn:
        value += 1
    return value


@kernel
def card_target_value(v, t, f, seat, level, mind, place):
    """What choosing a card in play brings: the other seat's best one, its Secrets if those go."""
    op = t.code[f.pc + 1, 0] if t.code[f.pc, 0] == CHOOSE_CARD else t.code[f.pc, 0]
    theirs = owner_of(place) != seat
    if op == REMOVE or op == REMOVE_CARD:
        value = lying_value(v, t, seat, level, mind, place) + 10 * int(v.places[place].tokens[SECRET]) + 5
        return max(1, value) if theirs else -value
    return 5 if theirs else 1


@kernel
def ally_value(v, t, seat, level, mind, action):
    """Keep all Allies that are worth their upkeep; drop the least."""
    if action == actions.PAY:
        return 1 if v.seats[seat].influence > allies_upkeep(v, t) or level < 3 else 0
    return -max(0, lying_value(v, t, seat, level, mind, ALLIES + action - actions.DROP) + 20)


@kernel
def consume_value(v, t, level, mind, place):
    """What a Brew brings now; the Witch keeps it for a better time below a threshold."""
    return program_value(v, t, WITCH, level, mind, card_at(v, t, place).programs[ON_CONSUME], 0) - weigh(level, BREW_WAIT)


@kernel
def familiar_value(v, t, f, seat, level, mind, choice):
    """What a Familiar's effect brings."""
    programs = card_at(v, t, FAMILIARS + choice // 2).programs
    return program_value(v, t, seat, level, mind, programs[ON_EMPOWERED if choice & 1 else ON_USE], f.villager)


@kernel
def spot_value(v, t, level, mind, villager):
    """How good a villager is for the Hunter's Investigation: where he visits himself, or where the Witch has business."""
    kind = 0
    for depth in range(v.depth):
        if v.stack[depth].holds:
            kind = v.stack[depth].holds
    card = card_of(v, t, HUNTER, kind)
    assets = int(rules_of(v, t).village[villager].assets)
    if card.side == WITCH:
        value = program_value(v, t, HUNTER, level, mind, card.programs[ON_VISIT], villager)
        return value + 2 * share(v, t, level, mind, villager) + 5 * assets
    return 12 * assets + 6 * int(v.villagers[villager].tokens[CLUE])


# ---- villagers ------------------------------------------------------------------------------------------------------


@kernel
def target_value(v, t, f, seat, level, mind, villager):
    """What choosing a villager brings by the line that asks, or the lines that it chooses for."""
    row = t.code[f.pc]
    op = row[0]
    if op == PAY_TOKENS:
        return remove_value(v, t, seat, level, mind, row[TOKEN], villager)
    if op == PLACE or op == REMOVE:
        return row_value(v, t, seat, level, mind, row, villager)
    if op == MOVE:
        if row[WHERE] == ANY:
            return remove_value(v, t, seat, level, mind, row[TOKEN], villager) + 100
        return place_value(v, t, seat, level, mind, row[TOKEN], villager) + 100
    if op == MOVE_CARD:
        return -100 if villager == v.true_witch and seat == WITCH else 10
    value, pc = 0, f.pc + 1
    while op == CHOOSE_VILLAGER and t.code[pc, 0] != END and t.code[pc, 0] != CHOOSE_VILLAGER:
        kind = t.code[pc, 0]
        amount = int(t.code[pc, AMOUNT])
        if kind == PLACE or kind == REMOVE or kind == MOVE:
            there = int(v.villagers[villager].tokens[t.code[pc, TOKEN]])
            amount = amount if kind == PLACE else min(amount, there)
            value += amount * row_value(v, t, seat, level, mind, t.code[pc], villager)
        else:
            value += row_value(v, t, seat, level, mind, t.code[pc], villager)
        pc += 1
    return value


@kernel
def shortage_value(v, t, f, seat, level, mind, action):
    """Move a token that is missing from where it is worth less."""
    if action == actions.DONE:
        return 0
    gain = place_value(v, t, seat, level, mind, f.token, f.villager) if f.villager else 15
    if action >= actions.CHOOSE_PLACE:
        return gain - 25
    source = action - actions.CHOOSE_VILLAGER + 1
    return gain - place_value(v, t, seat, level, mind, f.token, source) - 5
