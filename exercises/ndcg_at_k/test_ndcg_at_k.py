"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from ndcg_at_k import dcg, ndcg_at_k


def test_dcg_of_the_example():
    """dcg([3, 0, 2]) is 4.0, as computed by hand in the lesson."""
    assert dcg([3, 0, 2]) == pytest.approx(4.0)


def test_dcg_of_five_results():
    """dcg([3, 2, 0, 0, 1]) is 4.648712, as computed by hand in the lesson."""
    assert dcg([3, 2, 0, 0, 1]) == pytest.approx(4.648712, abs=1e-6)


def test_dcg_of_an_empty_list():
    """An empty list has gained nothing."""
    assert dcg([]) == 0


def test_ndcg_of_five_results():
    """NDCG@5 of [3, 2, 0, 0, 1] is 0.976239, as computed by hand in the lesson."""
    assert ndcg_at_k([3, 2, 0, 0, 1], 5) == pytest.approx(0.976239, abs=1e-6)


def test_perfect_order():
    """A list that is already in the best order scores 1.0."""
    assert ndcg_at_k([3, 2, 1, 0], 4) == pytest.approx(1.0)


def test_reversed_order():
    """The same list from worst to best scores below 1.0."""
    assert ndcg_at_k([0, 1, 2, 3], 4) < 1.0


def test_nothing_relevant():
    """A list without any relevant result scores 0.0."""
    assert ndcg_at_k([0, 0, 0], 3) == 0.0


def test_k_below_one():
    """With k = 0, and with a negative k, nothing is looked at."""
    assert ndcg_at_k([2, 1, 1], 0) == 0.0
    assert ndcg_at_k([2, 1, 1], -1) == 0.0
