"""Reads a class's results from the record: of each student and lesson the attempt that counts."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from grader.course.manifest import load_course
from grader.exchange.gradebook import Counted, Key
from grader.model.course import Lesson
from grader.model.deadlines import Deadlines, best_attempt, counted_points, deadlines
from grader.model.progress import Attempt, Grant
from grader.model.remarks import remarks_on, with_remarks
from grader.model.report import Report
from grader.store.attempts import AttemptRow, facts, list_attempts, read_all_judged
from grader.store.connections import Connection
from grader.store.grants import read_grants
from grader.store.place import has_record
from grader.store.remarks import list_remarks, marked_rows
from grader.store.store import open_store

_NO_DATES = Deadlines(None, None, None, None, Fraction(0))  # of a lesson that left the course


class RecordPlace(Struct, frozen=True):
    """Where a course's record lies."""

    data: str
    course_root: Path | None  # None: nothing is known of dates
    now: datetime


class RecordedClass(Struct, frozen=True):
    """The attempts that count."""

    where: str
    known: frozenset[Key]  # students and lessons with a result
    reports: list[Report]  # of those that were asked for
    counted: dict[Key, Counted]
    cells: dict[Key, dict[str, str | Fraction]]  # of the gradebook: dates, where one is due


class _Best(Struct, frozen=True):
    row: AttemptRow
    attempt: Attempt
    dates: Deadlines

    @property
    def left(self) -> Fraction:
        return counted_points(self.attempt, self.dates)

    @property
    def when(self) -> str:
        return self.attempt.submitted_at.isoformat() if self.attempt.submitted_at else ""

    def counted(self) -> Counted:
        return Counted(self.when, self.left if self.left != self.attempt.points else None)

    def cells(self) -> dict[str, str | Fraction]:
        if self.dates.due is None:
            return {}
        days = self.dates.days_late(self.attempt.submitted_at)
        return {"submitted_at": self.when, "days_late": str(days), "points_counted": self.left}


def read_recorded(place: RecordPlace, wanted: Callable[[Key], bool]) -> RecordedClass | None:
    """Read results; None where there is no record, which is not made either.

    Raises StoreError for a record that is damaged or newer, ContentError for a broken course.
    """
    if not has_record(place.data):
        return None
    store = open_store(place.data, place.now)
    try:
        with store.reading() as reading:
            best = _best(reading, place.course_root)
            asked = {key: one for key, one in best.items() if wanted(key)}
            rows = [one.row for one in asked.values()]
            reports = _marked(reading, rows, place.course_root)
    finally:
        store.close()
    return RecordedClass(
        store.where,
        frozenset(best),
        reports,
        {key: one.counted() for key, one in asked.items()},
        {key: one.cells() for key, one in asked.items()},
    )


def _best(reading: Connection, root: Path | None) -> dict[Key, _Best]:
    by_key: defaultdict[Key, list[AttemptRow]] = defaultdict(list)
    for row in marked_rows(reading, list_attempts(reading)):
        if row.judged_at is not None:
            by_key[row.student, row.lesson].append(row)
    if not by_key:
        return {}
    lessons = {str(each.id): each for each in load_course(root).lessons} if root else {}
    grants = read_grants(reading)
    return {
        key: _counting(rows, _dates(lessons.get(key[1]), grants.get(key, ())))
        for key, rows in by_key.items()
    }


def _marked(reading: Connection, rows: list[AttemptRow], root: Path | None) -> list[Report]:
    lessons = load_course(root).lessons if root else ()
    pass_scores = {str(each.id): each.pass_score for each in lessons}
    known = list_remarks(reading)
    reports = (each.report for _, each in read_all_judged(reading, rows))
    return [
        with_remarks(each, remarks_on(each, known), pass_scores.get(each.lesson, 1.0))
        for each in reports
    ]


def _dates(lesson: Lesson | None, grants: tuple[Grant, ...]) -> Deadlines:
    return _NO_DATES if lesson is None else deadlines(lesson, grants)


def _counting(rows: list[AttemptRow], dates: Deadlines) -> _Best:
    best = best_attempt(facts(rows), dates)
    assert best is not None  # noqa: S101 # each has been judged
    row = next(each for each in rows if each.number == best.number)
    return _Best(row, best, dates)
