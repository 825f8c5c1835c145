"""Lays out the gradebook of one lesson, or of several, and writes it as CSV."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct

from grader.model.amounts import as_decimal
from grader.model.csv_file import csv_text, disarmed
from grader.model.remarks import has_points, is_marked, points_that_count
from grader.model.report import Report

_decimal = partial(as_decimal, places=6)


def gradebook_csv(reports: Iterable[Report]) -> str:
    """Return one row for each report, in their order, and a column for each case's points.

    Points are decimals of up to six places: a spreadsheet takes "23/2" for a day of the year.
    Where nothing was judged there are none, so that no average takes them for zeros.
    """
    rows = [
        _columns(report) | {case.id: _decimal(case.points) for case in report.cases}
        for report in reports
    ]
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = [names, *([row.get(name, "") for name in names] for row in rows)]
    return csv_text(map(disarmed, row) for row in table)


def _columns(report: Report) -> dict[str, str]:
    counts = has_points(report)
    left, days = report.points_counted, report.days_late
    return {
        "student": report.student,
        "name": report.name or "",
        "lesson": report.lesson,
        "verdict": report.verdict.value,
        "points": _decimal(report.points) if counts else "",
        "max_points": _decimal(report.max_points),
        "share": _decimal(report.share) if counts else "",
        "lesson_passed": "yes" if report.lesson_passed else "no",
        "mistake": report.diagnosis.mistake if report.diagnosis else "",
        "group": report.group or "",
        "submission_sha256": report.submission_sha256 or "",
        "marked_by_hand": "yes" if is_marked(report) else "",
        "submitted_at": report.submitted_at.isoformat() if report.submitted_at else "",
        "due": report.due.isoformat() if report.due else "",
        "days_late": "" if days is None else str(days),
        "points_counted": "" if left is None else _decimal(left),
        "counted_because": report.counted_because or "",
    }


class Row(Struct, frozen=True):
    """One student."""

    student: str
    name: str  # where a report says it
    reports: Mapping[str, Report]  # by lesson
    points: Fraction  # the sum of what counts over all lessons
    lessons_passed: int


class ClassTable(Struct, frozen=True):
    """A class."""

    lessons: tuple[str, ...]
    rows: tuple[Row, ...]
    most: Mapping[str, Fraction]  # points that could be had, by lesson


def class_table(reports: Iterable[Report], order: Sequence[str] = ()) -> ClassTable:
    """Lay out reports by student; lessons stand as in `order`, then as they come.

    What was not judged adds nothing.
    """
    found: dict[str, dict[str, Report]] = {}
    most: dict[str, Fraction] = {}
    for report in reports:
        found.setdefault(report.student, {})[report.lesson] = report
        known = most.get(report.lesson, Fraction(0))
        most[report.lesson] = max(known, Fraction(report.max_points))
    rows = []
    for student, theirs in sorted(found.items()):
        sound = [each for each in theirs.values() if has_points(each)]
        name = next((each.name for each in theirs.values() if each.name), "")
        points = sum(map(points_that_count, sound), Fraction(0))
        rows.append(Row(student, name, theirs, points, sum(one.lesson_passed for one in sound)))
    lessons = tuple(dict.fromkeys([*(each for each in order if each in most), *most]))
    return ClassTable(lessons, tuple(rows), most)
