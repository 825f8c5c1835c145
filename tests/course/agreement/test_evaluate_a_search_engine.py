"""What the last lesson reads from TREC files and reports is what trec_eval reports of them."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.course.agreement.collections_of_queries import Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, gdeval
from tests.course.agreement.trec import irm, scores
from tests.course.lesson_material import exercise, reference

pytestmark = pytest.mark.process

LESSON = "evaluate_a_search_engine"
read_qrels = reference(LESSON).read_qrels
read_run = reference(LESSON).read_run
evaluate = reference(LESSON).evaluate
# The lesson's names for a query, theirs, and the lesson's names for the mean.
MEASURES = {
    "P@5": ("P@5", "P@5"),
    "R@10": ("R@10", "R@10"),
    "RR": ("RR", "MRR"),
    "AP": ("AP", "MAP"),
    "NDCG@10": ("nDCG@10", "NDCG@10"),
}
Files = tuple[Path, Path]


def agree(files: Files) -> int:
    """Compare all measures of all queries and their means; return the number of queries."""
    theirs = scores(files, *(name for name, _ in MEASURES.values()))
    per_query, overall = evaluate(read_qrels(files[0]), read_run(files[1]))
    for ours, (name, mean_name) in MEASURES.items():
        values = theirs[name]
        assert values.keys() == per_query.keys()
        for query, value in values.items():
            assert per_query[query][ours] == pytest.approx(value, abs=TOLERANCE)
        mean = sum(values.values()) / len(values)
        assert overall[mean_name] == pytest.approx(mean, abs=TOLERANCE)
    return len(per_query)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("max_grade", [1, 4])
def test_all_measures_are_those_of_trec_eval(tmp_path: Path, max_grade: int, ties: bool) -> None:
    """P@5, R@10, RR, AP and NDCG@10 of 400 queries agree, each and on average."""
    drawn = seeded(20, max_grade=max_grade, ties=ties)

    assert agree(drawn.written(tmp_path)) == 400


def test_a_negative_grade_is_worth_nothing_to_gdeval(tmp_path: Path) -> None:
    """With half of the zeros turned into -1 and -2, NDCG@10 of 400 queries is gdeval's.

    The grades above are all 1, for which both gains are one. pytrec_eval is not asked: it crashes.
    """
    drawn, rng = seeded(21, max_grade=1), Random(21)
    qrels = {
        query: {name: grade or rng.choice([0, -1, -2]) for name, grade in judged.items()}
        for query, judged in drawn.qrels.items()
    }
    files = replace(drawn, qrels=qrels).written(tmp_path)

    theirs = gdeval(files, 10, max_grade=1)
    per_query, _ = evaluate(read_qrels(files[0]), read_run(files[1]))

    assert per_query == evaluate(drawn.qrels, drawn.results())[0]
    for query, values in per_query.items():
        ndcg, _ = theirs.get(query, (0.0, 0.0))
        assert values["NDCG@10"] == pytest.approx(ndcg, abs=TOLERANCE)


def test_the_files_of_the_lesson_agree() -> None:
    """What a student is handed scores the same in trec_eval."""
    assert agree((exercise(LESSON) / "qrels.txt", exercise(LESSON) / "run.txt")) > 2


def test_both_read_the_same_from_the_files(tmp_path: Path) -> None:
    """Judgments and the order of documents, with lines shuffled and ranks that say otherwise."""
    drawn = seeded(22, ties=True)
    files = drawn.written(tmp_path)
    lines = files[1].read_text(encoding="utf-8").splitlines()
    Random(22).shuffle(lines)
    files[1].write_text("\n".join(lines) + "\n", encoding="utf-8")

    judgments = {(q.query_id, q.doc_id): q.relevance for q in irm.read_trec_qrels(str(files[0]))}
    found = {(d.query_id, d.doc_id): d.score for d in irm.read_trec_run(str(files[1]))}

    ours = read_qrels(files[0])
    assert {(q, d): grade for q, judged in ours.items() for d, grade in judged.items()} == judgments
    assert {(q, d) for q, names in read_run(files[1]).items() for d in names} == set(found)
    assert read_run(files[1]) == drawn.results()
    assert agree(files) == 400


def test_queries_that_only_one_file_has_are_counted_alike(tmp_path: Path) -> None:
    """A judged query without results is 0.0, and one without judgments is left out, by both."""
    one = one_query([1, 0])
    more = Collection(one.qrels | {"2": {"d000": 1}}, one.run | {"3": {"d000": 1.0}})

    assert agree(more.written(tmp_path)) == 2


def test_trec_eval_keeps_half_of_the_digits_of_a_score(tmp_path: Path) -> None:
    """0.1 and 0.1 + 1e-12 are a tie to it, by name: RR is 0.5 there, and 1.0 here."""
    drawn = Collection({"1": {"a": 1, "b": 0}}, {"1": {"a": 0.1 + 1e-12, "b": 0.1}})
    files = drawn.written(tmp_path)

    per_query, _ = evaluate(read_qrels(files[0]), read_run(files[1]))

    assert per_query["1"]["RR"] == 1.0
    assert scores(files, "RR")["RR"]["1"] == 0.5
