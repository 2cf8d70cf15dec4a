"""Card effect programs: lines of text in, rows of small numbers out, and back again.

A `Language` is an ordered list of verbs. Each verb is a template such as `place {amount} {token} on {place}`, whose
words stand for themselves and whose slots say which numbers they write to which column. One line of text is one row of
`WIDTH` int16 numbers: column 0 the op, columns 1 to 5 the slots. Card text is rebuilt from the rows, so that it can't
drift from what the card does.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

WIDTH = 6
END = 0  # the op of the row that closes a stored program

Rows = npt.NDArray[np.int16]


class ProgramError(ValueError):
    """A line or a row that the language can't say, in one line: `where` it stands and the `problem`."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


@dataclass(frozen=True)
class Number:
    """A slot that holds an integer from `low` to `high`, both within int16."""

    name: str
    column: int
    low: int
    high: int

    optional: ClassVar[bool] = False
    pattern: ClassVar[str] = r"0|-?[1-9][0-9]{0,8}"  # so that one out of range can be named as such

    def read(self, text: str) -> int:
        return int(text)

    def write(self, value: int, singular: bool) -> str | None:
        """The text of a value; None if the slot can't hold it."""
        return str(value) if self.low <= value <= self.high else None

    def grammar(self) -> str:
        return f"<{self.low}-{self.high}>"


@dataclass(frozen=True)
class Choice:
    """A slot that holds the number of one of `words`: words, or phrases with single spaces, read in any case.

    `plural_by` names the number that turns `Clue` into `Clues` unless it is 1; reading takes either. A `default` is
    what the slot holds when it is left out of the line, and is written as nothing. Of two words for one number the
    first is written.
    """

    name: str
    column: int
    words: Mapping[str, int]
    plural_by: str | None = None
    default: int | None = None

    @property
    def optional(self) -> bool:
        return self.default is not None

    @property
    def pattern(self) -> str:
        """Any spelling, the longest first."""
        return "|".join(re.escape(spelling) for spelling in sorted(self.numbers(), key=len, reverse=True))

    def read(self, text: str | None) -> int:
        return self.numbers()[text.lower()] if text else self.default or 0

    def write(self, value: int, singular: bool) -> str | None:
        """The text of a value; None if the slot can't hold it."""
        if value == self.default:
            return ""
        word = next((word for word, number in self.words.items() if number == value), None)
        return word + "s" if word and self.plural_by and not singular else word

    def grammar(self) -> str:
        return f"[{'|'.join(self.words)}]" if self.optional else "|".join(self.words)

    def numbers(self) -> dict[str, int]:
        """The number of each spelling, in lower case."""
        endings = ("", "s") if self.plural_by else ("",)
        return {(word + ending).lower(): number for word, number in self.words.items() for ending in endings}


Slot = Number | Choice


class Verb:
    """One thing that a line can say: an op from 1, a template of words and `{slots}`, and those slots.

    Raises ValueError when the template and the slots disagree, two slots share a column or a slot is ambiguous.
    """

    def __init__(self, op: int, template: str, slots: tuple[Slot, ...] = ()) -> None:
        self.op, self.template, self.slots = op, template, slots
        for fault in self._faults():
            raise ValueError(f"verb {template!r}: {fault}")
        by_name = {slot.name: slot for slot in slots}
        self.parts: list[str | Slot] = [by_name[word[1:-1]] if word[0] == "{" else word for word in template.split()]
        self._pattern = _compile(self.parts)

    def _faults(self) -> Iterator[str]:
        words = self.template.split()
        in_template = sorted(word[1:-1] for word in words if word[0] == "{")
        columns = [slot.column for slot in self.slots]
        numbers = [slot.name for slot in self.slots if isinstance(slot, Number)]
        if in_template != sorted({slot.name for slot in self.slots}) or len(in_template) != len(self.slots):
            yield f"slots {[slot.name for slot in self.slots]}, allowed: each one of the template once, {in_template}"
        if len(set(columns)) < len(columns) or not set(columns) <= set(range(1, WIDTH)):
            yield f"columns {columns}, allowed: different ones from 1..{WIDTH - 1}"
        if len(words) == len(self.slots) and all(slot.optional for slot in self.slots):
            yield "all of it can be left out, allowed: at least one word or slot that can't"
        for slot in self.slots:
            if isinstance(slot, Choice) and len(slot.numbers()) < len(slot.words) * (2 if slot.plural_by else 1):
                yield f"slot {slot.name} spells two words alike in {list(slot.words)}, allowed: different ones"
            if isinstance(slot, Choice) and slot.plural_by not in (None, *numbers):
                yield f"slot {slot.name} has plural_by {slot.plural_by!r}, allowed: {numbers}"

    def phrases(self) -> Iterator[str]:
        """The words of the template, and all that may stand in its slots but numbers."""
        for part in self.parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Choice):
                yield from part.words

    def head(self) -> list[str | Slot]:
        """The parts that a line may begin with: all up to the first that can't be left out."""
        required = [isinstance(part, str) or not part.optional for part in self.parts]
        return self.parts[: required.index(True) + 1]

    def starts(self, line: str) -> bool:
        """Whether a tidy line begins as this verb does."""
        return _compile(self.head()).match(line + " ") is not None

    def read(self, line: str) -> list[int] | None:
        """The row that a tidy line says, its numbers unchecked; None if the line isn't of this verb."""
        match = self._pattern.fullmatch(line + " ")
        if match is None:
            return None
        row = [self.op] + [0] * (WIDTH - 1)
        for slot in self.slots:
            row[slot.column] = slot.read(match[slot.name])
        return row

    def misfit(self, row: Sequence[int]) -> str | None:
        """What is wrong with the first slot that can't hold its number; None if all can."""
        for slot in self.slots:
            if slot.write(row[slot.column], True) is None:
                return f"{slot.name} {row[slot.column]} is out of range, allowed: {slot.grammar()}"
        return None

    def write(self, row: Sequence[int]) -> str:
        """The row in words, whatever its op; every slot must hold its number."""
        single = {slot.name for slot in self.slots if row[slot.column] == 1}
        words = (
            part if isinstance(part, str) else part.write(row[part.column], isinstance(part, Choice) and part.plural_by in single)
            for part in self.parts
        )
        return " ".join(word for word in words if word)

    def grammar(self) -> str:
        """The template with the words and ranges of its slots in place."""
        return " ".join(map(_grammar, self.parts))


def _grammar(part: str | Slot) -> str:
    return part if isinstance(part, str) else part.grammar()


def _compile(parts: Iterable[str | Slot]) -> re.Pattern[str]:
    """A pattern for lines that end in a space, so that every part is followed by one and may be left out with it."""
    patterns = (
        f"{re.escape(part)} " if isinstance(part, str) else f"(?:(?P<{part.name}>{part.pattern}) ){'?' if part.optional else ''}"
        for part in parts
    )
    return re.compile("".join(patterns), re.IGNORECASE | re.ASCII)  # letters and digits of other alphabets are none


class Language:
    """All that a program can say: `verbs` in the order in which they are tried for writing a row."""

    def __init__(self, verbs: Iterable[Verb]) -> None:
        self.verbs = tuple(verbs)

    def assemble(self, lines: Sequence[str], where: str) -> Rows:
        """The (len(lines), WIDTH) int16 rows of a program, without an END row.

        Raises ProgramError with `where[index]` for the first line that can't be read, holds a number out of range or
        means two things.
        """
        rows = [self._row(line, f"{where}[{index}]") for index, line in enumerate(lines)]
        return np.array(rows, np.int16).reshape(-1, WIDTH)

    def disassemble(self, rows: Rows) -> list[str]:
        """The lines that assemble to these (n, WIDTH) rows. Raises ProgramError for a row that no line says."""
        return [self._line(row, f"row {index}") for index, row in enumerate(rows.tolist())]

    def _row(self, line: str, where: str) -> list[int]:
        tidy = " ".join(line.split())
        readings = [(verb, row) for verb in self.verbs if (row := verb.read(tidy)) is not None]
        misfits = [verb.misfit(row) for verb, row in readings]
        fitting = [reading for reading, misfit in zip(readings, misfits, strict=True) if misfit is None]
        if not readings:
            raise ProgramError(where, f"cannot read {line!r}; allowed: {self._nearest(tidy)}")
        if not fitting:
            raise ProgramError(where, f"in {line!r} {misfits[0]}")
        if any(row != fitting[0][1] for _, row in fitting):
            raise ProgramError(where, f"{line!r} can mean {' or '.join(repr(verb.template) for verb, _ in fitting)}")
        return fitting[0][1]

    def _line(self, row: list[int], where: str) -> str:
        for verb in self.verbs:
            if verb.op == row[0] and verb.misfit(row) is None and verb.read(line := verb.write(row)) == row:
                return line
        raise ProgramError(where, f"cannot say {row}; allowed: what a line assembles to")

    def _nearest(self, line: str) -> str:
        near = [verb.grammar() for verb in self.verbs if verb.starts(line)]
        first = dict.fromkeys(_grammar(part) for verb in self.verbs for part in verb.head())
        return "; or ".join(near) or f"a line that begins with {', '.join(first)}"


class CodePool:
    """Programs interned into one array, identical ones once, each followed by an END row; 0 is the empty program."""

    def __init__(self) -> None:
        self._rows: list[list[int]] = []
        self._starts: dict[bytes, int] = {}
        self.add(np.zeros((0, WIDTH), np.int16))

    def add(self, rows: Rows) -> int:
        """Where the (n, WIDTH) program starts in the array. Raises ValueError for an END row, which would cut it."""
        if (rows[:, 0] == END).any():
            raise ValueError(f"a program to be stored has op {END} (END) in a row, allowed: ops from 1")
        start = self._starts.setdefault(rows.tobytes(), len(self._rows))
        if start == len(self._rows):
            self._rows += [*rows.tolist(), [END] * WIDTH]
        return start

    def array(self) -> Rows:
        """All programs stored so far, (n, WIDTH) int16."""
        return np.array(self._rows, np.int16)


def read(code: Rows, start: int) -> Rows:
    """The rows of the program at `start` of a pool's array, a view without its END row."""
    return code[start : start + int(np.argmax(code[start:, 0] == END))]
