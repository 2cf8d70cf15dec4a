"""Replay files: a game as its seed, its rules by name and digest, and which of the legal actions was taken each time.

    # A game to look at: python -m pagan_env replay FILE
    replay = 1
    game = "rooks:players=3"
    ruleset = "small@1"
    digest = "d7ddfa065f283568"
    seed = 7
    engine = "0.1.0"
    decisions = 34
    moves = "0f3a77c1"
    result = "Rook 1 won: all taken"
    actions = "c-jr3..."
    check = "9d2b11aa"

Small TOML of one form; docs/replays.md says what each key is. `actions` is one number in base 85: a decision with n legal
actions, of which number r (from 0, in the order of the action space) was taken, adds r times the product of the n before it.
Whoever has the rules can count the legal actions again, so that a decision costs no more than the choice that it was. What this
module reads has the right form and is as it was written; that the game goes so is for whoever has the rules to see.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from .data import DataError, Faults, Reader

FORM = 1
MOST_BYTES = 1_000_000
MOST_DECISIONS = 1_000_000
HEADING = "# A game to look at: python -m pagan_env replay FILE\n"
UNFINISHED = "unfinished"
_GAME = re.compile(r"[a-z][a-z0-9_]*(:[a-z_]+=[0-9]+(,[a-z_]+=[0-9]+)*)?")
_HEX = re.compile(r"[0-9a-f]{8,16}")


class ReplayError(ValueError):
    """A replay that can't be used: one line with where, what was found and what is allowed."""


@dataclass(frozen=True)
class Replay:
    """A game to deal and play again. Names are single lines; `seed` is in [0, 2**63)."""

    game: str
    """The game's name with its options, as in `Game.spec`."""
    ruleset: str
    digest: str
    """Name of the ruleset, and the digest of all that it uses."""
    variant: int
    """Which of the ruleset's variants, from 0."""
    seed: int
    engine: str
    """The version of the package that wrote it."""
    decisions: int
    moves: str
    """`digest_of` the actions."""
    result: str
    """How it ended, in words; "unfinished" for a game that was broken off."""
    actions: int
    """Which of the legal actions was taken each time, as one number (`pack`)."""


def pack(choices: Iterable[tuple[int, int]]) -> int:
    """Pairs (number of the choice from 0, how many there were) as one number."""
    packed = 0
    for choice, count in reversed(list(choices)):
        packed = packed * count + choice
    return packed


def digest_of(actions: Sequence[int]) -> str:
    """Eight hex digits of a game's actions."""
    return hashlib.sha256(",".join(map(str, actions)).encode()).hexdigest()[:8]


def encode(replay: Replay) -> str:
    """The text of a replay, which `decode` takes. Raises ReplayError for what it would not."""
    text = _text(replay)
    if decode(text) != replay:
        raise ReplayError(f"replay: {replay} would not read back the same, allowed: single lines of at most 300 characters")
    return text


def decode(text: str, where: str = "replay") -> Replay:
    """The replay in a text. Raises ReplayError, in one line that begins with `where`."""
    faults = Faults()
    try:
        replay, found = _read(Reader(faults.read_text(where, text), "", faults))
        faults.check()
    except DataError as error:
        told = str(error).splitlines()[0]
        raise ReplayError(told if "allowed" in told else f"{told}, allowed: a replay file") from None
    if found != _check(replay):
        raise ReplayError(f"{where}: check: found {found}, allowed: {_check(replay)}; the file is not as it was written")
    return replay


def write(replay: Replay, path: str | Path) -> None:
    """Write a new replay file, whole or not at all. Raises ReplayError if it can't be, or if something is there already."""
    if os.path.lexists(path):
        raise ReplayError(f"{path}: found a file that is there, allowed: a new one")
    write_whole(Path(path), encode(replay))


def read(path: str | Path) -> Replay:
    """The replay in a file. Raises ReplayError."""
    path = Path(path)
    if path.exists() and not path.is_file():  # a pipe would never end
        raise ReplayError(f"{path}: found no regular file, allowed: a replay file")
    try:
        with open(path, "rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ReplayError(f"{path}: found more than {MOST_BYTES} bytes, allowed: a replay file")
        text = raw.decode("utf-8")
    except OSError as error:
        raise ReplayError(f"{path}: {error.strerror}, allowed: a replay file") from None
    except UnicodeDecodeError as error:
        raise ReplayError(f"{path}: byte {error.start} is not UTF-8, allowed: a replay file") from None
    except ReplayError:
        raise
    except ValueError as error:  # a null character in its name
        raise ReplayError(f"{str(path)!r}: {error}, allowed: a replay file") from None
    return decode(text, str(path))


def write_whole(path: Path, text: str) -> None:
    """Write a text file by way of one beside it, so that nobody ever finds half of it. Raises ReplayError if it can't be."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ReplayError(f"{path}: {error.strerror}, allowed: a file in a folder that can be written to") from None


def _values(replay: Replay) -> dict[str, int | str]:
    raw = replay.actions.to_bytes((replay.actions.bit_length() + 7) // 8, "little")
    return {"replay": FORM, **asdict(replay), "actions": base64.b85encode(raw).decode("ascii")}


def _text(replay: Replay) -> str:
    values = {**_values(replay), "check": _check(replay)}
    return HEADING + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())


def _check(replay: Replay) -> str:
    """Eight hex digits of all that a replay says."""
    told = json.dumps(_values(replay), ensure_ascii=True)
    return hashlib.sha256(told.encode("ascii")).hexdigest()[:8]


def _read(root: Reader) -> tuple[Replay, str]:
    """The replay and its check, with harmless values in place of what is noted as a fault."""
    root.integer("replay", FORM, FORM)
    replay = Replay(
        game=_matching(root, "game", _GAME, "a game's name, such as name:key=3"),
        ruleset=root.line("ruleset", 300),
        digest=_matching(root, "digest", _HEX, "8 to 16 hex digits"),
        variant=root.integer("variant", 0, 4095),
        seed=root.integer("seed", 0, 2**63 - 1),
        engine=root.line("engine", 60),
        decisions=root.integer("decisions", 0, MOST_DECISIONS),
        moves=_matching(root, "moves", _HEX, "8 to 16 hex digits"),
        result=root.line("result", 300),
        actions=_number(root, "actions"),
    )
    check = _matching(root, "check", _HEX, "8 to 16 hex digits")
    root.done()
    return replay, check


def _matching(root: Reader, key: str, pattern: re.Pattern[str], allowed: str) -> str:
    text = root.text(key)
    if isinstance(root.raw(key), str) and not pattern.fullmatch(text):
        root.fault(key, f"found {json.dumps(text)[:80]}, allowed: {allowed}")
    return text


def _number(root: Reader, key: str) -> int:
    text = root.text(key)
    try:
        return int.from_bytes(base64.b85decode(text), "little")
    except (ValueError, binascii.Error):
        root.fault(key, "found what is no text in base 85, allowed: what a replay was written with")
        return 0
