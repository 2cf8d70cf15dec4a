"""The verbs of card programs about tokens and pawns on villagers and cards: pay, place, remove, move, ready."""

from ..core.jit import kernel
from . import actions
from .layout import CARD_TARGET, MOST, VILLAGER_TARGET, VILLAGERS
from .moves import ask, hand_back, on_villagers, to_be_had, to_supply
from .ops import (
    AMOUNT,
    ANY,
    EACH,
    EACH_OF_COLOUR,
    FILTER,
    ONE_COLOUR,
    OPTIONAL,
    SAME_COLOUR,
    TARGET,
    TOKEN,
    WHERE,
)
from .shortage import put_tokens
from .targets import any_candidate, card_of_row, end_of, in_colour, lives, source_of
from .triggers import put_on, take_off


@kernel
def scaled(f, row):
    """The amount of a row, times the count of a `for each` before it; no more than a record holds."""
    return min(MOST, row[AMOUNT] * max(1, int(f.times)))


@kernel
def next_row(f):
    """A row that took several goes is done."""
    f.step = 0
    f.amount = 0
    f.times = 0
    f.pc += 1


@kernel
def to_each(where):
    """Whether a row is about each villager, or each of a colour."""
    return where == EACH or where > EACH_OF_COLOUR


@kernel
def pay_tokens(s, t, f, row):
    """pay N tokens from any villagers (no choice is asked when all are needed), from one of them, from this one, from here"""
    token, where = row[TOKEN], row[WHERE]
    if where == ANY:
        pay_from_any(s, t, f, row)
    elif where == TARGET:
        if f.step == 0:
            ask(s, f.seat, VILLAGER_TARGET)
            f.step = 1
            return
        f.target = s.answer - actions.CHOOSE_VILLAGER + 1
        f.chosen |= 1 << f.target
        take_off(s, t, f.target, token, row[AMOUNT])
        next_row(f)
    else:
        villager = source_of(f, row)
        if villager:
            take_off(s, t, villager, token, row[AMOUNT])
        else:
            to_supply(s, s.places[card_of_row(f, where)], token, row[AMOUNT])
        next_row(f)


@kernel
def pay_from_any(s, t, f, row):
    """One token after the other, from villagers of one's choice."""
    token = row[TOKEN]
    if f.step == 0:
        f.amount = row[AMOUNT]
    elif f.step == 1:
        f.step = 2
        take_off(s, t, s.answer - actions.CHOOSE_VILLAGER + 1, token, 1)
        f.amount -= 1
        if s.waiting_count:  # triggers come before the next question
            return
    if f.amount > 0 and on_villagers(s, token) > f.amount:
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
        return
    if f.amount > 0:
        for villager in range(1, VILLAGERS + 1):
            take_off(s, t, villager, token, s.villagers[villager].tokens[token])
    next_row(f)


# ---- place ----------------------------------------------------------------------------------------------------------


@kernel
def place_tokens(s, t, f, row):
    """place N tokens on a villager or card that is given, on each of some villagers, or on villagers of one's choice"""
    where = row[WHERE]
    if where == ANY or where == ONE_COLOUR or to_each(where):
        spread_tokens(s, t, f, row)
        return
    villager, place, amount = source_of(f, row), card_of_row(f, where), scaled(f, row)
    next_row(f)
    if place or (villager and lives(s, t, villager)):
        put_tokens(s, t, f.seat, row[TOKEN], villager, place, amount)


@kernel
def spread_tokens(s, t, f, row):
    """Place tokens one villager at a time; on each villager at once when the supply suffices (ruling 36)."""
    token, each = row[TOKEN], to_each(row[WHERE])
    if f.step == 0:
        f.amount = scaled(f, row)
        f.given = 0
        f.step = 2
    elif f.step == 1:
        f.step = 2
        if s.answer == actions.DONE:
            f.amount = 0
            return
        villager = s.answer - actions.CHOOSE_VILLAGER + 1
        f.given |= 1 << villager
        f.amount -= 0 if each else 1
        put_tokens(s, t, f.seat, token, villager, 0, row[AMOUNT] if each else 1)
        return
    if each and f.given == 0 and s.supply[token] >= row[AMOUNT] * living(s, t, row[WHERE]):
        for villager in range(1, VILLAGERS + 1):
            if lives(s, t, villager) and in_colour(s, t, row[WHERE], villager):
                put_on(s, t, villager, token, row[AMOUNT])
        f.amount = 0
    if f.amount > 0 and to_be_had(s, token) and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        next_row(f)


@kernel
def living(s, t, where):
    """How many villagers live, of the colour that a row names if it does."""
    count = 0
    for villager in range(1, VILLAGERS + 1):
        count += lives(s, t, villager) and in_colour(s, t, where, villager)
    return count


# ---- remove ---------------------------------------------------------------------------------------------------------


@kernel
def remove_tokens(s, t, f, row):
    """remove [up to] N tokens, or all, from what is given, from each of some villagers, or from villagers of choice"""
    token, where = row[TOKEN], row[WHERE]
    place = card_of_row(f, where)
    if f.step == 0:
        f.amount = scaled(f, row) if row[AMOUNT] else 99
        f.given = 0
    elif f.step == 1:
        f.step = 2
        remove_one(s, t, f, where, token, place)
        if s.waiting_count:  # triggers come before the next question
            return
    if to_each(where) or (row[AMOUNT] == 0 and where == ANY):
        for villager in range(1, VILLAGERS + 1):
            if in_colour(s, t, where, villager):
                take_off(s, t, villager, token, min(f.amount, s.villagers[villager].tokens[token]))
        f.amount = 0
    elif where != ANY and where != ONE_COLOUR and not row[OPTIONAL]:
        if place:
            to_supply(s, s.places[place], token, min(f.amount, s.places[place].tokens[token]))
        elif source_of(f, row):
            villager = source_of(f, row)
            take_off(s, t, villager, token, min(f.amount, s.villagers[villager].tokens[token]))
        f.amount = 0
    if f.amount > 0 and place and s.places[place].tokens[token] > 0:
        f.step = 1
        ask(s, f.seat, CARD_TARGET)
    elif f.amount > 0 and not place and any_candidate(s, t, f):
        f.step = 1
        ask(s, f.seat, VILLAGER_TARGET)
    else:
        next_row(f)


@kernel
def remove_one(s, t, f, where, token, place):
    """Work in an answer: a token less on the card, or on the villager chosen; or an end to it."""
    if s.answer == actions.DONE:
        f.amount = 0
        return
    f.amount -= 1
    if place:
        to_supply(s, s.places[place], token, 1)
        return
    villager = s.answer - actions.CHOOSE_VILLAGER + 1
    f.given |= 1 << villager
    take_off(s, t, villager, token, 1)


# ---- move -----------------------------------------------------------------------------------------------------------


@kernel
def move_tokens(s, t, f, row):
    """move [up to] N tokens between villagers and cards: one at a time where either end is a matter of choice, else at once"""
    token, goal = row[TOKEN], row[FILTER]
    given = row[WHERE] != ANY and goal != ANY and goal != SAME_COLOUR
    if f.step == 0:
        f.amount = row[AMOUNT]
        if given and not row[OPTIONAL]:
            move_one_way(s, f, row, min(f.amount, tokens_at(s, f, row[WHERE], token)))
            f.amount = 0
    elif s.answer == actions.DONE:
        f.amount = 0
    else:
        villager = s.answer - actions.CHOOSE_VILLAGER + 1
        if given:
            move_one_way(s, f, row, 1)
        elif row[WHERE] == ANY:
            s.villagers[villager].tokens[token] -= 1
            add_at(s, f, goal, token, 1)
        else:
            add_at(s, f, row[WHERE], token, -1)
            s.villagers[villager].tokens[token] += 1
        f.amount -= 1
    if f.amount > 0 and movable(s, t, f, row):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        next_row(f)


@kernel
def movable(s, t, f, row):
    """Whether another token can be moved: there is one, and a villager to choose."""
    if row[WHERE] == ANY:
        return ends_exist(s, t, f, row[FILTER]) and any_candidate(s, t, f)
    if row[FILTER] != ANY and row[FILTER] != SAME_COLOUR and not apart(f, row):
        return False
    return tokens_at(s, f, row[WHERE], row[TOKEN]) > 0 and any_candidate(s, t, f)


@kernel
def ends_exist(s, t, f, goal):
    """Whether a goal that is given is there: a living villager, or a card in play."""
    villager = end_of(f, goal)
    return card_of_row(f, goal) > 0 or (villager > 0 and lives(s, t, villager))


@kernel
def move_one_way(s, f, row, amount):
    """Move tokens where both ends are given; nothing if one of them is missing or both are the same."""
    source, goal = row[WHERE], row[FILTER]
    if apart(f, row):
        add_at(s, f, source, row[TOKEN], -amount)
        add_at(s, f, goal, row[TOKEN], amount)


@kernel
def apart(f, row):
    """Whether both ends that a row gives are there, and not the same."""
    source, goal = row[WHERE], row[FILTER]
    from_villager, to_villager = end_of(f, source), end_of(f, goal)
    return (
        (from_villager > 0 or card_of_row(f, source) > 0)
        and (to_villager > 0 or card_of_row(f, goal) > 0)
        and (from_villager == 0 or from_villager != to_villager)
    )


@kernel
def tokens_at(s, f, where, token):
    """Tokens at an end that is given."""
    place = card_of_row(f, where)
    return s.places[place].tokens[token] if place else s.villagers[end_of(f, where)].tokens[token]


@kernel
def add_at(s, f, where, token, count):
    """Add tokens at an end that is given."""
    place = card_of_row(f, where)
    if place:
        s.places[place].tokens[token] += count
    else:
        s.villagers[end_of(f, where)].tokens[token] += count


@kernel
def ready(s, f, row):
    """ready the target / this villager: the opponent's pawns go back; as an effect it pays no token (ruling 54)"""
    villager = source_of(f, row)
    if villager:
        hand_back(s, 1 - f.seat, villager)
