"""What the lines about cards, hands, prices and the course of things do; importing this fills `effects.VERBS`."""

from __future__ import annotations

from collections.abc import Callable

from .asking import CARD_TO_PLAY, CARD_TO_REVEAL, FOE_CARD, OPTION, PILE_CARD, Question, Steps, ask_block
from .can_do import alternative_can, can_do_something, eligible_cards, eligible_villagers
from .effects import VERBS, Effect, about, ask_first, ask_thing, consume, discard, place_meant, play, run_lines, settle
from .language import Line, Program, lines_price
from .possible import complete_brews, payable, playable_kinds
from .table import Table

PAY_TOKENS, DISCARD_SEEN, RECOVER, REVEAL_FOR_GOOD = 4, 12, 13, 14
CHOOSE_VILLAGER, CHOOSE_CARD, MOVE_CARD, YOU_MAY, EITHER = 16, 21, 24, 30, 34


def verb(name: str) -> Callable:
    """Say which verb a function carries out. Its arguments: the table, the effect, the line, the lines behind it."""

    def register(function: Callable) -> Callable:
        VERBS[name] = function
        return function

    return register


# ---- prices -----------------------------------------------------------------------------------------------------------


@verb("pay influence")
def pay_influence(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """pay N Influence"""
    t.seats[effect.controller].influence -= line.amount


@verb("pay evidence")
def pay_evidence(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """pay N Evidence"""
    t.pay_evidence(effect.controller, line.amount)


@verb("pay cards")
def pay_cards(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """pay N cards: chosen and discarded one at a time"""
    yield from discard(t, effect.controller, line.amount)


@verb("pay tokens")
def pay_tokens(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """pay N tokens from this villager, here, one villager, or one at a time from any villagers"""
    token = line.token
    if line.where in ("this villager", "here"):
        thing = place_meant(t, effect, line.where)
        if thing:
            t.to_supply(thing, token, line.amount)
        return
    if line.where == "one villager":
        rich = [villager for villager in t.living() if villager.tokens[token] >= line.amount]
        if rich:
            villager = yield from ask_thing(t, effect, rich, PAY_TOKENS)
            effect.target = villager.number
            effect.chosen.append(villager.number)
            t.to_supply(villager, token, line.amount)
        return
    for due in range(line.amount, 0, -1):
        holders = [villager for villager in t.living() if villager.tokens[token]]
        if sum(villager.tokens[token] for villager in holders) <= due:
            for villager in holders:
                t.to_supply(villager, token, villager.tokens[token])
            return
        villager = yield from ask_thing(t, effect, holders, PAY_TOKENS, due)
        t.to_supply(villager, token, 1)
        yield from settle(t)


# ---- Influence, Evidence and cards --------------------------------------------------------------------------------------


@verb("gain influence")
def gain_influence(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """gain N Influence [for the opponent]"""
    t.gain_influence(1 - effect.controller if line.opponent else effect.controller, line.amount)


@verb("gain evidence")
def gain_evidence(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """gain N Evidence: as far as the supply goes"""
    t.gain_evidence(effect.controller, line.amount)


@verb("lose")
def lose(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """the opponent loses N Influence / Evidence: as much as there is; Evidence goes to the supply"""
    foe = t.seats[1 - effect.controller]
    if line.which == "Influence":
        foe.influence -= min(line.amount, foe.influence)
    else:
        t.pay_evidence(1 - effect.controller, min(line.amount, foe.evidence))


@verb("draw")
def draw(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """draw N cards, the opponent draws N cards: one at a time (Glossary: Draw)"""
    for _ in range(line.amount):
        t.draw_card(1 - effect.controller if line.opponent else effect.controller)


@verb("discard")
def discards(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """discard N cards, the opponent discards N cards: the owner chooses, or luck does"""
    seat = 1 - effect.controller if line.opponent else effect.controller
    if not line.random:
        yield from discard(t, seat, line.amount)
        return
    for _ in range(min(line.amount, sum(t.seats[seat].hand))):
        t.discard_at_random(seat)


@verb("look")
def look(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """look at the opponent's hand"""
    t.show_hand(1 - effect.controller, public=False)


@verb("reveal")
def reveal(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """reveal your hand, the opponent reveals their hand"""
    t.show_hand(1 - effect.controller if line.opponent else effect.controller, public=True)


def ask_kind(t: Table, effect: Effect, decision: int, verb: int, block: str, cards: list[int], due: int) -> Steps:
    """A line needs a card of a hand or a pile; `cards` counts them by kind. The answer is a kind, or None if there is none."""
    options = {t.rules.actions[block, kind] for kind, copies in enumerate(cards) if copies}
    if not options:
        return None
    question = Question(effect.controller, decision, options, about(t, effect, verb, due))
    name = yield from ask_block(t, question)
    return name[1]


@verb("discard seen")
def discard_seen(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """discard N cards from the opponent's hand: chosen by the controller"""
    foe = 1 - effect.controller
    for due in range(line.amount, 0, -1):
        kind = yield from ask_kind(t, effect, FOE_CARD, DISCARD_SEEN, "foe_card", t.seats[foe].hand, due)
        if kind is None:
            return
        t.discard_from_hand(foe, kind)


@verb("recover")
def recover(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """return N cards from your discard pile to your hand: in sight of the other seat"""
    own, foe = t.seats[effect.controller], t.seats[1 - effect.controller]
    for due in range(line.amount, 0, -1):
        kind = yield from ask_kind(t, effect, PILE_CARD, RECOVER, "card", own.discard, due)
        if kind is None:
            return
        own.discard[kind] -= 1
        own.hand[kind] += 1
        foe.foe_hand[kind] += 1


@verb("reveal for good")
def reveal_for_good(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """permanently reveal N cards from your hand: they never come back"""
    own = t.seats[effect.controller]
    for due in range(line.amount, 0, -1):
        kind = yield from ask_kind(t, effect, CARD_TO_REVEAL, REVEAL_FOR_GOOD, "card", own.hand, due)
        if kind is None:
            return
        t.leave_hand(effect.controller, kind)
        own.revealed[kind] += 1


@verb("play")
def play_from_hand(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """play 1 card / Ally / ... [at N less Influence]: any payable card in hand or none, always asked (ruling 14)"""
    seat, discount = effect.controller, line.amount

    def put() -> Question:
        kinds = playable_kinds(t, seat, discount, line.type)
        options = {t.rules.actions["card", kind] for kind in kinds}
        return Question(seat, CARD_TO_PLAY, options | {t.rules.actions["done",]}, {"amount": discount})

    action = yield from ask_first(t, effect, put)
    name = t.rules.actions.meaning[action]
    if name[0] == "card":
        yield from play(t, seat, t.rules.kind(seat, name[1]), discount)


# ---- choosing ---------------------------------------------------------------------------------------------------------


@verb("choose villager")
def choose_villager(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """[may] choose a villager, another, one of another colour, a ready one, a red one"""
    villagers = eligible_villagers(t, line)
    if line.which == "another villager":
        villagers = [villager for villager in villagers if villager.number not in effect.chosen]
    elif line.which == "a villager of another colour":
        colours = {t.villager(number).card.colour for number in effect.chosen}
        villagers = [villager for villager in villagers if villager.card.colour not in colours]
    if not villagers:
        effect.target = 0
        return
    villager = yield from ask_thing(t, effect, villagers, CHOOSE_VILLAGER, done=line.may)
    if villager is None:
        effect.stopped = True
        return
    effect.target = villager.number
    effect.chosen.append(villager.number)


@verb("choose card")
def choose_card(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """[may] choose an Ally ..., a complete Brew, a card of the opponent; the Investigation on this villager unasked"""
    there = line.which == "the Investigation on this villager"
    cards = eligible_cards(t, line, effect.controller, effect.here)
    if there or not cards:
        effect.chosen_card = cards[0] if cards else None
        return
    card = yield from ask_thing(t, effect, cards, CHOOSE_CARD, done=line.may)
    if card is None:
        effect.stopped = True
        return
    effect.chosen_card = card


@verb("you may")
def you_may(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """you may: asked if the prices behind it can be paid and anything behind it can do something, else the program ends"""
    own = effect.controller

    def put() -> Question | None:
        if not payable(t, own, lines_price(rest), effect.here, effect.card):
            return None
        options = {t.rules.actions["option", 1], t.rules.actions["done",]}
        return Question(own, OPTION, options, about(t, effect, YOU_MAY)) if can_do_something(t, own, rest, effect.card) else None

    action = yield from ask_first(t, effect, put)
    effect.stopped = action is None or t.rules.actions.meaning[action][0] == "done"


@verb("either")
def choose_either(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """either ... or ...: each alternative that can do something is offered (ruling 68)"""

    def put() -> Question | None:
        alternatives = [
            number
            for number, lines in enumerate((line.first, line.second), start=1)
            if alternative_can(t, effect.controller, lines, effect.card, effect.target, effect.chosen_card)
        ]
        options = {t.rules.actions["option", number] for number in alternatives}
        question = Question(effect.controller, OPTION, options, about(t, effect, EITHER))
        return question if alternatives else None

    action = yield from ask_first(t, effect, put)
    if action is not None:
        option = t.rules.actions.meaning[action][1]
        yield from run_lines(t, effect, (line.first, line.second)[option - 1])


# ---- cards in play, and the course of things ----------------------------------------------------------------------------


@verb("remove card")
def remove_chosen(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """remove the chosen card; none is chosen any more"""
    if t.place_of(effect.chosen_card):
        t.remove_card(effect.chosen_card)
    effect.chosen_card = None


@verb("return card")
def return_chosen(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """return the chosen card to its owner's hand; none is chosen any more"""
    if t.place_of(effect.chosen_card):
        t.return_card(effect.chosen_card)
    effect.chosen_card = None


@verb("move card")
def move_chosen(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """move the chosen card to another villager: a living one without an Investigation"""
    free = [villager for villager in t.living() if not villager.investigation]
    source = next((villager for villager in t.villagers if villager.investigation is effect.chosen_card), None)
    if effect.chosen_card and source and free:
        villager = yield from ask_thing(t, effect, free, MOVE_CARD)
        source.investigation, villager.investigation = None, effect.chosen_card


@verb("blank")
def blank_chosen(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """blank the chosen card until your next turn"""
    if t.place_of(effect.chosen_card):
        t.blank(effect.chosen_card, effect.controller)


@verb("consume")
def consume_chosen(t: Table, effect: Effect, line: Line, rest: Program) -> Steps:
    """consume the chosen card: a complete Brew whose price the Witch can pay; else nothing"""
    if effect.chosen_card in complete_brews(t):
        yield from consume(t, effect.chosen_card)


@verb("skip")
def skip(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """skip the skill / assets / conversion / Evidence: of the visit that is going on"""
    if t.visit:
        t.visit.skipped.add(line.which)


@verb("take back")
def take_back(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """take back N pawns: regular ones from spots of the controller's player board to the supply"""
    own = t.seats[effect.controller]
    pawns = min(line.amount, own.board_pawns)
    own.board_pawns -= pawns
    own.pawns += pawns


@verb("exonerate")
def exonerate(t: Table, effect: Effect, line: Line, rest: Program) -> None:
    """exonerate a villager: the Hunter draws a Suspect, if one is left"""
    if t.suspects_left():
        t.draw_suspect()
