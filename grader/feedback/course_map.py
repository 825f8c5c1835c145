"""Collects what the course map and the end of a feedback show, and what to type next."""

import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from grader.feedback.words import CLOSED, STATES, Badge, percent
from grader.model.course import Course, Lesson, LessonId
from grader.model.phrases import count, counted_text, listed
from grader.model.report import Report, Verdict
from grader.model.text import printable
from grader.model.unlocking import LessonState, State, newly_open, next_lesson, short_titles

States = tuple[LessonState, ...]


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


class Command(Struct, frozen=True):
    """A line to type, and what it is for."""

    line: str
    purpose: str  # such as "to submit again"


class Standing(Struct, frozen=True):
    """Where a student stands after a submission."""

    states: States  # in the course's order
    opened: States = ()  # what the submission opened
    commands: tuple[Command, ...] = ()  # what to type next
    notes: tuple[str, ...] = ()  # sentences: what the record is worth, attempts left, lateness


class MapView(Struct, frozen=True):
    """What the course map shows."""

    course_title: str
    progress: str
    percent: int
    rows: tuple[MapRow, ...]
    commands: tuple[Command, ...]
    rest: str | None  # what is to be said where there is no command


def standing_after(
    report: Report,
    before: States,
    after: States,
    notes: Sequence[str] = (),
    *,
    file: str | None = None,
    can_try: bool = False,
) -> Standing:
    """Say where a student stands, from the states before and after the attempt was recorded.

    What holds for the next attempt at the lesson stands before the given notes. The file is the
    one that was named, where it was not the lesson's own. Who can try is told to.
    """
    here = state_at(after, report.lesson)
    own = warnings(here) if here and here.state is not State.PASSED else ()
    return Standing(
        states=after,
        opened=newly_open(before, after),
        commands=_commands_after(report, after, file, can_try=can_try),
        notes=(*own, *notes),
    )


def _commands_after(
    report: Report, states: States, file: str | None, *, can_try: bool
) -> tuple[Command, ...]:
    words = " ".join([report.lesson, *([shlex.quote(file)] if file else [])])
    again = f"grader submit {words}"
    if report.verdict is Verdict.GRADER_FAULT:
        return (Command(again, "to submit the same file again"),)
    here = state_at(states, report.lesson)
    if here is not None and here.state is State.PASSED and here.lesson.solution != "never":
        reference = Command(f"grader solution {report.lesson}", "to read the reference solution")
        return (*next_commands(states), reference)
    if here is None or here.state is State.PASSED or here.refusal is not None:
        return next_commands(states)
    return (
        Command(f"grader hint {report.lesson}", "for a hint"),
        *([Command(f"grader test {words}", "to try the public cases")] if can_try else []),
        Command(again, "to submit again"),
    )


def next_commands(states: States) -> tuple[Command, ...]:
    """Choose what to type to go on with the course: one command, or none."""
    going = next_lesson(states)
    if going is None or going.refusal is not None:
        return ()
    title = printable(going.lesson.title, lines=False)
    if going.attempts_used:
        return (Command(f"grader submit {going.lesson.id}", f"to go on with {title}"),)
    return (Command(f"grader start {going.lesson.id}", f"to begin {title}"),)


def state_at(states: States, lesson: str) -> LessonState | None:
    """Find the state of a lesson; None where only others are told of."""
    return next((one for one in states if one.lesson.id == lesson), None)


def map_view(states: States, course_title: str) -> MapView:
    """Collect what the map of one student says."""
    passed = sum(one.state is State.PASSED for one in states)
    progress = f"{passed} of {count(len(states), 'lesson')} passed"
    rest = "No lesson takes work from you just now; each one says why."
    if passed == len(states):
        rest = "There is nothing left to do: well done."
    commands = next_commands(states)
    return MapView(
        course_title=printable(course_title, lines=False),
        progress=progress,
        percent=percent(passed / len(states)) if states else 0,
        rows=map_rows(states),
        commands=commands,
        rest=None if commands else rest,
    )


def map_rows(states: States) -> tuple[MapRow, ...]:
    """Describe each lesson, in the order given."""
    numbers = {one.lesson.id: number for number, one in enumerate(states, start=1)}
    return tuple(
        MapRow(
            number=numbers[one.lesson.id],
            id=one.lesson.id,
            title=printable(one.lesson.title, lines=False),
            badge=CLOSED if _is_closed(one) else STATES[one.state],
            points=_points(one),
            minutes=one.lesson.minutes,
            after=_after(one, numbers),
            reason=printable(one.reason, lines=False) if one.reason else None,
            notices=warnings(one),
        )
        for one in states
    )


def _points(one: LessonState) -> str | None:
    if one.counting is None or one.counted is None:
        return "not submitted yet" if one.state is State.OPEN else None
    attempt, left = one.counting, one.counted
    worth = (str(attempt.points), str(attempt.max_points), str(left.points))
    return counted_text(*worth, left.reason)


def _after(one: LessonState, numbers: Mapping[LessonId, int]) -> str | None:
    """Name the lessons that come first, unless it is just the one before."""
    own = numbers[one.lesson.id]
    needed = sorted(numbers[name] for name in one.lesson.requires if name in numbers)
    if needed == [own - 1] or (own == 1 and not needed):
        return None
    if not needed:
        return "Needs no other lesson"
    return f"Comes after {listed([str(number) for number in needed])}"


def warnings(one: LessonState) -> tuple[str, ...]:
    """Say what holds for the next attempt, where there is a reason for one."""
    best = one.counting
    if one.state is State.PASSED and (best is None or best.points >= best.max_points):
        return ()
    return (one.refusal, *one.notices) if _is_closed(one) and one.refusal else one.notices


def _is_closed(one: LessonState) -> bool:
    """Whether a lesson is open by its state, and takes no work any more."""
    return one.state is State.OPEN and one.refusal is not None


def opened_by(lesson: Lesson, course: Course, now: datetime) -> tuple[str, ...]:
    """List what a pass opens, by the course alone; a lesson that needs others too names them."""
    titles = short_titles(course)
    found = []
    for one in course.lessons:
        if lesson.id in one.requires and (one.opens is None or one.opens <= now):
            also = listed([titles[name] for name in one.requires if name != lesson.id])
            found.append(f"{one.title}, with {also}" if also else one.title)
    return tuple(found)
