"""`grader test`: the cases that a student can read."""

import shlex
import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

import click
import msgspec

from grader.feedback.map_contexts import Command
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import Pen
from grader.feedback.terminal import print_cases
from grader.flows.trying import PublicCases, public_cases
from grader.jail.scripts import ScriptEnd
from grader.model.report import Verdict

from .desk_options import desk_options, lesson_argument, open_desk
from .lesson_choice import work_at_hand
from .screen import busy, console


@click.command("test")
@lesson_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@desk_options
@click.option("--json", "as_json", is_flag=True, help="Print the report and nothing more.")
def command(lesson_id: str | None, file: Path | None, as_json: bool, **options: Any) -> int:
    """Try LESSON's public cases on your file; nothing is recorded."""
    with open_desk(options) as desk:
        name, file = work_at_hand(desk, lesson_id, file)
        with ExitStack() as stack:
            with busy("Getting ready"):
                cases = stack.enter_context(public_cases(desk, name))
            code = judge_and_show(cases, file, as_json=as_json)
    if code == 0 and not as_json:
        hand_in = f"grader submit {name}" + (f" {shlex.quote(str(file))}" if file else "")
        print_commands(Pen(console()), [Command(hand_in, "to hand it in")])
    return code


def judge_and_show(cases: PublicCases, file: Path | None = None, *, as_json: bool = False) -> int:
    """Judge the public cases, show what came of them; give the exit code."""
    for name in cases.changed_by_student():
        console(errors=True).print(
            f"You have changed {name}: the cases as the course has them are tried here, and yours "
            "when you type pytest in its folder.",
            markup=False,
        )
    with busy("Trying") if cases.is_jailed else nullcontext():
        report = cases.test(file)
    if isinstance(report, ScriptEnd):  # pytest itself has told everything
        return int(report.exit_code != 0)
    if as_json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        print_cases(report, console(), cases.lesson)
    if report.verdict is Verdict.GRADER_FAULT:
        return 3
    return int(report.verdict is not Verdict.PASSED)
