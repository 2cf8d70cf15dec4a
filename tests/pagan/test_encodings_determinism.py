"""The encodings are the same bytes compiled or not, and leave no array."""

from __future__ import annotations

import hashlib

import pytest

from pagan_env.core.jit import COMPILED
from pagan_env.pagan import kernels
from pagan_env.pagan.layout import SEATS
from tests.pagan.support import RULESET, deal, legal, python
from tests.pagan.test_encodings import encoded


def digest() -> str:
    """Hex digest of the encodings of some games in progress, for both seats."""
    sha = hashlib.sha256()
    states = deal([1, 2, 3, 4])
    for step in range(240):
        for i in range(4):
            choices = legal(states, i)
            if choices:
                kernels.apply(states, RULESET.tables, i, choices[(step * 7 + i) % len(choices)])
        if step % 30 == 29:
            for seat in range(SEATS):
                for name, values in encoded(states, RULESET, seat).items():
                    sha.update(name.encode() + values.tobytes())
    return sha.hexdigest()


@pytest.mark.skipif(not COMPILED, reason="the compiled pass compares both")
def test_compiled_against_plain_python():
    program = "from tests.pagan.test_encodings_determinism import digest; print(digest())"
    assert python(program, NUMBA_DISABLE_JIT="1") == digest()


BOUNDS = """
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.pagan.support import random_games
from tests.pagan.test_encodings import encoded
for name in ruleset_names():
    ruleset = load_ruleset(name)
    states = random_games(100, ruleset, batch=50)[0][::10]
    for seat in range(2):
        encoded(states, ruleset, seat)
"""


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="plain Python checks its indexes anyway")
def test_no_index_out_of_bounds():
    python(BOUNDS, NUMBA_BOUNDSCHECK="1")
