"""What is measured of a scripted game of Pagan, beside what every game has."""

from __future__ import annotations

from pagan_env.core import bits
from pagan_env.core.jit import kernel
from pagan_env.pagan import kernels
from pagan_env.pagan.actions import ELIMINATE, EXONERATE
from pagan_env.pagan.board_actions import ritual_favors
from pagan_env.pagan.layout import FAVOR, HUNTER, KINDS, NOBODY_TO_ACT, SEATS, VILLAGERS, WITCH
from pagan_env.pagan.playing import kind_played, scripted_action, winner

COLUMNS = (
    "winner",
    "ending",
    "rounds",
    "decisions",
    "witch_0_threat",
    "hunter_0_threat",
    "witch_0_options",
    "hunter_0_options",
    "witch_0_asked",
    "hunter_0_asked",
    "forced",
)
(WINNER, ENDING, ROUNDS, DECISIONS, THREAT, _, OPTIONS, _, ASKED, _, FORCED) = range(len(COLUMNS))
SCRATCH = 1
DRAWN, PLAYED, WON_DRAWN, WON_PLAYED = range(4)
CARDS = (4, SEATS, KINDS + 1)
"""Games in which a seat drew, played, drew and won, played and won a kind of card."""
MEANING = {
    "witch_0_threat": "round in which the true witch first has the Favors of the Ritual",
    "hunter_0_threat": "round in which the Hunter may first eliminate somebody, or draw the last Suspect that he needs",
}
MOST = 32_767


@kernel
def measured_games(states, tables, views, levels, row, salt, seeds, out, cards):
    """Play a whole game a seed in row 0 of `states`, under ruleset `row`; `levels` int64 (SEATS,), seeds int64, not negative.

    `out` int16 (games, COLUMNS); `cards` int32 CARDS is added to. The players' ties are drawn by seed, `salt` (below 2**23),
    round, seat and place in the turn, so that games of one seed go on alike behind a difference that did not last.
    """
    for n in range(seeds.shape[0]):
        seed = int(seeds[n])
        kernels.deal(states, tables, 0, row, seed)
        s = states[0]
        drawn_witch, drawn_hunter, played_witch, played_hunter = 0, 0, 0, 0
        turn, in_turn = 0, 0
        while s.to_act != NOBODY_TO_ACT:
            seat = int(s.to_act)
            drawn_witch |= held(s, WITCH)
            drawn_hunter |= held(s, HUNTER)
            count = bits.count(s.seats[seat].legal)
            out[n, OPTIONS + seat] = min(MOST, int(out[n, OPTIONS + seat]) + count)
            out[n, ASKED + seat] = min(MOST, int(out[n, ASKED + seat]) + 1)
            out[n, FORCED] = min(MOST, int(out[n, FORCED]) + (1 if count == 1 else 0))
            if out[n, THREAT + seat] == 0 and threatens(s, tables[0], seat):
                out[n, THREAT + seat] = s.round_number
            turn, in_turn = place_in_turn(s, turn, in_turn)
            action = scripted_action(states, tables, 0, views, levels[seat], luck(seed, salt, turn, in_turn))
            kind = kind_played(s.decision, action)
            if kind:
                if seat == WITCH:
                    played_witch |= 1 << kind
                else:
                    played_hunter |= 1 << kind
            kernels.apply(states, tables, 0, action)
        won = winner(s)
        out[n, WINNER] = won
        out[n, ENDING] = s.ending
        out[n, ROUNDS] = s.round_number
        out[n, DECISIONS] = min(MOST, int(s.decisions))
        tell(cards, WITCH, drawn_witch, played_witch, won == WITCH)
        tell(cards, HUNTER, drawn_hunter, played_hunter, won == HUNTER)


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


@kernel
def tell(cards, seat, drawn, played, won):
    """Count the kinds of one game."""
    for kind in range(1, KINDS + 1):
        if (drawn >> kind) & 1:
            cards[DRAWN, seat, kind] += 1
            cards[WON_DRAWN, seat, kind] += 1 if won else 0
        if (played >> kind) & 1:
            cards[PLAYED, seat, kind] += 1
            cards[WON_PLAYED, seat, kind] += 1 if won else 0
