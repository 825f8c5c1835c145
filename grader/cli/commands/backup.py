"""`grader backup`: a checked copy of the record."""

from pathlib import Path

import click

from grader.cli.course_options import clock, course_options, find_course, open_record
from grader.cli.screen import say


@click.command("backup")
@click.argument("target", required=False, type=click.Path(path_type=Path))
@course_options
def command(target: Path | None, course: Path | None, data: str | None) -> None:
    """Copy the record to TARGET; without it, into the record's own folder of backups."""
    with open_record(find_course(course).root, data) as store:
        say(str(store.back_up(clock(), target)))
