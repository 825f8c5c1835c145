"""bpref of the course is that of trec_eval, and AP of its condensed lists that of judged runs."""

from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

bpref = reference("unjudged_documents").bpref
condensed = reference("unjudged_documents").condensed
average_precision_at_k = reference("average_precision").average_precision_at_k


def judged_only(drawn: Collection) -> Collection:
    """Remove from each run what was not judged."""
    run = {
        query: {name: score for name, score in found.items() if name in drawn.qrels[query]}
        for query, found in drawn.run.items()
    }
    return Collection(drawn.qrels, run)


@pytest.mark.parametrize("max_grade", [1, 4])
@pytest.mark.parametrize("judged", [0.3, 0.8])
def test_bpref_is_that_of_trec_eval(tmp_path: Path, judged: float, max_grade: int) -> None:
    """400 queries agree, with few judgments and many, more bad than good ones and fewer."""
    drawn = seeded(21, max_grade=max_grade, judged=judged)

    theirs = scores(drawn.written(tmp_path), "Bpref")["Bpref"]

    assert theirs.keys() == drawn.run.keys()
    for query, value in theirs.items():
        ours = bpref(drawn.ranked(query), drawn.qrels[query])
        assert ours == pytest.approx(value, abs=TOLERANCE)


def test_the_bound_is_the_smaller_number(tmp_path: Path) -> None:
    """One bad document above two good ones: 0.0 with min(R, N), where R alone would make 0.5."""
    drawn = one_query([0, 1, 1])

    theirs = scores(drawn.written(tmp_path), "Bpref")["Bpref"]["1"]

    assert theirs == bpref(drawn.ranked("1"), drawn.qrels["1"]) == 0.0


def test_the_edges_are_those_of_trec_eval(tmp_path: Path) -> None:
    """Nothing bad, nothing relevant, nothing found that was judged: 1.0, 0.0 and 0.0."""
    for found, missed, expected in (([1, None, 1], [], 1.0), ([0], [0], 0.0), ([None], [1], 0.0)):
        drawn = one_query(found, missed)

        theirs = scores(drawn.written(tmp_path), "Bpref")["Bpref"]["1"]

        assert theirs == bpref(drawn.ranked("1"), drawn.qrels["1"]) == expected


def test_a_condensed_list_is_a_run_without_its_unjudged_documents(tmp_path: Path) -> None:
    """AP of the condensed lists is what trec_eval makes of runs that hold judged documents only."""
    drawn = seeded(22, judged=0.6)

    theirs = scores(judged_only(drawn).written(tmp_path), "AP")["AP"]

    for query, value in theirs.items():
        found = [int(grade > 0) for grade in condensed(drawn.ranked(query), drawn.qrels[query])]
        ours = average_precision_at_k(found, len(found), drawn.total_relevant(query))
        assert ours == pytest.approx(value, abs=TOLERANCE)
    assert len(theirs) > 300
