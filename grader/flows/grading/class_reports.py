"""Loads the reports of a class from a folder or the record, for whoever exports or prints them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from grader.course.manifest import load_course
from grader.errors import GraderError, UsageError
from grader.exchange.report_lines import read_folder
from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import counting_attempt, deadlines, is_by_order
from grader.model.phrases import FIRST, listed
from grader.model.remarks import count_report, remarks_on
from grader.model.report import Report
from grader.store.attempts import AttemptRow, facts, list_attempts, read_all_judged
from grader.store.grants import read_grants
from grader.store.place import has_record
from grader.store.remarks import list_remarks, marked_rows
from grader.store.store import open_store

Key = tuple[str, str]  # student, lesson


class RecordPlace(Struct, frozen=True):
    """Where a course's record lies."""

    data: str
    course_root: Path | None  # None: nothing is known of dates


class RecordedClass(Struct, frozen=True):
    """The attempts that count."""

    where: str
    known: frozenset[Key]  # students and lessons with a result
    reports: list[Report]  # of those that were asked for
    by_order: tuple[str, ...]  # whose last attempt is the last on record: a time is unknown


def read_recorded(place: RecordPlace, wanted: Callable[[Key], bool]) -> RecordedClass | None:
    """Read results; None where there is no record, which is not made either.

    Raises StoreError for a record that is damaged or newer, ContentError for a broken course.
    """
    if not has_record(place.data):
        return None
    root = place.course_root
    lessons = {str(each.id): each for each in load_course(root).lessons} if root else {}
    store = open_store(place.data)
    try:
        with store.reading() as reading:
            by_key: defaultdict[Key, list[AttemptRow]] = defaultdict(list)
            for row in marked_rows(reading, list_attempts(reading)):
                if row.judged_at is not None:
                    by_key[row.student, row.lesson].append(row)
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
            reports = [
                count_report(
                    judged.report,
                    lessons.get(row.lesson) or _without_dates(row.lesson),
                    remarks_on(judged.report, remarks),
                    grants.get((row.student, row.lesson), ()),
                    row.submitted_at,
                )
                for row, judged in read_all_judged(reading, counting)
            ]
    finally:
        store.close()
    return RecordedClass(store.where, frozenset(by_key), reports, tuple(dict.fromkeys(by_order)))


def _without_dates(lesson_id: str) -> Lesson:
    """Stand in for a lesson that left the course."""
    return Lesson(LessonId(lesson_id), lesson_id)


GRADES = Path("grades")


@dataclass(frozen=True)
class Source:
    """Where reports come from, and which of them are meant."""

    given: Path | None = None
    lesson: str | None = None
    student: str | None = None
    record: RecordPlace | None = None  # looked into where no folder is given
    # is told where they come from, unless it was given
    tell: Callable[[str], None] = lambda _text: None

    @property
    def folder(self) -> Path:
        """What was given, else where `grader grade` writes by itself."""
        return self.given or (GRADES / self.lesson if self.lesson else GRADES)

    @cached_property
    def recorded(self) -> RecordedClass | None:
        """What the record holds, where that is the source."""
        if self.given is not None or self.record is None:
            return None
        found = read_recorded(self.record, self.is_meant)
        if found is None or not found.known:
            return None
        # a record without what is meant: perhaps the folder has it
        return found if found.reports or not self.folder.exists() else None

    def is_meant(self, key: Key) -> bool:
        """Whether the report of a student and a lesson is asked for."""
        student, lesson = key
        return self.student in (None, student) and self.lesson in (None, lesson)


def load_reports(source: Source) -> list[Report]:
    """Load the reports that are meant; raises UsageError where there is none, or one too many."""
    recorded = source.recorded
    if recorded is not None:
        if not recorded.reports:
            raise _without(source, recorded.known, f"The record {recorded.where}")
        source.tell(f"Results from the record {recorded.where}.")
        if recorded.by_order:
            source.tell(
                "Not all times are known, so the attempt that was recorded last counts as the last "
                f"of {listed(recorded.by_order, FIRST)}."
            )
        return recorded.reports
    reports = read_folder(source.folder)
    known = {(report.student, report.lesson) for report in reports}
    meant = [one for one in reports if source.is_meant((one.student, one.lesson))]
    if not meant and (source.lesson or source.student):
        raise _without(source, known, str(source.folder))
    counts = Counter((report.student, report.lesson) for report in meant)
    for (student, lesson), times in counts.items():
        if times > 1:
            raise UsageError(
                f"{source.folder} holds {times} reports of {student} for {lesson}. Name the folder "
                "of one `grader grade` with --from."
            )
    if source.given is None:
        source.tell(f"Results from the folder {source.folder}.")
    return meant


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
    """Return how students are called; without results, unless they were named, nobody is."""
    try:
        reports = load_reports(replace(source, tell=lambda _text: None))
    except UsageError:
        if source.given is not None:
            raise
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
