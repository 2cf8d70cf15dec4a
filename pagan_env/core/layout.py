"""Fields of a game's record, each declared once: name, type, shape, range, who may see it, and a line of doc.

From the declaration come the dtype, the committed layout file, the docs table, the range check, `view` (a copy with what
a seat can't see blanked) and `scramble` (the same bytes made noise, for leak tests).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .jit import kernel


@dataclass(frozen=True)
class Sees:
    """Who may see a field: everyone, its owner, one seat, nobody, or the seats in a bit mask held by a `guard` field."""

    who: str
    seat: int = -1
    guard: str = ""

    def __str__(self) -> str:
        return {"seat": f"seat {self.seat}", "guard": f"seats in {self.guard}"}.get(self.who, self.who)


ALL = Sees("all")
OWNER = Sees("owner")  # the seat whose row of an array of seats it stands in
NOBODY = Sees("nobody")


def only(seat: int) -> Sees:
    """Seen by one seat."""
    return Sees("seat", seat=seat)


def seen_by(guard: str) -> Sees:
    """Seen by the seats whose bits are set in the field `guard` of the same record."""
    return Sees("guard", guard=guard)


@dataclass(frozen=True)
class Field:
    """One line of a record. `of` is a NumPy type or another `Record`; `by_seat` says that the rows of an array are the seats'."""

    name: str
    doc: str
    low: int = 0
    high: int = 0
    sees: Sees = ALL
    shape: int | tuple[int, ...] = ()
    of: str | Record = "i2"
    by_seat: bool = False

    @property
    def dimensions(self) -> tuple[int, ...]:
        return (self.shape,) if isinstance(self.shape, int) else self.shape


@dataclass(frozen=True)
class Leaf:
    """A field of plain numbers at its place in the record: `offset` in bytes, `owner` the seat it belongs to (-1: none)."""

    path: str
    field: Field
    offset: int
    count: int
    owner: int
    guard_offset: int

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(self.field.of)

    @property
    def size(self) -> int:
        return self.count * self.dtype.itemsize

    def visible_to(self, seat: int) -> bool:
        """Whether `seat` always sees it (a guarded field depends on the state)."""
        sees = self.field.sees
        return sees.who == "all" or (sees.who == "owner" and seat == self.owner) or (sees.who == "seat" and seat == sees.seat)


class Record:
    """A named list of fields, wide ones first; the end is filled up by a field of zeros, so that no byte is unnamed."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        taken = [f.name for f in fields if hasattr(np.record, f.name)]
        if taken:
            raise ValueError(f"record {name}: NumPy has attributes {taken} of its own, which hide the fields in plain Python")
        missing = _dtype(fields).itemsize - _named_bytes(fields)
        if missing:
            fields += (Field("padding", "Always 0: fills the record up to a multiple of 8 bytes.", shape=missing // 2),)
        self.fields = fields
        self.dtype = _dtype(fields)  # the one object: an equal copy makes every kernel call slow
        if self.dtype.itemsize != _named_bytes(fields):
            raise ValueError(f"record {name}: a gap between two fields; put wide fields first")

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """Every field of plain numbers, arrays of records unrolled, in order of offset."""
        return tuple(self._walk("", 0, -1))

    def _walk(self, prefix: str, base: int, owner: int) -> Iterator[Leaf]:
        offsets = {name: entry[1] for name, entry in (self.dtype.fields or {}).items()}
        for f in self.fields:
            offset = base + offsets[f.name]
            if not isinstance(f.of, Record):
                guard = base + offsets[f.sees.guard] if f.sees.who == "guard" else -1
                yield Leaf(prefix + f.name, f, offset, int(np.prod(f.dimensions, dtype=int)), owner, guard)
            elif not f.dimensions:
                yield from f.of._walk(f"{prefix}{f.name}.", offset, owner)
            else:
                for row in range(int(np.prod(f.dimensions))):
                    place = offset + row * f.of.dtype.itemsize
                    yield from f.of._walk(f"{prefix}{f.name}[{row}].", place, row if f.by_seat else owner)

    def visibility(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """What `seat` sees: uint8 (itemsize,) of 0 or 255, and int64 (guards, 3) rows of offset, size, offset of the guard."""
        mask = np.zeros(self.dtype.itemsize, np.uint8)
        guards = []
        for leaf in self.leaves:
            if leaf.visible_to(seat):
                mask[leaf.offset : leaf.offset + leaf.size] = 255
            elif leaf.guard_offset >= 0:
                guards.append((leaf.offset, leaf.size, leaf.guard_offset))
        return mask, np.array(guards, np.int64).reshape(-1, 3)

    def faults(self, states: np.ndarray) -> list[str]:
        """Fields out of their declared range in any of `states`, a line each; empty when all is well."""
        raw = raw_bytes(states)
        found = []
        for leaf in self.leaves:
            if leaf.dtype.kind == "u":  # a set of bits: every value is in range
                continue
            values = raw[:, leaf.offset : leaf.offset + leaf.size].copy().view(leaf.dtype)
            if values.min() < leaf.field.low or values.max() > leaf.field.high:
                found.append(
                    f"{self.name}.{leaf.path}: found {values.min()}..{values.max()}, allowed {leaf.field.low}..{leaf.field.high}"
                )
        return found

    def scramble(self, states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
        """A copy of `states` in which everything that `seat` can't see is in-range noise."""
        scrambled = states.copy()
        raw = raw_bytes(scrambled)
        for leaf in self.leaves:
            if leaf.visible_to(seat):
                continue
            low, high = (0, 2**63 - 1) if leaf.dtype.kind == "u" else (leaf.field.low, leaf.field.high)
            noise = rng.integers(low, high, (len(states), leaf.count), endpoint=True).astype(leaf.dtype)
            hidden = np.ones(len(states), bool)
            if leaf.guard_offset >= 0:
                guard = raw[:, leaf.guard_offset : leaf.guard_offset + 2].copy().view(np.int16)[:, 0]
                hidden = (guard >> seat) & 1 == 0
            raw[hidden, leaf.offset : leaf.offset + leaf.size] = noise[hidden].view(np.uint8)
        return scrambled

    def table(self) -> list[dict[str, object]]:
        """Plain rows for the committed layout file and the docs: each declared field once, arrays of records not unrolled."""
        return list(self._rows(""))

    def _rows(self, prefix: str) -> Iterator[dict[str, object]]:
        for f in self.fields:
            shape = "".join(f"[{n}]" for n in f.dimensions)
            if isinstance(f.of, Record):
                yield from f.of._rows(f"{prefix}{f.name}{shape}.")
            else:
                yield {
                    "field": f"{prefix}{f.name}{shape}",
                    "type": str(np.dtype(f.of)),
                    "low": f.low,
                    "high": f.high,
                    "sees": str(f.sees),
                    "doc": f.doc,
                }


def _dtype(fields: tuple[Field, ...]) -> np.dtype:
    return np.dtype([(f.name, _element(f), f.dimensions) for f in fields], align=True)


def _element(field: Field) -> np.dtype:
    return field.of.dtype if isinstance(field.of, Record) else np.dtype(field.of)


def _named_bytes(fields: tuple[Field, ...]) -> int:
    return sum(_element(f).itemsize * int(np.prod(f.dimensions, dtype=int)) for f in fields)


def raw_bytes(states: np.ndarray) -> np.ndarray:
    """The bytes of a 1-D array of records, as a uint8 (N, itemsize) view."""
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


@kernel
def blank(source, mask, guards, seat, out):
    """Copy one record's bytes (uint8, 1-D) to `out` without what `seat` can't see; `mask`, `guards` from `visibility`."""
    for b in range(source.shape[0]):
        out[b] = source[b] & mask[b]
    for g in range(guards.shape[0]):
        if (source[guards[g, 2]] >> seat) & 1:
            start = guards[g, 0]
            for b in range(start, start + guards[g, 1]):
                out[b] = source[b]
