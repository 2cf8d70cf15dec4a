"""The board as text, as a seat or a spectator sees it (ruling 59)."""

from __future__ import annotations

import numpy as np

from .describe import COLOURS, SEAT_TITLES, event_log, objectives_text
from .layout import (
    ALLIES,
    BREWS,
    CLUE,
    DECISION_NAMES,
    ENCHANTMENTS,
    ENDING_NAMES,
    EVIDENCE,
    FAMILIARS,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    INVESTIGATIONS,
    KINDS,
    LOCATIONS,
    OWN_TOKENS,
    ROW,
    SEATS,
    SECRET,
    WITCH,
)
from .moves import owner_of
from .rulesets import Ruleset

LAST_EVENTS = 5
BOARDS = (
    (("Brews", BREWS), ("Familiars", FAMILIARS), ("Enchantments", ENCHANTMENTS)),
    (("Allies", ALLIES), ("Locations", LOCATIONS)),
)


def render(states: np.ndarray, ruleset: Ruleset, viewer: int | None) -> str:
    """Game 0 as text for a seat, or for a spectator (None), who sees no hand, no identity and no Suspect."""
    state = states.view(np.ndarray)[0]
    lines = [f"Pagan {ruleset.name}   {_headline(state)}", ""]
    lines += _village(state, ruleset, viewer)
    lines.append(
        "Supply: "
        + ", ".join(f"{state['supply'][t]} {n}" for n, t in [*_TOKEN_NAMES, *zip(ruleset.own_tokens, OWN, strict=False)])
        + f"   Innocents eliminated: {state['innocents']}   Suspects drawn: {state['suspects_drawn']}"
    )
    lines += [f"The {title} {text}." for title, text in zip(SEAT_TITLES, objectives_text(ruleset), strict=True) if text]
    for seat in range(SEATS):
        lines += ["", *_seat(state, ruleset, seat, viewer)]
    return "\n".join([*lines, "", *event_log(ruleset, state, viewer, int(state["log_count"]) - LAST_EVENTS, plain=True)])


OWN = range(FIRST_OWN, FIRST_OWN + OWN_TOKENS)
_TOKEN_NAMES = (("Clues", CLUE), ("Secrets", SECRET), ("Favors", FAVOR), ("Evidence", EVIDENCE))


def _headline(state: np.void) -> str:
    if state["ending"]:
        return f"over: {ENDING_NAMES[state['ending']]}".replace("_", " ")
    to_act = SEAT_TITLES[state["to_act"]]
    turn = SEAT_TITLES[state["turn"]]
    decision = DECISION_NAMES[state["decision"]].replace("_", " ")
    return f"round {state['round_number']}, {turn}'s turn, {to_act} decides: {decision}"


def _village(state: np.void, ruleset: Ruleset, viewer: int | None) -> list[str]:
    own = [f"{name:>{len(name) + 2}}" for name in ruleset.own_tokens]
    lines = [f"{'':22}{'':7}Clues Secrets Favors{''.join(own)}  Pawns"]
    for villager, name in enumerate(ruleset.villager_names, 1):
        v = state["villagers"][villager]
        rules = ruleset.tables[0]["rulesets"][0]["village"][villager]
        pawns = "W" * v["pawns"][WITCH] + "H" * v["pawns"][HUNTER] or "-"
        marks = []
        if v["eliminated"]:
            marks.append("eliminated")
        kind = state["places"][INVESTIGATIONS + villager]["kind"]
        if kind:
            marks.append(ruleset.card(HUNTER, kind).name)
        if viewer == WITCH and state["true_witch"] == villager:
            marks.append("true witch")
        if viewer == HUNTER and state["suspects"][villager]:
            marks.append("Suspect card held")
        tokens = "".join(f"{v['tokens'][token]:>7}" for token in (CLUE, SECRET, FAVOR))
        tokens += "".join(f"{v['tokens'][FIRST_OWN + n]:>{len(title)}}" for n, title in enumerate(own))
        lines.append(f"{name:22}{COLOURS[rules['colour']]:5}{tokens}  {pawns:>5}  {', '.join(marks)}".rstrip())
    return lines


def _seat(state: np.void, ruleset: Ruleset, seat: int, viewer: int | None) -> list[str]:
    me = state["seats"][seat]
    pawns = me["pawns"] + me["familiar_pawn"]
    evidence = f", {me['evidence']} Evidence" if seat == HUNTER else ""
    lines = [
        f"{SEAT_TITLES[seat]}: {me['influence']} Influence{evidence}, {pawns} pawns left, "
        f"{me['hand_size']} in hand, {me['deck_size']} in the deck, {me['discard_size']} discarded"
    ]
    shown = [f"{me['revealed'][kind]} {ruleset.card(seat, int(kind)).name}" for kind in np.flatnonzero(me["revealed"])]
    if shown:
        lines.append(f"  Permanently revealed: {', '.join(shown)}")
    if me["objective"]:
        lines.append("  Objective met")
    for title, first in BOARDS[seat]:
        spots = [place for place in range(first, first + ROW) if state["places"][place]["kind"]]
        cards = [f"{place - first + 1} {_card(state, ruleset, place)}" for place in spots]
        if cards:
            lines.append(f"  {title}: {', '.join(cards)}")
    if viewer == seat:
        held = [(ruleset.card(seat, kind).name, me["hand"][kind]) for kind in range(1, KINDS + 1) if me["hand"][kind]]
        lines.append("  Hand: " + (", ".join(name if n == 1 else f"{n} {name}" for name, n in held) or "-"))
    return lines


def _card(state: np.void, ruleset: Ruleset, place: int) -> str:
    p = state["places"][place]
    name = ruleset.card(owner_of(place), p["kind"]).name
    names = {CLUE: "Clues", SECRET: "Secrets", FAVOR: "Favors", **{FIRST_OWN + n: x for n, x in enumerate(ruleset.own_tokens)}}
    lying = [f"{p['tokens'][token]} {title}" for token, title in names.items() if p["tokens"][token]]
    if lying:
        name += f" ({', '.join(lying)})"
    return name + (" (pawn)" if p["pawn"] else "") + (" (blank)" if p["blank"] else "")
