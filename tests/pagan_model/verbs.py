"""What each line of a card program does (INTERFACE.md, "The card language"); importing this fills `effects.VERBS`."""

from __future__ import annotations

from collections.abc import Callable

from .asking import CARD_TO_PLAY, OPTION, Question, Steps
from .effects import VERBS, Effect, about, ask_card, ask_first, ask_villager, discard, place_meant, place_tokens, play, run_lines
from .language import CLUE, Line
from .possible import can_do_something, playable_kinds, token_to_be_had
from .table import Table

PAY_CLUES, CHOOSE_VILLAGER, PLACE, REMOVE, MOVE, CHOOSE_CARD, MOVE_CARD, EITHER = 4, 10, 11, 12, 13, 15, 18, 21


def verb(*names: str) -> Callable:
    """Say which verbs a function carries out."""

    def register(function: Callable) -> Callable:
        VERBS.update(dict.fromkeys(names, function))
        return function

    return register


# ---- prices, gains and cards ------------------------------------------------------------------------------------------


@verb("pay influence")
def pay_influence(t: Table, effect: Effect, line: Line) -> None:
    """pay N Influence"""
    t.seats[effect.controller].influence -= line.amount


@verb("pay evidence")
def pay_evidence(t: Table, effect: Effect, line: Line) -> None:
    """pay N Evidence"""
    t.pay_evidence(effect.controller, line.amount)


@verb("pay cards")
def pay_cards(t: Table, effect: Effect, line: Line) -> Steps:
    """pay N cards: chosen and discarded one at a time"""
    yield from discard(t, effect.controller, line.amount)


@verb("pay clues")
def pay_clues(t: Table, effect: Effect, line: Line) -> Steps:
    """pay N Clues from any villagers: unasked once all Clues on villagers are needed"""
    for due in range(line.amount, 0, -1):
        holders = [villager for villager in t.living() if villager.tokens[CLUE]]
        if sum(villager.tokens[CLUE] for villager in holders) <= due:
            for villager in holders:
                t.to_supply(villager, CLUE, villager.tokens[CLUE])
            return
        villager = yield from ask_villager(t, effect, holders, PAY_CLUES, due)
        t.to_supply(villager, CLUE, 1)


@verb("gain influence", "gain influence for the opponent")
def gain_influence(t: Table, effect: Effect, line: Line) -> None:
    """gain N Influence [for the opponent]"""
    opponent = line.verb == "gain influence for the opponent"
    t.seats[1 - effect.controller if opponent else effect.controller].influence += line.amount


@verb("gain evidence")
def gain_evidence(t: Table, effect: Effect, line: Line) -> None:
    """gain N Evidence: as far as the supply goes"""
    t.gain_evidence(effect.controller, line.amount)


@verb("draw")
def draw(t: Table, effect: Effect, line: Line) -> None:
    """draw N cards: one at a time (Glossary: Draw)"""
    for _ in range(line.amount):
        t.draw_card(effect.controller)


@verb("opponent discards")
def opponent_discards(t: Table, effect: Effect, line: Line) -> Steps:
    """the opponent discards N cards: the opponent chooses"""
    yield from discard(t, 1 - effect.controller, line.amount)


@verb("skip skill")
def skip_skill(t: Table, effect: Effect, line: Line) -> None:
    """skip the skill: of the visit that is going on"""
    if effect.visit:
        effect.visit.skipped = True


@verb("play")
def play_from_hand(t: Table, effect: Effect, line: Line) -> Steps:
    """play 1 card [at N less Influence]: any payable card in hand or none, always asked (ruling 14)"""
    seat, discount = effect.controller, line.amount

    def put() -> Question:
        options = {t.rules.actions["card", kind] for kind in playable_kinds(t, seat, discount, effect.card)}
        return Question(seat, CARD_TO_PLAY, options | {t.rules.actions["done",]}, {"amount": discount})

    action = yield from ask_first(t, effect, put)
    name = t.rules.actions.meaning[action]
    if name[0] == "card":
        yield from play(t, seat, t.rules.kind(seat, name[1]), discount, effect.card)


# ---- choosing ---------------------------------------------------------------------------------------------------------


@verb("choose villager")
def choose_villager(t: Table, effect: Effect, line: Line) -> Steps:
    """[may] choose a villager, another villager, a villager of another colour"""
    villagers = [villager for villager in t.living() if t.passes(villager, line.filter)]
    if line.which == "another villager":
        villagers = [villager for villager in villagers if villager.number not in effect.chosen]
    elif line.which == "a villager of another colour":
        colours = {t.villager(number).card.colour for number in effect.chosen}
        villagers = [villager for villager in villagers if villager.card.colour not in colours]
    if not villagers:
        effect.target = 0
        return
    villager = yield from ask_villager(t, effect, villagers, CHOOSE_VILLAGER, done=line.may)
    if villager is None:
        effect.stopped = True
        return
    effect.target = villager.number
    effect.chosen.append(villager.number)


@verb("choose card")
def choose_card(t: Table, effect: Effect, line: Line) -> Steps:
    """[may] choose an Ally ...: not one that is being consumed or lifted"""
    cards = [card for card in t.of_type(line.type) if t.passes(card, line.filter) and card not in t.leaving]
    if not cards:
        effect.chosen_card = None
        return
    card = yield from ask_card(t, effect, cards, CHOOSE_CARD, done=line.may)
    if card is None:
        effect.stopped = True
        return
    effect.chosen_card = card


@verb("choose investigation this villager")
def choose_investigation_here(t: Table, effect: Effect, line: Line) -> None:
    """choose the Investigation here: never asked"""
    effect.chosen_card = t.villager(effect.here).investigation if effect.here else None


@verb("either")
def choose_either(t: Table, effect: Effect, line: Line) -> Steps:
    """either ... or ...: each alternative that can do something is offered (ruling 68)"""

    def put() -> Question | None:
        alternatives = [
            number
            for number, lines in enumerate((line.first, line.second), start=1)
            if can_do_something(t, effect.controller, lines, effect.here)
        ]
        options = {t.rules.actions["option", number] for number in alternatives}
        question = Question(effect.controller, OPTION, options, about(t, effect, EITHER))
        return question if alternatives else None

    action = yield from ask_first(t, effect, put)
    if action is not None:
        option = t.rules.actions.meaning[action][1]
        yield from run_lines(t, effect, (line.first, line.second)[option - 1])


# ---- tokens, pawns and cards in play ----------------------------------------------------------------------------------


@verb("place")
def place(t: Table, effect: Effect, line: Line) -> Steps:
    """place N tokens on here, the target, any villagers or each villager"""
    if line.where == "any villagers":
        yield from place_on_any(t, effect, line)
    elif line.where == "each villager":
        yield from place_on_each(t, effect, line)
    else:
        receiver = place_meant(t, effect, line)
        if receiver:
            yield from place_tokens(t, effect.controller, line.token, line.amount, receiver, effect.card)


def place_on_any(t: Table, effect: Effect, line: Line) -> Steps:
    """One at a time on any living villagers, with repetition; once the supply is empty `done` ends it."""
    for due in range(line.amount, 0, -1):
        if not token_to_be_had(t, line.token, effect.card):
            return
        empty = t.supply[line.token] == 0
        villager = yield from ask_villager(t, effect, t.living(), PLACE, due, done=empty)
        if villager is None:
            return
        yield from place_tokens(t, effect.controller, line.token, 1, villager, effect.card)


def place_on_each(t: Table, effect: Effect, line: Line) -> Steps:
    """All at once if the supply suffices; otherwise villager by villager, of the controller's choice, each at most once."""
    left = t.living()
    if t.supply[line.token] >= line.amount * len(left):
        for villager in left:
            t.from_supply(villager, line.token, line.amount)
        return
    while left and token_to_be_had(t, line.token, effect.card):
        empty = t.supply[line.token] == 0
        villager = yield from ask_villager(t, effect, left, PLACE, line.amount, done=empty)
        if villager is None:
            return
        left.remove(villager)
        yield from place_tokens(t, effect.controller, line.token, line.amount, villager, effect.card)


@verb("remove")
def remove(t: Table, effect: Effect, line: Line) -> Steps:
    """remove [up to] N tokens from here, the target, the chosen card, any villagers or each villager"""
    if line.where == "each villager":
        for villager in t.living():
            t.to_supply(villager, line.token, line.amount)
    elif line.where == "any villagers" or line.may:
        yield from remove_one_at_a_time(t, effect, line)
    else:
        thing = place_meant(t, effect, line)
        if thing:
            t.to_supply(thing, line.token, line.amount)


def remove_one_at_a_time(t: Table, effect: Effect, line: Line) -> Steps:
    """From any villagers, or "up to" N from one place, with `done` for "up to"."""
    meant = place_meant(t, effect, line)
    things: list = t.living() if line.where == "any villagers" else [meant] if meant else []
    for due in range(line.amount, 0, -1):
        holders = [thing for thing in things if thing.tokens[line.token]]
        if not holders:
            return
        asking = ask_card if line.where == "the chosen card" else ask_villager
        thing = yield from asking(t, effect, holders, REMOVE, due, done=line.may)
        if thing is None:
            return
        t.to_supply(thing, line.token, 1)


@verb("move")
def move(t: Table, effect: Effect, line: Line) -> Steps:
    """move [up to] N tokens from here or the target to other villagers: one at a time"""
    source = place_meant(t, effect, line)
    others = [villager for villager in t.living() if villager is not source]
    for due in range(line.amount, 0, -1):
        if source is None or not source.tokens[line.token] or not others:
            return
        villager = yield from ask_villager(t, effect, others, MOVE, due, done=line.may)
        if villager is None:
            return
        source.tokens[line.token] -= 1
        villager.tokens[line.token] += 1


@verb("ready")
def ready(t: Table, effect: Effect, line: Line) -> None:
    """ready the target: the opposing pawns go back to their owner's supply, and no token is paid (ruling 54)"""
    if effect.target:
        t.ready_villager(t.villager(effect.target), 1 - effect.controller)


@verb("remove card")
def remove_chosen(t: Table, effect: Effect, line: Line) -> None:
    """remove the chosen card"""
    if effect.chosen_card:
        t.remove_card(effect.chosen_card)


@verb("return card")
def return_chosen(t: Table, effect: Effect, line: Line) -> None:
    """return the chosen card to its owner's hand"""
    if effect.chosen_card:
        t.return_card(effect.chosen_card)


@verb("move card")
def move_chosen(t: Table, effect: Effect, line: Line) -> Steps:
    """move the chosen card to another villager: a living one without an Investigation"""
    free = [villager for villager in t.living() if not villager.investigation]
    if effect.chosen_card and free:
        villager = yield from ask_villager(t, effect, free, MOVE_CARD)
        for other in t.villagers:
            if other.investigation is effect.chosen_card:
                other.investigation = None
        villager.investigation = effect.chosen_card
