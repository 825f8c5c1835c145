"""Prints a report on a terminal of any width, with or without colours."""

from msgspec.structs import replace

from grader.feedback.cases import CaseView, Message
from grader.feedback.course_map import Standing
from grader.feedback.map_terminal import print_standing
from grader.feedback.pen import STYLES, Pen
from grader.feedback.remarks import print_view
from grader.feedback.screen import Screen
from grader.feedback.student import StudentView, student_view
from grader.feedback.words import Tone
from grader.model.course import Lesson
from grader.model.phrases import first_of
from grader.model.report import Outcome, Report

_MOST_PRINTED = 20  # lines of what was printed


def print_report(
    report: Report,
    screen: Screen,
    *,
    lesson: Lesson | None = None,
    standing: Standing | None = None,
) -> None:
    """Print what a student reads; `report` has been through `student_report`.

    With the lesson, its title and the points that it needs are named. With a standing, which also
    knows what the lesson opens, the unlock status comes last.
    """
    view = student_view(report, lesson, standing=standing)
    pen = Pen(screen)
    _print_verdict(pen, view)
    if view.standing is None:
        _print_unlock(pen, view)
    if view.remarks:
        pen.heading("From your instructor")
    for remark in view.remarks:
        print_view(pen, remark, indent=2)
    _print_next(pen, view)
    _print_cases(pen, view)
    if view.standing is not None:
        _print_unlock(pen, view)
        print_standing(pen, view.standing)


def print_cases(report: Report, screen: Screen, lesson: Lesson | None = None) -> None:
    """Print the verdict and the cases alone, for a try that counts for nothing."""
    view = replace(student_view(report, lesson), points=None)
    pen = Pen(screen)
    _print_verdict(pen, view)
    if view.badge.tone is not Tone.GOOD:
        _print_next(pen, view)
    _print_cases(pen, view)
    print_printed(pen, report.printed, _MOST_PRINTED)


def print_headline(pen: Pen, view: StudentView) -> None:
    """Print the lesson, the verdict and what it is worth."""
    pen.write(view.lesson_title, indent=0)
    style = f"bold {STYLES[view.badge.tone]}".rstrip()
    verdict = f"{view.badge.word}: {view.headline}"
    pen.write(verdict, mark=pen.symbol(view.badge), style=style)
    if view.caveat is not None:
        pen.write(view.caveat)


def print_message(pen: Pen, message: Message | None, *, indent: int = 2) -> None:
    """Print a message, and the student's own line below it."""
    if message is None:
        return
    pen.write(message.sentence, indent=indent)
    if message.excerpt is not None:
        pen.excerpt(message.excerpt, indent=indent + 2)


def print_case_body(pen: Pen, case: CaseView) -> None:
    """Print what there is to say of a case besides its sentence."""
    print_message(pen, case.message, indent=4)
    for name, side in case.shown:
        pen.write(f"{name.lower() + ':':<9} {side.same}{side.differs}", indent=4)
    if case.hint is not None:
        pen.write(f"Hint: {case.hint}", indent=4)
    for remark in case.remarks:
        print_view(pen, remark, indent=4)


def print_printed(pen: Pen, text: str | None, most: int) -> None:
    """Print what the code printed, in so many lines at most."""
    if not text:
        return
    pen.heading("What your code printed")
    lines, more = first_of(text.splitlines(), most)
    for line in lines:
        pen.write(line, most=1)
    if more is not None:
        pen.write(f"... {more}.")


def _print_verdict(pen: Pen, view: StudentView) -> None:
    print_headline(pen, view)
    if view.points is not None:
        pen.write(view.points)


def _print_unlock(pen: Pen, view: StudentView) -> None:
    pen.heading(view.unlock.badge.word.capitalize())
    pen.write(view.unlock.sentence)
    for title in view.unlock.opens:
        pen.write(title, indent=4, mark="-")


def _print_next(pen: Pen, view: StudentView) -> None:
    advice = view.advice
    pen.heading(advice.heading)
    print_message(pen, advice.message)
    pen.write(advice.sentence)
    if advice.where is not None:
        pen.write(advice.where)
    for other in advice.others:
        pen.heading(other.heading)
        pen.write(other.sentence)
    if view.example is not None:
        pen.heading("A small example")
        pen.write(view.example)


def _print_cases(pen: Pen, view: StudentView) -> None:
    if view.tally is None:
        return
    pen.heading("Cases")
    pen.write(view.tally)
    for case in view.cases:
        _print_case(pen, case, has_points=view.points is not None)
    if view.cases and view.settled:
        pen.gap()
    for case in view.settled:
        _print_case(pen, case, has_points=view.points is not None)
    for line in (view.not_shown, view.has_printed):
        if line is not None:
            pen.write(line)


def _print_case(pen: Pen, case: CaseView, *, has_points: bool) -> None:
    facts = [case.badge.word, case.points] if has_points else [case.badge.word]
    # of what passes, the mark says so; more is said only where points are missing
    is_plain = case.outcome is Outcome.PASSED and (case.is_full or not has_points)
    head = f"{case.number}. {case.sentence}" + ("" if is_plain else f" ({', '.join(facts)})")
    pen.write(head, mark=pen.symbol(case.badge), style=STYLES[case.badge.tone])
    print_case_body(pen, case)
