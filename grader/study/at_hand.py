"""The course that a student's commands are about: on this machine, or with a server."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.course.handout import Handout, course_text, load_handout
from grader.model.course import Lesson
from grader.record.attempts import AttemptRow

from .enrolment import Enrolment, PastAttempt, Workplace, list_past, read_past
from .lesson_texts import HintsRead, next_hint, read_solution
from .practice import PublicCases, public_cases, run_lesson
from .submit import CaughtUp, Submitted, Submitter

if TYPE_CHECKING:
    from grader.judge.scripts import Hear, ScriptEnd


class CourseAtHand(Struct, frozen=True):
    """What the commands ask, by the functions that answer it."""

    place: Workplace
    is_here: bool  # whether it is judged on this machine
    about: Callable[[], str | None]  # the course's own page
    handout: Callable[[Lesson], Handout]
    solution: Callable[[Lesson], dict[str, str]]
    hint: Callable[[str], HintsRead]
    list_past: Callable[[str | None], list[AttemptRow]]
    read_past: Callable[[str, int], PastAttempt]
    run: "Callable[[str, Path | None, Hear], ScriptEnd]"
    public_cases: Callable[[str], AbstractContextManager[PublicCases]]
    submit: Callable[[str, Path | None], Submitted]
    finish_waiting: Callable[[], Iterator[CaughtUp]]


def course_here(enrolment: Enrolment, stack: ExitStack) -> CourseAtHand:
    """Answer for a course on this machine; with the stack, whatever was opened is closed."""
    submitter = Submitter(enrolment, stack)
    return CourseAtHand(
        place=enrolment,
        is_here=True,
        about=partial(course_text, enrolment.course),
        handout=partial(load_handout, enrolment.course),
        solution=partial(read_solution, enrolment.course),
        hint=partial(next_hint, enrolment),
        list_past=partial(list_past, enrolment),
        read_past=partial(read_past, enrolment),
        run=partial(run_lesson, enrolment),
        public_cases=partial(public_cases, enrolment),
        submit=submitter.submit,
        finish_waiting=submitter.finish_waiting,
    )
