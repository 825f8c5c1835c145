"""`grader restore`: a backup in the place of the record."""

from pathlib import Path

import click

from grader.store.restoring import restore

from .desk_options import DATA, clock, console, course_options, find_course


@click.command("restore")
@click.argument("backup", type=click.Path(path_type=Path))
@course_options
def command(backup: Path, course: Path | None, data: str | None) -> None:
    """Put BACKUP in the place of the record, which is set aside."""
    place = data or str(find_course(course).root / DATA)
    aside = restore(place, backup, clock())
    say = console()
    say.print(f"Restored from {backup}.", markup=False, soft_wrap=True)
    if aside is not None:
        say.print(f"What was there before: {aside}", markup=False, soft_wrap=True)
