"""Writes the gradebook, one student a row, and reads back what was taken off for lateness."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from grader.errors import UsageError
from grader.model.csv_file import csv_text, disarmed, unguarded
from grader.model.remarks import has_points, is_marked
from grader.model.report import Report

from .amounts import as_decimal, read_amount

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
_decimal = partial(as_decimal, places=6)


def gradebook_csv(reports: Iterable[Report], more: Mapping[str, MoreCells] | None = None) -> str:
    """Return one row for each report, in their order, and a column for each case's points.

    Points are decimals of up to six places: a spreadsheet takes "23/2" for a day of the year.
    Where nothing was judged there are none, so that no average takes them for zeros.
    `more` are further cells of each student, by column, which stand before the cases.
    """
    return csv_text(map(disarmed, row) for row in _table(list(reports), more or {}))


def _table(rows: Sequence[Report], more: Mapping[str, MoreCells]) -> Iterator[Iterable[str]]:
    headings = list(dict.fromkeys(heading for cells in more.values() for heading in cells))
    names = [_NAME] if any(report.name for report in rows) else []
    by_hand = [_BY_HAND] if any(map(is_marked, rows)) else []
    case_ids = list(dict.fromkeys(case.id for report in rows for case in report.cases))
    yield (_STUDENT, *names, *_COLUMNS, *by_hand, *headings, *case_ids)
    for report in rows:
        cells = more.get(report.student, {})
        values = (cells.get(heading, "") for heading in headings)
        told = (value if isinstance(value, str) else _decimal(value) for value in values)
        points = {case.id: _decimal(case.points) for case in report.cases}
        earned = (points.get(case_id, "") for case_id in case_ids)
        marked = ("yes" if is_marked(report) else "" for _ in by_hand)
        who = (report.student, *(report.name or "" for _ in names))
        yield (*who, *_row(report), *marked, *told, *earned)


def _row(report: Report) -> Iterable[str]:
    is_counted = has_points(report)
    return (
        report.lesson,
        report.verdict.value,
        _decimal(report.points) if is_counted else "",
        _decimal(report.max_points),
        _decimal(report.share) if is_counted else "",
        "yes" if report.lesson_passed else "no",
        report.diagnosis.mistake if report.diagnosis else "",
        report.group or "",
        report.submission_sha256 or "",
    )


Key = tuple[str, str]  # student, lesson


def read_counted(data: bytes) -> dict[Key, Fraction]:
    """Read from a gradebook.csv what is left of points where some were taken off for lateness.

    Raises UsageError where it is no table.
    """
    text = io.StringIO(data.decode("utf-8-sig", "replace"), newline="")
    try:
        rows = list(csv.DictReader(text))
    except csv.Error as error:
        raise UsageError(f"The gradebook.csv cannot be read: {error}. Run grader grade.") from error
    found: dict[Key, Fraction] = {}
    for row in rows:
        # its decimals are rounded, so where nothing was taken off the report's own points stand
        left = row.get("points_counted") or ""
        amount = read_amount(left)
        if amount is not None and left != row.get("points"):
            found[unguarded(row.get("student") or ""), row.get("lesson") or ""] = amount
    return found
