"""Lays out a class over one or several lessons: students down, lessons across."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from grader.model.csv_file import csv_text, guarded
from grader.model.remarks import has_points
from grader.model.report import Report, Verdict

from .amounts import as_decimal


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
        """The sum over all lessons; what was not judged adds nothing."""
        return sum((Fraction(each.points) for each in self._sound), Fraction(0))

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


def is_fault(report: Report) -> bool:
    """Tell whether the grader failed, so that the points mean nothing."""
    return report.verdict is Verdict.GRADER_FAULT


def class_table(
    reports: Iterable[Report], order: Sequence[str] = (), *, by_points: bool = False
) -> ClassTable:
    """Lay out reports by student, or by points; lessons stand as in `order`, then as they come."""
    found: dict[str, dict[str, Report]] = {}
    most: dict[str, Fraction] = {}
    for report in reports:
        found.setdefault(report.student, {})[report.lesson] = report
        known = most.get(report.lesson, Fraction(0))
        most[report.lesson] = max(known, Fraction(report.max_points))
    lessons = tuple(dict.fromkeys([*(each for each in order if each in most), *most]))
    rows = [Row(student, given) for student, given in found.items()]
    rows.sort(key=lambda row: (-row.points if by_points else 0, row.student))
    return ClassTable(lessons, tuple(rows), most)


def class_table_csv(table: ClassTable) -> str:
    """Return a row for each student, a column of points for each lesson, and the sums.

    A cell is empty where nothing was judged.
    """
    sums = ["points", "max_points", "lessons_passed"]
    names = ["name"] if any(row.name for row in table.rows) else []
    rows: list[Iterable[str]] = [map(guarded, ["student", *names, *table.lessons, *sums])]
    for row in table.rows:
        points = {name: one.points for name, one in row.reports.items() if has_points(one)}
        cells = (as_decimal(points[name]) if name in points else "" for name in table.lessons)
        amounts = [as_decimal(row.points), as_decimal(table.most_in_all)]
        who = [row.student, *(row.name for _ in names)]
        rows.append([*map(guarded, who), *cells, *amounts, str(row.lessons_passed)])
    return csv_text(rows)
