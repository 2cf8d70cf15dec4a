"""Sobol indices: on functions whose indices are known, with noise and without; on games."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import sobol_indices, uniform

from experiments.balance.sensitivity import design, section, sobol, split

VALUES = {"a": tuple(range(6)), "b": tuple(range(6)), "c": tuple(range(3)), "d": (0, 1)}


def outcome(x):
    """Additive in a and b, an interaction of a and c; d does nothing."""
    return 2.0 * x[:, 0] + x[:, 1] + 1.5 * (x[:, 0] - 2.5) * (x[:, 2] - 1)


def truth():
    """First-order and total indices, over all points."""
    grid = np.stack(np.meshgrid(*(np.arange(len(own)) for own in VALUES.values()), indexing="ij"), -1).reshape(-1, 4)
    y = outcome(grid).reshape([len(own) for own in VALUES.values()])
    axes = range(4)
    first = [y.mean(axis=tuple(a for a in axes if a != i)).var() / y.var() for i in axes]
    return first, [y.var(axis=i).mean() / y.var() for i in axes]


def test_indices_cover_the_truth_though_outcomes_are_noisy():
    first, total = truth()
    covered, naive, told = np.zeros((2, 4)), [], []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        y = outcome(design(VALUES, 64, seed)) + rng.normal(0, 3.0, (2, 64 * 6))
        one, other, mixed = split(y, 4)
        found = sobol(one, other, mixed)
        covered[0] += [e.low <= t <= e.high for e, t in zip(found[0], first, strict=True)]
        covered[1] += [e.low <= t <= e.high for e, t in zip(found[1], total, strict=True)]
        told.append(found[1][3].value)
        naive.append(((one[0] - mixed[0, 3]) ** 2).mean() / 2 / one[0].var())
    assert (covered >= 34).all()  # of 40
    assert abs(np.mean(told)) < 0.03 < 0.3 < np.mean(naive)  # a number that does nothing


def test_without_noise_they_are_those_of_scipy():
    rng = np.random.default_rng(1)
    a, b = rng.random((2, 4096, 3))
    f = lambda x: np.sin(7 * x[..., 0]) + 7 * np.sin(7 * x[..., 1]) ** 2 * x[..., 2]  # noqa: E731
    ab = np.stack([np.where(np.arange(3) == i, b, a) for i in range(3)])
    theirs = sobol_indices(func={"f_A": f(a)[None], "f_B": f(b)[None], "f_AB": f(ab)[:, None]}, n=4096, dists=[uniform()] * 3)
    first, total, _ = sobol(*(np.stack([y, y]) for y in (f(a), f(b), f(ab))))
    assert [e.value for e in first] == pytest.approx(theirs.first_order.ravel(), abs=0.03)
    assert [e.value for e in total] == pytest.approx(theirs.total_order.ravel(), abs=0.03)


def test_a_design_changes_one_path_at_a_time():
    points = design(VALUES, 32, 3)
    assert points.shape == (32 * 6, 4) and (points == design(VALUES, 32, 3)).all() and (points != design(VALUES, 32, 4)).any()
    a, b = points[:32], points[32:64]
    for i in range(4):
        mixed = points[64 + 32 * i : 96 + 32 * i]
        assert (mixed[:, i] == b[:, i]).all() and (np.delete(mixed, i, 1) == np.delete(a, i, 1)).all()
    assert all(set(points[:, i]) == set(own) for i, own in enumerate(VALUES.values()))


def test_what_does_not_vary_has_no_indices():
    first, total, spread = sobol(np.ones((2, 8)), np.ones((2, 8)), np.ones((2, 2, 8)))
    assert spread == 0 and all(np.isnan(e.value) for e in (*first, *total))
    assert list(section(None)) == []
