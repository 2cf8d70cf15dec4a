"""The Heroes in the picture, and what the viewer knows of the Oracle cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import Line, Rectangle, Sketch
from .describe import card_name, who_text
from .layout import (
    CARDS,
    CLOAK,
    CLUE_NAMES,
    COIN,
    ENVELOPE,
    EXCALIBUR,
    GONE,
    HAND,
    MANA,
    NUMBERS_OF_SCROLL,
    ORACLES,
    PLACES,
    SEEKER,
    SLOTS,
    UNDER,
)
from .phrases import titled
from .rulesets import REALM_NAMES, Ruleset

INK, PALE, PAPER, FRAME = "#26303a", "#64707c", "#fbfaf5", "#c3cad1"
HERO_COLOURS = ("#b2392f", "#2f66a3", "#3f7d41", "#b07a12", "#7a3f8f", "#5d6670")  # the last: the Hero without a player
GOODS_LOOKS = {COIN: ("#f2c230", INK, "Coin"), MANA: ("#3f7fd0", "#ffffff", "Mana"), SEEKER: ("#2f9a7d", "#ffffff", "cubes")}
SCROLL_COLOURS = ("#d1532b", "#4a9ccf")  # Fire, Ice
BACK = "#4b3a63"  # of an Oracle card
ENVELOPE_FILL, MINE, KNOWN, OPEN = "#d1345b", "#2f8f57", "#d6dbe0", "#ffffff"
LEFT, RIGHT = 12, 944
HEROES_TOP, HEROES_HEIGHT = 450, 150
SHEET_TOP = 608


def draw_heroes(on: Sketch, s: Any, ruleset: Ruleset, heroes: int, viewer: int | None, busy: int) -> None:
    """A panel for each Hero with a player; `busy` is the one whose turn it is, or -1."""
    width = min(300, (RIGHT - LEFT - 8 * (heroes - 1)) / heroes)
    left = (LEFT + RIGHT - heroes * width - 8 * (heroes - 1)) / 2
    for seat in range(heroes):
        _hero(on, s, ruleset, seat, viewer, seat == busy, left + seat * (width + 8), width)


def _hero(on: Sketch, s: Any, ruleset: Ruleset, seat: int, viewer: int | None, busy: bool, x: float, width: float) -> None:
    me, y, colour = s["seats"][seat], HEROES_TOP, HERO_COLOURS[seat]
    on.box(x, y, width, HEROES_HEIGHT, PAPER, colour, 4 if busy else 2)
    on.add(Rectangle(x, y, width, 26, colour, radius=6))
    name = ruleset.heroes[me["hero"] - 1] if me["hero"] else "no Hero yet"
    mark = ", ".join(["turn"] * busy + ["you"] * (viewer == seat))
    wide = width > 200
    taken = on.text(x + width - 8, y + 13, mark, 12, "#ffe08a", 70, "right") if wide else 0
    on.text(x + 8, y + 13, f"{who_text(seat)}: {name}", 14, "#ffffff", width - 20 - taken)
    step = (width - 12) / 5
    for good, (fill, ink, title) in GOODS_LOOKS.items():
        at = x + 6 + (good + 0.5) * step
        on.disc(at, y + 48, 14, fill, str(me["goods"][good]), ink, INK)
        on.text(at, y + 71, title, 10, PALE, step, "middle")
    for n, (title, size, fill) in enumerate((("cards", "hand_size", BACK), ("clues", "tile_count", "#8a6d3b"))):
        at = x + 6 + (n + 3.5) * step
        on.box(at - 12, y + 33, 24, 30, fill, "#ffffff", 1)
        on.text(at, y + 48, str(me[size]), 15, "#ffffff", 22, "middle")
        on.text(at, y + 71, title, 10, PALE, step, "middle")
    for kind, title in enumerate(("Fire", "Ice")):
        on.text(x + 10, y + 91 + 23 * kind, title, 11, SCROLL_COLOURS[kind], 30)
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            at = x + 44 + (number - 1) * min(27, (width - 54) / 5)
            held = bool(me["scrolls"][kind][number])
            on.box(at, y + 82 + 23 * kind, 20, 19, SCROLL_COLOURS[kind] if held else "", SCROLL_COLOURS[kind], 1)
            on.text(at + 10, y + 91.5 + 23 * kind, str(number), 11, "#ffffff" if held else FRAME, 18, "middle")
    status = _status(me) if wide or not mark else f"{mark}, {_status(me)}"
    on.lines(x + 10, y + 137, status, 10, PALE, width - 20, 2, centred=True)


def _status(me: Any) -> str:
    """What else there is to say of a Hero."""
    marks = ["power used" if me["power_used"] else "power ready", "immune" if me["immune"] else "", "won" if me["won"] else ""]
    marks.append(f"Realm: {realm_title(me['realm'])}" if me["realm"] else "")
    return ", ".join(mark for mark in marks if mark)


def realm_title(realm: int) -> str:
    """A Realm's short name, from 1."""
    return titled(REALM_NAMES[realm - 1])


# ---- the deduction sheet ---------------------------------------------------------------------------------------------


def draw_sheet(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, viewer: int | None) -> None:
    """Each Oracle card with where it may be, as far as the viewer knows; a spectator knows of open cards alone."""
    heroes = int(rules["heroes"])
    title = "Where may each card be, as everyone knows? Villains, Weapons"
    if viewer is not None:
        title = f"Where may each card be, as Hero {viewer} knows?  H1: Hero 1's hand, O1: Oracle 1"
    on.box(LEFT, SHEET_TOP, RIGHT - LEFT, 180, PAPER, FRAME)
    on.text(LEFT + 10, SHEET_TOP + 14, title, 13, INK, 460)
    for n, (fill, text) in enumerate(
        ((ENVELOPE_FILL, "in the envelope"), (MINE, "own card"), (KNOWN, "not it"), (OPEN, "may be it"))
    ):
        x = LEFT + 486 + 114 * n
        on.add(Rectangle(x, SHEET_TOP + 7, 14, 14, fill, PALE, radius=2))
        on.text(x + 19, SHEET_TOP + 14, text, 11, PALE, 92)
    width = (RIGHT - LEFT - 20 - 9 * 4) / 10
    for card in range(1, CARDS + 1):
        row, column = (0, card - 1) if card <= SLOTS else (1, card - SLOTS - 1) if card < EXCALIBUR else (card - EXCALIBUR, SLOTS)
        if column < SLOTS and column >= rules["villains" if row == 0 else "weapons"]:
            continue
        if card == CLOAK and heroes == 2:  # plays no part then
            continue
        _cell(on, s, ruleset, card, heroes, viewer, LEFT + 10 + column * (width + 4), SHEET_TOP + 27 + row * 60, width)
    on.lines(LEFT + 10, SHEET_TOP + 158, _secrets(s, ruleset, viewer), 11, INK, RIGHT - LEFT - 20, 2)


def _cell(
    on: Sketch, s: Any, ruleset: Ruleset, card: int, heroes: int, viewer: int | None, x: float, y: float, width: float
) -> None:
    places = _places(s, card, viewer)
    fill, ink, text = _verdict(places, heroes, viewer)
    on.box(x, y, width, 56, fill, FRAME if fill == OPEN else fill)
    on.lines(x + width / 2, y + 19, card_name(ruleset, card), 11, ink, width - 8, 2, "middle", centred=True)
    on.lines(x + width / 2, y + 44, text, 10, ink if fill != OPEN else PALE, width - 8, 2, "middle", centred=True)
    if fill == KNOWN:
        on.add(Line(x + 6, y + 34, x + width - 6, y + 34, PALE, 1))


def _places(s: Any, card: int, viewer: int | None) -> list[int]:
    """Where a card may be; none: nothing is known."""
    if viewer is None:
        return [int(s["open_at"][card])] if s["open_at"][card] else []
    return [place for place in range(1, PLACES + 1) if s["seats"][viewer]["possible"][card] >> place & 1]


def _verdict(places: list[int], heroes: int, viewer: int | None) -> tuple[str, str, str]:
    """Colour, ink and words for where a card may be."""
    if places == [ENVELOPE]:
        return ENVELOPE_FILL, "#ffffff", "in the envelope"
    if viewer is not None and places == [HAND + viewer]:
        return MINE, "#ffffff", "own card"
    if places and ENVELOPE not in places:
        return KNOWN, PALE, _told(places, heroes)
    return OPEN, INK, f"envelope {_told(places, heroes, alone=False)}" if places else "not seen"


def _told(places: list[int], heroes: int, alone: bool = True) -> str:
    """Places in few letters, but for the envelope: a Hero's hand, an Oracle; a single one in full."""
    if alone and len(places) == 1:
        place = places[0]
        if place == GONE:
            return "out of the game"
        return f"Hero {place - HAND}" if place >= HAND else f"Oracle {place - UNDER}"
    names = [f"H{place - HAND}" for place in places if HAND <= place < HAND + heroes]
    names += [f"O{place - UNDER}" for place in places if UNDER < place <= UNDER + ORACLES]
    return " ".join(names)


def _secrets(s: Any, ruleset: Ruleset, viewer: int | None) -> str:
    """The viewer's Clue tiles, and Claims that were wrong."""
    told = []
    if viewer is not None:
        tiles = s["seats"][viewer]["tiles"]
        own = [f"{tiles[kind]} {titled(CLUE_NAMES[kind - 1])}" for kind in np.flatnonzero(tiles)]
        told.append(f"Clue tiles in hand: {', '.join(own) or 'none'}")
    for claim in s["failed"][: s["failed_count"]]:
        villain = "Fire Magic" if claim["villain"] > SLOTS else card_name(ruleset, int(claim["villain"]))
        weapon = "Ice Magic" if claim["weapon"] > SLOTS else card_name(ruleset, SLOTS + int(claim["weapon"]))
        told.append(f"wrong: {villain} and {weapon}")
    return ";  ".join(told) or "No Claim has been made."
