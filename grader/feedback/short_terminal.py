"""Prints feedback on one screen: what to look at, what the lesson opens, and what to type."""

import io
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from grader.feedback.cases import CaseView, Message
from grader.feedback.course_map import Command, Standing
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import STYLES, Pen
from grader.feedback.report_terminal import print_headline, print_printed
from grader.feedback.screen import Screen
from grader.feedback.student import Advice, StudentView, student_view
from grader.feedback.words import Tone
from grader.model.course import Lesson
from grader.model.phrases import first_of, ranges
from grader.model.report import Outcome, Report, Verdict
from grader.model.text import cut_pair

_IN_FULL = "Add --all to see every case with what more there is to say of it."
_MOST_OPENED = 4  # lessons that a passed one opens; the map has all
_MOST_PRINTED = 3  # lines of what was printed
_LINES = 23  # of a screen of 24: the last one is the shell's
_WIDE = 80  # columns; on fewer, the same takes more lines
_MOST_OF_NEXT = 3  # lines of the reason of the case to look at
_FEWEST = 1  # lines of cases, however much else there is to say
_INDENT = 4
_LABEL = 10  # columns of "expected: "
_CUT_MARKS = 24  # columns of what says on both sides that a value was cut
_NARROWEST = 20  # columns of a value
Part = Callable[[Pen], None]


def print_short(
    report: Report, screen: Screen, lesson: Lesson, standing: Standing, *, below: int = 0
) -> None:
    """Print the one thing to look at next, the cases by sentence, and what to type.

    Of a passed lesson, what it opens takes the place of what to look at next. What else there is,
    `print_report` says; `below` lines are to be left free.
    """
    view = student_view(report, lesson, standing=standing)
    if report.lesson_passed:
        top, end = partial(_print_passed, view=view), partial(_print_unlocked, view=view)
    else:
        top = partial(_print_not_passed, view=view)
        end = partial(_print_end, view=view, in_full=_IN_FULL, commands=standing.commands)
    _print_screen(view, screen, (top, end), _LINES - below)


def print_trial(
    report: Report,
    screen: Screen,
    lesson: Lesson,
    commands: Sequence[Command] = (),
    *,
    below: int = 0,
) -> None:
    """Print a try of the public cases in the same way, with what the code printed."""
    view = replace(student_view(report, lesson), points=None)
    if report.verdict is Verdict.PASSED:
        view = replace(view, headline="Your code passes every public case.")
    in_full = f"`grader test {lesson.id} --all` shows every case in full."

    def end(pen: Pen) -> None:
        print_printed(pen, report.printed or "", _MOST_PRINTED)
        _print_end(pen, view, in_full, commands)

    _print_screen(view, screen, (partial(_print_not_passed, view=view), end), _LINES - below)


def print_beside_run(report: Report, screen: Screen, lesson: Lesson) -> None:
    """Print of a try no more than what to look at next, so that what run.py showed stays seen."""
    view = student_view(report, lesson)
    pen = Pen(screen)
    pen.heading("Public cases")
    pen.write(view.tally or view.headline)
    if report.verdict is not Verdict.PASSED:
        _print_next(pen, view)


def _print_screen(view: StudentView, screen: Screen, around: tuple[Part, Part], lines: int) -> None:
    """Print what stands above and below the open cases, and these in the lines between."""
    print_top, print_end = around
    taken = _lines(print_top, screen) + _lines(print_end, screen)
    pen = Pen(screen)
    print_top(pen)
    _print_open_cases(pen, view, max(_room(pen, _FEWEST), lines - taken))
    print_end(pen)


def _lines(draw: Part, on: Screen) -> int:
    """Count the lines that a part of the screen takes."""
    drawn = io.BytesIO()
    file = io.TextIOWrapper(drawn, encoding=on.encoding, newline="\n")
    draw(Pen(Screen(file, on.width)))
    file.flush()
    return drawn.getvalue().count(b"\n")


def _room(pen: Pen, lines: int) -> int:
    """Return how many lines may be taken for what takes so many on a wide screen."""
    return lines if pen.screen.width >= _WIDE else 4 * lines


def _print_passed(pen: Pen, view: StudentView) -> None:
    print_headline(pen, view)
    _print_points(pen, view, "")
    _print_tally(pen, view)


def _print_not_passed(pen: Pen, view: StudentView) -> None:
    print_headline(pen, view)
    _print_points(pen, view, view.unlock.sentence)
    if view.badge.tone is not Tone.GOOD:
        _print_next(pen, view)
    _print_tally(pen, view)


def _print_points(pen: Pen, view: StudentView, needed: str) -> None:
    if view.standing is not None:
        is_told = view.points is None or view.points in needed
        have = "" if is_told else f"{view.points}."
        pen.write(" ".join(filter(None, (have, needed, *view.standing.notes))))


def _print_tally(pen: Pen, view: StudentView) -> None:
    if view.tally is not None:
        pen.heading(view.tally)


def _print_next(pen: Pen, view: StudentView) -> None:
    advice, example = view.advice, view.example or ""
    pen.heading(advice.heading)
    if advice.what == "case" and advice.case is not None:
        _print_case(pen, advice.case)
    elif advice.what == "example":
        pen.write(example, most=_room(pen, 4))
        _print_where(pen, advice, 2)
    elif advice.what == "mistake":
        _print_mistakes(pen, advice, example)
    else:
        if advice.message is not None:
            _print_message(pen, advice.message)
        pen.write(advice.sentence, most=_room(pen, 2))


def _print_mistakes(pen: Pen, advice: Advice, example: str) -> None:
    if advice.others:  # what is said of both leaves no room for more
        pen.write(advice.sentence, most=_room(pen, 3))
    else:
        pen.write(advice.sentence, most=_room(pen, 4 if example else 5))
        _print_where(pen, advice, 1 if example else 2)
        if example:
            pen.write(example, most=_room(pen, 2))
    for other in advice.others:
        pen.heading(other.heading)
        pen.write(other.sentence, most=_room(pen, 3))


def _print_where(pen: Pen, advice: Advice, lines: int) -> None:
    if advice.where is not None:
        pen.write(advice.where, most=_room(pen, lines))


def _print_message(pen: Pen, message: Message) -> None:
    pen.write(message.sentence, most=_room(pen, 4))
    if message.excerpt is not None:
        last = message.excerpt.split("\n")[-4:]  # the line and what points into it
        pen.excerpt("\n".join(last), indent=_INDENT)


def _print_case(pen: Pen, case: CaseView) -> None:
    lines = (1, 3, 1) if case.shown else (2, 4, 2)  # of sentence, message and hint
    sentence, message, hint = (_room(pen, one) for one in lines)
    pen.write(f"Case {case.number}: {case.sentence}", most=sentence)
    if case.message is not None:
        pen.write(case.message.sentence, most=message)
    _print_values(pen, case)
    if case.hint is not None:
        pen.write(f"Hint: {case.hint}", most=hint)


def _print_values(pen: Pen, case: CaseView) -> None:
    values = {name: side.same + side.differs for name, side in case.shown}
    room = max(_NARROWEST, pen.screen.width - _INDENT - _LABEL - _CUT_MARKS)
    expected, got = cut_pair(values.get("Expected", ""), values.get("Got", ""), room)
    told = case.message.sentence if case.message is not None else ""
    if not expected and got.partition(":")[0] in told:  # the message names what was raised
        got = ""
    for name, value in (("call", values.get("Call")), ("expected", expected), ("got", got)):
        if value:
            line = f"{name + ':':<{_LABEL}}{value}"
            pen.write(line, indent=_INDENT, most=_room(pen, 1))


def _print_open_cases(pen: Pen, view: StudentView, room: int) -> None:
    """Print as many cases by sentence as there is room for, and the others by number."""
    told = view.advice.case if view.advice.what == "case" else None
    left = [case for case in view.cases if told is None or case.number != told.number]
    while left:
        lines = (_MOST_OF_NEXT, 1) if left[0] == view.advice.case else (1,)
        draws = (partial(_print_by_sentence, case=left[0], most=most) for most in lines)
        measured = ((draw, _lines(draw, pen.screen)) for draw in draws)
        fits = [one for one in measured if one[1] + (len(left) > 1) <= room]
        if not fits:
            break
        draw, height = fits[0]
        draw(pen)
        left, room = left[1:], room - height
    if left:
        word = "Not passed" if len(left) == len(view.cases) else "Not passed either"
        numbers = ranges(case.number for case in left)
        pen.write(f"{word}: {numbers}.", most=_room(pen, 1))


def _print_by_sentence(pen: Pen, case: CaseView, most: int) -> None:
    mark, style = pen.symbol(case.badge), STYLES[case.badge.tone]
    pen.write(f"{case.number}. {case.sentence}", mark=mark, style=style, most=1)
    if case.message is not None:
        pen.write(case.message.sentence, indent=_INDENT, most=most)


def _print_unlocked(pen: Pen, view: StudentView) -> None:
    view = replace(view, has_printed=None)
    if all(
        case.outcome is Outcome.PASSED and case.is_full for case in (*view.cases, *view.settled)
    ):
        view = replace(view, settled_line=None)  # the tally has said it
    _print_end(pen, view, _IN_FULL, ())
    pen.heading(view.unlock.badge.word.capitalize())
    pen.write(view.unlock.sentence)
    opens, more = first_of(view.unlock.opens, _MOST_OPENED)
    for title in (*opens, *([more] if more else [])):
        pen.write(title, indent=4, mark="-", most=_room(pen, 1))
    if view.standing is None:
        return
    if view.standing.locked and not opens:
        pen.write("`grader lessons` says what they wait for.")
    _print_commands(pen, view.standing.commands)


def _print_end(pen: Pen, view: StudentView, in_full: str, commands: Sequence[Command]) -> None:
    for line in (view.settled_line, view.not_shown, view.has_printed):
        if line is not None:
            pen.write(line, most=_room(pen, 1))
    if view.cases:
        pen.write(in_full)
    _print_commands(pen, commands)


def _print_commands(pen: Pen, commands: Sequence[Command]) -> None:
    print_commands(pen, commands, is_brief=pen.screen.width >= _WIDE)
