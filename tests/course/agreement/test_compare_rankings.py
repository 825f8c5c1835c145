"""Tau of the course is scipy's, and RBO is what ir_measures makes of two lists, plus its end."""

from random import Random
from typing import Any

import pytest

from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.lesson_material import reference

stats = library("scipy.stats")
irm = library("ir_measures")
kendall_tau = reference("compare_rankings").kendall_tau
agreement = reference("compare_rankings").agreement
rank_biased_overlap = reference("compare_rankings").rank_biased_overlap
PATIENCE = [0.2, 0.5, 0.8, 0.95]


def compatibility(first: list[str], second: list[str], p: float) -> float:
    """Let ir_measures compare a run with the best order of its judgments, by RBO.

    It sums over the depths that the lists have, and divides by the weight of these depths.
    """
    places = range(len(first), 0, -1)
    run = {"1": dict(zip(first, map(float, places), strict=True))}
    judged = {"1": dict(zip(second, places, strict=True))}
    measure: Any = irm.Compat(p=p, normalize=False)
    (value,) = irm.iter_calc([measure], judged, run)
    return float(value.value)


@pytest.mark.parametrize("grades", [3, 8, 1000])
def test_tau_is_that_of_scipy(grades: int) -> None:
    """400 pairs of lists agree, with many ties, with few and with hardly any."""
    rng = Random(grades)
    compared = 0
    for _ in range(400):
        length = rng.randint(2, 25)
        a, b = ([rng.randrange(grades) / 8 for _ in range(length)] for _ in range(2))
        if len(set(a)) > 1 and len(set(b)) > 1:
            value = stats.kendalltau(a, b, variant="b").statistic
            assert kendall_tau(a, b) == pytest.approx(value, abs=TOLERANCE)
            compared += 1

    assert compared > 300


def test_a_list_without_order_has_no_tau() -> None:
    """scipy says nan where the course raises a ValueError."""
    for a, b in (([2, 2, 2], [1, 2, 3]), ([1, 2, 3], [0, 0, 0])):
        assert stats.kendalltau(a, b).statistic != stats.kendalltau(a, b).statistic
        with pytest.raises(ValueError, match="without any order"):
            kendall_tau(a, b)


def test_tau_b_is_the_variant_that_scipy_takes_untold() -> None:
    """The lesson's tie makes 0.547723 by default, and 0.5625 as tau-c."""
    a, b = [0.4, 0.3, 0.2, 0.1], [0.6, 0.8, 0.4, 0.4]

    assert stats.kendalltau(a, b).statistic == pytest.approx(kendall_tau(a, b), abs=TOLERANCE)
    assert kendall_tau(a, b) == pytest.approx(0.547723, abs=5e-7)
    assert stats.kendalltau(a, b, variant="c").statistic == pytest.approx(0.5625)


def test_overlap_is_that_of_ir_measures_plus_the_part_below_the_lists() -> None:
    """400 pairs of pages agree for each patience, once its divisor is taken out again."""
    rng = Random(26)
    names = [f"d{number:03}" for number in range(40)]
    for _ in range(400):
        k = rng.randint(1, 25)
        first, second = rng.sample(names, k), rng.sample(names, k)
        for p in PATIENCE:
            seen = compatibility(first, second, p) * (1 - p**k)
            below = agreement(first, second, k) * p**k
            ours = rank_biased_overlap(first, second, p)
            assert ours == pytest.approx(seen + below, abs=TOLERANCE)


def test_overlap_of_long_lists_is_that_of_ir_measures() -> None:
    """With a thousand documents nothing is left below the lists, and both are the same number."""
    rng = Random(27)
    names = [f"d{number:04}" for number in range(1500)]
    for p in PATIENCE:
        first, second = rng.sample(names, 1000), rng.sample(names, 1000)

        ours = rank_biased_overlap(first, second, p)

        assert ours == pytest.approx(compatibility(first, second, p), abs=TOLERANCE)
        assert ours > 0
