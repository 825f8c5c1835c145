"""What is on record of a student, when a lesson takes submissions, and what a late one loses.

Within the grace a submission is not late. Without a late penalty none is taken after it; with
one, each day that has begun takes its share of the points, until nothing would be left.
"""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction

from msgspec import Struct

from .course import Lesson, LessonId
from .dates import LAST

_DAY = timedelta(days=1)
_MOST_DAYS = timedelta.max.days


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


class Deadlines(Struct, frozen=True):
    """One student's dates for one lesson, extensions counted in."""

    opens: datetime | None
    due: datetime | None
    late_from: datetime | None  # the end of the grace
    closes: datetime | None  # nothing is taken from here on
    penalty: Fraction  # share of the points that a day takes

    def days_late(self, when: datetime | None) -> int:
        """Count the days begun since the grace ended; an unknown time is never late."""
        if when is None or self.late_from is None or when <= self.late_from:
            return 0
        return math.ceil((when - self.late_from) / _DAY)

    def share_left(self, when: datetime | None) -> Fraction:
        """Return the share of the points that a submission made then keeps, from 0 to 1."""
        return max(Fraction(0), 1 - self.penalty * self.days_late(when))

    def is_past_due(self, now: datetime) -> bool:
        """Whether the grace is over too: from then on cases that wait for the date are shown."""
        return self.late_from is not None and now > self.late_from

    def is_closed(self, now: datetime) -> bool:
        """Whether nothing is taken any more."""
        return self.closes is not None and now > self.closes


def deadlines(lesson: Lesson, grants: tuple[Grant, ...] = ()) -> Deadlines:
    """Work out the dates; of several extensions the latest counts, and never an earlier date."""
    due = lesson.due
    if due is not None:
        due = max([due, *(one.due for one in grants if one.due is not None)])
    penalty = Fraction(str(lesson.late_penalty))
    late_from = closes = None
    if due is not None:
        late_from = closes = _later(due, timedelta(minutes=lesson.grace_minutes))
        if penalty:
            closes = _later(late_from, _DAY * min(math.ceil(1 / penalty) - 1, _MOST_DAYS))
    opens = None if any(one.opens for one in grants) else lesson.opens
    return Deadlines(opens, due, late_from, closes, penalty)


def _later(when: datetime, by: timedelta) -> datetime:
    """Add to a moment; what is later than any date is at the last of all."""
    return LAST if by > LAST - when else when + by


def best_attempt(attempts: Iterable[Attempt], dates: Deadlines) -> Attempt | None:
    """Return the attempt that counts: the first of those with most points after the penalty."""
    return max(attempts, key=lambda one: counted_points(one, dates), default=None)


def counted_points(attempt: Attempt, dates: Deadlines) -> Fraction:
    """Return the points of an attempt that count, after the late penalty."""
    return attempt.points * dates.share_left(attempt.submitted_at)
