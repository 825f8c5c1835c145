"""Writes grades in the columns of nbgrader's export, quoted where a value needs it."""

import csv
import datetime
import io
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grader.model.report import Report

from .amounts import as_decimal
from .counted import Counted, Key, counted_points
from .formulas import guarded

_COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)


def nbgrader_csv(
    reports: Iterable[Report],
    due: Mapping[str, datetime.datetime | None],
    counted: Mapping[Key, Counted] | None = None,
) -> bytes:
    """Return a row for each report; `due` tells each lesson's date, where it is known.

    Names, and times that no gradebook tells, stay empty.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for report in reports:
        date = due.get(report.lesson)
        key, known = (report.student, report.lesson), counted or {}
        raw, score = Fraction(report.points), counted_points(key, report.points, known)
        when = known.get(key, Counted()).submitted_at
        who = guarded(report.student)
        first = [report.lesson, date.isoformat(" ") if date else "", when, who, "", "", ""]
        amounts = (raw, raw - score, score, Fraction(report.max_points))
        writer.writerow([*first, *map(as_decimal, amounts)])
    return text.getvalue().encode()
