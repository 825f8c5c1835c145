"""`grader solution`: the reference solution, once the lesson is passed."""

from typing import Any

import click

from grader.feedback.lesson_code import code_text
from grader.flows.solutions import solution_shown
from grader.model.text import printable

from .desk_options import desk_options, lesson_argument, open_desk
from .lesson_choice import lesson_at_hand
from .screen import console, paged


@click.command("solution")
@lesson_argument
@desk_options
def command(lesson_id: str | None, **options: Any) -> None:
    """Show LESSON's reference solution; where the course's author allows it, after passing."""
    with open_desk(options) as desk:
        files = solution_shown(desk, lesson_at_hand(desk, lesson_id))
    with paged():
        for name, text in files.items():
            if len(files) > 1:
                console().print(f"# {name}\n", markup=False)
            console().print(code_text(printable(text), "python"), soft_wrap=True)
