"""The page of results, benchmarks/README.md: each benchmark writes its own section, between two marks."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "README.md"


def put(section: str, text: str, page: Path = PAGE) -> None:
    """Replace what stands between `<!-- section -->` and `<!-- end section -->`. Raises ValueError if a mark is missing."""
    begin, end = f"<!-- {section} -->", f"<!-- end {section} -->"
    before = page.read_text(encoding="utf-8")
    marked = re.compile(f"{re.escape(begin)}.*{re.escape(end)}", re.S)
    if not marked.search(before):
        raise ValueError(f"{page.name}: found no section {section!r}, allowed: one between {begin} and {end}")
    page.write_text(marked.sub(lambda _: f"{begin}\n{text.strip()}\n{end}", before), encoding="utf-8")
