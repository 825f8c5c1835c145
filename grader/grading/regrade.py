"""Judges recorded attempts again under the course as it is now, and takes that as a whole."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader import __version__
from grader.advice.lesson_judge import LessonJudge
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson
from grader.errors import JailError, UsageError
from grader.model.course import Course, Lesson
from grader.model.regrade import AttemptChange
from grader.model.remarks import count_report, remarks_on
from grader.model.report import JudgedSubmission, Report, Verdict
from grader.record.attempts import (
    AttemptRow,
    list_attempts,
    read_all_judged,
    read_all_submissions,
)
from grader.record.grants import read_grants
from grader.record.people import is_known, write_audit
from grader.record.regrades import propose_verdicts, read_proposals, replace_verdicts
from grader.record.remarks import list_remarks
from grader.record.store import Store
from grader.sandbox.spec import Isolation

Tell = Callable[[str, int, int], None]  # lesson, done, total


class RegradeRequest(Struct, frozen=True):
    """What is to be judged again, and how."""

    course: Course
    store: Store
    cache: Path
    isolation: Isolation
    jobs: int
    now: datetime
    allows_left_out: bool = False


class OutdatedLesson(Struct, frozen=True):
    """Attempts at one lesson that were judged under an earlier course or grader."""

    lesson: Lesson
    files: LessonFiles
    rows: tuple[AttemptRow, ...]


class Outdated(Struct, frozen=True):
    """What is to be judged again, and what is left alone."""

    lessons: tuple[OutdatedLesson, ...]
    up_to_date: int = 0
    waiting: int = 0  # attempts that have no verdict yet
    gone: tuple[str, ...] = ()  # lessons on record that have left the course


class Regraded(Struct, frozen=True):
    """One attempt with its new verdict."""

    row: AttemptRow
    judged: JudgedSubmission
    change: AttemptChange


def find_outdated(
    course: Course, store: Store, lesson: str | None = None, student: str | None = None
) -> Outdated:
    """Find what an edited course or another grader may judge otherwise.

    Raises UsageError for an unknown lesson or student, ContentError for a broken lesson.
    """
    wanted = find_lesson(course, lesson).id if lesson is not None else None
    with store.reading() as reading:
        if student is not None and not is_known(reading, student):
            raise UsageError(f"{student} is not on record.")
        rows = list_attempts(reading, student, wanted)
        judged = [row for row in rows if row.judged_at is not None]
        outdated = []
        for each in course.lessons:
            of_lesson = [row for row in judged if row.lesson == each.id]
            if not of_lesson:
                continue
            files = load_lesson_files(course, each)
            same_course = [row for row in of_lesson if row.course_version == files.version]
            fresh = {
                row.id
                for row, one in read_all_judged(reading, same_course)
                if one.report.grader_version == __version__
            }
            if old := tuple(row for row in of_lesson if row.id not in fresh):
                outdated.append(OutdatedLesson(each, files, old))
    gone = {row.lesson for row in judged} - {each.id for each in course.lessons}
    return Outdated(
        tuple(outdated),
        sum(row.lesson not in gone for row in judged) - sum(len(one.rows) for one in outdated),
        len(rows) - len(judged),
        tuple(sorted(gone)),
    )


class Regrade(Struct, frozen=True):
    """All that was judged again."""

    attempts: tuple[Regraded, ...]
    warnings: tuple[str, ...] = ()  # sentences for the author: cases left out

    @property
    def changes(self) -> list[AttemptChange]:
        """What comes of each attempt, also where nothing changes."""
        return [one.change for one in self.attempts]


def judge_again(request: RegradeRequest, outdated: Outdated, tell: Tell) -> Regrade:
    """Judge each distinct submission once; of verdicts, none changes.

    What comes of each is kept on record, so that a later run under the same course, grader and
    isolation does not judge it again.

    Raises JailError where the grader fails on one: then none of the verdicts is to be taken.
    Raises ContentError where the reference fails a case and that is not allowed.
    """
    lessons = [_judge_lesson(request, one, tell) for one in outdated.lessons]
    return Regrade(
        tuple(each for one in lessons for each in one.attempts),
        tuple(each for one in lessons for each in one.warnings),
    )


def _judge_lesson(request: RegradeRequest, outdated: OutdatedLesson, tell: Tell) -> Regrade:
    lesson = outdated.lesson
    alike = defaultdict(list)  # attempts of the same bytes, whoever submitted them
    with request.store.reading() as reading:
        for row, one in read_all_submissions(reading, outdated.rows):
            alike[one.refused, one.cells, *sorted(one.sources.items())].append((row, one))
        kept = {
            number: one
            for number, one in read_proposals(reading, lesson.id).items()
            if _is_of_now(request, outdated, one.report)
        }
    new = dict(kept)
    teams = [team for team in alike.values() if any(row.id not in kept for row, _ in team)]
    tell(lesson.id, 0, len(teams))
    jobs = max(1, min(request.jobs, len(teams)))
    with LessonJudge(lesson, outdated.files, request.isolation, request.cache, jobs) as judge:
        if not request.allows_left_out:
            judge.refuse_left_out()
        judged = judge.judge([team[0][1] for team in teams])
        for done, (number, verdict) in enumerate(judged, 1):
            if verdict.report.verdict is Verdict.GRADER_FAULT:
                row = teams[number][0][0]
                raise JailError(
                    f"The grader failed on {row.student}'s attempt {row.number} at {row.lesson}. "
                    "Nothing has been changed: run the command again."
                )
            for row, submission in teams[number]:
                report = replace(verdict.report, student=submission.student)
                new[row.id] = replace(verdict, report=report)
            with request.store.writing() as writing:
                proposed = [(row, new[row.id]) for row, _ in teams[number]]
                propose_verdicts(writing, proposed)
            tell(lesson.id, done, len(teams))
        warnings = tuple(judge.warnings)
    return Regrade(tuple(_compared(request.store, outdated, new)), warnings)


def _is_of_now(request: RegradeRequest, outdated: OutdatedLesson, report: Report) -> bool:
    made_by = report.course_version, report.grader_version, report.isolation
    return made_by == (outdated.files.version, __version__, request.isolation)


def _compared(
    store: Store, outdated: OutdatedLesson, new: dict[int, JudgedSubmission]
) -> list[Regraded]:
    """Compare what counts, marks by hand included; the verdict to take is the judge's alone."""
    lesson, found = outdated.lesson, []
    with store.reading() as reading:
        remarks, grants = list_remarks(reading, lesson=lesson.id), read_grants(reading)
        for row, before in read_all_judged(reading, outdated.rows):
            # whose it is and what it was submitted as is known from the first verdict
            known = {"name": before.report.name, "handed_in_as": before.report.handed_in_as}
            after = replace(new[row.id], report=replace(new[row.id].report, **known))
            granted = grants.get((row.student, row.lesson), ())
            counted = (
                count_report(
                    one.report, lesson, remarks_on(one.report, remarks), granted, row.submitted_at
                )
                for one in (before, after)
            )
            change = AttemptChange(row.student, row.lesson, row.number, *counted)
            found.append(Regraded(row, after, change))
    return found


def take(store: Store, regrade: Regrade, now: datetime) -> None:
    """Put all new verdicts on record, or none where that cannot be done."""
    judged = Counter(one.lesson for one in regrade.changes)
    changed = Counter(one.lesson for one in regrade.changes if one.is_change)
    with store.writing() as writing:
        replace_verdicts(writing, ((one.row, one.judged) for one in regrade.attempts), now)
        for lesson, times in sorted(judged.items()):
            detail = f"{times} judged, {changed[lesson]} changed"
            write_audit(writing, "regraded", now, lesson=lesson, detail=detail)
