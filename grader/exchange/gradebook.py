"""Writes the gradebook: a table for spreadsheets, one student a row."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from grader.model.report import Report
from grader.model.text import printable

_COLUMNS = (
    "student",
    "lesson",
    "verdict",
    "points",
    "max_points",
    "share",
    "lesson_passed",
    "mistake",
    "group",
    "submission_sha256",
)
# A cell that begins so is run as a formula; where ";" parts cells, one can begin inside another.
_FORMULA = re.compile(r"(^|[;\t\r\n])(?=[=+\-@\t\r\n])")


def gradebook_csv(reports: Iterable[Report]) -> str:
    """Return one row for each report, in their order, and a column for each case's points.

    Points are decimals of up to six places: a spreadsheet takes "23/2" for a day of the year.
    """
    rows = list(reports)
    case_ids = list(dict.fromkeys(case.id for report in rows for case in report.cases))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(map(_disarmed, (*_COLUMNS, *case_ids)))
    writer.writerows(map(_disarmed, _row(report, case_ids)) for report in rows)
    return table.getvalue()


def _row(report: Report, case_ids: Sequence[str]) -> Iterable[str]:
    points: Mapping[str, str] = {case.id: _decimal(case.points) for case in report.cases}
    return (
        report.student,
        report.lesson,
        report.verdict.value,
        _decimal(report.points),
        _decimal(report.max_points),
        f"{report.share:.6f}".rstrip("0").rstrip("."),
        "yes" if report.lesson_passed else "no",
        report.diagnosis.mistake if report.diagnosis else "",
        report.group or "",
        report.submission_sha256 or "",
        *(points.get(case_id, "") for case_id in case_ids),
    )


def _decimal(points: str) -> str:
    return f"{float(Fraction(points)):.6f}".rstrip("0").rstrip(".")


def _disarmed(cell: str) -> str:
    return printable(_FORMULA.sub(r"\1'", cell))
