"""Collects what the course map and the end of a feedback show, and what to type next."""

import shlex
from collections.abc import Mapping, Sequence

from msgspec import Struct

from grader.feedback.map_graph import Drawing, drawings
from grader.feedback.map_rows import MapRow, command_line, map_rows, warnings
from grader.feedback.words import percent
from grader.model.course import LessonId
from grader.model.phrases import count
from grader.model.report import Report, Verdict
from grader.model.text import printable
from grader.model.unlocking import LessonState, State, newly_open, next_lesson

States = tuple[LessonState, ...]


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
    is_whole: bool = True  # whether the states are those of all lessons


class StandingView(Struct, frozen=True):
    """Where a student stands after a submission."""

    rows: tuple[MapRow, ...]
    locked: tuple[MapRow, ...]  # the nearest first
    progress: str | None
    percent: int
    notes: tuple[str, ...]
    commands: tuple[Command, ...]


class MapView(Struct, frozen=True):
    """What the course map shows."""

    course_title: str
    student: str
    progress: str
    percent: int
    rows: tuple[MapRow, ...]
    drawings: tuple[Drawing, ...]  # across for a wide page, down for a narrow one
    commands: tuple[Command, ...]
    texts: Mapping[LessonId, str]  # of lessons, by their ids
    rest: str | None  # what is to be said where there is no command
    about: str | None = None  # the course's own page, as markup


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
    here = next((one for one in after if one.lesson.id == report.lesson), None)
    own = warnings(here) if here and here.state is not State.PASSED else ()
    return Standing(
        states=after,
        opened=newly_open(before, after),
        commands=commands_after(report, after, file, can_try=can_try),
        notes=(*own, *notes),
    )


def commands_after(
    report: Report, states: States, file: str | None = None, *, can_try: bool = False
) -> tuple[Command, ...]:
    """Choose what to type after a submission."""
    words = " ".join([report.lesson, *([shlex.quote(file)] if file else [])])
    again = f"grader submit {words}"
    if report.verdict is Verdict.GRADER_FAULT:
        return (Command(again, "to submit the same file again"),)
    here = next((one for one in states if one.lesson.id == report.lesson), None)
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
    line = command_line(going) if going else None
    if going is None or line is None:
        return ()
    verb = "go on with" if going.attempts_used else "begin"
    return (Command(line, f"to {verb} {printable(going.lesson.title, lines=False)}"),)


def map_view(
    states: States,
    course_title: str,
    student: str,
    texts: Mapping[LessonId, str] | None = None,
) -> MapView:
    """Collect the whole map of one student, with texts as markup by the ids of their lessons."""
    commands = next_commands(states)
    rows = map_rows(states)
    return MapView(
        course_title=printable(course_title, lines=False),
        student=student,
        progress=progress(states),
        percent=_percent(states),
        rows=rows,
        drawings=drawings([one.lesson for one in states], [row.badge for row in rows]),
        commands=commands,
        texts=texts or {},
        rest=None if commands else _rest(states),
    )


def standing_view(standing: Standing, here: str) -> StandingView | None:
    """Collect the end of a feedback about the lesson `here`; None where there is nothing to say."""
    if len(standing.states) < 2 and not (standing.is_whole or standing.notes or standing.commands):
        return None
    opened = {one.lesson.id for one in standing.opened}
    rows = map_rows(standing.states, here=here, opened=opened)
    pairs = list(zip(standing.states, rows, strict=True))
    passed = any(one.lesson.id == here and one.state is State.PASSED for one in standing.states)
    near = here if passed else None  # what waits for a passed lesson waits for another reason
    locked = [
        (here not in one.lesson.requires, row)
        for one, row in pairs
        if row.reason and (opened or near in one.lesson.requires)
    ]
    return StandingView(
        rows=rows if len(rows) > 1 else (),
        locked=tuple(row for _, row in sorted(locked, key=lambda pair: pair[0])),
        progress=progress(standing.states) if standing.is_whole else None,
        percent=_percent(standing.states),
        notes=standing.notes,
        commands=standing.commands,
    )


def progress(states: States) -> str:
    """Say how many lessons are passed."""
    passed = sum(one.state is State.PASSED for one in states)
    if states and passed == len(states):
        return f"All {len(states)} lessons passed" if passed > 1 else "The lesson is passed"
    return f"{passed} of {count(len(states), 'lesson')} passed"


def _percent(states: States) -> int:
    passed = sum(one.state is State.PASSED for one in states)
    return percent(passed / len(states)) if states else 0


def _rest(states: States) -> str:
    if all(one.state is State.PASSED for one in states):
        return "There is nothing left to do: well done."
    return "No lesson takes work from you just now; each one says why."
