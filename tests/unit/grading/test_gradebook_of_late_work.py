"""The gradebook says who submitted when, and what a late penalty leaves."""

import csv
import io
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from grader.grading.gradebook import gradebook_csv
from grader.model.course import Lesson, LessonId
from grader.model.deadlines import Grant
from grader.model.report import NOT_JUDGED, Verdict
from grader.record.grants import ByHand
from tests.unit.judged_builders import judged

NAME = LessonId("sums")
SUMS = Lesson(NAME, "Sums")
DUE = replace(SUMS, due=datetime(2026, 9, 1, tzinfo=UTC), late_penalty=0.25, grace_minutes=10)
TIMES = {
    "ann": None,
    "ben": datetime(2026, 9, 1, 0, 10, tzinfo=UTC),
    "cleo": datetime(2026, 9, 2, 12, tzinfo=UTC),
    "dora": datetime(2026, 9, 9, tzinfo=UTC),
}
NOBODY = ByHand()


def rows(lesson: Lesson, by_hand: ByHand = NOBODY) -> dict[str, dict[str, str]]:
    """Write the gradebook of a class that has 3 of 4 points each, and read it back."""
    reports = [
        by_hand.counted(judged(who, points="3", max_points="4").report, lesson, when)
        for who, when in TIMES.items()
    ]
    return {row["student"]: row for row in csv.DictReader(io.StringIO(gradebook_csv(reports)))}


def test_a_late_penalty_is_visible() -> None:
    """Days begun take their share; what came in the grace, or is unknown, is not late."""
    found = rows(DUE)

    told = {
        who: (row["days_late"], row["points_counted"], row["counted_because"])
        for who, row in found.items()
    }
    assert told == {
        "ann": ("", "3", ""),
        "ben": ("0", "3", ""),
        "cleo": ("2", "1.5", "2 days late, 25 % a day"),
        "dora": ("8", "0", "8 days late, 25 % a day"),
    }
    assert found["ann"]["submitted_at"] == ""
    assert found["ben"]["submitted_at"] == "2026-09-01T00:10:00+00:00"


def test_an_extension_counts() -> None:
    """Who was given more time loses nothing, and the row says until when."""
    later = datetime(2026, 9, 9, tzinfo=UTC)
    granted = ByHand(grants={("dora", "sums"): (Grant(NAME, due=later),)})

    row = rows(DUE, granted)["dora"]

    assert (row["due"], row["days_late"], row["points_counted"]) == (later.isoformat(), "0", "3")


@pytest.mark.parametrize("verdict", [*sorted(NOT_JUDGED), Verdict.GRADER_FAULT])
def test_no_points_count_where_nothing_was_judged(verdict: Verdict) -> None:
    """What has no points has none after the penalty either."""
    unjudged = judged("ann", verdict=verdict, cases=(), points="0").report

    report = NOBODY.counted(unjudged, DUE, TIMES["dora"])

    assert (report.points_counted, report.counted_because) == (None, None)
