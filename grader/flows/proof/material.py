"""The material of one lesson, as every check of it reads it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from grader.course.handout import Handout, load_handout
from grader.course.hidden_source import HiddenSource
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import MANIFEST
from grader.errors import ContentError
from grader.model.course import Course, Lesson

from .findings import Place


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

    @cached_property
    def is_whole(self) -> bool:
        """Whether it can be judged; the checks of files and sources say why not."""
        try:
            return bool(self.files) and bool(self.handout)
        except ContentError:
            return False

    def case_place(self, case: str, line: int | None = None) -> Place:
        """Say where a hidden case stands, or a line of it."""
        path = self.hidden.folder / case.partition("::")[0]
        return Place(path, line or self.hidden.line_of(case), case)

    def mistake_place(self, name: str) -> Place:
        """Say where a known mistake stands."""
        return Place(self.solution / "mistakes" / f"{name}.py", 1)

    @property
    def manifest_place(self) -> Place:
        """Say where the lesson is listed."""
        return Place(self.course.root / MANIFEST)

    @property
    def folders(self) -> tuple[Path, Path, Path]:
        """What a student receives, the solution, the hidden files."""
        return self.exercise, self.solution, self.hidden.folder
