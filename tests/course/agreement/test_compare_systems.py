"""The paired randomization test of the course draws what scipy's permutation test counts."""

from math import sqrt

import pytest

from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.lesson_material import reference

numpy = library("numpy")
stats = library("scipy.stats")
mean_difference = reference("compare_systems").mean_difference
randomization_test = reference("compare_systems").randomization_test
TRIALS = 2000


def counted(a: list[float], b: list[float]) -> float:
    """Let scipy go through all ways to set the signs and return the exact p-value."""
    found = stats.permutation_test(
        (a, b),
        lambda one, other, axis: numpy.mean(one - other, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=numpy.inf,
    )
    assert found.statistic == pytest.approx(mean_difference(a, b), abs=TOLERANCE)
    return float(found.pvalue)


def test_the_drawn_p_value_lies_near_the_counted_one() -> None:
    """For 60 pairs of systems it is off by less than five standard errors of 2000 trials."""
    rng = numpy.random.default_rng(19)
    for seed in range(60):
        queries = int(rng.integers(2, 10))
        a = rng.random(queries).round(1).tolist()
        b = (numpy.array(a) + rng.normal(0.1, 0.3, queries)).round(1).tolist()

        exact = counted(a, b)
        drawn = randomization_test(a, b, TRIALS, seed)

        # What is drawn counts the observed way too, so it is a little larger and never 0.
        expected = (exact * TRIALS + 1) / (TRIALS + 1)
        assert drawn == pytest.approx(expected, abs=5 * sqrt(exact * (1 - exact) / TRIALS) + 1e-9)


def test_one_query_is_too_few_for_scipy() -> None:
    """One difference has one distance, so p is 1.0 here; scipy refuses to count two ways."""
    assert randomization_test([0.75], [0.25], 100, 1) == 1.0
    with pytest.raises(ValueError, match="two or more observations"):
        counted([0.75], [0.25])


def test_the_observed_way_counts_as_a_trial() -> None:
    """Ten differences of one sign: 2 of 1024 ways by counting, and never below 1 in trials + 1."""
    a, b = [0.5] * 10, [0.25] * 10

    assert counted(a, b) == pytest.approx(2 / 1024, abs=TOLERANCE)
    assert min(randomization_test(a, b, 99, seed) for seed in range(20)) == 1 / 100
