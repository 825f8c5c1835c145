"""Decides which lessons are passed, open or locked for one student, and says why.

Nothing of this is stored: it follows from the course, the student's history and the time.
"""

from collections import Counter
from datetime import datetime, tzinfo
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from .course import Course, Lesson, LessonId
from .dates import zone_of
from .deadlines import (
    Attempt,
    Counted,
    Deadlines,
    History,
    attempts_used,
    counting_attempt,
    deadlines,
)
from .phrases import count, date_text, listed, of_points, points_text


class State(StrEnum):
    """What a lesson is for one student."""

    PASSED = "passed"
    OPEN = "open"
    LOCKED = "locked"


class LessonState(Struct, frozen=True):
    """One lesson for one student at one time."""

    lesson: Lesson
    state: State
    reason: str | None  # why it is locked
    refusal: str | None  # why a submission would be refused; a locked lesson's reason is one
    notices: tuple[str, ...]  # what to know before submitting: due date, late penalty, attempts
    counting: Attempt | None  # the attempt that counts
    counted: Counted | None  # what counts of its points
    attempts_used: int
    attempts_left: int | None  # None: no limit
    dates: Deadlines


def lesson_states(course: Course, history: History, now: datetime) -> tuple[LessonState, ...]:
    """Work out the state of every lesson, in the course's order."""
    passed = {lesson.id for lesson in course.lessons if is_passed(lesson, history)}
    return tuple(_state(lesson, course, history, passed, now) for lesson in course.lessons)


def is_passed(lesson: Lesson, history: History) -> bool:
    """Whether any attempt passed the lesson, by the rule of its day or by the one of today."""
    return any(
        one.lesson_passed or _share(one) >= Fraction(str(lesson.pass_score))
        for one in history.attempts_at(lesson.id)
    )


def newly_open(
    before: tuple[LessonState, ...], after: tuple[LessonState, ...]
) -> tuple[LessonState, ...]:
    """Return the lessons that were locked and are no longer."""
    locked = {one.lesson.id for one in before if one.state is State.LOCKED}
    return tuple(one for one in after if one.lesson.id in locked and one.state is not State.LOCKED)


def next_lesson(states: tuple[LessonState, ...]) -> LessonState | None:
    """Return the lesson to go on with: the first open one that takes submissions."""
    is_open = [one for one in states if one.state is State.OPEN]
    return next((one for one in is_open if one.refusal is None), next(iter(is_open), None))


def short_titles(course: Course) -> dict[LessonId, str]:
    """Return what each lesson is called in a sentence: its title up to a colon, where unique."""
    short = {one.id: one.title.partition(":")[0].strip() for one in course.lessons}
    times = Counter(short.values())
    return {
        one.id: short[one.id] if times[short[one.id]] == 1 else one.title for one in course.lessons
    }


def _state(
    lesson: Lesson, course: Course, history: History, passed: set[LessonId], now: datetime
) -> LessonState:
    zone = zone_of(course.time_zone)
    attempts, grants = history.attempts_at(lesson.id), history.grants_for(lesson.id)
    dates = deadlines(lesson, grants)
    used = attempts_used(attempts)
    allowed = lesson.attempts + sum(one.attempts for one in grants)
    left = max(0, allowed - used) if lesson.attempts else None
    reason = None
    if lesson.id not in passed and not any(one.opens for one in grants):
        reason = _lock(lesson, course, history, passed)
        if reason is None and dates.opens is not None and now < dates.opens:
            reason = f"Locked: opens on {date_text(dates.opens, zone)}."
    refusal = reason
    if refusal is None and dates.is_closed(now) and dates.closes is not None:
        last = date_text(dates.closes, zone)
        refusal = f"Nothing is taken any more: the last moment was {last}."
    if refusal is None and left == 0:
        refusal = f"No attempt is left. Your {lesson.counts} one counts."
    notices = []
    if dates.due is not None and not dates.is_closed(now):
        notices.append(_due(dates, dates.due, now, zone))
    if left:
        notices.append(f"{count(left, 'attempt')} left.")
    counting = counting_attempt(attempts, dates, lesson.counts)
    return LessonState(
        lesson=lesson,
        state=State.PASSED if lesson.id in passed else State.LOCKED if reason else State.OPEN,
        reason=reason,
        refusal=refusal,
        notices=tuple(notices),
        counting=counting,
        counted=dates.counted(counting.points, counting.submitted_at) if counting else None,
        attempts_used=used,
        attempts_left=left,
        dates=dates,
    )


def _lock(lesson: Lesson, course: Course, history: History, passed: set[LessonId]) -> str | None:
    by_id = {one.id: one for one in course.lessons}
    missing = [by_id[one] for one in lesson.requires if one not in passed]
    if not missing:
        return None
    names = short_titles(course)
    needs = f"Locked: needs {listed([names[one.id] for one in missing])}."
    if len(missing) == 1:
        return f"{needs} {_standing(missing[0], history, '')}"
    tried = [one for one in missing if history.attempts_at(one.id)]
    return " ".join([needs, *(_standing(one, history, f" in {names[one.id]}") for one in tried)])


def _standing(lesson: Lesson, history: History, where: str) -> str:
    attempts = history.attempts_at(lesson.id)
    if not attempts:
        return "You have not submitted it yet."
    best = max(attempts, key=_share)
    have = of_points(str(best.points), str(best.max_points))
    needed = Fraction(str(lesson.pass_score)) * best.max_points
    enough = "" if needed == best.max_points else f"; {points_text(needed)} are needed"
    return f"Your best{where} is {have}{enough}."


def _share(attempt: Attempt) -> Fraction:
    return attempt.points / attempt.max_points if attempt.max_points else Fraction(0)


def _due(dates: Deadlines, due_at: datetime, now: datetime, zone: tzinfo) -> str:
    due = f"Due {date_text(due_at, zone)}"
    day = f"{points_text(dates.penalty * 100)} % of the points a day"
    counted = dates.counted(Fraction(100), now)
    if counted.days_late:
        late, taken = count(counted.days_late, "day"), points_text(100 - counted.points)
        return f"{due}: {late} late, so {taken} % of the points are taken off now."
    if dates.late_from and now > due_at:
        return f"{due}: taken without loss until {date_text(dates.late_from, zone)}."
    return f"{due}; late work loses {day}." if dates.penalty else f"{due}; late work is not taken."
