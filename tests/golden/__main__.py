"""`python -m tests.golden`: write the golden playthroughs of new rulesets; a ruleset that has one is published.

A published version never changes: a change of behaviour makes the next version, with a game of its own. Until the first
release of the package, a game may be written anew by naming it: `python -m tests.golden --rewrite first_steps@1`.
"""

import sys

from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.golden.pagan import path_of, playthrough
from tests.golden.writing import main

sys.exit(main("python -m tests.golden", ruleset_names(), path_of, lambda name: playthrough(load_ruleset(name))))
