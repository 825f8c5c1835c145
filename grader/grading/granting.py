"""Opens or extends a lesson for one student by hand."""

from zoneinfo import ZoneInfo

from grader.errors import UsageError
from grader.model.course import Course, Lesson
from grader.model.dates import read_due
from grader.model.deadlines import Grant
from grader.model.phrases import count, date_text


def read_grant(course: Course, lesson: Lesson, due: str | None, attempts: int | None) -> Grant:
    """Read what is granted: a later date, more attempts, or else that the lesson is open.

    Raises UsageError for a date that is none, and for what the lesson does not limit.
    """
    until = None if due is None else read_due(due, ZoneInfo(course.time_zone))
    if due is not None and until is None:
        raise UsageError(f"--due {due} is no date; it is like 2026-09-03T18:00.")
    if until is not None and lesson.due is None:
        raise UsageError(f"{lesson.id} has no due date that could be extended.")
    if attempts and not lesson.attempts:
        raise UsageError(f"{lesson.id} has no limit of attempts.")
    opens = due is None and attempts is None
    return Grant(lesson.id, opens=opens, due=until, attempts=attempts or 0)


def said_grant(grant: Grant, student: str, course: Course) -> str:
    """Say in a sentence what a student was granted."""
    parts = ["is open"] if grant.opens else []
    if grant.due is not None:
        parts.append(f"is due {date_text(grant.due, ZoneInfo(course.time_zone))}")
    if grant.attempts:
        parts.append(f"takes {count(grant.attempts, 'attempt')} more")
    return f"{grant.lesson} {' and '.join(parts)} for {student}."
