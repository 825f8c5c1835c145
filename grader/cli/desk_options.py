"""The options that all of a student's commands share, and the desk that they lead to."""

import functools
import getpass
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, ConsoleDimensions

from grader.content.manifest import MANIFEST, load_course
from grader.content.names import shown
from grader.errors import UsageError
from grader.flows.desk import StudentDesk
from grader.flows.isolation import choose_isolation
from grader.jail.isolation import best_isolation
from grader.jail.spec import Isolation
from grader.model.course import Course, Lesson, StudentId
from grader.model.unlocking import State, next_lesson

if TYPE_CHECKING:
    from grader.store.store import Store

DATA = ".grader"
_LONGEST_NAME = 200
_PATH = click.Path(path_type=Path)
_Function = Callable[..., Any]


def course_options(function: _Function) -> _Function:
    """Add --course and --data."""
    course = click.option(
        "--course",
        type=_PATH,
        envvar="GRADER_COURSE",
        help="The course's folder. Default: this folder or the nearest above that is one.",
    )
    data = click.option(
        "--data",
        envvar="GRADER_DATA",
        help="Where the record lies: a folder or a database's address. Default: .grader beside "
        "the course.",
    )
    return course(data(function))


def desk_options(function: _Function) -> _Function:
    """Add what a student's commands share."""
    work = click.option("--work", type=_PATH, help="Holds a folder for each lesson. Default: here.")
    student = click.option("--student", envvar="GRADER_STUDENT", help="Default: your login name.")
    level = click.option(
        "--isolation",
        type=click.Choice(["full", "reduced", "none"]),
        help="Default: the best that this machine has.",
    )
    return course_options(work(student(level(function))))


def lesson_argument(function: _Function) -> _Function:
    """Add the argument LESSON; without it the lesson at hand is meant."""
    argument = click.argument(
        "lesson_id", metavar="[LESSON]", required=False, shell_complete=complete_lesson
    )
    return argument(function)


def complete_lesson(ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Offer the lessons of the course to the shell."""
    try:
        course = find_course(ctx.params.get("course"))
    except Exception:  # noqa: BLE001 # a shell that completes shows no errors
        return []
    return [lesson.id for lesson in course.lessons if lesson.id.startswith(begun)]


def find_course(folder: Path | None) -> Course:
    """Load the course in a folder, or in the nearest one above the current folder."""
    return load_course(course_root(folder))


def course_root(folder: Path | None) -> Path:
    """Return a course's folder: as named, or the nearest one from the current folder upward."""
    found = folder or nearest_course()
    if found is None:
        raise UsageError(
            f"There is no course here: neither {Path.cwd()} nor a folder above it holds "
            f"{MANIFEST}. Change to a course's folder, or name one with --course."
        )
    return found


def nearest_course() -> Path | None:
    """Find the nearest folder that is a course, from the current one upward."""
    here = Path.cwd()
    return next((one for one in (here, *here.parents) if (one / MANIFEST).is_file()), None)


@contextmanager
def open_record(course: Course, data: str | None) -> "Iterator[Store]":
    """Open a course's record, and close it."""
    from grader.store.store import open_store  # many commands need no record, and no database

    store = open_store(data or str(course.root / DATA), clock())
    try:
        yield store
    finally:
        store.close()


@contextmanager
def open_desk(options: dict[str, Any]) -> Iterator[StudentDesk]:
    """Take a student to their desk."""
    course = find_course(options["course"])
    with open_record(course, options["data"]) as store:
        yield StudentDesk(
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
    if asked is not None:
        return choose_isolation(asked).name
    best = best_isolation()
    if best == "none":
        console(errors=True).print(
            "This machine cannot isolate code: yours runs with your rights, as when you start it "
            "yourself. `grader doctor` says what is missing.",
            markup=False,
        )
    return best


def student_named(name: str) -> StudentId:
    """Take a name as it is kept; raises UsageError for what is none."""
    kept = shown(name).strip()
    if not kept or len(kept) > _LONGEST_NAME:
        raise UsageError(f"A student's name has 1 to {_LONGEST_NAME} characters: name one.")
    return StudentId(kept)


def lesson_at_hand(desk: StudentDesk, lesson_id: str | None) -> str:
    """Return the lesson that is meant: as named, by the current folder, or the one worked on.

    Of several open ones that is the one whose file was saved last.
    """
    if lesson_id is not None:
        return lesson_id
    by_folder = _lesson_of(desk.course, Path.cwd())
    if by_folder is not None:
        return by_folder
    states = desk.states()
    begun = {
        saved: one.lesson.id
        for one in states
        if one.state is State.OPEN and (saved := _saved_at(desk, one.lesson))
    }
    return begun[max(begun)] if begun else lesson_to_begin(desk)


def _saved_at(desk: StudentDesk, lesson: Lesson) -> int | None:
    try:
        return (desk.folder(lesson) / lesson.module_file).stat().st_mtime_ns
    except OSError:
        return None


def lesson_to_begin(desk: StudentDesk) -> str:
    """Return the next open lesson."""
    state = next_lesson(desk.states())
    if state is None:
        raise UsageError("No lesson is open: name the one that you mean. `grader lessons` has all.")
    return state.lesson.id


def clock() -> datetime:
    """Read the time; GRADER_NOW sets another one, to look at a course before or after its dates."""
    told = os.environ.get("GRADER_NOW")
    if told is None:
        return datetime.now(UTC)
    try:
        when = datetime.fromisoformat(told)
    except ValueError as error:
        raise UsageError(f"GRADER_NOW is {told!r}; it is like 2026-09-01T12:00+02:00.") from error
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def login_name() -> str:
    """Name who is logged in."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "student"


def cache_folder() -> Path:
    """Where what was learned of lessons is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader"


@functools.cache
def console(*, errors: bool = False) -> Console:
    """Return the console for results, or for all else."""
    made = Console(stderr=errors, highlight=False)
    if made.is_dumb_terminal:  # for which rich takes a width for granted
        made.size = ConsoleDimensions(*shutil.get_terminal_size())
    return made


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show that something takes its time, where somebody is looking."""
    if sys.stderr.isatty():
        with console(errors=True).status(what):
            yield
    else:
        yield


def _working_folder(course: Course) -> Path:
    here = Path.cwd()
    # whoever has changed into a lesson's own folder means the folder that it lies in
    return Path("..") if _lesson_of(course, here) else Path()


def _lesson_of(course: Course, folder: Path) -> str | None:
    is_work = not folder.resolve().is_relative_to(course.root / "exercises")
    for lesson in course.lessons:
        if is_work and folder.name == lesson.id and (folder / lesson.module_file).is_file():
            return lesson.id
    return None
