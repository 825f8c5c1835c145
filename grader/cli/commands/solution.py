"""`grader solution`: the reference solution, once the lesson is passed."""

from typing import Any

import click

from grader.cli.screen import console, paged
from grader.cli.student_options import (
    lesson_argument,
    lesson_at_hand,
    open_enrolment,
    student_options,
)
from grader.feedback.lesson_terminal import code_text
from grader.flows.student.lesson_texts import solution_shown
from grader.model.text import printable


@click.command("solution")
@lesson_argument
@student_options
def command(lesson_id: str | None, **options: Any) -> None:
    """Show LESSON's reference solution; where the course's author allows it, after passing."""
    with open_enrolment(options) as enrolment:
        files = solution_shown(enrolment, lesson_at_hand(enrolment, lesson_id))
    with paged():
        for name, text in files.items():
            if len(files) > 1:
                console().print(f"# {name}\n", markup=False)
            console().print(code_text(printable(text), "python"), soft_wrap=True)
