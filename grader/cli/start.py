"""`grader start`: a lesson's files into the student's folder, and its text on the screen."""

from typing import Any

import click
from rich.console import Console

from grader.feedback.lesson_text import print_lesson
from grader.feedback.map_rows import warnings
from grader.flows.starting import Started, start_lesson

from .desk_options import console, desk_options, lesson_argument, lesson_at_hand, open_desk


@click.command("start")
@lesson_argument
@desk_options
def command(lesson_id: str | None, **options: Any) -> None:
    """Copy LESSON's stub and public cases to ./LESSON/, and print its text.

    Without LESSON, the lesson to go on with. What is there already is never overwritten.
    """
    with open_desk(options) as desk:
        started = start_lesson(desk, lesson_at_hand(desk, lesson_id))
        screen = console()
        if started.handout.text is not None:
            print_lesson(started.handout.text, screen)
        _say_where(started, screen)


def _say_where(started: Started, screen: Console) -> None:
    lesson, say = started.state.lesson, _Say(screen)
    say("")
    for rule in warnings(started.state):  # to be known before a student hands in
        say(rule)
    if started.written:
        say(f"Written to {started.folder}: {', '.join(started.written)}.")
    if started.kept:
        say(f"Left as you have it: {', '.join(started.kept)}.")
    say(f"Fill in {started.folder / lesson.module_file}, then type")
    if started.handout.script is not None:
        say(f"  grader run {lesson.id}      to watch it at work")
    if started.handout.public_cases:
        say(f"  grader test {lesson.id}     to try the public cases")
    say(f"  grader submit {lesson.id}   to hand it in")


class _Say:
    def __init__(self, screen: Console) -> None:
        self._screen = screen

    def __call__(self, line: str) -> None:
        self._screen.print(line, markup=False, soft_wrap=True)
