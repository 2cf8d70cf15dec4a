"""The deduction sheet: what a note-taker concludes, one step at a time (INTERFACE.md, "What a seat knows")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import CLOAK, ENVELOPE, EXCALIBUR, HAND

if TYPE_CHECKING:
    from .table import Table


def start(t: Table) -> None:
    """What each seat knows before it looks at its cards."""
    anywhere = sum(1 << place for place in range(2, HAND + t.players))
    for seat in t.seats[: t.players]:
        for card in t.cards:
            seat.possible[card] = anywhere | (0 if card in (EXCALIBUR, CLOAK) else 1 << ENVELOPE)


def conclude_all(t: Table) -> None:
    """After something that everyone has learnt."""
    for seat in range(t.players):
        conclude(t, seat)


def conclude(t: Table, seat: int) -> None:
    """Until nothing follows."""
    possible = t.seats[seat].possible
    while True:
        before = list(possible)
        fill_places(t, possible)
        for _, target, first, second, _ in t.answers:
            one_of_two(possible, 1 << (HAND + target), first, second)
        for _, villain, weapon in t.failed:
            wrong_pair(possible, villain, weapon)
        if possible == before:
            return


def fill_places(t: Table, possible: list[int]) -> None:
    """A place holds as many cards as everyone can count."""
    villains = [card for card in t.cards if card < 10]
    weapons = [card for card in t.cards if 10 <= card < EXCALIBUR]
    fill(possible, villains, 1 << ENVELOPE, 1)
    fill(possible, weapons, 1 << ENVELOPE, 1)
    for place in range(2, 12):
        fill(possible, t.cards, 1 << place, t.room[place])


def fill(possible: list[int], cards: list[int], bit: int, count: int) -> None:
    """If that many are sure, no other is there; if that many may be there, all are."""
    sure = [card for card in cards if possible[card] == bit]
    may = [card for card in cards if possible[card] & bit]
    if len(sure) == len(may):
        return
    if len(sure) == count:
        for card in may:
            if possible[card] != bit:
                possible[card] &= ~bit
    elif len(may) == count:
        for card in may:
            possible[card] = bit


def one_of_two(possible: list[int], bit: int, first: int, second: int) -> None:
    """Of two the other."""
    if not possible[first] & bit:
        possible[second] = bit
    elif not possible[second] & bit:
        possible[first] = bit


def wrong_pair(possible: list[int], villain: int, weapon: int) -> None:
    """Of a wrong pair whose one card is in the envelope, not the other; with magic, not the card that was named (10 is magic)."""
    bit = 1 << ENVELOPE
    v, w = villain, 9 + weapon
    if villain == 10:
        possible[w] &= ~bit
    elif weapon == 10:
        possible[v] &= ~bit
    elif possible[v] == bit:
        possible[w] &= ~bit
    elif possible[w] == bit:
        possible[v] &= ~bit


def says_no(t: Table, target: int, cards: tuple[int, int]) -> None:
    """Everyone hears that a Hero has neither card."""
    for card in cards:
        t.seats[target].lacks[card] = 1
        for seat in t.seats[: t.players]:
            seat.possible[card] &= ~(1 << (HAND + target))
    conclude_all(t)
