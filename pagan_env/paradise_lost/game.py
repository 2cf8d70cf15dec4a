"""The descriptor of Paradise Lost for the faces, one for each number of Heroes."""

from __future__ import annotations

from functools import cache, partial

from ..core.game import Game
from . import catalogue, describe, figures, kernels, playing
from .actions import LEXICON
from .history import COLUMNS, NARROW
from .layout import EVENTS, STATE, WORDS
from .observe import SIZE
from .render import render
from .rulesets import load_ruleset, ruleset_names
from .variants import vary

USUAL_HEROES = 3
MOST_HEROES = 5
EVENT_SIZES = tuple(column.high + 1 if column.names else 0 for column in COLUMNS[:NARROW])


def game_of(num_heroes: int = USUAL_HEROES) -> Game:
    """The game for 2 to 5 Heroes with a player, agents `hero_0` and on. Raises ValueError for another number."""
    if type(num_heroes) is not int or not 2 <= num_heroes <= MOST_HEROES:
        raise ValueError(f"paradise_lost: found num_heroes {num_heroes!r}, allowed: 2 .. {MOST_HEROES}")
    return _descriptor(num_heroes)


@cache
def _descriptor(num_heroes: int) -> Game:
    return Game(
        name="paradise_lost",
        agents=tuple(f"hero_{seat}" for seat in range(num_heroes)),
        roles=("hero",) * num_heroes,
        state=STATE,
        lexicon=LEXICON,
        observation_size=SIZE,
        event_sizes=EVENT_SIZES,
        most_events=EVENTS,
        words=WORDS,
        kernels=kernels,
        tree=None,
        playing=playing,
        load_ruleset=partial(load_ruleset, heroes=num_heroes),
        ruleset_names=ruleset_names,
        vary=vary,
        render=render,
        describe=describe,
        catalogue=catalogue,
        zero_sum=False,  # all may lose
        figures=figures,
        options={} if num_heroes == USUAL_HEROES else {"num_heroes": num_heroes},
        configure=configure,
    )


def configure(**options: int) -> Game:
    """The game with these options. Raises ValueError for one that it doesn't have."""
    unknown = options.keys() - {"num_heroes"}
    if unknown:
        raise ValueError(f"paradise_lost: found the option {', '.join(sorted(unknown))}, allowed: num_heroes")
    return game_of(**options)


GAME = game_of()
