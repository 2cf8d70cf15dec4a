"""Loops over a batch, the same for every game: what faces, agents and experiments call.

Compiled code can't be handed a function, and a game's rules are functions. So each loop is written once, here, with the names
below standing for the game's; `compile_over` compiles them over those of one game, whose `kernels.py` holds the result.

Every array is C-contiguous. `states` is (N,) of the game's STATE, `tables` (1,) a ruleset's TABLES, `i` a row of `states`.
"""

from types import FunctionType
from typing import Any

from . import bits
from .chance import MASK, below, threefry
from .jit import kernel

# What a game gives; `s` is its record of a game, `t` that of its tables.
ACTIONS = WORDS = SEATS = NOBODY_TO_ACT = 0
set_up: Any = None  # (s, t, seed): deal and run on to the first decision
take: Any = None  # (s, t, action): 0, or 1 for what is refused
resolve_luck: Any = None  # (s, t): answer what luck is pending by the streams
weight: Any = None  # (s, t, outcome): how many equally likely outcomes it stands for
pay_off: Any = None  # (s, float32 by seat)
was_truncated: Any = None  # (s)
deal_again: Any = None  # (s, t, seat, seed): redeal
write_observation: Any = None  # (s, t, seat, int8 columns)


def compile_over(module: str, **given: Any) -> dict[str, Any]:
    """The loops by name, compiled over a game's names, all of those above; `module`: the one that holds them, for the cache."""
    names = {**globals(), **given, "__name__": module}
    for name in LOOPS:
        loop = FunctionType(globals()[name].__code__, names, name)
        loop.__doc__ = globals()[name].__doc__
        names[name] = kernel(loop)
    return {name: names[name] for name in LOOPS}


def reset(states, tables, ruleset_index, seeds):
    """Deal every game: `ruleset_index` int64 (N,), `seeds` int64 (N,), not negative."""
    for i in range(states.shape[0]):
        deal(states, tables, i, ruleset_index[i], seeds[i])


def deal(states, tables, i, ruleset_index, seed):
    """Deal one game and run on to the first decision."""
    start(states, tables, i, ruleset_index, seed)
    resolve_luck(states[i], tables[0])


def apply(states, tables, i, action):
    """Take an action and run on to the next decision. 0: done; 1: refused (illegal, or game over), nothing has changed."""
    refused = take(states[i], tables[0], action)
    resolve_luck(states[i], tables[0])
    return refused


def start(states, tables, i, ruleset_index, seed):
    """As `deal`, but under `explicit_chance` it stops where luck comes in: the seat to act is the layout's CHANCE then."""
    states[i] = tables[0].blank
    s = states[i]
    s.ruleset = ruleset_index
    set_up(s, tables[0], seed)


def advance(states, tables, i, action):
    """As `apply`, but stops for luck as `start` does; while luck is pending, the action is one of its `outcomes`."""
    return take(states[i], tables[0], action)


def outcomes(states, tables, i, weights):
    """While luck is pending: how many of the equally likely outcomes each action stands for, int64 (A,)."""
    for action in range(weights.shape[0]):
        weights[action] = weight(states[i], tables[0], action)


def legal(states, i, words):
    """The legal set of the seat to act, uint64 (W,); empty when the game is over."""
    s = states[i]
    for w in range(WORDS):
        words[w] = s.seats[0].legal[w]
        for seat in range(1, SEATS):
            words[w] |= s.seats[seat].legal[w]


def mask(states, i, seat, out):
    """A seat's action mask, int8 (A,); all zero unless it is to act."""
    bits.expand(states[i].seats[seat].legal, out)


def observe(states, tables, i, seat, out):
    """What a seat may know, int8 (O,), or int8 (O + K * E,): and the last K events (`history.py`)."""
    write_observation(states[i], tables[0], seat, out)


def observe_all(states, tables, seat, out):
    """What a seat may know in each game, int8 (N, O)."""
    for i in range(states.shape[0]):
        write_observation(states[i], tables[0], seat, out[i])


def redeal(states, tables, i, seat, seed):
    """Draw again what a seat can't know, uniformly over what is consistent with all that it knows; reseeds the game."""
    deal_again(states[i], tables[0], seat, seed)


def returns(states, i, out):
    """Payoffs, float32 (S,): +1 and -1 at the end, 0 while the game runs and when it was truncated."""
    pay_off(states[i], out)


def status(states, i, out):
    """int64 (4,): the seat to act (-1: the game is over), terminated, truncated, decisions taken so far."""
    s = states[i]
    over = s.to_act == NOBODY_TO_ACT
    cut = over and was_truncated(s)
    out[0] = s.to_act
    out[1] = 1 if over and not cut else 0
    out[2] = 1 if cut else 0
    out[3] = s.decisions


def step_one(states, tables, action, observation, action_mask, out):
    """Game 0: `apply`, then observation and mask of the seat now to act and `status`; returns what `apply` does."""
    refused = take(states[0], tables[0], action)
    if not refused:
        resolve_luck(states[0], tables[0])
        status(states, 0, out)
        if out[0] >= 0:
            write_observation(states[0], tables[0], out[0], observation)
            bits.expand(states[0].seats[out[0]].legal, action_mask)
    return refused


def fill(states, tables, observation, action_mask, legal_words, seat):
    """Observation int8 (N, O), mask int8 (N, A), legal set uint64 (N, W) and number int64 (N,) of each game's seat to act.

    An observation array of no columns is left alone.
    """
    for i in range(states.shape[0]):
        offer(states, i, action_mask, legal_words, seat)
        if observation.shape[1]:
            write_observation(states[i], tables[0], seat[i], observation[i])


def offer(states, i, action_mask, legal_words, seat):
    """What `fill` says of one game, but for the observation."""
    acting = states[i].to_act
    legal_now = states[i].seats[acting].legal
    seat[i] = acting
    for w in range(WORDS):
        legal_words[i, w] = legal_now[w]
    bits.expand(legal_now, action_mask[i])


def check(states, actions):
    """-1, or the first row whose action in `actions` int64 (N,) is illegal."""
    for i in range(states.shape[0]):
        legal_now = states[i].seats[states[i].to_act].legal
        if actions[i] < 0 or actions[i] >= ACTIONS or not bits.has(legal_now, actions[i]):
            return i
    return -1


def step(
    states,
    tables,
    actions,
    next_seeds,
    observation,
    action_mask,
    legal_words,
    seat,
    reward,
    terminated,
    truncated,
    final_observation,
    episode_length,
):
    """Take an action in every game. Returns -1, or the first row whose action is illegal (then nothing has changed).

    A finished game restarts from `next_seeds[i]` under its ruleset: reward float32 (N, S), terminated, truncated bool (N,),
    final_observation int8 (N, S, O) and episode_length int64 (N,) tell of the game that ended, the rest of the new one.
    """
    refused = check(states, actions)
    if refused >= 0:
        return refused
    for i in range(states.shape[0]):
        s = states[i]
        take(s, tables[0], actions[i])
        resolve_luck(s, tables[0])
        if s.to_act == NOBODY_TO_ACT:
            restart(states, tables, i, next_seeds, reward, terminated, truncated, final_observation, episode_length)
        else:
            terminated[i] = False
            truncated[i] = False
            episode_length[i] = 0
            for n in range(reward.shape[1]):
                reward[i, n] = 0
        offer(states, i, action_mask, legal_words, seat)
        if observation.shape[1]:
            write_observation(states[i], tables[0], seat[i], observation[i])
    return -1


def restart(states, tables, i, next_seeds, reward, terminated, truncated, final_observation, episode_length):
    """Write down how a game ended, and deal the next one under the same ruleset."""
    s = states[i]
    cut = was_truncated(s)
    terminated[i] = not cut
    truncated[i] = cut
    episode_length[i] = s.decisions
    pay_off(s, reward[i])
    if final_observation.shape[2]:
        for viewer in range(final_observation.shape[1]):
            write_observation(s, tables[0], viewer, final_observation[i, viewer])
    deal(states, tables, i, s.ruleset, next_seeds[i])


def random_step(states, tables, actions, counter):
    """Fill `actions` int64 (N,) with a uniform legal action for each game; `counter` (int64) names the draw."""
    for i in range(states.shape[0]):
        actions[i] = random_action(states[i], i, counter)


def random_action(s, row, counter):
    """A uniform legal action, of a stream apart from the game's own."""
    words = s.seats[s.to_act].legal
    high, low = threefry(row & MASK, 0x52414E44, counter & MASK, counter >> 32)
    return bits.select(words, below(bits.count(words), high, low))


def random_games(states, tables, next_seeds, decisions, observation, with_observation, out):
    """Play all rows at random, restarting, until `decisions` decisions were taken.

    `out`, int64 (4,): decisions, games finished, rounds (`round_number`) of those, a checksum of the states on the way.
    """
    for n in range(4):
        out[n] = 0
    counter = 0
    while out[0] < decisions:
        for i in range(states.shape[0]):
            take(states[i], tables[0], random_action(states[i], i, counter))
            resolve_luck(states[i], tables[0])
            out[0] += 1
            if states[i].to_act == NOBODY_TO_ACT:
                out[1] += 1
                out[2] += states[i].round_number
                deal(states, tables, i, states[i].ruleset, next_seeds[i] + out[1])
            if with_observation:
                write_observation(states[i], tables[0], states[i].to_act, observation)
                out[3] += observation[0]
            out[3] = (out[3] * 31 + states[i].seats[0].key[0]) & MASK
        counter += 1


LOOPS = (
    "reset",
    "deal",
    "apply",
    "start",
    "advance",
    "outcomes",
    "legal",
    "mask",
    "observe",
    "observe_all",
    "redeal",
    "returns",
    "status",
    "step_one",
    "fill",
    "offer",
    "check",
    "step",
    "restart",
    "random_step",
    "random_action",
    "random_games",
)
