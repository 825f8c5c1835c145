"""Reads from the record what counts of a class, for whoever exports, prints or renders it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.course.manifest import load_course
from grader.errors import GraderError, UsageError
from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import counting_attempt, deadlines, is_by_order
from grader.model.phrases import FIRST, listed
from grader.model.remarks import count_report, remarks_on
from grader.model.report import JudgedSubmission, Report
from grader.record.attempts import (
    AttemptRow,
    facts,
    list_attempts,
    list_not_judged,
    read_all_judged,
)
from grader.record.grants import read_grants
from grader.record.place import has_record
from grader.record.remarks import list_remarks, marked_rows
from grader.record.store import Store, open_store

Key = tuple[str, str]  # student, lesson


class RecordPlace(Struct, frozen=True):
    """Where a course's record lies."""

    data: str
    course_root: Path | None  # None: nothing is known of dates


class RecordedClass(Struct, frozen=True):
    """Of each student and lesson what counts: an attempt, or why there is none."""

    known: frozenset[Key]  # students and lessons with a result
    judged: list[JudgedSubmission]  # of those that were asked for
    by_order: tuple[str, ...]  # whose last attempt is the last on record: a time is unknown
    waiting: tuple[str, ...]  # who have an attempt without a verdict

    @property
    def reports(self) -> list[Report]:
        """Return what is told of them."""
        return [one.report for one in self.judged]

    @property
    def notes(self) -> list[str]:
        """Say what is to be known beside the reports."""
        notes = []
        if self.by_order:
            notes.append(
                "Not all times are known, so the attempt that was recorded last counts as the last "
                f"of {listed(self.by_order, FIRST)}."
            )
        if self.waiting:
            names = listed(self.waiting, FIRST)
            notes.append(f"An attempt of {names} has no verdict yet, and does not count.")
        return notes


def read_class(
    store: Store, lessons: Mapping[str, Lesson], wanted: Callable[[Key], bool]
) -> RecordedClass:
    """Read what counts, with marks by hand and what lateness leaves: by the one rule of all."""
    with store.reading() as reading:
        by_key: defaultdict[Key, list[AttemptRow]] = defaultdict(list)
        waiting = []
        for row in marked_rows(reading, list_attempts(reading)):
            if row.judged_at is not None:
                by_key[row.student, row.lesson].append(row)
            elif wanted((row.student, row.lesson)):
                waiting.append(str(row.student))
        unjudged = {
            (one.report.student, one.report.lesson): one for one in list_not_judged(reading)
        }
        grants, remarks = read_grants(reading), list_remarks(reading)
        counting, by_order = [], []
        for key, rows in by_key.items():
            if not wanted(key):
                continue
            lesson = lessons.get(key[1]) or _without_dates(key[1])
            attempts, dates = facts(rows), deadlines(lesson, grants.get(key, ()))
            chosen = counting_attempt(attempts, dates, lesson.counts)
            counting += [row for row in rows if chosen and row.number == chosen.number]
            by_order += [key[0]] if is_by_order(attempts, lesson.counts) else []
        found: list[tuple[datetime | None, JudgedSubmission]] = [
            (row.submitted_at, judged) for row, judged in read_all_judged(reading, counting)
        ]
        found += [
            (None, judged) for key, judged in unjudged.items() if wanted(key) and key not in by_key
        ]
    counted = []
    for when, judged in found:
        report = judged.report
        lesson = lessons.get(report.lesson) or _without_dates(report.lesson)
        given = grants.get((report.student, report.lesson), ())
        about = remarks_on(report, remarks)
        counted.append(replace(judged, report=count_report(report, lesson, about, given, when)))
    counted.sort(key=lambda one: (one.report.student, one.report.lesson))
    return RecordedClass(
        frozenset(by_key.keys() | unjudged.keys()),
        counted,
        tuple(dict.fromkeys(by_order)),
        tuple(dict.fromkeys(waiting)),
    )


def _without_dates(lesson_id: str) -> Lesson:
    """Stand in for a lesson that left the course."""
    return Lesson(LessonId(lesson_id), lesson_id)


class Source(Struct, frozen=True):
    """Which reports are meant, of which record."""

    record: RecordPlace
    lesson: str | None = None
    student: str | None = None

    def is_meant(self, key: Key) -> bool:
        """Whether the report of a student and a lesson is asked for."""
        student, lesson = key
        return self.student in (None, student) and self.lesson in (None, lesson)


def load_class(source: Source) -> RecordedClass:
    """Load what counts of those who are meant; raises UsageError where there is nothing."""
    place = source.record
    if not has_record(place.data):
        raise UsageError(
            f"There is no record at {place.data} yet: `grader grade` puts a class on record; "
            "--data names another place."
        )
    course = load_course(place.course_root) if place.course_root else None
    lessons = {str(each.id): each for each in course.lessons} if course else {}
    store = open_store(place.data, course.title if course else None)
    try:
        found = read_class(store, lessons, source.is_meant)
    finally:
        store.close()
    if not found.judged:
        raise _without(source, found.known, f"The record {store.where}")
    return found


def load_reports(source: Source, tell: Callable[[str], None] = lambda _text: None) -> list[Report]:
    """Load the reports of what counts, and tell what is to be said beside them."""
    loaded = load_class(source)
    for note in loaded.notes:
        tell(note)
    return loaded.reports


def _without(source: Source, known: Iterable[Key], where: str) -> UsageError:
    """Word that what is meant is not there, by the first of lesson and student that is not."""
    left = set(known)
    for what, wanted, place in (("lesson", source.lesson, 1), ("student", source.student, 0)):
        if wanted is None:
            continue
        if not any(key[place] == wanted for key in left):
            names = sorted({key[place] for key in left})
            shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
            return UsageError(
                f"{where} has no report of {what} {wanted}. It has: {shown or 'none'}."
            )
        left = {key for key in left if key[place] == wanted}
    return UsageError(f"{where} has no such report.")


def known_names(source: Source) -> dict[str, str]:
    """Return how students are called; without results nobody is."""
    try:
        reports = load_reports(source)
    except UsageError:
        return {}
    return {report.student: report.name for report in reports if report.name}


def try_course(root: Path | None) -> Course | None:
    """Load a course for its titles and dates; results can do without one."""
    if root is None:
        return None
    try:
        return load_course(root)
    except GraderError:
        return None
