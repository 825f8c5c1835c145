"""Marks by hand change points and passing, never the judge's verdict, and never a fault."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from grader.model.course import Lesson, LessonId
from grader.model.deadlines import Grant
from grader.model.remarks import (
    RemarkOnRecord,
    count_report,
    is_marked,
    is_marked_forever,
    points_that_count,
    remarks_on,
    told_points,
    with_remarks,
)
from grader.model.report import (
    JudgedSubmission,
    Outcome,
    Remark,
    Report,
    Reveal,
    Verdict,
    Visibility,
)
from grader.model.student_report import student_report
from tests.unit.model.planted_class import planted

WHEN = datetime(2026, 9, 3, 12, tzinfo=UTC)


def report(letters: str = "pf", **changes: Any) -> Report:
    """A report of cases worth two points each, of one that passed and one that failed."""
    changes = {"submission_sha256": "ab", "lesson_passed": False, **changes}
    return planted("ann", letters, ["2"] * len(letters), **changes)


def remark(points: str | None = None, number: int | None = None, text: str = "") -> Remark:
    """A mark or a comment, on the whole or on a case by its number."""
    about = None if number is None else f"test_sums.py::test_{number}"
    return Remark(about, points, text, "Dr. Lee", WHEN)


def test_a_comment_changes_no_points() -> None:
    """A comment is in the report, and all else is as it was, also what the judge alone decided."""
    before = report(points="4", share=1.0, lesson_passed=False)

    after = with_remarks(before, [remark(text="Nice.")], 0.1)

    assert after == msgspec.structs.replace(before, remarks=(remark(text="Nice."),))
    assert not is_marked(after)


@pytest.mark.parametrize(
    ("given", "points", "share", "passed"),
    [
        ("0", "2", 0.5, False),
        ("1/3", "7/3", 0.583333, False),
        ("1", "3", 0.75, True),
        ("2", "4", 1.0, True),
        ("5", "7", 1.75, True),
    ],
)
def test_a_mark_on_a_case(given: str, points: str, share: float, passed: bool) -> None:
    """It stands in place of the case's points; sum, share and passing follow, the verdict stays."""
    after = with_remarks(report(), [remark(given, 2)], 0.75)

    assert [one.points for one in after.cases] == ["2", given]
    assert (after.points, after.share, after.lesson_passed) == (points, share, passed)
    assert (after.verdict, after.max_points) == (Verdict.FAILED, "4")
    assert [one.outcome for one in after.cases] == [Outcome.PASSED, Outcome.FAILED]


def test_a_mark_on_the_whole() -> None:
    """It stands in place of the sum, whatever marks on cases say, and those stay with the cases."""
    after = with_remarks(report(), [remark("7/2"), remark("1", 2)], 1.0)

    assert (after.points, after.share) == ("7/2", 0.875)
    assert [one.points for one in after.cases] == ["2", "1"]


def test_the_last_mark_holds() -> None:
    """Of several marks on one thing the last is the only one in the report; comments all stay."""
    given = [remark("1", 2), remark(text="a"), remark("3"), remark("2", 2), remark(text="b")]

    after = with_remarks(report(), given, 1.0)

    assert after.remarks == tuple(given[1:])
    assert (after.points, after.cases[1].points) == ("3", "2")


def test_a_case_that_is_gone() -> None:
    """A mark on a case that the lesson no longer has is kept, and changes no points."""
    after = with_remarks(report(), [remark("2", 9)], 0.0)

    assert (after.points, after.lesson_passed, len(after.remarks)) == ("2", False, 1)
    assert not is_marked(after)


def test_a_fault_is_never_marked() -> None:
    """Where the grader failed, nothing is added and nothing passes."""
    fault = report(verdict=Verdict.GRADER_FAULT)

    assert with_remarks(fault, [remark("4")], 0.5) == fault


def test_nought_of_nought_is_no_pass() -> None:
    """A lesson without points is not passed by points given beyond them."""
    after = with_remarks(report("s"), [remark("3")], 1.0)

    assert (after.points, after.share, after.lesson_passed) == ("3", 0.0, False)


@pytest.mark.parametrize(
    ("student", "lesson", "sha", "is_about"),
    [
        ("ann", "sums", "ab", True),
        ("ann", "sums", None, True),
        ("ann", "sums", "cd", False),
        ("ann", "loops", None, False),
        ("ben", "sums", "ab", False),
    ],
)
def test_what_a_remark_is_about(student: str, lesson: str, sha: str | None, is_about: bool) -> None:
    """A remark holds for one student, one lesson, and the bytes it names or all of theirs."""
    known = RemarkOnRecord(1, student, lesson, sha, remark(text="a"))

    assert bool(remarks_on(report(), [known])) is is_about


def test_a_student_reads_no_remark_on_a_hidden_case() -> None:
    """What is said of a case waits until the case is shown; the points count all the same."""
    seen, waiting = report().cases
    hidden = msgspec.structs.replace(waiting, visibility=Visibility.AFTER_PUBLISHED)
    given = [remark("1", 2, "secret"), remark(text="open"), remark(text="gone", number=9)]
    marked = with_remarks(report(cases=(seen, hidden)), given, 1.0)
    judged = JudgedSubmission(marked, reveals=(Reveal.SENTENCE,) * 2)

    before, after = student_report(judged), student_report(judged, frozenset(Visibility))

    assert ([one.text for one in before.remarks], before.points) == (["open"], "3")
    assert [one.text for one in after.remarks] == ["secret", "open"]


LESSON = Lesson(
    LessonId("sums"), "Sums", due=WHEN.astimezone(ZoneInfo("Europe/Berlin")), late_penalty=0.1
)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "1 of 4 points count, 2 earned: 5 days late, 10 % a day"),
        ("4", "2 of 4 points count: 5 days late, 10 % a day"),
        ("0", "0 of 4 points"),
    ],
)
def test_lateness_takes_its_share_of_marked_points(given: str | None, told: str) -> None:
    """What counts and why is in the report; points, share and passing are as without lateness."""
    marks = [] if given is None else [remark(given)]

    after = count_report(report(), LESSON, marks, (), WHEN + timedelta(days=4.5))

    assert told_points(after) == told
    assert after.points == (given or "2")
    assert points_that_count(after) == Fraction(after.points) / 2


def test_times_are_told_in_the_courses_zone() -> None:
    """When it came and when it was due are written alike, wherever both were read."""
    granted = Grant(LESSON.id, due=WHEN + timedelta(days=1, microseconds=9))

    after = count_report(report(), LESSON, (), (granted,), WHEN)

    assert after.submitted_at is not None
    assert after.due is not None
    assert after.submitted_at.isoformat() == "2026-09-03T14:00:00+02:00"
    assert after.due.isoformat() == "2026-09-04T14:00:00+02:00"


@pytest.mark.parametrize(
    ("shas", "expected"),
    [((None,), True), (("ab",), False), ((None, "ab"), False), (("ab", None), True), ((), False)],
)
def test_a_mark_on_every_submission(shas: tuple[str | None, ...], expected: bool) -> None:
    """The last mark on the whole decides; marks on cases and comments do not."""
    known = [RemarkOnRecord(n, "ann", "sums", sha, remark("0")) for n, sha in enumerate(shas)]
    known.append(RemarkOnRecord(7, "ann", "sums", None, remark("1", 2)))
    known.append(RemarkOnRecord(8, "ann", "sums", None, remark(text="Well.")))

    assert is_marked_forever(report(), known) is expected
