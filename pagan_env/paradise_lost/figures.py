"""What finished games tell beyond who has won, for portraits and balance studies: rates, each a count out of so many; means."""

from __future__ import annotations

from typing import Any

import numpy as np

from .layout import ALL_LOST, DRAW_CARD, EXTRA_QUESTION, FIRE, FIRST_CLAIM, ICE, PALACE, SLOTS, WEAPON

ADVANTAGES = {FIRST_CLAIM: "the first Claim", EXTRA_QUESTION: "a question", DRAW_CARD: "a card"}
MAGIC = SLOTS + 1


def rates(states: np.ndarray, ruleset: Any) -> list[tuple[str, int, int]]:
    """Rows (what, how often, out of how many) of games that are over, records (N,)."""
    states, games = states.view(np.ndarray), len(states)
    heroes = int(ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["heroes"])
    seats = states["seats"][:, :heroes]
    claimed, won, found = (seats[name] == 1 for name in ("claimed", "won", "found"))
    right = _right(states, heroes)
    found_by_one = found.any(axis=1)
    rows = [
        ("lost by all", int((states["ending"] == ALL_LOST).sum()), games),
        ("ended on the way, as the tracker came to 10", int((states["storm"] == 1).sum()), games),
        ("Excalibur played or found", int((states["wrath_card"] > 0).sum()), games),
        ("Claims that were right", int((claimed & right).sum()), int(claimed.sum())),
    ]
    for place in range(heroes):
        seat = states["order"][:, place] - 1
        there = np.take_along_axis(claimed, seat[:, None], 1)[:, 0] & (states["round_number"] == PALACE)
        rows.append((f"of Claims in place {place + 1}", int((right[np.arange(games), seat] & there).sum()), int(there.sum())))
    for kind, name in ((FIRE, "Fire"), (ICE, "Ice")):
        complete = seats["scrolls"][:, :, kind, 1:].all(axis=2)
        rows.append((f"Heroes with a complete {name} Scroll", int(complete.sum()), games * heroes))
    rows.append(
        ("won by magic alone", int((won & (seats["claim_villain"] == MAGIC) & (seats["claim_weapon"] == MAGIC)).sum()), games)
    )
    rows.append(("the Villain's Hideout found", int(found_by_one.sum()), games))
    rows.append(("games won by who found it", int((won & found).any(axis=1).sum()), int(found_by_one.sum())))
    rows += [
        (f"of finders who chose {name}", int((seats["advantage"] == n).sum()), int(found.sum())) for n, name in ADVANTAGES.items()
    ]
    for number, name in enumerate(ruleset.heroes, 1):
        played = seats["hero"] == number
        if played.any():
            rows.append((f"games won by {name}", int((won & played).sum()), int(played.sum())))
    return rows


def means(states: np.ndarray, ruleset: Any) -> list[tuple[str, float]]:
    """Rows (what, how many a game)."""
    states = states.view(np.ndarray)
    heroes = int(ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["heroes"])
    seats = states["seats"][:, :heroes]
    return [
        ("decisions", float(states["decisions"].mean())),
        ("tracker at the end", float(states["rage"].mean())),
        ("questions answered with a card or the Cloak", float(states["answer_count"].mean())),
        ("cards that Heroes have said not to have", float(seats["lacks"].sum(axis=(1, 2)).mean())),
        ("special powers used, of a Hero", float(seats["power_used"].mean())),
        ("looks under Oracles", float(seats["looks"].sum(axis=(1, 2)).mean())),
    ]


def _right(states: np.ndarray, heroes: int) -> np.ndarray:
    """Whether each seat's Claim, made or not, names what is in the envelope: bool (N, heroes)."""
    seats, games = states["seats"][:, :heroes], np.arange(len(states))[:, None]
    villain, weapon = seats["claim_villain"], seats["claim_weapon"]
    in_envelope = states["where"] == 1
    by_villain = (villain == MAGIC) | in_envelope[games, np.minimum(villain, SLOTS)]
    by_weapon = (weapon == MAGIC) | in_envelope[games, np.where(weapon == 0, 0, WEAPON + np.minimum(weapon, SLOTS))]
    return by_villain & by_weapon & (villain > 0)
