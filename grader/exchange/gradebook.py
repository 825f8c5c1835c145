"""Writes the gradebook: a table for spreadsheets, one student a row."""

import csv
import io
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grader.model.remarks import has_points, is_marked
from grader.model.report import Report
from grader.model.text import printable

from .formulas import guarded

MoreCells = Mapping[str, str | Fraction]
_STUDENT = "student"
_NAME = "name"  # a column where at least one is known
_COLUMNS = (
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
_BY_HAND = "marked_by_hand"  # a column where at least one is


def gradebook_csv(reports: Iterable[Report], more: Mapping[str, MoreCells] | None = None) -> str:
    """Return one row for each report, in their order, and a column for each case's points.

    Points are decimals of up to six places: a spreadsheet takes "23/2" for a day of the year.
    Where nothing was judged there are none, so that no average takes them for zeros.
    `more` are further cells of each student, by column, which stand before the cases.
    """
    rows = list(reports)
    more = more or {}
    headings = list(dict.fromkeys(heading for cells in more.values() for heading in cells))
    names = [_NAME] if any(report.name for report in rows) else []
    by_hand = [_BY_HAND] if any(map(is_marked, rows)) else []
    case_ids = list(dict.fromkeys(case.id for report in rows for case in report.cases))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    heads = (_STUDENT, *names, *_COLUMNS, *by_hand, *headings, *case_ids)
    writer.writerow(map(disarmed, heads))
    for report in rows:
        cells = more.get(report.student, {})
        told = (_cell(cells.get(heading, "")) for heading in headings)
        points = {case.id: _decimal(case.points) for case in report.cases}
        earned = (points.get(case_id, "") for case_id in case_ids)
        marked = ("yes" if is_marked(report) else "" for _ in by_hand)
        who = (report.student, *(report.name or "" for _ in names))
        writer.writerow(map(disarmed, (*who, *_row(report), *marked, *told, *earned)))
    return table.getvalue()


def _cell(value: str | Fraction) -> str:
    return value if isinstance(value, str) else _decimal(str(value))


def _row(report: Report) -> Iterable[str]:
    is_counted = has_points(report)
    return (
        report.lesson,
        report.verdict.value,
        _decimal(report.points) if is_counted else "",
        _decimal(report.max_points),
        f"{report.share:.6f}".rstrip("0").rstrip(".") if is_counted else "",
        "yes" if report.lesson_passed else "no",
        report.diagnosis.mistake if report.diagnosis else "",
        report.group or "",
        report.submission_sha256 or "",
    )


def _decimal(points: str) -> str:
    return f"{float(Fraction(points)):.6f}".rstrip("0").rstrip(".")


def disarmed(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula, with nothing unseen in it."""
    return printable(guarded(cell))
