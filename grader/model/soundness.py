"""What verify found out about a course: findings, and what each lesson was proved with."""

from enum import StrEnum

import msgspec

PROOF_VERSION = 1


class Level(StrEnum):
    """How much a finding weighs; the first that applies decides whether a course is sound."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(msgspec.Struct, frozen=True):
    """One thing that an author should know, with its place and what to do about it."""

    check: str
    level: Level
    sentence: str
    advice: str | None = None
    file: str | None = None  # below the course's folder
    line: int | None = None
    case: str | None = None
    detail: str | None = None  # several lines, such as a diff

    @property
    def place(self) -> str | None:
        """File and line, as editors and terminals link them."""
        if self.file is None or self.line is None:
            return self.file
        return f"{self.file}:{self.line}"


class MutantCount(msgspec.Struct, frozen=True):
    """What became of the mutants of one reference."""

    judged: int = 0
    killed: int = 0
    allowed: int = 0  # the author says that they behave like the reference
    left_out: int = 0  # made, but beyond the number that is judged


class LessonProof(msgspec.Struct, frozen=True):
    """What was found in one lesson, what it was proved with and what that cost."""

    lesson: str
    findings: tuple[Finding, ...] = ()
    cases: int = 0
    mistakes: int = 0
    mutants: MutantCount | None = None  # None: not asked for, or nothing could be judged
    tier: str = ""  # functions, objects or together; "" where not judged
    seconds: float = 0.0


class CourseProof(msgspec.Struct, frozen=True):
    """What was found in a course."""

    proof_version: int
    title: str
    isolation: str | None  # None: nothing was judged
    findings: tuple[Finding, ...]  # of the course as a whole
    lessons: tuple[LessonProof, ...]

    def everything(self) -> tuple[Finding, ...]:
        """List the findings of the course and of all its lessons."""
        return (*self.findings, *(found for one in self.lessons for found in one.findings))

    def count(self, level: Level) -> int:
        """Count the findings of one level."""
        return sum(found.level is level for found in self.everything())

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; warnings and notes may be left."""
        return self.count(Level.ERROR) == 0
