"""Starts a lesson: puts its files into the student's folder, and overwrites nothing."""

from dataclasses import dataclass
from pathlib import Path

from grader.course.course_folders import OTHER_WORK, refuse_course
from grader.course.handout import Handout, course_text, load_handout
from grader.errors import UsageError
from grader.model.unlocking import LessonState

from .enrolment import Enrolment


@dataclass(frozen=True)
class Started:
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
