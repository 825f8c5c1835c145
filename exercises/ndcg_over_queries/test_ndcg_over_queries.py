"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from ndcg_over_queries import ndcg, ndcg_all_judged

TEA = {"tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"]}
GRADES = {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3}
MUSEUM = {"museum": ["doc_A", "doc_B", "doc_C"]}
MUSEUM_GRADES = {"doc_C": 2, "doc_A": 1}


def test_one_query():
    """The query "tea" scores 0.950833, as computed by hand in the lesson."""
    assert ndcg(TEA, {"tea": GRADES}) == pytest.approx(0.950833, abs=1e-6)


def test_swapped():
    """With doc_W and doc_Z swapped it scores 0.981005."""
    swapped = {"tea": ["doc_X", "doc_Y", "doc_W", "doc_Z"]}
    assert ndcg(swapped, {"tea": GRADES}) == pytest.approx(0.981005, abs=1e-6)


def test_unjudged_document():
    """The query "museum", where doc_B was not judged, scores 0.760188."""
    assert ndcg(MUSEUM, {"museum": MUSEUM_GRADES}) == pytest.approx(0.760188, abs=1e-6)


def test_mean_of_both():
    """Both queries together score 0.855510, whichever judgments come first."""
    judged = {"museum": MUSEUM_GRADES, "tea": GRADES}
    assert ndcg(TEA | MUSEUM, judged) == pytest.approx(0.855510, abs=1e-6)


def test_ideal_from_all_judged():
    """With doc_V judged and not found, the two ideals differ: 0.950833 and 0.794012."""
    judged = {"tea": GRADES | {"doc_V": 3}}
    assert ndcg(TEA, judged, 4) == pytest.approx(0.950833, abs=1e-6)
    assert ndcg_all_judged(TEA, judged, 4) == pytest.approx(0.794012, abs=1e-6)


def test_no_queries():
    """Without any query there is no mean."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ndcg({}, {})
