"""One student at work in one course: the folders, how the lessons stand, what was submitted."""

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.course.handout import without_locks
from grader.course.manifest import find_lesson
from grader.errors import SubmissionRefused, UsageError
from grader.model.course import Course, Lesson, StudentId
from grader.model.report import JudgedSubmission, Report
from grader.model.submission import Submission
from grader.model.unlocking import LessonState, State, lesson_states
from grader.record.attempts import AttemptRow, list_attempts, read_judged, read_submission
from grader.record.grants import read_by_hand, read_history
from grader.record.remarks import marked_rows

if TYPE_CHECKING:
    from grader.record.store import Store
    from grader.sandbox.spec import Isolation


class Workplace(Struct, frozen=True, kw_only=True):
    """Where a student works on a course, which may lie here or with a server."""

    course: Course
    student: StudentId
    work: Path  # holds a folder for each lesson

    def states(self) -> tuple[LessonState, ...]:
        """Say how every lesson stands now."""
        raise NotImplementedError

    def lesson(self, lesson_id: str) -> Lesson:
        """Find a lesson; raises UsageError with the nearest name."""
        return find_lesson(self.course, lesson_id)

    def lesson_not_locked(self, lesson_id: str) -> Lesson:
        """Find a lesson; raises SubmissionRefused with the lock's sentence."""
        return self.state_not_locked(lesson_id).lesson

    def state_not_locked(self, lesson_id: str) -> LessonState:
        """Find how a lesson stands; raises SubmissionRefused with the lock's sentence."""
        state = state_of(self.lesson(lesson_id), self.states())
        if state.state is State.LOCKED:
            raise SubmissionRefused(str(state.reason))
        return state

    def folder(self, lesson: Lesson) -> Path:
        """Where the student works on a lesson."""
        return self.work / lesson.id

    def submission(self, lesson: Lesson, file: Path | None) -> Submission:
        """Take in what the student has written; raises UsageError where there is nothing."""
        try:
            path = file or self.folder(lesson)
            if not path.exists():
                raise UsageError(_missing(lesson, path, is_named=file is not None))
            if file is not None and len(lesson.hand_in) > 1 and file.name == lesson.module_file:
                path = file.parent
            module = path / lesson.module_file
            if path.is_dir() and not (module.exists() or module.with_suffix(".ipynb").exists()):
                raise UsageError(_missing(lesson, module, is_named=file is not None))
            return self._read(lesson, path)
        except OSError as error:
            place = error.filename or file or self.folder(lesson)
            raise UsageError(f"{place} cannot be read: {error.strerror or error}.") from error

    def _read(self, lesson: Lesson, path: Path) -> Submission:
        # what reads submissions knows every platform's layout, and looking at lessons needs none
        from grader.intake.archives import archive_suffix
        from grader.intake.class_intake import take_path
        from grader.intake.reading_room import ReadingRoom

        with ReadingRoom() as room:
            submission = take_path(path, lesson, self.student, read=room.read)
        if submission.refused is None:
            return submission
        is_module = not path.is_dir() and archive_suffix(path.name) is None
        called = path.name if is_module else lesson.module_file
        # a sentence about the module calls it what the student's own file is called
        own, sentence = f"{lesson.module_file} ", submission.refused
        is_own = sentence.startswith(own)
        raise SubmissionRefused(f"{called} {sentence.removeprefix(own)}" if is_own else sentence)


class Enrolment(Workplace, frozen=True, kw_only=True):
    """A student in a course that lies here: what every command of a student's works with."""

    store: "Store"
    cache: Path
    choose_isolation: "Callable[[], Isolation]"  # finding out what can be had takes its time
    clock: Callable[[], datetime]

    @property
    def isolation(self) -> "Isolation":
        """How well the student's code is isolated; raises JailError where it cannot be."""
        return self.choose_isolation()

    def states(self) -> tuple[LessonState, ...]:
        """Work out how every lesson stands now."""
        with self.store.reading() as reading:
            history = read_history(reading, self.student)
        return lesson_states(without_locks(self.course), history, self.clock())

    def shown(self, judged: JudgedSubmission, lesson: Lesson, attempt: AttemptRow) -> Report:
        """Put in what counts of an attempt, and take out what this student may not read now."""
        with self.store.reading() as reading:
            by_hand = read_by_hand(reading, self.student)
        report = by_hand.counted(judged.report, lesson, attempt.submitted_at)
        return by_hand.for_student(replace(judged, report=report), lesson, self.clock())


def _missing(lesson: Lesson, path: Path, *, is_named: bool) -> str:
    if path.is_symlink():
        return f"{path} is a link to what does not exist."
    if is_named:
        own = Path(lesson.id, lesson.module_file)
        return f"{path} does not exist. Without a file's name, {own} is taken."
    start = f"`grader start {lesson.id}` puts the lesson's files there."
    return f"{path} does not exist. {start}"


def state_of(lesson: Lesson, states: tuple[LessonState, ...]) -> LessonState:
    """Find a lesson's state among all."""
    return next(one for one in states if one.lesson.id == lesson.id)


class PastAttempt(Struct, frozen=True):
    """One attempt as it was."""

    lesson: Lesson
    row: AttemptRow
    submission: Submission
    report: Report | None  # the student's; None while it waits to be judged


def list_past(enrolment: Enrolment, lesson_id: str | None) -> list[AttemptRow]:
    """List a student's attempts at one lesson or at all, the oldest first."""
    lesson = enrolment.lesson(lesson_id).id if lesson_id is not None else None
    with enrolment.store.reading() as reading:
        pass_scores = {str(one.id): one.pass_score for one in enrolment.course.lessons}
        listed = list_attempts(reading, enrolment.student, lesson)
        rows = marked_rows(reading, listed, pass_scores)
    dates = {str(one.lesson.id): one.dates for one in enrolment.states()}
    past = []
    for row in sorted(rows, key=lambda row: row.id):
        if row.points is None or row.lesson not in dates:
            past.append(row)
            continue
        counted = dates[row.lesson].counted(Fraction(row.points), row.submitted_at)
        left, why = str(counted.points), counted.reason
        past.append(replace(row, points_counted=left, counted_because=why))
    return past


def read_past(enrolment: Enrolment, lesson_id: str, number: int) -> PastAttempt:
    """Read one attempt; raises UsageError where there is none of that number."""
    lesson = enrolment.lesson(lesson_id)
    with enrolment.store.reading() as reading:
        rows = list_attempts(reading, enrolment.student, lesson.id)
        row = next((one for one in rows if one.number == number), None)
        if row is None:
            have = f"attempts 1 to {rows[-1].number}" if rows else "no attempt"
            raise UsageError(
                f"{enrolment.student} has {have} at {lesson.id}, and none numbered {number}."
            )
        judged = read_judged(reading, row)
        submission = read_submission(reading, row)
    report = None if judged is None else enrolment.shown(judged, lesson, row)
    return PastAttempt(lesson, row, submission, report)
