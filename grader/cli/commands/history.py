"""`grader history`: attempts, and any earlier submission with its feedback given back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from grader.cli.screen import console, note, say, say_json, write_file
from grader.cli.student_options import (
    lesson_argument,
    lesson_named,
    open_enrolment,
    student_options,
    tell_waiting,
)
from grader.errors import UsageError
from grader.feedback.course_map import Command
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_report
from grader.feedback.words import VERDICTS
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.history import PastAttempt, list_past, read_past
from grader.model.phrases import out_of
from grader.model.report import Verdict
from grader.store.attempts import AttemptRow

_HEADINGS = ("lesson", "attempt", "when", "verdict", "points")


@click.command("history")
@lesson_argument
@student_options
@click.option("--attempt", type=click.IntRange(1), help="Show this attempt's feedback again.")
@click.option("--save", type=click.Path(path_type=Path), help="Write its file to this place.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports and nothing more.")
def command(
    lesson_id: str | None, attempt: int | None, save: Path | None, as_json: bool, **options: Any
) -> None:
    """List your attempts, or give one of LESSON's back: its feedback, and the file as it was."""
    if (attempt or save) and lesson_id is None:
        raise UsageError("Name the lesson whose attempt you mean: grader history LESSON ...")
    with open_enrolment(options) as enrolment:
        tell_waiting(enrolment)
        lesson_id = lesson_named(enrolment.course, lesson_id) if lesson_id else None
        if save is not None and attempt is None:
            raise UsageError("Name the attempt that you want back, with --attempt.")
        if attempt is not None:
            _give_back(read_past(enrolment, str(lesson_id), attempt), save, as_json=as_json)
        else:
            _list(enrolment, lesson_id, as_json=as_json)


def _give_back(past: PastAttempt, save: Path | None, *, as_json: bool) -> None:
    if as_json and past.report is not None:
        say_json(past.report)
    elif past.report is not None:
        print_report(past.report, console(), lesson=past.lesson, in_full=True)
    else:
        say("This attempt waits to be judged.")
    if save is not None:
        _save(past, save)


def _save(past: PastAttempt, save: Path) -> None:
    if save.exists() and not save.is_dir():
        raise UsageError(f"{save} exists; name another place, so that nothing is lost.")
    many = len(past.submission.sources) > 1
    for name, data in past.submission.sources.items():
        path = save / name if many or save.is_dir() else save
        if path.exists():
            raise UsageError(f"{path} exists; name another place, so that nothing is lost.")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)
        note(f"Written: {path}")


def _list(enrolment: Enrolment, lesson_id: str | None, *, as_json: bool) -> None:
    rows = list_past(enrolment, lesson_id)
    if as_json:
        for row in rows:
            say_json(row)
    elif rows:
        pen, last = Pen(console()), rows[-1]
        print_attempts(pen, rows)
        line = f"grader history {last.lesson} --attempt {last.number}"
        print_commands(pen, [Command(line, "to read its feedback again")])
    else:
        say("Nothing has been submitted yet.")


def print_attempts(pen: Pen, rows: Sequence[AttemptRow]) -> None:
    """Print attempts as a table; those that wait to be judged say so."""
    pen.table(_HEADINGS, [_cells(row) for row in rows], numbers=["attempt"])


def _cells(row: AttemptRow) -> tuple[str, ...]:
    when, points, verdict = row.submitted_at, "", "not judged yet"
    if row.verdict is not None:
        points = out_of(row.points or "0", row.max_points or "0")
        points += ", by hand" if row.is_marked else ""
        verdict = VERDICTS[Verdict(row.verdict)].badge.word
    return (
        row.lesson,
        str(row.number),
        "unknown" if when is None else f"{when.astimezone():%Y-%m-%d %H:%M %Z}",
        "lesson passed" if row.lesson_passed else verdict,
        points,
    )
