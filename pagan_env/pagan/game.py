"""The descriptor of Pagan for the faces."""

from ..core.game import Game
from . import catalogue, describe, kernels, playing, tree
from .actions import LEXICON
from .history import COLUMNS, NARROW
from .layout import EVENTS, STATE, WORDS
from .observe import SIZE
from .render import render
from .rulesets import load_ruleset, ruleset_names
from .variants import vary

EVENT_SIZES = tuple(column.high + 1 if column.names else 0 for column in COLUMNS[:NARROW])

GAME = Game(
    name="pagan",
    agents=("witch_0", "hunter_0"),
    roles=("witch_0", "hunter_0"),
    state=STATE,
    lexicon=LEXICON,
    observation_size=SIZE,
    event_sizes=EVENT_SIZES,
    most_events=EVENTS,
    words=WORDS,
    kernels=kernels,
    tree=tree,
    playing=playing,
    load_ruleset=load_ruleset,
    ruleset_names=ruleset_names,
    vary=vary,
    render=render,
    describe=describe,
    catalogue=catalogue,
)
