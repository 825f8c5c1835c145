"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from compare_rankings import agreement, kendall_tau, rank_biased_overlap

AP = [0.4, 0.3, 0.2, 0.1]
NDCG = [0.7, 0.8, 0.5, 0.6]
P_AT_5 = [0.6, 0.8, 0.4, 0.4]
OLD = ["d1", "d2", "d3", "d4"]
NEW = ["d2", "d1", "d5", "d3"]


def test_no_ties():
    """Four concordant and two discordant pairs make a tau of 0.333333."""
    assert kendall_tau(AP, NDCG) == pytest.approx(0.333333, abs=1e-6)


def test_one_tie():
    """With one tied pair tau-b is 0.547723."""
    assert kendall_tau(AP, P_AT_5) == pytest.approx(0.547723, abs=1e-6)


def test_no_order():
    """If all scores of a list are equal, tau has no value."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        kendall_tau(AP, [0.5, 0.5, 0.5, 0.5])


def test_agreement_of_the_lesson():
    """At the depths 1 to 4 the two pages agree by 0, 1, 0.666667 and 0.75."""
    assert agreement(OLD, NEW, 1) == 0
    assert agreement(OLD, NEW, 2) == 1
    assert agreement(OLD, NEW, 3) == pytest.approx(0.666667, abs=1e-6)
    assert agreement(OLD, NEW, 4) == pytest.approx(0.75)


def test_overlap_of_the_lesson():
    """With p = 0.5 the two pages have an RBO of 0.427083."""
    assert rank_biased_overlap(OLD, NEW, 0.5) == pytest.approx(0.427083, abs=1e-6)


def test_same_page():
    """A page compared with itself has an RBO of 1."""
    assert rank_biased_overlap(OLD, OLD, 0.9) == pytest.approx(1.0)
