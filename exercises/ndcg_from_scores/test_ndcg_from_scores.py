"""The public cases: read them, run them with `pytest`, add your own."""

import numpy as np
import pytest
from ndcg_from_scores import ndcg_score

TRUE = np.array([[1, 3, 0, 2]])
SCORE = np.array([[0.9, 0.4, 0.4, 0.1]])


def test_one_query_with_a_tie():
    """The query of the lesson scores 0.747134."""
    assert ndcg_score(TRUE, SCORE) == pytest.approx(0.747134, abs=1e-6)


@pytest.mark.parametrize(("k", "expected"), [(1, 0.333333), (2, 0.456701), (3, 0.566248)])
def test_cuts(k, expected):
    """With k = 1, 2 and 3 it scores 0.333333, 0.456701 and 0.566248."""
    assert ndcg_score(TRUE, SCORE, k) == pytest.approx(expected, abs=1e-6)


def test_mean_of_two_queries():
    """Both queries of the lesson together score 0.803426."""
    true = np.array([[1, 3, 0, 2], [0, 1, 2, 0]])
    score = np.array([[0.9, 0.4, 0.4, 0.1], [0.2, 0.8, 0.5, 0.1]])
    assert ndcg_score(true, score) == pytest.approx(0.803426, abs=1e-6)


def test_model_that_knows_nothing():
    """One score for all four documents is worth 0.806914, not 1.0."""
    true = np.array([[3, 2, 1, 0]])
    assert ndcg_score(true, np.ones((1, 4))) == pytest.approx(0.806914, abs=1e-6)


def test_negative_scores():
    """Scores may be negative; the highest comes first."""
    assert ndcg_score(np.array([[2, 0, 1]]), np.array([[-1.5, -9.0, -2.0]])) == pytest.approx(1.0)


def test_shapes_that_differ():
    """Grades and scores of different shapes are refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ndcg_score(TRUE, np.array([[0.9, 0.4]]))
