"""`grader comment`: a comment by hand, shown in the feedback."""

from typing import Any

import click

from grader.cli.course_options import complete_lesson
from grader.cli.remark_options import give, remark_options


@click.command("comment")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.argument("text")
@remark_options
def command(lesson_id: str, text: str, **options: Any) -> None:
    """Write TEXT about a submission to LESSON, or about one case of it; its student reads it.

    With --group it goes to everyone whose submission behaves alike: the class page and the
    instructor's pages name the groups.
    """
    give(lesson_id, None, text, options)
