"""What whoever runs the machine types: doctor, backup, forget."""

from pathlib import Path
from typing import Any

import click

from grader.course.manifest import load_course
from grader.errors import UsageError
from grader.feedback.pen import Pen
from grader.model.phrases import count
from grader.sandbox.isolation import best_isolation, layers
from grader.sandbox.packages import missing_sentences

from .options import clock, course_option, course_options, find_course, nearest_course, open_record
from .screen import agreed, console, say
from .student_options import student_named

_INDENT = len("missing ")
_PATH = click.Path(path_type=Path)


@click.command("doctor")
@course_option
def doctor(course: Path | None) -> int:
    """Try each layer of isolation: active or missing, why it matters, how to get it.

    In a course, the packages that its lessons need are looked for, too.
    """
    pen = Pen(console())
    for layer in layers():
        state, style = ("active ", "green") if layer.active else ("missing", "bold yellow")
        pen.write(f"{layer.name}: {layer.detail}", indent=_INDENT, mark=state, style=style)
        pen.write(layer.why, indent=_INDENT)
        if not layer.active:
            pen.write(f"To get it: {layer.how}", indent=_INDENT)
    best = best_isolation()
    pen.gap()
    pen.line(("Submissions are judged with isolation: ", ""), (best, "bold"))
    root = course or nearest_course()
    missing = missing_sentences(load_course(root).lessons) if root else []
    for sentence in missing:
        say(sentence)
    return 1 if best == "none" or missing else 0


@click.command("backup")
@click.argument("target", required=False, type=_PATH)
@course_options
def backup(target: Path | None, course: Path | None, data: str | None) -> None:
    """Copy the record to TARGET; without it, into the record's own folder of backups."""
    from grader.record.store import back_up  # SQLAlchemy is loaded for what needs it alone

    with open_record(find_course(course), data) as store:
        say(str(back_up(store, target, clock())))


@click.command("forget")
@click.argument("student")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@course_options
def forget(student: str, yes: bool, **options: Any) -> int:
    """Erase everything on record about STUDENT; it cannot be undone."""
    from grader.record.forgetting import forget_person

    student = student_named(student)
    with open_record(find_course(options["course"]), options["data"]) as store:
        what = f"Erase all attempts, hints and marks of {student}?"
        if not yes and not agreed(what, "Nothing was erased."):
            return 1
        erased = forget_person(store, student)
        backups = store.backups
    if not erased:
        raise UsageError(f"{student} is not on record; nothing has been changed.")
    say(f"Erased: {count(erased, 'row')} about {student}.")
    if backups.is_dir() and any(backups.iterdir()):
        say(
            f"The backups in {backups} still hold what was erased: delete them, and make a new one."
        )
    say(
        "The record does not know what `grader grade` and `grader export` wrote: look for "
        f"{student} in grades/ and in every folder that was named with --out."
    )
    return 0
