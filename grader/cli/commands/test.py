"""`grader test`: the cases that a student can read."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

from grader.cli.screen import busy, console, say_json
from grader.cli.student_options import (
    lesson_argument,
    open_enrolment,
    student_options,
    work_at_hand,
)
from grader.feedback.course_map import Command
from grader.feedback.report_terminal import print_trial
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.practice import PublicCases, public_cases
from grader.judge.scripts import ScriptEnd
from grader.model.report import Report, Verdict


@click.command("test")
@lesson_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@student_options
@click.option("--all", "in_full", is_flag=True, help="Show every case in full, however long.")
@click.option("--json", "as_json", is_flag=True, help="Print the report and nothing more.")
def command(
    lesson_id: str | None, file: Path | None, in_full: bool, as_json: bool, **options: Any
) -> int:
    """Try LESSON's public cases on your file; nothing is recorded."""
    with open_enrolment(options) as enrolment:
        name, file = work_at_hand(enrolment, lesson_id, file)
        with cases_at_hand(enrolment, name) as cases:
            report = judge_public_cases(cases, file)
            if isinstance(report, ScriptEnd):  # pytest itself has told everything
                return int(report.exit_code != 0)
            if as_json:
                say_json(report)
            else:
                commands = _type_next(name, file, report)
                print_trial(report, console(), cases.lesson, commands, in_full=in_full)
    if report.verdict is Verdict.GRADER_FAULT:
        return 3
    return int(report.verdict is not Verdict.PASSED)


@contextmanager
def cases_at_hand(enrolment: Enrolment, lesson_id: str) -> Iterator[PublicCases]:
    """Get ready to judge the public cases; raises UsageError for a lesson that has none."""
    with ExitStack() as stack:
        with busy("Getting ready"):
            cases = stack.enter_context(public_cases(enrolment, lesson_id))
        yield cases


def judge_public_cases(cases: PublicCases, file: Path | None = None) -> Report | ScriptEnd:
    """Judge the public cases as the course has them; say which the student has changed."""
    for name in cases.changed_by_student():
        console(errors=True).print(
            f"You have changed {name}: the cases as the course has them are tried here, and yours "
            "when you type pytest in its folder.",
            markup=False,
        )
    if not cases.is_jailed:
        return cases.test(file)
    with busy("Trying") as on_case:
        return cases.test(file, on_case)


def show_public_cases(cases: PublicCases, *, below: int) -> None:
    """Judge the public cases, and show what came of them on what `below` leaves of a screen."""
    report = judge_public_cases(cases)
    if isinstance(report, Report):
        print_trial(report, console(), cases.lesson, below=below)


def _type_next(lesson_id: str, file: Path | None, report: Report) -> Sequence[Command]:
    words = lesson_id + (f" {shlex.quote(str(file))}" if file else "")
    if report.verdict is Verdict.PASSED:
        return [Command(f"grader submit {words}", "to submit it")]
    again = Command(f"grader test {words}", "to try again")
    return [again, Command(f"grader hint {lesson_id}", "for a hint")]
