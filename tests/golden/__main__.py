"""`python -m tests.golden`: write the golden playthroughs anew; read the diff before you commit it."""

from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.golden.pagan import path_of, playthrough

for name in ruleset_names():
    text = playthrough(load_ruleset(name))
    path_of(name).write_text(text, encoding="utf-8")
    print(f"{path_of(name).name}: {text.count(chr(10))} lines")
