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
_WIDE = 80  # columns; on fewer, the same takes more lines
_MOST_OF_NEXT = 3  # lines of the reason of the case to look at
_INDENT = 4
_LABEL = 10  # columns of "expected: "
_CUT_MARKS = 24  # columns of what says on both sides that a value was cut
_NARROWEST = 20  # columns of a value


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
    commands = standing.commands if standing else ()
    lines = None if in_full else _LINES - below
    _Printer(Pen(screen), view, lines, commands, is_passed=report.lesson_passed).print()


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
    view = replace(student_view(report, lesson), points=None)
    if report.verdict is Verdict.PASSED:
        view = replace(view, headline="Your code passes every public case.")
    view = replace(view, unlock=replace(view.unlock, sentence=""))
    more = f"`grader test {lesson.id} --all` shows every case in full."
    lines = None if in_full else _LINES - below
    _Printer(Pen(screen), view, lines, commands, more, report.printed).print()


def print_beside_run(report: Report, screen: Console, lesson: Lesson) -> None:
    """Print of a try no more than what to look at next, so that what run.py showed stays seen."""
    view = student_view(report, lesson)
    pen = Pen(screen)
    pen.heading("Public cases")
    pen.write(view.tally or view.headline)
    if report.verdict is not Verdict.PASSED:
        _Printer(pen, view, _LINES).next_step()


def print_map(states: tuple[LessonState, ...], screen: Console, course_title: str) -> None:
    """Print each lesson with its state, then how far the student is and what to type next."""
    view = map_view(states, course_title, student="")
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


def print_commands(pen: Pen, commands: Sequence[Command], *, is_brief: bool = False) -> None:
    """Print lines to type, each in one piece, with what it is for; in brief only beside them."""
    if not commands:
        return
    pen.heading("Type next")
    commands = [replace(one, line=as_called(one.line)) for one in commands]
    longest = max(len(command.line) for command in commands)
    fits = all(longest + len(one.purpose) + 6 <= pen.console.width for one in commands)
    for one in commands:
        pen.whole(f"  {one.line.ljust(longest)}  {one.purpose}" if fits else f"  {one.line}")
        if not (fits or is_brief):
            pen.write(one.purpose, indent=4, style="dim")


class _Printer(Struct, frozen=True):
    pen: Pen
    view: StudentView
    lines: int | None  # of the screen; None where everything is printed, however long
    commands: Sequence[Command] = ()
    more: str = _IN_FULL  # says how to see everything
    printed: str | None = None
    is_passed: bool = False

    def print(self) -> None:
        """Print what stands above and below the open cases, and these in the lines between."""
        end = self._end
        if self.lines is None:
            self._top()
            self._all_cases()
        else:
            rest = self.lines - self._height(self._top)
            if rest < self._height(end):
                end = partial(self._end, is_short=True)
            room = max(self._room(1) or 1, rest - self._height(end))
            self._top()
            self._open_cases(room)
        end()

    def next_step(self) -> None:
        """Print what to look at next."""
        pen, advice, example = self.pen, self.view.advice, self.view.example
        pen.heading(advice.heading)
        if advice.what == "case" and advice.case is not None and self.lines is not None:
            self._case(advice.case)
            return
        if advice.message is not None:
            self._write(advice.message.sentence, 4)
            if advice.message.excerpt is not None:
                last = advice.message.excerpt.split("\n")[-4:]  # the line and what points into it
                pen.excerpt("\n".join(last), indent=_INDENT)
        if advice.what == "example":
            self._write(example, 4)
            self._write(advice.where, 2)
        elif advice.what == "mistake":  # what is said of two leaves no room for more
            self._write(advice.sentence, 3 if advice.others else 4 if example else 5)
            if not advice.others:
                self._write(advice.where, 1 if example else 2)
                self._write(example, 2)
        else:
            self._write(advice.sentence, 2)
            self._write(advice.where, 2)
        for other in advice.others:
            pen.heading(other.heading)
            self._write(other.sentence, 3)

    def _write(self, text: str | None, most: int) -> None:
        """Write a text, of which a wide screen has room for so many lines."""
        if text:
            self.pen.write(text, most=self._room(most))

    def _height(self, draw: Callable[[], None]) -> int:
        """Count the lines that a part of the screen takes."""
        with self.pen.console.capture() as drawn:
            draw()
        return drawn.get().count("\n")

    def _room(self, lines: int) -> int | None:
        """Return how many lines may be taken for what takes so many on a wide screen."""
        if self.lines is None:
            return None
        return lines if self.pen.console.width >= _WIDE else 4 * lines

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
        notes = view.standing.notes if view.standing else ()
        if facts := " ".join(filter(None, (have, needed, *notes))):
            pen.write(facts)
        if view.remarks:
            pen.heading("From your instructor")
        for remark in view.remarks:
            print_view(pen, remark, indent=2)
        if not self.is_passed and view.badge.tone is not Tone.GOOD:
            self.next_step()
        if view.tally is not None:
            pen.heading(view.tally)

    def _end(self, *, is_short: bool = False) -> None:
        pen, view = self.pen, self.view
        if self.printed:
            pen.heading("What your code printed")
            most = _MOST_PRINTED_IN_FULL if self.lines is None else _MOST_PRINTED
            lines, left = first_of(self.printed.splitlines(), most)
            for line in (*lines, *([f"... {left}."] if left else [])):
                pen.write(line, most=1)
        cases = (*view.cases, *view.settled)
        has_all = all(case.outcome is Outcome.PASSED and case.is_full for case in cases)
        # by the cases, or by the tally; where lines are short, what passes is the first to go
        is_said = self.lines is None or (self.is_passed and has_all) or is_short
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
                pen.write(title, indent=_INDENT, mark="-", most=self._room(1))
        print_commands(pen, self.commands, is_brief=pen.console.width >= _WIDE)

    def _case(self, case: CaseView) -> None:
        lines = (1, 3, 1) if case.shown else (2, 4, 2)  # of sentence, message and hint
        self._write(f"Case {case.number}: {case.sentence}", lines[0])
        self._write(case.message.sentence if case.message else None, lines[1])
        values = {name: side.same + side.differs for name, side in case.shown}
        room = max(_NARROWEST, self.pen.console.width - _INDENT - _LABEL - _CUT_MARKS)
        expected, got = cut_pair(values.get("Expected", ""), values.get("Got", ""), room)
        told = case.message.sentence if case.message is not None else ""
        if not expected and got.partition(":")[0] in told:  # the message names what was raised
            got = ""
        for name, value in (("call", values.get("Call")), ("expected", expected), ("got", got)):
            if value:
                line = f"{name + ':':<{_LABEL}}{value}"
                self.pen.write(line, indent=_INDENT, most=self._room(1))
        self._write(case.hint and f"Hint: {case.hint}", lines[2])

    def _open_cases(self, room: int) -> None:
        """Print as many cases by sentence as there is room for, and the others by number."""
        advice = self.view.advice
        told = advice.case.number if advice.what == "case" and advice.case is not None else None
        left = [case for case in self.view.cases if case.number != told]
        while left:
            lines = (_MOST_OF_NEXT, 1) if left[0] == advice.case else (1,)
            draws = [partial(self._by_sentence, left[0], most) for most in lines]
            measured = ((draw, self._height(draw)) for draw in draws)
            fits = [one for one in measured if one[1] + (len(left) > 1) <= room]
            if not fits:
                break
            draw, height = fits[0]
            draw()
            left, room = left[1:], room - height
        if left:
            word = "Not passed" if len(left) == len(self.view.cases) else "Not passed either"
            numbers = ranges(case.number for case in left)
            self._write(f"{word}: {numbers}.", 1)

    def _by_sentence(self, case: CaseView, most: int) -> None:
        mark, style = self.pen.symbol(case.badge), STYLES[case.badge.tone]
        self.pen.write(f"{case.number}. {case.sentence}", mark=mark, style=style, most=1)
        if case.message is not None:
            self.pen.write(case.message.sentence, indent=_INDENT, most=most)

    def _all_cases(self) -> None:
        pen = self.pen
        for case in (*self.view.cases, *self.view.settled):
            word, points = case.badge.word, case.points if self.view.points is not None else ""
            # of what passes, the mark says so; more is said only where points are missing
            is_plain = case.outcome is Outcome.PASSED and (case.is_full or not points)
            facts = "" if is_plain else f" ({', '.join(filter(None, (word, points)))})"
            head = f"{case.number}. {case.sentence}{facts}"
            pen.write(head, mark=pen.symbol(case.badge), style=STYLES[case.badge.tone])
            if case.message is not None:
                pen.write(case.message.sentence, indent=_INDENT)
                if case.message.excerpt is not None:
                    pen.excerpt(case.message.excerpt, indent=_INDENT + 2)
            for name, side in case.shown:
                line = f"{name.lower() + ':':<{_LABEL}}{side.same}{side.differs}"
                pen.write(line, indent=_INDENT)
            if case.hint is not None:
                pen.write(f"Hint: {case.hint}", indent=_INDENT)
            for remark in case.remarks:
                print_view(pen, remark, indent=_INDENT)
