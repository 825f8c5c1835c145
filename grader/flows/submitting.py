"""Submits: on record first, then judged, then told with what it opens; nothing is ever lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.content.handout import load_handout
from grader.content.lesson_files import load_lesson_files
from grader.errors import ContentError, SubmissionRefused
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Report, Verdict, student_report
from grader.model.submission import Submission
from grader.model.unlocking import LessonState, lesson_states
from grader.store.attempts import (
    AttemptRow,
    begin_judging,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
    settle_attempt,
    waiting_attempts,
)
from grader.store.grants import read_history

from .desk import StudentDesk, state_of
from .lesson_judge import LessonJudge, course_version

_TRIES = 3  # of an attempt that nobody asks for again


@dataclass(frozen=True)
class Submitted:
    """What came of a submission."""

    lesson: Lesson
    number: int  # of the attempt
    report: Report  # the student's
    is_from_record: bool  # the same bytes had been judged before
    before: tuple[LessonState, ...]
    after: tuple[LessonState, ...]


class SubmitDesk:
    """Submits to one lesson after the other; keeps each lesson's judge warm until it is closed."""

    def __init__(self, desk: StudentDesk) -> None:
        self._desk = desk
        self._judges: dict[str, LessonJudge] = {}

    def submit(self, lesson_id: str, file: Path | None = None) -> Submitted:
        """Judge what the student has written; raises SubmissionRefused where a rule forbids it."""
        desk = self._desk
        lesson = desk.lesson(lesson_id)
        before = desk.states()
        submission = desk.submission(lesson, file)
        attempt, known = self._record(lesson, submission)
        if known is None:
            known = self._judge(lesson, attempt, submission)
            is_from_record = False
        else:
            is_from_record = True
        after = desk.states()
        return Submitted(
            lesson,
            attempt.number,
            shown_report(known, state_of(lesson, after), desk),
            is_from_record,
            before,
            after,
        )

    def finish_waiting(self) -> list[AttemptRow]:
        """Judge what was on record when an earlier process died; return what was judged."""
        desk = self._desk
        with desk.store.reading() as reading:
            waiting = waiting_attempts(reading, desk.student, _TRIES)
        lessons = {lesson.id: lesson for lesson in desk.course.lessons}
        judged = []
        for attempt in waiting:
            lesson = lessons.get(attempt.lesson)
            if lesson is not None:  # it may have left the course
                with desk.store.reading() as reading:
                    submission = read_submission(reading, attempt)
                self._judge(lesson, attempt, submission)
                judged.append(attempt)
        return judged

    def close(self) -> None:
        """Let the judges go."""
        for judge in self._judges.values():
            judge.__exit__(None, None, None)
        self._judges.clear()

    def _record(
        self, lesson: Lesson, submission: Submission
    ) -> tuple[AttemptRow, JudgedSubmission | None]:
        """Put the submission on record, unless a rule forbids it and it is not there yet."""
        desk = self._desk
        version = course_version(load_lesson_files(desk.course, lesson))
        now = desk.clock()
        sha = submission.sha256()
        with desk.store.writing() as writing:
            mine = list_attempts(writing, desk.student, lesson.id)
            if not any(row.submission_sha256 == sha for row in mine):
                history = read_history(writing, desk.student)
                state = state_of(lesson, lesson_states(desk.course, history, now))
                if state.refusal is not None:
                    raise SubmissionRefused(state.refusal)
                self._refuse_stub(lesson, submission)
            attempt = record_attempt(writing, submission, lesson.id, version, now, now)
            return attempt, read_judged(writing, attempt)

    def _refuse_stub(self, lesson: Lesson, submission: Submission) -> None:
        try:
            stub = load_handout(self._desk.course, lesson).stub
        except ContentError:
            return
        if all(_same_text(stub[name], submission.sources.get(name)) for name in stub):
            raise SubmissionRefused(
                f"{lesson.module_file} is still the stub as you got it: nothing has been filled in "
                "yet, or it has not been saved. This cost no attempt."
            )

    def _judge(
        self, lesson: Lesson, attempt: AttemptRow, submission: Submission
    ) -> JudgedSubmission:
        desk = self._desk
        with desk.store.writing() as writing:
            begin_judging(writing, attempt)
        judged = self._judge_for(lesson).judge_one(submission)
        if judged.report.verdict is Verdict.GRADER_FAULT:
            return judged  # the attempt goes on waiting
        with desk.store.writing() as writing:
            if settle_attempt(writing, attempt, judged, desk.clock()):
                return judged
            settled = list_attempts(writing, attempt.student, attempt.lesson)
            row = next(one for one in settled if one.id == attempt.id)
            return read_judged(writing, row) or judged

    def _judge_for(self, lesson: Lesson) -> LessonJudge:
        judge = self._judges.get(lesson.id)
        if judge is None:
            desk = self._desk
            files = load_lesson_files(desk.course, lesson)
            judge = LessonJudge(lesson, files, desk.isolation, desk.cache)
            judge.__enter__()
            self._judges[lesson.id] = judge
        return judge


@contextmanager
def submit_desk(desk: StudentDesk) -> Iterator[SubmitDesk]:
    """Open a desk for submitting, and close it."""
    made = SubmitDesk(desk)
    try:
        yield made
    finally:
        made.close()


def shown_report(judged: JudgedSubmission, state: LessonState, desk: StudentDesk) -> Report:
    """Take out of a report what this student may not read now."""
    due = state.dates.late_from
    return student_report(judged, is_past_due=due is not None and desk.clock() > due)


def _same_text(stub: bytes, data: bytes | None) -> bool:
    return data is not None and data.split() == stub.split()
