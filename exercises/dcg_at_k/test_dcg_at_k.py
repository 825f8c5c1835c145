"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from dcg_at_k import dcg_at_k


def test_yes_or_no():
    """DCG@3 of [1, 0, 1, 1, 0] is 1.5, as computed by hand in the lesson."""
    assert dcg_at_k([1, 0, 1, 1, 0], 3) == pytest.approx(1.5)


def test_one_place_higher():
    """DCG@3 of [1, 1, 0, 1, 0] is 1.630930, as computed by hand in the lesson."""
    assert dcg_at_k([1, 1, 0, 1, 0], 3) == pytest.approx(1.630930, abs=1e-6)


def test_five_grades():
    """DCG@5 of [3, 2, 0, 0, 1] is 4.648712, as computed by hand in the lesson."""
    assert dcg_at_k([3, 2, 0, 0, 1], 5) == pytest.approx(4.648712, abs=1e-6)


def test_order_matters():
    """Three relevant results are worth more at the top than at the bottom."""
    assert dcg_at_k([1, 1, 1, 0, 0], 5) > dcg_at_k([0, 0, 1, 1, 1], 5)


def test_k_beyond_the_list():
    """A k beyond the list adds nothing more."""
    assert dcg_at_k([3], 10) == pytest.approx(3.0)


def test_k_below_one():
    """With k = 0, and with a negative k, no result is looked at."""
    assert dcg_at_k([2, 1, 1], 0) == 0
    assert dcg_at_k([2, 1, 1], -1) == 0
