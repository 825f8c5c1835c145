"""What a student has done in a course, and what an instructor granted them: facts on record."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from .course import LessonId


class Attempt(Struct, frozen=True):
    """One judged submission on record; a fault of the grader's is none."""

    lesson: LessonId
    number: int  # of this student in this lesson, from 1
    submission_sha256: str
    points: Fraction  # as judged, before a late penalty
    max_points: Fraction
    lesson_passed: bool  # as decided then; an edited course does not take it back
    submitted_at: datetime | None = None  # unknown is never late


class Grant(Struct, frozen=True):
    """What an instructor granted one student in one lesson."""

    lesson: LessonId
    opens: bool = False  # open it, whatever it requires and whatever its date
    due: datetime | None = None  # a later due date
    attempts: int = 0  # so many more than the lesson allows


class History(Struct, frozen=True):
    """One student's attempts and grants, in the order in which they came."""

    attempts: tuple[Attempt, ...] = ()
    grants: tuple[Grant, ...] = ()

    def attempts_at(self, lesson: LessonId) -> tuple[Attempt, ...]:
        """Return the attempts at one lesson."""
        return tuple(one for one in self.attempts if one.lesson == lesson)

    def grants_for(self, lesson: LessonId) -> tuple[Grant, ...]:
        """Return what was granted for one lesson."""
        return tuple(one for one in self.grants if one.lesson == lesson)


def attempts_used(attempts: Iterable[Attempt]) -> int:
    """Count the attempts that cost something: the same bytes again cost nothing."""
    return len({one.submission_sha256 for one in attempts})
