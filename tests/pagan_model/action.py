"""The actions that cost a pawn."""

from __future__ import annotations

from collections.abc import Callable

from .asking import FAMILIAR_USE, RAID_PAYMENT, Question, Steps, ask_block
from .effects import Effect, ask_at_boundary, play, run, settle
from .language import CLUE, FAVOR, SECRET, Program
from .possible import clues_of_colour, pawns_for_visit, payable, ready_cost
from .rules import HUNTER, WITCH
from .state import RITUAL, InPlay, Visit
from .table import Table
from .visit import SEAT_NAMES, visit_villager


def visit(t: Table, seat: int, number: int, familiar: int) -> Steps:
    """Visit a Villager, with more than one pawn under Lock-down (rulings 17, 51)."""
    villager = t.villager(number)
    t.pawns_to_villager(seat, villager, pawns_for_visit(t, seat, villager, familiar), familiar)
    if t.first_turn:
        t.first_faction = villager.card.colour
    visit = Visit(villager, seat, familiar)
    yield from visit_villager(t, visit)
    if familiar:
        yield from use_familiar(t, visit)


def gain_influence(t: Table, seat: int, familiar: int) -> Steps:
    """Gain 2 Influence."""
    t.pawn_to_board(seat, familiar)
    t.gain_influence(seat, t.number("gain_influence", f"{SEAT_NAMES[seat]}_gain_influence"))
    if familiar:
        yield from use_familiar(t)


def draw_card(t: Table, seat: int, familiar: int) -> Steps:
    """Draw a Card."""
    t.pawn_to_board(seat, familiar)
    t.draw_card(seat)
    if familiar:
        yield from use_familiar(t)


def play_card(t: Table, seat: int, kind: int, familiar: int) -> Steps:
    """Play a Card (ruling 61)."""
    t.pawn_to_board(seat, familiar)
    yield from play(t, seat, t.rules.kind(seat, kind), 0)
    if familiar:
        yield from use_familiar(t)


def ready(t: Table, seat: int, number: int, familiar: int) -> Steps:
    """Ready a Villager: pay one's own tokens from it, hand the opponent's pawns back (ruling 22)."""
    villager = t.villager(number)
    t.pawn_to_board(seat, familiar)
    t.to_supply(villager, SECRET if seat == WITCH else CLUE, ready_cost(t, seat))
    t.ready_villager(villager, 1 - seat)
    yield from settle(t)
    if familiar:
        yield from use_familiar(t)


def ritual(t: Table, seat: int, number: int, familiar: int) -> Steps:
    """Perform Ritual: the Witch wins (ruling 21)."""
    t.pawns_to_villager(seat, t.villager(number), 1, familiar)
    t.end(RITUAL)
    yield from ()


def use_familiar(t: Table, visit: Visit | None = None) -> Steps:
    """After an action with the familiar pawn: one Familiar in play, Empowered or not, or none (rulings 19, 20, 65)."""
    actions = t.rules.actions
    here = visit.villager.number if visit else 0

    def put() -> Question | None:
        familiars = [familiar for familiar in t.row("familiar") if not familiar.blank]
        options = {actions["done",]}
        for familiar in familiars:
            for power, moment in enumerate(("use", "empowered")):
                if offered(t, familiar, moment, here):
                    options.add(actions["familiar", t.place_of(familiar) - 9, power])
        return Question(WITCH, FAMILIAR_USE, options, {"villager": here}) if familiars else None

    action = yield from ask_at_boundary(t, put)
    if action is None or action == actions["done",]:
        return
    _, spot, power = actions.meaning[action]
    familiar = t.at(9 + spot)
    yield from run(t, Effect(WITCH, here=here, card=familiar), familiar.program("empowered" if power else "use"))


def offered(t: Table, familiar: InPlay, moment: str, here: int) -> bool:
    """Whether a use of a Familiar can be paid; one whose programs say "this villager" only works on visits."""
    program = familiar.program(moment)
    if not program or not payable(t, WITCH, familiar.price(moment), here, familiar):
        return False
    return bool(here) or not any(map(about_this_villager, (familiar.card.programs.get(use, ()) for use in ("use", "empowered"))))


def about_this_villager(program: Program) -> bool:
    """Whether a line says "this villager"."""
    return any(
        "this villager" in line.text or about_this_villager(line.first) or about_this_villager(line.second) for line in program
    )


def activate(t: Table, seat: int, spot: int) -> Steps:
    """Activate Location: the pawn lies on the Location (ruling 29)."""
    location = t.at(3 + spot)
    t.seats[seat].pawns -= 1
    location.pawn = 1
    t.seats[seat].influence -= max(0, t.modifier("activate_influence"))
    yield from run(t, Effect(seat, card=location), location.program("activate"))


def lift(t: Table, seat: int, spot: int) -> Steps:
    """Lift Enchantment: pay the price on it, blank or not, then it is discarded and the rest slide left (ruling 28)."""
    enchantment = t.at(12 + spot)
    t.pawn_to_board(seat, 0)
    t.seats[seat].influence -= max(0, t.modifier("lift_influence"))
    t.leaving.append(enchantment)
    yield from run(t, Effect(seat, card=enchantment), enchantment.card.programs["lift"])
    t.leaving.remove(enchantment)
    if t.place_of(enchantment):
        t.remove_card(enchantment)


def exonerate(t: Table, seat: int) -> Steps:
    """Exonerate Villager: 3 Evidence for a Suspect (ruling 27)."""
    t.pawn_to_board(seat, 0)
    t.pay_evidence(seat, t.number("exonerate_evidence"))
    t.draw_suspect()
    yield from settle(t)


def raid(t: Table, seat: int, number: int, loot: int) -> Steps:
    """Raid Villager: 3 Clues of its colour for 1 Favor or all Secrets on it (ruling 25)."""
    target = t.villager(number)
    t.pawns_to_villager(seat, target, 1, 0)
    for due in range(t.number("raid_clues"), 0, -1):
        payers = [v for v in t.living() if v.card.colour == target.card.colour and v.tokens[CLUE]]
        if clues_of_colour(t, target.card.colour) <= due:
            for payer in payers:
                t.to_supply(payer, CLUE, payer.tokens[CLUE])
            break
        options = {t.rules.actions["villager", payer.number] for payer in payers}
        work = {"villager": number, "amount": due, "mark": loot}
        name = yield from ask_block(t, Question(HUNTER, RAID_PAYMENT, options, work))
        t.to_supply(t.villager(name[1]), CLUE, 1)
        yield from settle(t)
    yield from settle(t)
    if loot:
        t.to_supply(target, SECRET, target.tokens[SECRET])
    else:
        t.to_supply(target, FAVOR, 1)
    yield from settle(t)


def eliminate(t: Table, seat: int, number: int) -> Steps:
    """Eliminate Villager: the pawn goes on the board (ruling 26)."""
    t.pawn_to_board(seat, 0)
    t.eliminate(t.villager(number))
    yield from settle(t)


ACTIONS: dict[str, Callable[..., Steps]] = {
    "visit": visit,
    "gain_influence": gain_influence,
    "draw_card": draw_card,
    "play": play_card,
    "ready": ready,
    "ritual": ritual,
    "activate": activate,
    "lift": lift,
    "exonerate": exonerate,
    "raid": raid,
    "eliminate": eliminate,
}
