"""`grader forget`: erases one person's data."""

from typing import Any

import click

from grader.cli.course_options import clock, course_options, find_course, open_record
from grader.cli.screen import agreed, say
from grader.cli.student_options import student_named
from grader.errors import UsageError
from grader.model.phrases import count
from grader.store.forgetting import forget_everywhere

_UNCHANGED = "Nothing was erased."


@click.command("forget")
@click.argument("student")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@course_options
def command(student: str, yes: bool, **options: Any) -> int:
    """Erase everything on record about STUDENT, in the backups too; it cannot be undone."""
    student = student_named(student)
    with open_record(find_course(options["course"]).root, options["data"]) as store:
        what = f"Erase all attempts, hints and marks of {student}, in the backups too?"
        if not yes and not agreed(what, _UNCHANGED):
            return 1
        # asked again, it cleans backups that it could not clean before
        erased = forget_everywhere(store, student, clock())
    if not erased:
        raise UsageError(f"{student} is not on record; nothing has been changed.")
    say(f"Erased: {count(erased, 'row')} about {student}.")
    return 0
