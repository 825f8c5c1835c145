"""What commands share: their options, and the course, record, student and lesson these mean."""

import atexit
import contextlib
import getpass
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from grader.course.manifest import MANIFEST, load_course
from grader.errors import JailError, UsageError
from grader.ground.folders import private_folder
from grader.ground.temporary import temporary_place
from grader.intake.names import shown
from grader.model.course import LONGEST_NAME, Course, StudentId
from grader.model.text import printable
from grader.model.unlocking import next_lesson
from grader.sandbox.spec import Isolation

if TYPE_CHECKING:
    from grader.grading.class_reports import Source
    from grader.record.store import Store
    from grader.study.at_hand import CourseAtHand
    from grader.study.enrolment import Enrolment, Workplace
    from grader.study.server_calls import Server

SERVER, TOKEN = "GRADER_SERVER", "GRADER_TOKEN"
PATH = click.Path(path_type=Path)
_DATA = ".grader"
_ANOTHER_CONFIG = "Set XDG_CONFIG_HOME to a folder of your own."
_Function = Callable[..., Any]

course_option = click.option(
    "--course",
    type=PATH,
    envvar="GRADER_COURSE",
    help="The course's folder. Default: this folder or the nearest above that is one.",
)
_data_option = click.option(
    "--data",
    envvar="GRADER_DATA",
    help="Where the record lies: a folder or a database's address. Default: .grader beside "
    "the course.",
)
isolation_option = click.option(
    "--isolation",
    type=click.Choice(["full", "reduced", "none"]),
    help="Default: the best that this machine has.",
)
jobs_option = click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
left_out_option = click.option(
    "--allow-left-out", is_flag=True, help="Judge without the cases that the reference fails."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs and nothing more."
)
# Without it the lesson at hand is meant.
lesson_argument = click.argument("lesson_id", metavar="[LESSON]", required=False)


def course_options(function: _Function) -> _Function:
    """Add --course and --data."""
    return course_option(_data_option(function))


def student_options(function: _Function) -> _Function:
    """Add what a student's commands share."""
    work = click.option("--work", type=PATH, help="Holds a folder for each lesson. Default: here.")
    student = click.option("--student", envvar="GRADER_STUDENT", help="Default: your login name.")
    server = click.option(
        "--server",
        envvar=SERVER,
        help="The address of a course that is served; `grader login` says who you are there.",
    )
    return course_options(work(student(server(function))))


# -- the course and its record


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
    return next((one for one in (here, *here.parents) if os.path.lexists(one / MANIFEST)), None)


def record_place(root: Path, data: str | None) -> str:
    """Return where a course's record lies: as named, or beside the course.

    In the current folder where nothing can be written beside the course.
    """
    beside = root / _DATA
    is_there = beside.exists() or os.access(root, os.W_OK)
    return data or str(beside if is_there else Path(_DATA).absolute())


@contextmanager
def open_record(course: Course, data: str | None) -> "Iterator[Store]":
    """Open the record of a course, and close it; raises UsageError for that of another course."""
    from grader.record.store import open_store  # many commands need no record, and no database

    with closing(open_store(record_place(course.root, data), course.title)) as store:
        yield store


def class_source(options: dict[str, Any]) -> "Source":
    """Return the source that the options name, and `lesson` and `student` where there are such."""
    from grader.grading.class_reports import Source

    root = course_root(options["course"])
    place = record_place(root, options["data"])
    return Source(place, root, options.get("lesson"), options.get("student"))


# -- who acts, and on which lesson


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
            choose_isolation=partial(_own_isolation, options.get("isolation")),
            clock=clock,
        )


def _work_folder(named: Path | None, course: Course) -> Path:
    # whoever has changed into a lesson's own folder means the folder that it lies in
    return named or Path(".." if lesson_of_folder(course, Path.cwd()) else "")


@cache
def _own_isolation(asked: Isolation | None) -> Isolation:
    """Choose a level; at worst nothing is isolated, since the code is the student's own."""
    from grader.sandbox.isolation import best_isolation  # what only looks needs no sandbox

    if asked is None and best_isolation() == "none":
        from .screen import note

        note(
            "This machine cannot isolate code: yours runs with your rights, as when you start it "
            "yourself. `grader doctor` says what is missing."
        )
        return "none"
    return choose_isolation(asked)


def choose_isolation(asked: Isolation | None) -> Isolation:
    """Take what is asked for, else the best there is; raises JailError where that is too little."""
    from grader.sandbox.isolation import best_isolation

    best = best_isolation()
    if asked is None and best == "none":
        raise JailError(
            "This machine cannot isolate submissions; `grader doctor` says what is missing. "
            "Code that you trust can be judged with --isolation=none."
        )
    weakest_first = ("none", "reduced", "full")
    if asked is not None and weakest_first.index(asked) > weakest_first.index(best):
        raise JailError(
            f"Isolation {asked} cannot be had here, at best {best}. `grader doctor` says why."
        )
    return asked or best


def student_named(name: str) -> StudentId:
    """Take a name as it is kept; raises UsageError for what is none."""
    kept = shown(name).strip()
    if not kept or len(kept) > LONGEST_NAME:
        raise UsageError(f"A student's name has 1 to {LONGEST_NAME} characters: name one.")
    return StudentId(kept)


def login_name() -> str:
    """Name who is logged in."""
    try:
        return printable(getpass.getuser(), lines=False)
    except (KeyError, OSError):  # a user without a name
        return "student"


def lesson_at_hand(place: "Workplace", typed: str | None) -> str:
    """Return the lesson that is meant: as typed, by the current folder, or the next open one."""
    if typed is not None:
        return lesson_named(place.course, typed)
    by_folder = lesson_of_folder(place.course, Path.cwd())
    if by_folder is not None:
        return by_folder
    state = next_lesson(place.states())
    if state is None:
        raise UsageError("No lesson is open: name the one that you mean. `grader lessons` has all.")
    return state.lesson.id


def lesson_named(course: Course, typed: str) -> str:
    """Return the lesson whose id or number in the map was typed; what is none is given back."""
    if any(typed == lesson.id for lesson in course.lessons):
        return typed
    if typed.isdecimal() and 1 <= int(typed) <= len(course.lessons):
        return course.lessons[int(typed) - 1].id
    return typed


def lesson_of_folder(course: Course, folder: Path) -> str | None:
    """Return the lesson that a student's folder is for."""
    is_work = not folder.resolve().is_relative_to(course.root / "exercises")
    for lesson in course.lessons:
        if is_work and folder.name == lesson.id and (folder / lesson.module_file).is_file():
            return lesson.id
    return None


# -- the machine


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


def cache_folder() -> Path:
    """Where what was learned of lessons is kept; without a home, for this process only.

    Raises UsageError for a folder of others.
    """
    folder = _users_folder("XDG_CACHE_HOME", ".cache")
    if folder is None:
        made = tempfile.mkdtemp(prefix="grader-cache-", dir=temporary_place())
        atexit.register(shutil.rmtree, made, ignore_errors=True)
        return Path(made)
    with contextlib.suppress(OSError):  # whoever keeps nothing needs no place for it
        # made at once: where nothing is yet, another user could make it later
        private_folder(folder, "Set XDG_CACHE_HOME to a folder of your own.")
    return folder


def settings_folder() -> Path:
    """Where what a user has told us is kept; raises UsageError where there is no place."""
    folder = _users_folder("XDG_CONFIG_HOME", ".config")
    if folder is None:
        raise UsageError(f"There is no home folder to keep this in. {_ANOTHER_CONFIG}")
    return private_folder(folder, _ANOTHER_CONFIG)


def _users_folder(variable: str, usual: str) -> Path | None:
    base = Path(os.environ.get(variable, ""))
    if not base.is_absolute():
        home = Path(os.path.expanduser("~"))  # noqa: PTH111 # Path.home() fails where there is none
        # an empty HOME becomes the root folder
        if not (home.is_absolute() and home.is_dir() and home != Path("/")):
            return None
        base = home / usual
    return base / "grader"


def checked_url(called: str, url: str) -> str:
    """Return a server's address in the one way it is kept; raises UsageError."""
    with contextlib.suppress(ValueError):  # brackets that do not match
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if is_address and parts.path in ("", "/"):
            return f"{parts.scheme}://{parts.netloc.lower()}"
    raise UsageError(f"{called} {url} is no address; it is like https://course.example.org")
