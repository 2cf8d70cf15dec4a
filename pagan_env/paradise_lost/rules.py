"""The game of Paradise Lost: set it up, take an action, and run on to the next decision.

A game is setup (setup.py), the journey along the Trail (turn.py), Oracles (oracle.py) and the Gates (gates.py). Pending work is a
stack of frames in the record; `run` lets the top frame do its next step until a seat has a choice.
"""

from ..core import bits, chance
from ..core.jit import kernel, kernel_apart
from . import actions, legal
from .cards import deck_card
from .effects import look, return_one, run_effect
from .gates import claim, gates, order_by_criterion
from .heroes import draw_clues, power
from .hideout import place_clue, seeking
from .layout import (
    ALL_LOST,
    ANSWER,
    CLAIM,
    CLAIMED,
    DECIDED,
    DECK_CARD,
    DRAW_CLUES,
    EFFECT,
    ENDED,
    EVERYONE,
    FIRST_CHANCE,
    GAIN_SCROLL,
    GAME,
    GATES,
    LOCATION,
    LOOK,
    NOBODY_TO_ACT,
    ORACLE,
    ORDER,
    PLACE_CLUE,
    POWER,
    QUESTION,
    RAGE_CARD,
    RAISE,
    REALM_CHOICE,
    RETURN_SCROLL,
    ROLL,
    SAFETY_NET,
    SEEKING,
    SETUP,
    SHOW,
    SPEAKING,
    TAKE_GOODS,
    TURN,
    VILLAIN_CLAIM,
    WEAPON_CLAIM,
    WINDOW,
    WINDOW_FRAME,
)
from .locations import gain_scroll, location
from .luck import outcome, roll, roll_die, weight
from .moves import goods_frame, no_action, note, note_private, rules_of
from .oracle import oracle, speaking
from .questions import question
from .rage import excalibur_window, rage_card, raise_rage
from .setup import set_up, start
from .turn import game, turn


@kernel
def reset(s, t, seed):
    """Setup; `s` is a zeroed record with its ruleset's row. Runs on to the first decision."""
    start(s, t, seed)
    run(s, t)


@kernel
def apply(s, t, action):
    """Take an action for the seat to act and run on to the next decision. 0: done; 1: refused, nothing has changed.

    While luck is pending (`explicit_chance`) the action is its outcome. The decision cap is a safety net that truncates.
    """
    if s.to_act == NOBODY_TO_ACT or action < 0 or action >= actions.LEXICON_SIZE:
        return 1
    if s.decision >= FIRST_CHANCE:
        if weight(s, t, action) == 0:
            return 1
        outcome(s, action)
        run(s, t)
        return 0
    if not bits.has(s.seats[s.to_act].legal, action):
        return 1
    s.decisions += 1
    answer(s, t, action)
    run(s, t)
    if s.ending == 0 and s.decisions >= rules_of(s, t).decision_cap:
        s.ending = SAFETY_NET
        close(s)
    return 0


@kernel
def answer(s, t, action):
    """Write an action down, as far as others may see it, and hand it to the frame that asked."""
    seat, decision = int(s.to_act), int(s.decision)
    if decision == WINDOW:  # that it was asked is nobody else's to know (ruling 46)
        chance.mix(s.seats[seat].key, decision, int(action))
    elif kept_secret(s, t, decision):
        note_private(s, DECIDED, seat, 0, decision, action + 1, 1 << seat)
    else:
        note_private(s, DECIDED, seat, action, decision, action + 1, EVERYONE)
    s.decision = 0
    s.answer = action


@kernel
def kept_secret(s, t, decision):
    """Whether what was decided is for the seat alone: cards shown, a Realm written down, a Claim written down."""
    if decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM:
        return rules_of(s, t).semi_competitive == 1
    return decision == ANSWER or decision == SHOW or decision == REALM_CHOICE


@kernel_apart
def run(s, t):
    """Let the top frame work until a seat has a choice or the game is over."""
    skip_forced = rules_of(s, t).skip_forced
    while s.ending == 0:
        run_frame(s, t, s.stack[s.depth - 1])
        if s.decision >= FIRST_CHANCE:
            if rules_of(s, t).explicit_chance:
                no_action(s)
                return
            roll(s, t)
        elif s.decision:
            s.answer = 0
            legal.fill(s, t)
            words = s.seats[s.to_act].legal
            if not skip_forced or legal.hangs_on_secrets(s, t) or bits.count(words) > 1:
                return
            answer(s, t, bits.select(words, 0))
    close(s)


@kernel
def settle(s, t):
    """Resolve luck by its streams until a seat has a choice: `explicit_chance` then plays the same games as without it."""
    while s.decision >= FIRST_CHANCE:
        roll(s, t)
        run(s, t)


@kernel
def close(s):
    """The game is over: nobody may do anything."""
    note(s, ENDED, 0, 0, s.ending)
    s.to_act = NOBODY_TO_ACT
    s.decision = 0
    s.answer = 0
    s.asked = EVERYONE
    no_action(s)


@kernel
def run_frame(s, t, f):
    """The next step of a frame."""
    what = f.what
    if what == SETUP:
        set_up(s, t, f)
    elif what == GAME:
        game(s, t, f)
    elif what == TURN:
        turn(s, t, f)
    elif what == LOCATION:
        location(s, t, f)
    elif what == GAIN_SCROLL:
        gain_scroll(s, f)
    elif what == DECK_CARD:
        deck_card(s, t, f)
    elif what == RAISE:
        raise_rage(s, t, f)
    elif what == RAGE_CARD:
        rage_card(s, t, f)
    elif what == EFFECT:
        run_effect(s, t, f)
    elif what == QUESTION:
        question(s, t, f)
    elif what == WINDOW_FRAME:
        excalibur_window(s, t, f)
    else:
        run_rarer_frame(s, t, f)


@kernel
def run_rarer_frame(s, t, f):
    """The next step of one of the other frames."""
    what = f.what
    if what == ORACLE:
        oracle(s, t, f)
    elif what == SEEKING:
        seeking(s, t, f)
    elif what == SPEAKING:
        speaking(s, t, f)
    elif what == GATES:
        gates(s, t, f)
    elif what == CLAIM:
        claim(s, t, f)
    elif what == TAKE_GOODS:
        goods_frame(s, t, f)
    elif what == LOOK:
        look(s, t, f)
    elif what == ROLL:
        roll_die(s, t, f)
    elif what == ORDER:
        order_by_criterion(s, t, f)
    elif what == POWER:
        power(s, t, f)
    elif what == PLACE_CLUE:
        place_clue(s, t, f)
    elif what == RETURN_SCROLL:
        return_one(s, f)
    elif what == DRAW_CLUES:
        draw_clues(s, f)


@kernel
def truncated(s):
    """Whether the game stopped for a limit rather than by the rules."""
    return s.ending == SAFETY_NET


@kernel
def returns(s, out):
    """Payoffs, float32 by seat: +1 for winners and -1 for all others at the end (ruling 58), else 0."""
    for seat in range(out.shape[0]):
        out[seat] = 0
        if s.ending == CLAIMED or s.ending == ALL_LOST:
            out[seat] = 1 if s.seats[seat].won else -1
