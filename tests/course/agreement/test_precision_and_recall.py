"""P@k and R@k of the course are those of trec_eval."""

from itertools import product
from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import CUTOFFS, Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

precision_at_k = reference("precision_at_k").precision_at_k
recall_at_k = reference("recall_at_k").recall_at_k
cumulative_gain = reference("cumulative_gain").cumulative_gain


@pytest.mark.parametrize("ties", [False, True])
def test_precision_is_that_of_trec_eval(tmp_path: Path, ties: bool) -> None:
    """P@k agrees on 400 queries, also beyond the list, which still divides by k."""
    drawn = seeded(1, ties=ties)

    theirs = scores(drawn.written(tmp_path), *(f"P@{k}" for k in CUTOFFS))

    for k, query in product(CUTOFFS, drawn.run):
        found, value = drawn.relevant(query), theirs[f"P@{k}"][query]
        assert precision_at_k(found, k) == pytest.approx(value, abs=TOLERANCE)
        assert cumulative_gain(found, k) / k == pytest.approx(value, abs=TOLERANCE)


@pytest.mark.parametrize("ties", [False, True])
def test_recall_is_that_of_trec_eval(tmp_path: Path, ties: bool) -> None:
    """R@k agrees on 400 queries, those without a relevant document included: 0.0."""
    drawn = seeded(2, ties=ties)

    theirs = scores(drawn.written(tmp_path), *(f"R@{k}" for k in CUTOFFS))

    assert 0 in map(drawn.total_relevant, drawn.run)
    for k, query in product(CUTOFFS, drawn.run):
        ours = recall_at_k(drawn.relevant(query), k, drawn.total_relevant(query))
        assert ours == pytest.approx(theirs[f"R@{k}"][query], abs=TOLERANCE)


def test_a_query_without_judgments_counts_here_and_not_there(tmp_path: Path) -> None:
    """Recall settles it as 0.0; trec_eval leaves such a query out, and the mean rises to 1.0."""
    judged = one_query([1, 0])
    both = Collection(judged.qrels, judged.run | {"2": {"d000": 1.0}})

    theirs = scores(both.written(tmp_path), "R@2")["R@2"]
    ours = {q: recall_at_k(both.relevant(q), 2, both.total_relevant(q)) for q in both.run}

    assert theirs == {"1": 1.0}
    assert ours == {"1": 1.0, "2": 0.0}
    assert sum(ours.values()) / 2 == 0.5


def test_an_unjudged_document_takes_a_place(tmp_path: Path) -> None:
    """Both count it as not relevant: 1/3; taking only judged documents would make it 2/3."""
    drawn = one_query([1, None, None, 1, 0])

    theirs = scores(drawn.written(tmp_path), "P@3", "P(judged_only=True)@3")

    assert precision_at_k(drawn.relevant("1"), 3) == pytest.approx(1 / 3, abs=TOLERANCE)
    assert theirs["P@3"]["1"] == pytest.approx(1 / 3, abs=TOLERANCE)
    assert theirs["P(judged_only=True)@3"]["1"] == pytest.approx(2 / 3, abs=TOLERANCE)


def test_which_grade_is_relevant_is_a_choice(tmp_path: Path) -> None:
    """From grade 1 on P@4 is 0.75, from grade 2 on it is 0.25: the course takes yes or no."""
    drawn = one_query([1, 3, 1, 0])

    theirs = scores(drawn.written(tmp_path), "P@4", "P(rel=2)@4")

    assert precision_at_k([1, 1, 1, 0], 4) == theirs["P@4"]["1"] == 0.75
    assert precision_at_k([0, 1, 0, 0], 4) == theirs["P(rel=2)@4"]["1"] == 0.25
