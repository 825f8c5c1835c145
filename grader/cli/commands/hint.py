"""`grader hint`: the next step."""

from typing import Any

import click

from grader.cli.screen import console
from grader.cli.student_options import (
    lesson_argument,
    lesson_at_hand,
    open_enrolment,
    student_options,
)
from grader.feedback.lesson_terminal import print_lesson
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.lesson_texts import next_hint


@click.command("hint")
@lesson_argument
@student_options
@click.option("--all", "show_all", is_flag=True, help="Show the earlier steps again, too.")
def command(lesson_id: str | None, show_all: bool, **options: Any) -> None:
    """Show the next hint for LESSON; your instructor sees how many you took."""
    with open_enrolment(options) as enrolment:
        show_hint(enrolment, lesson_at_hand(enrolment, lesson_id), show_all=show_all)


def show_hint(enrolment: Enrolment, lesson_id: str, *, show_all: bool = False) -> None:
    """Take the next step and print it."""
    hints = next_hint(enrolment, lesson_id)
    screen = console()
    first = 1 if show_all else len(hints.read)
    for step, hint in enumerate(hints.read[first - 1 :], first):
        if step > first:
            screen.print()
        print_lesson(f"## Hint {step} of {hints.total}: {hint.title}\n\n{hint.text}", screen)
    if not hints.is_new:
        screen.print("\nThat was the last hint; you have read them all.", markup=False)
    elif len(hints.read) < hints.total:
        screen.print(f"\nFor the next one: grader hint {lesson_id}", markup=False)
