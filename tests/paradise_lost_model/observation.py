"""What a seat may know, by the published blocks (observation.json)."""

from __future__ import annotations

from .asking import Question
from .rules import ENVELOPE, GONE, HAND, WILDLAND
from .table import AT_ORACLE, NPC, Table
from .trail import free


def observe(t: Table, question: Question | None, seat: int) -> list[int]:
    """The observation of a seat in the game."""
    out: list[int] = []
    turn = [(seat + n) % t.players for n in range(t.players)]
    mine = question if question and question.seat == seat else None
    out.append(1 if mine else 0)
    out += one_hot(mine.decision if mine else 0, 25)
    out += work(t, mine, seat)
    out += cards(t, seat, turn)
    out += told(t, seat, turn)
    for other in turn:
        out += one_hot(t.seats[other].hero, 11)
    out += [0] * 11 * (5 - t.players)
    for other in turn:
        out += one_seat(t, seat, other)
    out += [0] * 30 * (5 - t.players)
    for other in turn:
        out += bits(t.seats[other].realm_viewers, turn, 5)
    out += [0] * 5 * (5 - t.players)
    out += [1, t.spot[NPC], place(t.arrived, NPC)] if t.npc and t.spot[NPC] < AT_ORACLE else [0, 0, 0]
    out += tiles(t, seat)
    out += board(t, turn)
    out += piles(t, turn)
    return out


def one_hot(number: int, size: int) -> list[int]:
    """1 at a number from 1, nothing for 0."""
    return [1 if n == number else 0 for n in range(1, size + 1)]


def bits(mask: int, turn: list[int], size: int) -> list[int]:
    """A mask of seats as a row, from one's own on."""
    return [mask >> other & 1 for other in turn] + [0] * (size - len(turn))


def place(row: list[int], who: int) -> int:
    """The place from 1, 0 for none."""
    return row.index(who) + 1 if who in row else 0


def away(t: Table, seat: int, other: int) -> int:
    """1 + how far on a seat is; `other` counts from 1, 0 for none."""
    if other == 6:
        return 6
    return 1 + (other - 1 - seat) % t.players if other else 0


def work(t: Table, question: Question | None, seat: int) -> list[int]:
    """What the pending decision is about."""
    if question is None:
        return [0] * 9
    w = question.work | {"tile": t.tile if t.tile_seen >> seat & 1 else 0}
    names = ("first", "second", "amount", "flag", "tile", "trades_left")
    return [w.get("kind", 0), w.get("deck", 0), away(t, seat, w.get("target", 0)), *(w.get(name, 0) for name in names)]


def cards(t: Table, seat: int, turn: list[int]) -> list[int]:
    """Own hand, where cards may be, what is public, what one has shown to whom."""
    own = t.seats[seat]
    out = [1 if t.where[card] == HAND + seat else 0 for card in range(1, 21)]
    places = [ENVELOPE, 2, 3, 4, 5, *(HAND + other for other in turn)]
    gap = [0] * (5 - t.players)
    for card in range(1, 21):
        mask = own.possible[card]
        out += [mask >> p & 1 for p in places] + gap + [mask >> GONE & 1]
    out += [1 if t.open_at[card] else 0 for card in range(1, 21)]
    gap = [0] * (4 - len(turn[1:]))
    for card in range(1, 21):
        out += [own.shown[card] >> other & 1 for other in turn[1:]] + gap
    return out


def told(t: Table, seat: int, turn: list[int]) -> list[int]:
    """What answers and failed Claims have told."""
    own, out = t.seats[seat], []
    for other in turn:
        out += t.seats[other].lacks[1:19]
    out += [0] * 18 * (5 - t.players)
    for asker, target, first, second, shown in t.answers:
        bit = 1 << (HAND + target)
        unknown = own.possible[first] != bit and own.possible[second] != bit
        out += [away(t, seat, target + 1), away(t, seat, asker + 1), first, second, shown, int(unknown)]
    out += [0] * 6 * (32 - len(t.answers))
    for who, villain, weapon in t.failed:
        out += [away(t, seat, who + 1), villain, weapon]
    return out + [0] * 3 * (5 - len(t.failed))


def one_seat(t: Table, seat: int, other: int) -> list[int]:
    """What one knows of a seat."""
    own = t.seats[other]
    claim = own.claim_seen >> seat & 1
    return [
        1,
        *own.goods,
        len(t.hand(other)),
        sum(own.tiles),
        own.power_used,
        own.immune,
        own.advantage,
        own.found,
        own.claimed,
        own.won,
        *own.scrolls[0][1:],
        *own.scrolls[1][1:],
        t.spot[other],
        place(t.arrived, other),
        place(t.order, other),
        own.realm if own.realm_seen >> seat & 1 else 0,
        sum(own.lost_tiles),
        own.claim_villain if claim else 0,
        own.claim_weapon if claim else 0,
        t.items(other),
    ]


def tiles(t: Table, seat: int) -> list[int]:
    """Clue tiles off the board."""
    own = t.seats[seat]
    unseen = [
        (t.rules.clues[clue] if t.numbers["hideout"] else 0)
        - own.tiles[clue]
        - own.lost_tiles[clue]
        - t.discarded[clue]
        - sum(stack.count(clue) for stack in t.stacks)
        - int(t.tile == clue and t.tile_seen >> seat & 1)
        for clue in range(1, 7)
    ]
    return [*own.tiles[1:], *own.lost_tiles[1:], *unseen, *t.discarded[1:]]


def board(t: Table, turn: list[int]) -> list[int]:
    """The Realm that the Heroes are in, all Realms' tiles, the Oracles."""
    out = one_hot(t.realm, 5)
    here = t.rules.board[t.realm]
    for index, (kind, _) in enumerate(here):
        assert kind <= WILDLAND
        out += [kind, int(bool(free(t, index)))]
    out += [0, 0] * (20 - len(here))
    arrows = t.pointed()
    for realm in range(1, 6):
        stack = t.stacks[realm]
        out += [*stack, *[0] * (15 - len(stack)), len(stack), t.locked[realm], t.lock_cubes[realm], arrows[realm]]
    for oracle in range(1, 5):
        out += [t.face_down[oracle], *(t.seats[other].looks[oracle] for other in turn), *[0] * (5 - t.players)]
    return out


def piles(t: Table, turn: list[int]) -> list[int]:
    """The tracker, cards in effect, the die, the criterion, what is left of everything."""
    out = [t.rage, t.storm, t.rage_cancelled, t.hideout, sum(t.pile), *bits(t.rage_ignored, turn, 5)]
    out += one_hot(t.rage_card, 16) + one_hot(t.wrath_card, 16) + one_hot(t.die, 6) + one_hot(t.criterion, 5) + t.supply
    for deck in t.decks:
        out += deck[1:] + [0] * (17 - len(deck))
    for left in (t.scrolls_left, t.icons_left):
        out += left[0][1:] + left[1][1:]
    return out
