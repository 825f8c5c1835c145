"""ERR of the course is that of gdeval, told the highest grade of the scale."""

from pathlib import Path

import pytest

from tests.course.agreement.collections_of_queries import one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, gdeval, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

pytestmark = pytest.mark.process

library("ir_measures")
expected_reciprocal_rank = reference("expected_reciprocal_rank").expected_reciprocal_rank


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("k", [1, 10, 100])
@pytest.mark.parametrize("max_grade", [1, 2, 4])
def test_err_is_that_of_gdeval(tmp_path: Path, max_grade: int, k: int, ties: bool) -> None:
    """Each query with a relevant document agrees; gdeval leaves out the others, which are 0.0."""
    drawn = seeded(14, max_grade=max_grade, ties=ties)

    theirs = gdeval(drawn.written(tmp_path), k, max_grade)

    assert len(theirs) > 300
    for query in drawn.run:
        ours = expected_reciprocal_rank(drawn.grades(query)[:k], max_grade)
        _, err = theirs.get(query, (0.0, 0.0))
        assert ours == pytest.approx(err, abs=TOLERANCE)
    left_out = drawn.run.keys() - theirs.keys()
    assert left_out == {query for query in drawn.run if not drawn.total_relevant(query)}
    assert len(left_out) >= 40


def test_gdeval_as_it_is_prints_five_places(tmp_path: Path) -> None:
    """ir_measures runs the script unchanged: five places, with 4 for the highest grade."""
    drawn = seeded(15)
    files = drawn.written(tmp_path)

    printed = scores(files, "ERR@20")["ERR@20"]
    exact = gdeval(files, 20, max_grade=4)

    assert {query: f"{err:.5f}" for query, (_, err) in exact.items()} == {
        query: f"{value:.5f}" for query, value in printed.items() if query in exact
    }


def test_the_highest_grade_belongs_to_the_scale(tmp_path: Path) -> None:
    """[2, 0, 1] is 0.770833 on a scale to 2, and 0.204427 to gdeval, whose scales end at 4."""
    drawn = one_query([2, 0, 1])
    files = drawn.written(tmp_path)

    on_two, on_four = (gdeval(files, 3, max_grade=top)["1"][1] for top in (2, 4))

    assert expected_reciprocal_rank([2, 0, 1], 2) == pytest.approx(on_two, abs=TOLERANCE)
    assert expected_reciprocal_rank([2, 0, 1], 4) == pytest.approx(on_four, abs=TOLERANCE)
    assert on_two == pytest.approx(0.770833, abs=5e-7)
    assert on_four == pytest.approx(0.204427, abs=5e-7)
    assert scores(files, "ERR@3")["ERR@3"]["1"] == pytest.approx(on_four, abs=5e-6)


def test_nothing_brings_err_to_one(tmp_path: Path) -> None:
    """A perfect first result is 15/16 in both; dividing by the ideal, as others do, makes it 1."""
    drawn = one_query([4, 0])

    _, err = gdeval(drawn.written(tmp_path), 2, max_grade=4)["1"]

    assert expected_reciprocal_rank([4, 0], 4) == err == 15 / 16
