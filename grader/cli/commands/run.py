"""`grader run`: the lesson's demonstration with the student's code."""

import codecs
import re
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import click

from grader.cli.screen import console
from grader.cli.student_options import (
    lesson_argument,
    open_enrolment,
    student_options,
    work_at_hand,
)
from grader.errors import GraderError
from grader.feedback.report_terminal import print_beside_run
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.practice import PublicCases, run_lesson
from grader.model.course import KIB
from grader.model.report import Report

from .test import cases_at_hand, judge_public_cases

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")  # colours and cursor moves


@click.command("run")
@lesson_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@student_options
def command(lesson_id: str | None, file: Path | None, **options: Any) -> int:
    """Run LESSON's run.py against your file, then try the public cases.

    Ends with 1 where run.py stops with an error.
    """
    with open_enrolment(options) as enrolment, ExitStack() as stack:
        name, file = work_at_hand(enrolment, lesson_id, file)
        cases = None
        with suppress(GraderError):  # help that may be missing
            cases = stack.enter_context(cases_at_hand(enrolment, name))
        code = run_and_show(enrolment, name, file)
        if cases is not None:
            with suppress(GraderError):
                show_after_run(cases, file)
    return code


def show_after_run(cases: PublicCases, file: Path | None = None) -> None:
    """Say what `grader test` does of what to look at next; where pytest would tell it, nothing."""
    report = judge_public_cases(cases, file) if cases.is_jailed else None
    if isinstance(report, Report):
        print_beside_run(report, console(errors=True), cases.lesson)


def run_and_show(enrolment: Enrolment, lesson_id: str, file: Path | None = None) -> int:
    """Run a demonstration and pass on what it prints; give the exit code."""
    heard = _Heard()
    try:
        end = run_lesson(enrolment, lesson_id, file, heard)
    finally:
        heard.end_line()
    if end.left_out_bytes:
        _say(f"{_size(end.left_out_bytes)} more were printed, and are not shown.")
    if end.why is not None:
        _say(end.why)
    return 0 if end.exit_code == 0 else 1


class _Heard:
    """Passes on what a script prints, as it comes."""

    def __init__(self) -> None:
        new = codecs.getincrementaldecoder("utf-8")
        self._decoders = {is_error: new("replace") for is_error in (False, True)}
        self._last = "\n"

    def __call__(self, is_error: bool, data: bytes) -> None:
        text = self._decoders[is_error].decode(data)
        # what a student's code prints may hold anything: a terminal must not obey it
        text = "".join(c for c in _ESCAPES.sub("", text) if c in "\n\t" or c.isprintable())
        if not text:
            return
        stream = sys.stderr if is_error else sys.stdout
        stream.write(text.encode(stream.encoding, "replace").decode(stream.encoding))
        stream.flush()
        self._last = text[-1]

    def end_line(self) -> None:
        """Leave the terminal at the beginning of a line."""
        if self._last != "\n" and sys.stdout.isatty():
            sys.stdout.write("\n")
            sys.stdout.flush()


def _say(sentence: str) -> None:
    console(errors=True).print(sentence, markup=False)


def _size(count: int) -> str:
    return f"{count} bytes" if count < KIB else f"{count // KIB} KiB"
