"""Reads a lesson's files: reference, known mistakes, course files, and a digest of them all."""

import ast
import hashlib
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.errors import ContentError
from grader.model.course import Course, Lesson
from grader.model.mistake_overlay import laid_over
from grader.model.parsing import parse_source

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

    @property
    def version(self) -> str:
        """Name the lesson's content as reports do."""
        return self.digest[:_VERSION_DIGITS]


def load_lesson_files(course: Course, lesson: Lesson) -> LessonFiles:
    """Read a lesson; raises ContentError for what judging cannot do without."""
    solutions = course.solution_folder(lesson)
    reference = {name: _read(solutions / name, course.root) for name in lesson.hand_in}
    hidden = course.hidden_folder(lesson)
    if not any(hidden.rglob("test_*.py")) and not any(hidden.rglob("*_test.py")):
        raise ContentError(
            f"tests/hidden/{lesson.id} holds no test_*.py: a lesson needs hidden cases."
        )
    exercises = course.exercise_folder(lesson)
    files = {name: _read(exercises / name, course.root) for name in lesson.files}
    mistakes = tuple(_mistakes(solutions / "mistakes", lesson, reference))
    named = [{m.name: m.sentence.encode(), **m.sources} for m in mistakes]
    digest = _digest(lesson, [reference, files, *named], hidden)
    # nothing is judged by it, so that it may be missing
    given = [name for name in lesson.hand_in if (exercises / name).is_file()]
    stub = {name: _read(exercises / name, course.root) for name in given}
    return LessonFiles(reference, mistakes, files, hidden, digest, stub)


def _read(path: Path, root: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ContentError(f"{path.relative_to(root)} cannot be read: {error.strerror}.") from error


def _mistakes(folder: Path, lesson: Lesson, reference: dict[str, bytes]) -> list[KnownMistake]:
    module = lesson.module_file
    found = []
    for path in sorted(folder.glob("*.py")):
        data = path.read_bytes()
        try:
            whole = laid_over(reference[module], data)
            sentence = _sentence(data) or path.stem.replace("_", " ")
        except (SyntaxError, ValueError) as error:
            raise ContentError(f"mistakes/{path.name} is not Python: {error}.") from error
        found.append(KnownMistake(path.stem, sentence, {**reference, module: whole}))
    return found


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


def _digest(lesson: Lesson, groups: list[dict[str, bytes]], hidden: Path) -> str:
    whole = hashlib.sha256(repr(_what_judges(lesson)).encode())
    for group in groups:
        for name, data in sorted(group.items()):
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
    for path in sorted(hidden.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            data = path.read_bytes()
            whole.update(f"{path.relative_to(hidden)}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()
