"""Reads a lesson's files: reference, known mistakes, course files, and a digest of them all."""

import ast
import hashlib
from collections.abc import Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import overload

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


class KnownMistakes(Sequence[KnownMistake]):
    """A lesson's known mistakes, made whole when the first is asked for: most commands need none.

    Raises ContentError then for one that is not Python.
    """

    def __init__(
        self, files: dict[str, bytes], place: str, module: str, reference: dict[str, bytes]
    ) -> None:
        """`files` holds them by name, as they lie on disk, in the folder `place` of the course."""
        self._files = files
        self._place = place
        self._module = module
        self._reference = reference

    @cached_property
    def _whole(self) -> tuple[KnownMistake, ...]:
        found = []
        for name, data in self._files.items():
            try:
                whole = laid_over(self._reference[self._module], data)
                said = " ".join((ast.get_docstring(parse_source(data)) or "").split())
            except (SyntaxError, ValueError) as error:
                raise ContentError(
                    f"{self._place}/{name}.py is not Python: {syntax_fault(error)}."
                ) from error
            sources = {**self._reference, self._module: whole}
            found.append(KnownMistake(name, said or name.replace("_", " "), sources))
        return tuple(found)

    def __len__(self) -> int:
        return len(self._files)

    @overload
    def __getitem__(self, place: int) -> KnownMistake: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[KnownMistake]: ...
    def __getitem__(self, place: int | slice) -> KnownMistake | Sequence[KnownMistake]:
        return self._whole[place]


class LessonFiles(Struct, frozen=True):
    """What judging a lesson needs from disk."""

    reference: dict[str, bytes]
    mistakes: Sequence[KnownMistake]
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
    known = KnownMistakes(mistakes, place, lesson.module_file, reference)
    cases_place = hidden.relative_to(course.root).as_posix()
    return LessonFiles(reference, known, files, hidden, digest.hexdigest(), stub, cases_place)


def has_cases(name: str) -> bool:
    """Whether pytest looks for cases in a file of this name."""
    return PurePosixPath(name).match("test_*.py") or PurePosixPath(name).match("*_test.py")
