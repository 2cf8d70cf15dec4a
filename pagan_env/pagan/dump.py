"""The committed tables of record, action space, observation and encodings: `python -m pagan_env.pagan.dump` writes them anew.

They lie beside the code, the pages on encodings and on the card language in docs/. A diff of the files shows what a change does
to stored states, actions and trained policies.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from . import language_page
from .actions import LEXICON
from .encodings import ENCODINGS
from .layout import STATE_RECORD
from .observe import BLOCKS, SLICES

FOLDER = Path(__file__).parent
DOCS = FOLDER.parents[1] / "docs"
PAGE, LANGUAGE_PAGE = DOCS / "encodings.md", DOCS / "card_language.md"
HEAD = """# Encodings of Pagan

Written by `python -m pagan_env.pagan.dump` from the declarations; `pagan_env/pagan/encodings.py` says how to fill them. They
stand beside the flat observation (`observation.json`). What a seat can't know is in none of them. "Own" is the observing seat;
villagers, places, kinds and tokens count from 1, with 0 for none; counts are clipped at the top of their range.
"""


def tables() -> dict[str, str]:
    """The text of each committed file by its name."""
    observation = [{"block": b.name, "start": SLICES[b.name].start, "size": b.size, "doc": b.doc} for b in BLOCKS]
    return {
        "layout.json": _lines(STATE_RECORD.table()),
        "actions.json": _lines(LEXICON.table()),
        "observation.json": _lines(observation),
        "encodings.json": _lines(row for encoding in ENCODINGS for row in encoding.table()),
    }


def page() -> str:
    """The text of docs/encodings.md."""
    parts = [HEAD]
    for encoding in ENCODINGS:
        shape = " x ".join(str(n) for n in encoding.shape)
        parts.append(f"\n## `{encoding.name}`: {encoding.dtype}, {shape}\n\n{encoding.rows}\n\n")
        parts.append("| column | name | range | |\n|---|---|---|---|\n")
        parts += [f"| {n} | `{c.name}` | {c.low}..{c.high} | {c.doc} |\n" for n, c in enumerate(encoding.columns)]
    return "".join(parts)


def _lines(rows: Iterable[Mapping[str, object]]) -> str:
    """JSON with a row a line."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


def main(folder: Path = FOLDER) -> None:
    """Write the files and say which of them changed."""
    for name, text in tables().items():
        write(folder / name, text)


def write(path: Path, text: str) -> None:
    """Write a file and say whether it changed."""
    same = path.exists() and path.read_text(encoding="utf-8") == text
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {'as before' if same else 'changed'}")


if __name__ == "__main__":
    main()
    write(PAGE, page())
    write(LANGUAGE_PAGE, language_page.page())
