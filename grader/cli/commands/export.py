"""`grader export`: a class's results as a file that another program reads."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from grader.cli.class_options import class_course, class_options, class_source
from grader.cli.course_options import clock, find_course, open_record
from grader.cli.screen import note, pour, write_file
from grader.errors import UsageError
from grader.flows.platforms.export_grades import FORMATS, ExportRequest, export_grades, write_export
from grader.model.text import printable
from grader.store.people import is_known

_PATH = click.Path(path_type=Path)
_PASSED_ON = ("into", "column", "match", "roster")


@click.command("export")
@click.argument("format_", metavar="FORMAT", required=False, type=click.Choice(list(FORMATS)))
@class_options
@click.option("--lesson", help="Where the folder holds several lessons.")
@click.option("--student", help="This student only.")
@click.option("--out", type=_PATH, help="The file, or folder, to write. Default: print it.")
@click.option("--overwrite", is_flag=True, help="Replace OUT where it is there already.")
@click.option("--into", type=_PATH, help="The class's own CSV file, for canvas and moodle.")
@click.option("--column", help="The column to fill. Default: the lesson's title or id.")
@click.option("--match", help="The column that names the students. Default: all known ones.")
@click.option("--roster", type=_PATH, help="A CSV file that says what else students are called.")
def command(format_: str | None, out: Path | None, overwrite: bool, **options: Any) -> int:
    """Write results for another program.

    FORMAT is gradescope (results.json), canvas or moodle (CSV), csv (the gradebook), json (the
    reports as lines) or feedback (a zip of students' pages to upload to Moodle or Canvas). Without
    FORMAT, everything on record about --student is handed over as JSON.

    Ends with 1 where a student is undecided, or has points or a page without a place to go.
    """
    if format_ is None:
        return _hand_over(out, options)
    _check(format_, options)
    request = ExportRequest(
        format=format_,
        source=class_source(options),
        course_root=class_course(options),
        now=clock(),
        **{name: options[name] for name in _PASSED_ON},
    )
    exported = export_grades(request)
    if out is not None:
        write_export(exported, out, overwrite=overwrite)
    elif exported.data is None:
        raise UsageError(f"{format_} writes a file for each student. Name a folder with --out.")
    else:
        pour(exported.data)
    for line in exported.notes:
        note(printable(line, lines=False))
    return 1 if exported.unplaced else 0


def _hand_over(out: Path | None, options: dict[str, Any]) -> int:
    """Give one person everything on record about them."""
    student = options["student"]
    if student is None:
        raise UsageError(f"Name a FORMAT ({', '.join(FORMATS)}), or a person with --student.")
    from grader.store.forgetting import export_person  # loads SQLAlchemy

    course = find_course(options["course"])
    with open_record(course.root, options["data"]) as store:
        with store.reading() as reading:
            if not is_known(reading, student):
                raise UsageError(f"{student} is not on record.")
        text = json.dumps(export_person(store, student), indent=2) + "\n"
    if out is None:
        sys.stdout.write(text)
    elif out.exists():
        raise UsageError(f"{out} exists; name another file with --out.")
    else:
        write_file(out, text.encode())
    return 0


def _check(format_: str, options: dict[str, Any]) -> None:
    if format_ not in ("canvas", "moodle"):
        for name in ("into", "column", "match", "roster"):
            if options[name] is not None:
                raise UsageError(f"--{name} is for canvas and moodle, not for {format_}.")
    if options["match"] is not None and options["into"] is None:
        raise UsageError("--match says how to read the file that --into names.")
    if options["roster"] is not None and options["into"] is None:
        raise UsageError("--roster finds students in the file that --into names.")
