"""Judges recorded attempts again under the course as it is now, and takes that as a whole."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader import __version__
from grader.advice.lesson_judge import LessonJudge
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson
from grader.errors import JailError, StoreError, UsageError
from grader.model.course import Course, Lesson
from grader.model.regrade import AttemptChange
from grader.model.report import JudgedSubmission, Verdict
from grader.record.attempts import (
    AttemptRow,
    list_attempts,
    propose_verdicts,
    read_all_judged,
    read_all_submissions,
    read_proposals,
    settle_attempt,
)
from grader.record.forgetting import is_known
from grader.record.grants import read_by_hand
from grader.record.store import Store
from grader.sandbox.spec import Isolation

Tell = Callable[[str, int, int], None]  # lesson, done, total


class RegradeRequest(Struct, frozen=True):
    """How attempts are judged again."""

    store: Store
    cache: Path
    isolation: Isolation
    jobs: int
    allows_left_out: bool = False


class OutdatedLesson(Struct, frozen=True):
    """Attempts at one lesson that were judged under an earlier course or grader."""

    lesson: Lesson
    files: LessonFiles
    rows: tuple[AttemptRow, ...]


class Regraded(Struct, frozen=True):
    """One attempt with its new verdict."""

    row: AttemptRow
    judged: JudgedSubmission
    change: AttemptChange


class Regrade(Struct, frozen=True):
    """All that was judged again."""

    attempts: tuple[Regraded, ...]
    warnings: tuple[str, ...] = ()

    @property
    def changes(self) -> list[AttemptChange]:
        """Return what the new verdicts change."""
        return [one.change for one in self.attempts]


def find_outdated(
    course: Course, store: Store, lesson: str | None = None, student: str | None = None
) -> list[OutdatedLesson]:
    """Find what an edited course or another grader may judge otherwise.

    Raises UsageError for an unknown lesson or student, ContentError for a broken lesson.
    """
    wanted = [find_lesson(course, lesson)] if lesson is not None else course.lessons
    found = []
    with store.reading() as reading:
        if student is not None and not is_known(reading, student):
            raise UsageError(f"{student} is not on record.")
        for each in wanted:
            rows = list_attempts(reading, student, each.id)
            judged = [row for row in rows if row.judged_at is not None]
            if not judged:
                continue
            files = load_lesson_files(course, each)
            now = files.version, __version__
            old = tuple(row for row in judged if (row.course_version, row.grader_version) != now)
            if old:
                found.append(OutdatedLesson(each, files, old))
    return found


def judge_again(request: RegradeRequest, outdated: Sequence[OutdatedLesson], tell: Tell) -> Regrade:
    """Judge outdated attempts; what they get is kept, so that a later run does not judge again.

    Raises JailError where the grader fails on one: then none of the verdicts is to be taken.
    Raises ContentError where the reference fails a case and that is not allowed.
    """
    lessons = [_judge_lesson(request, one, tell) for one in outdated]
    return Regrade(
        tuple(each for one in lessons for each in one.attempts),
        tuple(each for one in lessons for each in one.warnings),
    )


def _judge_lesson(request: RegradeRequest, outdated: OutdatedLesson, tell: Tell) -> Regrade:
    lesson, files, store = outdated.lesson, outdated.files, request.store
    alike = defaultdict(list)  # attempts of the same bytes, whoever submitted them
    with store.reading() as reading:
        new = {
            number: one
            for number, one in read_proposals(reading, lesson.id).items()
            if (one.report.course_version, one.report.grader_version, one.report.isolation)
            == (files.version, __version__, request.isolation)
        }
        todo = [row for row in outdated.rows if row.id not in new]
        for row, one in read_all_submissions(reading, todo):
            alike[row.submission_sha256, one.refused, one.cells].append((row, one))
    teams = list(alike.values())
    tell(lesson.id, 0, len(teams))
    jobs = max(1, min(request.jobs, len(teams)))
    with LessonJudge(lesson, files, request.isolation, request.cache, jobs) as judge:
        if not request.allows_left_out:
            judge.refuse_left_out()
        judged = judge.judge([team[0][1] for team in teams])
        for done, (number, verdict) in enumerate(judged, 1):
            rows = [row for row, _ in teams[number]]
            if verdict.report.verdict is Verdict.GRADER_FAULT:
                raise JailError(
                    f"The grader failed on {rows[0]}. "
                    "Nothing has been changed: run the command again."
                )
            for row in rows:
                report = replace(verdict.report, student=row.student)
                new[row.id] = replace(verdict, report=report)
            with store.writing() as writing:
                propose_verdicts(writing, [(row, new[row.id]) for row in rows])
            tell(lesson.id, done, len(teams))
        return Regrade(tuple(_compared(store, outdated, new)), tuple(judge.warnings))


def _compared(
    store: Store, outdated: OutdatedLesson, new: dict[int, JudgedSubmission]
) -> list[Regraded]:
    """Compare what counts, marks by hand included; the verdict to take is the judge's alone."""
    found = []
    with store.reading() as reading:
        by_hand = read_by_hand(reading, lesson=outdated.lesson.id)
        for row, before in read_all_judged(reading, outdated.rows):
            # whose it is and what it was submitted as is known from the first verdict
            known = {"name": before.report.name, "handed_in_as": before.report.handed_in_as}
            after = replace(new[row.id], report=replace(new[row.id].report, **known))
            counted = (
                by_hand.counted(one.report, outdated.lesson, row.submitted_at)
                for one in (before, after)
            )
            change = AttemptChange(row.student, row.lesson, row.number, *counted)
            found.append(Regraded(row, after, change))
    return found


def take(store: Store, regrade: Regrade, now: datetime) -> None:
    """Put all new verdicts on record, or none where that cannot be done."""
    with store.writing() as writing:
        for one in regrade.attempts:
            if not settle_attempt(writing, one.row, one.judged, now):
                raise StoreError(
                    f"{one.row} was changed by another process meanwhile. Nothing has been "
                    "changed by this one: run the command again."
                )
