"""Carrying out programs (INTERFACE.md, "The card language"), playing cards, consuming Brews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from .asking import (
    BREW_WINDOW,
    CARD_TARGET,
    CARD_TO_DISCARD,
    CARD_TO_PLAY,
    INVESTIGATION_TARGET,
    REPLACEMENT,
    SHORTAGE,
    VILLAGER_TARGET,
    Question,
    Steps,
    ask,
    ask_block,
)  # fmt: skip
from .language import FAVOR, Line, Program, price
from .possible import complete_brews, cost, investigation_targets, payable, replaceable
from .rules import ONE_TIME, WITCH, Card
from .state import InPlay, Villager, Visit
from .table import MOST_TRIGGERED, Table

# What carries out a line, by its verb: a function that asks (a generator) or one that doesn't (and returns None). See verbs.py.
VERBS: dict[str, Callable[[Table, Effect, Line], Steps | None]] = {}


@dataclass
class Effect:
    """A program that is being carried out. `here` is the villager that it is about, `card` the card in play whose it is.

    `first` is set for the first line of a skill's first use: a Brew may be drunk in its decision, and counts as drunk before
    step 4.
    """

    controller: int
    here: int = 0
    card: InPlay | None = None
    first: bool = False
    target: int = 0
    chosen_card: InPlay | None = None
    chosen: list[int] = field(default_factory=list)
    stopped: bool = False


def run(t: Table, effect: Effect, program: Program | None) -> Steps:
    """Carry out a program if its price can be paid in full; its first lines pay it."""
    if program and payable(t, effect.controller, price(program), effect.here, effect.card):
        if effect.card:
            t.running.append(effect.card)
        yield from run_lines(t, effect, program)
        if effect.card:
            t.running.remove(effect.card)


def run_lines(t: Table, effect: Effect, lines: Program) -> Steps:
    """Lines run in order, each followed by the triggers that it set off; stopping at a "choose" ends the program."""
    passed_over = held = False
    times = 1
    for index, line in enumerate(lines):
        if passed_over:
            passed_over = False
        elif line.verb == "if":
            held = holds(t, effect, line)
            passed_over = not held
        elif line.verb == "otherwise":
            passed_over = held
        elif line.verb == "for each":
            times = counted(t, effect, line)
            passed_over = not times
            times = times or 1
        else:
            rest = lines[index + 1 :]
            steps = VERBS[line.verb](t, effect, replace(line, amount=line.amount * times) if times != 1 else line, rest)
            times = 1
            if steps:
                yield from steps
            if t.waiting:
                yield from settle(t)
        effect.first = False
        if effect.stopped:
            return


def settle(t: Table) -> Steps:
    """A step is over: the triggers that wait run, before anything else; until they have run their cards count as running."""
    batch = [(trigger, trigger.card.program(trigger.moment)) for trigger in t.waiting if t.place_of(trigger.card)]
    t.waiting = []
    due = [pair for pair in batch if pair[1]][: MOST_TRIGGERED - t.triggered]
    t.triggered += len(due)
    t.running += [trigger.card for trigger, _ in due]
    for trigger, program in due:
        yield from run(t, Effect(trigger.card.card.owner, here=trigger.villager, card=trigger.card), program)
        t.running.remove(trigger.card)


def walk(t: Table) -> Iterator[InPlay]:
    """The cards in play in order of places, while their programs change what is in play: what comes in behind is reached too."""
    at, last = 0, None
    while True:
        if last:
            # A card that has left lets the Enchantments behind it slide to its place.
            at = t.place_of(last) or at - (last.card.type == "enchantment")
        last = next((card for card in t.in_play() if t.place_of(card) > at), None)
        if last is None:
            return
        at = t.place_of(last)
        yield last


def holds(t: Table, effect: Effect, line: Line) -> bool:
    """A condition: N or more of what it counts, or none; on a missing thing lies none."""
    count = counted(t, effect, line)
    return count == 0 if line.may else count >= line.amount


def place_meant(t: Table, effect: Effect, where: str) -> Villager | InPlay | None:
    """What "this villager", "the target", "here" or "the chosen card" stands for, if there is such a thing."""
    if where in ("here", "the chosen card"):
        card = effect.card if where == "here" else effect.chosen_card
        return card if t.place_of(card) else None
    number = effect.here if where == "this villager" else effect.target
    return t.villager(number) if number else None


def counted(t: Table, effect: Effect, line: Line) -> int:
    """What a condition or a "for each" counts."""
    own = t.seats[1 - effect.controller if line.opponent else effect.controller]
    if line.where == "all villagers":
        return sum(villager.tokens[line.token] for villager in t.living())
    if line.where:
        thing = place_meant(t, effect, line.where)
        return thing.tokens[line.token] if thing else 0
    if line.type:
        return len(t.of_type(line.type))
    counts = {
        "Influence": own.influence,
        "Evidence": own.evidence,
        "card in hand": sum(own.hand),
        "card in the discard pile": sum(own.discard),
        "villager with": sum(1 for villager in t.living() if villager.tokens[line.token]),
        "eliminated": t.innocents,
        "exonerated": sum(t.suspects),
    }
    return counts[line.which]


def about(t: Table, effect: Effect, verb: int, amount: int = 0) -> dict[str, int]:
    """The work block of a decision inside a program."""
    return {
        "villager": effect.here,
        "place": t.place_of(effect.card),
        "target": effect.target,
        "chosen_card": t.place_of(effect.chosen_card),
        "amount": amount,
        "verb": verb,
    }


def ask_thing(
    t: Table, effect: Effect, things: list[Villager] | list[InPlay], verb: int, amount: int = 0, done: bool = False
) -> Steps:
    """A line needs a villager or a card in play; the answer is one of them, or None for `done`."""
    villagers = isinstance(things[0], Villager)
    options = {t.rules.actions[name_of(t, thing)] for thing in things}
    if done:
        options.add(t.rules.actions["done",])
    decision = VILLAGER_TARGET if villagers else CARD_TARGET
    name = yield from ask_block(t, Question(effect.controller, decision, options, about(t, effect, verb, amount)))
    return None if name[0] == "done" else thing_named(t, name)


def name_of(t: Table, thing: Villager | InPlay) -> tuple[str, int]:
    """The action that names a villager or a card in play."""
    return ("villager", thing.number) if isinstance(thing, Villager) else ("place", t.place_of(thing))


def thing_named(t: Table, name: tuple) -> Villager | InPlay:
    """The villager or the card in play that an action names."""
    return t.villager(name[1]) if name[0] == "villager" else t.at(name[1])


# ---- what several lines share -----------------------------------------------------------------------------------------


def discard(t: Table, seat: int, amount: int) -> Steps:
    """Discard cards of the seat's choice one at a time; an empty hand ends it (ruling 67)."""
    for due in range(amount, 0, -1):
        options = {t.rules.actions["card", card.kind] for card in t.rules.kinds[seat] if t.seats[seat].hand[card.kind]}
        if not options:
            return
        name = yield from ask_block(t, Question(seat, CARD_TO_DISCARD, options, {"amount": due}))
        t.discard_from_hand(seat, name[1])


def place_tokens(t: Table, seat: int, token: int, amount: int, receiver: Villager | InPlay) -> Steps:
    """Place tokens as far as the supply goes; for each missing one the seat may move one in play (rulings 36, 66)."""
    missing = t.from_supply(receiver, token, amount)
    while missing:
        yield from settle(t)
        if t.supply[token]:  # triggers have brought some back
            missing = t.from_supply(receiver, token, missing)
            continue
        sources = [thing for thing in t.holders(token) if thing is not receiver and thing not in t.running]
        if not sources:
            return
        block, number = name_of(t, receiver)
        work = {block: number, "token": token, "amount": missing}
        options = {t.rules.actions[name_of(t, thing)] for thing in sources} | {t.rules.actions["done",]}
        name = yield from ask_block(t, Question(seat, SHORTAGE, options, work))
        if name[0] == "done":
            return  # `done` gives up the rest of the moves, too
        thing_named(t, name).tokens[token] -= 1
        receiver.tokens[token] += 1
        missing -= 1


# ---- playing a card ---------------------------------------------------------------------------------------------------


def play(t: Table, seat: int, card: Card, discount: int) -> Steps:
    """Pay for a card and play it (General Card Rules); a Charm or Event is discarded after its effect (ruling 48)."""
    t.seats[seat].influence -= cost(t, card, discount)
    t.leave_hand(seat, card.kind)
    t.on_the_way.append(card)
    laid = None
    if card.type in ONE_TIME:
        yield from run(t, Effect(seat), card.programs["play"])
        t.seats[seat].discard[card.kind] += 1
    elif card.type == "investigation":
        options = {t.rules.actions["villager", villager.number] for villager in investigation_targets(t)}
        name = yield from ask_block(t, Question(seat, INVESTIGATION_TARGET, options))
        villager = t.villager(name[1])
        if villager.investigation:
            t.remove_card(villager.investigation)
        laid = villager.investigation = InPlay(card)
    else:
        if not t.free_spot(card.type):
            options = {t.rules.actions["place", t.place_of(other)] for other in replaceable(t, card)}
            name = yield from ask_block(t, Question(seat, REPLACEMENT, options))
            t.remove_card(t.at(name[1]))
        laid = t.lay(card)
    t.on_the_way.pop()
    t.set_off("played", card.type, but=laid)
    yield from settle(t)


# ---- Brews ------------------------------------------------------------------------------------------------------------


def ask_or_drink(t: Table, question: Question) -> Steps:
    """A decision in which a complete Brew may be consumed instead; None if one was."""
    brews = {t.rules.actions["consume", t.place_of(brew) - 6] for brew in complete_brews(t)}
    question.options |= brews
    action = yield from ask(t, question)
    if action not in brews:
        return action
    yield from consume(t, t.at(t.rules.actions.meaning[action][1] + 6))
    return None


def ask_at_boundary(t: Table, put: Callable[[], Question | None]) -> Steps:
    """A decision of the Witch's between steps, where Brews may be consumed (rulings 23, 64).

    After a Brew has had its effect the same question is put again, as far as it still stands; None if it doesn't.
    """
    while (question := put()) is not None:
        action = yield from ask_or_drink(t, question)
        if action is not None:
            return action
    return None


def count_uses(t: Table, visit: Visit) -> None:
    """The skill once, for the Witch with 2 Favors there when step 4 begins twice (ruling 13)."""
    second = visit.seat == WITCH and visit.villager.tokens[FAVOR] >= t.number("favors_for_second_skill")
    visit.uses = 2 if second else 1


def ask_first(t: Table, effect: Effect, put: Callable[[], Question | None]) -> Steps:
    """A decision that may be the first of a skill's first use, where the Witch may drink a Brew (INTERFACE.md, `consume`)."""
    first, effect.first = effect.first, False

    def put_first() -> Question | None:
        if first and t.visit:
            count_uses(t, t.visit)
        question = put()
        if question and first and question.decision == CARD_TO_PLAY:
            question.work["mark"] = int(effect.controller == WITCH)
        return question

    if first and effect.controller == WITCH:
        return (yield from ask_at_boundary(t, put_first))
    question = put_first()
    return None if question is None else (yield from ask(t, question))


def window(t: Table, work: dict[str, int]) -> Question | None:
    """Consume or go on: only with a complete Brew."""
    question = Question(WITCH, BREW_WINDOW, {t.rules.actions["done",]}, work)
    return question if any(map(t.complete, t.row("brew"))) else None


def brew_window(t: Table, work: Callable[[], dict[str, int]]) -> Steps:
    """A window for Brews."""
    yield from ask_at_boundary(t, lambda: window(t, work()))


def consume(t: Table, brew: InPlay) -> Steps:
    """Consume Brew: the effect, then its Secrets to the supply, then the discard pile (ruling 23)."""
    t.leaving.append(brew)
    yield from run(t, Effect(WITCH, card=brew), brew.program("consume"))
    t.leaving.remove(brew)
    if t.place_of(brew):
        t.remove_card(brew)
