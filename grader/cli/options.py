"""What commands share: options that say what is meant and how it is judged, what they lead to."""

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from grader.course.manifest import MANIFEST, load_course
from grader.errors import UsageError
from grader.ground.folders import private_folder
from grader.ground.temporary import temporary_place
from grader.model.course import Course

if TYPE_CHECKING:
    from grader.grading.class_reports import Source
    from grader.record.store import Store

_DATA = ".grader"
_ENVIRONMENT = "GRADER_COURSE"
_ANOTHER_CONFIG = "Set XDG_CONFIG_HOME to a folder of your own."
_Function = Callable[..., Any]


def _checked(ctx: click.Context, option: click.Parameter, folder: Path | None) -> Path | None:
    """Take the folder that holds course.toml for its course; name a variable that is wrong."""
    if folder is None or ctx.resilient_parsing:
        return folder
    above = folder.absolute().parent
    if (folder / MANIFEST.name).is_file() and (above / MANIFEST).is_file():
        return above
    source = ctx.get_parameter_source(str(option.name))
    if source is ParameterSource.ENVIRONMENT and not os.path.lexists(folder / MANIFEST):
        raise UsageError(
            f"{_ENVIRONMENT} is {folder}, which holds no course: {MANIFEST} is missing there. "
            "Set it to a course's folder, or name one with --course."
        )
    return folder


course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    envvar=_ENVIRONMENT,
    callback=_checked,
    help="The course's folder. Default: this folder or the nearest above that is one.",
)
_data_option = click.option(
    "--data",
    envvar="GRADER_DATA",
    help="Where the record lies: a folder or a database's address. Default: .grader beside "
    "the course.",
)


def course_options(function: _Function) -> _Function:
    """Add --course and --data."""
    return course_option(_data_option(function))


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
    above = (here, *here.parents)
    return next((one for one in above if os.path.lexists(one / MANIFEST)), None)


def record_place(root: Path, data: str | None) -> str:
    """Return where a course's record lies: as named, or beside the course.

    In the current folder where nothing can be written beside the course.
    """
    beside = root / _DATA
    is_there = beside.exists() or os.access(root, os.W_OK)
    return data or str(beside if is_there else Path(_DATA).absolute())


@contextlib.contextmanager
def open_record(course: Course, data: str | None) -> "Iterator[Store]":
    """Open the record of a course, and close it; raises UsageError for that of another course."""
    from grader.record.store import open_store  # many commands need no record, and no database

    store = open_store(record_place(course.root, data), course.title)
    try:
        yield store
    finally:
        store.close()


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


isolation_option = click.option(
    "--isolation",
    type=click.Choice(["full", "reduced", "none"]),
    help="Default: the best that this machine has.",
)
jobs_option = click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
left_out_option = click.option(
    "--allow-left-out", is_flag=True, help="Judge without the cases that the reference fails."
)


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


def class_source(options: dict[str, Any]) -> "Source":
    """Return the source that the options name, and `lesson` and `student` where there are such."""
    from grader.grading.class_reports import Source

    root = options["course"] or nearest_course()
    if root is None and options["data"] is None:
        root = course_root(None)  # which says what is missing
    place = record_place(root or Path(), options["data"])
    return Source(place, root, options.get("lesson"), options.get("student"))


def class_course(options: dict[str, Any]) -> Path | None:
    """Return the folder of the course, where there is one: results can do without."""
    named: Path | None = options["course"]
    return named or nearest_course()
