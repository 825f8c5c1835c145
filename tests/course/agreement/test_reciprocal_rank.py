"""RR and MRR of the course are those of trec_eval; MRR@10 is another measure."""

from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.agreement.trec import irm, scores
from tests.course.lesson_material import reference

metrics = library("sklearn.metrics")
reciprocal_rank = reference("reciprocal_rank").reciprocal_rank
mean_reciprocal_rank = reference("reciprocal_rank").mean_reciprocal_rank


@pytest.mark.parametrize("ties", [False, True])
def test_reciprocal_rank_is_that_of_trec_eval(tmp_path: Path, ties: bool) -> None:
    """RR agrees on 400 queries, and so does their mean."""
    drawn = seeded(3, ties=ties)
    files = drawn.written(tmp_path)

    theirs = scores(files, "RR")["RR"]
    mean = irm.calc_aggregate([irm.RR], *read(files))[irm.RR]

    assert len(theirs) == len(drawn.run)
    for query, value in theirs.items():
        assert reciprocal_rank(drawn.relevant(query)) == pytest.approx(value, abs=TOLERANCE)
    ours = mean_reciprocal_rank([drawn.relevant(query) for query in drawn.run])
    assert ours == pytest.approx(mean, abs=TOLERANCE)


def test_reciprocal_rank_up_to_a_cut_is_that_of_msmarco_eval(tmp_path: Path) -> None:
    """MRR@10 is the course's RR of the first ten results, on 400 queries."""
    drawn = seeded(4)

    theirs = scores(drawn.written(tmp_path), "RR@10")["RR@10"]

    for query in drawn.run:
        ours = reciprocal_rank(drawn.relevant(query)[:10])
        assert ours == pytest.approx(theirs.get(query, 0.0), abs=TOLERANCE)


def test_with_one_relevant_result_the_label_ranking_precision_is_the_reciprocal_rank() -> None:
    """Where one label is right, scikit-learn's LRAP of it is its RR, at every position."""
    for length in range(2, 40):
        for position in range(length):
            found = [int(place == position) for place in range(length)]
            falling = [float(-place) for place in range(length)]
            value = metrics.label_ranking_average_precision_score([found], [falling])
            assert reciprocal_rank(found) == pytest.approx(value, abs=TOLERANCE)


def test_a_first_relevant_result_below_the_cut_is_lost_there(tmp_path: Path) -> None:
    """At position 11 RR is 1/11 = 0.090909 here and in trec_eval, and MRR@10 is 0.0."""
    drawn = one_query([0] * 10 + [1])

    theirs = scores(drawn.written(tmp_path), "RR", "RR@10")

    assert reciprocal_rank(drawn.relevant("1")) == theirs["RR"]["1"]
    assert theirs["RR"]["1"] == pytest.approx(0.090909, abs=5e-7)
    assert theirs["RR@10"]["1"] == 0.0


def test_a_query_without_an_answer_counts_in_all_means(tmp_path: Path) -> None:
    """A judged query that the run lacks is 0.0 there; the course is handed an empty list for it."""
    found = one_query([0, 1])
    both = Collection(found.qrels | {"2": {"d000": 1}}, found.run)

    mean = irm.calc_aggregate([irm.RR], *read(both.written(tmp_path)))[irm.RR]

    assert mean == mean_reciprocal_rank([[0, 1], []]) == 0.25


def read(files: tuple[Path, Path]) -> tuple[object, object]:
    """Let ir_measures read both files."""
    return list(irm.read_trec_qrels(str(files[0]))), list(irm.read_trec_run(str(files[1])))
