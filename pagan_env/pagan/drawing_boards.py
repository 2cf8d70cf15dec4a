"""The board of a seat in the picture: Influence, pawns, piles, cards in play, the hand where the viewer may see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import Line, Rectangle, Sketch
from .describe import SEAT_TITLES
from .layout import (
    ALLIES,
    ALLY,
    BREW,
    BREWS,
    CLUE,
    ENCHANTMENT,
    ENCHANTMENTS,
    EVIDENCE,
    FAMILIAR,
    FAMILIARS,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    LOCATION,
    LOCATIONS,
    SECOND_OWN,
    SECRET,
)
from .rulesets import Ruleset
from .tables import BREW_SECRETS

INK, PALE, PAPER, SOFT, FRAME = "#2b2420", "#6d6253", "#fbf6ea", "#d9d0bf", "#cbbd9f"
ACCENT = ("#6b3a8f", "#a4551b")  # Witch, Hunter
GROUND = ("#ddd0e8", "#efd9bd")
FACTIONS = ("#6d6253", "#b2392f", "#2f66a3", "#3f7d41")
TOKEN_LOOKS = {  # fill, ink
    CLUE: ("#f2c230", INK),
    SECRET: ("#4a2a6b", "#ffffff"),
    FAVOR: ("#d1345b", "#ffffff"),
    EVIDENCE: ("#1f8a8a", "#ffffff"),
    FIRST_OWN: ("#7b8794", "#ffffff"),
    SECOND_OWN: ("#8a6d3b", "#ffffff"),
}
# By type of card: Ally, Event, Investigation, Location, Brew, Charm, Enchantment, Familiar
TYPE_COLOURS = ("", "#a4551b", "#c98a1b", "#7a4a2b", "#5f7a34", "#2f7f6f", "#a03c78", "#6b3a8f", "#3d4f7d")
ROWS = (
    (("Brews", BREW, BREWS), ("Familiars", FAMILIAR, FAMILIARS), ("Enchantments", ENCHANTMENT, ENCHANTMENTS)),
    (("Allies", ALLY, ALLIES), ("Locations", LOCATION, LOCATIONS)),
)
LEFT, RIGHT, BOARD_HEIGHT = 12, 944, 206
CARDS_LEFT = 196
CHIPS_A_ROW, CHIP_WIDTH = 7, 99


def token_titles(ruleset: Ruleset) -> list[tuple[int, str]]:
    """Each kind of token in the game with its name."""
    own = [(FIRST_OWN + n, name) for n, name in enumerate(ruleset.own_tokens)]
    return [(CLUE, "Clues"), (SECRET, "Secrets"), (FAVOR, "Favors"), (EVIDENCE, "Evidence"), *own]


def draw_board(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, seat: int, viewer: int | None, y: float) -> None:
    """The board of a seat in a band that begins at `y`."""
    turn = not s["ending"] and s["turn"] == seat
    on.box(LEFT, y, RIGHT - LEFT, BOARD_HEIGHT, GROUND[seat], ACCENT[seat], 3 if turn else 1)
    _person(on, s, seat, y)
    _rows(on, s, ruleset, rules, seat, y)
    revealed = _counted(ruleset, seat, s["seats"][seat]["revealed"])
    if revealed:
        on.text(CARDS_LEFT + 150, y + 127, f"Permanently revealed: {revealed}", 12, INK, RIGHT - CARDS_LEFT - 162)
    if viewer == seat:
        _hand(on, s, ruleset, rules, seat, y + 127)
    else:
        _backs(on, s, ruleset, seat, viewer, y + 127)


def _person(on: Sketch, s: Any, seat: int, y: float) -> None:
    me = s["seats"][seat]
    on.text(LEFT + 12, y + 20, f"The {SEAT_TITLES[seat]}", 19, ACCENT[seat], 160)
    on.text(LEFT + 12, y + 54, str(me["influence"]), 30, INK, 60)
    on.text(LEFT + 12, y + 80, "Influence", 12, PALE, 70)
    if seat == HUNTER:
        on.text(LEFT + 98, y + 54, str(me["evidence"]), 30, TOKEN_LOOKS[EVIDENCE][0], 60)
        on.text(LEFT + 98, y + 80, "Evidence", 12, PALE, 70)
    if me["objective"]:
        on.text(LEFT + 12, y + 35, "Objective met", 10, ACCENT[seat], 160)
    pawns = ["WH"[seat]] * int(me["pawns"]) + ["F"] * int(me["familiar_pawn"])
    on.text(LEFT + 12, y + 106, "Pawns left" if pawns else "No pawns left", 12, PALE, 90)
    for n, letter in enumerate(pawns):
        on.disc(LEFT + 90 + 24 * n, y + 106, 11, ACCENT[seat], letter, stroke="#ffffff")
    for n, (title, size) in enumerate((("hand", "hand_size"), ("deck", "deck_size"), ("discard", "discard_size"))):
        x = LEFT + 14 + 56 * n
        on.box(x, y + 128, 40, 48, ACCENT[seat] if n < 2 else PAPER, "#ffffff" if n < 2 else FRAME, 2)
        on.text(x + 20, y + 152, str(me[size]), 18, "#ffffff" if n < 2 else INK, 36, "middle")
        on.text(x + 20, y + 188, title, 11, PALE, 52, "middle")


def _rows(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, seat: int, y: float) -> None:
    """The spots for cards in play, by type."""
    spots = int(rules["spots"])
    if spots == 0:
        return
    groups = len(ROWS[seat])
    width = min(110, (RIGHT - 10 - CARDS_LEFT - 14 * (groups - 1) - 6 * groups * (spots - 1)) / (groups * spots))
    x: float = CARDS_LEFT
    for title, kind_of_card, first in ROWS[seat]:
        on.text(x, y + 14, title, 12, TYPE_COLOURS[kind_of_card], spots * (width + 6))
        for place in range(first, first + spots):
            _spot(on, s, ruleset, rules, seat, place, kind_of_card, x, y + 26, width)
            x += width + 6
        x += 8


def _spot(
    on: Sketch, s: Any, ruleset: Ruleset, rules: Any, seat: int, place: int, kind_of_card: int, x: float, y: float, width: float
) -> None:
    """A spot of a board, with the card that lies there."""
    p, height = s["places"][place], 88
    if p["kind"] == 0:
        on.box(x, y, width, height, "", "#ffffff", 2)
        return
    on.box(x, y, width, height, SOFT if p["blank"] else "#ffffff", TYPE_COLOURS[kind_of_card], 2)
    on.add(Rectangle(x, y, width, 10, TYPE_COLOURS[kind_of_card], radius=4))
    on.lines(x + width / 2, y + 34, ruleset.card(seat, int(p["kind"])).name, 11, INK, width - 8, 3, "middle", centred=True)
    marks = [(TOKEN_LOOKS[token], str(p["tokens"][token])) for token in range(1, EVIDENCE) if p["tokens"][token]]
    if kind_of_card == BREW:
        row = ruleset.tables.view(np.ndarray)[0]["cards"][rules["kinds"][seat, p["kind"]]]
        needed = max(0, int(row["secrets"]) + int(s["modifiers"][BREW_SECRETS]))
        marks = [mark for mark in marks if mark[0] != TOKEN_LOOKS[SECRET]]
        marks.insert(0, (TOKEN_LOOKS[SECRET], f"{p['tokens'][SECRET]}/{needed}"))
    if p["pawn"]:
        marks.append(((ACCENT[HUNTER], "#ffffff"), "H"))
    for n, ((fill, ink), text) in enumerate(marks):
        on.disc(x + width / 2 + (n - (len(marks) - 1) / 2) * 27, y + 72, 12, fill, text, ink, INK)
    if p["blank"]:
        on.add(Line(x + 8, y + 56, x + width - 8, y + 16, "#b2392f", 2))


def _hand(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, seat: int, y: float) -> None:
    """The cards in the viewer's hand: cost, name, how many; in two rows of low ones where one isn't enough."""
    me = s["seats"][seat]
    on.text(CARDS_LEFT, y, "In hand, with its cost" if me["hand_size"] else "Nothing in hand", 12, ACCENT[seat], 140)
    kinds = [int(kind) for kind in np.flatnonzero(me["hand"])]
    most = 2 * CHIPS_A_ROW
    shown = kinds if len(kinds) <= most else kinds[: most - 1]
    height = 58 if len(kinds) <= CHIPS_A_ROW else 27
    cards = ruleset.tables.view(np.ndarray)[0]["cards"]
    for n, kind in enumerate(shown):
        row, copies = cards[rules["kinds"][seat, kind]], int(me["hand"][kind])
        name = ruleset.card(seat, kind).name + (f" ({copies})" if copies > 1 else "")
        at = CARDS_LEFT + n % CHIPS_A_ROW * (CHIP_WIDTH + 6), y + 11 + n // CHIPS_A_ROW * 31
        _chip(on, name, TYPE_COLOURS[row["type"]], str(row["cost"]), *at, height)
    if len(shown) < len(kinds):
        x = CARDS_LEFT + (CHIPS_A_ROW - 1) * (CHIP_WIDTH + 6)
        on.text(x, y + 56, f"+ {len(kinds) - len(shown)}", 14, INK, CHIP_WIDTH)


def _chip(on: Sketch, name: str, colour: str, cost: str, x: float, y: float, height: float) -> None:
    """A card in hand: its cost at the left, its name."""
    on.box(x, y, CHIP_WIDTH, height, "#ffffff", colour, 2)
    on.add(Rectangle(x, y, 18, height, colour, radius=4))
    on.text(x + 9, y + height / 2, cost, 12, "#ffffff", 16, "middle")
    on.lines(
        x + 59, y + height / 2, name, 11 if height > 30 else 9, INK, CHIP_WIDTH - 24, 4 if height > 30 else 2, "middle", True
    )


def _backs(on: Sketch, s: Any, ruleset: Ruleset, seat: int, viewer: int | None, y: float) -> None:
    """The other hand from behind, and what the viewer knows of it."""
    size = int(s["seats"][seat]["hand_size"])
    on.text(CARDS_LEFT, y, f"{size} card{'' if size == 1 else 's'} in hand", 12, ACCENT[seat], 120)
    shown = min(size, 12)
    for n in range(shown):
        on.box(CARDS_LEFT + 22 * n, y + 11, 40, 56, ACCENT[seat], "#ffffff", 2)
    if viewer is None:
        return
    known = _counted(ruleset, seat, s["seats"][viewer]["foe_hand"])
    if known:
        x = CARDS_LEFT + 22 * max(shown - 1, 0) + 56
        on.lines(x, y + 24, f"The {SEAT_TITLES[viewer]} knows of: {known}", 11, INK, RIGHT - 12 - x, 4)


def _counted(ruleset: Ruleset, seat: int, cards: Any) -> str:
    """The names of a seat's cards, counted by kind: `Thug, 2 Armory`."""
    names = [(ruleset.card(seat, int(kind)).name, int(cards[kind])) for kind in np.flatnonzero(cards)]
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in names)
