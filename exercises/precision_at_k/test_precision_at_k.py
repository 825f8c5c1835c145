"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from precision_at_k import precision_at_k


def test_whole_page():
    """P@5 of [1, 0, 1, 1, 0] is 0.6, as computed by hand in the lesson."""
    assert precision_at_k([1, 0, 1, 1, 0], 5) == pytest.approx(0.6)


def test_cut_at_three():
    """P@3 of [1, 0, 1, 1, 0] is 0.666667: only the first three results take part."""
    assert precision_at_k([1, 0, 1, 1, 0], 3) == pytest.approx(0.666667, abs=1e-6)


def test_every_place_relevant():
    """A page of relevant results only has a precision of 1."""
    assert precision_at_k([1, 1, 1, 1], 4) == pytest.approx(1.0)


def test_k_beyond_the_list():
    """P@10 of [1, 0, 1, 1, 0] is 0.3: empty places count as not relevant."""
    assert precision_at_k([1, 0, 1, 1, 0], 10) == pytest.approx(0.3)


def test_nothing_relevant():
    """A page without any relevant result has a precision of 0."""
    assert precision_at_k([0, 0, 0], 3) == 0


def test_k_below_one():
    """With k = 0, and with a negative k, no result is looked at."""
    assert precision_at_k([1, 1, 0], 0) == 0
    assert precision_at_k([1, 1, 0], -1) == 0
