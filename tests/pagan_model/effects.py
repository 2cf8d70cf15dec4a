"""Carrying out programs (INTERFACE.md, "The card language"), playing cards, consuming Brews."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

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
from .language import FAVOR, Line, Program, prices
from .possible import complete_brews, cost, investigation_targets, payable, replaceable
from .rules import ONE_TIME, WITCH, Card
from .table import InPlay, Table, Villager

# What carries out a line, by its verb: a function that asks (a generator) or one that doesn't (and returns None). See verbs.py.
VERBS: dict[str, Callable[[Table, Effect, Line], Steps | None]] = {}


@dataclass
class Visit:
    """A visit that is going on; `uses` says how often the skill may still be used."""

    villager: Villager
    seat: int
    skipped: bool = False
    uses: int = 0

    def count_uses(self, t: Table) -> None:
        """The skill once, for the Witch with 2 Favors there when step 4 begins twice (ruling 13)."""
        favors = self.villager.tokens[FAVOR]
        self.uses = 2 if self.seat == WITCH and favors >= t.numbers["favors_for_second_skill"] else 1


@dataclass
class Effect:
    """A program that is being carried out. `here` is the villager that it is about, `card` the card in play whose it is.

    `first` is set for the first line of a skill's first use: a Brew may be drunk in its decision, and counts as drunk before
    step 4.
    """

    controller: int
    here: int = 0
    card: InPlay | None = None
    visit: Visit | None = None
    first: bool = False
    target: int = 0
    chosen_card: InPlay | None = None
    chosen: list[int] = field(default_factory=list)
    stopped: bool = False


def run(t: Table, effect: Effect, program: Program) -> Steps:
    """Carry out a program if its price can be paid in full; its first lines pay it."""
    if payable(t, effect.controller, prices(program)):
        yield from run_lines(t, effect, program)


def run_lines(t: Table, effect: Effect, lines: Program) -> Steps:
    """Lines run in order; a condition decides about the next line; stopping at a "choose" ends the program."""
    passed_over = False
    for line in lines:
        if passed_over:
            passed_over = False
        elif line.verb in ("if", "if no"):
            passed_over = not holds(t, effect, line)
        else:
            steps = VERBS[line.verb](t, effect, line)
            if steps:
                yield from steps
        effect.first = False
        if effect.stopped:
            return


def holds(t: Table, effect: Effect, line: Line) -> bool:
    """A condition about tokens here or on the target; without such a villager it doesn't hold."""
    villager = place_meant(t, effect, line)
    if villager is None:
        return False
    return villager.tokens[line.token] >= line.amount if line.verb == "if" else not villager.tokens[line.token]


def place_meant(t: Table, effect: Effect, line: Line) -> Villager | InPlay | None:
    """What "here", "the target" or "the chosen card" stands for, if there is such a thing."""
    if line.where == "the chosen card":
        return effect.chosen_card
    number = effect.here if line.where == "here" else effect.target
    return t.villager(number) if number else None


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


def ask_villager(t: Table, effect: Effect, villagers: list[Villager], verb: int, amount: int = 0, done: bool = False) -> Steps:
    """A line needs a villager; the answer is one of them, or None for `done`."""
    options = {t.rules.actions["villager", villager.number] for villager in villagers}
    if done:
        options.add(t.rules.actions["done",])
    name = yield from ask_block(t, Question(effect.controller, VILLAGER_TARGET, options, about(t, effect, verb, amount)))
    return t.villager(name[1]) if name[0] == "villager" else None


def ask_card(t: Table, effect: Effect, cards: list[InPlay], verb: int, amount: int = 0, done: bool = False) -> Steps:
    """A line needs a card in play; the answer is one of them, or None for `done`."""
    options = {t.rules.actions["place", t.place_of(card)] for card in cards}
    if done:
        options.add(t.rules.actions["done",])
    name = yield from ask_block(t, Question(effect.controller, CARD_TARGET, options, about(t, effect, verb, amount)))
    return t.at(name[1]) if name[0] == "place" else None


# ---- what several lines share -----------------------------------------------------------------------------------------


def discard(t: Table, seat: int, amount: int) -> Steps:
    """Discard cards of the seat's choice one at a time; an empty hand ends it (ruling 67)."""
    for due in range(amount, 0, -1):
        options = {t.rules.actions["card", card.kind] for card in t.rules.kinds[seat] if t.seats[seat].hand[card.kind]}
        if not options:
            return
        name = yield from ask_block(t, Question(seat, CARD_TO_DISCARD, options, {"amount": due}))
        t.discard_from_hand(seat, name[1])


def place_tokens(
    t: Table, seat: int, token: int, amount: int, receiver: Villager | InPlay, resolving: InPlay | None = None
) -> Steps:
    """Place tokens as far as the supply goes; for each missing one the seat may move one in play (rulings 36, 66)."""
    missing = t.from_supply(receiver, token, amount)
    if isinstance(receiver, Villager):
        work = {"villager": receiver.number, "token": token}
    else:
        work = {"place": t.place_of(receiver), "token": token}
    for due in range(missing, 0, -1):
        sources = [thing for thing in t.holders(token) if thing is not receiver and thing is not resolving]
        if not sources:
            return
        options = {t.rules.actions["done",]}
        for thing in sources:
            name = ("villager", thing.number) if isinstance(thing, Villager) else ("place", t.place_of(thing))
            options.add(t.rules.actions[name])
        name = yield from ask_block(t, Question(seat, SHORTAGE, options, work | {"amount": due}))
        if name[0] == "done":
            return  # `done` gives up the rest of the moves, too
        source: Villager | InPlay = t.villager(name[1]) if name[0] == "villager" else t.at(name[1])
        source.tokens[token] -= 1
        receiver.tokens[token] += 1


# ---- playing a card ---------------------------------------------------------------------------------------------------


def play(t: Table, seat: int, card: Card, discount: int, origin: InPlay | None) -> Steps:
    """Pay for a card and play it (General Card Rules); a Charm or Event is discarded after its effect (ruling 48)."""
    t.seats[seat].influence -= cost(t, card, discount)
    t.leave_hand(seat, card.kind)
    t.on_the_way.append(card)
    if card.type in ONE_TIME:
        yield from run(t, Effect(seat), card.programs["play"])
        t.seats[seat].discard[card.kind] += 1
    elif card.type == "investigation":
        options = {t.rules.actions["villager", villager.number] for villager in investigation_targets(t, origin)}
        name = yield from ask_block(t, Question(seat, INVESTIGATION_TARGET, options))
        villager = t.villager(name[1])
        if villager.investigation:
            t.remove_card(villager.investigation)
        villager.investigation = InPlay(card)
    else:
        if not t.free_spot(card.type):
            options = {t.rules.actions["place", t.place_of(other)] for other in replaceable(t, card, origin)}
            name = yield from ask_block(t, Question(seat, REPLACEMENT, options))
            t.remove_card(t.at(name[1]))
        t.lay(card)
    t.on_the_way.pop()


# ---- Brews ------------------------------------------------------------------------------------------------------------


def ask_at_boundary(t: Table, put: Callable[[], Question | None]) -> Steps:
    """A decision of the Witch's between steps, where Brews may be consumed (rulings 23, 64).

    After a Brew has had its effect the same question is put again, as far as it still stands; None if it doesn't.
    """
    while (question := put()) is not None:
        brews = {t.rules.actions["consume", t.place_of(brew) - 6] for brew in complete_brews(t)}
        question.options |= brews
        action = yield from ask(t, question)
        if action not in brews:
            return action
        yield from consume(t, t.at(t.rules.actions.meaning[action][1] + 6))
    return None


def ask_first(t: Table, effect: Effect, put: Callable[[], Question | None]) -> Steps:
    """A decision that may be the first of a skill's first use, where the Witch may drink a Brew (INTERFACE.md, `consume`)."""
    first, effect.first = effect.first, False

    def put_first() -> Question | None:
        if first and effect.visit:
            effect.visit.count_uses(t)
        question = put()
        if question and first and question.decision == CARD_TO_PLAY:
            question.work["mark"] = int(effect.controller == WITCH)
        return question

    if first and effect.controller == WITCH:
        return (yield from ask_at_boundary(t, put_first))
    question = put_first()
    return None if question is None else (yield from ask(t, question))


def brew_window(t: Table, work: Callable[[], dict[str, int]]) -> Steps:
    """Consume or go on: only with a complete Brew."""

    def put() -> Question | None:
        return Question(WITCH, BREW_WINDOW, {t.rules.actions["done",]}, work()) if complete_brews(t) else None

    yield from ask_at_boundary(t, put)


def consume(t: Table, brew: InPlay) -> Steps:
    """Consume Brew: the effect, then its Secrets to the supply, then the discard pile (ruling 23)."""
    t.leaving.append(brew)
    yield from run(t, Effect(WITCH, card=brew), brew.card.programs["consume"])
    t.leaving.remove(brew)
    t.remove_card(brew)
