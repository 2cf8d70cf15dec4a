"""What is measured of a scripted game of Paradise Lost, for 2 to 5 Heroes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagan_env.core import bits
from pagan_env.core.chance import MASK, threefry
from pagan_env.core.game import Game
from pagan_env.core.jit import kernel
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.actions import MOVE, TO_ORACLE, YES
from pagan_env.paradise_lost.describe import DECK_TITLES
from pagan_env.paradise_lost.gates import correct
from pagan_env.paradise_lost.layout import (
    CARD_DRAWN,
    CARDS,
    CLOAK,
    DECIDED,
    ENVELOPE,
    EVENTS,
    EXCALIBUR,
    MINIATURES,
    NOBODY_TO_ACT,
    RAGE,
    RAGE_IS,
    RESOLVE,
    SLOTS,
    STOP,
    TRUTH,
    WEAPON,
)
from pagan_env.paradise_lost.playing import LUCK, see, winner
from pagan_env.paradise_lost.playing import SCRATCH as VIEWS
from pagan_env.paradise_lost.scripted import choose

from .kinds import Kind, Told

WHOLE = ("winner", "ending", "rounds", "decisions", "forced", "claims", "right", "turns", "deduced", "deduced_turn", "rage")
(WINNER, ENDING, ROUNDS, DECISIONS, FORCED, CLAIMS, RIGHT, TURNS, DEDUCED, DEDUCED_TURN, TRACKER) = range(len(WHOLE))
BY_SEAT = ("options", "asked", "claimed", "right", "found", "deduced", "deduced_turn")
(OPTIONS, ASKED, CLAIMED, WAS_RIGHT, FOUND, KNOWS, KNOWS_TURN) = range(len(BY_SEAT))
MEANING = {
    "claims": "Claims made",
    "right": "Claims made that were right",
    "turns": "moves made, of all Heroes",
    "deduced": "Realm in which a perfect note-taker first could name Villain and Weapon, of any seat",
    "deduced_turn": "move of the game at which that was",
    "rage": "the tracker at the end",
}
MOST = 32_767
SCRATCH = VIEWS
DECK_BITS = 16  # kinds a deck
BLOCK = 50


def columns(game: Game) -> tuple[str, ...]:
    """What `out` of `measured_games` holds: of the whole game, then each of the others by seat."""
    return WHOLE + tuple(f"{agent}_{name}" for name in BY_SEAT for agent in game.agents)


def sets(game: Game) -> tuple[str, ...]:
    """What `seen` of `measured_games` holds."""
    return ("won", *(f"{agent}_{name}" for name in ("drawn", "played") for agent in game.agents))


def told(game: Game) -> list[Told]:
    """What else is compared."""
    return [
        Told("claims", "Claims made", "mean"),
        Told("right", "right Claims", "mean"),
        Told("deduced", "some Hero can deduce the pair", "first", "the Realm of that, where both have one"),
        Told("deduced_turn", "", "first", "the move of that, where both have one"),
    ]


def kinds(game: Game, ruleset: Any) -> list[Kind]:
    """The kinds of card. A Rage card is everyone's; but for Truthseeker cards without an icon, none may be left."""
    seats, rows = tuple(range(len(game.agents))), ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["cards"]
    found = []
    for deck, own in enumerate(ruleset.cards):
        for card in own:
            chosen = deck == TRUTH and not rows[deck, card.kind]["icons"]
            title = card.slug.replace("_", " ").capitalize()
            found.append(Kind(title, card.slug, DECK_TITLES[deck], seats, DECK_BITS * deck + card.kind, chosen))
    return found


def setup(states: np.ndarray, ruleset: Any) -> tuple[list[str], np.ndarray]:
    """What luck has dealt in games that have just begun: names, and float64 (games, names)."""
    seats = states.view(np.ndarray)["seats"]
    names, found = [], []
    for seat in range(int(ruleset.tables.view(np.ndarray)["rulesets"][0, 0]["heroes"])):
        for card, name in ((EXCALIBUR, "Excalibur"), (CLOAK, "the Cloak")):
            names.append(f"hero_{seat} has {name}")
            found.append(seats["hand"][:, seat, card])
        for hero, name in enumerate(ruleset.heroes, 1):
            names.append(f"hero_{seat} is {name}")
            found.append(seats["hero"][:, seat] == hero)
    return names, np.stack(found, axis=1).astype(float)


@kernel
def measured_games(states, tables, views, levels, row, salt, seeds, forbidden, out, seen):
    """Play a whole game a seed in row 0 of `states`, as Pagan's does; `levels` int64 (heroes,).

    `out`, int16 (games, columns), and `seen`, int64 (games, sets), begin as zeros.
    """
    heroes = levels.shape[0]
    for n in range(seeds.shape[0]):
        seed = int(seeds[n])
        kernels.deal(states, tables, 0, row, seed)
        s, told = states[0], out[n]
        turn, in_turn, heard = 0, 0, 0
        while s.to_act != NOBODY_TO_ACT:
            seat = int(s.to_act)
            heard = hear(s, heard, heroes, told, seen[n])
            for other in range(heroes):
                at = len(WHOLE) + KNOWS * heroes + other
                if told[at] == 0 and deduced(s, other):
                    told[at] = s.round_number
                    told[at + (KNOWS_TURN - KNOWS) * heroes] = told[TURNS] + 1
                    if told[DEDUCED] == 0:
                        told[DEDUCED], told[DEDUCED_TURN] = s.round_number, told[TURNS] + 1
            count = bits.count(s.seats[seat].legal)
            at = len(WHOLE) + OPTIONS * heroes + seat
            told[at] = min(MOST, int(told[at]) + count)
            at = len(WHOLE) + ASKED * heroes + seat
            told[at] = min(MOST, int(told[at]) + 1)
            told[FORCED] = min(MOST, int(told[FORCED]) + (1 if count == 1 else 0))
            turn, in_turn = place_in_turn(s, turn, in_turn)
            action = player_action(states, tables, 0, views, levels[seat], forbidden, luck(seed, salt, turn, in_turn))
            kernels.apply(states, tables, 0, action)
        hear(s, heard, heroes, told, seen[n])
        told[WINNER] = winner(s)
        told[ENDING] = s.ending
        told[ROUNDS] = s.round_number
        told[DECISIONS] = min(MOST, int(s.decisions))
        told[TRACKER] = s.rage
        for seat in range(heroes):
            claim(s, seat, heroes, told)
            if s.seats[seat].won:
                seen[n, 0] |= 1 << seat


@kernel
def hear(s, heard, heroes, told, seen):
    """Count moves and cards of the events since `heard`; returns how many there are now."""
    first = max(heard, int(s.log_count) - EVENTS)
    for number in range(first, int(s.log_count)):
        event = s.log[number % EVENTS]
        seat = int(event.seat)
        if event.what == CARD_DRAWN:
            seen[1 + seat] |= 1 << (DECK_BITS * int(event.b) + int(event.a))
        elif event.what == RAGE_IS:
            for other in range(heroes):
                seen[1 + other] |= 1 << (DECK_BITS * RAGE + int(event.a))
        elif event.what == DECIDED and event.b == STOP and MOVE <= event.a <= MOVE + TO_ORACLE:
            told[TURNS] += 1
        elif event.what == DECIDED and event.b == RESOLVE and event.a == YES:
            seen[1 + heroes + seat] |= 1 << last_drawn(s, number, seat)
    return int(s.log_count)


@kernel
def last_drawn(s, number, seat):
    """The bit of the Truthseeker card that a seat drew last before event `number`; 0: none in the log."""
    for before in range(number - 1, max(-1, number - EVENTS), -1):
        event = s.log[before % EVENTS]
        if event.what == CARD_DRAWN and event.seat == seat and event.b == TRUTH:
            return DECK_BITS * TRUTH + int(event.a)
    return 0


@kernel
def deduced(s, seat):
    """Whether a seat's notes name Villain and Weapon before it has claimed: after a wrong Claim it has seen them."""
    me = s.seats[seat]
    if me.claimed:
        return False
    villain, weapon = False, False
    for card in range(1, CARDS + 1):
        if me.possible[card] == 1 << ENVELOPE:
            if card <= SLOTS:
                villain = True
            elif card <= WEAPON + SLOTS:
                weapon = True
    return villain and weapon


@kernel
def claim(s, seat, heroes, told):
    """How a seat has fared with its Claim and the Hideout, in a game that is over."""
    me = s.seats[seat]
    at = len(WHOLE) + seat
    if me.claimed:
        right = 1 if correct(s, seat) else 0
        told[CLAIMS] += 1
        told[RIGHT] += right
        told[at + CLAIMED * heroes] = 1
        told[at + WAS_RIGHT * heroes] = right
    told[at + FOUND * heroes] = me.found


@kernel
def player_action(states, tables, i, views, level, forbidden, counter):
    """As `scripted_action`, of what the seat doesn't go without."""
    seat = int(states[i].to_act)
    high, _ = threefry(i & MASK, LUCK, counter & MASK, counter >> 32)
    see(states, i, seat, views)
    words, left = views[0].seats[seat].legal, False
    for w in range(words.shape[0]):
        left |= words[w] & ~forbidden[seat, w] != bits.ZERO
    if left:
        for w in range(words.shape[0]):
            words[w] &= ~forbidden[seat, w]
    return choose(views, tables[0], seat, level, high >> 1)


@kernel
def place_in_turn(s, turn, in_turn):
    """How far the Heroes are, and the how-manieth decision there it is, from those of the decision before."""
    far = int(s.round_number) * 1024
    for m in range(MINIATURES):
        far += int(s.spot[m]) + MINIATURES
    now = far & 0x3FFF
    return now, in_turn + 1 if now == turn else 0


@kernel
def luck(seed, salt, turn, in_turn):
    """The counter of the players' ties."""
    return seed ^ ((((turn << 9) | min(in_turn, 511)) ^ salt) << 40)
