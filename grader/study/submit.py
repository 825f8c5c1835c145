"""Submits: on record first, then judged, then told with what it opens; nothing is ever lost."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.course.handout import has_public_cases, is_handout, load_handout
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.errors import ContentError, JailError, SubmissionRefused
from grader.model.course import Course, Lesson
from grader.model.phrases import listed
from grader.model.report import JudgedSubmission, Report, Verdict
from grader.model.submission import Submission
from grader.model.unlocking import LessonState, lesson_states
from grader.record.attempts import (
    AttemptRow,
    begin_judging,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
    settle_attempt,
    waiting_attempts,
    withdraw_attempt,
)
from grader.record.claims import claims_of
from grader.record.grants import read_history
from grader.sandbox.packages import refuse_missing

from .enrolment import Enrolment, state_of

if TYPE_CHECKING:
    from grader.advice.lesson_judge import LessonJudge

MOST_WARM = 6  # lessons whose judges are kept ready: each holds sandboxes
TRIES = 3  # of an attempt that nobody asks for again


class Submitted(Struct, frozen=True):
    """What came of a submission."""

    lesson: Lesson
    number: int  # of the attempt
    report: Report  # the student's
    is_from_record: bool  # the same bytes had been judged before
    before: tuple[LessonState, ...]
    after: tuple[LessonState, ...]
    can_try: bool  # whether the lesson has public cases


class Recorded(Struct, frozen=True):
    """A submission that is on record, and judged there or not yet."""

    lesson: Lesson
    attempt: AttemptRow
    submission: Submission
    known: JudgedSubmission | None
    before: tuple[LessonState, ...]


class CaughtUp(Struct, frozen=True):
    """What came of an attempt that an earlier process had left waiting."""

    attempt: AttemptRow
    verdict: Verdict | None  # None where it could not even be begun
    why: str | None = None  # then this sentence says why


class Submitter:
    """Submits to one lesson after the other; keeps each lesson's judge warm until it is closed."""

    def __init__(self, enrolment: Enrolment, stack: ExitStack) -> None:
        """With the stack, whatever was opened here is closed."""
        self._enrolment = enrolment
        # by lesson and version, the one that was used last at the end
        self._judges: OrderedDict[tuple[str, str], tuple[LessonJudge, ExitStack]] = OrderedDict()
        stack.callback(self._close_judges, 0)
        self.claims = claims_of(enrolment.store, enrolment.cache)
        stack.callback(self.claims.close)

    def of(self, enrolment: Enrolment) -> "Submitter":
        """Submit for another student of the course, with the same judges."""
        other = copy(self)
        other._enrolment = enrolment  # noqa: SLF001 # of this class, too
        return other

    def with_own_judges(self, stack: ExitStack) -> "Submitter":
        """Submit in a thread of its own; its judges end with the stack."""
        other = copy(self)
        other._judges = OrderedDict()  # noqa: SLF001
        stack.callback(other._close_judges, 0)  # noqa: SLF001
        return other

    def submit(self, lesson_id: str, file: Path | None = None) -> Submitted:
        """Judge what the student has written; raises SubmissionRefused where a rule forbids it."""
        return self.judge(self.record(lesson_id, file))

    def record(self, lesson_id: str, file: Path | None = None) -> Recorded:
        """Put what the student has written on record; raises SubmissionRefused."""
        enrolment = self._enrolment
        lesson = enrolment.lesson_not_locked(lesson_id)
        before = enrolment.states()
        refuse_missing(lesson.installed)  # before it is on record
        submission = enrolment.submission(lesson, file)
        attempt, known = self._record(lesson, submission)
        return Recorded(lesson, attempt, submission, known, before)

    def judge(self, recorded: Recorded) -> Submitted:
        """Judge what `record` gave, unless these bytes had their verdict before."""
        enrolment = self._enrolment
        lesson, attempt, known = recorded.lesson, recorded.attempt, recorded.known
        if known is None:
            try:
                known = self._judge(lesson, attempt, recorded.submission)
            except KeyboardInterrupt:  # another process may wait for the claim, so that it is kept
                raise KeyboardInterrupt(self.withdraw(attempt)) from None
            finally:
                self.claims.let_go(attempt.id)
        return Submitted(
            lesson,
            attempt.number,
            enrolment.shown(known, lesson, attempt),
            recorded.known is not None,
            recorded.before,
            enrolment.states(),
            has_public_cases(enrolment.course, lesson),
        )

    def finish_waiting(self) -> Iterator[CaughtUp]:
        """Judge what was on record when an earlier process died; yield what came of each."""
        enrolment = self._enrolment
        with enrolment.store.reading() as reading:
            waiting = waiting_attempts(reading, enrolment.student)
        for attempt in waiting:
            if attempt.tries < TRIES and (done := self.finish(attempt)):
                yield done

    def finish(self, attempt: AttemptRow) -> CaughtUp | None:
        """Judge an attempt of the student's; None where another process is at it or has done it."""
        lessons = {lesson.id: lesson for lesson in self._enrolment.course.lessons}
        lesson = lessons.get(attempt.lesson)  # it may have left the course
        if lesson is None or not self.claims.take(attempt.id):
            return None
        try:
            with self._enrolment.store.reading() as reading:
                left = waiting_attempts(reading, attempt.student)
                if all(one.id != attempt.id for one in left):
                    return None
                submission = read_submission(reading, attempt)
            judged = self._judge(lesson, attempt, submission)
        except (ContentError, JailError) as error:  # the student's other lessons go on
            return CaughtUp(attempt, None, str(error))
        else:
            return CaughtUp(attempt, judged.report.verdict)
        finally:
            self.claims.let_go(attempt.id)

    def _record(
        self, lesson: Lesson, submission: Submission
    ) -> tuple[AttemptRow, JudgedSubmission | None]:
        """Put the submission on record, unless a rule forbids it and it is not there yet."""
        enrolment = self._enrolment
        version = _judged_files(enrolment.course, lesson).version
        now = enrolment.clock()
        sha = submission.sha256()
        with enrolment.store.writing() as writing:
            mine = list_attempts(writing, enrolment.student, lesson.id)
            same = [row for row in mine if row.submission_sha256 == sha]
            if all(row.course_version != version for row in same):
                history = read_history(writing, enrolment.student)
                state = state_of(lesson, lesson_states(enrolment.course, history, now))
                self._refuse_by_rule(state, mine, costs_one=not same)
                _refuse_stub(enrolment.course, lesson, submission)
            attempt = record_attempt(writing, submission, lesson.id, version, now)
            if attempt.judged_at is not None:
                return attempt, read_judged(writing, attempt)
            # while nobody else can write, so that whoever sees the attempt sees it taken
            is_mine = self.claims.take(attempt.id)
        if is_mine:
            return attempt, None
        self.claims.wait_for(attempt.id)  # another process is at it, or withdraws it
        self.claims.let_go(attempt.id)
        return self._record(lesson, submission)

    def withdraw(self, attempt: AttemptRow) -> str:
        """Take back what a student stops: it was not submitted."""
        which = f"attempt {attempt.number} at {attempt.lesson}"
        with self._enrolment.store.writing() as writing:
            is_withdrawn = withdraw_attempt(writing, attempt)
        self.claims.let_go(attempt.id)
        if is_withdrawn:
            return f"Stopped before there was a verdict: {which} is withdrawn and costs nothing."
        return f"Stopped. The verdict on {which} is on record: `grader history` has it."

    def _refuse_by_rule(
        self, state: LessonState, mine: list[AttemptRow], *, costs_one: bool
    ) -> None:
        is_shut = state.reason is not None or state.dates.is_closed(self._enrolment.clock())
        if state.refusal is not None and (costs_one or is_shut):
            raise SubmissionRefused(state.refusal)
        if state.attempts_left is None or not costs_one:
            return
        # one whose process died, or failed by our fault, has cost nothing yet
        begun = [row for row in mine if row.judged_at is None and self.claims.is_taken(row.id)]
        if len(begun) >= state.attempts_left:
            raise SubmissionRefused(
                f"Attempt {begun[-1].number} at {state.lesson.id} is being judged, and it may be "
                "your last one. Wait for its feedback."
            )

    def _judge(
        self,
        lesson: Lesson,
        attempt: AttemptRow,
        submission: Submission,
    ) -> JudgedSubmission:
        enrolment = self._enrolment
        judge = self._judge_for(lesson)
        with enrolment.store.writing() as writing:
            begin_judging(writing, attempt)
        judged = judge.judge_one(submission)
        if judged.report.verdict is Verdict.GRADER_FAULT:
            return judged  # the attempt goes on waiting
        with enrolment.store.writing() as writing:
            if settle_attempt(writing, attempt, judged, enrolment.clock()):
                return judged
        with enrolment.store.reading() as reading:  # another process was first
            rows = list_attempts(reading, attempt.student, attempt.lesson)
            settled = (read_judged(reading, row) for row in rows if row.id == attempt.id)
            return next(settled, None) or judged

    def _judge_for(self, lesson: Lesson) -> "LessonJudge":
        from grader.advice.lesson_judge import LessonJudge

        enrolment = self._enrolment
        files = _judged_files(enrolment.course, lesson)
        key = (str(lesson.id), files.version)
        known = self._judges.pop(key, None)
        if known is None:
            self._close_judges(MOST_WARM - 1)
            opened = ExitStack()
            judge = LessonJudge(lesson, files, enrolment.isolation, enrolment.cache)
            known = opened.enter_context(judge), opened
        self._judges[key] = known
        return known[0]

    def _close_judges(self, left: int) -> None:
        while len(self._judges) > left:
            self._judges.popitem(last=False)[1][1].close()


def _judged_files(course: Course, lesson: Lesson) -> LessonFiles:
    try:
        return load_lesson_files(course, lesson)
    except ContentError as error:
        if not is_handout(course, lesson):
            raise
        raise ContentError(
            f"This copy of the course has no hidden cases, so nothing can be judged here: submit "
            f"{listed([f'{lesson.id}/{name}' for name in lesson.hand_in])} where your instructor "
            f"says; `grader test {lesson.id}` tries the public cases."
        ) from error


def _refuse_stub(course: Course, lesson: Lesson, submission: Submission) -> None:
    try:
        stub = load_handout(course, lesson).stub
    except ContentError:
        return
    if all(
        data.split() == submission.sources.get(name, b"").split() for name, data in stub.items()
    ):
        raise SubmissionRefused(
            f"{lesson.module_file} is still the stub as you got it: nothing has been filled in "
            "yet, or it has not been saved. This cost no attempt."
        )
