"""Games to replays and back, by every face; what a seat is shown of one; and trajectories rebuilt from them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.core.jit import COMPILED
from pagan_env.core.replays import Replay, ReplayError, pack, read
from pagan_env.envs.batch import Batch
from pagan_env.envs.export import ExportError, export
from pagan_env.envs.games import find_game
from pagan_env.envs.replaying import Playback, frames, record, rules_of
from pagan_env.envs.words import Words
from pagan_env.pagan.rulesets import build_ruleset
from tests.envs.playing import legal_actions, play, ruleset_with

MAKERS = {
    "mini": lambda: pagan_v0.env(ruleset="mini"),
    "first_steps": lambda: pagan_v0.raw_env(ruleset="first_steps"),
    "three": lambda: paradise_lost_v0.env(num_heroes=3),
    "five": lambda: paradise_lost_v0.raw_env(num_heroes=5, ruleset="harder"),
}
ALL = pytest.mark.parametrize("name", MAKERS if COMPILED else ["mini", "three"])


def played(name: str, seed: int = 3, most: int = 10_000) -> Any:
    """An environment at the end of a random game, or after `most` decisions."""
    env = MAKERS[name]()
    env.reset(seed=seed)
    for number, step in enumerate(play(env, random.Random(seed))):
        if step[6] is None or number == most:
            break
    return env


# ---- there and back --------------------------------------------------------------------------------------------------


@ALL
def test_an_environment_writes_the_game_that_it_played(name: str, tmp_path: Path):
    env = played(name)
    env.save_replay(tmp_path / "game.replay")
    replay = read(tmp_path / "game.replay")
    assert replay == env.replay()
    assert (replay.seed, replay.game, replay.digest) == (3, env.unwrapped.game.spec, env.unwrapped.ruleset.digest)
    playback = Playback(replay)
    actions = list(playback)
    assert len(actions) == replay.decisions > 5
    assert playback.words.states.tobytes() == env.unwrapped.states.tobytes()
    assert playback.words.result() == replay.result


def test_an_unfinished_game_and_one_without_a_decision():
    env = played("mini", most=4)
    replay = env.replay()
    assert (replay.decisions, replay.result) == (4, "unfinished")
    assert len(list(Playback(replay))) == 4
    env.reset()
    again = env.replay()
    assert again.decisions == 0 and again.seed != 3
    assert list(Playback(again)) == []


def test_no_game_no_replay():
    with pytest.raises(RuntimeError, match=r"pagan_v0.replay: no game yet, call reset\(\) first"):
        pagan_v0.raw_env(ruleset="mini").replay()


def test_an_illegal_game_is_not_recorded():
    game = find_game("pagan")
    with pytest.raises(ValueError, match=r"^pagan: decision 1: action 368 is not legal, allowed: \[0, 2, 4"):
        record(game, game.load_ruleset("mini"), 1, [368])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_writes_any_row(threads: int):
    batch, rng, ended = Batch("pagan", 4, ruleset="mini", seed=1, record=True, threads=threads), random.Random(0), 0
    for _ in range(60):
        seeds = batch.game_seed.copy()
        batch.step([rng.choice(legal_actions(mask)) for mask in batch.action_mask])
        for row in np.flatnonzero(batch.episode_length).tolist():
            replay = batch.replay(row, ended=True)
            assert (replay.seed, replay.decisions) == (seeds[row], batch.episode_length[row])
            assert replay.result != "unfinished"
            playback = Playback(replay)
            list(playback)
            paid = np.zeros(2, np.float32)
            batch.game.kernels.returns(playback.words.states, 0, paid)
            assert paid.tolist() == batch.reward[row].tolist()
            ended += 1
    assert ended > 10
    for row in range(4):
        playback = Playback(batch.replay(row))
        list(playback)
        assert playback.words.states.tobytes() == batch.states[row : row + 1].tobytes()


def test_recording_changes_nothing_in_a_batch():
    batches = [Batch("pagan", 3, ruleset="mini", seed=5, record=record) for record in (False, True)]
    for _ in range(40):
        for batch in batches:
            batch.step(batch.action_mask.argmax(1))
        assert batches[0].observation.tobytes() == batches[1].observation.tobytes()


def test_games_longer_than_the_first_room():
    batch = Batch("pagan", 2, ruleset="first_steps" if COMPILED else "mini", seed=1, record=True)
    rng = random.Random(1)
    for _ in range(300):
        batch.step([rng.choice(legal_actions(mask)) for mask in batch.action_mask])
    for row in range(2):
        playback = Playback(batch.replay(row))
        list(playback)
        assert playback.words.states.tobytes() == batch.states[row : row + 1].tobytes()


def test_what_a_batch_did_not_see_it_does_not_record():
    batch = Batch("pagan", 2, ruleset="mini", seed=1)
    with pytest.raises(ValueError, match="found record=False, allowed: a batch made with record=True"):
        batch.replay(0)
    batch = Batch("pagan", 2, ruleset="mini", seed=1, record=True)
    with pytest.raises(ValueError, match=r"row 2, allowed: 0 \.\. 1"):
        batch.replay(2)
    with pytest.raises(ValueError, match="row 0: no game has ended there"):
        batch.replay(0, ended=True)
    batch.restore(batch.state())
    with pytest.raises(ValueError, match="row 1: the game began before the batch was restored"):
        batch.replay(1)
    while not batch.episode_length[1]:
        batch.step(batch.action_mask.argmax(1))
    with pytest.raises(ValueError, match="row 1: no game has ended there"):
        batch.replay(1, ended=True)
    assert batch.replay(1).decisions == 0


def test_variants_of_a_batch_are_told_apart():
    game = find_game("pagan")
    ruleset = game.vary(game.load_ruleset("mini"), [[], ["numbers.influence_start = 9"]])
    batch = Batch("pagan", 2, ruleset=ruleset, ruleset_index=[1, 0], seed=2, record=True)
    batch.step(batch.action_mask.argmax(1))
    replay = batch.replay(0)
    assert replay.variant == 1
    playback = Playback(replay, ruleset)
    assert playback.words.states["seats"]["influence"][0, 0] == 9
    assert len(list(playback)) == 1
    with pytest.raises(ReplayError, match=r"^replay: ruleset: found 'mini@1 in 2 variants', allowed: .*; or give its file$"):
        Playback(replay)
    with pytest.raises(ReplayError, match=r"^replay: variant: found 2, allowed: 0 \.\. 1$"):
        Playback(replace(replay, variant=2), ruleset)


# ---- the rules again -------------------------------------------------------------------------------------------------


def test_a_variant_is_found_by_its_name():
    game = find_game("pagan")
    for changes in (["numbers.influence_start = 5", "villagers.doctor_annie.assets = 1"], []):
        ruleset = game.vary(game.load_ruleset("mini"), [changes])
        replay = record(game, ruleset, 1, [])
        assert rules_of(replay)[1].digest == ruleset.digest


def test_the_rules_of_a_file_are_asked_for(tmp_path: Path):
    path = ruleset_with(tmp_path, influence_start=5)
    game = find_game("pagan")
    replay = record(game, game.load_ruleset(path), 1, [])
    with pytest.raises(ReplayError, match=r"^x: ruleset: found 'changed@1', allowed: .*; or give its file$"):
        rules_of(replay, where="x")
    assert rules_of(replay, path)[1].digest == replay.digest
    with pytest.raises(ReplayError, match=rf"^x: digest: found {replay.digest} \(changed@1\), allowed: \w+ \(mini@1\)"):
        rules_of(replay, "mini", "x")
    with pytest.raises(ReplayError, match=r"^x: game: unknown game 'rooks', allowed: pagan"):
        rules_of(replace(replay, game="rooks"), where="x")
    with pytest.raises(ReplayError, match="num_heroes"):
        rules_of(replace(replay, game="paradise_lost:num_heroes=9"), where="x")
    with pytest.raises(ReplayError, match="digest"):
        rules_of(replay, build_ruleset("mini"), "x")


def wrong(replay: Replay, **values: Any) -> str:
    """The line that refuses a replay with these values instead."""
    with pytest.raises(ReplayError) as refused:
        list(Playback(replace(replay, **values), where="x"))
    return str(refused.value)


def test_a_game_that_can_not_have_gone_so_is_refused():
    """Someone has changed it and signed it anew, or the engine plays otherwise now."""
    replay = played("mini").replay()
    assert wrong(replay, actions=replay.actions + 1).startswith(("x: moves: found", "x: decisions: found"))
    assert wrong(replay, moves="0" * 8).startswith(f"x: moves: found 00000000, allowed: {replay.moves}; engine ")
    assert wrong(replay, actions=1 << 200).startswith("x: moves: found")
    assert wrong(replay, actions=pack([(0, 1)])).startswith(("x: moves: found", "x: decisions: found"))
    assert wrong(replay, decisions=replay.decisions - 1).startswith("x: moves: found")
    told = wrong(replay, decisions=1000)
    assert told.startswith(f"x: decisions: found 1000, allowed: {replay.decisions}, as the game is over then; engine ")
    assert wrong(replay, result="Witch won: luck").startswith("x: result: found 'Witch won: luck', allowed: '")


# ---- what a seat is shown --------------------------------------------------------------------------------------------


@ALL
def test_moments_are_where_somebody_is_seen_to_decide(name: str):
    replay = played(name).replay()
    everything = frames(Playback(replay), None, everything=True)
    assert len(everything) == replay.decisions + 1
    playback = Playback(replay)
    for viewer in (None, *range(len(playback.game.agents))):
        found = frames(Playback(replay), viewer)
        if viewer is None and playback.game.name == "pagan":
            assert len(found) == len(everything)
        words = [Words(playback.game, playback.ruleset, frame.states, viewer) for frame in found]
        assert all(w.seen_to_act >= 0 for w in words[:-1]) and words[-1].seat < 0
        told = [line for frame in found for line in frame.news]
        assert told[-1].startswith("the game ends")
        whole = {line for frame in everything for line in frame.news}
        assert len(told) <= sum(len(frame.news) for frame in everything)
        assert len(whole - set(told)) > 0 or replay.decisions < 10


def test_a_replay_for_a_seat_tells_nothing_of_what_others_are_asked_in_secret():
    """The same game with windows for Excalibur, always declined, and without them: all but its holders see the same moments."""
    game, windows, compared = find_game("paradise_lost"), 0, 0
    rules = {asked: game.vary(game.load_ruleset("standard"), [[f"numbers.windows = {asked}"]]) for asked in (0, 1)}
    for seed in range(8 if COMPILED else 2):
        envs = {asked: paradise_lost_v0.raw_env(ruleset=ruleset) for asked, ruleset in rules.items()}
        rng, holders = random.Random(seed), set()
        for env in envs.values():
            env.reset(seed=seed)
        while not any(envs[1].terminations.values()):
            state = envs[1].states.view(np.ndarray)[0]
            if game.describe.DECISION_NAMES[state["decision"]] == "window":
                holders.add(int(state["to_act"]))
                windows += 1
                envs[1].step(0)
                continue
            action = rng.choice(legal_actions(envs[1].observe(envs[1].agent_selection)["action_mask"]))
            for env in envs.values():
                env.step(action)
        for seat in {None, 0, 1, 2} - holders:
            told = [seen_of(envs[asked].replay(), ruleset, seat) for asked, ruleset in rules.items()]
            assert told[0] == told[1], (seed, seat)
            compared += 1
    assert windows and compared > 2


def seen_of(replay: Replay, ruleset: Any, seat: int | None) -> list[tuple[tuple[str, ...], str]]:
    """What a seat is shown of a game, without the line that names the rules."""
    playback = Playback(replay, ruleset)
    boards = ((frame, Words(playback.game, ruleset, frame.states, seat).board()) for frame in frames(playback, seat))
    return [(frame.news, board.partition("\n")[2]) for frame, board in boards]


# ---- trajectories ----------------------------------------------------------------------------------------------------


def seen_live(name: str, seed: int) -> tuple[Replay, list[tuple[int, bytes, bytes, int]], dict[int, bytes]]:
    """A random game by the environment: (seat, observation, mask, action) of each decision; what each seat knew at its end."""
    env = MAKERS[name]()
    env.reset(seed=seed)
    agents, rows, last = list(env.possible_agents), [], {}
    for agent, observation, _, terminated, truncated, _, action in play(env, random.Random(seed)):
        if terminated or truncated:
            last[agents.index(agent)] = observation["observation"].tobytes()
        else:
            rows.append((agents.index(agent), observation["observation"].tobytes(), observation["action_mask"].tobytes(), action))
    return env.replay(), rows, last


def column(table: Any, name: str) -> np.ndarray:
    """A column of lists as an array, a row a decision."""
    return table[name].combine_chunks().flatten().to_numpy().reshape(table.num_rows, -1)


@ALL
def test_trajectories_are_what_was_seen_live(name: str, tmp_path: Path):
    games = [seen_live(name, seed) for seed in range(3 if COMPILED else 1)]
    counts = export([replay for replay, _, _ in games], tmp_path / "out")
    table, about = pq.read_table(tmp_path / "out" / "decisions.parquet"), pq.read_table(tmp_path / "out" / "games.parquet")
    assert counts == (len(games), table.num_rows) == (about.num_rows, sum(len(rows) for _, rows, _ in games))
    observations, masks = column(table, "observation"), column(table, "action_mask")
    told = table.drop(["observation", "action_mask"]).to_pylist()
    at = 0
    for number, (replay, rows, last) in enumerate(games):
        game = about.slice(number, 1).to_pylist()[0]
        assert (game["seed"], game["digest"], game["result"]) == (replay.seed, replay.digest, replay.result)
        assert game["terminated"] != game["truncated"]
        for seat, observation in last.items():
            assert np.array(game["final_observation"][seat], np.int8).tobytes() == observation
        own_last = {seat: decision for decision, (seat, *_) in enumerate(rows)}
        for decision, (seat, observation, mask, action) in enumerate(rows):
            row = told[at]
            assert (row["game"], row["decision"], row["seat"], row["action"]) == (number, decision, seat, action)
            assert observations[at].tobytes() == observation and masks[at].tobytes() == mask
            assert row["return"] == game["return"][seat]
            assert row["last"] == (own_last[seat] == decision)
            assert row["reward"] == (row["return"] if row["last"] else 0)
            at += 1


def test_an_export_says_what_it_is_and_is_the_same_again(tmp_path: Path):
    replays = [played("mini", seed).replay() for seed in range(5)] + [played("mini", most=3).replay()]
    for out in ("one", "two"):
        export(replays, tmp_path / out)
    for file in ("decisions.parquet", "games.parquet"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    about = json.loads(pq.read_schema(tmp_path / "one" / "decisions.parquet").metadata[b"pagan_env"])
    game = find_game("pagan")
    assert about["agents"] == ["witch_0", "hunter_0"] and about["actions"] == game.lexicon.table()
    unfinished = pq.read_table(tmp_path / "one" / "decisions.parquet", filters=[("game", "=", 5)]).to_pylist()
    assert [(row["reward"], row["return"], row["last"]) for row in unfinished] == [(0, None, False)] * 3


def test_an_export_is_whole_or_not_there(tmp_path: Path):
    good = played("mini").replay()
    bad = replace(good, moves="0" * 8)
    with pytest.raises(ReplayError, match=r"^second: moves"):
        export([good, bad], tmp_path / "out", names=["first", "second"])
    with pytest.raises(ExportError, match=r"^two: game: found paradise_lost, allowed: pagan, as in one$"):
        export([good, replace(good, game="paradise_lost")], tmp_path / "out", names=["one", "two"])
    with pytest.raises(ExportError, match="found no replays"):
        export([], tmp_path / "out")
    with pytest.raises(ExportError, match=r"No such file or directory, allowed: a new folder"):
        export([good], tmp_path / "none" / "out")
    assert list(tmp_path.iterdir()) == []
    export([good], tmp_path / "out")
    with pytest.raises(ExportError, match="found something that is there, allowed: a new folder"):
        export([good], tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_is_never_written_over(tmp_path: Path):
    env, path = played("mini"), tmp_path / "one.replay"
    path.write_text("precious")
    with pytest.raises(ReplayError, match=r"one.replay: found a file that is there, allowed: a new one"):
        env.save_replay(path)
    assert path.read_text() == "precious"
    assert [file.name for file in tmp_path.iterdir()] == ["one.replay"]


def test_a_replay_opens_no_file_but_its_own(tmp_path: Path):
    """What a file says of its rules is a name of those that ship, whatever else lies at that path."""
    (tmp_path / "mine@1.toml").write_text("secret = 1")
    replay = replace(played("mini").replay(), ruleset=str(tmp_path / "mine@1.toml"))
    with pytest.raises(ReplayError, match=r"ruleset: found '.*mine@1.toml', allowed: .*standard@1.*; or give its file"):
        Playback(replay)


def test_names_and_paths_stand_for_what_they_name(tmp_path: Path):
    env, path = played("mini"), tmp_path / "one.replay"
    env.save_replay(path)
    actions = list(Playback(path))
    assert record("pagan", "mini", 3, actions) == env.replay()
    assert export([path], tmp_path / "data") == (1, len(actions))
    with pytest.raises(ReplayError, match=r"nowhere.replay: No such file"):
        Playback(tmp_path / "nowhere.replay")
