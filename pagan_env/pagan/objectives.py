"""Objectives of a scenario (Scenario Cards): met once, they help their seat for the rest of the game, or win it."""

from ..core.jit import kernel
from .counting import holds
from .layout import MODIFIER_COUNT, OBJECTIVE, SEATS, WITCH_OBJECTIVE
from .moves import note, rules_of, start


@kernel
def check_objectives(s, t):
    """Between two actions: see whether a seat has met its objective, the one whose turn it is first.

    True if that ends the game or puts the program of a reward on the stack.
    """
    for n in range(SEATS):
        seat = int(s.turn) if n == 0 else 1 - int(s.turn)
        objective = rules_of(s, t).objectives[seat]
        if objective.condition == 0 or s.seats[seat].objective or not met(s, t, seat, objective.condition):
            continue
        s.seats[seat].objective = 1
        note(s, OBJECTIVE, seat, 0, 0)
        for column in range(MODIFIER_COUNT):
            s.modifiers[column] += objective.modifiers[column]
        if objective.wins:
            s.ending = WITCH_OBJECTIVE + seat
            return True
        if objective.reward:
            start(s, seat, objective.reward, 0, 0)
            return True
    return False


@kernel
def met(s, t, seat, pc):
    """Whether each of the conditions from row `pc` on holds for a seat."""
    while t.code[pc, 0]:
        if not holds(s, s.stack[0], t.code[pc], seat):
            return False
        pc += 1
    return True
