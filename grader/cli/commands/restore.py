"""`grader restore`: a backup in the place of the record."""

from pathlib import Path

import click

from grader.cli.course_options import clock, course_options, find_course, record_place
from grader.cli.screen import say
from grader.store.backups import restore


@click.command("restore")
@click.argument("backup", type=click.Path(path_type=Path))
@course_options
def command(backup: Path, course: Path | None, data: str | None) -> None:
    """Put BACKUP in the place of the record, which is set aside."""
    place = record_place(find_course(course).root, data)
    aside = restore(place, backup, clock())
    say(f"Restored from {backup}.")
    if aside is not None:
        say(f"What was there before: {aside}")
