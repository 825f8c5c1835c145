"""`grader history`: attempts, and any earlier submission with its feedback given back."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from grader.cli.files import write_file
from grader.cli.lesson_choice import lesson_named
from grader.cli.screen import note, terminal
from grader.cli.student_options import lesson_argument, open_enrolment, student_options
from grader.cli.waiting import tell_waiting
from grader.errors import UsageError
from grader.feedback.course_map import Command
from grader.feedback.history import print_attempts
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_report
from grader.feedback.screen import Screen
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.history import PastAttempt, list_past, read_past


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
            _list(enrolment, lesson_id, terminal(), as_json=as_json)


def _give_back(past: PastAttempt, save: Path | None, *, as_json: bool) -> None:
    if as_json and past.report is not None:
        sys.stdout.write(msgspec.json.encode(past.report).decode() + "\n")
    elif past.report is not None:
        print_report(past.report, terminal(), lesson=past.lesson)
    else:
        terminal().line(("This attempt waits to be judged.", ""))
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


def _list(enrolment: Enrolment, lesson_id: str | None, screen: Screen, *, as_json: bool) -> None:
    rows = list_past(enrolment, lesson_id)
    if as_json:
        for row in rows:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    else:
        print_attempts(rows, screen)
        if rows:
            last = rows[-1]
            line = f"grader history {last.lesson} --attempt {last.number}"
            print_commands(Pen(screen), [Command(line, "to read its feedback again")])
