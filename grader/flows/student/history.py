"""Gives a student's earlier attempts back: what was submitted, and its feedback."""

from msgspec import Struct

from grader.errors import UsageError
from grader.model.course import Lesson
from grader.model.report import Report
from grader.model.submission import Submission
from grader.store.attempts import (
    AttemptRow,
    list_attempts,
    read_judged,
    read_submission,
    waiting_attempts,
)
from grader.store.remarks import marked_rows

from .enrolment import Enrolment


class PastAttempt(Struct, frozen=True):
    """One attempt as it was."""

    lesson: Lesson
    row: AttemptRow
    submission: Submission
    report: Report | None  # the student's; None while it waits to be judged


def list_past(enrolment: Enrolment, lesson_id: str | None) -> list[AttemptRow]:
    """List a student's attempts at one lesson or at all, the oldest first."""
    lesson = enrolment.lesson(lesson_id).id if lesson_id is not None else None
    with enrolment.store.reading() as reading:
        pass_scores = {str(one.id): one.pass_score for one in enrolment.course.lessons}
        listed = list_attempts(reading, enrolment.student, lesson)
        rows = marked_rows(reading, listed, pass_scores)
    return sorted(rows, key=lambda row: row.id)


def list_waiting(enrolment: Enrolment) -> list[AttemptRow]:
    """List a student's attempts that have no verdict, the oldest first."""
    with enrolment.store.reading() as reading:
        return waiting_attempts(reading, enrolment.student)


def read_past(enrolment: Enrolment, lesson_id: str, number: int) -> PastAttempt:
    """Read one attempt; raises UsageError where there is none of that number."""
    lesson = enrolment.lesson(lesson_id)
    with enrolment.store.reading() as reading:
        rows = list_attempts(reading, enrolment.student, lesson.id)
        row = next((one for one in rows if one.number == number), None)
        if row is None:
            have = f"attempts 1 to {rows[-1].number}" if rows else "no attempt"
            raise UsageError(
                f"{enrolment.student} has {have} at {lesson.id}, and none numbered {number}."
            )
        judged = read_judged(reading, row)
        submission = read_submission(reading, row)
    report = None if judged is None else enrolment.shown(judged, lesson)
    return PastAttempt(lesson, row, submission, report)
