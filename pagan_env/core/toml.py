"""TOML texts with all that is wrong in them at once, and the line of each key: tomllib keeps neither."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MOST_FAULTS = 50
MOST_DEPTH = 20
"""Of tables in tables and lists in lists; no file here has more than five."""
_STATEMENT = re.compile(r"""\s*(\[|("[^"]*"|'[^']*'|[\w-]+)(\s*\.\s*("[^"]*"|'[^']*'|[\w-]+))*\s*=)""")
_HEADER = re.compile(r"\s*\[")


def parse(text: str) -> tuple[dict[str, Any], str, list[tuple[int, str]]]:
    """The tables of a text, the text that they were read from, and the faults: lines, from 1, and what is wrong.

    Statements that are wrong are blanked out, lines staying where they are, and the rest is read; of a key that is there twice
    the first counts.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    faults: list[tuple[int, str]] = []
    while len(faults) < MOST_FAULTS:
        try:
            tables = tomllib.loads("\n".join(lines))
            if not _too_deep(tables):
                return tables, "\n".join(lines), faults
            first = last = max(range(1, len(lines) + 1), key=lambda number: len(re.findall(r"[.\[{]", lines[number - 1])))
            if _HEADER.match(lines[first - 1]):
                last = _before_next_header(lines, first)
            problem = f"found tables or lists in one another, allowed: {MOST_DEPTH} at most"
        except tomllib.TOMLDecodeError as error:
            first, last, problem = _wrong(lines, str(error))
        except (ValueError, RecursionError) as error:  # a number of 5000 digits, lists in lists in lists
            first = last = _unreadable(lines)
            problem = f"not TOML that can be read: {str(error).partition(';')[0]}"
        faults.append((first, problem))
        lines[first - 1 : last] = [""] * (last - first + 1)
    return {}, "", faults


def _too_deep(tables: dict[str, Any]) -> bool:
    """Whether there are more tables in tables, or lists in lists, than may be."""
    level: list[Any] = [tables]
    for _ in range(MOST_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
    return bool(level)


def _wrong(lines: list[str], message: str) -> tuple[int, int, str]:
    """The first and last line of the statement that tomllib stumbled over, and what is wrong with it."""
    at = re.search(r"at line (\d+)", message)
    last = int(at[1]) if at else len(lines)
    if not at:  # at the end of the text
        quoted = [number for number, line in enumerate(lines, 1) if '"""' in line or "'''" in line]
        written = [number for number, line in enumerate(lines, 1) if line.strip()]
        start = _start(lines, written[-1] if written else 1)
        return quoted[-1] if quoted and "nterminated" in message else start, last, f"not TOML: {message}"
    if message.startswith("Unclosed array") and _STATEMENT.match(lines[last - 1]) and (start := _start(lines, last - 1)) < last:
        return start, last - 1, f"not TOML: {message}"
    if message.startswith("Cannot declare"):
        return last, _before_next_header(lines, last), f"found {lines[last - 1].strip()} a second time, allowed: each table once"
    start = _start(lines, last)
    if message.startswith("Cannot overwrite"):
        return start, last, f"found `{lines[start - 1].partition('=')[0].strip()}` a second time, allowed: each key once"
    if _HEADER.match(lines[start - 1]) and start == last:  # its keys must not go to the table above
        return last, _before_next_header(lines, last), f"not TOML: {message}"
    return (last if lines[last - 1].strip() else start), last, f"not TOML: {message}"


def _start(lines: list[str], last: int) -> int:
    """The line in which the statement that holds line `last` begins."""
    return next((number for number in range(last, 0, -1) if _STATEMENT.match(lines[number - 1])), last)


def _before_next_header(lines: list[str], line: int) -> int:
    """The last line of the table that begins in this one."""
    return next((number - 1 for number in range(line + 1, len(lines) + 1) if _HEADER.match(lines[number - 1])), len(lines))


def _unreadable(lines: list[str]) -> int:
    """The first line that alone can't be read, though it is no matter of grammar."""
    for number, line in enumerate(lines, 1):
        try:
            tomllib.loads(line)
        except tomllib.TOMLDecodeError:
            pass
        except (ValueError, RecursionError):
            return number
    return next((number for number, line in enumerate(lines, 1) if line.strip()), 1)


@cache
def _parser() -> Parser:
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_toml.language()))


def positions(text: str) -> dict[str, int]:
    """The line, from 1, of every dotted path of a TOML text: `cards.clerk`, `cards.clerk.cost`, `cards.clerk.play[2]`."""
    found: dict[str, int] = {}
    _walk(_parser().parse(text.encode()).root_node, "", found)
    return found


def _walk(node: Node, where: str, found: dict[str, int]) -> None:
    """Note what a document, a table or an inline table holds."""
    for child in node.named_children:
        if child.type in ("table", "table_array_element"):
            key = _key(child.named_children[0])
            _note(key, child, found)
            _walk(child, key, found)
        elif child.type == "pair":
            path = f"{where}.{_key(child.named_children[0])}".lstrip(".")
            _note(path, child, found)
            _value(child.named_children[-1], path, found)


def _value(node: Node, where: str, found: dict[str, int]) -> None:
    if node.type == "inline_table":
        _walk(node, where, found)
    elif node.type == "array":
        entries = [child for child in node.named_children if child.type != "comment"]
        for index, entry in enumerate(entries):
            _note(f"{where}[{index}]", entry, found)
            _value(entry, f"{where}[{index}]", found)


def _note(path: str, node: Node, found: dict[str, int]) -> None:
    """A path and those above it stand where they are first met."""
    while path and path not in found:
        found[path] = node.start_point[0] + 1
        path = above(path)


def _key(node: Node) -> str:
    """A dotted key without quotes and without spaces around its dots."""
    if node.type == "dotted_key":
        return ".".join(_key(child) for child in node.named_children)
    text = (node.text or b"").decode()
    return text[1:-1] if node.type == "quoted_key" else text


def above(path: str) -> str:
    """The path that holds this one: `cards.clerk.play` of `cards.clerk.play[2]`, "" of `cards`."""
    return path[: path.rindex("[")] if path.endswith("]") else path.rpartition(".")[0]
