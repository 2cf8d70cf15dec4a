"""Writing golden playthroughs: a ruleset that has one is published, and its game never changes without leave."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path


def main(prog: str, names: Sequence[str], path_of: Callable[[str], Path], playthrough: Callable[[str], str]) -> int:
    """Write what is new; 1 if a ruleset plays differently that `--rewrite` doesn't name."""
    parser = argparse.ArgumentParser(prog=prog)
    parser.add_argument("--rewrite", nargs="+", default=[], metavar="RULESET", help="rulesets whose game may change")
    rewritten = parser.parse_args().rewrite
    refused = False
    for name in names:
        path, text = path_of(name), playthrough(name)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            print(f"{path.name}: as before")
        elif path.exists() and name not in rewritten:
            refused = True
            allowed = f"a new version of it (or --rewrite {name})"
            print(f"{path.name}: {name} plays differently now, allowed: {allowed}", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written, {text.count(chr(10))} lines")
    return 1 if refused else 0
