"""RBP of the course and its residual are those of rbp_eval."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import Collection, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.lesson_material import reference

rbp_eval = library("rbp_eval")
rank_biased_precision = reference("rank_biased_precision").rank_biased_precision
residual = reference("rank_biased_precision").residual
PATIENCE = [0.2, 0.5, 0.8, 0.95]
Pairs = dict[str, list[tuple[float, float]]]


def rbp(drawn: Collection, folder: Path, scale: float, patience: Sequence[float]) -> Pairs:
    """Let rbp_eval compute (RBP, residual) of each query for each patience, from TREC files."""
    qrels_path, run_path = drawn.written(folder)
    with qrels_path.open(encoding="utf-8") as judgments, run_path.open(encoding="utf-8") as found:
        qrels, run = rbp_eval.load_qrels(judgments), rbp_eval.load_run(found)
    qrels.set_reltype(rbp_eval.RelType.FRACT, scale)
    whole = [float(rbp_eval.DEPTH_FULL)]
    done = rbp_eval.evaluate(qrels, run, rbp_eval.Ordering.SCORE, list(patience), whole)
    return {
        result.qid: [(one.sum, one.err) for one in result.depth_res[0].persist_res]
        for result in done.qid_res
    }


def known(drawn: Collection, query: str, max_grade: int) -> list[float | None]:
    """Return the shares of the highest grade in ranked order, None for an unjudged document."""
    judged = drawn.qrels[query]
    return [
        judged[name] * (1 / max_grade) if name in judged else None for name in drawn.ranked(query)
    ]


@pytest.mark.parametrize("max_grade", [1, 4])
def test_rbp_and_its_residual_are_those_of_rbp_eval(tmp_path: Path, max_grade: int) -> None:
    """Both agree on 400 queries with unjudged documents, for binary and for graded relevance."""
    drawn = seeded(16, max_grade=max_grade)

    theirs = rbp(drawn, tmp_path, 1 / max_grade, PATIENCE)

    assert theirs.keys() == drawn.run.keys()
    for query, values in theirs.items():
        rels = known(drawn, query, max_grade)
        for p, (score, rest) in zip(PATIENCE, values, strict=True):
            assert rank_biased_precision(rels, p) == pytest.approx(score, abs=TOLERANCE)
            assert residual(rels, p) == pytest.approx(rest, abs=TOLERANCE)


def test_the_residual_is_the_weight_of_all_that_is_not_known(tmp_path: Path) -> None:
    """[1, None, 1] with 0.5 is 0.625 with 0.375 open: 0.25 for the None, 0.125 below the end."""
    drawn = one_query([1, None, 1])

    (value,) = rbp(drawn, tmp_path, 1.0, [0.5])["1"]

    assert value == (rank_biased_precision([1, None, 1], 0.5), residual([1, None, 1], 0.5))
    assert value == (0.625, 0.375)


def test_ties_share_their_weights_in_rbp_eval(tmp_path: Path) -> None:
    """A relevant one of two tied first is 0.5 or 0.25 by its place; rbp_eval takes 0.375."""
    drawn = one_query([1, 0])
    drawn.run["1"].update(dict.fromkeys(drawn.run["1"], 1.0))

    ((score, _),) = rbp(drawn, tmp_path, 1.0, [0.5])["1"]

    assert rank_biased_precision([1, 0], 0.5) == 0.5
    assert rank_biased_precision([0, 1], 0.5) == 0.25
    assert score == pytest.approx((0.5 + 0.25) / 2, abs=TOLERANCE)


def test_rbp_eval_takes_grades_for_yes_or_no_if_not_told_otherwise(tmp_path: Path) -> None:
    """[1, 0, 3] on a scale to 3 is 0.291667 here; from grade 1 on as yes it is 0.625."""
    drawn = one_query([1, 0, 3])
    qrels_path, run_path = drawn.written(tmp_path)
    with qrels_path.open(encoding="utf-8") as judgments, run_path.open(encoding="utf-8") as found:
        qrels, run = rbp_eval.load_qrels(judgments), rbp_eval.load_run(found)

    done = rbp_eval.evaluate(qrels, run, rbp_eval.Ordering.SCORE, [0.5], [1000.0])

    assert done.qid_res[0].depth_res[0].persist_res[0].sum == 0.625
    assert rank_biased_precision([1, 0, 1], 0.5) == 0.625
    assert rank_biased_precision([1 / 3, 0, 1], 0.5) == pytest.approx(0.291667, abs=5e-7)
