"""Seats of one role share a net: who learns and who is from the pool, what is learned, the last table, the checkpoint."""

import csv
import json
import os
import re
import signal

import numpy as np
import pytest
import torch

from agents.checkpoint import CheckpointError
from agents.learned import LearnedAgent
from agents.networks import Shape, build
from agents.uniform import UniformAgent
from experiments import arena, settings, train
from experiments.imitation import Imitation, Lessons
from experiments.last_table import LastTable
from experiments.ppo import Settings, Stream
from experiments.self_play import SelfPlay
from pagan_env.core.jit import COMPILED
from pagan_env.envs.batch import Batch
from pagan_env.envs.games import find_game

from .test_ppo import self_play
from .test_train import QUICK, run
from .toy import CARDS, SIZE, TABLE, ToyBatch, ToyPlayer, ToyRuleset


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setattr(
        train, "Batch", lambda game, num_envs, *, ruleset=None, events=0, seed=0: ToyBatch(num_envs, seed, game=TABLE)
    )
    monkeypatch.setattr(train, "SCALE_STEPS", 10)
    for module in (train, settings):
        monkeypatch.setattr(module, "scripted_players", lambda batch, levels: [ToyPlayer(level) for level in levels])
    path = tmp_path / "quick.toml"
    path.write_text("scripted = [1, 3]\n" + QUICK.replace("[evaluation]", "past_share = 0.75\npast_selves = 3\n[evaluation]"))
    return path


def test_a_table_has_one_net_one_pool_and_one_stream():
    play = self_play(ToyBatch(8, game=TABLE), scripted=[ToyPlayer()])
    assert [len(part) for part in (play.nets, play.pools, play.optimizers, play.streams, play.anchors)] == [1] * 5
    assert play.seats == [[0, 1, 2]] and len(play.pools[0]) == 2


def test_in_games_with_the_pool_one_seat_or_two_are_its_and_all_seats_alike():
    play = self_play(ToyBatch(24, game=TABLE), past_share=0.75)
    from_pool = ~play.learner
    assert not from_pool[:, 18:].any()
    assert np.bincount(from_pool[:, :18].sum(0), minlength=4).tolist() == [0, 9, 9, 0]
    assert from_pool.sum(1).tolist() == [9, 9, 9]
    # Of two seats it is one, in turn.
    play = self_play(ToyBatch(8), past_share=0.5)
    assert (~play.learner).astype(int).tolist() == [[1, 0, 1, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 0, 0, 0]]


def test_seats_draw_from_the_pool_by_themselves_and_only_learners_are_learned_from():
    play = self_play(
        ToyBatch(24, game=TABLE), past_share=0.75, past_priority=0.0, rollout=4, scripted=[ToyPlayer(1), ToyPlayer()]
    )
    batch, add, mixed = play.batch, Stream.add, []

    def noted(games, seats, observation, *rest):
        assert play.learner[seats, games].all() and (batch.seat[games] == seats).all()
        assert all((seen == batch.observe(seat)[game]).all() for seen, seat, game in zip(observation, seats, games, strict=True))
        add(play.streams[0], games, seats, observation, *rest)

    play.streams[0].add = noted
    of = np.zeros(2, int)
    for _ in range(20):
        counts = play.collect()
        of += counts["of"][0], counts["of_past"][0]
        pair = ~play.learner.all(0) & (play.learner.sum(0) == 1)
        mixed.append(any(len(set(play.rival[~play.learner[:, game], game])) == 2 for game in np.flatnonzero(pair)))
        play.streams[0].hold()
    assert any(mixed)
    # In every game of current nets three seats count, in one with the pool the one or two that learn.
    assert of[0] % 3 == 0 and of[0] > 0 and of[1] > 0
    assert min(play.pools[0].of) > 2


def test_the_others_of_a_full_critic_are_counted_on_from_the_own_seat():
    play = self_play(ToyBatch(9, game=TABLE), rollout=4, full_critic=True, past_share=0.5)
    batch, add = play.batch, Stream.add

    def noted(games, seats, observation, others, *rest):
        for k, (seat, game) in enumerate(zip(seats, games, strict=True)):
            expected = [batch.observe((seat + step) % 3)[game] for step in (1, 2)]
            assert (others[k] == np.concatenate(expected)).all()
        add(play.streams[0], games, seats, observation, others, *rest)

    play.streams[0].add = noted
    play.fit_scales(20)
    assert play.nets[0].critic.scale.shape == (3 * SIZE,)
    play.collect()
    assert play.learn(0.0)[0]["value_loss"] > 0


@pytest.mark.parametrize("options", [{}, {"kl": 0.1, "anchor_updates": 5, "full_critic": True, "past_share": 0.4}])
def test_it_learns_to_play_every_seat(options):
    steps = {"rollout": 16, "minibatch": 256, "epochs": 4, "learning_rate": 5e-3, "learning_rate_final": 1e-3}
    play = self_play(ToyBatch(96, game=TABLE), **steps, entropy=0.02, **options)
    for update in range(40):
        assert play.collect()["illegal"] == 0
        play.learn(update / 40)
    for seat in range(3):
        policies = [UniformAgent(), UniformAgent(), UniformAgent()]
        policies[seat] = LearnedAgent(play.nets[0].actor)
        outcome = arena.play(ToyBatch(300, 9, game=TABLE), policies, np.random.default_rng(0))
        assert arena.wilson(outcome.won[seat], outcome.games)[0] > 0.4
        assert outcome.won[seat] > 4 * np.delete(outcome.won, seat).max()


def test_imitation_teaches_one_net_from_all_seats():
    batch = ToyBatch(24, game=TABLE)
    torch.manual_seed(0)
    play = SelfPlay(batch, [build(Shape(SIZE, CARDS, (16,)))], Settings(rollout=8), 0, roles=[0, 0, 0])
    budget = Imitation(decisions=24 * 8 * 150, minibatch=32, learning_rate=1e-2, learning_rate_final=1e-3)
    logs = list(Lessons(play, ToyPlayer(), [ToyPlayer(1)], budget).run())
    before, after = (np.mean([log[0]["agreement"] for _, _, log in part]) for part in (logs[:3], logs[-30:]))
    assert before < 0.5 and after > 0.9


class Knows:
    """Names its own card where that is allowed."""

    def act_batch(self, observation, action_mask, rng):
        return np.where(observation[:, :4] & action_mask, 2, action_mask).argmax(1)


def test_policies_of_one_role_take_turns_over_the_seats():
    batch, taken = ToyBatch(30, 2, game=TABLE), np.zeros((3, 3), int)

    class Notes(UniformAgent):
        def __init__(self, number):
            self.number = number

        def act_states(self, states, rng):
            for seat in batch.seat[rows_of(states)]:
                taken[self.number, seat] += 1
            return self.act_batch(states[:, :SIZE], states[:, SIZE:], rng)

    def rows_of(states):
        return np.array([row for row, state in enumerate(batch.states) if (states == state).all(1).any()])

    arena.play(batch, [Notes(number) for number in range(3)], np.random.default_rng(0), TABLE.roles)
    assert taken.min() > 10
    assert (arena._holders(3, TABLE.roles) == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]).all()
    assert (arena._holders(2, ("left_0", "right_0")) == [[0, 1], [0, 1]]).all()


def test_wins_are_counted_for_the_policy_wherever_it_sits():
    outcome = arena.play(
        ToyBatch(300, 1, game=TABLE), [UniformAgent(), Knows(), UniformAgent()], np.random.default_rng(0), TABLE.roles
    )
    assert outcome.won[1] > 4 * max(outcome.won[0], outcome.won[2])
    assert sum(outcome.won) == outcome.decided == outcome.games - outcome.drawn - outcome.truncated < 300


def test_the_last_table_counts_one_among_others():
    table = LastTable(TABLE.agents, TABLE.roles, scripted=True)
    assert table.lineups()[:4] == [("trained", other, other) for other in ("random", "untrained", "scripted 2", "scripted 3")]
    assert table.lineups()[-1] == ("trained", "trained", "trained")
    table.lines = [(table.lineups()[0], arena.Outcome(200, (60, 20, 16), 100, 4, 1800))]
    assert table.markdown().splitlines()[-1] == (
        "| trained | random | 30 (24.1-36.7) | 62.5 (52.5-71.5) | 9 | 50 | 4 | 200 | 9 |"
    )
    assert "its fair share of either is 33.3 %" in table.about and "temperature" not in table.about
    assert LastTable(TABLE.agents, TABLE.roles, True, 0.5).about.endswith("; trained nets at temperature 0.5")
    (line,) = table.facts()
    assert line["players"] == {"player": "trained", "others": "random"}
    assert (line["won"], line["won_by_somebody"], line["drawn"]) == ({"player": 60, "others": 36}, 96, 100)
    assert line["fair_share"] == 1 / 3
    assert line["interval_95"]["player"] == arena.wilson(60, 200)
    assert line["interval_95_of_won_by_somebody"]["player"] == arena.wilson(60, 96)


def test_a_run_leaves_one_checkpoint_for_the_role(config, tmp_path, capsys):
    out = tmp_path / "run"
    assert run(config, out) == 0
    shown = capsys.readouterr().out
    told = " ".join(shown.split())
    assert "fair share of either is 33.3 %" in told
    assert [path.name for path in sorted(out.glob("*.npz"))] == ["player.npz", "resume.npz"]
    rows = list(csv.DictReader((out / "metrics.csv").read_text().splitlines()))
    assert {name.split("/")[0] for name in rows[0] if "/" in name} == {"player"}
    # All three seats count in a game, of which one at most wins.
    assert all(float(row["player/won"]) <= 1 / 3 for row in rows if row["player/won"])
    assert LearnedAgent.load(out / "player.npz", game="toy", ruleset=ToyRuleset(), role="player").header.role == "player"
    assert re.search(r"one player +others +wins, % +of won, % +others +nobody +cut +games +length\b", shown)
    for line in json.loads((out / "result.json").read_text())["lines"]:
        assert sum(line["won"].values()) == line["won_by_somebody"] == line["games"] - line["drawn"] - line["truncated"]


def test_trained_nets_play_at_the_temperature_that_is_set(config, tmp_path, monkeypatch):
    config.write_text(config.read_text() + "temperature = 0.25\n")
    made, init = [], LearnedAgent.__init__

    def noted(self, actor, temperature=1.0, header=None):
        made.append(temperature)
        init(self, actor, temperature, header)

    monkeypatch.setattr(LearnedAgent, "__init__", noted)
    assert run(config, tmp_path / "run") == 0
    assert made[-6:] == [0.25] * 3 + [1.0] * 3  # the last table's trained nets, and its untrained ones
    assert "at temperature 0.25" in (tmp_path / "run" / "result.md").read_text()


def test_a_resumed_run_ends_as_an_undisturbed_one(config, tmp_path, monkeypatch):
    assert run(config, tmp_path / "whole") == 0
    step, steps = ToyBatch.step, []

    def interrupted(self, actions):
        steps.append(1)
        if len(steps) == 40:
            os.kill(os.getpid(), signal.SIGINT)
        step(self, actions)

    with monkeypatch.context() as patch:
        patch.setattr(ToyBatch, "step", interrupted)
        assert run(config, tmp_path / "parts") == 130
    assert train.main(["--resume", str(tmp_path / "parts")]) == 0
    for name in ("player.npz", "result.md"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.skipif(not COMPILED, reason="thousands of decisions of a whole game")
def test_a_whole_game_of_several_seats_trains_resumes_and_plays_any_seat(tmp_path, capsys):
    path, out = tmp_path / "quick.toml", tmp_path / "run"
    text = 'game = "paradise_lost"\nseconds = 0\ndecisions = 6144\nnum_envs = 64\nhidden = [16]\nthreads = 1\nscripted = [1]\n'
    text += "[imitation]\nlevel = 1\ndecisions = 4096\n[ppo]\nrollout = 16\npast_share = 0.5\n[evaluation]\ngames = 12\n"
    path.write_text(text)
    assert run(path, out) == 0
    assert "agreement with scripted 1: hero " in capsys.readouterr().out
    rows = list(csv.DictReader((out / "metrics.csv").read_text().splitlines()))
    assert all(float(row["illegal_actions"]) == 0 for row in rows) and len(rows) == 6
    assert run(path, tmp_path / "again", "--decisions", "3072") == 0
    assert train.main(["--resume", str(tmp_path / "again"), "--decisions", "6144"]) == 0
    assert sorted(path.name for path in out.glob("*.npz")) == ["hero.npz", "resume.npz"]

    three, four = find_game("paradise_lost"), find_game("paradise_lost:num_heroes=4")
    rules = four.load_ruleset(None)
    agents = [LearnedAgent.load(out / "hero.npz", game=three.spec, role=role) for role in three.roles]
    assert arena.play(Batch(three, 4), agents, np.random.default_rng(0)).games == 4
    with pytest.raises(CheckpointError, match="trained on the game paradise_lost, not paradise_lost:num_heroes=4; any_ruleset"):
        LearnedAgent.load(out / "hero.npz", game=four.spec, ruleset=rules, role="hero")
    with pytest.raises(CheckpointError, match="trained under ruleset"):
        LearnedAgent.load(out / "hero.npz", ruleset=rules, role="hero")
    agent = LearnedAgent.load(out / "hero.npz", game=four.spec, ruleset=rules, role="hero", any_ruleset=True)
    assert arena.play(Batch(four, 4), [agent] * 4, np.random.default_rng(0)).games == 4
