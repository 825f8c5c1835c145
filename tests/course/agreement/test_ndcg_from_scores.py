"""NDCG from scores is scikit-learn's function of that name, ties included."""

from itertools import permutations
from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import one_query
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

numpy = library("numpy")
metrics = library("sklearn.metrics")
ndcg_score = reference("ndcg_from_scores").ndcg_score
ndcg_at_k = reference("ndcg_at_k").ndcg_at_k


def test_it_is_that_of_scikit_learn() -> None:
    """400 matrices agree: ties, rows of zeros, fractions, and k from 1 to beyond the columns."""
    rng = numpy.random.default_rng(17)
    for number in range(400):
        shape = rng.integers(1, 6), rng.integers(2, 15)
        truth = rng.integers(0, 4, shape) * rng.choice([0.5, 1.0])
        truth[rng.random(shape[0]) < 0.1] = 0.0
        # Few different scores make many ties, and the normal ones have none.
        values = rng.integers(-2, 3, shape) / 4 if number % 2 else rng.standard_normal(shape)
        for k in (None, 1, int(rng.integers(1, 20))):
            theirs = metrics.ndcg_score(truth, values, k=k)
            assert ndcg_score(truth, values, k) == pytest.approx(theirs, abs=TOLERANCE)
        whole = metrics.ndcg_score(truth, values)
        assert ndcg_score(truth.tolist(), values.tolist()) == pytest.approx(whole, abs=TOLERANCE)


def test_without_ties_it_is_the_lesson_before() -> None:
    """On 400 rows of different scores, `ndcg_at_k` of the grades in that order is the same."""
    rng = numpy.random.default_rng(18)
    for _ in range(400):
        truth, values = rng.integers(0, 4, 9), rng.permutation(9)
        ranked = truth[numpy.argsort(-values)].tolist()
        for k in (1, 5, 20):
            ours = ndcg_score([truth], [values], k)
            assert ours == pytest.approx(ndcg_at_k(ranked, k), abs=TOLERANCE)


def test_three_programs_break_a_tie_in_three_ways(tmp_path: Path) -> None:
    """Two tied, the first relevant: 0.815465 on average, 0.630930 by name, last first.

    scikit-learn and the lesson average; with `ignore_ties` the former takes one order, and which
    one is its own affair; trec_eval goes by the names of the documents.
    """
    drawn = one_query([1, 0])
    drawn.run["1"].update(dict.fromkeys(drawn.run["1"], 1.0))
    truth, tied = [[1, 0]], [[1.0, 1.0]]

    by_name = scores(drawn.written(tmp_path), "nDCG@2")["nDCG@2"]["1"]
    as_it_comes = metrics.ndcg_score(truth, tied, ignore_ties=True)

    assert ndcg_score(truth, tied) == pytest.approx(metrics.ndcg_score(truth, tied), abs=TOLERANCE)
    assert ndcg_score(truth, tied) == pytest.approx(0.815465, abs=5e-7)
    assert by_name == pytest.approx(0.630930, abs=5e-7)
    assert min(abs(as_it_comes - one) for one in (1.0, by_name)) < TOLERANCE


def test_the_mean_of_a_tie_is_the_mean_over_all_orders() -> None:
    """Four tied documents: 24 orders through `ndcg_at_k` have that mean, at each cutoff."""
    truth = [3, 0, 1, 2]
    for k in (1, 2, 3, 4):
        each = [ndcg_at_k(list(order), k) for order in permutations(truth)]
        ours = ndcg_score([truth], [[0.5] * 4], k)
        assert ours == pytest.approx(sum(each) / len(each), abs=TOLERANCE)


def test_what_scikit_learn_refuses_the_lesson_settles() -> None:
    """One column, and k below 1: an error there, 1.0 and 0.0 here."""
    with pytest.raises(ValueError, match="more than 1 document"):
        metrics.ndcg_score([[0.5]], [[1.0]])
    with pytest.raises(ValueError, match="'k' parameter"):
        metrics.ndcg_score([[1, 0]], [[2.0, 1.0]], k=0)
    assert ndcg_score([[0.5]], [[1.0]]) == 1.0
    assert ndcg_score([[1, 0]], [[2.0, 1.0]], 0) == 0.0
