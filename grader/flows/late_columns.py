"""Says in the gradebook who handed in when, and what is left of their points."""

from collections.abc import Sequence
from fractions import Fraction

from grader.model.course import Lesson
from grader.model.deadlines import deadlines
from grader.model.report import JudgedSubmission
from grader.model.submission import Submission

Columns = dict[str, dict[str, str | Fraction]]


def gradebook_columns(
    lesson: Lesson, submissions: Sequence[Submission], judged: Sequence[JudgedSubmission]
) -> Columns:
    """Return further cells of each student: a name where one is known, dates where one is due."""
    has_names = any(one.name for one in submissions)
    points = {one.report.student: Fraction(one.report.points) for one in judged}
    columns: Columns = {}
    for one in submissions:
        cells: dict[str, str | Fraction] = {"name": one.name or ""} if has_names else {}
        if lesson.due is not None:
            cells |= _dates(lesson, one, points.get(one.student, Fraction(0)))
        columns[one.student] = cells
    return columns


def _dates(lesson: Lesson, submission: Submission, points: Fraction) -> dict[str, str | Fraction]:
    dates, when = deadlines(lesson), submission.submitted_at
    return {
        "submitted_at": when.isoformat() if when is not None else "",
        "days_late": str(dates.days_late(when)),
        "points_counted": points * dates.share_left(when),
    }
