"""The material of one lesson, as every check of it reads it, and the findings of the checks."""

from dataclasses import dataclass, field
from functools import cached_property, partialmethod
from pathlib import Path

from grader.course.handout import Handout, load_handout
from grader.course.hidden_source import HiddenSource
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import MANIFEST
from grader.errors import ContentError
from grader.model.course import Course, Lesson
from grader.model.soundness import Finding, Level


@dataclass(frozen=True)
class Place:
    """Where something was found."""

    path: Path | None = None
    line: int | None = None
    case: str | None = None


_NOWHERE = Place()


@dataclass
class Findings:
    """What the checks have found; each check takes one for itself with `of`."""

    root: Path  # the course's folder, which files are named below
    check: str = ""
    found: list[Finding] = field(default_factory=list)

    def of(self, check: str) -> "Findings":
        """Return one that writes into the same list, for another check."""
        return Findings(self.root, check, self.found)

    def add(
        self,
        level: Level,
        sentence: str,
        place: Place = _NOWHERE,
        *,
        advice: str | None = None,
        detail: str | None = None,
    ) -> None:
        """Add a finding of this check."""
        file = None if place.path is None else place.path.relative_to(self.root).as_posix()
        self.found.append(
            Finding(self.check, level, sentence, advice, file, place.line, place.case, detail)
        )

    error = partialmethod(add, Level.ERROR)  # keeps the course from being sound
    warn = partialmethod(add, Level.WARNING)  # is likely wrong, or missing
    note = partialmethod(add, Level.NOTE)  # is what an author should know

    def errors(self, *checks: str) -> list[Finding]:
        """List the errors that any check, or one of these, has found so far."""
        return [
            one
            for one in self.found
            if one.level is Level.ERROR and (not checks or one.check in checks)
        ]

    def accuse(self, path: Path, *checks: str) -> bool:
        """Whether any check, or one of these, has found an error in a file so far."""
        return path.relative_to(self.root).as_posix() in {one.file for one in self.errors(*checks)}


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

    @property
    def folders(self) -> tuple[Path, Path, Path]:
        """What a student receives, the solution, the hidden files."""
        return self.exercise, self.solution, self.hidden.folder

    @cached_property
    def files(self) -> LessonFiles:
        """What judging needs; raises ContentError."""
        return load_lesson_files(self.course, self.lesson)

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

    def mistake_path(self, name: str) -> Path:
        """Say where a known mistake stands."""
        return self.solution / "mistakes" / f"{name}.py"

    @property
    def manifest_place(self) -> Place:
        """Say where the lesson is listed."""
        return Place(self.course.root / MANIFEST)
