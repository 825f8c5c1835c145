"""Resets a lesson: the stub is put in the place of the student's file, which is kept beside it."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from grader.course.course_folders import OTHER_WORK, refuse_course
from grader.course.handout import load_handout
from grader.errors import UsageError

from .enrolment import Enrolment

_PART = ".grader-part"


@dataclass(frozen=True)
class ResetFile:
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
