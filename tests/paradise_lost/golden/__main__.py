"""`python -m tests.paradise_lost.golden`: write the golden games of new rulesets; a ruleset that has one is published.

Until the first release of the package, a game may be written anew by naming it: `... --rewrite standard@1`.
"""

import argparse
import sys

from pagan_env.paradise_lost.rulesets import ruleset_names
from tests.paradise_lost.golden import path_of, playthrough

parser = argparse.ArgumentParser(prog="python -m tests.paradise_lost.golden")
parser.add_argument("--rewrite", nargs="+", default=[], metavar="RULESET", help="rulesets whose game may change")
rewritten = parser.parse_args().rewrite
refused = False
for name in ruleset_names():
    path, text = path_of(name), playthrough(name)
    if path.exists() and path.read_text(encoding="utf-8") == text:
        print(f"{path.name}: as before")
    elif path.exists() and name not in rewritten:
        refused = True
        print(f"{path.name}: {name} plays differently now, allowed: a new version of it (or --rewrite {name})", file=sys.stderr)
    else:
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: written, {text.count(chr(10))} lines")
sys.exit(1 if refused else 0)
