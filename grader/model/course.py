"""A course and its lessons as plain frozen values."""

from datetime import datetime
from pathlib import Path
from typing import Literal, NewType

from msgspec import Struct, field

LessonId = NewType("LessonId", str)
StudentId = NewType("StudentId", str)

CountingRule = Literal["best", "last"]

LONGEST_NAME = 200  # characters: what the record takes as a person's name

SCRIPT = "run.py"  # of a lesson: what Run runs
PUBLIC_CASES = "test_*.py"  # of a lesson, for students to read

KIB = 1024
MIB = 1024 * KIB


class Limits(Struct, frozen=True):
    """Every number that bounds a submission, in one place."""

    seconds_per_case: float = 2.0  # of CPU time, of either side
    wall_multiple: float = 3.0  # a case that sleeps is stopped after this many times as long
    seconds_in_all: float = 20.0  # of wall time; what is not judged by then is timed_out too
    memory_mib: int = 512  # of address space beyond the idle jail's
    printed_kept_bytes: int = 64 * KIB
    printed_stop_bytes: int = 8 * MIB
    file_bytes: int = 16 * MIB  # the largest file that a submission may write
    files_bytes: int = 64 * MIB  # all files together
    files_count: int = 1000
    source_bytes: int = 1 * MIB  # the largest file that may be submitted
    threads: int = 64


class Lesson(Struct, frozen=True):
    """One step of a course, as the manifest states it."""

    id: LessonId
    title: str
    requires: tuple[LessonId, ...] = ()
    minutes: int | None = None
    pass_score: float = 1.0  # share of the points that opens what needs this lesson
    opens: datetime | None = None
    due: datetime | None = None
    grace_minutes: float = 0.0
    late_penalty: float = 0.0  # share of the points, a day
    attempts: int = 0  # 0: no limit
    counts: CountingRule = "best"  # which attempt's points count
    limits: Limits = field(default_factory=Limits)
    packages: tuple[str, ...] = ()  # importable beyond the standard library
    plugins: tuple[str, ...] = ()  # of pytest, for the hidden cases
    module: str = ""  # the module that the hidden cases import
    hand_in: tuple[str, ...] = ()  # what a student submits; the first is the module
    files: tuple[str, ...] = ()  # course files that the student's code needs
    cases: Literal["apart", "together"] = "apart"  # hidden cases run apart from a submission
    solution: Literal["never", "after_passing"] = "never"  # when students may read the reference
    notebook: Literal["all", "strict"] = "all"  # a cell that fails costs itself, or all
    examples: bool = True  # whether feedback may show a small call that goes wrong
    accept_renamed: bool = False  # take `sums (1).py` and the only Python file of a folder

    @property
    def installed(self) -> tuple[str, ...]:
        """What must be installed beside the grader."""
        return (*self.packages, *self.plugins)

    @property
    def module_file(self) -> str:
        """The file that holds the module."""
        return self.hand_in[0]


class Course(Struct, frozen=True):
    """A course on disk: its manifest, and where it lies."""

    root: Path
    title: str
    lessons: tuple[Lesson, ...]
    time_zone: str = "UTC"

    def exercise_folder(self, lesson: Lesson) -> Path:
        """What a student receives of a lesson."""
        return self.root / "exercises" / lesson.id

    def solution_folder(self, lesson: Lesson) -> Path:
        """The reference, the hints, the known mistakes."""
        return self.root / "solutions" / lesson.id

    def hidden_folder(self, lesson: Lesson) -> Path:
        """The hidden cases."""
        return self.root / "tests" / "hidden" / lesson.id
