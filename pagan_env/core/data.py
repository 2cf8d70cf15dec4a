"""Strict loading of data files: each key read must be there and right, each key there must be read; all faults at once.

    faults = Faults()
    root = Reader(faults.read(path), "", faults)
    for slug, card in root.tables("cards").items():
        cost = card.integer("cost", 0, 99)
    root.done()      # unknown keys, of the tables read from it as well
    faults.check()   # raises one DataError: `cards.toml:7: cards.clerk.cost: found -1, allowed: integer 0..99`

Reading goes on after a fault with a harmless value, so that one run finds them all.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar, overload

from .toml import above, parse, positions

T = TypeVar("T")


class DataError(ValueError):
    """A data file that can't be used; one line a fault."""


class _Required(Enum):
    REQUIRED = "required"


MOST_NAME: Final = 60
MOST_DESCRIPTION: Final = 300
"""Characters of what people read in lists."""

REQUIRED: Final = _Required.REQUIRED
"""The default of a key that must be there."""


@dataclass
class _File:
    """A file as it was read; `tables` alone for one made by a program, which has no lines."""

    name: str
    tables: dict[str, Any]
    text: str | None

    @cached_property
    def places(self) -> dict[str, int]:
        """The line of each path; 0 where there are none."""
        return dict.fromkeys(_paths(self.tables, ""), 0) if self.text is None else positions(self.text)


def _paths(table: Mapping[str, Any], where: str) -> Iterator[str]:
    for key, value in table.items():
        yield (path := f"{where}.{key}".lstrip("."))
        if isinstance(value, Mapping):
            yield from _paths(value, path)


class Faults:
    """All that is wrong with the files that were read through it, where files that were read earlier override later ones."""

    def __init__(self) -> None:
        self._files: list[_File] = []
        self._faults: set[tuple[str, str, bool, int | None]] = set()
        self._broken: list[tuple[int, int, str]] = []  # file, line, problem

    def read(self, path: str | Path) -> dict[str, Any]:
        """The tables of a TOML file. What is no TOML in it is noted, and the rest read; DataError if it can't be opened."""
        if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):  # a pipe would never end
            raise DataError(f"{path}: found no regular file, allowed: a readable TOML file")
        try:
            text = Path(path).read_text("utf-8")
        except OSError as error:
            raise DataError(f"{path}: {error.strerror}, allowed: a readable TOML file") from error
        except UnicodeDecodeError as error:
            raise DataError(f"{path}: byte {error.start} is not UTF-8, allowed: a TOML file in UTF-8") from error
        except ValueError as error:  # a null character in its name
            raise DataError(f"{str(path)!r}: {error}, allowed: a readable TOML file") from error
        return self.read_text(str(path), text)

    def read_text(self, name: str, text: str) -> dict[str, Any]:
        """The tables of a text that stands in the file of this name."""
        tables, text, broken = parse(text)
        self._broken += [(len(self._files), line, problem) for line, problem in broken]
        self._files.append(_File(name, tables, text))
        return tables

    def given(self, name: str, tables: dict[str, Any]) -> dict[str, Any]:
        """Tables that a program made, to stand beside those of files under this name."""
        self._files.append(_File(name, tables, None))
        return tables

    def nearer(self, one: str, other: str) -> str:
        """Of two paths the one whose value overrides the other's file, or stands further down in the same."""
        everywhere = range(len(self._files))
        (file, line), (other_file, other_line) = self._locate(one, everywhere), self._locate(other, everywhere)
        return one if (-file, line) >= (-other_file, other_line) else other

    def reader(self, tables: Mapping[str, Any]) -> "Reader":
        """Reads the tables of one file, its faults being told of this file, whatever overrides it."""
        file = next(number for number, file in enumerate(self._files) if file.tables is tables)
        return Reader(tables, "", self, file)

    def add(self, where: str, problem: str, lacking: bool = False, file: int | None = None) -> None:
        """Notes a fault, once, at a dotted path: `found -1, allowed: integer 0..99`.

        One that is about something `lacking` isn't told if a file had statements that could not be read: they may hold it.
        """
        self._faults.add((where, problem, lacking, file))

    def check(self) -> None:
        """Raises one DataError with a line for each fault, in the order of the files; returns if there is none."""
        found = {(file, line, "", problem) for file, line, problem in self._broken}
        for where, problem, lacking, file in self._faults:
            if not (lacking and self._broken):
                found.add((*self._locate(where, range(len(self._files)) if file is None else [file]), where, problem))
        if found:
            raise DataError("\n".join(self._told(*fault) for fault in sorted(found)))

    def _locate(self, where: str, files: Sequence[int]) -> tuple[int, int]:
        """The file and line of a path, or of its nearest parent in any of the files; else the first of them."""
        while where:
            for number in files:
                if where in self._files[number].places:
                    return number, self._files[number].places[where]
            where = above(where)
        return files[0], 1 if self._files[files[0]].text is not None else 0

    def _told(self, file: int, line: int, where: str, problem: str) -> str:
        place = f"{self._files[file].name}:{line}".removesuffix(":0")
        return ": ".join(part.replace("\n", "\\n") for part in (place, where, problem) if part)  # a quoted key may hold anything


class Reader:
    """Reads the keys of one table at the dotted path `where` ("" for the whole file), of `file` alone if it is given.

    A key that is missing without a default, or holds something else than allowed, is noted in `faults`, and a harmless
    value of the right type is returned. Defaults are returned as they are.
    """

    def __init__(self, table: Mapping[str, Any], where: str, faults: Faults, file: int | None = None) -> None:
        self.where = where
        self._table = table
        self.faults = faults
        self._file = file
        self._asked: dict[str, None] = {}
        self._children: list[Reader] = []

    def integer(self, key: str, low: int, high: int, default: int | _Required = REQUIRED) -> int:
        """An integer from `low` to `high`; true and false are none."""

        def parse(value: Any) -> int | None:
            return value if type(value) is int and low <= value <= high else None

        return self._take(key, f"integer {low}..{high}", parse, default, low)

    @overload
    def choice(self, key: str, options: Mapping[str, int], default: int | _Required = REQUIRED) -> int: ...

    @overload
    def choice(self, key: str, options: Sequence[str], default: str | _Required = REQUIRED) -> str: ...

    def choice(
        self, key: str, options: Mapping[str, int] | Sequence[str], default: int | str | _Required = REQUIRED
    ) -> int | str:
        """One of the words: its number if `options` maps words to numbers, else the word."""
        answers: dict[str, int | str] = {word: options[word] if isinstance(options, Mapping) else word for word in options}

        def parse(value: Any) -> int | str | None:
            return answers.get(value) if isinstance(value, str) else None

        return self._take(key, " | ".join(answers), parse, default, next(iter(answers.values())))

    def text(self, key: str, default: str | _Required = REQUIRED) -> str:
        """A string."""
        return self._take(key, "text", lambda value: value if isinstance(value, str) else None, default, "")

    def line(self, key: str, most: int, default: str | _Required = REQUIRED) -> str:
        """One line of 1 to `most` printable characters, not all of them spaces."""

        def parse(value: Any) -> str | None:
            fits = isinstance(value, str) and value.strip() and len(value) <= most and value.isprintable()
            return value if fits else None

        return self._take(key, f"text, 1 to {most} printable characters", parse, default, "")

    def flag(self, key: str, default: bool | _Required = REQUIRED) -> bool:
        """True or false."""
        return self._take(key, "true | false", lambda value: value if isinstance(value, bool) else None, default, False)

    def lines(self, key: str, default: Sequence[str] | _Required = REQUIRED) -> list[str]:
        """A list of strings."""

        def parse(value: Any) -> Sequence[str] | None:
            return value if isinstance(value, list) and all(isinstance(line, str) for line in value) else None

        return list(self._take(key, "list of text", parse, default, []))

    def table(self, key: str, default: Mapping[str, Any] | _Required = REQUIRED) -> "Reader":
        """A table; one that is missing or none reads as a table whose keys aren't complained about."""
        nothing: dict[str, Any] = {}
        table = self._take(key, "table", lambda value: value if isinstance(value, dict) else None, default, nothing)
        faults = Faults() if table is nothing else self.faults
        self._children.append(Reader(table, self.path(key), faults, self._file))
        return self._children[-1]

    def tables(self, key: str, default: Mapping[str, Any] | _Required = REQUIRED) -> "dict[str, Reader]":
        """A table of tables by snake_case slug, in the order of the file."""
        outer = self.table(key, default)
        for slug in outer._table:
            if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", slug):
                outer.fault(slug, f"found name {slug!r}, allowed: snake_case, such as learn_secrets")
        return {slug: outer.table(slug) for slug in outer._table}

    def integers(self, key: str, low: int, high: int, default: Mapping[str, Any] | _Required = REQUIRED) -> dict[str, int]:
        """A table of integers from `low` to `high`, in the order of the file."""
        outer = self.table(key, default)
        return {name: outer.integer(name, low, high) for name in outer._table}

    def fault(self, key: str, problem: str, lacking: bool = False) -> None:
        """Notes what is wrong with a key (or "", the table itself) beyond what this reader checks: `found ..., allowed: ...`."""
        self.faults.add(self.path(key), problem, lacking, self._file)

    def twin(self, other: "Reader", key: str) -> None:
        """Notes that a key holds what it holds in another table, of the one that came later: the nearer file's."""
        paths = {self.path(key): (self, other), other.path(key): (other, self)}
        later, first = paths[self.faults.nearer(self.path(key), other.path(key))]
        later.fault(key, f"found {json.dumps(later.raw(key))} twice, allowed: one that {first.where} doesn't have")

    def done(self) -> None:
        """Notes every key of this table and of those read from it that was never asked for."""
        allowed = ", ".join(self._asked) or "no key"
        for key in self._table.keys() - self._asked.keys():
            near = get_close_matches(key, self._asked, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            self.fault(key, f"found an unknown key, {hint}allowed: {allowed}")
        for child in self._children:
            child.done()

    def names(self) -> list[str]:
        """What stands in this table, in the order of the file."""
        return list(self._table)

    def raw(self, key: str) -> Any:
        """What stands under a key, unread and unchecked; None for nothing."""
        return self._table.get(key)

    def leave(self, *keys: str) -> None:
        """Counts these keys as read: somebody else reads them."""
        self._asked.update(dict.fromkeys(keys))

    def path(self, key: str) -> str:
        """Where a key of this table stands, from the root."""
        return f"{self.where}.{key}".strip(".")

    def _take(self, key: str, allowed: str, parse: Callable[[Any], T | None], default: T | _Required, harmless: T) -> T:
        """The parsed value of a key, or its default, or a fault and the harmless value; `parse` refuses by None."""
        self._asked[key] = None
        if key not in self._table and default is not REQUIRED:
            return default
        value = parse(self._table[key]) if key in self._table else None
        if value is None:
            found = json.dumps(self._table[key], default=str) if key in self._table else "nothing"
            missing = key not in self._table
            file = 0 if missing and not self.where and self._file is None else self._file  # others have keys of their own
            self.faults.add(self.path(key), f"found {found}, allowed: {allowed}", missing, file)
            return harmless
        return value
