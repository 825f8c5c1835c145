"""Prints what is not passed on one screen: what to look at, and what to type."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rich.console import Console

from grader.feedback.contexts import CaseView, Message, StudentContext
from grader.feedback.course_map import Standing
from grader.feedback.map_contexts import Command
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import STYLES, Pen
from grader.feedback.student import student_context
from grader.feedback.terminal import print_headline, print_printed
from grader.feedback.words import Tone
from grader.model.course import Lesson
from grader.model.phrases import ranges
from grader.model.report import Report, Verdict
from grader.model.text import cut_pair

_MOST_PRINTED = 3  # lines of what was printed
_LINES = 23  # of a screen of 24: the last one is the shell's
_WIDE = 80  # columns; on fewer, the same takes more lines
_FEWEST = 1  # lines of cases, however much else there is to say
_INDENT = 4
_LABEL = 10  # columns of "expected: "
_CUT_MARKS = 24  # columns of what says on both sides that a value was cut
_NARROWEST = 20  # columns of a value


def print_short(
    report: Report, console: Console, lesson: Lesson, standing: Standing, *, below: int = 0
) -> None:
    """Print the one thing to look at next, the cases by sentence, and what to type.

    What else there is, `print_report` says; `below` lines are to be left free.
    """
    context = student_context(report, lesson, standing=standing)
    commands = context.standing.commands if context.standing else ()
    in_full = "Add --all to see every case with what more there is to say of it."
    end = partial(_print_end, context=context, in_full=in_full, commands=commands)
    _print_screen(context, console, end, _LINES - below)


def print_trial(
    report: Report,
    console: Console,
    lesson: Lesson,
    commands: Sequence[Command] = (),
    *,
    below: int = 0,
) -> None:
    """Print a try of the public cases in the same way, with what the code printed."""
    context = replace(student_context(report, lesson), points=None)
    if report.verdict is Verdict.PASSED:
        context = replace(context, headline="Your code passes every public case.")
    in_full = f"`grader test {lesson.id} --all` shows every case in full."

    def end(pen: Pen) -> None:
        print_printed(pen, report.printed or "", _MOST_PRINTED)
        _print_end(pen, context, in_full, commands)

    _print_screen(context, console, end, _LINES - below)


def print_beside_run(report: Report, console: Console, lesson: Lesson) -> None:
    """Print of a try no more than what to look at next, so that what run.py showed stays seen."""
    context = student_context(report, lesson)
    pen = Pen(console)
    pen.heading(f"Public cases: {context.tally or context.headline}")
    if report.verdict is not Verdict.PASSED:
        _print_next(pen, context)


def _print_screen(
    context: StudentContext, console: Console, print_end: Callable[[Pen], None], lines: int
) -> None:
    print_top = partial(_print_top, context=context)
    taken = _lines(print_top, console) + _lines(print_end, console)
    pen = Pen(console)
    print_top(pen)
    _print_open_cases(pen, context, max(_room(pen, _FEWEST), lines - taken))
    print_end(pen)


def _lines(draw: Callable[[Pen], None], on: Console) -> int:
    """Count the lines that a part of the screen takes."""
    drawn = io.BytesIO()
    file = io.TextIOWrapper(drawn, encoding=on.encoding, newline="\n")
    draw(Pen(Console(file=file, width=on.width)))
    file.flush()
    return drawn.getvalue().count(b"\n")


def _room(pen: Pen, lines: int) -> int:
    """Return how many lines may be taken for what takes so many on a wide screen."""
    return lines if pen.console.width >= _WIDE else 4 * lines


def _print_top(pen: Pen, context: StudentContext) -> None:
    print_headline(pen, context)
    if context.standing is not None:
        have = context.unlock.sentence
        if context.points is not None and context.points not in have:
            have = f"{context.points}. {have}"
        pen.write(" ".join((have, *context.standing.notes)))
    if context.badge.tone is not Tone.GOOD:
        _print_next(pen, context)
    if context.tally is not None:
        pen.heading(context.tally)


def _print_next(pen: Pen, context: StudentContext) -> None:
    advice = context.advice
    if advice.what == "mistake":
        _print_mistakes(pen, context)
        return
    pen.heading("What to look at next")
    if advice.what == "error" and context.message is not None:
        _print_message(pen, context.message)
    elif advice.what == "example":
        _print_example(pen, context, 4)
        _print_where(pen, context, 2)
        return
    elif advice.what == "case" and advice.case is not None:
        _print_case(pen, advice.case)
        return
    pen.write(advice.sentence, most=_room(pen, 2))


def _print_mistakes(pen: Pen, context: StudentContext) -> None:
    is_one = len(context.mistakes) == 1
    lines = (5, 2) if context.example is None else (4, 1)  # of a single mistake, and of a case
    for place, one in enumerate(context.mistakes):
        pen.heading(one.heading)
        pen.write(one.sentence, most=_room(pen, lines[0] if is_one else 2))
        if place == 0:
            _print_where(pen, context, lines[1])
    _print_example(pen, context, 2 if is_one else 1)


def _print_where(pen: Pen, context: StudentContext, lines: int) -> None:
    case = context.advice.case
    if case is not None:
        where = f"{context.advice.lead} case {case.number}: {case.sentence}"
        pen.write(where, most=_room(pen, lines))


def _print_example(pen: Pen, context: StudentContext, lines: int) -> None:
    if context.example is not None:
        pen.write(context.example, most=_room(pen, lines))


def _print_message(pen: Pen, message: Message) -> None:
    pen.write(message.sentence, most=_room(pen, 4))
    if message.excerpt is not None:
        last = message.excerpt.split("\n")[-4:]  # the line and what points into it
        pen.excerpt("\n".join(last), indent=_INDENT)


def _print_case(pen: Pen, case: CaseView) -> None:
    is_bare = not (case.call or case.expected or case.got)
    lines = (2, 4, 2) if is_bare else (1, 3, 1)  # of sentence, message and hint
    sentence, message, hint = (_room(pen, one) for one in lines)
    pen.write(f"Case {case.number}: {case.sentence}", most=sentence)
    if case.message is not None:
        pen.write(case.message.sentence, most=message)
    _print_values(pen, case)
    if case.hint is not None:
        pen.write(f"Hint: {case.hint}", most=hint)


def _print_values(pen: Pen, case: CaseView) -> None:
    sides = [side.same + side.differs if side else "" for side in (case.expected, case.got)]
    room = max(_NARROWEST, pen.console.width - _INDENT - _LABEL - _CUT_MARKS)
    expected, got = cut_pair(sides[0], sides[1], room)
    told = case.message.sentence if case.message is not None else ""
    for name, value in (("call", case.call), ("expected", expected), ("got", got)):
        if value and not (expected == "" and value.partition(":")[0] in told):
            pen.write(f"{name + ':':<{_LABEL}}{value}", indent=_INDENT, most=_room(pen, 1))


def _print_open_cases(pen: Pen, context: StudentContext, room: int) -> None:
    """Print as many cases by sentence as there is room for, and the others by number."""
    told = context.advice.case if context.advice.what == "case" else None
    left = [case for case in context.cases if told is None or case.number != told.number]
    while left and _height(left[0]) + (len(left) > 1) <= room:
        case = left.pop(0)
        _print_by_sentence(pen, case)
        room -= _height(case)
    if left:
        word = "Not passed" if len(left) == len(context.cases) else "Not passed either"
        numbers = ranges(case.number for case in left)
        pen.write(f"{word}: {numbers}.", most=_room(pen, 1))


def _height(case: CaseView) -> int:
    return 1 if case.message is None else 2


def _print_by_sentence(pen: Pen, case: CaseView) -> None:
    mark, style = pen.symbol(case.badge), STYLES[case.badge.tone]
    pen.write(f"{case.number}. {case.sentence}", mark=mark, style=style, most=1)
    if case.message is not None:
        pen.write(case.message.sentence, indent=_INDENT, most=1)


def _print_end(
    pen: Pen, context: StudentContext, in_full: str, commands: Sequence[Command]
) -> None:
    for line in (context.settled_line, context.not_shown, context.has_printed):
        if line is not None:
            pen.write(line, most=_room(pen, 1))
    if context.cases:
        pen.write(in_full)
    print_commands(pen, commands)
