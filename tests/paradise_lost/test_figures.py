"""What is told of finished games, against a count by hand, game after game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.jit import rows
from pagan_env.paradise_lost import figures
from pagan_env.paradise_lost.layout import ALL_LOST, STATE
from tests.paradise_lost.support import deal, play, ruleset_with

GAMES = 12


@pytest.mark.parametrize(("name", "heroes"), [("standard", 3), ("semi_competitive", 4), ("no_hideout", 2)])
def test_rates_and_means(name: str, heroes: int):
    ruleset = ruleset_with(name, heroes)
    ended = rows(np.zeros(GAMES, STATE))
    counts = dict.fromkeys(("claims", "right", "lost", "found", "finders who won"), 0)
    wins: dict[str, int] = {}
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            pass
        ended[seed] = states[0]
        s = states.view(np.ndarray)[0]
        envelope = {card for card in range(1, 19) if s["where"][card] == 1}
        counts["lost"] += s["ending"] == ALL_LOST
        counts["found"] += any(s["seats"][seat]["found"] for seat in range(heroes))
        counts["finders who won"] += any(s["seats"][seat]["found"] and s["seats"][seat]["won"] for seat in range(heroes))
        for seat in range(heroes):
            me = s["seats"][seat]
            claim = {
                9 * kind + int(me[f"claim_{name}"]) for kind, name in enumerate(("villain", "weapon")) if me[f"claim_{name}"] < 10
            }
            counts["claims"] += me["claimed"] == 1
            counts["right"] += bool(me["claimed"]) and claim <= envelope
            hero = ruleset.heroes[me["hero"] - 1]
            wins[hero] = wins.get(hero, 0) + int(me["won"])
    told = {what: (count, of) for what, count, of in figures.rates(ended, ruleset)}
    assert told["Claims that were right"] == (counts["right"], counts["claims"])
    assert told["lost by all"] == (counts["lost"], GAMES)
    assert told["the Villain's Hideout found"] == (counts["found"], GAMES)
    assert told["games won by who found it"] == (counts["finders who won"], counts["found"])
    assert {what: count for what, (count, _) in told.items() if what.removeprefix("games won by ") in wins} == {
        f"games won by {hero}": count for hero, count in wins.items()
    }
    places = [told[f"of Claims in place {place + 1}"] for place in range(heroes)]
    assert sum(count for count, _ in places) == counts["right"] and sum(of for _, of in places) == counts["claims"]
    means = dict(figures.means(ended, ruleset))
    assert means["decisions"] == ended["decisions"].mean()
    assert 0 <= means["special powers used, of a Hero"] <= 1
