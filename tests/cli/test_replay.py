"""`play --record`, `replay` and `export`: recorded games seen again, and everything wrong about a file told in a line."""

from __future__ import annotations

import random
import re
import shlex
from pathlib import Path

import pytest

from pagan_env.core.replays import read
from tests.cli.support import SEED, Shown, Terminal, guesses
from tests.envs.playing import ruleset_with

MINI = ("play", "--ruleset", "mini", "--seed", SEED)


@pytest.fixture
def recorded(terminal: Terminal, tmp_path: Path) -> Path:
    """A whole game, watched."""
    path = tmp_path / "game.replay"
    assert terminal.run(*MINI, "--viewer-only", "--record", str(path)).code == 0
    return path


def moments(shown: Shown) -> list[str]:
    """What was printed of each moment."""
    assert (shown.code, shown.err) == (0, "")
    return re.split(r"^=+\nMoment ", shown.out, flags=re.M)[1:]


# ---- recording -------------------------------------------------------------------------------------------------------


def test_a_game_is_recorded_and_seen_again(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "a game.replay"
    shown = terminal.run(*MINI, "--record", str(path), entries=guesses())
    assert (shown.code, shown.err) == (0, "")
    assert f"Recorded. To see it again: python -m pagan_env replay '{path}'\n" in shown.out
    assert read(path).seed == int(SEED)
    found = moments(terminal.run("replay", str(path)))
    assert len(found) == read(path).decisions + 1
    assert f"{read(path).result}." in found[-1] and f"{read(path).result}." in shown.out


def test_a_game_that_was_left_is_recorded_as_far_as_it_went(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "left.replay"
    shown = terminal.run(*MINI, "--record", str(path), entries=["1", "quit"])
    assert "You left the game" in shown.out and read(path).result == "unfinished"
    found = moments(terminal.run("replay", str(path)))
    assert len(found) == read(path).decisions + 1 >= 2
    assert "The game was broken off here." in found[-1]


def test_a_folder_without_permission_is_refused_before_the_game(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("os.access", lambda path, mode: False)  # the superuser may write anywhere
    shown = terminal.run(*MINI, "--record", str(tmp_path / "x.replay"))
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(
        f"--record: {tmp_path / 'x.replay'}: found a folder that can't be written to, allowed: a new file"
    )


def test_the_hint_names_the_rules_where_a_file_holds_them(terminal: Terminal, tmp_path: Path):
    (tmp_path / "mine@1.toml").write_text(ruleset_with(tmp_path, suspects_to_win=1).read_text())
    path = tmp_path / "x.replay"
    shown = terminal.run("play", "--ruleset", str(tmp_path / "mine@1.toml"), "--viewer-only", "--record", str(path))
    hint = re.search(r"To see it again: python -m pagan_env (.*)\n", shown.out)
    assert hint and moments(terminal.run(*shlex.split(hint[1])))


def test_a_watched_seat_s_end_is_told_alone(terminal: Terminal):
    shown = terminal.run(*MINI, "--viewer-only", "--seat", "hunter")
    assert "The end as the Hunter saw it" in shown.out and "as the Witch saw it" not in shown.out


def test_a_file_that_can_not_be_recorded_is_refused_before_the_game(terminal: Terminal, recorded: Path, tmp_path: Path):
    before = recorded.read_bytes()
    for path, found in ((recorded, "a file that is there"), (tmp_path / "none" / "x", "no such folder")):
        shown = terminal.run(*MINI, "--record", str(path))
        told = f"--record: {path}: found {found}, allowed: a new file in a folder that can be written to\n"
        assert (shown.code, shown.out, shown.err) == (2, "", told)
    assert recorded.read_bytes() == before


# ---- seeing it again -------------------------------------------------------------------------------------------------


def test_who_looks_sees_what_that_seat_knew(terminal: Terminal, recorded: Path):
    spectator, witch, hunter, everything = (
        terminal.run("replay", str(recorded), *eyes)
        for eyes in ((), ("--seat", "witch"), ("--seat", "hunter"), ("--everything",))
    )
    assert len({len(moments(shown)) for shown in (spectator, witch, hunter, everything)}) == 1
    for shown in (spectator, hunter):
        assert "true witch" not in shown.out.replace("the true witch is drawn", "")
    assert "Hand: " not in spectator.out
    for line in ("true witch\n", "the true witch is "):
        assert line in witch.out and line in everything.out
    assert "The Witch sees as well:" in everything.out and "Hunter decides: " in everything.out


def test_one_moment_alone(terminal: Terminal, recorded: Path):
    whole = moments(terminal.run("replay", str(recorded), "--all"))
    for number in (1, 5, len(whole)):
        assert moments(terminal.run("replay", str(recorded), "--to", str(number))) == whole[number - 1 : number]
    for wrong in ("0", str(len(whole) + 1), "-1", "x", "\u0661", "9" * 5000):
        shown = terminal.run("replay", str(recorded), f"--to={wrong}")
        assert (shown.code, shown.out) == (2, "")
        assert re.fullmatch(rf"--to: found '.*', allowed: 1 \.\. {len(whole)}\n", shown.err)


def test_a_person_steps_to_and_fro(terminal: Terminal, recorded: Path):
    whole = moments(terminal.run("replay", str(recorded)))
    last = len(whole)
    for entries, seen in (
        (["", "n", "p", str(last), "q"], [1, 2, 3, 2, last]),
        (["p", "0", "-1", "foo", "9" * 5000, "\u0661", "2", "quit"], [1, 2]),
        ([str(last), ""], [1, last]),
        ([], [1]),
    ):
        shown = terminal.run("replay", str(recorded), entries=entries, typed=True)
        found = [int(number) for number in re.findall(rf"^Moment (\d+) of {last}$", shown.out, re.M)]
        assert (shown.code, found) == (0, seen)
        assert len(re.findall(r"leads nowhere, allowed: 1 \.\. \d+, Enter, p, quit", shown.out)) == max(
            0, len(entries) - len(seen)
        )


def test_the_rules_of_a_file_are_given_again(terminal: Terminal, tmp_path: Path):
    rules, path = str(ruleset_with(tmp_path, influence_start=9)), str(tmp_path / "game.replay")
    terminal.run("play", "--ruleset", rules, "--set", "numbers.spots=2", "--record", path, entries=["1"])
    shown = terminal.run("replay", path)
    assert shown.code == 2 and re.fullmatch(rf"{path}: ruleset: .*; or give its file\n", shown.err)
    shown = terminal.run("replay", path, "--ruleset", rules)
    assert shown.code == 2 and re.fullmatch(rf"{path}: digest: found .*; the game was played by other rules\n", shown.err)
    shown = terminal.run("replay", path, "--ruleset", rules, "--set", "numbers.spots=2")
    assert "9 Influence" in moments(shown)[0]


def test_a_variant_needs_no_file(terminal: Terminal, tmp_path: Path):
    path = str(tmp_path / "game.replay")
    terminal.run(*MINI, "--set", "numbers.influence_start=7", "--record", path, entries=["1"])
    assert "7 Influence" in moments(terminal.run("replay", path))[0]


def test_another_game_and_its_seats(terminal: Terminal, tmp_path: Path):
    path = str(tmp_path / "game.replay")
    terminal.run("play", "--game", "paradise_lost:num_heroes=2", "--seed", "1", "--record", path, entries=["1", "1"])
    assert read(path).game == "paradise_lost:num_heroes=2"
    assert "Oracle cards: " in moments(terminal.run("replay", path, "--seat", "hero_1"))[0]
    shown = terminal.run("replay", path, "--seat", "witch")
    assert (shown.code, shown.err) == (2, "--seat: found 'witch', allowed: hero_0, hero_1\n")


# ---- what is wrong with a file ---------------------------------------------------------------------------------------


def test_a_changed_file_is_refused(terminal: Terminal, recorded: Path):
    text = recorded.read_text("utf-8")
    recorded.write_text(text.replace(f"seed = {SEED}", "seed = 12"), "utf-8")
    shown = terminal.run("replay", str(recorded))
    assert (shown.code, shown.out) == (2, "")
    assert re.fullmatch(rf"{recorded}: check: found \w+, allowed: \w+; the file is not as it was written\n", shown.err)


def test_no_file_ends_in_a_traceback(terminal: Terminal, recorded: Path):
    """Random bytes, cuts, changes, and numbers that are signed anew are refused in one line, or play."""
    rng, raw, refused = random.Random(0), recorded.read_bytes(), 0
    for number in range(60):
        spot = rng.randrange(len(raw))
        found = [rng.randbytes(200), raw[:spot], raw[:spot] + rng.randbytes(1) + raw[spot + 1 :]][number % 3]
        recorded.write_bytes(found)
        shown = terminal.run("replay", str(recorded), "--to", "1")
        if shown.code:
            assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
            assert shown.err.startswith(str(recorded)) and "allowed" in shown.err
            refused += 1
    assert refused > 40


def test_only_one_pair_of_eyes(terminal: Terminal, recorded: Path):
    shown = terminal.run("replay", str(recorded), "--seat", "witch", "--everything")
    assert shown.code == 2 and shown.err.count("\n") == 1 and "not allowed with" in shown.err


# ---- export ----------------------------------------------------------------------------------------------------------


def test_games_are_exported(terminal: Terminal, recorded: Path, tmp_path: Path):
    out = tmp_path / "data"
    shown = terminal.run("export", str(recorded), str(recorded), "--out", str(out))
    count = 2 * read(recorded).decisions
    assert (shown.code, shown.out, shown.err) == (0, f"{out}: 2 games, {count} decisions\n", "")
    assert sorted(path.name for path in out.iterdir()) == ["decisions.parquet", "games.parquet"]
    again = terminal.run("export", str(recorded), "--out", str(out))
    assert (again.code, again.err) == (2, f"{out}: found something that is there, allowed: a new folder\n")
    recorded.write_bytes(b"\xff")
    wrong = terminal.run("export", str(recorded), "--out", str(tmp_path / "more"))
    assert (wrong.code, wrong.err) == (2, f"{recorded}: byte 0 is not UTF-8, allowed: a replay file\n")
