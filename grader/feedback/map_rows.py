"""Describes each lesson for the course map: its state, why, and what to know before submitting."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from msgspec import Struct

from grader.feedback.words import CLOSED, STATES, Badge
from grader.model.course import LessonId
from grader.model.phrases import listed, of_points, points_text
from grader.model.text import printable
from grader.model.unlocking import LessonState, State


class MapRow(Struct, frozen=True):
    """One lesson in the course map."""

    number: int
    id: str
    title: str
    badge: Badge
    points: str | None
    minutes: int | None
    after: str | None  # what comes first, where the course is no chain
    reason: str | None  # why it is locked
    notices: tuple[str, ...]  # what to know before submitting
    command: str | None
    mark: str | None  # "this lesson", "opened just now"


def map_rows(
    states: tuple[LessonState, ...], *, here: str | None = None, opened: Collection[str] = ()
) -> tuple[MapRow, ...]:
    """Describe each lesson, in the order given."""
    numbers = {one.lesson.id: number for number, one in enumerate(states, start=1)}
    return tuple(
        MapRow(
            number=numbers[one.lesson.id],
            id=one.lesson.id,
            title=printable(one.lesson.title, lines=False),
            badge=state_badge(one),
            points=_points(one),
            minutes=one.lesson.minutes,
            after=_after(one, numbers),
            reason=printable(one.reason, lines=False) if one.reason else None,
            notices=(*_late(one), *warnings(one)),
            command=command_line(one),
            mark=_mark(one, here, opened),
        )
        for one in states
    )


def state_badge(one: LessonState) -> Badge:
    """Return symbol and word of a lesson's state; an open one that takes no work is closed."""
    return CLOSED if _is_closed(one) else STATES[one.state]


def _points(one: LessonState) -> str | None:
    if one.best is None:
        return "not submitted yet" if one.state is State.OPEN else None
    return of_points(str(one.best_points), str(one.best.max_points))


def _after(one: LessonState, numbers: Mapping[LessonId, int]) -> str | None:
    """Name the lessons that come first, unless it is just the one before."""
    own = numbers[one.lesson.id]
    needed = sorted(numbers[name] for name in one.lesson.requires if name in numbers)
    if needed == [own - 1] or (own == 1 and not needed):
        return None
    if not needed:
        return "Needs no other lesson"
    return f"Comes after {listed([str(number) for number in needed])}"


def _late(one: LessonState) -> tuple[str, ...]:
    lost = one.best.points - one.best_points if one.best else 0
    if not lost:
        return ()
    verb = "was" if lost == 1 else "were"
    noun = "point" if lost == 1 else "points"
    return (f"{points_text(Fraction(lost))} {noun} {verb} taken off for late work.",)


def warnings(one: LessonState) -> tuple[str, ...]:
    """Say what holds for the next attempt, where there is a reason for one."""
    if one.state is State.PASSED and (one.best is None or one.best.points >= one.best.max_points):
        return ()
    return (one.refusal, *one.notices) if _is_closed(one) and one.refusal else one.notices


def _is_closed(one: LessonState) -> bool:
    return one.state is State.OPEN and one.refusal is not None


def command_line(one: LessonState) -> str | None:
    """Return what to type to go on with a lesson, if it takes work."""
    if one.state is not State.OPEN or one.refusal is not None:
        return None
    return f"grader {'submit' if one.attempts_used else 'start'} {one.lesson.id}"


def _mark(one: LessonState, here: str | None, opened: Collection[str]) -> str | None:
    if one.lesson.id == here:
        return "this lesson"
    return "opened just now" if one.lesson.id in opened and not _is_closed(one) else None
