"""Says in the gradebook who submitted when, and what is left of their points."""

from collections.abc import Sequence
from fractions import Fraction

from grader.model.course import Lesson
from grader.model.deadlines import deadlines
from grader.model.remarks import has_points
from grader.model.report import JudgedSubmission
from grader.model.submission import Submission

Columns = dict[str, dict[str, str | Fraction]]


def gradebook_columns(
    lesson: Lesson, submissions: Sequence[Submission], judged: Sequence[JudgedSubmission]
) -> Columns:
    """Return further cells of each student, where the lesson is due at some time."""
    if lesson.due is None:
        return {}
    reports = {one.report.student: one.report for one in judged}
    points = {who: Fraction(each.points) for who, each in reports.items() if has_points(each)}
    return {one.student: _dates(lesson, one, points.get(one.student)) for one in submissions}


def _dates(
    lesson: Lesson, submission: Submission, points: Fraction | None
) -> dict[str, str | Fraction]:
    dates, when = deadlines(lesson), submission.submitted_at
    return {
        "submitted_at": when.isoformat() if when is not None else "",
        "days_late": str(dates.days_late(when)),
        "points_counted": "" if points is None else points * dates.share_left(when),
    }
