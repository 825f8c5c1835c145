"""The options of commands that look at a class's results, and the source that they name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grader.flows.review.class_reports import RecordPlace, Source
from grader.model.text import printable

from .course_options import course_options, nearest_course, record_place
from .screen import note

_Function = Callable[..., Any]


def class_options(function: _Function) -> _Function:
    """Add --from, --course and --data."""
    given = click.option(
        "--from",
        "given",
        type=click.Path(path_type=Path),
        help="An out folder of grade, or one of several lessons. Default: the course's record "
        "where it holds results, else grades/.",
    )
    return given(course_options(function))


def class_source(options: dict[str, Any]) -> Source:
    """Return the source that the options name, and `lesson` and `student` where there are such."""
    return Source(
        options["given"],
        options.get("lesson"),
        options.get("student"),
        record=_record(options["course"], options["data"]),
        tell=_tell,
    )


def class_course(options: dict[str, Any]) -> Path | None:
    """Return the folder of the course, where there is one: results can do without."""
    named: Path | None = options["course"]
    return named or nearest_course()


def _record(course: Path | None, data: str | None) -> RecordPlace | None:
    root = course or nearest_course()
    if data is None and root is None:
        return None
    return RecordPlace(record_place(root or Path(), data), root)


def _tell(text: str) -> None:
    shown = printable(text, lines=False)
    note(shown)
