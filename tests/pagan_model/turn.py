"""Setup, rounds, the Upkeep phase and the Action phase."""

from __future__ import annotations

from .action import ACTIONS
from .asking import ACTION, ALLY_PAYMENT, UPKEEP_EFFECT, Question, Steps, ask, ask_block
from .can_do import can_do_something
from .effects import Effect, ask_at_boundary, ask_or_drink, discard, holds, run, settle, walk, window
from .luck import SUSPECTS
from .possible import hunter_actions, payable, witch_actions
from .rules import HUNTER, WITCH
from .state import DRAWN, IDENTITY, ROUND_LIMIT, TURN_BEGAN, InPlay
from .table import Table
from .visit import SEAT_NAMES


def play_game(t: Table) -> Steps:
    """Setup (steps 7 and 10), then rounds of a Witch's and a Hunter's turn, to an ending."""
    t.true_witch = 1 + t.luck.draw(SUSPECTS, len(t.villagers))
    t.log.add(IDENTITY, WITCH, 0, secret=t.true_witch, seen_by=1 << WITCH)
    for seat in (WITCH, HUNTER):
        for _ in range(t.numbers["hand_start"]):
            t.draw_card(seat)
    t.return_pawns(HUNTER)
    while True:
        t.first_turn = t.round_number == 1 and t.numbers["pawns_first_turn"] > 0
        yield from turn(t, WITCH)
        t.first_turn = False
        yield from turn(t, HUNTER)
        if t.round_number >= t.numbers["round_limit"]:
            t.turn = WITCH
            t.end(DRAWN if t.numbers["at_limit"] else ROUND_LIMIT)
        t.round_number += 1


def turn(t: Table, seat: int) -> Steps:
    """One turn: an Upkeep phase, then an Action phase."""
    t.turn = seat
    t.log.add(TURN_BEGAN, seat, t.round_number)
    t.end_blanks(seat)
    yield from upkeep(t, seat)
    yield from action_phase(t, seat)


# ---- Upkeep phase -----------------------------------------------------------------------------------------------------


def upkeep(t: Table, seat: int) -> Steps:
    """The steps of the Upkeep phase in order (ruling 8)."""
    t.return_pawns(seat)
    for card in t.in_play():
        card.used = 0
    yield from upkeep_triggers(t, seat, "upkeep_start", "foe_upkeep_start")
    yield from upkeep_triggers(t, seat, "", "foe_upkeep")
    yield from upkeep_menu(t, seat)
    if seat == HUNTER:
        yield from pay_allies(t)
    yield from upkeep_triggers(t, seat, "upkeep_end", "foe_upkeep_end")
    yield from discard(t, seat, sum(t.seats[seat].hand) - t.number("hand_limit", f"{SEAT_NAMES[seat]}_hand_limit"))


def own_cards(t: Table, seat: int) -> list[InPlay]:
    """A seat's cards in play in order of places."""
    return [card for card in t.in_play() if card.card.owner == seat]


def upkeep_triggers(t: Table, seat: int, own: str, foe: str) -> Steps:
    """Steps 2 and 5, "at the start of Upkeep" and "at the end of Upkeep" effects, and what waits for the other seat's Upkeep."""
    for card in walk(t):
        yield from run(t, Effect(card.card.owner, card=card), card.program(own if card.card.owner == seat else foe))


def usable(t: Table, seat: int) -> dict[int, str]:
    """Place and moment of each effect not used yet that can be paid and can do something (ruling 62)."""
    found = {}
    for card in own_cards(t, seat):
        for moment in ("upkeep_may", "upkeep_must"):
            program = card.program(moment)
            if not program or card.used or not payable(t, seat, card.price(moment), 0, card):
                continue
            if can_do_something(t, seat, program, card):
                found[t.place_of(card)] = moment
    return found


def upkeep_menu(t: Table, seat: int) -> Steps:
    """Step 3: "must" and "may" effects in any order, `done` once no doable "must" is left; a window for Brews without them."""
    actions = t.rules.actions

    def put() -> Question | None:
        effects = usable(t, seat)
        options = {actions["use", place] for place in effects}
        if "upkeep_must" not in effects.values():
            options.add(actions["done",])
        return Question(seat, UPKEEP_EFFECT, options) if effects else None

    asked = False
    while True:
        question = put()
        if question is None:
            question = window(t, {}) if seat == WITCH and not asked else None
            if question is None or (yield from ask_or_drink(t, question)) is not None:
                return
            continue  # the Brew may have made an effect usable
        action = yield from (ask_at_boundary(t, put) if seat == WITCH and not asked else ask(t, question))
        asked = True
        if action is None or action == actions["done",]:
            return
        place = actions.meaning[action][1]
        moment = usable(t, seat)[place]
        card = t.at(place)
        card.used = 1
        yield from run(t, Effect(card.card.owner, card=card), card.program(moment))


def pay_allies(t: Table) -> Steps:
    """Step 4: drop an Ally, or pay for all the rest (rulings 6, 63)."""
    actions, own = t.rules.actions, t.seats[HUNTER]
    while allies := t.row("ally"):
        total = sum(max(0, ally.card.upkeep + t.modifier("ally_upkeep")) for ally in allies)
        options = {actions["drop", t.place_of(ally)] for ally in allies}
        if own.influence >= total:
            options.add(actions["pay",])
        name = yield from ask_block(t, Question(HUNTER, ALLY_PAYMENT, options))
        if name[0] == "pay":
            own.influence -= total
            return
        t.remove_card(t.at(name[1]))


# ---- Action phase -----------------------------------------------------------------------------------------------------


def action_phase(t: Table, seat: int) -> Steps:
    """Actions while there are pawns, all of them mandatory (ruling 2); a last window for Brews at the end of the turn."""
    own = t.seats[seat]
    while True:
        yield from objectives(t, seat)
        if not own.pawns and not own.familiar_pawn:
            last = window(t, {}) if seat == WITCH else None
            if last is None or (yield from ask_or_drink(t, last)) is not None:
                return
            continue  # a Brew was drunk, which may have taken a pawn back
        question = Question(seat, ACTION, witch_actions(t) if seat == WITCH else hunter_actions(t))
        action = yield from (ask_or_drink(t, question) if seat == WITCH else ask(t, question))
        if action is None:  # a Brew was drunk, and the question is put again
            continue
        name = t.rules.actions.meaning[action]
        if name[0] == "done":  # first turn only
            while own.pawns:
                t.pawn_to_board(seat, 0)
        else:
            yield from ACTIONS[name[0]](t, seat, *name[1:])


def objectives(t: Table, seat: int) -> Steps:
    """Before a question for an action and at the end of a turn: objectives that are met now, and what they give."""
    seats = [who for who in (seat, 1 - seat) if t.rules.objectives[who] and not t.seats[who].objective]
    for who in seats:
        objective = t.rules.objectives[who]
        if objective and all(holds(t, Effect(who), condition) for condition in objective.when):
            t.meet_objective(who)
            yield from run(t, Effect(who), objective.reward)
            yield from settle(t)
            yield from objectives(t, seat)
            return
