"""Arriving at an Oracle: seeking, communing, the Journey Onward (rulings 16, 19, 24, 36, 57, A11, A13)."""

from ..core.jit import kernel
from . import actions
from .heroes import may_use_power, use_power
from .knowledge import move_card, open_card
from .layout import (
    BLANK,
    CARDS,
    CLOAK,
    CLOAK_TAKEN,
    EXCALIBUR,
    EXCALIBUR_GONE,
    GONE,
    HAND,
    IVAN,
    NPC,
    ORACLE_SPOKE,
    PLACE_CLUE,
    QUESTION,
    RAGE,
    RAGE_CARD,
    RAISE,
    ROLL,
    SEEKING,
    SPEAKING,
    UNDER,
    USE_POWER,
)
from .moves import ask, note, pop, push, rules_of, was_cancelled
from .setup import miniatures

(PLACING, SEEK, SPEAKS, HEROES_SPEAK, SPEAKS_LATE, ONWARD, RAISED, ROLLED) = range(8)
LAST_ORACLE = 4


@kernel
def oracle(s, t, f):
    """The phases at an Oracle after the arrival of all; the tracker at its end drops the rest (ruling 22)."""
    rules = rules_of(s, t)
    if s.storm or f.step == ROLLED:
        pop(s)
    elif f.step == PLACING:
        f.step = SEEK
        if rules.hideout:
            push(s, PLACE_CLUE, last_to_arrive(s, t))
    elif f.step == SEEK:
        f.step = SPEAKS
        if rules.hideout:
            push(s, SEEKING, 0)
    elif f.step == SPEAKS:
        f.step = HEROES_SPEAK
        if not rules.reveal_after:
            speak(s, t, s.round_number)
    elif f.step == HEROES_SPEAK:
        f.step = SPEAKS_LATE
        push(s, SPEAKING, 0).cursor = miniatures(rules)
    elif f.step == SPEAKS_LATE:
        f.step = ONWARD
        if rules.reveal_after:
            speak(s, t, s.round_number)
    elif f.step == ONWARD:
        f.step = RAISED
        onward(s, t)
    else:
        f.step = ROLLED
        if s.round_number < LAST_ORACLE:
            push(s, ROLL, 0)


@kernel
def last_to_arrive(s, t):
    """Who places the free tile: the last to arrive; for one without a player the Hero that moves it (ruling 57)."""
    last = s.arrival[miniatures(rules_of(s, t)) - 1] - 1
    return first_hero(s) if last == NPC else int(last)


@kernel
def first_hero(s):
    """The first Hero with a player to have arrived."""
    return int(s.arrival[0] - 1 if s.arrival[0] - 1 != NPC else s.arrival[1] - 1)


@kernel
def speak(s, t, at):
    """The Oracle Speaks: its cards are revealed; Excalibur brings the Wrath, the Cloak goes to the first there (ruling 24)."""
    s.face_down[at] = 0
    wrath = False
    for card in range(1, CARDS + 1):
        if s.where[card] == UNDER + at and s.open_at[card] == 0:
            note(s, ORACLE_SPOKE, 0, card, at)
            open_card(s, t, card)
            if card == EXCALIBUR:
                move_card(s, t, card, GONE)
                note(s, EXCALIBUR_GONE, 0, 0, 0)
                wrath = True
            elif card == CLOAK:
                move_card(s, t, card, HAND + first_hero(s))
                note(s, CLOAK_TAKEN, first_hero(s), 0, 0)
    if wrath:
        f = push(s, RAGE_CARD, 0)
        f.deck = RAGE
        f.flag = 1


@kernel
def speaking(s, t, f):
    """The Heroes Speak: a question each, in reverse order of arrival; Prince Ivan first says whether he is to be paid."""
    if f.step == 0:
        f.step = 2
        for seat in range(rules_of(s, t).heroes):
            if may_use_power(s, t, seat, IVAN) and s.die != 5 and s.die != BLANK:
                f.target = seat + 1
                f.step = 1
                ask(s, seat, USE_POWER)
    elif f.step == 1:
        f.step = 2
        if s.answer != actions.DONE:
            f.step = 3
            use_power(s, t, f.target - 1)
    elif f.step == 3:
        f.step = 2
        if not was_cancelled(s):
            s.ivan = f.target
    elif s.storm or f.cursor == 0:
        s.ivan = 0
        pop(s)
    else:
        f.cursor -= 1
        who = s.arrival[f.cursor] - 1
        if who != NPC:
            push(s, QUESTION, who).kind = 1


@kernel
def onward(s, t):
    """The Journey Onward: the Rage card is discarded, then the tracker goes up, but not after the fourth Oracle (ruling 19)."""
    s.rage_card = 0
    s.rage_cancelled = 0
    s.rage_ignored = 0
    for seat in range(rules_of(s, t).heroes):
        s.seats[seat].immune = 0
    if s.round_number < LAST_ORACLE:
        push(s, RAISE, 0).amount = 1
