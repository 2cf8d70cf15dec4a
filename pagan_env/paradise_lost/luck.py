"""Luck in the game: deals, dice, cards, tiles and ties.

A frame that needs luck calls `ask_chance` and finds the outcome, a number from 0, in `drawn`. Streams resolve it at once
(`roll`); under the ruleset flag `explicit_chance` the game stops for it, so that a solver can take each outcome by its
weight: the outcome stands for the action of that number.
"""

from ..core import chance
from ..core.jit import kernel
from .layout import (
    BLANK,
    BY_SCROLL,
    CARD_DRAW,
    CARDS,
    CHANCE,
    CLUES,
    CRITERION_ROLL,
    DIE_IS,
    DIE_ROLL,
    EXCALIBUR,
    FIRST_CHANCE,
    HAND_DRAW,
    HERO_DEAL,
    HEROES,
    KINDS,
    MINIATURES,
    NOWHERE,
    ORACLE_DEAL,
    ORDER_DRAW,
    REALM_DEAL,
    REALMS,
    SCROLL_DRAW,
    SEATS,
    SLOTS,
    TILE_DRAW,
    UNDER,
    WEAPON,
)
from .layout import BY_DIE as DIE_WINDOW
from .moves import ask, note, pop, rules_of, was_cancelled, window

OUTCOMES = (CARDS, HEROES, REALMS, CLUES, BY_SCROLL, MINIATURES, BLANK, KINDS, 2, CARDS, CARDS)
"""How many outcomes each kind of luck has at most."""


@kernel
def ask_chance(s, decision):
    """Stop for luck, about the top frame."""
    ask(s, CHANCE, decision)


@kernel
def weight(s, t, outcome):
    """How many of the equally likely outcomes of the pending luck are this one; 0 if it isn't one."""
    if s.decision < FIRST_CHANCE or outcome >= OUTCOMES[s.decision - FIRST_CHANCE]:
        return 0
    f, rules, decision, n = s.stack[s.depth - 1], rules_of(s, t), s.decision, outcome + 1
    if decision == ORACLE_DEAL:
        return int(may_be_dealt(s, rules, n, f.kind))
    if decision == HERO_DEAL:
        return int(hero_free(s, rules, n))
    if decision == REALM_DEAL:
        return int(realm_free(s, n))
    if decision == TILE_DRAW:
        return int(s.pile[n])
    if decision == CRITERION_ROLL:
        return int(rules.criteria[n])
    if decision == ORDER_DRAW:
        return (int(f.passed) >> outcome) & 1
    if decision == DIE_ROLL:
        return int(rules.die[n])
    if decision == CARD_DRAW:
        return int(s.deck[f.deck, n])
    if decision == SCROLL_DRAW:
        icons = int(s.icons_left[f.kind, f.amount])
        return icons if n == 2 else int(s.scrolls_left[f.kind, f.amount]) - icons
    if decision == HAND_DRAW:
        return int(s.seats[f.target - 1].hand[n])
    return int(unseen_under(s, f.seat, f.target, n))


@kernel
def may_be_dealt(s, rules, card, kind):
    """Whether a card is left to be dealt: a Villain (1), a Weapon (2) or any (3)."""
    if s.where[card] != NOWHERE:
        return False
    if card <= SLOTS:
        return kind != 2 and card <= rules.villains
    if card <= WEAPON + SLOTS:
        return kind != 1 and card - WEAPON <= rules.weapons
    return kind == 3 and (card == EXCALIBUR or rules.heroes > 2)


@kernel
def hero_free(s, rules, hero):
    for seat in range(SEATS):
        if s.seats[seat].hero == hero:
            return False
    return rules.hero_pool[hero] == 1


@kernel
def realm_free(s, realm):
    for seat in range(SEATS):
        if s.seats[seat].realm == realm:
            return False
    return True


@kernel
def unseen_under(s, seat, oracle, card):
    """Whether a facedown card lies under an Oracle and the seat hasn't looked at it yet (ruling A17)."""
    return s.where[card] == UNDER + oracle and s.open_at[card] == 0 and not s.seats[seat].saw[card]


@kernel
def total(s, t):
    """How many equally likely outcomes the pending luck has."""
    found = 0
    for outcome in range(OUTCOMES[s.decision - FIRST_CHANCE]):
        found += weight(s, t, outcome)
    return found


@kernel
def roll(s, t):
    """Resolve the pending luck by its stream."""
    k = chance.draw(s, int(s.decision) - FIRST_CHANCE, total(s, t))
    number = 0
    chances = weight(s, t, number)
    while k >= chances:
        k -= chances
        number += 1
        chances = weight(s, t, number)
    outcome(s, number)


@kernel
def outcome(s, number):
    """Hand an outcome to the frame that asked; nobody sees it unless the frame tells."""
    s.decision = 0
    s.answer = number


@kernel
def drawn(s):
    """The outcome, from 1."""
    number = s.answer + 1
    s.answer = 0
    return number


@kernel
def roll_die(s, t, f):
    """The Oracle die for the next Oracle; Excalibur makes it roll again."""
    if f.step == 0:
        f.step = 1
        ask_chance(s, DIE_ROLL)
    elif f.step == 1:
        s.die = drawn(s)
        note(s, DIE_IS, 0, s.die, 0)
        f.step = 2
        window(s, t, DIE_WINDOW, -1)
    elif was_cancelled(s):
        f.step = 0
    else:
        pop(s)
