"""What is measured of a scripted game of Pagan."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagan_env.core import bits
from pagan_env.core.chance import MASK, below, threefry
from pagan_env.core.game import Game
from pagan_env.core.jit import kernel
from pagan_env.pagan import kernels
from pagan_env.pagan.actions import ELIMINATE, EXONERATE
from pagan_env.pagan.board_actions import ritual_favors
from pagan_env.pagan.layout import FAVOR, HUNTER, KINDS, NOBODY_TO_ACT, SEATS, VILLAGERS, WITCH
from pagan_env.pagan.playing import LUCK, kind_played, see, winner
from pagan_env.pagan.scripted import choose

from .kinds import Kind, Told

COLUMNS = (
    "winner",
    "ending",
    "rounds",
    "decisions",
    "forced",
    "witch_0_threat",
    "hunter_0_threat",
    "witch_0_options",
    "hunter_0_options",
    "witch_0_asked",
    "hunter_0_asked",
)
(WINNER, ENDING, ROUNDS, DECISIONS, FORCED, THREAT, _, OPTIONS, _, ASKED, _) = range(len(COLUMNS))
SETS = ("witch_0_drawn", "hunter_0_drawn", "witch_0_played", "hunter_0_played")
DRAWN, PLAYED = 0, SEATS
SCRATCH = 1
BLOCK = 500
WORDS_AT, DEALS = 6, 60  # of `sampled_choices`: columns before the words, continuations a word
TRIED = 0x43484F49  # names the draws of decisions that are tried out, and of their deals
MEANING = {
    "witch_0_threat": "round in which the true witch first has the Favors of the Ritual",
    "hunter_0_threat": "round in which the Hunter may first eliminate somebody, or draw the last Suspect that he needs",
}
MOST = 32_767


def columns(game: Game) -> tuple[str, ...]:
    """What `out` of `measured_games` holds."""
    return COLUMNS


def sets(game: Game) -> tuple[str, ...]:
    """What `seen` of `measured_games` holds."""
    return SETS


def told(game: Game) -> list[Told]:
    """What else is compared."""
    return [
        Told(f"{agent}_threat", f"{agent} comes to threaten", "first", f"{agent}'s first threat, where both have one")
        for agent in game.agents
    ]


def kinds(game: Game, ruleset: Any) -> list[Kind]:
    """The kinds of card, each of one seat."""
    return [
        Kind(card.name, card.slug, game.agents[seat], (seat,), number)
        for seat, own in enumerate(ruleset.kinds)
        for number, card in enumerate(own, 1)
    ]


def setup(states: np.ndarray, ruleset: Any) -> tuple[list[str], np.ndarray]:
    """What luck has dealt in games that have just begun: names, and float64 (games, names)."""
    states = states.view(np.ndarray)
    names, found = [], []
    for seat, own in enumerate(ruleset.kinds):
        for number, card in enumerate(own, 1):
            names.append(f"{card.name} in the {('Witch', 'Hunter')[seat]}'s opening hand")
            found.append(states["seats"]["hand"][:, seat, number])
    for villager in range(1, int(ruleset.tables.view(np.ndarray)["rulesets"][0, 0]["villagers"]) + 1):
        names.append(f"{ruleset.labels[0]['villager'][villager - 1].replace('_', ' ').title()} is the true witch")
        found.append(states["true_witch"] == villager)
    return names, np.stack(found, axis=1).astype(float)


@kernel
def measured_games(states, tables, views, levels, row, salt, seeds, forbidden, out, seen):
    """Play a whole game a seed in row 0 of `states`, under ruleset `row`; `levels` int64 (SEATS,), seeds int64, not negative.

    `forbidden`, uint64 (SEATS, WORDS): what a seat doesn't do as long as it may do anything else. `out`, int16 (games, COLUMNS),
    and `seen`, int64 (games, SETS), the kinds of card drawn and played, a bit each, begin as zeros.

    The players' ties are drawn by seed, `salt` (below 2**23), round, seat and place in the turn, so that games of one seed go on
    alike behind a difference that did not last.
    """
    for n in range(seeds.shape[0]):
        seed = int(seeds[n])
        kernels.deal(states, tables, 0, row, seed)
        s = states[0]
        turn, in_turn = 0, 0
        while s.to_act != NOBODY_TO_ACT:
            seat = int(s.to_act)
            seen[n, DRAWN + WITCH] |= held(s, WITCH)
            seen[n, DRAWN + HUNTER] |= held(s, HUNTER)
            count = bits.count(s.seats[seat].legal)
            out[n, OPTIONS + seat] = min(MOST, int(out[n, OPTIONS + seat]) + count)
            out[n, ASKED + seat] = min(MOST, int(out[n, ASKED + seat]) + 1)
            out[n, FORCED] = min(MOST, int(out[n, FORCED]) + (1 if count == 1 else 0))
            if out[n, THREAT + seat] == 0 and threatens(s, tables[0], seat):
                out[n, THREAT + seat] = s.round_number
            turn, in_turn = place_in_turn(s, turn, in_turn)
            action = player_action(states, tables, 0, views, levels[seat], forbidden, luck(seed, salt, turn, in_turn))
            kind = kind_played(s.decision, action)
            if kind:
                seen[n, PLAYED + seat] |= 1 << kind
            kernels.apply(states, tables, 0, action)
        out[n, WINNER] = winner(s)
        out[n, ENDING] = s.ending
        out[n, ROUNDS] = s.round_number
        out[n, DECISIONS] = min(MOST, int(s.decisions))


@kernel
def sampled_choices(states, tables, views, levels, row, salt, seeds, every, forbidden, out):
    """Play games as `measured_games` does; try out every action of one in `every` of the decisions that have two or more.

    Each of the deals that the deciding seat may believe in, drawn with luck to come, is played to its end after each action, so
    that all actions meet the same deals and the same luck. Rows of `out`, int64 (rows, WORDS_AT + 2 W), zeros: seed, decision,
    seat, its kind, action, whether the player took it; then a bit for each of 2 W * DEALS continuations that the seat won.
    `states` has 3 rows. Returns how many rows were written; it stops when there is no more room.
    """
    written = 0
    for n in range(seeds.shape[0]):
        seed = int(seeds[n])
        kernels.deal(states, tables, 0, row, seed)
        s = states[0]
        turn, in_turn = 0, 0
        while s.to_act != NOBODY_TO_ACT:
            seat = int(s.to_act)
            turn, in_turn = place_in_turn(s, turn, in_turn)
            action = player_action(states, tables, 0, views, levels[seat], forbidden, luck(seed, salt, turn, in_turn))
            count = bits.count(s.seats[seat].legal)
            high, low = threefry(seed & MASK, TRIED, salt, int(s.decisions))
            if count > 1 and below(every, high, low) == 0:
                if written + count > out.shape[0]:
                    return written
                for k in range(count):
                    told = out[written + k]
                    told[0], told[1], told[2], told[3] = seed, int(s.decisions), seat, int(s.decision)
                    told[4] = bits.select(s.seats[seat].legal, k)
                    told[5] = 1 if told[4] == action else 0
                try_out(states, tables, views, levels, forbidden, seed, out[written : written + count])
                written += count
            kernels.apply(states, tables, 0, action)
    return written


@kernel
def try_out(states, tables, views, levels, forbidden, seed, out):
    """Fill the words of `out`, (actions, columns), for the decision in row 0 of `states`."""
    seat, decision = int(states[0].to_act), int(states[0].decisions)
    for word in range(WORDS_AT, out.shape[1]):
        for deal in range(DEALS):
            high, low = threefry(seed & MASK, TRIED + 1, decision, word * DEALS + deal)
            key = ((high >> 2) << 32) | low
            states[1] = states[0]
            kernels.redeal(states, tables, 1, seat, key)
            for k in range(out.shape[0]):
                states[2] = states[1]
                kernels.apply(states, tables, 2, out[k, 4])
                play_on(states, tables, 2, views, levels, forbidden, key & 0x7FFFFFFFFF)
                if winner(states[2]) == seat:
                    out[k, word] |= 1 << deal


@kernel
def play_on(states, tables, i, views, levels, forbidden, seed):
    """Play game `i` to its end."""
    s = states[i]
    turn, in_turn = 0, 0
    while s.to_act != NOBODY_TO_ACT:
        turn, in_turn = place_in_turn(s, turn, in_turn)
        counter = luck(seed, 0, turn, in_turn)
        kernels.apply(states, tables, i, player_action(states, tables, i, views, levels[s.to_act], forbidden, counter))


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
    return choose(views[0], tables[0], seat, level, high >> 1)


@kernel
def place_in_turn(s, turn, in_turn):
    """Which turn of the game a decision is in, and the how-manieth of that turn it is, from those of the decision before."""
    now = (int(s.round_number) * SEATS + int(s.turn)) & 0x3FFF
    return now, in_turn + 1 if now == turn else 0


@kernel
def luck(seed, salt, turn, in_turn):
    """The counter of the players' ties."""
    return seed ^ ((((turn << 9) | min(in_turn, 511)) ^ salt) << 40)


@kernel
def held(s, seat):
    """The kinds in a seat's hand, a bit each."""
    found = 0
    for kind in range(1, KINDS + 1):
        if s.seats[seat].hand[kind]:
            found |= 1 << kind
    return found


@kernel
def threatens(s, t, seat):
    """Whether the seat to act is about to win, unless it is stopped or mistaken."""
    if seat == WITCH:
        v = s.villagers[s.true_witch]
        return v.tokens[FAVOR] >= ritual_favors(s, t)
    words = s.seats[HUNTER].legal
    if bits.has(words, EXONERATE) and s.suspects_drawn + 1 >= t.rulesets[s.ruleset].suspects_to_win:
        return True
    found = False
    for villager in range(VILLAGERS):
        found |= bits.has(words, ELIMINATE + villager)
    return found
