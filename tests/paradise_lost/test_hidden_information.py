"""What a seat can't know never shows: in no byte, no text, no legal action, not in the order or number of what it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from pagan_env import paradise_lost_v0
from pagan_env.core.jit import COMPILED, rows
from pagan_env.paradise_lost import kernels
from pagan_env.paradise_lost.describe import event_log, hand_text
from pagan_env.paradise_lost.history import WIDTH, history
from pagan_env.paradise_lost.layout import EXCALIBUR, STATE, STATE_RECORD, WINDOW
from pagan_env.paradise_lost.render import render
from pagan_env.paradise_lost.rulesets import Ruleset, load_ruleset
from pagan_env.paradise_lost.view import view
from tests.paradise_lost.support import ACTIONS, deal, legal, observed, play, ruleset_with

GAMES, EVERY = (8, 7) if COMPILED else (1, 11)
NAMES = ["standard", "harder", "semi_competitive", "collectors"]
Sight = Callable[[np.ndarray, Ruleset, int], object]


def seen(states: np.ndarray, ruleset: Ruleset, seat: int) -> bytes:
    return observed(states, ruleset, seat).tobytes()


def mask(states: np.ndarray, ruleset: Ruleset, seat: int) -> bytes:
    out = np.zeros(ACTIONS, np.int8)
    kernels.mask(states, 0, seat, out)
    return out.tobytes()


def viewed(states: np.ndarray, ruleset: Ruleset, seat: int) -> bytes:
    out = rows(np.zeros(1, STATE))
    view(states, 0, seat, out)
    return out.tobytes()


def rendered(states: np.ndarray, ruleset: Ruleset, seat: int) -> str:
    return render(states, ruleset, seat)


def told(states: np.ndarray, ruleset: Ruleset, seat: int) -> list[str]:
    return event_log(ruleset, states.view(np.ndarray)[0], seat)


def held(states: np.ndarray, ruleset: Ruleset, seat: int) -> list[str]:
    return hand_text(ruleset, states.view(np.ndarray)[0], seat)


def public(states: np.ndarray, ruleset: Ruleset, seat: int) -> tuple[object, ...]:
    """What everyone sees of the course of the game, and a spectator's board; while a window is open, its holder alone is told."""
    state = states.view(np.ndarray)[0]
    pending = () if state["decision"] == WINDOW and state["to_act"] != seat else (int(state["to_act"]), int(state["decision"]))
    return (*pending, int(state["ending"]), int(state["log_count"]), render(states, ruleset, None))


SIGHTS: tuple[Sight, ...] = (seen, mask, viewed, rendered, told, held, public)


def differences(states: np.ndarray, other: np.ndarray, ruleset: Ruleset, seat: int) -> list[str]:
    return [sight.__name__ for sight in SIGHTS if sight(states, ruleset, seat) != sight(other, ruleset, seat)]


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cant_know_never_shows(name: str, heroes: int):
    """Everything hidden from a seat is drawn again, in windows of others too: it notices nothing."""
    ruleset, changed = load_ruleset(name, heroes), 0
    for seed in range(GAMES):
        states, rng = deal(seed, ruleset), random.Random(seed)
        for number, _ in enumerate(play(states, rng, ruleset)):
            if number % EVERY == seed % EVERY:
                for seat in range(heroes):
                    other = rows(states.copy())
                    kernels.redeal(other, ruleset.tables, 0, seat, rng.randrange(2**62))
                    assert differences(states, other, ruleset, seat) == [], (seed, number, seat)
                    changed += other["where"].tobytes() != states["where"].tobytes()
    assert changed


@pytest.mark.parametrize("heroes", [2, 3, 4, 5])
def test_noise_in_hidden_fields_is_not_seen(heroes: int):
    """Fields that the layout hides from the seat to act become noise: its view, observation and mask stay."""
    ruleset, noise = load_ruleset("standard", heroes), np.random.default_rng(heroes)
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        for number, _ in enumerate(play(states, random.Random(seed), ruleset)):
            seat = int(states["to_act"][0])
            if number % EVERY or seat < 0:
                continue
            scrambled = STATE_RECORD.scramble(states.view(np.ndarray), seat, noise)
            scrambled["stack"]["sees"] = states["stack"]["sees"]  # who may see what else: it says so of itself
            scrambled["asked"] = states["asked"]
            other = rows(scrambled)
            for sight in (seen, mask, viewed):
                assert sight(states, ruleset, seat) == sight(other, ruleset, seat), (seed, number)


@pytest.mark.parametrize(("heroes", "flags"), [(2, 0), (3, 0), (4, 0), (5, 0), (4, 1)])
def test_nobody_can_tell_that_excalibur_was_offered(heroes: int, flags: int):
    """The same game with and without windows, in which its holder always passes: to all others the games are the same."""
    numbers = {"excalibur_ongoing": flags, "questions_in_turn": flags}
    asked, silent = (ruleset_with(heroes=heroes, windows=mode, **numbers) for mode in (1, 0))
    windows = steps = 0
    for seed in range(GAMES + 1):
        one, other, rng = deal(seed, asked), deal(seed, silent), random.Random(seed)
        while True:
            while one["decision"][0] == WINDOW:
                windows += 1
                holder = int(one["to_act"][0])
                assert one["seats"]["hand"][0, holder, EXCALIBUR]
                for seat in range(heroes):
                    if seat != holder:
                        assert not mask(one, asked, seat).strip(b"\0")
                        assert b"\1" not in seen(one, asked, seat)[:26]
                assert kernels.apply(one, asked.tables, 0, 0) == 0
            assert legal(one) == legal(other)
            state = one.view(np.ndarray)[0]
            for seat in range(heroes):
                assert seen(one, asked, seat) == seen(other, silent, seat)
                if steps % 8 == seat:  # texts take long
                    assert told(one, asked, seat) == told(other, silent, seat)
                    assert rendered(one, asked, seat).partition("\n")[2] == rendered(other, silent, seat).partition("\n")[2]
                if not state["seats"][seat]["hand"][EXCALIBUR] and state["open_at"][EXCALIBUR] == 0:
                    keys = (one["seats"]["key"][0, seat], other["seats"]["key"][0, seat])
                    assert keys[0].tolist() == keys[1].tolist()
            if not legal(one):
                break
            steps += 1
            action = rng.choice(legal(one))
            assert kernels.apply(one, asked.tables, 0, action) == 0
            assert kernels.apply(other, silent.tables, 0, action) == 0
    assert windows


def test_everyone_may_be_asked_so_that_the_order_of_agents_tells_nothing():
    """With `windows = 2` each seat is asked in turn; those without Excalibur can only decline."""
    ruleset, askers = ruleset_with(heroes=3, windows=2), set()
    for seed in range(GAMES + 1):
        states, rng = deal(seed, ruleset), random.Random(seed)
        while choices := legal(states):
            seat = int(states["to_act"][0])
            if states["decision"][0] == WINDOW:
                askers.add((seat, len(choices)))
                assert len(choices) == 1 + states["seats"]["hand"][0, seat, EXCALIBUR]
            assert kernels.apply(states, ruleset.tables, 0, rng.choice(choices[:1] + choices)) == 0
    assert {seat for seat, _ in askers} == {0, 1, 2}


def test_a_target_always_decides():
    """Asked about two cards, a Hero decides even when it has neither or one of them."""
    ruleset, counts = ruleset_with(heroes=4), set()
    for seed in range(GAMES + 2):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            if states["decision"][0] == 13:
                counts.add(len(legal(states)))
    assert 1 in counts


@pytest.mark.parametrize("heroes", [2, 5])
def test_the_log_says_to_each_seat_what_it_saw(heroes: int):
    """In the last events, as numbers, the private part of an event is there for those who saw it alone."""
    ruleset, hidden, shown = load_ruleset("standard", heroes), 0, 0
    for seed in range(GAMES):
        states = deal(seed, ruleset)
        for _ in play(states, random.Random(seed), ruleset):
            pass
        state = states.view(np.ndarray)[0]
        for seat in range(heroes):
            out = np.zeros((64, WIDTH), np.int16)
            history(states[0], ruleset.tables[0], seat, out)
            for row in range(min(64, int(state["log_count"]))):
                event = state["log"][(state["log_count"] - 1 - row) % 64]
                saw = (int(event["seen_by"]) >> seat) & 1
                assert out[row, 0] == event["what"]
                assert saw or not (out[row, 5] or out[row, 7] or out[row, 9])
                hidden += not saw
                shown += bool(saw and out[row, 5])
    assert hidden and shown


def test_infos_and_errors_hold_no_counter():
    env = paradise_lost_v0.raw_env(num_heroes=3)
    env.reset(seed=3)
    assert all(set(info) == {"action_mask"} for info in env.infos.values())
