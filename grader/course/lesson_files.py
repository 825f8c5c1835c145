"""Reads a lesson's files: reference, known mistakes, course files, and a digest of them all."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
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
    if not any(map(_has_cases, hidden_files)):
        raise ContentError(
            f"tests/hidden/{lesson.id} holds no test_*.py: a lesson needs hidden cases."
        )
    exercises = course.exercise_folder(lesson)
    files = read(exercises, lesson.files)
    mistakes = tuple(_mistakes(course, lesson, reference))
    named = [{m.name: m.sentence.encode(), **m.sources} for m in mistakes]
    parts = [sorted(group.items()) for group in (reference, files, *named)]
    hidden_parts = (
        (name, read_course_file(course.root, path)) for name, path in hidden_files.items()
    )
    digest = _digest(lesson, chain(*parts, hidden_parts))
    # nothing is judged by it, so that it may be missing
    given = [name for name in lesson.hand_in if (exercises / name).is_file()]
    stub = read(exercises, given)
    place = hidden.relative_to(course.root).as_posix()
    return LessonFiles(reference, mistakes, files, hidden, digest, stub, place)


def _mistakes(
    course: Course, lesson: Lesson, reference: dict[str, bytes]
) -> Iterator[KnownMistake]:
    module = lesson.module_file
    for path in sorted((course.solution_folder(lesson) / "mistakes").glob("*.py")):
        data = read_course_file(course.root, path)
        try:
            whole = laid_over(reference[module], data)
            sentence = _sentence(data) or path.stem.replace("_", " ")
        except (SyntaxError, ValueError) as error:
            name = path.relative_to(course.root).as_posix()
            raise ContentError(f"{name} is not Python: {syntax_fault(error)}.") from error
        yield KnownMistake(path.stem, sentence, {**reference, module: whole})


def _sentence(data: bytes) -> str:
    return " ".join((ast.get_docstring(parse_source(data)) or "").split())


def _what_judges(lesson: Lesson) -> Lesson:
    """Leave out what changes no verdict: names, order and dates."""
    plain = Lesson(lesson.id, title="", pass_score=lesson.pass_score)
    return replace(
        plain,
        limits=lesson.limits,
        packages=lesson.packages,
        plugins=lesson.plugins,
        module=lesson.module,
        hand_in=lesson.hand_in,
        files=lesson.files,
        cases=lesson.cases,
        notebook=lesson.notebook,
        examples=lesson.examples,
    )


def _has_cases(name: str) -> bool:
    return PurePosixPath(name).match("test_*.py") or PurePosixPath(name).match("*_test.py")


def _digest(lesson: Lesson, parts: Iterable[tuple[str, bytes]]) -> str:
    whole = hashlib.sha256(repr(_what_judges(lesson)).encode())
    for name, data in parts:
        whole.update(f"{name}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()
