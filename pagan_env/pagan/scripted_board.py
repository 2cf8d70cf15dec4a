"""What scripted players read off the board: who may be the true witch, how near the Ritual is, what Influence is worth.

Values are ints; about 100 is what a good action brings.
"""

from ..core.jit import kernel
from .board_actions import eliminate_clues, eliminate_clues_elsewhere
from .board_actions import ritual_favors as favors_for_ritual
from .layout import CLUE, FAVOR, HUNTER, SECRET, VILLAGERS
from .moves import pawns_left, rules_of
from .scripted_weights import (
    HINT_BASE,
    HINT_FACTION,
    HINT_FAVOR,
    NEAR,
    ODDS_FIRST,
    ODDS_LAST,
    ODDS_SECOND,
    W_MIDDLING,
    W_POOR,
    W_RICH,
    weigh,
)
from .targets import lives

WIN = 1_000_000

# A seat's mind: nine ints that it makes up once a decision and values everything by. The Hunter's: the sum of suspicion, the
# villager most suspected (0: none), the chance in percent given to that one, the Clues missing to eliminate it, whether that can
# be done this turn with fair odds, the Clues that Eliminate needs, and the chance of each colour. The Witch's: a sum that makes
# all chances 0, her true villager's gap, the same need, and the best that a Secret for each colour brings.
TOTAL, HOT, CHANCE_OF_HOT, GAP, NOW, NEEDED, COLOURS = range(7)
NO_SUSPICION = 1 << 40


@kernel
def suspicion(v, t, level, villager):
    """How much the board speaks for a villager being the true witch, to the Hunter; 0 for one who can't be."""
    if not lives(v, t, villager) or v.suspects[villager]:
        return 0
    favors = min(int(v.villagers[villager].tokens[FAVOR]), 4)
    same = v.first_faction > 0 and rules_of(v, t).village[villager].colour == v.first_faction
    hint = weigh(level, HINT_BASE) + weigh(level, HINT_FAVOR) * favors
    hint += weigh(level, HINT_FACTION) * same
    return hint * hint if level >= 3 else hint


@kernel
def odds_needed(v, t, level):
    """The chance in percent from which the Hunter eliminates; with the last innocent the game would be lost."""
    left = int(rules_of(v, t).innocents_to_lose) - int(v.innocents)
    return weigh(level, ODDS_FIRST if left > 2 else ODDS_SECOND if left == 2 else ODDS_LAST)


@kernel
def share(v, t, level, mind, villager):
    """The chance in percent that the Hunter gives a villager to be the true witch."""
    return 100 * suspicion(v, t, level, villager) // mind[TOTAL]


@kernel
def elimination_near(level, mind):
    """Whether the Witch fears that her true villager is eliminated soon."""
    return mind[GAP] <= weigh(level, NEAR)


@kernel
def ritual_near(v, t, villager):
    """Whether a villager has the Favors for the Ritual."""
    return lives(v, t, villager) and v.villagers[villager].tokens[FAVOR] >= favors_for_ritual(v, t)


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
    return eliminate_clues(v, t)


@kernel
def elimination_gap(v, t, villager, needed):
    """Clues that the Hunter still has to place before Eliminate is legal on a villager."""
    elsewhere = eliminate_clues_elsewhere(v, t)
    gap = max(0, needed - int(v.villagers[villager].tokens[CLUE]))
    for other in range(1, VILLAGERS + 1):
        if other != villager and lives(v, t, other):
            gap += max(0, elsewhere - int(v.villagers[other].tokens[CLUE]))
    return gap


@kernel
def influence_value(v, seat, level):
    """What one Influence more is worth."""
    influence = v.seats[seat].influence
    return weigh(level, seat + (W_POOR if influence < 3 else W_MIDDLING if influence < 6 else W_RICH))


@kernel
def pawns_to_move(v, seat):
    """Pawns that the seat has left this turn."""
    return pawns_left(v.seats[seat]) if v.turn == seat else 0


@kernel
def favors_wanting(v, t):
    """Favors that the true witch lacks for the Ritual, as the Witch sees it."""
    return max(0, favors_for_ritual(v, t) - int(v.villagers[v.true_witch].tokens[FAVOR]))
