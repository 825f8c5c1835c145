"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from average_precision import average_precision_at_k, mean_average_precision


def test_page_of_the_lesson():
    """The page [1, 0, 1, 1, 0] with 4 relevant documents has an AP@5 of 0.604167."""
    assert average_precision_at_k([1, 0, 1, 1, 0], 5, 4) == pytest.approx(0.604167, abs=1e-6)


def test_cut():
    """The same page has an AP@3 of 0.416667: the result at position 4 is not seen."""
    assert average_precision_at_k([1, 0, 1, 1, 0], 3, 4) == pytest.approx(0.416667, abs=1e-6)


def test_order_matters():
    """Three relevant results score 0.75 at the top and 0.358333 at the bottom."""
    assert average_precision_at_k([1, 1, 1, 0, 0], 5, 4) == pytest.approx(0.75)
    assert average_precision_at_k([0, 0, 1, 1, 1], 5, 4) == pytest.approx(0.358333, abs=1e-6)


def test_nothing_to_find():
    """Where nothing relevant exists the answer is 0.0."""
    assert average_precision_at_k([0, 0, 0], 3, 0) == pytest.approx(0.0)


def test_mean_of_three_queries():
    """The three queries of the lesson have a MAP@5 of 0.368056."""
    queries = [([1, 0, 1, 1, 0], 4), ([0, 1], 1), ([0, 0, 0], 2)]
    assert mean_average_precision(queries, 5) == pytest.approx(0.368056, abs=1e-6)


def test_no_queries():
    """Without any query there is no mean."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_average_precision([], 5)
