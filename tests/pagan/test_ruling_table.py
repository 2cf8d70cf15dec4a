"""The table of rulings in the game's README: whole, cited by the code where it says so, and by a test."""

import re
from pathlib import Path

from pagan_env.pagan import rules

HERE = Path(__file__).parent
ENGINE = Path(rules.__file__).parent


def cited(paths) -> set[int]:
    """Numbers that follow "ruling" or "rulings" in these files."""
    found = set()
    for path in paths:
        for match in re.finditer(r"[Rr]ulings? ((?:\d+(?:, | and |,)?)+)", path.read_text("utf-8")):
            found |= {int(number) for number in re.findall(r"\d+", match[1])}
    return found


def table() -> dict[int, str]:
    """The rows of the game's table of rulings: number and the last column, `where`."""
    text = (ENGINE / "README.md").read_text("utf-8")
    return {int(n): where for n, where in re.findall(r"^\| (\d+) \|.*\| ([^|]*) \|$", text, re.M)}


def test_every_ruling_has_its_row():
    assert sorted(table()) == list(range(1, 77))


def test_code_cites_rulings_of_the_table_and_the_table_code():
    """A row names the file where the ruling lives; that file cites it, and no file cites a ruling whose row names another."""
    rows_by_number = table()
    for number, where in rows_by_number.items():
        for name in re.findall(r"`(\w+\.py)`", where):
            assert number in cited([ENGINE / name]), f"ruling {number}: {name} does not cite it"
    for path in ENGINE.glob("*.py"):
        for number in cited([path]):
            assert path.name in rows_by_number[number], (
                f"{path.name} cites ruling {number}, its row says {rows_by_number[number]}"
            )


def test_every_ruling_has_a_test():
    assert set(range(1, 77)) - cited(HERE.glob("test_*.py")) == set()
