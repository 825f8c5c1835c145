"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from exponential_gain import exponential_dcg, exponential_ndcg


def test_gain_of_each_grade():
    """A result at position 1 is worth 0, 1, 3, 7 or 15, by its grade."""
    gains = [exponential_dcg([grade], 1) for grade in (0, 1, 2, 3, 4)]
    assert gains == pytest.approx([0, 1, 3, 7, 15])


def test_dcg_by_hand():
    """exponential_dcg([3, 2, 0, 0, 1], 5) is 9.279642, as computed by hand in the lesson."""
    assert exponential_dcg([3, 2, 0, 0, 1], 5) == pytest.approx(9.279642, abs=1e-6)


def test_ndcg_by_hand():
    """exponential_ndcg([3, 2, 0, 0, 1], 5) is 0.987954, as computed by hand in the lesson."""
    assert exponential_ndcg([3, 2, 0, 0, 1], 5) == pytest.approx(0.987954, abs=1e-6)


def test_system_a_wins():
    """System A of the lesson scores 0.909533 and system B 0.807559."""
    assert exponential_ndcg([3, 0, 0, 2, 2], 5) == pytest.approx(0.909533, abs=1e-6)
    assert exponential_ndcg([2, 2, 3, 0, 0], 5) == pytest.approx(0.807559, abs=1e-6)


def test_yes_or_no():
    """For grades of 0 and 1 the DCG is that of the lessons before."""
    assert exponential_dcg([1, 0, 1, 1, 0], 5) == pytest.approx(1.930677, abs=1e-6)


def test_k_below_one():
    """With k = 0, and with a negative k, nothing is looked at."""
    assert exponential_dcg([2, 1, 1], 0) == 0
    assert exponential_dcg([2, 1, 1], -1) == 0
    assert exponential_ndcg([2, 1, 1], -1) == 0.0


def test_nothing_relevant():
    """A list without any relevant result scores 0.0."""
    assert exponential_ndcg([0, 0, 0], 3) == 0.0
