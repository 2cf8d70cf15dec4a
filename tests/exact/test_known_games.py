"""The exact solver on games whose answers are known, and against OpenSpiel's own."""

import numpy as np
import pytest
from open_spiel.python.algorithms import exploitability

from agents.exact import CFRPlus

from .openspiel import Known, Ours, load


@pytest.fixture(scope="module", params=["kuhn_poker", "leduc_poker"])
def known(request):
    return Known(load(request.param))


def test_the_uniform_policy_is_as_exploitable_as_openspiel_says(known):
    policy = known.form.uniform()
    theirs = exploitability.exploitability(known.game, Ours(known.game, known.form, known.states, policy))
    assert known.form.exploitability(policy) == pytest.approx(theirs, abs=1e-9)


def test_any_policy_is_as_exploitable_as_openspiel_says(known):
    form, rng = known.form, np.random.default_rng(0)
    policy = form.uniform()
    for first, count in zip(form.first, form.count, strict=True):
        policy[first : first + count] = rng.dirichlet(np.ones(count))
    theirs = exploitability.nash_conv(known.game, Ours(known.game, form, known.states, policy))
    assert form.nash_conv(policy) == pytest.approx(theirs, abs=1e-9)


def test_cfr_plus_finds_the_value_of_kuhn_poker():
    form = Known(load("kuhn_poker")).form
    solver = CFRPlus(form)
    solver.run(2000)
    policy = solver.average()
    assert form.nash_conv(form.uniform()) == pytest.approx(11 / 12)
    assert form.value(policy) == pytest.approx(-1 / 18, abs=1e-4)
    assert form.exploitability(policy) < 1e-4


def test_cfr_plus_comes_close_in_leduc_poker():
    form = Known(load("leduc_poker")).form
    solver = CFRPlus(form)
    solver.run(300)
    assert form.nash_conv(solver.average()) < 0.02 < 4 < form.nash_conv(form.uniform())
    assert form.value(solver.average()) == pytest.approx(-0.0856, abs=0.005)


def test_a_best_response_gets_what_it_says(known):
    form = known.form
    for seat, sign in ((0, 1), (1, -1)):
        value, best = form.best_response(seat, form.uniform())
        assert sign * form.value(best) == pytest.approx(value, abs=1e-12)
        assert form.best_response(seat, best)[0] == pytest.approx(value, abs=1e-12)


def test_average_policies_are_policies(known):
    solver = CFRPlus(known.form)
    solver.run(10)
    policy = solver.average()
    sums = np.add.reduceat(policy[2:], known.form.first - 2)
    np.testing.assert_allclose(sums, 1)
    assert (policy >= 0).all() and solver.iterations == 10
