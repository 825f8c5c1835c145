"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from reciprocal_rank import mean_reciprocal_rank, reciprocal_rank


def test_third_position():
    """The first relevant result stands at position 3, as in the lesson."""
    assert reciprocal_rank([0, 0, 1, 1]) == pytest.approx(1 / 3)


def test_top():
    """A relevant result at the top has a reciprocal rank of 1."""
    assert reciprocal_rank([1, 0, 0, 1]) == pytest.approx(1.0)


def test_only_the_first_counts():
    """Relevant results after the first one change nothing."""
    assert reciprocal_rank([0, 1]) == reciprocal_rank([0, 1, 1, 1]) == pytest.approx(0.5)


def test_nothing_relevant():
    """Without any relevant result the reciprocal rank is 0."""
    assert reciprocal_rank([0, 0, 0]) == 0


def test_mean_of_four_queries():
    """The four queries of the lesson have an MRR of 0.458333."""
    queries = [[0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0], [0, 1]]
    assert mean_reciprocal_rank(queries) == pytest.approx(0.458333, abs=1e-6)


def test_mean_of_one_query():
    """The mean over one query is its reciprocal rank."""
    assert mean_reciprocal_rank([[0, 1]]) == pytest.approx(0.5)


def test_no_queries():
    """Without any query there is nothing to take the mean of."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_reciprocal_rank([])
