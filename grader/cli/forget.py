"""`grader forget`: erases one person's data."""

from typing import Any

import click

from grader.errors import UsageError
from grader.store.forgetting import forget_everywhere
from grader.store.people import is_known

from .desk_options import clock, console, course_options, find_course, open_record


@click.command("forget")
@click.argument("student")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@course_options
def command(student: str, yes: bool, **options: Any) -> None:
    """Erase everything on record about STUDENT, in the backups too; it cannot be undone."""
    with open_record(find_course(options["course"]), options["data"]) as store:
        with store.reading() as reading:
            if not is_known(reading, student):
                raise UsageError(f"{student} is not on record; nothing has been changed.")
        if not yes:
            click.confirm(
                f"Erase all attempts, hints and marks of {student}, in the backups too?",
                abort=True,
                err=True,
            )
        erased = forget_everywhere(store, student, clock())
    console().print(f"Erased: {erased} rows about {student}.", markup=False)
