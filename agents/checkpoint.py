"""Checkpoint files: a zip of plain arrays (`.npz`) with a JSON header. Reading one never runs code from it.

The header says what the weights are for, so that a file from another game, ruleset or version is refused by name. The
zip's checksums catch files that were cut short or damaged.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
import zlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from agents.networks import KINDS, Shape

FORMAT = "pagan-env checkpoint"
VERSION = 2
HEADER = "header"


class CheckpointError(ValueError):
    """A file that is no usable checkpoint; the message is one line with the file's name."""


@dataclass(frozen=True)
class Header:
    """What a checkpoint is for and where it comes from.

    `kind` .. `event_sizes` are the net's, as in `networks.Shape`. `decisions` counts all seats' decisions in training; `game` is
    with its options, `Game.spec`.
    """

    game: str
    ruleset: str
    ruleset_digest: str
    role: str
    kind: str
    observation_size: int
    num_actions: int
    hidden: tuple[int, ...]
    events: int
    event_sizes: tuple[int, ...]
    decisions: int
    seed: int

    def shape(self) -> Shape:
        """The net's shape."""
        sizes = (self.observation_size, self.num_actions, self.hidden, self.kind, self.events, self.event_sizes)
        return Shape(*sizes)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a temporary file beside it takes its name once it is safely on disk."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def save(path: Path, header: Header, weights: dict[str, np.ndarray]) -> None:
    """Write a checkpoint, atomically. weights: float32 arrays by name."""
    text = json.dumps({"format": FORMAT, "version": VERSION, **asdict(header)})
    content = io.BytesIO()
    arrays = {HEADER: np.frombuffer(text.encode(), np.uint8), **weights}
    np.savez(content, **arrays)  # type: ignore[arg-type]
    write_atomically(path, content.getvalue())


def load(path: str | Path) -> tuple[Header, dict[str, np.ndarray]]:
    """Read a checkpoint. CheckpointError: absent, truncated, damaged, foreign, or of another format version."""
    arrays = read_arrays(path)
    return _header(path, arrays.pop(HEADER, None)), arrays


def read_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """The arrays of a zip of plain arrays, by name. CheckpointError: absent, truncated or damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {
                name.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
                for name in archive.namelist()
            }
    except OSError as error:
        raise CheckpointError(f"{path}: cannot be read ({error.strerror or 'damaged'})") from None
    except (ValueError, EOFError, RuntimeError, MemoryError, zlib.error, zipfile.BadZipFile):
        raise CheckpointError(f"{path}: not a checkpoint, or cut short, or damaged") from None


def _header(path: str | Path, raw: np.ndarray | None) -> Header:
    try:
        data = json.loads(raw.tobytes()) if raw is not None else {}
    except (ValueError, RecursionError):
        data = {}
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise CheckpointError(f"{path}: not a checkpoint of this project (no header)")
    version = data.pop("version", None)
    if version != VERSION:
        raise CheckpointError(f"{path}: checkpoint version {version}; this program reads version {VERSION}")
    if set(data) != {field.name for field in fields(Header)}:
        raise CheckpointError(f"{path}: the header's fields are not those of version {VERSION}")
    lists = (data.pop("hidden"), data.pop("event_sizes"))
    hidden, event_sizes = (tuple(found) if isinstance(found, list) else () for found in lists)
    header = Header(hidden=hidden, event_sizes=event_sizes, **data)
    texts = (header.game, header.ruleset, header.ruleset_digest, header.role, header.kind)
    sizes = (header.observation_size, header.num_actions, *header.hidden)
    counts = (*sizes, header.events, *header.event_sizes, header.decisions, header.seed)
    if (
        not all(isinstance(text, str) for text in texts)
        or not all(type(count) is int and count >= 0 for count in counts)
        or not all(0 < size < 2**20 for size in sizes)
        or header.kind not in KINDS
    ):
        raise CheckpointError(f"{path}: the header is damaged")
    return header
