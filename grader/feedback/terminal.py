"""Prints a report on a terminal of any width, with or without colours."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.feedback.contexts import CaseView, Message, Side, StudentContext
from grader.feedback.student import student_context
from grader.feedback.words import Badge, Tone
from grader.model.course import Lesson
from grader.model.report import Report
from grader.model.text import printable

_STYLES = {Tone.GOOD: "green", Tone.BAD: "red", Tone.STOPPED: "yellow", Tone.QUIET: ""}
_NARROWEST = 12  # columns that text is wrapped to, however deep it stands
_MARKS = re.compile(r" *[~^][~^ ]*")  # a line of Python's that points into the one above
_CUT = "..."


@dataclass(frozen=True)
class _Pen:
    """Writes wrapped lines, and only what the terminal can encode."""

    console: Console

    def write(self, text: str, *, indent: int = 2, mark: str = "", style: str = "") -> None:
        """Write text, `indent` columns from the left; the mark stands in front of it."""
        words = Text(self._encodable(printable(text)), style=style)
        width = max(_NARROWEST, self.console.width - indent)
        for line in words.wrap(self.console, width, overflow="fold", tab_size=4):
            line.rstrip()
            margin = self._encodable(mark).rjust(indent - 1).ljust(indent) if mark else " " * indent
            row = Text.assemble((margin, style if mark else ""), line)
            row.rstrip()
            self.console.print(row, soft_wrap=True, highlight=False, markup=False, emoji=False)
            mark = ""

    def excerpt(self, text: str, *, indent: int) -> None:
        """Write a source line; one too long for the terminal is cut around its caret."""
        width = max(_NARROWEST, self.console.width - indent)
        self.write(_around_caret(text.expandtabs(4), width), indent=indent)

    def heading(self, text: str) -> None:
        """Write a heading, with a blank line before it."""
        self.console.print()
        self.write(text, indent=0, style="bold")

    def symbol(self, badge: Badge) -> str:
        """Return the badge's symbol, or what stands for it in ASCII."""
        return badge.plain if self.console.options.ascii_only else badge.symbol

    def _encodable(self, text: str) -> str:
        encoding = self.console.encoding
        return text.encode(encoding, "backslashreplace").decode(encoding)


def print_report(
    report: Report,
    console: Console,
    *,
    opens: Sequence[str] = (),
    lesson: Lesson | None = None,
) -> None:
    """Print what a student reads; `report` has been through `student_report`.

    `opens` are the titles of the lessons that this one opens. With the lesson, its title and the
    points that it needs are named.
    """
    context = student_context(report, lesson, unlocked=opens)
    pen = _Pen(console)
    _print_verdict(pen, context)
    _print_unlock(pen, context)
    _print_advice(pen, context)
    if context.message:
        pen.heading("What happened")
        _print_message(pen, context.message, indent=2)
    _print_cases(pen, context)


def _print_verdict(pen: _Pen, context: StudentContext) -> None:
    pen.write(context.lesson_title, indent=0)
    style = f"bold {_STYLES[context.badge.tone]}".rstrip()
    verdict = f"{context.badge.word}: {context.headline}"
    pen.write(verdict, mark=pen.symbol(context.badge), style=style)
    if context.points is not None:
        pen.write(context.points)


def _print_unlock(pen: _Pen, context: StudentContext) -> None:
    pen.heading(context.unlock.badge.word.capitalize())
    pen.write(context.unlock.sentence)
    for title in context.unlock.opens:
        pen.write(title, indent=4, mark="-")


def _print_advice(pen: _Pen, context: StudentContext) -> None:
    pen.heading("What to look at next")
    pen.write(context.advice.sentence)
    case = context.advice.case
    if case is not None:
        pen.write(f"Begin with case {case.number}: {case.sentence}")
    if context.diagnosis is not None:
        pen.heading("Your code behaves like a known mistake")
        pen.write(context.diagnosis)


def _print_message(pen: _Pen, message: Message, *, indent: int) -> None:
    pen.write(message.sentence, indent=indent)
    if message.excerpt is not None:
        pen.excerpt(message.excerpt, indent=indent + 2)


def _around_caret(text: str, width: int) -> str:
    lines = text.split("\n")
    longest = max(map(len, lines))
    marks = next((line for line in lines if _MARKS.fullmatch(line)), None)
    if marks is None or longest <= width:
        return text
    room = width - 2 * len(_CUT)
    caret = max(marks.find("^"), 0)
    start = max(0, min(caret - room // 2, longest - room))
    return "\n".join(_cut_line(line, start, room) for line in lines)


def _cut_line(line: str, start: int, room: int) -> str:
    filler = " " * len(_CUT)
    is_marks = _MARKS.fullmatch(line) is not None
    before = (filler if is_marks else _CUT) if start else ""
    after = _CUT if len(line) > start + room and not is_marks else ""
    return f"{before}{line[start : start + room]}{after}"


def _print_cases(pen: _Pen, context: StudentContext) -> None:
    if not context.cases and context.not_shown is None:
        return
    pen.heading("Cases")
    pen.write(context.tally)
    for case in context.cases:
        _print_case(pen, case)
    if context.not_shown is not None:
        pen.write(context.not_shown)


def _print_case(pen: _Pen, case: CaseView) -> None:
    head = f"{case.number}. {case.sentence} ({case.badge.word}, {case.points})"
    pen.write(head, mark=pen.symbol(case.badge), style=_STYLES[case.badge.tone])
    if case.message is not None:
        _print_message(pen, case.message, indent=4)
    if case.call is not None:
        pen.write(f"call:     {case.call}", indent=4)
    for name, side in (("expected", case.expected), ("got", case.got)):
        if side is not None:
            pen.write(f"{name + ':':<9} {_whole(side)}", indent=4)
    if case.hint is not None:
        pen.write(f"Hint: {case.hint}", indent=4)


def _whole(side: Side) -> str:
    return side.same + side.differs
