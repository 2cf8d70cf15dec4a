"""What scripted players read off the board: who may be the true witch, how near the Ritual is, what Influence is worth.

Values are ints; about 100 is what a good action brings.
"""

from ..core.jit import kernel
from .board_actions import ready_cost
from .layout import CLUE, DISTRIBUTION, FAVOR, HUNTER, SECRET, VILLAGERS, WITCH
from .moves import modifier, pawns_left, rules_of
from .scripted_weights import (
    HINT_BASE,
    HINT_FACTION,
    HINT_FAVOR,
    HINT_SECRET,
    NEAR,
    ODDS_FIRST,
    ODDS_LAST,
    ODDS_SECOND,
    W_MIDDLING,
    W_POOR,
    W_RICH,
    weigh,
)
from .tables import ELIMINATE_CLUES
from .targets import lives

WIN = 1_000_000
NO_MIND = (1, 0, 0, 0)  # the Witch needs none


@kernel
def suspicion(v, t, level, villager):
    """How much the board speaks for a villager being the true witch, to the Hunter; 0 for one who can't be."""
    if not lives(v, t, villager) or v.suspects[villager]:
        return 0
    tokens = v.villagers[villager].tokens
    favors, secrets = min(int(tokens[FAVOR]), 4), min(int(tokens[SECRET]), 8)
    same = v.first_faction > 0 and rules_of(v, t).village[villager].colour == v.first_faction
    hint = weigh(t, level, HINT_BASE) + weigh(t, level, HINT_FAVOR) * favors + weigh(t, level, HINT_SECRET) * secrets
    hint += weigh(t, level, HINT_FACTION) * same
    return hint * hint if level >= 3 else hint


@kernel
def all_suspicion(v, t, level):
    """The sum over villagers, at least 1."""
    total = 0
    for villager in range(1, VILLAGERS + 1):
        total += suspicion(v, t, level, villager)
    return max(1, total)


@kernel
def make_up_mind(v, t, level):
    """What the Hunter goes by in all values of a decision: the sum of suspicion, the villager most suspected (0: none), the
    Clues that it takes to eliminate that one, and whether it can be done this turn with fair odds.
    """
    most, hot = 0, 0
    for villager in range(1, VILLAGERS + 1):
        suspect = suspicion(v, t, level, villager)
        if suspect > most:
            most, hot = suspect, villager
    total = all_suspicion(v, t, level)
    if hot == 0 or level < 3:
        return total, hot, 0, 0
    there = v.villagers[hot]
    gap, actions = elimination_gap(v, t, hot), 1
    if there.pawns[WITCH]:
        actions = 2
        gap += min(
            ready_cost(v, t, HUNTER), max(0, clues_to_eliminate(v, t) + ready_cost(v, t, HUNTER) - int(there.tokens[CLUE]))
        )
    if v.turn != HUNTER or there.pawns[HUNTER] or 100 * most // total < odds_needed(v, t, level):
        return total, hot, gap, 0
    reach = 2 * (pawns_left(v.seats[HUNTER]) - actions)
    if v.decision == DISTRIBUTION:
        reach += v.stack[v.depth - 1].amount
    return total, hot, gap, 1 if gap <= reach else 0


@kernel
def odds_needed(v, t, level):
    """The chance in percent from which the Hunter eliminates; with the last innocent the game would be lost."""
    left = int(rules_of(v, t).innocents_to_lose) - int(v.innocents)
    return weigh(t, level, ODDS_FIRST if left > 2 else ODDS_SECOND if left == 2 else ODDS_LAST)


@kernel
def share(v, t, level, mind, villager):
    """The chance in percent that the Hunter gives a villager to be the true witch."""
    return 100 * suspicion(v, t, level, villager) // mind[0]


@kernel
def colour_share(v, t, level, mind, colour):
    """The chance in percent that the true witch is of a colour, to the Hunter."""
    total = 0
    for villager in range(1, VILLAGERS + 1):
        if rules_of(v, t).village[villager].colour == colour:
            total += suspicion(v, t, level, villager)
    return 100 * total // mind[0]


@kernel
def elimination_near(v, t, level):
    """Whether the Witch fears that her true villager is eliminated soon."""
    return weigh(t, level, NEAR) > 0 and elimination_gap(v, t, v.true_witch) <= weigh(t, level, NEAR)


@kernel
def ritual_near(v, t, villager):
    """Whether a villager has the Favors for the Ritual."""
    return lives(v, t, villager) and v.villagers[villager].tokens[FAVOR] >= rules_of(v, t).ritual_favors


@kernel
def ritual_threat(v, t, villager):
    """Whether the Hunter must fear the Ritual there next turn: Favors enough, and not surely an innocent.

    2: nothing of his is in the way; 1: his pawns are, but Secrets there let her send them off; 0: no threat.
    """
    if not ritual_near(v, t, villager) or v.suspects[villager]:
        return 0
    there = v.villagers[villager]
    if there.pawns[HUNTER] == 0:
        return 2
    return 1 if there.tokens[SECRET] >= rules_of(v, t).ready_cost else 0


@kernel
def clues_to_eliminate(v, t):
    """Clues that Eliminate needs on its target."""
    return max(0, rules_of(v, t).eliminate_clues + modifier(v, t, ELIMINATE_CLUES))


@kernel
def elimination_gap(v, t, villager):
    """Clues that the Hunter still has to place before Eliminate is legal on a villager."""
    rules = rules_of(v, t)
    gap = max(0, clues_to_eliminate(v, t) - int(v.villagers[villager].tokens[CLUE]))
    for other in range(1, VILLAGERS + 1):
        if other != villager and lives(v, t, other):
            gap += max(0, int(rules.eliminate_clues_elsewhere) - int(v.villagers[other].tokens[CLUE]))
    return gap


@kernel
def influence_value(v, t, seat, level):
    """What one Influence more is worth."""
    influence = v.seats[seat].influence
    return weigh(t, level, seat + (W_POOR if influence < 3 else W_MIDDLING if influence < 6 else W_RICH))


@kernel
def pawns_to_move(v, seat):
    """Pawns that the seat has left this turn."""
    return pawns_left(v.seats[seat]) if v.turn == seat else 0


@kernel
def favors_wanting(v, t):
    """Favors that the true witch lacks for the Ritual, as the Witch sees it."""
    return max(0, int(rules_of(v, t).ritual_favors) - int(v.villagers[v.true_witch].tokens[FAVOR]))
