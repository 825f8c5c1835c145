"""The options that all of a student's commands share, and what they lead to."""

import functools
import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from grader.errors import UsageError
from grader.flows.student.enrolment import Enrolment
from grader.intake.names import shown
from grader.jail.spec import Isolation
from grader.model.course import LONGEST_NAME, Course, StudentId
from grader.model.text import printable

from .course_options import clock, complete_lesson, course_options, find_course, open_record
from .judge_options import cache_folder, isolation_option
from .lesson_choice import lesson_of_folder
from .screen import note

_PATH = click.Path(path_type=Path)
_Function = Callable[..., Any]


def student_options(function: _Function) -> _Function:
    """Add what a student's commands share."""
    work = click.option("--work", type=_PATH, help="Holds a folder for each lesson. Default: here.")
    student = click.option("--student", envvar="GRADER_STUDENT", help="Default: your login name.")
    return course_options(work(student(isolation_option(function))))


# Without it the lesson at hand is meant.
lesson_argument = click.argument(
    "lesson_id", metavar="[LESSON]", required=False, shell_complete=complete_lesson
)


@contextmanager
def open_enrolment(options: dict[str, Any]) -> Iterator[Enrolment]:
    """Open the record and yield what a student's commands work on."""
    course = find_course(options["course"])
    with open_record(course.root, options["data"]) as store:
        yield Enrolment(
            course=course,
            store=store,
            student=student_named(options["student"] or login_name()),
            work=options["work"] or _working_folder(course),
            cache=cache_folder(),
            choose_isolation=functools.partial(_isolation, options["isolation"]),
            clock=clock,
        )


@functools.cache
def _isolation(asked: Isolation | None) -> Isolation:
    """Choose a level; at worst nothing is isolated, since the code is the student's own."""
    from grader.flows.isolation import choose_isolation  # what only looks needs no jail
    from grader.jail.isolation import best_isolation

    if asked is not None:
        return choose_isolation(asked).name
    best = best_isolation()
    if best == "none":
        note(
            "This machine cannot isolate code: yours runs with your rights, as when you start it "
            "yourself. `grader doctor` says what is missing."
        )
    return best


def student_named(name: str) -> StudentId:
    """Take a name as it is kept; raises UsageError for what is none."""
    kept = shown(name).strip()
    if not kept or len(kept) > LONGEST_NAME:
        raise UsageError(f"A student's name has 1 to {LONGEST_NAME} characters: name one.")
    return StudentId(kept)


def named_by(by: str | None) -> str:
    """Take the name of whoever acts, by default who is logged in; raises UsageError for none."""
    kept = printable((login_name() if by is None else by).strip(), lines=False)
    if not 0 < len(kept) <= LONGEST_NAME:
        raise UsageError(f"--by names who does it, in 1 to {LONGEST_NAME} characters.")
    return kept


def login_name() -> str:
    """Name who is logged in."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "student"


def _working_folder(course: Course) -> Path:
    here = Path.cwd()
    # whoever has changed into a lesson's own folder means the folder that it lies in
    return Path("..") if lesson_of_folder(course, here) else Path()
