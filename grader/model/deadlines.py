"""What is on record of a student, when a lesson takes submissions, and what a late one loses.

Within the grace a submission is not late. Without a late penalty none is taken after it; with
one, each day that has begun takes its share of the points, until nothing would be left.
"""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from msgspec import Struct

from .course import CountingRule, Lesson, LessonId
from .dates import LAST
from .phrases import count, points_text

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


class Counted(Struct, frozen=True):
    """What is left of a submission's points when it came that late: the one rule."""

    days_late: int | None  # None: nothing is due, or its time is unknown
    points: Fraction
    reason: str | None  # where fewer are left than were earned: "5 days late, 10 % a day"


class Deadlines(Struct, frozen=True):
    """One student's dates for one lesson, extensions counted in."""

    opens: datetime | None
    due: datetime | None
    late_from: datetime | None  # the end of the grace
    closes: datetime | None  # nothing is taken from here on
    penalty: Fraction  # share of the points that a day takes

    def counted(self, points: Fraction, when: datetime | None) -> Counted:
        """Decide what counts of the points of a submission made then; marks are in them already.

        Each day begun since the grace ended takes its share; an unknown time is never late.
        """
        days, left, reason = None, points, None
        if when is not None and self.late_from is not None:
            days = max(0, math.ceil((when - self.late_from) / _DAY))
            left = points * max(Fraction(0), 1 - self.penalty * days)
            if left != points:
                reason = f"{count(days, 'day')} late, {points_text(self.penalty * 100)} % a day"
        return Counted(days, left, reason)

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


def counting_attempt(
    attempts: Sequence[Attempt], dates: Deadlines, counts: CountingRule
) -> Attempt | None:
    """Choose the attempt that counts: the first of the best after the penalty, or the last."""
    if counts == "best":
        return max(
            attempts,
            key=lambda one: dates.counted(one.points, one.submitted_at).points,
            default=None,
        )
    by_order = is_by_order(attempts, counts)
    return max(
        attempts,
        key=lambda one: (LAST if by_order else one.submitted_at or LAST, one.number),
        default=None,
    )


def is_by_order(attempts: Sequence[Attempt], counts: CountingRule) -> bool:
    """Whether the order of recording decides which attempt is the last: a time is unknown."""
    is_known = all(one.submitted_at for one in attempts)
    return counts == "last" and len(attempts) > 1 and not is_known
