"""The Gates to the Ice Palace: Claim order, the Hideout, advantages, Claims."""

from __future__ import annotations

from . import asking, effects, knowledge, questions, rage
from .asking import EVERYONE, Steps, ask
from .rules import EFFECTS, ENVELOPE, SEEKER
from .table import AT_ORACLE, NPC, Table

REALM_IS, HIDEOUT_IS, CLAIM_IS = 21, 22, 23
FIRST_CLAIM, EXTRA_QUESTION, DRAW_CARD = 1, 2, 3
CLAIMED, ALL_LOST = 1, 2
MAGIC = 10


def by_items(t: Table) -> Steps:
    """The Heroes, most items of the criterion first; ties by the die."""
    left = list(range(t.players))
    for n in range(t.players):
        most = max(t.items(seat) for seat in left)
        tied = [seat for seat in left if t.items(seat) == most]
        seat = tied[0]
        if len(tied) > 1:
            seat = yield from rage.among_tied(t, tied, n + 1)
        left.remove(seat)
        t.order[n] = seat


def gates(t: Table) -> Steps:
    """All of it."""
    t.at.pop(NPC, None)
    t.spot[NPC] = AT_ORACLE
    del t.order[t.players :]
    if t.numbers["hideout"]:
        yield from find_hideout(t)
    yield from by_items(t)
    finders = [seat for seat in t.order if t.seats[seat].found]
    yield from advantages(t, finders)
    yield from claims(t)


def find_hideout(t: Table) -> Steps:
    """The Realm that most arrows point to; its owners find it (rulings 30, 31, A19)."""
    arrows = t.pointed()
    most = max(arrows[1:])
    top = [realm for realm in range(1, 6) if arrows[realm] == most]
    hideout = top[0]
    if len(top) > 1:
        owners = [seat for seat in range(t.players) if t.seats[seat].realm in top]
        cubes = max((t.seats[seat].goods[SEEKER] for seat in owners), default=0)
        owners = [seat for seat in owners if t.seats[seat].goods[SEEKER] == cubes]
        hideout = 0
        if owners:
            chosen = owners[0]
            if len({t.seats[seat].realm for seat in owners}) > 1:
                chosen = yield from rage.among_tied(t, owners)
            hideout = t.seats[chosen].realm
    t.hideout = hideout
    for seat in range(t.players):
        t.seats[seat].realm_seen = EVERYONE
        t.log(REALM_IS, seat, t.seats[seat].realm)
    t.log(HIDEOUT_IS, a=hideout)
    for seat in range(t.players):
        t.seats[seat].found = int(hideout > 0 and t.seats[seat].realm == hideout)


def advantages(t: Table, finders: list[int]) -> Steps:
    """Each finder declares in Claim order; draws at once, first Claims before the others."""
    start = t.rules.start["advantage"]
    for seat in finders:
        options = {start, start + 1}
        if effects.oracles_to_look(t, seat) or (t.numbers["advantage_from_hand"] and effects.with_cards(t, seat)):
            options.add(start + 2)
        t.seats[seat].advantage = 1 - start + (yield from ask(t, seat, asking.ADVANTAGE, options))
        if t.seats[seat].advantage == DRAW_CARD:
            yield from draw_card(t, seat)
    firsts = [seat for seat in finders if t.seats[seat].advantage == FIRST_CLAIM]
    t.order = [*firsts, *(seat for seat in t.order if seat not in firsts)]
    if t.numbers["realm_written"]:
        for seat in finders:
            if t.seats[seat].advantage == EXTRA_QUESTION:
                yield from questions.question(t, seat, questions.FROM_GATES)


def draw_card(t: Table, seat: int) -> Steps:
    """A facedown card under an Oracle, or under a flag a random one of another's hand (ruling A18)."""
    if effects.oracles_to_look(t, seat):
        yield from effects.look_under(t, seat)
    else:
        yield from effects.see_random(t, seat, {"kind": EFFECTS.index("see_random")})


def claims(t: Table) -> Steps:
    """In Claim order; the first correct one wins, or all that are written down."""
    written = t.numbers["semi_competitive"]
    for seat in t.order:
        own = t.seats[seat]
        if own.advantage == EXTRA_QUESTION and not t.numbers["realm_written"]:
            yield from questions.question(t, seat, questions.FROM_GATES)
        yield from claim(t, seat)
        if not written:
            tell(t, seat)
            if right(t, seat):
                own.won = 1
                open_envelope(t)
                t.end(CLAIMED)
                return
            fails(t, seat)
    if written:
        for seat in t.order:
            tell(t, seat)
        open_envelope(t)
        for seat in winners(t):
            t.seats[seat].won = 1
    t.end(CLAIMED if any(seat.won for seat in t.seats) else ALL_LOST)


def claim(t: Table, seat: int) -> Steps:
    """A Hero names a Villain and a Weapon; magic with a complete Scroll; with both nothing is asked."""
    own, start = t.seats[seat], t.rules.start
    secret = bool(t.numbers["semi_competitive"])
    own.claim_seen = 1 << seat if secret else EVERYONE
    if own.has(0) and own.has(1):
        own.claim_villain = own.claim_weapon = MAGIC
    else:
        villains = {start["claim_villain"] + n for n in range(t.numbers["villains"])}
        if own.has(0):
            villains.add(start["claim_villain"] + 9)
        own.claim_villain = 1 - start["claim_villain"] + (yield from ask(t, seat, asking.VILLAIN_CLAIM, villains, secret=secret))
        weapons = {start["claim_weapon"] + n for n in range(t.numbers["weapons"])}
        if own.has(1):
            weapons.add(start["claim_weapon"] + 9)
        chosen = yield from ask(t, seat, asking.WEAPON_CLAIM, weapons, secret=secret)
        own.claim_weapon = 1 - start["claim_weapon"] + chosen
    own.claimed = 1


def open_envelope(t: Table) -> None:
    """The cards are revealed."""
    for card in t.cards:
        if t.where[card] == ENVELOPE:
            t.in_the_open(card, ENVELOPE)


def tell(t: Table, seat: int) -> None:
    """All hear a Claim."""
    own = t.seats[seat]
    own.claim_seen = EVERYONE
    t.log(CLAIM_IS, seat, own.claim_villain, own.claim_weapon)


def right(t: Table, seat: int) -> bool:
    """Whether a Claim is correct."""
    own = t.seats[seat]
    villain = own.claim_villain == MAGIC or t.where[own.claim_villain] == ENVELOPE
    return villain and (own.claim_weapon == MAGIC or t.where[9 + own.claim_weapon] == ENVELOPE)


def fails(t: Table, seat: int) -> None:
    """A wrong Claim: all have heard it, its maker has seen the envelope."""
    own = t.seats[seat]
    t.failed.append((seat, own.claim_villain, own.claim_weapon))
    for card in t.cards:
        if t.where[card] == ENVELOPE:
            own.possible[card] = 1 << ENVELOPE
            t.log(CLAIM_IS, seat, 0, 0, card, 1 << seat)
    knowledge.conclude_all(t)


def winners(t: Table) -> list[int]:
    """Semi-competitive: all that are right; under `tie_break` the finder, else most items, else shared (ruling A10)."""
    correct = [seat for seat in t.order if right(t, seat)]
    if not t.numbers["tie_break"] or len(correct) < 2:
        return correct
    finders = [seat for seat in correct if t.seats[seat].found]
    if finders:
        correct = finders
    most = max(t.items(seat) for seat in correct)
    return [seat for seat in correct if t.items(seat) == most]
