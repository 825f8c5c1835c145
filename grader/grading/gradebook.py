"""Writes the gradebook of one lesson or of several."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct

from grader.model.amounts import as_decimal
from grader.model.csv_file import csv_text, disarmed, guarded
from grader.model.remarks import has_points, is_marked, points_that_count
from grader.model.report import Report

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
# where at least one is due
_DATES = ("submitted_at", "due", "days_late", "points_counted", "counted_because")
_decimal = partial(as_decimal, places=6)


def gradebook_csv(reports: Iterable[Report]) -> str:
    """Return one row for each report, in their order, and a column for each case's points.

    Points are decimals of up to six places: a spreadsheet takes "23/2" for a day of the year.
    Where nothing was judged there are none, so that no average takes them for zeros.
    """
    rows = list(reports)
    dates = _DATES if any(report.due is not None for report in rows) else ()
    names = [_NAME] if any(report.name for report in rows) else []
    by_hand = [_BY_HAND] if any(map(is_marked, rows)) else []
    case_ids = list(dict.fromkeys(case.id for report in rows for case in report.cases))
    table = [(_STUDENT, *names, *_COLUMNS, *by_hand, *dates, *case_ids)]
    for report in rows:
        when = (each.isoformat() if each else "" for each in (report.submitted_at, report.due))
        left = "" if report.points_counted is None else _decimal(report.points_counted)
        days = "" if report.days_late is None else str(report.days_late)
        told = (*when, days, left, report.counted_because or "")[: len(dates)]
        points = {case.id: _decimal(case.points) for case in report.cases}
        earned = (points.get(case_id, "") for case_id in case_ids)
        marked = ("yes" if is_marked(report) else "" for _ in by_hand)
        who = (report.student, *(report.name or "" for _ in names))
        is_counted = has_points(report)
        judged = (
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
        table.append((*who, *judged, *marked, *told, *earned))
    return csv_text(map(disarmed, row) for row in table)


class Row(Struct, frozen=True):
    """One student."""

    student: str
    reports: Mapping[str, Report]  # by lesson

    @property
    def name(self) -> str:
        """What they are called, where a report says it."""
        return next((each.name for each in self.reports.values() if each.name), "")

    @property
    def points(self) -> Fraction:
        """The sum of what counts over all lessons; what was not judged adds nothing."""
        return sum(map(points_that_count, self._sound), Fraction(0))

    @property
    def lessons_passed(self) -> int:
        """How many lessons are passed."""
        return sum(each.lesson_passed for each in self._sound)

    @property
    def _sound(self) -> list[Report]:
        return [each for each in self.reports.values() if has_points(each)]


class ClassTable(Struct, frozen=True):
    """A class."""

    lessons: tuple[str, ...]
    rows: tuple[Row, ...]
    most: Mapping[str, Fraction]  # points that could be had, by lesson

    @property
    def most_in_all(self) -> Fraction:
        """Points that could be had over all lessons."""
        return sum(self.most.values(), Fraction(0))


def class_table(reports: Iterable[Report], order: Sequence[str] = ()) -> ClassTable:
    """Lay out reports by student; lessons stand as in `order`, then as they come."""
    found: dict[str, dict[str, Report]] = {}
    most: dict[str, Fraction] = {}
    for report in reports:
        found.setdefault(report.student, {})[report.lesson] = report
        known = most.get(report.lesson, Fraction(0))
        most[report.lesson] = max(known, Fraction(report.max_points))
    lessons = tuple(dict.fromkeys([*(each for each in order if each in most), *most]))
    return ClassTable(lessons, tuple(Row(*each) for each in sorted(found.items())), most)


def class_table_csv(table: ClassTable) -> str:
    """Return a row for each student, a column of points for each lesson, and the sums.

    A cell is empty where nothing was judged.
    """
    sums = ["points", "max_points", "lessons_passed"]
    names = ["name"] if any(row.name for row in table.rows) else []
    rows: list[Iterable[str]] = [map(guarded, ["student", *names, *table.lessons, *sums])]
    for row in table.rows:
        sound = ((name, one) for name, one in row.reports.items() if has_points(one))
        points = {name: points_that_count(one) for name, one in sound}
        cells = (as_decimal(points[name]) if name in points else "" for name in table.lessons)
        amounts = [as_decimal(row.points), as_decimal(table.most_in_all)]
        who = [row.student, *(row.name for _ in names)]
        rows.append([*map(guarded, who), *cells, *amounts, str(row.lessons_passed)])
    return csv_text(rows)
