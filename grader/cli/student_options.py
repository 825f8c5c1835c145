"""What all of a student's commands share: options, the lesson that is meant, what waits."""

import getpass
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from grader.errors import UsageError
from grader.intake.names import shown
from grader.model.course import LONGEST_NAME, Course, StudentId
from grader.model.report import Verdict
from grader.model.submission import SOURCE_SUFFIXES
from grader.model.text import printable
from grader.model.unlocking import State, next_lesson
from grader.record.attempts import AttemptRow
from grader.sandbox.spec import Isolation
from grader.study.at_hand import CourseAtHand
from grader.study.enrolment import Enrolment, Workplace

from .options import (
    cache_folder,
    checked_url,
    clock,
    complete_lesson,
    course_options,
    find_course,
    isolation_option,
    open_record,
    settings_folder,
)
from .screen import busy, note

if TYPE_CHECKING:
    from grader.record.attempts import AttemptRow
    from grader.study.at_hand import CourseAtHand
    from grader.study.enrolment import Enrolment, Workplace
    from grader.study.server_calls import Server

SERVER, TOKEN = "GRADER_SERVER", "GRADER_TOKEN"

_PATH = click.Path(path_type=Path)
_Function = Callable[..., Any]


def student_options(function: _Function) -> _Function:
    """Add what a student's commands share."""
    work = click.option("--work", type=_PATH, help="Holds a folder for each lesson. Default: here.")
    student = click.option("--student", envvar="GRADER_STUDENT", help="Default: your login name.")
    server = click.option(
        "--server",
        envvar=SERVER,
        help="The address of a course that is served; `grader login` says who you are there.",
    )
    return course_options(work(student(isolation_option(server(function)))))


# Without it the lesson at hand is meant.
lesson_argument = click.argument(
    "lesson_id", metavar="[LESSON]", required=False, shell_complete=complete_lesson
)


@contextmanager
def open_course(options: dict[str, Any]) -> "Iterator[CourseAtHand]":
    """Open the course on this machine, or ask the server that is named."""
    if options["server"]:
        from grader.study.remote_course import course_there  # most courses lie here

        with open_server(options["server"]) as server:
            yield course_there(server, partial(_work_folder, options["work"]))
        return
    with open_enrolment(options) as enrolment, ExitStack() as stack:
        from grader.study.at_hand import course_here

        yield course_here(enrolment, stack)


@contextmanager
def open_server(address: str, token: str | None = None) -> "Iterator[Server]":
    """Open a connection; without a token, the one in GRADER_TOKEN or that `login` has kept."""
    from grader.study.server_calls import Server, stored_token

    context = click.get_current_context()
    for name in ("course", "data", "student", "isolation"):
        if context.params.get(name) and (
            context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        ):
            raise UsageError(f"--{name} is about a course on this machine; --server names another.")
    url = checked_url("--server", address)
    token = token or os.environ.get(TOKEN) or stored_token(settings_folder, url)
    with closing(Server(url, token)) as server:
        yield server


@contextmanager
def open_enrolment(options: dict[str, Any]) -> "Iterator[Enrolment]":
    """Open the record and yield what a student's commands work on."""
    from grader.study.enrolment import Enrolment  # many commands need no record

    course = find_course(options["course"])
    with open_record(course, options["data"]) as store:
        yield Enrolment(
            course=course,
            store=store,
            student=student_named(options["student"] or login_name()),
            work=_work_folder(options["work"], course),
            cache=cache_folder(),
            choose_isolation=partial(_isolation, options["isolation"]),
            clock=clock,
        )


def _work_folder(named: Path | None, course: Course) -> Path:
    # whoever has changed into a lesson's own folder means the folder that it lies in
    return named or Path(".." if lesson_of_folder(course, Path.cwd()) else "")


@cache
def _isolation(asked: Isolation | None) -> Isolation:
    """Choose a level; at worst nothing is isolated, since the code is the student's own."""
    from grader.cli.isolation import choose_isolation  # what only looks needs no jail
    from grader.sandbox.isolation import best_isolation

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


def lesson_named(course: Course, typed: str) -> str:
    """Return the lesson whose id, number, folder or file was typed; what is none is given back."""
    path = Path(os.path.abspath(typed))  # noqa: PTH100 # a link is called by its own name
    if any(typed == lesson.id for lesson in course.lessons):
        return typed
    if typed.isdecimal() and 1 <= int(typed) <= len(course.lessons):  # as the map counts them
        return course.lessons[int(typed) - 1].id
    is_source = path.suffix in SOURCE_SUFFIXES
    ids = [
        str(one.id)
        for one in course.lessons
        if path.name == one.id or (is_source and path.stem == Path(one.module_file).stem)
    ]
    if len(ids) > 1:  # several lessons have a file of that name: its folder tells them apart
        ids = [one for one in ids if one == path.parent.name]
    if not ids and path.is_file():
        raise UsageError(f"Which lesson is {typed} for? Name the lesson first: LESSON {typed}")
    return ids[0] if ids else typed


def lesson_at_hand(place: "Workplace", typed: str | None) -> str:
    """Return the lesson that is meant: as typed, by the current folder, or the one worked on.

    Of several open ones that is the one whose file was saved last; where the last one saved is
    passed already, it is asked which one is meant.
    """
    if typed is not None:
        return lesson_named(place.course, typed)
    by_folder = lesson_of_folder(place.course, Path.cwd())
    if by_folder is not None:
        return by_folder
    times = {}
    for one in place.states():
        path = place.folder(one.lesson) / one.lesson.module_file
        if one.state is not State.LOCKED and path.exists():
            times[path.stat().st_mtime_ns, one.lesson.id] = one
    saved = [times[key] for key in sorted(times)]
    begun = [one for one in saved if one.state is State.OPEN]
    meant = str(begun[-1].lesson.id) if begun else lesson_to_begin(place)
    if saved and saved[-1].state is State.PASSED:
        passed = str(saved[-1].lesson.id)
        told = f"You saved {passed} last, which you have passed already."
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError(f"{told} Name the lesson that you mean: {passed} or {meant}.")
        question = f"{told}\nWhich one do you mean"
        meant = click.prompt(question, type=click.Choice([meant, passed]), default=meant, err=True)
    return meant


def work_at_hand(
    place: "Workplace", typed: str | None, file: Path | None
) -> tuple[str, Path | None]:
    """Return the lesson that is meant, and the file where it is not the student's usual one."""
    name = lesson_at_hand(place, typed)
    if typed is None or typed == name or file is not None:
        return name, file
    path, lesson = Path(typed), place.lesson(name)
    folder = place.folder(lesson)
    usual = {folder.resolve(), (folder / lesson.module_file).resolve()}
    return name, path if path.exists() and path.resolve() not in usual else None


def lesson_to_begin(place: "Workplace") -> str:
    """Return the next open lesson."""
    state = next_lesson(place.states())
    if state is None:
        raise UsageError("No lesson is open: name the one that you mean. `grader lessons` has all.")
    return state.lesson.id


def lesson_of_folder(course: Course, folder: Path) -> str | None:
    """Return the lesson that a student's folder is for."""
    is_work = not folder.resolve().is_relative_to(course.root / "exercises")
    for lesson in course.lessons:
        if is_work and folder.name == lesson.id and (folder / lesson.module_file).is_file():
            return lesson.id
    return None


def finish_waiting(at: "CourseAtHand") -> None:
    """Judge what waits, and say so."""
    with busy("Judging what had been cut short"):
        for one in at.finish_waiting():
            if one.why is not None:
                what = f"waits to be judged. {one.why}"
            elif one.verdict is Verdict.GRADER_FAULT:
                what = "still waits to be judged: the grader failed again. It costs nothing."
            else:
                what = "had been cut short; it is judged now."
            note(f"{_named(one.attempt)} {what}")


def tell_waiting(at: "CourseAtHand") -> None:
    """Name what waits: a command that only looks must not take as long as a judgement."""
    for attempt in at.waiting():
        note(f"{_named(attempt)} has no verdict yet: `grader submit {attempt.lesson}` judges it.")


def _named(attempt: "AttemptRow") -> str:
    return f"Attempt {attempt.number} at {attempt.lesson}"
