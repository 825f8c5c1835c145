"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from largest_gap import largest_gap, ndcg_at_cutoffs

GRADES = {
    "tea": [4, 2, 0, 3],
    "bus": [1, 0, 0, 1, 0, 4, 2],
    "hotel": [0, 0, 2, 0, 1],
    "visa": [0, 0],
}
RESULTS = {
    query: [f"{query}-{number}" for number in range(len(grades))]
    for query, grades in GRADES.items()
}
JUDGED = {query: dict(zip(RESULTS[query], grades, strict=True)) for query, grades in GRADES.items()}


def test_both_cuts():
    """NDCG@5 of [1, 0, 0, 1, 0, 4, 2] is 0.231032, and NDCG@10 is 0.568777."""
    scores = ndcg_at_cutoffs(RESULTS, JUDGED)
    assert scores["bus"] == pytest.approx((0.231032, 0.568777), abs=1e-6)


def test_every_query_in_order():
    """Every query has its scores, in the order of the results."""
    assert list(ndcg_at_cutoffs(RESULTS, JUDGED)) == ["tea", "bus", "hotel", "visa"]


def test_largest_at_five():
    """At 5 the largest gap is that of "bus", 0.768968."""
    query, gap = largest_gap(RESULTS, JUDGED, 5)
    assert query == "bus"
    assert gap == pytest.approx(0.768968, abs=1e-6)


def test_largest_at_ten():
    """At 10 the largest gap is that of "hotel", 0.472866."""
    query, gap = largest_gap(RESULTS, JUDGED, 10)
    assert query == "hotel"
    assert gap == pytest.approx(0.472866, abs=1e-6)


def test_no_queries():
    """Without any query there is none to name."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        largest_gap({}, {}, 5)
