"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from evaluate_a_search_engine import evaluate, read_qrels, read_run

QRELS = """\
tea 0 doc_X 4
tea 0 doc_Y 2
tea 0 doc_Z 0
tea 0 doc_W 3
tea 0 doc_V 3
visa 0 doc_P 2
"""
RUN = """\
tea Q0 doc_X 1 9.5 mine
tea Q0 doc_Y 2 7.25 mine
tea Q0 doc_Z 3 7.0 mine
tea Q0 doc_W 4 3.5 mine
museum Q0 doc_A 1 2.0 mine
museum Q0 doc_B 2 2.0 mine
museum Q0 doc_C 3 2.0 mine
ferry Q0 doc_F 1 9.75 mine
ferry Q0 doc_K 2 10.5 mine
"""


def test_qrels(tmp_path):
    """A file of judgments becomes a dictionary of dictionaries."""
    path = tmp_path / "qrels.txt"
    path.write_text(QRELS, encoding="utf-8")
    assert read_qrels(path) == {
        "tea": {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3, "doc_V": 3},
        "visa": {"doc_P": 2},
    }


def test_run(tmp_path):
    """A run becomes a dictionary of ranked lists, put in order by the scores."""
    path = tmp_path / "run.txt"
    path.write_text(RUN, encoding="utf-8")
    assert read_run(path) == {
        "tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"],
        "museum": ["doc_C", "doc_B", "doc_A"],
        "ferry": ["doc_K", "doc_F"],
    }


def test_measures_of_a_query():
    """The query "tea" has the five measures that are computed by hand in the lesson."""
    qrels = {"tea": {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3, "doc_V": 3}}
    per_query, _ = evaluate(qrels, {"tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"]})
    assert per_query["tea"] == pytest.approx(
        {"P@5": 0.6, "R@10": 0.75, "RR": 1.0, "AP": 0.6875, "NDCG@10": 0.794012}, abs=1e-6
    )


def test_means():
    """A judged query without results counts, and an answered one without judgments does not."""
    qrels = {"museum": {"doc_A": 1, "doc_C": 2}, "visa": {"doc_P": 2}}
    run = {"bank": ["doc_Q"], "museum": ["doc_C", "doc_B", "doc_A"]}
    per_query, overall = evaluate(qrels, run)
    assert list(per_query) == ["museum", "visa"]
    assert overall == pytest.approx(
        {"P@5": 0.2, "R@10": 0.5, "MRR": 0.5, "MAP": 0.416667, "NDCG@10": 0.475117}, abs=1e-6
    )


def test_no_queries():
    """Without any judged query there is no mean."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        evaluate({}, {"tea": ["doc_X"]})
