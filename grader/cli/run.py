"""`grader run`: the lesson's demonstration with the student's code."""

import sys
from pathlib import Path
from typing import Any

import click

from grader.flows.desk import StudentDesk
from grader.flows.trying import run_lesson

from .desk_options import console, desk_options, lesson_argument, lesson_at_hand, open_desk


@click.command("run")
@lesson_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@desk_options
def command(lesson_id: str | None, file: Path | None, **options: Any) -> int:
    """Run LESSON's run.py against your file; ends with 1 where that stops with an error."""
    with open_desk(options) as desk:
        return run_and_show(desk, lesson_at_hand(desk, lesson_id), file)


def run_and_show(desk: StudentDesk, lesson_id: str, file: Path | None = None) -> int:
    """Run a demonstration and pass on what it prints; give the exit code."""
    end = run_lesson(desk, lesson_id, file, _pass_on)
    if end.why is not None:
        console(errors=True).print(end.why, markup=False)
    return 0 if end.exit_code == 0 else 1


def _pass_on(is_error: bool, data: bytes) -> None:
    stream = sys.stderr if is_error else sys.stdout
    # what a student's code prints may hold anything: a terminal must not obey it
    text = "".join(c for c in data.decode("utf-8", "replace") if c in "\n\t" or c.isprintable())
    stream.write(text.encode(stream.encoding, "replace").decode(stream.encoding))
    stream.flush()
