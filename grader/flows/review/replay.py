"""Judges one submission again, so that an instructor can look into one of its cases."""

from pathlib import Path

from msgspec import Struct

from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.flows.lesson_judge import LessonJudge
from grader.flows.reading_room import ReadingRoom
from grader.intake.class_intake import find_submissions
from grader.jail.spec import Isolation
from grader.model.case_choice import choose_case
from grader.model.course import Course, Lesson
from grader.model.phrases import FIRST, listed
from grader.model.report import CaseReport, CaseTrace, JudgedSubmission, Place, Reveal
from grader.model.submission import QuotedLine, Submission
from grader.model.text import printable, source_lines
from grader.store.attempts import AttemptRow, list_attempts, read_submission
from grader.store.store import Store

_LEAST_OF_A_SHA = 6
_AROUND = 2  # lines of the student's before and after the one that is named


class Replay(Struct, frozen=True):
    """One submission judged again, and where one case is meant, that case."""

    lesson: Lesson
    judged: JudgedSubmission
    case: CaseReport | None = None
    trace: CaseTrace | None = None
    own_lines: tuple[QuotedLine, ...] = ()


class Meant(Struct, frozen=True):
    """What is to be judged again."""

    lesson: Lesson
    submission: Submission


def meant_on_disk(course: Course, path: Path, lesson_id: str | None, student: str | None) -> Meant:
    """Take in one submission as `grader grade` does; raises UsageError where there are several."""
    lesson = _lesson_of(course, path, lesson_id)
    with ReadingRoom() as room:
        found = find_submissions(path, lesson, read=room.read)
    if len(found) == 1:
        return Meant(lesson, found[0])
    own = [one for one in found if one.student == student]
    if own:
        return Meant(lesson, own[0])
    names = listed((one.student for one in found), FIRST)
    who = f"none of {student}" if student else f"{len(found)} submissions"
    raise UsageError(f"{path} holds {who}. Say with --student which one: {names}.")


def _lesson_of(course: Course, path: Path, lesson_id: str | None) -> Lesson:
    if lesson_id is not None:
        return find_lesson(course, lesson_id)
    if len(course.lessons) == 1:
        return course.lessons[0]
    named = [one for one in course.lessons if _is_named_after(path, one)]
    if len(named) == 1:
        return named[0]
    known = ", ".join(one.id for one in course.lessons)
    raise UsageError(f"{path} does not say which lesson it is of. Say --lesson: {known}.")


def _is_named_after(path: Path, lesson: Lesson) -> bool:
    if path.is_dir():
        return path.resolve().name == lesson.id or (path / lesson.module_file).is_file()
    return path.stem in (lesson.id, lesson.module)


def meant_on_record(
    course: Course, store: Store, wanted: str, lesson_id: str | None, student: str | None
) -> Meant:
    """Find one attempt: a student's last one, STUDENT:NUMBER, or by the start of its sha."""
    lesson = find_lesson(course, lesson_id).id if lesson_id is not None else None
    with store.reading() as reading:
        rows = [
            row
            for row in list_attempts(reading, student, lesson)
            if any(row.lesson == one.id for one in course.lessons)
        ]
        row = _one_lesson(_called(rows, wanted), wanted)
        submission = read_submission(reading, row)
    return Meant(find_lesson(course, row.lesson), submission)


def _called(rows: list[AttemptRow], wanted: str) -> list[AttemptRow]:
    student, _, number = wanted.rpartition(":")
    for found in (
        [row for row in rows if row.student == wanted],
        [row for row in rows if row.student == student and str(row.number) == number],
        [row for row in rows if _has_sha(row, wanted)],
    ):
        if found:
            return found
    shown = printable(wanted, lines=False)
    raise UsageError(
        f"{shown} is no file or folder, and the record has no attempt of that name. Name a "
        "submission, or STUDENT, STUDENT:NUMBER or the start of a SHA-256 that is on record."
    )


def _has_sha(row: AttemptRow, wanted: str) -> bool:
    return len(wanted) >= _LEAST_OF_A_SHA and row.submission_sha256.startswith(wanted.lower())


def _one_lesson(rows: list[AttemptRow], wanted: str) -> AttemptRow:
    lessons = sorted({row.lesson for row in rows})
    bytes_ = {row.submission_sha256 for row in rows}
    if len(lessons) > 1:
        raise UsageError(f"{wanted} has attempts at {', '.join(lessons)}. Say --lesson.")
    if len({row.student for row in rows}) > 1 and len(bytes_) > 1:
        names = listed((f"{row.student}:{row.number}" for row in rows), FIRST)
        raise UsageError(f"{wanted} fits several attempts. Name one: {names}.")
    return max(rows, key=lambda row: row.number)


def replay(
    course: Course, meant: Meant, wanted: str | None, isolation: Isolation, cache: Path
) -> Replay:
    """Judge the whole submission, as grading does, and look into the case that is wanted."""
    lesson, submission = meant.lesson, meant.submission
    files = load_lesson_files(course, lesson)
    # the instructor reads everything, whatever a case reveals to students
    with LessonJudge(lesson, files, isolation, cache, reveal=Reveal.VALUES) as judge:
        judged = judge.judge_one(submission)
    case = choose_case(judged.report.cases, wanted) if wanted is not None else None
    if case is None:
        return Replay(lesson, judged)
    own = own_lines(case.failure.place, submission) if case.failure is not None else ()
    trace = next((one for one in judged.traces if one.id == case.id), None)
    return Replay(lesson, judged, case, trace, own)


def own_lines(place: Place | None, submission: Submission) -> tuple[QuotedLine, ...]:
    """Quote the student's line that a message names, with some around it."""
    if place is None or place.file not in submission.sources:
        return ()
    lines = source_lines(submission.sources[place.file])
    shown = range(max(1, place.line - _AROUND), min(len(lines), place.line + _AROUND) + 1)
    return tuple(QuotedLine(place.file, n, lines[n - 1], n == place.line) for n in shown)
