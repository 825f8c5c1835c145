"""Starts or resets a lesson in the student's folder: no work is lost."""

from itertools import count
from pathlib import Path

from msgspec import Struct

from grader.course.course_file import OTHER_WORK, refuse_course
from grader.course.handout import Handout, course_text, load_handout
from grader.errors import UsageError
from grader.model.unlocking import LessonState

from .enrolment import Enrolment


class Started(Struct, frozen=True):
    """What is in the student's folder now."""

    state: LessonState
    handout: Handout
    folder: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]  # were there before, and are as they were
    course_text: str | None


def start_lesson(enrolment: Enrolment, lesson_id: str) -> Started:
    """Copy a lesson's files to `<work>/<id>/`; raises SubmissionRefused where it is locked."""
    state = enrolment.state_not_locked(lesson_id)
    lesson = state.lesson
    handout = load_handout(enrolment.course, lesson)
    folder = enrolment.folder(lesson)
    refuse_course(enrolment.course.root, folder, OTHER_WORK)
    written: list[str] = []
    kept: list[str] = []
    try:
        for name, data in handout.for_student().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            (written if _write_new(path, data) else kept).append(name)
    except OSError as error:
        raise UsageError(
            f"{error.filename or folder} cannot be written: {error.strerror}. "
            "Name another folder with --work."
        ) from error
    return Started(
        state, handout, folder, tuple(written), tuple(kept), course_text(enrolment.course)
    )


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


_PART = ".grader-part"


class ResetFile(Struct, frozen=True):
    """One file of the stub, as it lies in the student's folder now."""

    path: Path
    kept_as: Path | None  # what was there before; None where nothing else was


def reset_lesson(enrolment: Enrolment, lesson_id: str) -> list[ResetFile]:
    """Put the stub back; raises SubmissionRefused where the lesson is locked."""
    lesson = enrolment.lesson_not_locked(lesson_id)
    stub = load_handout(enrolment.course, lesson).stub
    folder = enrolment.folder(lesson)
    refuse_course(enrolment.course.root, folder, OTHER_WORK)
    try:
        return [_reset(folder / name, data) for name, data in stub.items()]
    except OSError as error:
        raise UsageError(
            f"{error.filename or folder} cannot be written: {error.strerror}."
        ) from error


def _reset(path: Path, data: bytes) -> ResetFile:
    if path.is_file() and path.read_bytes() == data:
        return ResetFile(path, None)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(_PART)
    try:
        part.write_bytes(data)  # first, so that a full disk moves nothing away
        kept_as = _free_name(path) if path.exists() or path.is_symlink() else None
        if kept_as is not None:
            path.rename(kept_as)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return ResetFile(path, kept_as)


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}.before-{n}{path.suffix}") for n in count(1))
    return next(name for name in names if not name.exists())
