"""The material of one lesson, as every check of it reads it."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from grader.course.handout import Handout, load_handout
from grader.course.hidden_source import HiddenSource
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import MANIFEST
from grader.model.course import Course, Lesson

from .findings import Place

_AT = re.compile(r" ?\(at line (\d+), column \d+\)")
_OF_LESSON = re.compile(r"the id ([a-z]\w*)|lesson ([a-z]\w*)")
_ID = re.compile(r"\s*id\s*=\s*[\"']([^\"']*)")
_KEY = re.compile(r"\s*[\"']?(\w+)[\"']?\s*=")


@dataclass(frozen=True)
class LessonMaterial:
    """A lesson and its three folders; files are read when a check first asks for them."""

    course: Course
    lesson: Lesson

    @property
    def exercise(self) -> Path:
        """What a student receives."""
        return self.course.exercise_folder(self.lesson)

    @property
    def solution(self) -> Path:
        """The reference, the hints, the known mistakes."""
        return self.course.solution_folder(self.lesson)

    @cached_property
    def hidden(self) -> HiddenSource:
        """The hidden files as text."""
        return HiddenSource(self.course.hidden_folder(self.lesson))

    @cached_property
    def files(self) -> LessonFiles:
        """What judging needs; raises ContentError."""
        files = load_lesson_files(self.course, self.lesson)
        return replace(files, mistakes=tuple(files.mistakes))

    @cached_property
    def handout(self) -> Handout:
        """What a student receives, by role; raises ContentError."""
        return load_handout(self.course, self.lesson)

    def case_place(self, case: str, line: int | None = None) -> Place:
        """Say where a hidden case stands, or a line of it."""
        path = self.hidden.folder / case.partition("::")[0]
        return Place(path, line or self.hidden.line_of(case), case)

    def mistake_place(self, name: str) -> Place:
        """Say where a known mistake stands."""
        return Place(self.solution / "mistakes" / f"{name}.py", 1)

    def manifest_place(self, key: str | None = None) -> Place:
        """Say where the manifest gives the lesson its id, or a key."""
        path = self.course.root / MANIFEST
        text = path.read_text(encoding="utf-8", errors="replace")
        if key is None:
            return Place(path, _line_of_lesson(text, self.lesson.id))
        return Place(path, told(f"lesson {self.lesson.id}: {key}", text)[1])

    @property
    def folders(self) -> tuple[Path, Path, Path]:
        """What a student receives, the solution, the hidden files."""
        return self.exercise, self.solution, self.hidden.folder


def told(sentence: str, text: str) -> tuple[str, int | None]:
    """Split a fault of a manifest into its sentence and its line, since values carry none."""
    at = _AT.search(sentence)
    if at is not None:
        rest = _AT.sub("", sentence).rstrip(".")
        return f"{rest}; see docs/writing-a-lesson.md for what it holds.", int(at[1])
    lines = text.splitlines()
    known = _OF_LESSON.search(sentence)
    span = _lesson(lines, (known[1] or known[2]) if known else None)
    words = set(re.findall(r"\w+", sentence.replace("require each", "requires each")))
    keys = ((number, _KEY.match(lines[number])) for number in span)
    line = next((n + 1 for n, key in keys if key and key[1] in words - {"id", "title"}), None)
    end = "" if sentence.endswith((".", "?")) else "."
    return f"{sentence}{end}", line or _first(span, known)


def _line_of_lesson(text: str, name: str) -> int | None:
    ids = ((number, _ID.match(line)) for number, line in enumerate(text.splitlines(), 1))
    return next((number for number, match in ids if match and match[1] == name), None)


def _lesson(lines: list[str], name: str | None) -> range:
    """Find the lines of the lesson of a name, the last where there are two; else all lines."""
    ids = ((number, _ID.match(line)) for number, line in enumerate(lines))
    found = [number for number, match in ids if match and match[1] == name]
    if name is None or not found:
        return range(len(lines))
    starts = [n for n, line in enumerate(lines) if line.strip().startswith("[[")]
    first = max((n for n in starts if n <= found[-1]), default=0)
    return range(first, min((n for n in starts if n > first), default=len(lines)))


def _first(span: range, known: object) -> int | None:
    return span.start + 2 if known and span.start else None
