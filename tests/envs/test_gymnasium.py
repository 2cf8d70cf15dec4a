"""Both games through Gymnasium: its own checkers, its own vector environment as a yardstick, opponents, seeds, refusals."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pagan_env import pagan_v0
from pagan_env.core.jit import COMPILED
from pagan_env.envs.games import find_game
from pagan_env.envs.opponents import Asked, Opponents
from pagan_env.envs.solo import SoloEnv
from tests.envs.playing import legal_actions, ruleset_with

ROOT = Path(__file__).resolve().parents[2]
PAGAN, PARADISE = "pagan_env/Pagan-v0", "pagan_env/ParadiseLost-v0"
SMALL = {} if COMPILED else {"ruleset": "mini"}  # plain Python takes a second or more for a whole game
MIXED = ["random", ("scripted:1", 3)]
OPPONENTS = pytest.mark.parametrize("opponent", ["random", "scripted", "scripted:3", MIXED], ids=str)
ROLES = pytest.mark.parametrize("role", ["witch_0", "hunter_0"])


def pagan(**options) -> SoloEnv:
    return gymnasium.make(PAGAN, **{**SMALL, **options}).unwrapped


def episode(env, choices: np.random.Generator, seed: int | None = None) -> list:
    """One random game: (observation, mask, action), at the end (observation, mask, return, terminated, truncated)."""
    seen, info = env.reset(seed=seed)
    told, total = [], 0.0
    while True:
        action = int(choices.choice(legal_actions(info["action_mask"])))
        told.append((seen.tobytes(), info["action_mask"].tobytes(), action))
        seen, reward, terminated, truncated, info = env.step(action)
        total += reward
        if terminated or truncated:
            return [*told, (seen.tobytes(), info["action_mask"].tobytes(), total, terminated, truncated)]
        assert reward == 0


@pytest.mark.parametrize("order", ["import gymnasium, pagan_env", "import pagan_env, gymnasium", "import gymnasium"])
def test_registered_by_importing_the_package(order):
    prefix = "" if "pagan_env" in order else "pagan_env:"
    program = f"{order}; env = gymnasium.make('{prefix}{PARADISE}', num_heroes=4); print(env.unwrapped.role, env.spec.id)"
    child = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.split() == ["hero_0", PARADISE]


@ROLES
@OPPONENTS
def test_the_checker_is_silent(role, opponent):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(pagan(role=role, opponent=opponent))


@pytest.mark.parametrize("num_heroes", [2, 3, 4, 5])
def test_the_checker_is_silent_in_paradise_lost(num_heroes):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(PARADISE, role=f"hero_{num_heroes - 1}", num_heroes=num_heroes).unwrapped)


def test_wrapped_as_users_get_it():
    env = gymnasium.make(PAGAN, role="hunter_0", opponent="scripted:1", render_mode="ansi", **SMALL)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.get_wrapper_attr("action_masks")().tolist() == (info["action_mask"] == 1).tolist()
    env.step(env.action_space.sample(info["action_mask"]))
    assert "Hunter" in env.render()


@ROLES
def test_a_board_shows_what_the_learner_may_know(role):
    env, raw = pagan(role=role, render_mode="ansi"), pagan_v0.raw_env(render_mode="ansi", **SMALL)
    env.reset(seed=3)
    raw.reset(seed=3)
    raw.render_viewer = role
    if raw.agent_selection == role:
        assert env.render() == raw.render()
    assert env._aec.render_viewer == role


@ROLES
@pytest.mark.parametrize(("ruleset", "games"), [("mini", 40)] + [("standard", 6)] * COMPILED)
def test_the_games_are_those_of_the_aec_face(role, ruleset, games):
    """All actions of both seats, replayed there: same observations, masks, ends; the learner's own reward, once, at the end."""
    played, choices = [], np.random.default_rng(0)

    def opponent(observation, action_mask, rng):
        assert np.array_equal(observation, raw_at(played)["observation"])
        assert np.array_equal(action_mask, raw_at([])["action_mask"])
        observation[:], chosen = 77, int(rng.choice(np.flatnonzero(action_mask)))  # what it was handed is its own
        played.append(chosen)
        return chosen

    def raw_at(actions):
        """Bring the AEC face up to here; what its acting seat sees."""
        for action in actions:
            raw.step(action)
        actions.clear()
        return raw.observe(raw.agent_selection)

    env, raw, returns = pagan(role=role, opponent=opponent, ruleset=ruleset), pagan_v0.raw_env(ruleset=ruleset), []
    for game in range(games):
        seed = 5 if game == 0 else None
        raw.reset(seed=seed)
        seen, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            there = raw_at(played)
            assert raw.agent_selection == role
            assert np.array_equal(there["observation"], seen)
            assert np.array_equal(there["action_mask"], info["action_mask"])
            played.append(int(choices.choice(legal_actions(info["action_mask"]))))
            seen, reward, terminated, truncated, info = env.step(played[0])
            total, over = total + reward, terminated or truncated
            assert over or reward == 0
        raw_at(played)
        assert (terminated, truncated) == (raw.terminations[role], raw.truncations[role])
        assert total == raw.rewards[role]
        assert np.array_equal(raw.observe(role)["observation"], seen)
        assert not info["action_mask"].any() and not env.action_masks().any()
        returns.append(total)
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert set(returns) >= {-1.0, 1.0} or ruleset != "mini"


def test_reproducible_by_the_seed_alone():
    """Whole games against every kind of opponent, in another environment and after other games; then the next games."""
    for opponent in ("random", "scripted:1", MIXED):
        one, other = (pagan(role="hunter_0", opponent=opponent) for _ in range(2))
        episode(other, np.random.default_rng(1), seed=99)
        for seed in (4, None, None):
            games = [episode(env, np.random.default_rng(2), seed) for env in (one, other)]
            assert games[0] == games[1]
        assert episode(one, np.random.default_rng(2), seed=4) != games[0]
    assert episode(pagan(), np.random.default_rng(2)) != episode(pagan(), np.random.default_rng(2)), "seeds that nobody chose"


def asked_of(env, games: int) -> Asked:
    """The first decision of the AEC face in so many games, as opponents are asked for it."""
    env.reset(seed=0)
    first = env.observe(env.agent_selection)
    one = (
        env._states,
        first["observation"][None],
        first["action_mask"][None],
        np.array([env.possible_agents.index(env.agent_selection)]),
    )
    return Asked(*(np.repeat(array, games, axis=0) for array in one), np.arange(games), np.zeros(games, np.int64))


def test_a_mixed_opponent_is_drawn_anew_for_each_game_by_weight():
    asked, games, seen = asked_of(pagan_v0.raw_env(**SMALL), 1000), 1000, []

    class Marked:
        def __init__(self, number):
            self.number = number

        def act_batch(self, observation, action_mask, rng):
            seen.append((self.number, len(observation)))
            return np.full(len(observation), self.number)

    mixed = Opponents(find_game("pagan"), pagan_v0.raw_env(**SMALL).ruleset, [(Marked(0), 1), (Marked(1), 3)], "here")
    chosen = mixed.actions(asked)
    assert sorted(seen) == [(0, int((chosen == 0).sum())), (1, int((chosen == 1).sum()))]
    assert abs((chosen == 1).mean() - 0.75) < 0.05
    later = Asked(
        *(getattr(asked, name) for name in ("states", "observation", "action_mask", "seat", "game_seed")), asked.count + 9
    )
    assert np.array_equal(mixed.actions(later), chosen), "the same player for the whole game"
    assert len(asked.seat) == games


def test_random_opponents_take_every_legal_action_alike():
    asked = asked_of(pagan_v0.raw_env(**SMALL), 4000)
    env = pagan_v0.raw_env(**SMALL)
    chosen = Opponents(find_game("pagan"), env.ruleset, "random", "here").actions(asked)
    legal = legal_actions(asked.action_mask[0])
    counts = np.bincount(chosen, minlength=asked.action_mask.shape[1])
    assert counts.sum() == counts[legal].sum() and (abs(counts[legal] * len(legal) / 4000 - 1) < 0.25).all()


@pytest.mark.parametrize(
    ("opponent", "told"),
    [
        (lambda seen, mask, rng: 1.7, "returned 1.7, allowed: an int"),
        (lambda seen, mask, rng: None, "returned None, allowed: an int"),
        (lambda seen, mask, rng: "pass", "returned 'pass', allowed: an int"),
    ],
)
def test_an_opponent_that_returns_no_action_is_told(opponent, told):
    with pytest.raises(TypeError, match=rf"pagan env: opponent <function .*> {told}"):
        pagan(role="hunter_0", opponent=opponent).reset(seed=1)


def test_a_batch_of_actions_has_one_a_row():
    class Short:
        def act_batch(self, observation, action_mask, rng):
            return np.zeros(len(observation) + 1, np.int64)

    with pytest.raises(TypeError, match=r"returned int64 \(2,\), allowed: integers \(1,\)"):
        pagan(role="hunter_0", opponent=Short()).reset(seed=1)
    with pytest.raises(ValueError, match=r"opponent <class .*Short'>, allowed: 'random'"):
        pagan(role="hunter_0", opponent=Short)


def test_opponents_by_agent():
    who = []

    def noting(name):
        def act(observation, action_mask, rng):
            del observation, rng
            who.append(name)
            return int(action_mask.argmax())

        return act

    env = gymnasium.make(PARADISE, num_heroes=4, role=2, opponent={"hero_1": noting("one"), "hero_3": noting("three")}).unwrapped
    env.reset(seed=1)
    for _ in range(6):
        if env.step(int(env.action_masks().argmax()))[2]:
            break
    assert set(who) == {"one", "three"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"role": "witch_1"}, "pagan env: role 'witch_1', allowed: witch_0, hunter_0"),
        ({"role": 2}, "pagan env: role 2, allowed: witch_0, hunter_0"),
        ({"role": True}, "pagan env: role True, allowed: witch_0, hunter_0"),
        ({"illegal": "draw"}, "pagan env: illegal 'draw', allowed: 'lose', 'raise'"),
        (
            {"opponent": "clever"},
            "pagan env: opponent 'clever', allowed: 'random', 'scripted:0' .. 'scripted:3', a checkpoint's path, .*",
        ),
        ({"opponent": None}, "pagan env: opponent None, allowed: 'random', .*"),
        ({"opponent": "scripted:4"}, "pagan env: opponent 'scripted:4', allowed: 'scripted:0' .. 'scripted:3'"),
        ({"opponent": []}, r"pagan env: opponents with weights \[\], allowed: one or more, each above 0"),
        ({"opponent": [("random", 0)]}, r"pagan env: opponents with weights \[0\], allowed: one or more, each above 0"),
        ({"opponent": {"hero_0": "random"}}, "pagan env: opponent of 'hero_0', allowed: witch_0, hunter_0"),
        ({"opponent": "no/such.npz"}, r"no/such.npz: cannot be read \(No such file or directory\)"),
        ({"num_heroes": 3}, "pagan: found the option num_heroes, allowed: none"),
        ({"events": -1}, r"pagan_v0: events -1, allowed: 0 \.\. 64"),
    ],
)
@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_bad_arguments(make, options, message):
    with pytest.raises(ValueError) as refused:
        make(PAGAN, **options)
    told = str(refused.value).replace("Batch: events", "pagan_v0: events")
    assert re.fullmatch(message, told), told


def test_a_game_without_scripted_players_says_so():
    without = replace(find_game("pagan"), playing=None)
    with pytest.raises(
        ValueError, match=r"^pagan env: opponent 'scripted:2', but pagan has no scripted players, allowed: 'random'$"
    ):
        SoloEnv(without, opponent="scripted:2", **SMALL)


def test_a_checkpoint_without_the_repository_is_refused_in_a_line(tmp_path):
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.modules['agents'] = None\n"
    program += f"import gymnasium, pagan_env\ntry: gymnasium.make('{PAGAN}', opponent='a.npz')\nexcept ValueError as e: print(e)"
    child = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.fullmatch(
        r"pagan env: opponent 'a.npz' needs agents.learned of the repository \(.+\), allowed: a policy object\n", child.stdout
    )


def test_a_trained_opponent(tmp_path):
    """It plays from its checkpoint as the net would, and is held against game, ruleset, role and events."""
    torch = pytest.importorskip("torch")
    from agents import checkpoint
    from agents.learned import LearnedAgent
    from agents.networks import Shape, build

    torch.manual_seed(0)
    ruleset = find_game("pagan").load_ruleset("mini")
    env = pagan(ruleset="mini", role="hunter_0")
    shape = Shape(env.observation_space.shape[0], int(env.action_space.n), (8,))
    actor = build(shape).actor
    path = tmp_path / "witch_0.npz"
    rest = (shape.kind, shape.observation_size, shape.num_actions, shape.hidden, shape.events, shape.event_sizes, 0, 0)
    header = checkpoint.Header("pagan", ruleset.name, ruleset.digest, "witch_0", *rest)
    checkpoint.save(path, header, {name: tensor.numpy() for name, tensor in actor.state_dict().items()})
    from_file = pagan(ruleset="mini", role="hunter_0", opponent=str(path))
    as_object = pagan(ruleset="mini", role="hunter_0", opponent=LearnedAgent(actor))
    for seed in (3, None):
        games = [episode(one, np.random.default_rng(1), seed) for one in (from_file, as_object)]
        assert games[0] == games[1]
    for options, message in (
        ({"ruleset": "mini", "role": "witch_0"}, "plays witch_0, not hunter_0"),
        ({"ruleset": "midi", "role": "hunter_0"}, "trained under ruleset mini@1"),
        ({"ruleset": "mini", "role": "hunter_0", "events": 4}, "sees 0 events, allowed: events=4"),
    ):
        with pytest.raises(ValueError, match=message) as refused:
            pagan(**options, opponent=str(path))
        assert "\n" not in str(refused.value)


def test_illegal_actions():
    for illegal in ("lose", "raise"):
        env = pagan(illegal=illegal)
        _, info = env.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        for action in (wrong, -1, info["action_mask"].size):
            seen, info = env.reset(seed=1)
            if illegal == "raise":
                with pytest.raises(ValueError, match=r"can't take action -?\d+.*, allowed: "):
                    env.step(action)
                assert env.action_masks().any(), "nothing has changed"
                continue
            last, reward, terminated, truncated, info = env.step(action)
            assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)
            assert np.array_equal(last, seen) and not env.action_masks().any()
        with pytest.raises(TypeError, match=r"pagan env.step: found 'x', allowed: an int"):
            env.reset(seed=1) and env.step("x")


def test_no_step_without_a_game():
    env = pagan()
    with pytest.raises(RuntimeError, match=r"pagan env.step: no game in progress, call reset\(\) first"):
        env.step(0)
    episode(env, np.random.default_rng(0), seed=0)
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step(0)


@pytest.mark.parametrize(
    ("numbers", "truncated"), [({"round_limit": 2, "at_limit": 0}, True), ({"round_limit": 2, "at_limit": 1}, False)]
)
def test_truncation_is_not_termination(tmp_path, numbers, truncated):
    env = pagan(ruleset=ruleset_with(tmp_path, **numbers))
    *_, last = episode(env, np.random.default_rng(0), seed=3)
    assert last[2:] == (0.0, not truncated, truncated)
