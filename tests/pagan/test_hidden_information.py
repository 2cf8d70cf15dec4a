"""What a seat can't know never shows: in no byte, no text, no legal action, and not in how many decisions there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from pagan_env import pagan_v0
from pagan_env.core.jit import COMPILED, rows
from pagan_env.pagan import kernels
from pagan_env.pagan import legal as legal_sets
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.describe import event_log
from pagan_env.pagan.layout import (
    ACTION,
    CARD_TO_DISCARD,
    CARD_TO_PLAY,
    CARD_TO_REVEAL,
    DISCARDED,
    EVENTS,
    HUNTER,
    LOOKED,
    SEATS,
    SHOWN,
    STATE,
    STATE_RECORD,
    VILLAGERS,
    WITCH,
)
from pagan_env.pagan.observe import SIZE
from pagan_env.pagan.render import render
from pagan_env.pagan.rulesets import Ruleset
from pagan_env.pagan.view import view
from tests.pagan.support import ACTIONS, EFFECTS, RULESET, deal, eager, legal, play, random_games

SPECTATOR = 2  # no seat: what it sees is public
SECRET_DECISIONS = (ACTION, CARD_TO_DISCARD, CARD_TO_PLAY, CARD_TO_REVEAL)
GAMES, STATES, PAIRS, READ = (300, 1500, 400, 12) if COMPILED else (2, 100, 12, 1)
Sight = Callable[[Ruleset, np.ndarray, int, int], object]


def observed(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> bytes:
    out = np.zeros(SIZE, np.int8)
    kernels.observe(states, ruleset.tables, i, seat, out)
    return out.tobytes()


def mask(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> bytes:
    out = np.zeros(ACTIONS, np.int8)
    kernels.mask(states, i, seat, out)
    return out.tobytes()


def viewed(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> bytes:
    out = rows(np.zeros(1, STATE))
    view(states, i, seat, out)
    return out.tobytes()


def rendered(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> str:
    return render(states[i : i + 1], ruleset, None if seat == SPECTATOR else seat)


def told(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> list[str]:
    return event_log(ruleset, states.view(np.ndarray)[i], None if seat == SPECTATOR else seat)


def asked(ruleset: Ruleset, states: np.ndarray, i: int, seat: int) -> tuple[int, ...]:
    """What everyone sees of the course of the game: who is to decide what, and how many decisions there were."""
    return tuple(int(states[i][name]) for name in ("to_act", "decision", "decisions", "ending", "log_count"))


BYTES: tuple[Sight, ...] = (observed, mask, viewed, asked)
TEXTS: tuple[Sight, ...] = (rendered, told)


def leaks(ruleset: Ruleset, sights: tuple[Sight, ...], states: np.ndarray, others: np.ndarray, seat: int) -> set[str]:
    """The sights in which any of `states` looks to `seat` unlike the one of `others` in the same place."""
    found = (
        (s.__name__, i) for s in sights for i in range(len(states)) if s(ruleset, states, i, seat) != s(ruleset, others, i, seat)
    )
    return {name for name, _ in found}


@pytest.fixture(scope="module", params=[RULESET, EFFECTS], ids=lambda ruleset: ruleset.name)
def ruleset(request):
    return request.param


@pytest.fixture(scope="module")
def states(ruleset):
    """Running and finished games of every stage, of random players and of busy ones, who come to eliminations and rituals."""
    running, final, _ = random_games(GAMES, ruleset, seed=5000, batch=50)
    busy = deal(list(range(GAMES // 10)), ruleset)
    found = [running[:: len(running) // STATES + 1], final[:50]]
    for i in range(len(busy)):
        games = play(busy, i, random.Random(i), eager("convert", "visit"), ruleset)
        found += [busy[i : i + 1].copy() for number, _ in enumerate(games) if number % 20 == 0]
    return rows(np.concatenate(found))


# ---- bytes that a seat can't see, made noise -------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [WITCH, HUNTER])
def test_hidden_bytes_do_not_show(ruleset, states, seat):
    noise = rows(STATE_RECORD.scramble(states, seat, np.random.default_rng(seat)))
    assert not leaks(ruleset, BYTES, states, noise, seat)
    assert not leaks(ruleset, TEXTS, states[::20], noise[::20], seat)


def test_a_spectator_sees_public_facts_alone(ruleset, states):
    noise = rows(STATE_RECORD.scramble(states, SPECTATOR, np.random.default_rng(2)))
    assert not leaks(ruleset, (*TEXTS, asked), states[::20], noise[::20], SPECTATOR)


@pytest.mark.parametrize(
    ("seat", "secret"),
    [
        (HUNTER, lambda state, seat: state["true_witch"]),
        (WITCH, lambda state, seat: state["suspects"].tolist()),
        (WITCH, lambda state, seat: state["seats"]["hand"][1 - seat].tolist()),
        (HUNTER, lambda state, seat: state["seats"]["deck"][1 - seat].tolist()),
        (WITCH, lambda state, seat: state["seats"]["legal"][1 - seat].tolist()),
        (WITCH, lambda state, seat: state["log"]["secret"].tolist()),
        (HUNTER, lambda state, seat: state["seed"].tolist()),
    ],
)
def test_a_leak_would_be_found(ruleset, states, seat, secret):
    def leak(_: Ruleset, states: np.ndarray, i: int, seat: int) -> object:
        return secret(states.view(np.ndarray)[i], seat)

    some = states[:50]
    assert leaks(ruleset, (*BYTES, leak), some, rows(STATE_RECORD.scramble(some, seat, np.random.default_rng(0))), seat) == {
        "leak"
    }


def test_what_is_seen_is_not_noise(states):
    """The scrambled record still is what the seat knows of it: its own hand, its own secrets, its part of the log."""
    for seat in range(SEATS):
        noise = STATE_RECORD.scramble(states, seat, np.random.default_rng(seat))
        assert (noise["seats"]["hand"][:, seat] == states["seats"]["hand"][:, seat]).all()
        assert (noise["seats"]["hand"][:, 1 - seat] != states["seats"]["hand"][:, 1 - seat]).any()
        mine = states["log"]["seen_by"] >> seat & 1 == 1
        assert (noise["log"]["secret"] == states["log"]["secret"])[mine].all()
        assert (noise["log"]["secret"] != states["log"]["secret"])[~mine].any()


# ---- another game that the seat can't tell from this one -------------------------------------------------------------


def resplit(state: np.void, owner: int, rng: random.Random) -> None:
    """Another hand and deck of `owner`, all that the other seat can't rule out (ruling 58)."""
    me = state["seats"][owner]
    known = state["seats"][1 - owner]["foe_hand"]
    pool = [kind for kind, n in enumerate(me["hand"] + me["deck"] - known) for _ in range(n)]
    rng.shuffle(pool)
    drawn = np.bincount(pool[: me["hand_size"] - known.sum()], minlength=len(known))
    total = me["hand"] + me["deck"]
    me["hand"] = known + drawn
    me["deck"] = total - me["hand"]


def counterfactual(ruleset: Ruleset, states: np.ndarray, i: int, viewer: int, rng: random.Random) -> np.ndarray:
    """Game `i` as it is, and as it might be for all that `viewer` knows: another identity or other Suspects, another hand."""
    pair = rows(np.repeat(states[i : i + 1], 2))
    other = pair.view(np.ndarray)[1]
    village = range(1, VILLAGERS + 1)
    if viewer == HUNTER:
        suspected = [v for v in village if not other["suspects"][v] and not other["villagers"][v]["eliminated"]]
        other["true_witch"] = rng.choice([v for v in suspected if v != other["true_witch"]] or suspected)
    else:
        innocent = [v for v in village if v != other["true_witch"]]
        other["suspects"] = 0
        other["suspects"][rng.sample(innocent, int(other["suspects_drawn"]))] = 1
    resplit(other, 1 - viewer, rng)
    if other["to_act"] == 1 - viewer:
        legal_sets.fill(pair[1], ruleset.tables[0])
    return pair


def tells(action: int, pair: np.ndarray) -> bool:
    """Whether an action's outcome rightly depends on the identity: it eliminates one who is the true witch in either game."""
    return any(action == LEXICON.index("eliminate", int(state["true_witch"]) - 1) for state in pair)


def learned(state: np.void, before: int) -> bool:
    """Whether cards were looked at, shown or lost at random since event number `before`."""
    events = range(before, int(state["log_count"]))
    return any(state["log"][n % EVENTS]["what"] in (LOOKED, SHOWN, DISCARDED) for n in events)


def play_both(
    ruleset: Ruleset, pair: np.ndarray, viewer: int, rng: random.Random, steps: int, sights: tuple[Sight, ...]
) -> list[int]:
    """Play on with what is legal in both games until they rightly come apart; the decisions in which the legal sets differed.

    They come apart when the viewer learns something: the Hunter its Suspects, either seat the cards looked at, shown or lost at
    random; or when no action is legal in both.
    """
    differed = []
    for _ in range(steps):
        found = leaks(ruleset, sights, pair[:1], pair[1:], viewer)
        assert not found, (found, viewer, told(ruleset, pair, 0, viewer)[-3:])
        choices, others = set(legal(pair, 0)), set(legal(pair, 1))
        if choices != others:
            assert pair[0]["to_act"] == 1 - viewer
            differed.append(int(pair[0]["decision"]))
        both = [action for action in sorted(choices & others) if not tells(action, pair)]
        if not both:
            break
        action = rng.choice(both)
        before = pair["log_count"].tolist()
        for game in range(2):
            assert kernels.apply(pair, ruleset.tables, game, action) == 0
        if viewer == HUNTER and (pair[0]["suspects"] != pair[1]["suspects"]).any():
            break
        if any(learned(state, count) for state, count in zip(pair.view(np.ndarray), before, strict=True)):
            break
    return differed


@pytest.mark.parametrize("viewer", [WITCH, HUNTER])
def test_a_seat_can_not_tell_what_it_can_not_know(ruleset, states, viewer):
    rng = random.Random(viewer)
    differed: Counter[int] = Counter()
    secret = states["seats"]["hand_size"][:, 1 - viewer] > states["seats"]["foe_hand"][:, viewer].sum(1)
    for i in rng.sample(np.flatnonzero(secret).tolist(), PAIRS):
        differed.update(play_both(ruleset, counterfactual(ruleset, states, i, viewer, rng), viewer, rng, 100, BYTES))
    if COMPILED:  # the secrets mattered where they may: in what the other seat could do
        assert {ACTION, CARD_TO_DISCARD, CARD_TO_PLAY} <= set(differed) <= {*SECRET_DECISIONS}
        assert differed.total() > 500


@pytest.mark.parametrize("viewer", [WITCH, HUNTER])
def test_a_seat_reads_nothing_that_it_can_not_know(ruleset, states, viewer):
    rng = random.Random(viewer)
    for i in range(0, len(states), len(states) // READ):
        play_both(ruleset, counterfactual(ruleset, states, i, viewer, rng), viewer, rng, 60, TEXTS)


@pytest.mark.parametrize("viewer", [WITCH, HUNTER])
def test_a_public_difference_would_be_found(ruleset, states, viewer):
    """Two games that differ in something public do not pass for one."""
    pair = counterfactual(ruleset, states, 0, viewer, random.Random(0))
    pair[1]["seats"][1 - viewer]["hand_size"] += 1
    with pytest.raises(AssertionError, match="observed"):
        play_both(ruleset, pair, viewer, random.Random(0), 1, BYTES)


# ---- the environment -------------------------------------------------------------------------------------------------


def test_infos_hold_the_mask_alone():
    """Nothing else could differ: no seed, no state, no count."""
    env = pagan_v0.env()
    env.reset(seed=11)
    rng = random.Random(11)
    for _ in range(300 if COMPILED else 20):
        for agent, info in env.infos.items():
            assert list(info) == ["action_mask"]
            assert (info["action_mask"] == env.observe(agent)["action_mask"]).all()
            assert info["action_mask"].any() == (agent == env.agent_selection)
        env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))


def test_the_log_forgets_no_private_part():
    """Who saw a secret is written beside it: who draws or looks at cards, the Witch, the Hunter his Suspects."""
    states = deal([1], EFFECTS)
    for _ in play(states, 0, random.Random(1), ruleset=EFFECTS):
        log = states.view(np.ndarray)[0]["log"][: min(EVENTS, states[0]["log_count"])]
        secret = log[(log["secret"] > 0) & (log["seen_by"] != 3)]
        assert (secret["seen_by"] == 1 << secret["seat"]).all()
