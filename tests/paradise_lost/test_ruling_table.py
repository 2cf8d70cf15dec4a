"""The table of rulings in the game's README: whole, cited by the code where it says so, and by a test."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pagan_env.paradise_lost import rules

HERE = Path(__file__).parent
ENGINE = Path(rules.__file__).parent
RULINGS = [*map(str, range(1, 59)), *(f"A{n}" for n in range(1, 20))]


def cited(paths: Iterable[Path]) -> set[str]:
    """Rulings that follow "ruling" or "rulings" in these files, ranges such as `1 to 6` written out."""
    found = set()
    for path in paths:
        for match in re.finditer(r"[Rr]ulings? ((?:A?\d+(?: to A?\d+)?(?:,\s+|\s+and\s+)?)+)", path.read_text("utf-8")):
            for first, last in re.findall(r"(A?\d+)(?: to (A?\d+))?", match[1]):
                numbers = range(int(first.strip("A")), int((last or first).strip("A")) + 1)
                found |= {("A" if first[0] == "A" else "") + str(number) for number in numbers}
    return found


def table() -> dict[str, str]:
    """The rows of the table: the ruling and the last column, `where`."""
    text = (ENGINE / "README.md").read_text("utf-8")
    return dict(re.findall(r"^\| (A?\d+) \|.*\| ([^|]*) \|$", text, re.M))


def test_every_ruling_has_its_row():
    assert list(table()) == RULINGS


def test_code_cites_rulings_of_the_table_and_the_table_code():
    """A row names the files where the ruling lives; those cite it, and no other does."""
    rows_by_number = table()
    for path in ENGINE.glob("*.py"):
        numbers = cited([path])
        for number, where in rows_by_number.items():
            assert (f"`{path.name}`" in where) == (number in numbers), f"ruling {number}: {path.name}"


def test_every_ruling_has_a_test():
    assert set(RULINGS) - cited(HERE.glob("test_*.py")) == set()
