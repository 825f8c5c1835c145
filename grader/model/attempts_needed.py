"""Counts the attempts that students needed, and the hints that they took."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median

from msgspec import Struct

from .course import Lesson
from .progress import Attempt, History, attempts_used
from .unlocking import is_passed


class AttemptsNeeded(Struct, frozen=True):
    """On which attempt a class passed one lesson."""

    passed_on: tuple[tuple[int, int], ...]  # (attempt, students), those that occurred
    never: int  # students who submitted and have not passed
    median: Fraction | None  # of those who passed

    @property
    def passed(self) -> int:
        """How many students passed."""
        return sum(students for _, students in self.passed_on)


class HintStep(Struct, frozen=True):
    """How many students read one step of a lesson's hints."""

    step: int  # from 1
    students: int


def attempts_needed(
    by_student: Mapping[str, Sequence[Attempt]], lesson: Lesson | None
) -> AttemptsNeeded:
    """Count by the attempt that passed; the same bytes again are no further attempt.

    A lesson that the course has now also counts as passed by the rule of today.
    """
    needed = [_needed(attempts, lesson) for attempts in by_student.values() if attempts]
    passed = [number for number in needed if number is not None]
    return AttemptsNeeded(
        passed_on=tuple(sorted(Counter(passed).items())),
        never=len(needed) - len(passed),
        median=median(map(Fraction, passed)) if passed else None,
    )


def hint_steps(steps: Iterable[int], known: int = 0) -> tuple[HintStep, ...]:
    """Count each step read, and those of the first `known` steps that nobody read."""
    counts = Counter(steps)
    last = max(known, *counts, 0)
    return tuple(
        HintStep(step, counts[step]) for step in range(1, last + 1) if step <= known or counts[step]
    )


def _needed(attempts: Sequence[Attempt], lesson: Lesson | None) -> int | None:
    for number, attempt in enumerate(attempts, 1):
        if _passes(attempt, lesson):
            return attempts_used(attempts[:number])
    return None


def _passes(attempt: Attempt, lesson: Lesson | None) -> bool:
    if lesson is None:
        return attempt.lesson_passed
    return is_passed(lesson, History((attempt,)))
