"""Reads a lesson's files: reference, known mistakes, course files, and a digest of them all."""

import ast
import hashlib
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from grader.errors import ContentError
from grader.model.course import Course, Lesson
from grader.model.mistake_overlay import laid_over
from grader.model.parsing import parse_source, syntax_fault

from .course_file import files_below, read_course_file, read_together

_VERSION_DIGITS = 16
_NO_VERDICT = (  # what a manifest says of a lesson and changes no verdict
    "title requires minutes opens due grace_minutes late_penalty attempts solution accept_renamed"
).split()


class KnownMistake(Struct, frozen=True):
    """A wrong submission, made whole with the reference, and the sentence for students."""

    name: str
    sentence: str
    sources: dict[str, bytes]


class LessonFiles(Struct, frozen=True):
    """What judging a lesson needs from disk."""

    reference: dict[str, bytes]
    mistakes: tuple[KnownMistake, ...]
    course_files: dict[str, bytes]
    hidden_folder: Path
    digest: str  # of everything that can change a verdict
    stub: dict[str, bytes] = field(default_factory=dict)  # for sentences that speak of it
    cases_place: str = ""  # what sentences call the folder of the cases, below the course

    @property
    def version(self) -> str:
        """Name the lesson's content as reports do."""
        return self.digest[:_VERSION_DIGITS]


def load_lesson_files(course: Course, lesson: Lesson) -> LessonFiles:
    """Read a lesson; raises ContentError for what judging cannot do without."""
    read = partial(read_together, course.root)
    reference = read(course.solution_folder(lesson), lesson.hand_in)
    hidden = course.hidden_folder(lesson)
    hidden_files = {path.relative_to(hidden).as_posix(): path for path in files_below(hidden)}
    if not any(map(has_cases, hidden_files)):
        raise ContentError(
            f"tests/hidden/{lesson.id} holds no test_*.py: a lesson needs hidden cases."
        )
    exercises = course.exercise_folder(lesson)
    files = read(exercises, lesson.files)
    folder = course.solution_folder(lesson) / "mistakes"
    mistakes = {
        path.stem: read_course_file(course.root, path) for path in sorted(folder.glob("*.py"))
    }
    parts = [sorted(group.items()) for group in (reference, files, mistakes)]
    hidden_parts = (
        (name, read_course_file(course.root, path)) for name, path in hidden_files.items()
    )
    plain = Lesson(lesson.id, title="")
    judging = replace(lesson, **{name: getattr(plain, name) for name in _NO_VERDICT})
    digest = hashlib.sha256(repr(judging).encode())
    for name, data in chain(*parts, hidden_parts):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    # nothing is judged by it, so that it may be missing
    given = [name for name in lesson.hand_in if (exercises / name).is_file()]
    stub = read(exercises, given)
    place = folder.relative_to(course.root).as_posix()
    known = tuple(
        _known_mistake(f"{place}/{name}.py", data, lesson.module_file, reference)
        for name, data in mistakes.items()
    )
    cases_place = hidden.relative_to(course.root).as_posix()
    return LessonFiles(reference, known, files, hidden, digest.hexdigest(), stub, cases_place)


def _known_mistake(
    place: str, data: bytes, module: str, reference: dict[str, bytes]
) -> KnownMistake:
    """Make a mistake whole with the reference; raises ContentError for one that is not Python."""
    try:
        whole = laid_over(reference[module], data)
        said = " ".join((ast.get_docstring(parse_source(data)) or "").split())
    except (SyntaxError, ValueError) as error:
        raise ContentError(f"{place} is not Python: {syntax_fault(error)}.") from error
    name = PurePosixPath(place).stem
    return KnownMistake(name, said or name.replace("_", " "), {**reference, module: whole})


def has_cases(name: str) -> bool:
    """Whether pytest looks for cases in a file of this name."""
    return PurePosixPath(name).match("test_*.py") or PurePosixPath(name).match("*_test.py")
