"""Prints a report on a terminal of any width, with or without colours."""

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console

from grader.feedback.contexts import CaseView, Message, Side, StudentContext
from grader.feedback.course_map import Standing
from grader.feedback.map_terminal import print_standing
from grader.feedback.pen import STYLES, Pen
from grader.feedback.remarks import print_view
from grader.feedback.student import student_context
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.report import Outcome, Report

_MOST_PRINTED = 20  # lines of what was printed


def print_report(
    report: Report,
    console: Console,
    *,
    opens: Sequence[str] = (),
    lesson: Lesson | None = None,
    standing: Standing | None = None,
) -> None:
    """Print what a student reads; `report` has been through `student_report`.

    `opens` are the titles of the lessons that this one opens. With the lesson, its title and the
    points that it needs are named. With a standing, which also knows what the lesson opens, the
    unlock status comes last.
    """
    context = student_context(report, lesson, unlocked=opens, standing=standing)
    pen = Pen(console)
    _print_verdict(pen, context)
    if context.standing is None:
        _print_unlock(pen, context)
    _print_remarks(pen, context)
    _print_next(pen, context)
    _print_cases(pen, context)
    if context.standing is not None:
        _print_unlock(pen, context)
        print_standing(pen, context.standing)


def print_cases(report: Report, console: Console, lesson: Lesson | None = None) -> None:
    """Print the verdict and the cases alone, for a try that counts for nothing."""
    context = replace(student_context(report, lesson), points=None)
    pen = Pen(console)
    _print_verdict(pen, context)
    if context.message is not None or context.cases:
        _print_next(pen, context)
    _print_cases(pen, context)
    print_printed(pen, report.printed or "", _MOST_PRINTED)


def print_printed(pen: Pen, text: str, most: int) -> None:
    """Print what the code printed, in so many lines at most."""
    lines = text.splitlines()
    if lines:
        pen.heading("What your code printed")
    for line in lines[:most]:
        pen.write(line, most=1)
    left_out = len(lines) - most
    if left_out > 0:
        pen.write(f"... and {count(left_out, 'more line')}.")


def print_headline(pen: Pen, context: StudentContext) -> None:
    """Print the lesson, the verdict and what it is worth."""
    pen.write(context.lesson_title, indent=0)
    style = f"bold {STYLES[context.badge.tone]}".rstrip()
    verdict = f"{context.badge.word}: {context.headline}"
    pen.write(verdict, mark=pen.symbol(context.badge), style=style)
    if context.caveat is not None:
        pen.write(context.caveat)


def _print_verdict(pen: Pen, context: StudentContext) -> None:
    print_headline(pen, context)
    if context.points is not None:
        pen.write(context.points)


def _print_unlock(pen: Pen, context: StudentContext) -> None:
    pen.heading(context.unlock.badge.word.capitalize())
    pen.write(context.unlock.sentence)
    for title in context.unlock.opens:
        pen.write(title, indent=4, mark="-")


def _print_remarks(pen: Pen, context: StudentContext) -> None:
    if context.remarks:
        pen.heading("From your instructor")
        for view in context.remarks:
            print_view(pen, view, indent=2)


def _print_next(pen: Pen, context: StudentContext) -> None:
    advice = context.advice
    first, *others = context.mistakes if advice.what == "mistake" else (None,)
    pen.heading(first.heading if first else "What to look at next")
    if advice.what == "error" and context.message is not None:
        _print_message(pen, context.message, indent=2)
    pen.write(first.sentence if first else advice.sentence)
    if advice.case is not None:
        pen.write(f"{advice.lead} case {advice.case.number}: {advice.case.sentence}")
    for one in others:
        pen.heading(one.heading)
        pen.write(one.sentence)
    if context.example is not None:
        pen.heading("A small example")
        pen.write(context.example)


def _print_message(pen: Pen, message: Message, *, indent: int) -> None:
    pen.write(message.sentence, indent=indent)
    if message.excerpt is not None:
        pen.excerpt(message.excerpt, indent=indent + 2)


def _print_cases(pen: Pen, context: StudentContext) -> None:
    if context.tally is None:
        return
    pen.heading("Cases")
    pen.write(context.tally)
    for case in context.cases:
        _print_case(pen, case, has_points=context.points is not None)
    if context.cases and context.settled:
        pen.console.print()
    for case in context.settled:
        _print_case(pen, case, has_points=context.points is not None)
    for line in (context.not_shown, context.has_printed):
        if line is not None:
            pen.write(line)


def _print_case(pen: Pen, case: CaseView, *, has_points: bool) -> None:
    facts = [case.badge.word, case.points] if has_points else [case.badge.word]
    # of what passes, the mark says so; more is said only where points are missing
    is_plain = case.outcome is Outcome.PASSED and (case.is_full or not has_points)
    head = f"{case.number}. {case.sentence}" + ("" if is_plain else f" ({', '.join(facts)})")
    pen.write(head, mark=pen.symbol(case.badge), style=STYLES[case.badge.tone])
    if case.message is not None:
        _print_message(pen, case.message, indent=4)
    if case.call is not None:
        pen.write(f"call:     {case.call}", indent=4)
    for name, side in (("expected", case.expected), ("got", case.got)):
        if side is not None:
            pen.write(f"{name + ':':<9} {_whole(side)}", indent=4)
    if case.hint is not None:
        pen.write(f"Hint: {case.hint}", indent=4)
    for view in case.remarks:
        print_view(pen, view, indent=4)


def _whole(side: Side) -> str:
    return side.same + side.differs
