"""The scripted Witch: Favors on her true villager and on decoys, Secrets kept to ready it, the Ritual when she can."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ACTION,
    BLUE,
    BREWS,
    CONVERSION,
    DISTRIBUTION,
    FAVOR,
    GREEN,
    HUNTER,
    INVESTIGATIONS,
    RED,
    ROW,
    SECRET,
    VILLAGERS,
    WITCH,
)
from .moves import card_at, occupied, pawns_left, rules_of
from .scripted_board import (
    COLOURS,
    NO_SUSPICION,
    WIN,
    clues_to_eliminate,
    elimination_gap,
    elimination_near,
    favors_wanting,
    influence_value,
    ritual_near,
)
from .scripted_choices import choice_value, play_value
from .scripted_values import favor_value, program_value, secret_value
from .scripted_weights import (
    COVER,
    FAVOR_LAST,
    FAVOR_TRUE,
    SECRET_DECOY,
    W_CARD,
    W_READY,
    W_READY_COST,
    WAIT,
    weigh,
)
from .tables import ON_CONSUME, ON_VISIT, VISIT_PAWNS
from .targets import lives


@kernel
def witch_mind(v, t, level):
    """What the Witch goes by (scripted_board.py)."""
    needed = clues_to_eliminate(v, t)
    gap = elimination_gap(v, t, v.true_witch, needed)
    mind = (NO_SUSPICION, 0, 0, gap, 0, needed, 0, 0, 0)
    if v.decision != ACTION:
        return mind
    brew = 0
    for place in range(BREWS, BREWS + ROW):
        if v.places[place].kind:
            brew = max(brew, brew_value(v, t, level, mind, place))
    red = max(brew, best_secret(v, t, level, RED))
    blue = max(brew, best_secret(v, t, level, BLUE))
    green = max(brew, best_secret(v, t, level, GREEN))
    return NO_SUSPICION, 0, 0, gap, 0, needed, red, blue, green


@kernel
def witch_value(v, t, level, mind, action):
    """What an action brings the Witch."""
    if level == 1:
        return simple_value(v, t, action)
    decision = v.decision
    if actions.CONSUME <= action < actions.DONE:
        return choice_value(v, t, WITCH, level, mind, action)
    if decision == ACTION:
        return action_value(v, t, level, mind, action)
    if decision == CONVERSION:
        return conversion_value(v, t, level) if action == actions.CONVERT else 0
    if decision == DISTRIBUTION:
        if action >= actions.CHOOSE_PLACE:
            return brew_value(v, t, level, mind, action - actions.CHOOSE_PLACE + 1)
        return secret_value(v, t, level, action - actions.CHOOSE_VILLAGER + 1)
    return choice_value(v, t, WITCH, level, mind, action)


@kernel
def simple_value(v, t, action):
    """Level 1: the Ritual if it can be had, else what serves the true witch, else anything."""
    true_witch = v.true_witch - 1
    there = v.villagers[v.true_witch]
    rules = rules_of(v, t)
    enough = there.tokens[FAVOR] >= rules.ritual_favors
    if actions.RITUAL <= action < actions.ACTIVATE:
        return 9
    if actions.READY <= action < actions.RITUAL:
        return 8 if (action - actions.READY) // 2 == true_witch and enough else 0
    if action < actions.GAIN_INFLUENCE:
        villager = action // 2 + 1
        if villager == v.true_witch:
            return 0 if enough else 6 if there.tokens[SECRET] >= rules.secrets_a_favor else 2
        return 3 if rules.village[villager].asset_colour == rules.village[v.true_witch].colour else 2
    if action < actions.READY:
        return 2
    if action == actions.CONVERT or action == actions.AGAIN:
        return 1
    return 1 if action == actions.CHOOSE_VILLAGER + true_witch else 0


# ---- actions --------------------------------------------------------------------------------------------------------


@kernel
def action_value(v, t, level, mind, action):
    """What an action of the Action phase brings."""
    if actions.RITUAL <= action < actions.ACTIVATE:
        return WIN
    if action < actions.GAIN_INFLUENCE:
        return visit_value(v, t, level, mind, action // 2 + 1)
    if action < actions.DRAW_CARD:
        return int(rules_of(v, t).gain_influence) * influence_value(v, WITCH, level)
    if action < actions.PLAY:
        return weigh(level, W_CARD) if v.seats[WITCH].hand_size < rules_of(v, t).hand_limit else 4
    if action < actions.READY:
        return play_value(v, t, WITCH, level, mind, (action - actions.PLAY) // 2 + 1, 0)
    villager = (action - actions.READY) // 2 + 1
    if pawns_left(v.seats[WITCH]) < 2:
        return -50
    if villager == v.true_witch and ritual_near(v, t, villager):
        return WIN // 2
    return weigh(level, W_READY) * visit_value(v, t, level, mind, villager) // 100 - weigh(level, W_READY_COST)


@kernel
def visit_value(v, t, level, mind, villager):
    """What a visit brings: Secrets placed, Favors made, the skill, less what an Investigation does."""
    rules = rules_of(v, t)
    there, village = v.villagers[villager], rules.village[villager]
    value = int(village.assets) * mind[COLOURS + village.asset_colour - 1]
    skill = program_value(v, t, WITCH, level, mind, village.skill, villager)
    value += max(0, skill) * (2 if there.tokens[FAVOR] >= rules.favors_for_second_skill else 1)
    place = INVESTIGATIONS + villager
    if v.places[place].kind and card_at(v, t, place).side == WITCH:
        value -= program_value(v, t, HUNTER, level, mind, card_at(v, t, place).programs[ON_VISIT], villager)
        value -= 60 * int(card_at(v, t, place).modifiers[VISIT_PAWNS])
    conversions = min(int(rules.conversions), int(there.tokens[SECRET]) // int(rules.secrets_a_favor))
    if villager == v.true_witch:
        return value + true_visit(v, t, level, mind, conversions)
    if conversions and there.tokens[FAVOR] < rules.ritual_favors:
        value += favor_value(v, t, level, villager)
    return value


@kernel
def true_visit(v, t, level, mind, conversions):
    """What visiting the true witch brings beside: Favors, and cover; but the Ritual must find her ready."""
    wanting = favors_wanting(v, t)
    if wanting == 0:
        if not occupied(v.villagers[v.true_witch]):  # the Ritual can be had at once
            return -WIN
        return 0
    made = min(conversions, wanting)
    value = 0
    for n in range(made):
        value += weigh(level, FAVOR_LAST if wanting - n == 1 else FAVOR_TRUE)
    if made < wanting and made < rules_of(v, t).conversions and pawns_left(v.seats[WITCH]) > 1 and more_secrets(v, t):
        value -= weigh(level, WAIT)
    if elimination_near(level, mind):
        value += weigh(level, COVER)
    return value


@kernel
def more_secrets(v, t):
    """Whether another visit could bring Secrets to the true witch first."""
    village = rules_of(v, t).village
    for villager in range(1, VILLAGERS + 1):
        if villager != v.true_witch and lives(v, t, villager) and not occupied(v.villagers[villager]):
            if village[villager].asset_colour == village[v.true_witch].colour:
                return True
    return False


@kernel
def best_secret(v, t, level, colour):
    """The most that a Secret for a villager of a colour brings."""
    best = 0
    for villager in range(1, VILLAGERS + 1):
        if lives(v, t, villager) and rules_of(v, t).village[villager].colour == colour:
            best = max(best, secret_value(v, t, level, villager))
    return best


# ---- on the way -----------------------------------------------------------------------------------------------------


@kernel
def conversion_value(v, t, level):
    """What making a Favor of Secrets brings."""
    villager = v.stack[v.depth - 1].villager
    if villager == v.true_witch:
        return 50 if favors_wanting(v, t) else -1
    cost = int(rules_of(v, t).secrets_a_favor) * weigh(level, SECRET_DECOY) // 2
    return favor_value(v, t, level, villager) - cost


@kernel
def brew_value(v, t, level, mind, place):
    """What a Secret on a Brew brings; none on a complete one."""
    card = card_at(v, t, place)
    missing = int(card.secrets) - int(v.places[place].tokens[SECRET])
    if missing <= 0:
        return 0
    return max(2, program_value(v, t, WITCH, level, mind, card.programs[ON_CONSUME], 0) // (missing + 1))
