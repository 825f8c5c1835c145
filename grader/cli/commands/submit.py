"""`grader submit`: judged, recorded, told, with what it opens."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from grader.cli.screen import busy, console, say_json, write_page
from grader.cli.student_options import (
    finish_waiting,
    lesson_argument,
    open_enrolment,
    student_options,
    work_at_hand,
)
from grader.feedback.course_map import Standing, standing_after
from grader.feedback.report_terminal import print_report
from grader.flows.student.submit import Submitted, submitter_of
from grader.model.report import Verdict

_OWN_MACHINE = (
    "Judged on a machine where the course can be read: this record is for learning, and counts "
    "for no grade."
)


@click.command("submit")
@lesson_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@student_options
@click.option("--all", "in_full", is_flag=True, help="Show every case in full, however long.")
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write it as a page, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the report and nothing more.")
def command(
    lesson_id: str | None,
    file: Path | None,
    page: Path | None,
    in_full: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Submit LESSON: your file ./LESSON/LESSON.py, or FILE. Ends with 0 where it is passed."""
    with open_enrolment(options) as enrolment, submitter_of(enrolment) as submitting:
        name, file = work_at_hand(enrolment, lesson_id, file)
        finish_waiting(submitting)
        with busy("Judging") as on_case:
            submitted = submitting.submit(name, file, on_case)
        if as_json:
            say_json(submitted.report)
        else:
            show(submitted, file, in_full=in_full)
        if page is not None:
            write_page(page, feedback_page(submitted, enrolment.course.title, file))
    return exit_code(submitted)


def show(
    submitted: Submitted, file: Path | None = None, *, in_full: bool = False, below: int = 0
) -> None:
    """Print the feedback with the unlock status, on one screen or in full.

    Where `below` lines of keys stand under it, these take the place of what to type.
    """
    report = submitted.report
    in_full = in_full or bool(report.remarks)
    notes = None if in_full or report.lesson_passed else [_attempt(submitted)]
    standing = standing_of(submitted, file, notes)
    if below:
        standing = replace(standing, commands=())
    print_report(
        report,
        console(),
        lesson=submitted.lesson,
        standing=standing,
        in_full=in_full,
        below=below,
    )


def standing_of(
    submitted: Submitted, file: Path | None, notes: Sequence[str] | None = None
) -> Standing:
    """Say where the student stands now."""
    return standing_after(
        submitted.report,
        submitted.before,
        submitted.after,
        notes or [_attempt(submitted), _OWN_MACHINE],
        file=None if file is None else str(file),
        can_try=submitted.can_try,
    )


def _attempt(submitted: Submitted) -> str:
    if not submitted.is_from_record:
        return f"This is attempt {submitted.number}."
    return (
        f"These very bytes were judged as attempt {submitted.number}: this is that feedback, "
        "and it cost no attempt."
    )


def feedback_page(submitted: Submitted, course_title: str, file: Path | None) -> str:
    """Render the feedback as a page."""
    from grader.feedback.html import student_page

    standing = standing_of(submitted, file)
    return student_page(submitted.report, submitted.lesson, course_title, standing=standing)


def exit_code(submitted: Submitted) -> int:
    """Give the exit code of a submission."""
    if submitted.report.verdict is Verdict.GRADER_FAULT:
        return 3
    return 0 if submitted.report.lesson_passed else 1
