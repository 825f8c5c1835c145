"""A course that a server has, as a student's commands ask for it; nothing hidden comes here.

What a server says is believed as far as it concerns the course. No name that it gives leads out of
the lesson's folder.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.course.handout import Handout, Hint
from grader.errors import ServerError
from grader.model.course import Course, Lesson, StudentId
from grader.model.report import Report
from grader.model.submission import Submission
from grader.model.text import is_inside
from grader.model.unlocking import LessonState, State
from grader.record.attempts import AttemptRow
from grader.study.at_hand import CourseAtHand
from grader.study.enrolment import PastAttempt, Workplace
from grader.study.lesson_texts import HintsRead, no_solution
from grader.study.practice import PublicCases
from grader.study.submit import Submitted

from .server_calls import LONGEST_WAIT, Server

if TYPE_CHECKING:
    from grader.judge.scripts import Hear, ScriptEnd


_UNKNOWN = datetime.min.replace(tzinfo=UTC)  # of what was put on record without its time


class _Entry(Struct):
    standing: LessonState


class _Course(Struct):
    title: str
    student: StudentId
    about: str | None
    lessons: tuple[_Entry, ...]


class _Lesson(Struct):
    handout: Handout
    solution: dict[str, str] | None
    hints: tuple[Hint, ...]


class _NextHint(Struct):
    title: str
    text: str
    read: int
    total: int


class _Ran(Struct):
    printed: str
    exit_code: int | None
    why: str | None
    left_out_bytes: int


class _Tried(Struct):
    report: Report


class _Attempt(Struct):
    attempt: int
    state: str
    place: int | None
    submitted_at: datetime | None
    judged_at: datetime | None = None
    report: Report | None = None
    files: dict[str, str] = {}
    from_record: bool = False


class _Place(Workplace, frozen=True, kw_only=True):
    ask: Callable[[], _Course]

    def states(self) -> tuple[LessonState, ...]:
        """Ask how every lesson stands now."""
        return tuple(one.standing for one in self.ask().lessons)


class _RemoteCourse:
    """Words the questions of each command for the server."""

    def __init__(self, server: Server, work_folder: Callable[[Course], Path]) -> None:
        self._server = server
        told = self.told()
        lessons = tuple(one.standing.lesson for one in told.lessons)
        course = Course(Path(os.devnull), told.title, lessons)  # nothing of it lies here
        work = work_folder(course)
        self.place = _Place(course=course, student=told.student, work=work, ask=self.told)

    def told(self) -> _Course:
        told = self._server.get("/api/course", _Course)
        for one in told.lessons:
            lesson = one.standing.lesson
            _refuse_leading_out([lesson.id, *lesson.hand_in, *lesson.files])
        return told

    def about(self) -> str | None:
        return self.told().about

    def handout(self, lesson: Lesson) -> Handout:
        return self._lesson(lesson).handout

    def solution(self, lesson: Lesson) -> dict[str, str]:
        found = self._lesson(lesson).solution
        if found is None:
            raise no_solution(lesson)
        return found

    def _lesson(self, lesson: Lesson) -> _Lesson:
        told = self._server.get(_path(lesson), _Lesson)
        _refuse_leading_out(told.handout.for_student())
        return told

    def hint(self, lesson_id: str) -> HintsRead:
        lesson = self.place.lesson(lesson_id)
        known = self._lesson(lesson).hints
        new = self._server.post(f"{_path(lesson)}/hints", _NextHint)
        read = (*known[: new.read - 1], Hint(new.title, new.text))
        return HintsRead(lesson, read, new.total, new.read > len(known))

    def list_past(self, lesson_id: str | None) -> list[AttemptRow]:
        if lesson_id is not None:
            lessons = [self.place.lesson(lesson_id)]
        else:
            lessons = [one.lesson for one in self.place.states() if one.state is not State.LOCKED]
        rows = [
            self._row(lesson, attempt)
            for lesson in lessons
            for attempt in self._server.get(f"{_path(lesson)}/attempts", list[_Attempt])
        ]
        return sorted(rows, key=lambda row: row.submitted_at or _UNKNOWN)

    def read_past(self, lesson_id: str, number: int) -> PastAttempt:
        lesson = self.place.lesson(lesson_id)
        one = self._server.get(f"{_path(lesson)}/attempts/{number}", _Attempt)
        _refuse_leading_out(one.files)
        sources = {name: text.encode() for name, text in one.files.items()}
        submission = Submission(self.place.student, sources)
        return PastAttempt(lesson, self._row(lesson, one), submission, one.report)

    def _row(self, lesson: Lesson, one: _Attempt) -> AttemptRow:
        report = one.report
        waiting = AttemptRow(
            id=0,  # what the record counts is the server's own
            student=self.place.student,
            lesson=lesson.id,
            number=one.attempt,
            submission_sha256="",
            submitted_at=one.submitted_at,
            tries=0,
            judged_at=one.judged_at,
            course_version="",
            grader_version="",
            verdict=None,
            points=None,
            max_points=None,
            lesson_passed=None,
            seconds=None,
        )
        if report is None:
            return waiting
        return replace(
            waiting,
            submission_sha256=report.submission_sha256 or "",
            course_version=report.course_version,
            verdict=report.verdict,
            points=report.points,
            max_points=report.max_points,
            lesson_passed=report.lesson_passed,
            is_marked=any(remark.points is not None for remark in report.remarks),
            points_counted=report.points_counted,
            counted_because=report.counted_because,
        )

    def run(self, lesson_id: str, file: Path | None, hear: "Hear") -> "ScriptEnd":
        from grader.judge.scripts import ScriptEnd  # what only looks runs nothing

        lesson = self.place.lesson(lesson_id)
        submission = self.place.submission(lesson, file)
        ran = self._server.post(f"{_path(lesson)}/run", _Ran, files=_sent(lesson, submission))
        hear(False, ran.printed.encode())
        return ScriptEnd(ran.exit_code, ran.why, ran.left_out_bytes)

    @contextmanager
    def public_cases(self, lesson_id: str) -> Iterator[PublicCases]:
        lesson = self.place.lesson(lesson_id)

        def judge(submission: Submission) -> Report:
            files = _sent(lesson, submission)
            return self._server.post(f"{_path(lesson)}/test", _Tried, files=files).report

        yield PublicCases(self.place, lesson, self.handout(lesson), judge)

    def submit(self, lesson_id: str, file: Path | None) -> Submitted:
        lesson = self.place.lesson(lesson_id)
        before = self.place.states()
        files = _sent(lesson, self.place.submission(lesson, file))
        attempts = f"{_path(lesson)}/attempts"
        history = f"`grader history {lesson.id}`"
        try:
            one = self._server.post(attempts, _Attempt, files=files)
        except ServerError as error:
            raise ServerError(f"{error} {history} says whether it had arrived.") from error
        on_record = f"Attempt {one.attempt} at {lesson.id} is on record"
        try:
            while one.report is None:
                if one.state == "waiting" and one.place is None:  # nobody is at it
                    raise ServerError("The server failed to judge it: its fault, not yours.")
                one = self._server.get(f"{attempts}/{one.attempt}?wait={LONGEST_WAIT}", _Attempt)
        except ServerError as error:
            raise ServerError(f"{error} {on_record}: {history} has its verdict later.") from error
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"Stopped. {on_record}: {history} has its verdict.") from None
        return Submitted(
            lesson=lesson,
            number=one.attempt,
            report=one.report,
            is_from_record=one.from_record,
            before=before,
            after=self.place.states(),
            can_try=bool(self.handout(lesson).public_cases),
        )


def course_there(server: Server, work_folder: Callable[[Course], Path]) -> CourseAtHand:
    """Answer for the course that a server has; it judges by itself what waits."""
    remote = _RemoteCourse(server, work_folder)
    return CourseAtHand(
        place=remote.place,
        is_here=False,
        about=remote.about,
        handout=remote.handout,
        solution=remote.solution,
        hint=remote.hint,
        list_past=remote.list_past,
        read_past=remote.read_past,
        run=remote.run,
        public_cases=remote.public_cases,
        submit=remote.submit,
        finish_waiting=lambda: iter(()),
    )


def _path(lesson: Lesson) -> str:
    return f"/api/lessons/{lesson.id}"


def _sent(lesson: Lesson, submission: Submission) -> dict[str, str]:
    sources = submission.sources
    return {n: sources[n].decode("utf-8", "replace") for n in lesson.hand_in if n in sources}


def _refuse_leading_out(names: Iterable[str]) -> None:
    if not all(map(is_inside, names)):
        raise ServerError("The server names a file outside its lesson's folder: nothing is taken.")
