"""Events behind observations, and batches that go on from where another was."""

import numpy as np
import pytest

from agents.masked import pick
from pagan_env import pagan_v0
from pagan_env.core.jit import COMPILED
from pagan_env.envs.batch import Batch
from pagan_env.pagan.encodings import HISTORY, fill_history
from pagan_env.pagan.game import GAME
from pagan_env.pagan.history import NARROW

K = 6
MANY, ROWS = (300, 30) if COMPILED else (20, 3)  # decisions in each game, games


def play(batch: Batch, steps: int, rng: np.random.Generator) -> None:
    for _ in range(steps):
        batch.step(pick(batch.action_mask, rng.random(batch.num_envs)))


def test_events_stand_behind_each_observation():
    plain, batch = Batch("pagan", 20, seed=3), Batch("pagan", 20, seed=3, events=K)
    assert batch.observation_size == plain.observation_size + K * len(GAME.event_sizes) == GAME.observation_size + K * NARROW
    for games in (plain, batch):
        play(games, MANY, np.random.default_rng(0))
    assert (batch.observation[:, : GAME.observation_size] == plain.observation).all()
    wanted = HISTORY.zeros(20, K)
    fill_history(batch._states, batch.seat, wanted)
    events = batch.observation[:, GAME.observation_size :].reshape(20, K, NARROW)
    assert (events == wanted[:, :, :NARROW]).all() and events[:, :, 0].all()
    for seat in range(2):
        fill_history(batch._states, np.full(20, seat), wanted)
        seen = batch.observe(seat)[:, GAME.observation_size :].reshape(20, K, NARROW)
        assert (seen == wanted[:, :, :NARROW]).all()


def test_the_last_event_of_a_finished_game_is_its_end():
    batch, rng = Batch("pagan", 50, ruleset="mini", seed=0, events=K), np.random.default_rng(0)
    ended = 0
    while ended < 50:
        play(batch, 1, rng)
        over = batch.terminated | batch.truncated
        ended += over.sum()
        last = batch.final_observation[over][:, :, GAME.observation_size :].reshape(-1, K, NARROW)[:, 0]
        assert (last[:, 0] == 9).all() and last[:, HISTORY.index("ending")].all()


def test_sizes_are_those_of_the_columns():
    columns = HISTORY.columns[:NARROW]
    assert GAME.event_sizes == tuple(c.high + 1 if c.names else 0 for c in columns)
    assert all(column.low == 0 and column.high <= 127 for column in columns)


@pytest.mark.parametrize("events", [-1, 65, 2.0, True])
def test_how_many_events_is_checked(events):
    with pytest.raises(ValueError, match=r"Batch: events .*, allowed: 0 \.\. 64"):
        Batch("pagan", 2, events=events)
    with pytest.raises(ValueError, match=r"pagan_v0: events .*, allowed: 0 \.\. 64"):
        pagan_v0.env(events=events)


def test_the_environment_shows_the_same_events_as_the_batch():
    env, batch = pagan_v0.env(events=K), Batch("pagan", 1, seed=5, events=K)
    env.reset(seed=int(batch.game_seed[0]))
    rng = np.random.default_rng(1)
    for number in range(MANY):
        if any(env.last()[2:4]):  # the batch has dealt the next game by now
            assert number > MANY // 3
            break
        seen = env.last()[0]["observation"]
        assert seen.shape == env.observation_space(env.agent_selection)["observation"].shape
        assert (seen == batch.observation[0]).all()
        waiting = env.agents[1 - int(batch.seat[0])]
        assert (env.observe(waiting)["observation"] == batch.observe(1 - int(batch.seat[0]))[0]).all()
        action = int(pick(batch.action_mask, rng.random(1))[0])
        env.step(action)
        batch.step(np.array([action]))


@pytest.mark.parametrize("options", [{}, {"events": K, "threads": 2}, {"ruleset": "midi"}])
def test_a_batch_goes_on_from_where_another_was(options):
    one, other = Batch("pagan", ROWS, seed=1, **options), Batch("pagan", ROWS, seed=2, **options)
    play(one, MANY, np.random.default_rng(0))
    other.restore(one.state())
    names = ("observation", "action_mask", "legal_words", "seat", "game_seed")
    for _ in range(2):
        assert all((getattr(one, name) == getattr(other, name)).all() for name in names)
        for batch in (one, other):
            play(batch, MANY, np.random.default_rng(7))
    assert (one.reward == other.reward).all() and (one.state()["states"] == other.state()["states"]).all()
    one.reset()
    other.reset()
    assert (one.game_seed == other.game_seed).all()


def test_states_that_do_not_fit_are_refused():
    small, large = Batch("pagan", 2), Batch("pagan", 3)
    before = large.observation.copy()
    with pytest.raises(ValueError, match=r"Batch.restore: states of shape \(2, \d+\), allowed: \(3, \d+\)"):
        large.restore(small.state())
    assert (large.observation == before).all()
