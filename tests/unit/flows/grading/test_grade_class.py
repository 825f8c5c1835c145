"""The gradebook says who submitted when, and what a late penalty leaves."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from msgspec.structs import replace

from grader.exchange.gradebook import gradebook_csv
from grader.flows.grading.grade_class import Columns, gradebook_columns
from grader.model.course import Lesson, LessonId, StudentId
from grader.model.report import NOT_JUDGED, Verdict
from grader.model.submission import Submission
from tests.unit.flows.builders import judged

SUMS = Lesson(LessonId("sums"), "Sums")
DUE = replace(SUMS, due=datetime(2026, 9, 1, tzinfo=UTC), late_penalty=0.25, grace_minutes=10)
CAME = {"ann": None, "ben": datetime(2026, 9, 1, 0, 10, tzinfo=UTC)}
LATE = {"cleo": datetime(2026, 9, 2, 12, tzinfo=UTC), "dora": datetime(2026, 9, 9, tzinfo=UTC)}
SUBMISSIONS = [
    Submission(StudentId(student), submitted_at=when) for student, when in {**CAME, **LATE}.items()
]
JUDGED = [judged(one.student, points="3") for one in SUBMISSIONS]


def test_a_late_penalty_is_visible() -> None:
    """Days begun take their share; what came in the grace, or is unknown, is not late."""
    columns = gradebook_columns(DUE, SUBMISSIONS, JUDGED)

    told = {s: (cells["days_late"], cells["points_counted"]) for s, cells in columns.items()}
    assert told == {
        "ann": ("", 3),
        "ben": ("0", 3),
        "cleo": ("2", Fraction(3, 2)),
        "dora": ("8", 0),
    }
    assert columns["ann"]["submitted_at"] == ""
    assert columns["ben"]["submitted_at"] == "2026-09-01T00:10:00+00:00"


def test_without_a_due_date_there_is_nothing_to_say() -> None:
    """A lesson that is never late has no dates."""
    assert gradebook_columns(SUMS, SUBMISSIONS, JUDGED) == {}


@pytest.mark.parametrize("verdict", [*sorted(NOT_JUDGED), Verdict.GRADER_FAULT])
def test_no_points_count_where_nothing_was_judged(verdict: Verdict) -> None:
    """What has no points has none after the penalty either."""
    unjudged = judged("ann", verdict=verdict, cases=(), points="0")

    columns = gradebook_columns(DUE, SUBMISSIONS[:1], [unjudged])

    assert columns["ann"]["points_counted"] == ""


def test_columns_stand_before_the_cases() -> None:
    """Further columns follow the fixed ones; their fractions are decimals, their texts disarmed."""
    reports = [one.report for one in JUDGED[:2]]
    more: Columns = {"ann": {"when": "=1+1", "points_counted": Fraction(1, 3)}}

    lines = gradebook_csv(reports, more).splitlines()

    assert ",submission_sha256,when,points_counted," in lines[0]
    assert ",'=1+1,0.333333," in lines[1]
    assert ",,," in lines[2]
