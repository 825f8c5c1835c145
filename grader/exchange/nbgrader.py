"""Writes grades in the columns of nbgrader's export, quoted where a value needs it."""

import csv
import datetime
import io
from collections.abc import Iterable, Mapping

from grader.model.report import Report

from .amounts import as_decimal
from .formulas import guarded

_COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)


def nbgrader_csv(reports: Iterable[Report], due: Mapping[str, datetime.datetime | None]) -> bytes:
    """Return a row for each report; `due` tells each lesson's date, where it is known.

    Reports know neither names nor times of submission: those cells stay empty.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for report in reports:
        date = due.get(report.lesson)
        score = as_decimal(report.points)
        who = guarded(report.student)
        first = [report.lesson, date.isoformat(" ") if date else "", "", who, "", "", ""]
        writer.writerow([*first, score, "0", score, as_decimal(report.max_points)])
    return text.getvalue().encode()
