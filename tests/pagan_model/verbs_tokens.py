"""What the lines that place, remove and move tokens do, and "ready"; importing this fills `effects.VERBS`."""

from __future__ import annotations

from .asking import Steps
from .can_do import of_words
from .effects import Effect, ask_thing, place_meant, place_tokens, settle
from .language import Line, Program
from .state import InPlay, Villager
from .table import Table
from .verbs import verb

PLACE, REMOVE, MOVE = 17, 18, 19
NO_LIMIT = 99


def several(t: Table, where: str) -> list[Villager]:
    """The living villagers of "each villager", "each red villager", "any villagers" or "villagers of one colour"."""
    return of_words(t.living(), where)


# ---- place ------------------------------------------------------------------------------------------------------------


@verb("place")
def place(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """place N tokens on one thing, any villagers, villagers of one colour or each villager"""
    if line.where in ("any villagers", "villagers of one colour"):
        yield from place_on_any(t, effect, line)
    elif line.where.startswith("each "):
        yield from place_on_each(t, effect, line)
    else:
        receiver = place_meant(t, effect, line.where)
        if receiver:
            yield from place_tokens(t, effect.controller, line.token, line.amount, receiver)


def place_on_any(t: Table, effect: Effect, line: Line) -> Steps:
    """One at a time, with repetition, the first may fix the colour; once the supply is empty `done` ends it."""
    colour = 0
    for due in range(line.amount, 0, -1):
        villagers = [villager for villager in t.living() if colour in (0, villager.card.colour)]
        if not villagers or not t.token_to_be_had(line.token):
            return
        empty = t.supply[line.token] == 0
        villager = yield from ask_thing(t, effect, villagers, PLACE, due, done=empty)
        if villager is None:
            return
        if line.where == "villagers of one colour":
            colour = villager.card.colour
        yield from place_tokens(t, effect.controller, line.token, 1, villager)
        yield from settle(t)


def place_on_each(t: Table, effect: Effect, line: Line) -> Steps:
    """All at once if the supply suffices; otherwise villager by villager, of the controller's choice, each at most once."""
    left = several(t, line.where)
    if t.supply[line.token] >= line.amount * len(left):
        for villager in left:
            t.from_supply(villager, line.token, line.amount)
        return
    while left and t.token_to_be_had(line.token):
        empty = t.supply[line.token] == 0
        villager = yield from ask_thing(t, effect, left, PLACE, line.amount, done=empty)
        if villager is None:
            return
        left.remove(villager)
        yield from place_tokens(t, effect.controller, line.token, line.amount, villager)
        yield from settle(t)


# ---- remove -----------------------------------------------------------------------------------------------------------


@verb("remove")
def remove(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """remove [up to] N tokens / all tokens from one thing, any villagers, villagers of one colour or each villager"""
    whole = line.where.startswith("each ") or (line.every and line.where == "any villagers")
    if whole:
        for villager in several(t, line.where):
            t.to_supply(villager, line.token, villager.tokens[line.token] if line.every else line.amount)
    elif line.where in ("any villagers", "villagers of one colour") or line.may:
        yield from remove_one_at_a_time(t, effect, line)
    else:
        thing = place_meant(t, effect, line.where)
        if thing:
            t.to_supply(thing, line.token, thing.tokens[line.token] if line.every else line.amount)


def remove_one_at_a_time(t: Table, effect: Effect, line: Line) -> Steps:
    """From any villagers, the first may fix the colour, or "up to" N from one thing; with `done` for "up to"."""
    colour = 0
    for due in range(line.amount or NO_LIMIT, 0, -1):
        if line.where in ("any villagers", "villagers of one colour"):
            things: list = [villager for villager in t.living() if colour in (0, villager.card.colour)]
        else:
            meant = place_meant(t, effect, line.where)
            things = [meant] if meant else []
        holders = [thing for thing in things if thing.tokens[line.token]]
        if not holders:
            return
        thing = yield from ask_thing(t, effect, holders, REMOVE, due, done=line.may)
        if thing is None:
            return
        if line.where == "villagers of one colour":
            colour = thing.card.colour
        t.to_supply(thing, line.token, 1)
        yield from settle(t)


# ---- move -------------------------------------------------------------------------------------------------------------


@verb("move")
def move(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """move [up to] N tokens from one thing to another, to other villagers, or from any villagers to one thing"""
    if line.where == "any villagers":
        yield from move_from_any(t, effect, line)
    elif line.goal in ("other villagers", "villagers of its colour"):
        yield from move_to_others(t, effect, line)
    else:
        yield from move_between(t, effect, line)


def move_token(source: Villager | InPlay, goal: Villager | InPlay, token: int, amount: int = 1) -> None:
    """Tokens in play go from one thing to another; that sets off nothing."""
    source.tokens[token] -= amount
    goal.tokens[token] += amount


def move_to_others(t: Table, effect: Effect, line: Line) -> Steps:
    """One at a time, to any living villager but the source, or one of its colour."""
    for due in range(line.amount, 0, -1):
        source = place_meant(t, effect, line.where)
        others = [villager for villager in t.living() if villager is not source]
        if line.goal == "villagers of its colour":
            own = source.card.colour if isinstance(source, Villager) else 0
            others = [villager for villager in others if villager.card.colour == own]
        if source is None or not source.tokens[line.token] or not others:
            return
        villager = yield from ask_thing(t, effect, others, MOVE, due, done=line.may)
        if villager is None:
            return
        move_token(source, villager, line.token)


def move_from_any(t: Table, effect: Effect, line: Line) -> Steps:
    """One at a time, each from a villager that has one, but the goal itself."""
    for due in range(line.amount, 0, -1):
        goal = place_meant(t, effect, line.goal)
        sources = [villager for villager in t.living() if villager.tokens[line.token] and villager is not goal]
        if goal is None or not sources:
            return
        villager = yield from ask_thing(t, effect, sources, MOVE, due, done=line.may)
        if villager is None:
            return
        move_token(villager, goal, line.token)


def move_between(t: Table, effect: Effect, line: Line) -> Steps:
    """At once; with "up to" one at a time: choosing the source (the goal, where the source is a card) moves one."""
    source, goal = place_meant(t, effect, line.where), place_meant(t, effect, line.goal)
    if source is None or goal is None or source is goal:
        return
    if not line.may:
        move_token(source, goal, line.token, min(line.amount, source.tokens[line.token]))
        return
    for due in range(line.amount, 0, -1):
        if not source.tokens[line.token]:
            return
        thing = yield from ask_thing(t, effect, [goal if isinstance(source, InPlay) else source], MOVE, due, done=True)
        if thing is None:
            return
        move_token(source, goal, line.token)


# ---- pawns ------------------------------------------------------------------------------------------------------------


@verb("ready")
def ready(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """ready the target / this villager: the opposing pawns go back, and no token is paid (ruling 54)"""
    villager = place_meant(t, effect, line.where)
    if villager:
        t.ready_villager(villager, 1 - effect.controller)
