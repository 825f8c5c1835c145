"""`grader reset`: the stub again, with the student's file kept beside it."""

from typing import Any

import click

from grader.cli.course_options import complete_lesson
from grader.cli.lesson_choice import lesson_named
from grader.cli.screen import say
from grader.cli.student_options import open_enrolment, student_options
from grader.flows.student.working_folder import reset_lesson


@click.command("reset")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@student_options
def command(lesson_id: str, **options: Any) -> None:
    """Put LESSON's stub back; your file is kept beside it, under another name."""
    with open_enrolment(options) as enrolment:
        for file in reset_lesson(enrolment, lesson_named(enrolment.course, lesson_id)):
            if file.kept_as is not None:
                say(f"Your file is kept as {file.kept_as}.")
            say(f"{file.path} is the stub.")
