"""`python -m tests.paradise_lost.golden`: write the golden games of new rulesets; a ruleset that has one is published.

Until the first release of the package, a game may be written anew by naming it: `... --rewrite standard@1`.
"""

import sys

from pagan_env.paradise_lost.rulesets import ruleset_names
from tests.golden.writing import main
from tests.paradise_lost.golden import path_of, playthrough

sys.exit(main("python -m tests.paradise_lost.golden", ruleset_names(), path_of, playthrough))
