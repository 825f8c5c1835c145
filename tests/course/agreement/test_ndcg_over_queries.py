"""NDCG of a system over its queries is that of trec_eval, ids and judgments included."""

import math
from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import CUTOFFS, Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

metrics = library("sklearn.metrics")
ndcg = reference("ndcg_over_queries").ndcg
ndcg_all_judged = reference("ndcg_over_queries").ndcg_all_judged
ndcg_at_cutoffs = reference("largest_gap").ndcg_at_cutoffs
largest_gap = reference("largest_gap").largest_gap
# The grades of the query "tea" in the lesson, in ranked order.
EXAMPLE = [4, 2, 0, 3]


def mean(values: dict[str, float]) -> float:
    return sum(values.values()) / len(values)


def alone(drawn: Collection, query: str) -> dict[str, list[str]]:
    """Return the results of one query."""
    return {query: drawn.ranked(query)}


@pytest.mark.parametrize("ties", [False, True])
def test_the_ideal_of_all_judged_documents_is_that_of_trec_eval(tmp_path: Path, ties: bool) -> None:
    """Each of 400 queries agrees, and so does their mean, with unjudged and missed documents."""
    drawn = seeded(10, ties=ties)

    theirs = scores(drawn.written(tmp_path), *(f"nDCG@{k}" for k in CUTOFFS))

    for k in CUTOFFS:
        values = theirs[f"nDCG@{k}"]
        assert values.keys() == drawn.run.keys()
        for query, value in values.items():
            ours = ndcg_all_judged(alone(drawn, query), drawn.qrels, k)
            assert ours == pytest.approx(value, abs=TOLERANCE)
        ours = ndcg_all_judged(drawn.results(), drawn.qrels, k)
        assert ours == pytest.approx(mean(values), abs=TOLERANCE)


def test_the_ideal_of_retrieved_documents_is_that_of_scikit_learn() -> None:
    """scikit-learn sees the retrieved documents alone, as `ndcg` and the gaps of queries do."""
    drawn = seeded(11)
    long = [query for query, found in drawn.run.items() if len(found) > 1]
    theirs: dict[int, dict[str, float]] = {k: {} for k in (1, 5, 10, 100)}
    for k, values in theirs.items():
        for query in long:
            grades = drawn.grades(query)
            falling = [float(-place) for place in range(len(grades))]
            values[query] = metrics.ndcg_score([grades], [falling], k=k)
    results = {query: drawn.ranked(query) for query in long}

    pairs = ndcg_at_cutoffs(results, drawn.qrels)

    assert len(long) > 350
    for k, values in theirs.items():
        assert ndcg(results, drawn.qrels, k) == pytest.approx(mean(values), abs=TOLERANCE)
    for query, (at_5, at_10) in pairs.items():
        assert at_5 == pytest.approx(theirs[5][query], abs=TOLERANCE)
        assert at_10 == pytest.approx(theirs[10][query], abs=TOLERANCE)
    for k, values in theirs.items():
        gaps = {query: 1 - values[query] for query in long if any(drawn.grades(query))}
        query, gap = largest_gap(results, drawn.qrels, k)
        assert gap == pytest.approx(max(gaps.values()), abs=TOLERANCE)
        assert gaps[query] == pytest.approx(gap, abs=TOLERANCE)
        # At k = 1 many gaps are exactly 1.0, and the first query has it.
        assert k > 1 or query == max(gaps, key=lambda name: gaps[name])


def test_the_worked_example_is_that_of_both_libraries(tmp_path: Path) -> None:
    """0.950833 by all, and with a missed grade of 3 0.794012 where the ideal knows of it."""
    whole, missed = one_query(EXAMPLE), one_query(EXAMPLE, missed=[3])
    sklearns = metrics.ndcg_score([EXAMPLE], [[4.0, 3.0, 2.0, 1.0]])

    theirs = scores(whole.written(tmp_path), "nDCG@4")["nDCG@4"]["1"]
    lower = scores(missed.written(tmp_path), "nDCG@4")["nDCG@4"]["1"]

    for value in (ndcg(whole.results(), whole.qrels, 4), sklearns, theirs):
        assert value == pytest.approx(0.950833, abs=5e-7)
    assert ndcg(missed.results(), missed.qrels, 4) == pytest.approx(0.950833, abs=5e-7)
    assert ndcg_all_judged(missed.results(), missed.qrels, 4) == pytest.approx(lower, abs=TOLERANCE)
    assert lower == pytest.approx(0.794012, abs=5e-7)


def test_which_queries_count_is_a_choice(tmp_path: Path) -> None:
    """One perfect query, one without judgments: a mean of 0.5 here, of 1.0 there.

    And one that was judged and not asked: trec_eval leaves it out, ir_measures counts it as 0.0.
    """
    one = one_query([2, 1])
    unjudged = Collection(one.qrels, one.run | {"2": {"d000": 1.0}})
    not_asked = Collection(one.qrels | {"3": {"d000": 1}}, one.run)

    theirs = scores(unjudged.written(tmp_path), "nDCG@10")["nDCG@10"]
    also_theirs = scores(not_asked.written(tmp_path), "nDCG@10")["nDCG@10"]

    assert ndcg_all_judged(unjudged.results(), unjudged.qrels) == 0.5
    assert theirs == {"1": 1.0}
    assert ndcg_all_judged(not_asked.results(), not_asked.qrels) == 1.0
    assert also_theirs == {"1": 1.0, "3": 0.0}


def test_an_unjudged_document_keeps_its_place(tmp_path: Path) -> None:
    """An unjudged first and a relevant second are 1 / log2(3) = 0.630930; skipping it gives 1.0."""
    drawn = one_query([None, 1])

    theirs = scores(drawn.written(tmp_path), "nDCG@2", "nDCG(judged_only=True)@2")

    assert ndcg_all_judged(drawn.results(), drawn.qrels, 2) == pytest.approx(
        theirs["nDCG@2"]["1"], abs=TOLERANCE
    )
    assert theirs["nDCG@2"]["1"] == pytest.approx(1 / math.log2(3), abs=TOLERANCE)
    assert theirs["nDCG(judged_only=True)@2"]["1"] == 1.0
