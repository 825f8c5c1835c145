"""Prints the lessons of a course and what to type next on a terminal of any width."""

from collections.abc import Sequence

from msgspec.structs import replace
from rich.console import Console

from grader.feedback.course_map import Command, map_view
from grader.feedback.pen import STYLES, Pen, as_called
from grader.feedback.words import STATES
from grader.model.unlocking import LessonState, State


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
