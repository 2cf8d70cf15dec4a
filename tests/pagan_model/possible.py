"""What may be done: prices that can be paid, programs that can do something, cards that can be played. Changes nothing."""

from __future__ import annotations

from dataclasses import replace

from .can_do import can_do_something
from .language import CLUE, SECRET, Price
from .rules import HUNTER, ONE_TIME, WITCH, Card
from .state import InPlay, Villager
from .table import Table


def payable(t: Table, seat: int, price: Price, here: int = 0, card: InPlay | None = None) -> bool:
    """Whether a price can be paid in full (ruling 34); "this villager" is number `here`, "here" the card."""
    own = t.seats[seat]
    if own.influence < price.influence or sum(own.hand) < price.cards or own.evidence < price.evidence:
        return False
    for where, token, amount in price.tokens:
        held = [villager.tokens[token] for villager in t.living()]
        if where == "this villager":
            held = [t.villager(here).tokens[token]] if here else []
        elif where == "here":
            held = [card.tokens[token]] if card else []
        if (max(held, default=0) if where == "one villager" else sum(held)) < amount:
            return False
    return True


def complete_brews(t: Table) -> list[InPlay]:
    """The Brews that may be consumed: enough Secrets, and a price that can be paid."""
    return [brew for brew in t.row("brew") if t.complete(brew) and payable(t, WITCH, brew.price("consume"), 0, brew)]


# ---- playing cards ----------------------------------------------------------------------------------------------------


def cost(t: Table, card: Card, discount: int) -> int:
    """The Influence cost: 1 more for each other Enchantment in play, not below 0 (rulings 32, 33).

    With all Enchantment spaces full one is discarded first, so that it doesn't count.
    """
    price = card.cost + t.modifier(f"{card.type}_cost") - discount
    if card.type == "enchantment":
        price += min(len(t.row("enchantment")), t.numbers["spots"] - 1) * t.numbers["enchantment_surcharge"]
    return max(0, price)


def replaceable(t: Table, card: Card) -> list[InPlay]:
    """The cards that could make room for this one: of its type, not one whose effect is going on (ruling 30)."""
    return [other for other in t.of_type(card.type) if other not in t.running]


def investigation_targets(t: Table) -> list[Villager]:
    """Living villagers without an Investigation; only if each has one, those whose Investigation may go (ruling 31)."""
    free = [villager for villager in t.living() if not villager.investigation]
    return free or [villager for villager in t.living() if villager.investigation not in t.running]


def has_room(t: Table, card: Card) -> bool:
    """Whether a lasting card finds a place."""
    if card.type == "investigation":
        return bool(investigation_targets(t))
    return t.free_spot(card.type) or bool(replaceable(t, card))


def playable(t: Table, seat: int, card: Card, discount: int) -> bool:
    """Whether a card in hand may be played now (rulings 30, 31, 33, 49)."""
    price = cost(t, card, discount)
    if t.seats[seat].influence < price:
        return False
    if card.type not in ONE_TIME:
        return has_room(t, card)
    own = card.prices["play"]
    whole = replace(own, influence=own.influence + price, cards=own.cards + 1 if own.cards else 0)
    return payable(t, seat, whole) and can_do_something(t, seat, card.programs["play"])


def playable_kinds(t: Table, seat: int, discount: int, type_of_card: str = "") -> list[int]:
    """The kinds of card in a hand, of one type or any, that may be played now."""
    hand = t.seats[seat].hand
    held = [card for card in t.rules.kinds[seat] if hand[card.kind] and type_of_card in ("", card.type)]
    return [card.kind for card in held if playable(t, seat, card, discount)]


# ---- actions that cost a pawn -----------------------------------------------------------------------------------------


def bites(investigation: InPlay | None, seat: int, familiar: int) -> bool:
    """Whether an Investigation is on the visitor's side and about the kind of pawn that visits (ruling 18)."""
    if not investigation or investigation.card.side != seat:
        return False
    return investigation.card.pawns in ("any", "familiar" if familiar else "regular")


def pawns_for_visit(t: Table, seat: int, villager: Villager, familiar: int) -> int:
    """One pawn, or more under Lock-down on the visitor's side (ruling 17)."""
    card = villager.investigation
    return 1 + card.modifier("visit_pawns") if card and bites(card, seat, familiar) else 1


def visits(t: Table, seat: int) -> set[int]:
    """The visits that the pawns left allow; in the first turn to villagers of one faction (rulings 1, 17, 51)."""
    own = t.seats[seat]
    found = set()
    for villager in t.villagers:
        if not villager.ready or (t.first_turn and t.first_faction not in (0, villager.card.colour)):
            continue
        if own.pawns >= pawns_for_visit(t, seat, villager, 0):
            found.add(t.rules.actions["visit", villager.number, 0])
        if own.familiar_pawn and own.pawns >= pawns_for_visit(t, seat, villager, 1) - 1:
            found.add(t.rules.actions["visit", villager.number, 1])
    return found


def ready_cost(t: Table, seat: int) -> int:
    """What Ready a Villager costs of one's own tokens there."""
    return t.number("ready_cost", "hunter_ready_clues" if seat == HUNTER else "witch_ready_secrets")


def common_actions(t: Table, seat: int, pawn: int) -> set[int]:
    """The basic actions and Ready a Villager with one kind of pawn (Common Board Actions)."""
    number, own = t.rules.actions, t.seats[seat]
    found = {number["gain_influence", pawn]}
    if any(own.deck) or any(own.discard):
        found.add(number["draw_card", pawn])
    found |= {number["play", kind, pawn] for kind in playable_kinds(t, seat, 0)}
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
        if true_witch.ready and true_witch.tokens[3] >= t.number("ritual_favors"):
            found.add(t.rules.actions["ritual", t.true_witch, pawn])
    return found


def clues_of_colour(t: Table, colour: int) -> int:
    """The Clues on the villagers of a colour."""
    return sum(villager.tokens[CLUE] for villager in t.living() if villager.card.colour == colour)


def eliminable(t: Table, target: Villager) -> bool:
    """Eliminate Villager: a ready villager with 3 Clues, and 1 on every other living villager (ruling 26)."""
    elsewhere = t.number("eliminate_clues_elsewhere")
    return (
        target.ready
        and target.tokens[CLUE] >= t.number("eliminate_clues")
        and all(v.tokens[CLUE] >= elsewhere for v in t.living() if v is not target)
    )


def activation(t: Table, location: InPlay) -> Price:
    """What activating a Location costs."""
    own = location.price("activate")
    return replace(own, influence=own.influence + max(0, t.modifier("activate_influence")))


def lifting(t: Table, enchantment: InPlay) -> Price:
    """What lifting an Enchantment costs."""
    own = enchantment.price("lift")
    return replace(own, influence=own.influence + max(0, t.modifier("lift_influence")))


def hunter_actions(t: Table) -> set[int]:
    """All that costs the Hunter a pawn (Common Board Actions, Hunter Actions)."""
    number = t.rules.actions
    found = visits(t, HUNTER) | common_actions(t, HUNTER, 0)
    for spot, location in enumerate(t.rows["location"], start=1):
        if location and not location.pawn and not location.blank and payable(t, HUNTER, activation(t, location), 0, location):
            found.add(number["activate", spot])
    for spot, enchantment in enumerate(t.rows["enchantment"], start=1):
        if enchantment and payable(t, HUNTER, lifting(t, enchantment), 0, enchantment):
            found.add(number["lift", spot])
    if t.seats[HUNTER].evidence >= t.number("exonerate_evidence") and t.suspects_left():
        found.add(number["exonerate",])
    for villager in t.villagers:
        if eliminable(t, villager):
            found.add(number["eliminate", villager.number])
        if villager.ready and clues_of_colour(t, villager.card.colour) >= t.number("raid_clues"):
            found |= {number["raid", villager.number, loot] for loot, token in enumerate((3, 2)) if villager.tokens[token]}
    return found
