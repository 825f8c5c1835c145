"""Prints what a student reads on a terminal: a report, the course map, and what to type next."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from grader.feedback.course_map import Command, Standing, map_view
from grader.feedback.pen import STYLES, Pen, as_called
from grader.feedback.remarks import print_view
from grader.feedback.student import CaseView, StudentView, student_view
from grader.feedback.words import STATES, Tone
from grader.model.course import Lesson
from grader.model.phrases import first_of, ranges
from grader.model.report import Outcome, Report, Verdict
from grader.model.text import cut_pair
from grader.model.unlocking import LessonState, State

_IN_FULL = "Add --all to see every case with what more there is to say of it."
_MOST_OPENED = 4  # lessons that a passed one opens; the map has all
_MOST_PRINTED = 3  # lines of what was printed
_MOST_PRINTED_IN_FULL = 20
_LINES = 23  # of a screen of 24: the last one is the shell's
_WIDE = 80  # columns; on fewer nothing is cut, and it takes more than a screen
_INDENT = 4
_LABEL = 10  # columns of "expected: "
_VALUE = 40  # columns of a value, beside what says on both sides that it was cut


def print_report(
    report: Report,
    screen: Console,
    *,
    lesson: Lesson | None = None,
    standing: Standing | None = None,
    in_full: bool = False,
    below: int = 0,
) -> None:
    """Print the one thing to look at next, the cases by sentence, and what to type.

    Of a passed lesson, what it opens takes the place of what to look at next. It fits on a screen
    of which `below` lines are left free, unless it is printed in full; `report` has been through
    `student_report`.
    """
    view = student_view(report, lesson, standing=standing)
    lines = None if in_full else _LINES - below
    _Screen(
        Pen(screen), view, lines, standing or Standing(()), is_passed=report.lesson_passed
    ).print()


def print_trial(
    report: Report,
    screen: Console,
    lesson: Lesson,
    commands: Sequence[Command] = (),
    *,
    in_full: bool = False,
    below: int = 0,
) -> None:
    """Print a try of the public cases in the same way, with what the code printed."""
    view = student_view(report, lesson)
    view = replace(view, points=None, unlock=replace(view.unlock, sentence=""))
    if report.verdict is Verdict.PASSED:
        view = replace(view, headline="Your code passes every public case.")
    standing = Standing((), commands=tuple(commands))
    more = f"`grader test {lesson.id} --all` shows every case in full."
    lines = None if in_full else _LINES - below
    _Screen(Pen(screen), view, lines, standing, more, report.printed).print()


def print_map(states: tuple[LessonState, ...], screen: Console, course_title: str) -> None:
    """Print each lesson with its state, then how far the student is and what to type next."""
    view = map_view(states, course_title)
    pen = Pen(screen)
    pen.write(course_title, indent=0, style="bold")
    pen.gap()
    for row in view.rows:
        mark = f"{pen.symbol(row.badge)} {row.number:>2}."
        indent = len(mark) + 1
        minutes = f"{row.minutes} min" if row.minutes else None
        facts = ", ".join(filter(None, (row.badge.word, row.points, minutes)))
        title = f"{row.title} ({row.id}): {facts}"
        pen.write(title, indent=indent, mark=mark, style=STYLES[row.badge.tone])
        after = f"{row.after}." if row.after and row.badge is not STATES[State.PASSED] else None
        first = " ".join(filter(None, (after, row.reason)))
        for line in filter(None, (first, *row.notices)):
            pen.write(line, indent=indent, style="dim")
    pen.gap()
    pen.write(f"{view.progress}.", indent=0)
    if view.rest is not None:
        pen.write(view.rest, indent=0)
    print_commands(pen, view.commands)


def print_commands(pen: Pen, commands: Sequence[Command]) -> None:
    """Print lines to type, each in one piece, with what they are for where there is room."""
    if not commands:
        return
    pen.heading("Type next")
    lines = [as_called(one.line) for one in commands]
    longest = max(map(len, lines))
    fits = all(longest + len(one.purpose) + 6 <= pen.console.width for one in commands)
    for line, one in zip(lines, commands, strict=True):
        pen.whole(f"  {line.ljust(longest)}  {one.purpose}" if fits else f"  {line}")


class _Screen(Struct, frozen=True):
    """What is said of a submission: what stands above the open cases, these, what stands below."""

    pen: Pen
    view: StudentView
    lines: int | None  # of the screen; None where everything is printed, however long
    standing: Standing
    more: str = _IN_FULL  # says how to see everything
    printed: str | None = None
    is_passed: bool = False

    def print(self) -> None:
        """Print it; the open cases take the lines that are left."""
        if self.lines is None:
            self._top()
            for case in (*self.view.cases, *self.view.settled):
                self._case(case)
            self._end()
            return
        rest = self.lines - self._height(self._top)
        # where lines are short, what passes is the first to go
        end = partial(self._end, is_short=rest < self._height(self._end))
        self._top()
        self._open_cases(max(1, rest - self._height(end)))
        end()

    def _height(self, draw: Callable[[], None]) -> int:
        with self.pen.console.capture() as drawn:
            draw()
        return drawn.get().count("\n")

    @property
    def is_cut(self) -> bool:
        """Whether texts are cut, so that all fits on a screen."""
        return self.lines is not None and self.pen.console.width >= _WIDE

    def _write(self, text: str | None, most: int, indent: int = 2) -> None:
        if text:
            self.pen.write(text, indent=indent, most=most if self.is_cut else None)

    def _top(self) -> None:
        pen, view = self.pen, self.view
        pen.write(view.lesson_title, indent=0)
        style = f"bold {STYLES[view.badge.tone]}".rstrip()
        verdict = f"{view.badge.word}: {view.headline}"
        pen.write(verdict, mark=pen.symbol(view.badge), style=style)
        if view.caveat is not None:
            pen.write(view.caveat)
        needed = "" if self.is_passed else view.unlock.sentence
        have = f"{view.points}." if view.points and view.points not in needed else ""
        if facts := " ".join(filter(None, (have, needed, *self.standing.notes))):
            pen.write(facts)
        if view.remarks:
            pen.heading("From your instructor")
        for remark in view.remarks:
            print_view(pen, remark, indent=2)
        if not self.is_passed and view.badge.tone is not Tone.GOOD:
            self.next_step()
        if view.tally is not None:
            pen.heading(view.tally)

    def next_step(self) -> None:
        """Print what to look at next."""
        pen, advice = self.pen, self.view.advice
        pen.heading(advice.heading)
        if advice.what == "case" and advice.case is not None and self.lines is not None:
            self._case(advice.case)
            return
        if advice.message is not None:
            self._write(advice.message.sentence, 4)
            if advice.message.excerpt is not None:
                last = advice.message.excerpt.split("\n")[-4:]  # the line and what points into it
                pen.write("\n".join(last), indent=_INDENT)
        is_example = advice.what == "example"
        self._write(self.view.example if is_example else advice.sentence, 4)
        if advice.case is not None:
            most = 1 if self.view.example else 2
            self._write(f"Look at case {advice.case.number}: {advice.case.sentence}", most)
        self._write(None if is_example else self.view.example, 2)
        for other in () if self.is_cut else advice.others:
            pen.heading(other.heading)
            pen.write(other.sentence)

    def _open_cases(self, room: int) -> None:
        """Print as many cases by sentence as there is room for, and the others by number."""
        advice = self.view.advice
        told = advice.case.number if advice.what == "case" and advice.case is not None else None
        left = [case for case in self.view.cases if case.number != told]
        while left:
            room -= 1 if left[0].message is None else 2
            if self.is_cut and room < (len(left) > 1):
                break
            self._case(left[0], is_brief=True)
            left = left[1:]
        if left:
            word = "Not passed" if len(left) == len(self.view.cases) else "Not passed either"
            self._write(f"{word}: {ranges(case.number for case in left)}.", 1)

    def _case(self, case: CaseView, *, is_brief: bool = False) -> None:
        """Print a case: in brief its sentence and message, else all that is told of it."""
        pen, in_full = self.pen, self.lines is None
        head = f"{case.number}. {case.sentence}"
        if in_full and (case.outcome is not Outcome.PASSED or case.remarks):
            points = case.points if self.view.points is not None else ""
            head += f" ({', '.join(filter(None, (case.badge.word, points)))})"
        most = 1 if self.is_cut else None
        pen.write(head, mark=pen.symbol(case.badge), style=STYLES[case.badge.tone], most=most)
        if case.message is not None:
            self._write(case.message.sentence, 1 if is_brief else 2 if case.shown else 3, _INDENT)
        if is_brief:
            return
        if case.message is not None and case.message.excerpt is not None and in_full:
            pen.write(case.message.excerpt, indent=_INDENT + 2)
        values = dict(case.shown)
        if self.is_cut and "Expected" in values and "Got" in values:
            cut = cut_pair(values["Expected"], values["Got"], _VALUE)
            values["Expected"], values["Got"] = cut
        for name, value in values.items():
            self._write(f"{name.lower() + ':':<{_LABEL}}{value}", 1, _INDENT)
        self._write(f"Hint: {case.hint}" if case.hint else None, 2, _INDENT)
        for remark in case.remarks:
            print_view(pen, remark, indent=_INDENT)

    def _end(self, *, is_short: bool = False) -> None:
        pen, view = self.pen, self.view
        if self.printed:
            pen.heading("What your code printed")
            most = _MOST_PRINTED_IN_FULL if self.lines is None else _MOST_PRINTED
            lines, left = first_of(self.printed.splitlines(), most)
            for line in (*lines, *([f"... {left}."] if left else [])):
                pen.write(line, most=1)
        is_said = self.lines is None or is_short or (self.is_passed and not view.cases)
        self._write(None if is_said else view.settled_line, 1)
        self._write(view.not_shown, 1)
        self._write(None if self.is_passed else view.has_printed, 1)
        if view.cases and self.lines is not None:
            pen.write(self.more)
        if self.is_passed:
            pen.heading(view.unlock.badge.word.capitalize())
            pen.write(view.unlock.sentence)
            opens, left = first_of(view.unlock.opens, _MOST_OPENED)
            for title in (*opens, *([left] if left else [])):
                pen.write(title, indent=_INDENT, mark="-", most=1 if self.is_cut else None)
        print_commands(pen, self.standing.commands)
