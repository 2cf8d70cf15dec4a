"""The committed tables of record, action space and observation: `python -m pagan_env.paradise_lost.dump` writes them anew.

They lie beside the code. A diff of the files shows what a change does to stored states, actions and trained policies.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from .actions import LEXICON
from .history import COLUMNS
from .layout import STATE_RECORD
from .observe import BLOCKS, SLICES

FOLDER = Path(__file__).parent


def tables() -> dict[str, str]:
    """The text of each committed file by its name."""
    observation = [{"block": b.name, "start": SLICES[b.name].start, "size": b.size, "doc": b.doc} for b in BLOCKS]
    events = [{"column": n, "name": c.name, "high": c.high, "doc": c.doc} for n, c in enumerate(COLUMNS)]
    return {
        "layout.json": _lines(STATE_RECORD.table()),
        "actions.json": _lines(LEXICON.table()),
        "observation.json": _lines(observation),
        "events.json": _lines(events),
    }


def _lines(rows: Iterable[Mapping[str, object]]) -> str:
    """JSON with a row a line."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


def main(folder: Path = FOLDER) -> None:
    """Write the files and say which of them changed."""
    for name, text in tables().items():
        path = folder / name
        same = path.exists() and path.read_text(encoding="utf-8") == text
        path.write_text(text, encoding="utf-8")
        print(f"{name}: {'as before' if same else 'changed'}")


if __name__ == "__main__":
    main()
