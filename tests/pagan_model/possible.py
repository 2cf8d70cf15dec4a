"""What may be done: prices that can be paid, programs that can do something, cards that can be played. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable

from .language import CLUE, EVIDENCE, SECRET, Line, Program
from .rules import HUNTER, ONE_TIME, WITCH, Card
from .table import InPlay, Table, Villager

ALWAYS = {"gain influence", "gain influence for the opponent", "draw", "opponent discards", "play", "skip skill"}


def payable(t: Table, seat: int, price: dict[str, int]) -> bool:
    """Whether a price can be paid in full (ruling 34)."""
    own = t.seats[seat]
    return (
        own.influence >= price["influence"]
        and sum(own.hand) >= price["cards"]
        and own.evidence >= price["evidence"]
        and sum(villager.tokens[CLUE] for villager in t.villagers) >= price["clues"]
    )


def complete_brews(t: Table) -> list[InPlay]:
    """The Brews that may be consumed: enough Secrets, and a price that can be paid."""
    return [
        brew
        for brew in t.row("brew")
        if brew.tokens[SECRET] >= brew.card.secrets and payable(t, WITCH, brew.card.prices["consume"])
    ]


def token_in_play(t: Table, token: int, resolving: InPlay | None = None) -> bool:
    """Whether a token could be moved from a card in play other than the one that resolves (ruling 66)."""
    return any(thing is not resolving for thing in t.holders(token))


def token_to_be_had(t: Table, token: int, resolving: InPlay | None = None) -> bool:
    """Whether a token can be had from the supply or by moving one in play."""
    return t.supply[token] > 0 or token_in_play(t, token, resolving)


# ---- can a program do something? (rulings 49 and 68: by public facts only) --------------------------------------------


def can_do_something(
    t: Table, controller: int, lines: Program, here: int, villagers: Iterable[Villager] = (), cards: Iterable[InPlay] = ()
) -> bool:
    """Whether some line would change something, whatever the lines before let the controller choose.

    A line after a condition doesn't count, nor do prices. `villagers` and `cards` are what could have been chosen so far.
    """
    after_condition = False
    for line in lines:
        if after_condition or line.verb.startswith("pay "):
            after_condition = False
        elif line.verb in ("if", "if no"):
            after_condition = True
        elif line.verb == "choose villager":
            villagers = [villager for villager in t.living() if t.passes(villager, line.filter)]
        elif line.verb == "choose card":
            cards = [card for card in t.of_type(line.type) if t.passes(card, line.filter) and card not in t.leaving]
        elif line.verb == "choose investigation this villager":
            cards = [card for card in t.of_type("investigation") if here and card is t.villager(here).investigation]
        elif line.verb == "either":
            return any(can_do_something(t, controller, lines, here, villagers, cards) for lines in (line.first, line.second))
        elif would_change(t, controller, line, here, villagers, cards):
            return True
    return False


def would_change(
    t: Table, controller: int, line: Line, here: int, villagers: Iterable[Villager], cards: Iterable[InPlay]
) -> bool:
    """Whether one line would change something on the villagers or cards that may be chosen."""
    if line.verb in ALWAYS:
        return True
    if line.verb == "gain evidence":
        return t.supply[EVIDENCE] > 0
    if line.verb in ("remove card", "return card"):
        return any(True for _ in cards)
    if line.verb == "move card":
        return any(True for _ in cards) and any(not villager.investigation for villager in t.living())
    if line.verb == "ready":
        return any(villager.pawns[1 - controller] for villager in villagers)
    meant: dict[str, Iterable[Villager] | Iterable[InPlay]] = {
        "here": [t.villager(here)] if here else [],
        "the target": villagers,
        "the chosen card": cards,
        "any villagers": t.living(),
        "each villager": t.living(),
    }
    things = meant[line.where]
    if line.verb == "place":
        return any(True for _ in things) and token_to_be_had(t, line.token)
    if line.verb == "move" and len(t.living()) < 2:
        return False
    return any(thing.tokens[line.token] for thing in things)


# ---- playing cards ----------------------------------------------------------------------------------------------------


def cost(t: Table, card: Card, discount: int) -> int:
    """The Influence cost: 1 more for each other Enchantment in play, not below 0 (rulings 32, 33).

    With all Enchantment spaces full one is discarded first, so that it doesn't count.
    """
    if card.type != "enchantment":
        return max(0, card.cost - discount)
    others = min(len(t.row("enchantment")), t.numbers["spots"] - 1)
    return max(0, card.cost + others * t.numbers["enchantment_surcharge"] - discount)


def replaceable(t: Table, card: Card, origin: InPlay | None) -> list[InPlay]:
    """The cards that could make room for this one: of its type, not the one whose effect plays (ruling 30)."""
    return [other for other in t.of_type(card.type) if other is not origin]


def investigation_targets(t: Table, origin: InPlay | None) -> list[Villager]:
    """Living villagers without an Investigation; only if each has one, those whose Investigation may go (ruling 31)."""
    free = [villager for villager in t.living() if not villager.investigation]
    return free or [villager for villager in t.living() if villager.investigation is not origin]


def has_room(t: Table, card: Card, origin: InPlay | None) -> bool:
    """Whether a lasting card finds a place."""
    if card.type == "investigation":
        return bool(investigation_targets(t, origin))
    return t.free_spot(card.type) or bool(replaceable(t, card, origin))


def playable(t: Table, seat: int, card: Card, discount: int, origin: InPlay | None) -> bool:
    """Whether a card in hand may be played now (rulings 30, 31, 33, 49)."""
    price = cost(t, card, discount)
    if t.seats[seat].influence < price:
        return False
    if card.type not in ONE_TIME:
        return has_room(t, card, origin)
    extra = dict(card.prices["play"])
    extra["influence"] += price
    extra["cards"] += 1 if extra["cards"] else 0
    return payable(t, seat, extra) and can_do_something(t, seat, card.programs["play"], here=0)


def playable_kinds(t: Table, seat: int, discount: int, origin: InPlay | None) -> list[int]:
    """The kinds of card in a hand that may be played now."""
    hand = t.seats[seat].hand
    return [card.kind for card in t.rules.kinds[seat] if hand[card.kind] and playable(t, seat, card, discount, origin)]


# ---- actions that cost a pawn -----------------------------------------------------------------------------------------


def pawns_for_visit(t: Table, seat: int, villager: Villager) -> int:
    """One pawn, or more under Lock-down on the visitor's side (ruling 17)."""
    investigation = villager.investigation
    if investigation and investigation.card.side == seat:
        return 1 + investigation.card.modifiers.get("visit_pawns", 0)
    return 1


def visits(t: Table, seat: int) -> set[int]:
    """The visits that the pawns left allow; in the first turn to villagers of one faction (rulings 1, 17, 51)."""
    own = t.seats[seat]
    found = set()
    for villager in t.villagers:
        if not villager.ready or (t.first_turn and t.first_faction not in (0, villager.card.colour)):
            continue
        needed = pawns_for_visit(t, seat, villager)
        if own.pawns >= needed:
            found.add(t.rules.actions["visit", villager.number, 0])
        if own.familiar_pawn and own.pawns >= needed - 1:
            found.add(t.rules.actions["visit", villager.number, 1])
    return found


def ready_cost(t: Table, seat: int) -> int:
    """What Ready a Villager costs; Hypnotism makes it dearer for the Hunter."""
    return t.numbers["ready_cost"] + (t.modifier("hunter_ready_clues") if seat == HUNTER else 0)


def common_actions(t: Table, seat: int, pawn: int) -> set[int]:
    """The basic actions and Ready a Villager with one kind of pawn (Common Board Actions)."""
    number, own = t.rules.actions, t.seats[seat]
    found = {number["gain_influence", pawn]}
    if any(own.deck) or any(own.discard):
        found.add(number["draw_card", pawn])
    found |= {number["play", kind, pawn] for kind in playable_kinds(t, seat, 0, None)}
    asset = SECRET if seat == WITCH else CLUE
    price = ready_cost(t, seat)
    for villager in t.living():
        if villager.pawns[1 - seat] and not villager.pawns[seat] and villager.tokens[asset] >= price:
            found.add(number["ready", villager.number, pawn])
    return found


def witch_actions(t: Table) -> set[int]:
    """All that costs the Witch a pawn; in the first turn visits only, and `done` if there are none."""
    found = visits(t, WITCH)
    if t.first_turn:
        return found or {t.rules.actions["done",]}
    own = t.seats[WITCH]
    pawns = [pawn for pawn, left in enumerate((own.pawns, own.familiar_pawn)) if left]
    for pawn in pawns:
        found |= common_actions(t, WITCH, pawn)
        true_witch = t.villager(t.true_witch)
        if true_witch.ready and true_witch.tokens[3] >= t.numbers["ritual_favors"]:
            found.add(t.rules.actions["ritual", t.true_witch, pawn])
    return found


def clues_of_colour(t: Table, colour: int) -> int:
    """The Clues on the villagers of a colour."""
    return sum(villager.tokens[CLUE] for villager in t.living() if villager.card.colour == colour)


def eliminable(t: Table, target: Villager) -> bool:
    """Eliminate Villager: a ready villager with 3 Clues, and 1 on every other living villager (ruling 26)."""
    needed = t.numbers["eliminate_clues"] + t.modifier("eliminate_clues")
    return (
        target.ready
        and target.tokens[CLUE] >= needed
        and all(v.tokens[CLUE] >= t.numbers["eliminate_clues_elsewhere"] for v in t.living() if v is not target)
    )


def hunter_actions(t: Table) -> set[int]:
    """All that costs the Hunter a pawn (Common Board Actions, Hunter Actions)."""
    number = t.rules.actions
    found = visits(t, HUNTER) | common_actions(t, HUNTER, 0)
    for spot, location in enumerate(t.rows["location"], start=1):
        if location and not location.pawn and payable(t, HUNTER, location.card.prices["activate"]):
            found.add(number["activate", spot])
    for spot, enchantment in enumerate(t.rows["enchantment"], start=1):
        if enchantment and payable(t, HUNTER, enchantment.card.prices["lift"]):
            found.add(number["lift", spot])
    if t.seats[HUNTER].evidence >= t.numbers["exonerate_evidence"] and t.suspects_left():
        found.add(number["exonerate",])
    for villager in t.villagers:
        if eliminable(t, villager):
            found.add(number["eliminate", villager.number])
        if villager.ready and clues_of_colour(t, villager.card.colour) >= t.numbers["raid_clues"]:
            found |= {number["raid", villager.number, loot] for loot, token in enumerate((3, 2)) if villager.tokens[token]}
    return found
