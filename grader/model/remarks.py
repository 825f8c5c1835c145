"""Applies to a report what counts beside the judge: marks and comments by hand, and the dates.

The judge's verdict stays, the points change.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction

import msgspec
from msgspec import Struct

from .course import Lesson
from .deadlines import Grant, deadlines
from .phrases import counted_text
from .report import SHARE_PLACES, Remark, Report, Verdict, is_judged


class RemarkOnRecord(Struct, frozen=True):
    """A remark, and what it is about."""

    id: int
    student: str
    lesson: str
    submission_sha256: str | None  # None: every submission of theirs
    remark: Remark

    def is_about(self, report: Report) -> bool:
        """Whether it holds for a report: of that student, that lesson, those bytes."""
        return (self.student, self.lesson) == (
            report.student,
            report.lesson,
        ) and self.submission_sha256 in (None, report.submission_sha256)


def remarks_on(report: Report, known: Iterable[RemarkOnRecord]) -> tuple[Remark, ...]:
    """Pick the remarks that are about a report, in their order."""
    return tuple(one.remark for one in known if one.is_about(report))


def is_marked_forever(report: Report, known: Iterable[RemarkOnRecord]) -> bool:
    """Whether the mark that holds is one on every submission of theirs, of later too."""
    marks = [one for one in known if one.is_about(report) and one.remark.points is not None]
    whole = [one.submission_sha256 for one in marks if one.remark.case_id is None]
    return bool(whole) and whole[-1] is None


def with_remarks(report: Report, remarks: Iterable[Remark], pass_score: float) -> Report:
    """Put remarks into a report; of several marks on one thing the last holds.

    A mark on a case replaces its points, one on the submission the sum of all. A fault of the
    grader's stays as it is. A remark on a case that is no longer there changes no points.
    """
    remarks = tuple(remarks)
    last = {one.case_id: place for place, one in enumerate(remarks) if one.points is not None}
    holding = tuple(
        one for place, one in enumerate(remarks) if one.points is None or last[one.case_id] == place
    )
    if not holding or report.verdict is Verdict.GRADER_FAULT:
        return report
    marks = {one.case_id: one.points for one in holding if one.points is not None}
    cases = tuple(
        msgspec.structs.replace(case, points=marks.get(case.id, case.points))
        for case in report.cases
    )
    changed = msgspec.structs.replace(report, cases=cases, remarks=holding)
    if None not in marks and not any(case.id in marks for case in cases):
        return changed
    points = sum((Fraction(case.points) for case in cases), Fraction(0))
    whole = marks.get(None)
    points = points if whole is None else Fraction(whole)
    most = Fraction(report.max_points)
    share = points / most if most else Fraction(0)
    return msgspec.structs.replace(
        changed,
        points=str(points),
        share=round(float(share), SHARE_PLACES),
        lesson_passed=bool(most) and share >= Fraction(str(pass_score)),
    )


def count_report(
    report: Report,
    lesson: Lesson,
    remarks: Iterable[Remark],
    grants: tuple[Grant, ...],
    submitted_at: datetime | None,
) -> Report:
    """Decide what counts of a report, and why: pages, tables and exports show no other points."""
    report = with_remarks(report, remarks, lesson.pass_score)
    dates = deadlines(lesson, grants)
    counted = dates.counted(Fraction(report.points), submitted_at)
    zone = lesson.due.tzinfo if lesson.due is not None else UTC  # the course's, unless it says one
    has_any = has_points(report)
    return msgspec.structs.replace(
        report,
        submitted_at=submitted_at and submitted_at.astimezone(zone),
        due=dates.due and dates.due.astimezone(zone).replace(microsecond=0),
        days_late=counted.days_late,
        points_counted=str(counted.points) if has_any else None,
        counted_because=counted.reason if has_any else None,
    )


def points_that_count(report: Report) -> Fraction:
    """Return the points of a report after lateness, where dates have been applied to it."""
    return Fraction(report.points if report.points_counted is None else report.points_counted)


def told_points(report: Report) -> str:
    """Write the points that count, and why they are fewer than were earned."""
    worth = (report.points, report.max_points, report.points_counted)
    return counted_text(*worth, report.counted_because)


def is_marked(report: Report) -> bool:
    """Whether a mark by hand has changed the points."""
    about = {None, *(case.id for case in report.cases)}
    return any(one.points is not None and one.case_id in about for one in report.remarks)


def has_points(report: Report) -> bool:
    """Whether the points say something: the submission was judged, or marked by hand."""
    return is_judged(report) or is_marked(report)
