"""The descriptor of Pagan for the faces."""

from ..core.game import Game
from . import describe, kernels, tree
from .actions import LEXICON
from .layout import STATE, WORDS
from .observe import SIZE
from .render import render
from .rulesets import load_ruleset, ruleset_names

GAME = Game(
    name="pagan",
    agents=("witch_0", "hunter_0"),
    state=STATE,
    lexicon=LEXICON,
    observation_size=SIZE,
    words=WORDS,
    kernels=kernels,
    tree=tree,
    load_ruleset=load_ruleset,
    ruleset_names=ruleset_names,
    render=render,
    describe=describe,
)
