"""Reads from the record what counts of a class, for whoever exports, prints or renders it."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.course.manifest import load_course
from grader.errors import GraderError, UsageError
from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import counting_attempt, deadlines, is_by_order
from grader.model.phrases import FIRST, listed
from grader.model.report import JudgedSubmission, Report
from grader.record.attempts import (
    AttemptRow,
    facts,
    list_attempts,
    list_not_judged,
    read_all_judged,
)
from grader.record.grants import ByHand, read_by_hand
from grader.record.remarks import marked_rows
from grader.record.store import Store, has_record, open_store


class RecordedClass(Struct, frozen=True):
    """Of each student and lesson what counts: an attempt, or why there is none."""

    judged: list[JudgedSubmission]  # by student and lesson
    notes: list[str]  # what is to be known beside them
    by_hand: ByHand  # is in the reports already


def read_class(
    store: Store, course: Course | None, lesson: str | None = None, student: str | None = None
) -> RecordedClass:
    """Read what counts, with marks by hand and what lateness leaves: by the one rule of all.

    Without a course nothing is known of dates.
    """
    lessons = {str(one.id): one for one in course.lessons} if course else {}

    def lesson_of(name: str) -> Lesson:
        return lessons.get(name) or Lesson(LessonId(name), name)  # it may have left the course

    by_key: defaultdict[tuple[str, str], list[AttemptRow]] = defaultdict(list)
    found: list[tuple[datetime | None, JudgedSubmission]] = []
    counting, waiting, by_order = [], [], []
    with store.reading() as reading:
        by_hand = read_by_hand(reading, student, lesson)
        for row in marked_rows(reading, list_attempts(reading, student, lesson)):
            if row.judged_at is None:
                waiting.append(str(row.student))
            else:
                by_key[row.student, row.lesson].append(row)
        for (name, lesson_id), rows in by_key.items():
            each, attempts = lesson_of(lesson_id), facts(rows)
            dates = deadlines(each, by_hand.granted(name, each))
            chosen = counting_attempt(attempts, dates, each.counts)
            counting += [row for row in rows if chosen and row.number == chosen.number]
            by_order += [name] if is_by_order(attempts, each.counts) else []
        found += [(row.submitted_at, judged) for row, judged in read_all_judged(reading, counting)]
        for judged in list_not_judged(reading, student, lesson):
            if (judged.report.student, judged.report.lesson) not in by_key:
                found.append((None, judged))
    counted = [
        replace(
            judged, report=by_hand.counted(judged.report, lesson_of(judged.report.lesson), when)
        )
        for when, judged in found
    ]
    counted.sort(key=lambda one: (one.report.student, one.report.lesson))
    notes = []
    if by_order:
        notes.append(
            "Not all times are known, so the attempt that was recorded last counts as the last "
            f"of {listed(dict.fromkeys(by_order), FIRST)}."
        )
    if waiting:
        names = listed(dict.fromkeys(waiting), FIRST)
        notes.append(f"An attempt of {names} has no verdict yet, and does not count.")
    return RecordedClass(counted, notes, by_hand)


class Source(Struct, frozen=True):
    """Which reports are meant, of which record."""

    data: str  # where the record lies
    course_root: Path | None  # None: nothing is known of dates
    lesson: str | None = None
    student: str | None = None


def load_class(source: Source) -> RecordedClass:
    """Load what counts of those who are meant; raises UsageError where there is nothing."""
    if not has_record(source.data):
        raise UsageError(
            f"There is no record at {source.data} yet: `grader grade` puts a class on record; "
            "--data names another place."
        )
    course = load_course(source.course_root) if source.course_root else None
    store = open_store(source.data, course.title if course else None)
    try:
        found = read_class(store, course, source.lesson, source.student)
        known = found if found.judged else read_class(store, course)
    finally:
        store.close()
    if not found.judged:
        lessons = listed(sorted({one.report.lesson for one in known.judged}), FIRST)
        students = listed(sorted({one.report.student for one in known.judged}), FIRST)
        has = f"It has reports on {lessons}, of {students}" if known.judged else "It has none"
        meant = " of ".join(each for each in (source.lesson, source.student) if each)
        raise UsageError(f"The record {store.where} has no report on {meant or 'anything'}. {has}.")
    return found


def load_reports(source: Source, tell: Callable[[str], None] = lambda _text: None) -> list[Report]:
    """Load the reports of what counts, and tell what is to be said beside them."""
    loaded = load_class(source)
    for note in loaded.notes:
        tell(note)
    return [one.report for one in loaded.judged]


def known_names(source: Source) -> dict[str, str]:
    """Return how students are called; without results nobody is."""
    try:
        reports = load_reports(source)
    except UsageError:
        return {}
    return {report.student: report.name for report in reports if report.name}


def try_course(root: Path | None) -> Course | None:
    """Load a course for its titles and dates; results can do without one."""
    try:
        return load_course(root) if root is not None else None
    except GraderError:
        return None
