"""Replay files: what is written reads back the same, and whatever else is in a file is refused in one line."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from pagan_env.core.replays import MOST_BYTES, Replay, ReplayError, decode, digest_of, encode, pack, read, write

REPLAY = Replay(
    game="rooks:players=3",
    ruleset="small@1",
    digest="d7ddfa065f283568",
    variant=0,
    seed=2**63 - 1,
    engine="0.1.0",
    decisions=4,
    moves=digest_of([3, 1, 4, 1]),
    result="Rook 1 won: all taken",
    actions=pack([(2, 5), (0, 1), (8, 9), (1, 2)]),
)
TEXT = encode(REPLAY)


def test_what_is_written_reads_back(tmp_path: Path):
    path = tmp_path / "a.replay"
    write(REPLAY, path)
    assert read(path) == REPLAY
    assert path.read_text("utf-8") == TEXT
    assert list(tmp_path.iterdir()) == [path]
    assert len(TEXT.splitlines()) == 13


def test_choices_are_packed_as_one_number():
    rng = random.Random(0)
    for length in (0, 1, 2, 50, 900):
        counts = [rng.randrange(1, 40) for _ in range(length)]
        choices = [(rng.randrange(count), count) for count in counts]
        packed = pack(iter(choices))
        found = []
        for count in counts:
            packed, choice = divmod(packed, count)
            found.append((choice, count))
        assert (found, packed) == (choices, 0)


def test_a_long_game_is_written_as_well():
    """Python refuses to print an int of more than 4,300 digits."""
    long = replace(REPLAY, actions=1 << 50_000)
    assert decode(encode(long)) == long


def test_layout_comments_and_line_ends_do_not_matter():
    assert decode(TEXT.replace("\n", "\r\n")) == REPLAY
    assert decode("# mine\n\n" + TEXT.replace(" = ", "   =  ")) == REPLAY


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"small@1"', '"large@1"', "replay: check: found CHECK, allowed: 0"),
        ("decisions = 4", "decisions = 5", "replay: check: found CHECK"),
        ('moves = "', 'moves = "0', "replay: check: found CHECK"),
        ("replay = 1", "replay = 2", "replay:2: replay: found 2, allowed: integer 1..1"),
        ('game = "rooks', 'game = "Rooks', "replay:3: game: found .*, allowed: a game's name"),
        ("seed = ", "seed = -", "replay:7: seed: found -.*, allowed: integer 0.."),
        ("seed = 9223372036854775807", "seed = true", "replay:7: seed: found true"),
        ("seed = 9223372036854775807", f"seed = {'9' * 5000}", "replay:7: not TOML that can be read"),
        ("engine = ", "motor = ", "replay:1: engine: found nothing, allowed: text|replay:8: motor: found an unknown key"),
        ("decisions = 4", "decisions = 4.0", "replay:9: decisions: found 4.0, allowed: integer 0..1000000"),
        ('actions = "', "actions = \"'", "replay:12: actions: found what is no text in base 85"),
        ('check = "', 'check = "x', "replay:13: check: found .*, allowed: 8 to 16 hex digits"),
        ("[", "[", ""),
    ],
)
def test_a_changed_file_is_refused(old: str, new: str, told: str):
    if old == new:
        changed, told = TEXT + "[more]\nkey = 1\n", "replay:14: more: found an unknown key"
    else:
        assert TEXT.count(old) == 1
        changed = TEXT.replace(old, new)
    check = TEXT.splitlines()[-1].split('"')[1]
    with pytest.raises(ReplayError, match=f"^({told.replace('CHECK', check).replace('allowed: 0', 'allowed: ')})") as refused:
        decode(changed)
    assert "\n" not in str(refused.value)


def test_what_would_not_read_back_is_not_written():
    for wrong in ({"ruleset": "two\nlines"}, {"game": "Rooks"}, {"seed": -1}, {"engine": ""}, {"digest": ""}):
        with pytest.raises(ReplayError):
            encode(replace(REPLAY, **wrong))


@pytest.mark.parametrize("seed", range(4))
def test_random_bytes_cuts_and_changes_are_refused_in_a_line(tmp_path: Path, seed: int):
    rng, path, raw = random.Random(seed), tmp_path / "some.replay", TEXT.encode()
    kept = 0
    for number in range(150):
        if number % 3 == 0:
            found = rng.randbytes(rng.randrange(400))
        elif number % 3 == 1:
            found = raw[: rng.randrange(len(raw) - 1)]
        else:
            spot = rng.randrange(len(raw))
            found = raw[:spot] + rng.randbytes(rng.randrange(1, 4)) + raw[spot + rng.randrange(3) :]
        path.write_bytes(found)
        try:
            assert read(path) == REPLAY  # changed in its comment, or in nothing
            kept += 1
        except ReplayError as error:
            told = str(error)
            assert told.startswith(str(path)) and "\n" not in told and "allowed" in told, found
    assert kept < 30


def test_what_is_no_file_is_refused_in_a_line(tmp_path: Path):
    big = tmp_path / "big"
    big.write_bytes(b"#" * (MOST_BYTES + 1))
    (tmp_path / "nested").write_text("a = " + "[" * 100_000, "utf-8")
    for path in (tmp_path, tmp_path / "none", big, tmp_path / "nested", Path("a\0b"), Path("/dev/null")):
        with pytest.raises(ReplayError, match="allowed") as refused:
            read(path)
        assert "\n" not in str(refused.value)


def test_a_file_that_can_not_be_written_leaves_nothing(tmp_path: Path):
    with pytest.raises(ReplayError, match="No such file or directory, allowed: a file in a folder"):
        write(REPLAY, tmp_path / "none" / "a.replay")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ReplayError, match="folder"):
        write(REPLAY, tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
