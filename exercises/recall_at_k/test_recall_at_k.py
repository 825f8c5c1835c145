"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from recall_at_k import recall_at_k


def test_three_of_four():
    """recall_at_k([1, 0, 1, 1, 0], 5, 4) is 0.75, as computed by hand in the lesson."""
    assert recall_at_k([1, 0, 1, 1, 0], 5, 4) == pytest.approx(0.75)


def test_cut_at_three():
    """recall_at_k([1, 0, 1, 1, 0], 3, 4) is 0.5: only the first three results take part."""
    assert recall_at_k([1, 0, 1, 1, 0], 3, 4) == pytest.approx(0.5)


def test_all_of_them():
    """An engine that finds every relevant document has a recall of 1."""
    assert recall_at_k([1, 0, 1, 1, 0], 5, 3) == pytest.approx(1.0)


def test_two_places_for_four_documents():
    """A perfect page that is too short for all of them cannot reach 1."""
    assert recall_at_k([1, 1], 2, 4) == pytest.approx(0.5)


def test_k_beyond_the_list():
    """A k beyond the list finds nothing more."""
    assert recall_at_k([1, 0, 1, 1, 0], 10, 4) == pytest.approx(0.75)


def test_nothing_to_find():
    """Where the collection holds nothing relevant, the recall is 0."""
    assert recall_at_k([0, 0, 0], 3, 0) == 0


def test_k_below_one():
    """With k = 0, and with a negative k, no result is looked at."""
    assert recall_at_k([1, 1], 0, 2) == 0
    assert recall_at_k([1, 1], -1, 2) == 0
