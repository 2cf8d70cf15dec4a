"""The game of Pagan: set it up, take an action, and run on to the next decision.

Rounds have a turn of the Witch and one of the Hunter (turn.py): Upkeep, then the Action phase. An action (board_actions.py)
may be a visit (visit.py), play cards (cards.py) and run their programs (interpreter.py). Pending work is a stack of frames
in the record; `run` lets the top frame do its next step until a seat has a choice.
"""

from ..core import bits, chance
from ..core.jit import kernel, kernel_apart
from . import actions, legal
from .board_actions import raid
from .cards import leave_play, play_from_hand, put_in_play, resolve
from .interpreter import run_program
from .layout import (
    BREWS,
    CARD_DRAW,
    CLUE,
    DECIDED,
    DISCARD_CARDS,
    DISCARD_RANDOM,
    DISTRIBUTE,
    DRAW_CARDS,
    DRAW_SUSPECT,
    ENDED,
    EVIDENCE,
    FAMILIAR_ACTION,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    HUNTER_OBJECTIVE,
    LEAVE_PLAY,
    NOBODY_TO_ACT,
    OWN_TOKENS,
    PLACE_TOKENS,
    PLAY_FROM_HAND,
    PROGRAM,
    PUT_IN_PLAY,
    RAID,
    RESOLVE,
    RITUAL,
    ROUND_LIMIT,
    SAFETY_NET,
    SEATS,
    SECRET,
    SKILL,
    SUSPECTS_GATHERED,
    TURN,
    UPKEEP,
    VISIT,
    WITCH,
    WITCH_ELIMINATED,
    WITCH_OBJECTIVE,
)
from .layout import INNOCENTS_ELIMINATED as INNOCENTS
from .luck import discard_random, draw_cards, draw_suspect, outcome, roll, weight
from .moves import no_action, note, push, rules_of
from .shortage import place_short
from .triggers import start_waiting
from .turn import discard_cards, turn, upkeep
from .visit import distribute, familiar_action, skill, visit


@kernel
def reset(s, t, seed):
    """Setup, steps 6 to 10; `s` is a zeroed record with its ruleset's row. Runs on to the Witch's first decision."""
    rules = rules_of(s, t)
    chance.seed(s, seed)
    for seat in range(SEATS):
        s.seats[seat].key[0] = seat + 1
    s.supply[CLUE] = rules.supply_clues
    s.supply[SECRET] = rules.supply_secrets
    s.supply[FAVOR] = rules.supply_favors
    s.supply[EVIDENCE] = rules.supply_evidence
    for n in range(OWN_TOKENS):
        s.supply[FIRST_OWN + n] = rules.own_supply[n]
    s.seats[HUNTER].pawns = rules.pawns_hunter
    for seat in range(SEATS):
        me = s.seats[seat]
        me.influence = rules.influence_start
        for kind in range(1, rules.kind_count[seat] + 1):
            me.deck[kind] = rules.decks[seat, kind]
            me.deck_size += rules.decks[seat, kind]
    push(s, TURN, WITCH)
    push(s, DRAW_CARDS, HUNTER).amount = rules.hand_start
    push(s, DRAW_CARDS, WITCH).amount = rules.hand_start
    push(s, DRAW_SUSPECT, WITCH)
    run(s, t)


@kernel
def apply(s, t, action):
    """Take an action for the seat to act and run on to the next decision. 0: done; 1: refused, nothing has changed.

    While luck is pending (`explicit_chance`) the action is its outcome. The decision cap is a safety net that truncates
    (ruling 74); it does not undo a victory.
    """
    if s.to_act == NOBODY_TO_ACT or action < 0 or action >= actions.LEXICON_SIZE:
        return 1
    if s.decision >= CARD_DRAW:
        if weight(s, t, action) == 0:
            return 1
        outcome(s, action)
        run(s, t)
        return 0
    if not bits.has(s.seats[s.to_act].legal, action):
        return 1
    s.decisions += 1
    answer(s, action)
    run(s, t)
    if s.ending == 0 and s.decisions >= rules_of(s, t).decision_cap:
        s.ending = SAFETY_NET
        close(s)
    return 0


@kernel
def answer(s, action):
    """Write an action down and hand it to the frame that asked; a Brew consumed on the way leaves the question standing."""
    note(s, DECIDED, s.to_act, action, s.decision)
    s.decision = 0
    s.answer = action
    s.triggered = 0
    if actions.CONSUME <= action < actions.DONE:
        s.stack[s.depth - 1].step = s.asked_in
        push(s, LEAVE_PLAY, WITCH).place = BREWS + action - actions.CONSUME


@kernel_apart
def run(s, t):
    """Let the top frame work until a seat has a choice or the game is over, at once and in mid-turn (ruling 46)."""
    skip_forced = rules_of(s, t).skip_forced
    while s.ending == 0:
        if s.waiting_count:
            start_waiting(s, t)
        f = s.stack[s.depth - 1]
        run_frame(s, t, f)
        if s.decision >= CARD_DRAW:
            if rules_of(s, t).explicit_chance:
                no_action(s)
                return
            roll(s, t)
        elif s.decision:
            legal.fill(s, t)
            words = s.seats[s.to_act].legal
            if not skip_forced or legal.hangs_on_secrets(s) or bits.several(words):
                return
            answer(s, bits.select(words, 0))
    close(s)


@kernel
def settle(s, t):
    """Resolve luck by its streams until a seat has a choice: `explicit_chance` then plays the same games as without it."""
    while s.decision >= CARD_DRAW:
        roll(s, t)
        run(s, t)


@kernel
def close(s):
    """The game is over: nobody may do anything."""
    note(s, ENDED, s.turn, 0, s.ending)
    s.to_act = NOBODY_TO_ACT
    s.decision = 0
    s.may_consume = 0
    no_action(s)


@kernel
def run_frame(s, t, f):
    """The next step of a frame."""
    what = f.what
    if what == TURN:
        turn(s, t, f)
    elif what == UPKEEP:
        upkeep(s, t, f)
    elif what == VISIT:
        visit(s, t, f)
    elif what == DISTRIBUTE:
        distribute(s, t, f)
    elif what == SKILL:
        skill(s, t, f)
    elif what == FAMILIAR_ACTION:
        familiar_action(s, t, f)
    elif what == RAID:
        raid(s, t, f)
    elif what == PROGRAM:
        run_program(s, t, f)
    elif what == PLAY_FROM_HAND:
        play_from_hand(s, t, f)
    elif what == PUT_IN_PLAY:
        put_in_play(s, t, f)
    elif what == RESOLVE:
        resolve(s, t, f)
    elif what == LEAVE_PLAY:
        leave_play(s, t, f)
    elif what == DRAW_CARDS:
        draw_cards(s, t, f)
    elif what == DRAW_SUSPECT:
        draw_suspect(s, t, f)
    elif what == DISCARD_CARDS:
        discard_cards(s, f)
    elif what == PLACE_TOKENS:
        place_short(s, t, f)
    elif what == DISCARD_RANDOM:
        discard_random(s, f)


@kernel
def truncated(s):
    """Whether the game stopped for a limit rather than by the rules."""
    return s.ending >= ROUND_LIMIT


@kernel
def returns(s, out):
    """Payoffs, float32 by seat: +1 and -1 at a victory (Victory Conditions), else 0."""
    out[WITCH] = 0
    out[HUNTER] = 0
    if s.ending == RITUAL or s.ending == INNOCENTS or s.ending == WITCH_OBJECTIVE:
        out[WITCH] = 1
        out[HUNTER] = -1
    elif s.ending == WITCH_ELIMINATED or s.ending == SUSPECTS_GATHERED or s.ending == HUNTER_OBJECTIVE:
        out[WITCH] = -1
        out[HUNTER] = 1
