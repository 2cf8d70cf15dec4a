"""The compiled loops of Paradise Lost, what faces, agents and experiments call: core/loops.py over this game's rules."""

from ..core.loops import compile_over
from . import history, luck, rules
from . import redeal as redealing
from .actions import LEXICON
from .layout import NOBODY_TO_ACT, SEATS, WORDS

_LOOPS = compile_over(
    __name__,
    ACTIONS=LEXICON.size,
    WORDS=WORDS,
    SEATS=SEATS,
    NOBODY_TO_ACT=NOBODY_TO_ACT,
    set_up=rules.reset,
    take=rules.apply,
    resolve_luck=rules.settle,
    weight=luck.weight,
    pay_off=rules.returns,
    was_truncated=rules.truncated,
    deal_again=redealing.redeal,
    write_observation=history.see,
)
reset = _LOOPS["reset"]
deal = _LOOPS["deal"]
apply = _LOOPS["apply"]
start = _LOOPS["start"]
advance = _LOOPS["advance"]
outcomes = _LOOPS["outcomes"]
legal = _LOOPS["legal"]
mask = _LOOPS["mask"]
observe = _LOOPS["observe"]
observe_all = _LOOPS["observe_all"]
redeal = _LOOPS["redeal"]
returns = _LOOPS["returns"]
status = _LOOPS["status"]
step_one = _LOOPS["step_one"]
fill = _LOOPS["fill"]
offer = _LOOPS["offer"]
check = _LOOPS["check"]
step = _LOOPS["step"]
restart = _LOOPS["restart"]
random_step = _LOOPS["random_step"]
random_action = _LOOPS["random_action"]
random_games = _LOOPS["random_games"]
