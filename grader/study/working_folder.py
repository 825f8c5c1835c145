"""Starts a lesson in the student's folder: no work is lost."""

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

from msgspec import Struct

from grader.course.course_file import OTHER_WORK, refuse_course
from grader.course.handout import Handout
from grader.errors import UsageError
from grader.model.course import Lesson
from grader.model.unlocking import LessonState

from .enrolment import Workplace

_PART = ".grader-part"


class Started(Struct, frozen=True):
    """What is in the student's folder now."""

    state: LessonState
    handout: Handout
    folder: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]  # were there before, and are as they were
    moved: tuple[Path, ...]  # where the student's files are that the stub took the place of


def start_lesson(
    place: Workplace,
    lesson_id: str,
    handout_of: Callable[[Lesson], Handout],
    *,
    again: bool = False,
) -> Started:
    """Copy a lesson's files to `<work>/<id>/`; raises SubmissionRefused where it is locked.

    To begin it again, files of the student's make way for the stub.
    """
    state = place.state_not_locked(lesson_id)
    handout = handout_of(state.lesson)
    folder = place.folder(state.lesson)
    refuse_course(place.course.root, folder, OTHER_WORK)
    written: list[str] = []
    kept: list[str] = []
    moved: list[Path] = []
    try:
        for name, data in handout.for_student().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            kept_as = _move_away(path, data) if again and name in handout.stub else None
            if kept_as is not None:
                moved.append(kept_as)
                written.append(name)
                continue
            (written if _write_new(path, data) else kept).append(name)
    except OSError as error:
        raise UsageError(
            f"{error.filename or folder} cannot be written: {error.strerror}. "
            "Name another folder with --work."
        ) from error
    return Started(state, handout, folder, tuple(written), tuple(kept), tuple(moved))


def _write_new(path: Path, data: bytes) -> bool:
    # opened so that neither a file that appears in between nor a link is written over
    try:
        file = path.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(data)
    except BaseException:  # half a stub would be kept the next time as the student's work
        path.unlink()
        raise
    return True


def _move_away(path: Path, stub: bytes) -> Path | None:
    """Move the student's file aside and put the stub in its place; return where it is kept."""
    if not os.path.lexists(path) or (path.is_file() and path.read_bytes() == stub):
        return None
    part = path.with_name(_PART)
    names = (path.with_name(f"{path.name}.old-{number}") for number in count(1))
    kept_as = next(name for name in names if not os.path.lexists(name))
    try:
        part.write_bytes(stub)  # first, so that a full disk moves nothing away
        path.rename(kept_as)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return kept_as
