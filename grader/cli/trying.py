"""What a student types with code to try: run, test, submit, watch."""

import codecs
import os
import re
import select
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from grader.errors import GraderError, UsageError
from grader.feedback.course_map import Command, Standing, standing_after
from grader.feedback.report_terminal import print_beside_run, print_map, print_report, print_trial
from grader.model.course import KIB
from grader.model.report import Report, Verdict
from grader.study.at_hand import CourseAtHand
from grader.study.practice import PublicCases
from grader.study.submit import Submitted

from .screen import busy, console, note, say, say_json
from .student import show_hint
from .student_options import (
    finish_waiting,
    lesson_argument,
    lesson_at_hand,
    open_course,
    student_options,
    work_at_hand,
)

if TYPE_CHECKING:
    from grader.judge.scripts import ScriptEnd

_PATH = click.Path(path_type=Path)
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O.?)?")  # ECMA-48, section 5.4
_OWN_MACHINE = (
    "Judged on a machine where the course can be read: this record is for learning, and counts "
    "for no grade."
)
_file_argument = click.argument("file", required=False, type=_PATH)
_in_full_option = click.option(
    "--all", "in_full", is_flag=True, help="Show every case in full, however long."
)
_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the report and nothing more."
)


@click.command("run")
@lesson_argument
@_file_argument
@student_options
def run(lesson_id: str | None, file: Path | None, **options: Any) -> int:
    """Run LESSON's run.py against your file, then try the public cases.

    Ends with 1 where run.py stops with an error.
    """
    with open_course(options) as at, ExitStack() as stack:
        name, file = work_at_hand(at.place, lesson_id, file)
        cases = None
        with suppress(GraderError):  # help that may be missing
            cases = stack.enter_context(_cases_at_hand(at, name))
        return _run_and_show(at, name, cases, file)


def _run_and_show(
    at: CourseAtHand, lesson_id: str, cases: PublicCases | None, file: Path | None = None
) -> int:
    """Run a demonstration, pass on what it prints, say what to look at next."""
    printed = _Printed()
    try:
        end = at.run(lesson_id, file, printed)
    finally:
        printed.end_line()
    if left := end.left_out_bytes:
        size = f"{left} bytes" if left < KIB else f"{left // KIB} KiB"
        note(f"{size} more were printed, and are not shown.")
    if end.why is not None:
        note(end.why)
    with suppress(GraderError):
        # where nothing is jailed, pytest itself would tell everything
        report = _judge_public_cases(cases, file) if cases and cases.is_jailed else None
        if cases and isinstance(report, Report):
            print_beside_run(report, console(errors=True), cases.lesson)
    return 0 if end.exit_code == 0 else 1


class _Printed:
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


@click.command("test")
@lesson_argument
@_file_argument
@student_options
@_in_full_option
@_json_option
def test(
    lesson_id: str | None, file: Path | None, in_full: bool, as_json: bool, **options: Any
) -> int:
    """Try LESSON's public cases on your file; nothing is recorded."""
    with open_course(options) as at:
        name, file = work_at_hand(at.place, lesson_id, file)
        with _cases_at_hand(at, name) as cases:
            report = _judge_public_cases(cases, file)
            if not isinstance(report, Report):  # pytest itself has told everything
                return int(report.exit_code != 0)
            if as_json:
                say_json(report)
            else:
                words = name + (f" {shlex.quote(str(file))}" if file else "")
                commands = [
                    Command(f"grader test {words}", "to try again"),
                    Command(f"grader hint {name}", "for a hint"),
                ]
                if report.verdict is Verdict.PASSED:
                    commands = [Command(f"grader submit {words}", "to submit it")]
                print_trial(report, console(), cases.lesson, commands, in_full=in_full)
    return _exit_code(report, is_passed=report.verdict is Verdict.PASSED)


def _exit_code(report: Report, *, is_passed: bool) -> int:
    return 3 if report.verdict is Verdict.GRADER_FAULT else int(not is_passed)


@contextmanager
def _cases_at_hand(at: CourseAtHand, lesson_id: str) -> Iterator[PublicCases]:
    """Get ready to judge the public cases; raises UsageError for a lesson that has none."""
    with ExitStack() as stack:
        with busy("Getting ready"):
            cases = stack.enter_context(at.public_cases(lesson_id))
        yield cases


def _judge_public_cases(cases: PublicCases, file: Path | None = None) -> "Report | ScriptEnd":
    """Judge the public cases as the course has them; say which the student has changed."""
    for name in cases.changed_by_student():
        note(
            f"You have changed {name}: the cases as the course has them are tried here, and yours "
            "when you type pytest in its folder."
        )
    if not cases.is_jailed:
        return cases.test(file)
    with busy("Trying") as on_case:
        return cases.test(file, on_case)


@click.command("submit")
@lesson_argument
@_file_argument
@student_options
@_in_full_option
@_json_option
def submit(
    lesson_id: str | None,
    file: Path | None,
    in_full: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Submit LESSON: your file ./LESSON/LESSON.py, or FILE. Ends with 0 where it is passed."""
    with open_course(options) as at:
        name, file = work_at_hand(at.place, lesson_id, file)
        finish_waiting(at)
        with busy("Judging") as on_case:
            submitted = at.submit(name, file, on_case)
        report = submitted.report
        if as_json:
            say_json(report)
        else:
            show(submitted, file, in_full=in_full, is_here=at.is_here)
    return _exit_code(report, is_passed=report.lesson_passed)


def show(
    submitted: Submitted,
    file: Path | None = None,
    *,
    is_here: bool,
    in_full: bool = False,
    below: int = 0,
) -> None:
    """Print the feedback with the unlock status, on one screen or in full.

    Where `below` lines of keys stand under it, these take the place of what to type until the
    lesson is passed.
    """
    report = submitted.report
    in_full = in_full or bool(report.remarks)
    is_brief = not (in_full or report.lesson_passed)
    standing = _standing(submitted, file, is_here=is_here and not is_brief)
    if below and not report.lesson_passed:
        standing = replace(standing, commands=())
    print_report(
        report,
        console(),
        lesson=submitted.lesson,
        standing=standing,
        in_full=in_full,
        below=below,
    )


def _standing(submitted: Submitted, file: Path | None, *, is_here: bool) -> Standing:
    """Say where the student stands now, and what a record on their own machine is worth."""
    attempt = f"This is attempt {submitted.number}."
    if submitted.is_from_record:
        attempt = (
            f"These very bytes were judged as attempt {submitted.number}: this is that feedback, "
            "and it cost no attempt."
        )
    return standing_after(
        submitted.report,
        submitted.before,
        submitted.after,
        [attempt, _OWN_MACHINE] if is_here else [attempt],
        file=None if file is None else str(file),
        can_try=submitted.can_try,
    )


_SAVED, _GONE = "saved", "gone"
_LOOK_EVERY_SECONDS = 0.2  # a few small files, read from the system's cache
_LOOKS_UNTIL_GONE = 3  # many editors take a file away for a moment when they save it
_KEYS = "t test   r run   s submit   h hint   l lessons   ? keys   q quit"
_BELOW = 3  # lines that name the keys
_MEANINGS = """\
t   try the public cases again, as a save does
r   run run.py with your code
s   submit: judged by the hidden cases, and recorded as an attempt
h   the next hint; you are asked before it is counted
l   the course map: what is passed, open and locked
?   these keys
q   quit"""
_ASK = """\
A hint is counted: your instructor sees how many you took.
Press y to read the next one, t to go back to the cases."""


@click.command("watch")
@lesson_argument
@student_options
def watch(lesson_id: str | None, **options: Any) -> None:
    """Try LESSON's public cases whenever you save it.

    Keys: t test, r run, s submit, h hint, l lessons, ? keys, q quit.
    """
    with open_course(options) as at, ExitStack() as stack:
        name = lesson_at_hand(at.place, lesson_id)
        finish_waiting(at)
        lesson = at.place.lesson_not_locked(name)
        files = [at.place.folder(lesson) / one for one in lesson.hand_in]
        if not files[0].exists():
            raise UsageError(f"{files[0]} does not exist. `grader start {name}` puts it there.")
        cases = None
        with suppress(UsageError):  # without any, a save runs run.py
            cases = stack.enter_context(_cases_at_hand(at, name))
        stack.enter_context(_single_keys())
        asked = False  # whether a hint is wanted
        for event in _events(files):
            if console().is_terminal and not console().is_dumb_terminal:
                console().clear()
            try:
                if event == "y" and asked:
                    show_hint(at, name)
                elif event == _GONE:
                    gone = next((path for path in files if not path.exists()), files[0])
                    stub = f"`grader start {name}` gives a new stub."
                    say(f"{gone} is gone. Save it again; {stub}")
                else:
                    _answer(event, at, name, cases)
            except GraderError as error:  # what is refused now may be taken after the next save
                note(str(error))
            asked = event == "h"
            say(f"\nWatching {name}: every save is tried.\n{_KEYS}")


def _answer(event: str, at: CourseAtHand, name: str, cases: PublicCases | None) -> None:
    """Do what a save or a key asks for."""
    if event == "s":
        with busy("Judging") as on_case:
            submitted = at.submit(name, None, on_case)
        show(submitted, is_here=at.is_here, below=_BELOW)
    elif event == "l":
        print_map(at.place.states(), console(), at.place.course.title)
    elif event in "h?":
        say(_ASK if event == "h" else _MEANINGS)
    elif event == "r" or cases is None:
        _run_and_show(at, name, cases)
    else:
        report = _judge_public_cases(cases)
        if isinstance(report, Report):
            print_trial(report, console(), cases.lesson, below=_BELOW)


def _events(files: list[Path]) -> Iterator[str]:
    """Yield each save and each key, the first save at once; ends with the key to quit."""
    seen, looks = _content(files), 0
    yield _SAVED
    while True:
        for key in _pressed():
            if key == "q":
                return
            if key in "trshyl?":
                yield key
        now = _content(files)
        looks = looks + 1 if now is None else 0
        if looks == _LOOKS_UNTIL_GONE:
            seen = None
            yield _GONE
        elif now is not None and now != seen:
            seen = now
            yield _SAVED


def _content(files: list[Path]) -> list[bytes] | None:
    try:
        return [path.read_bytes() for path in files]
    except OSError:  # one is gone, or between the two steps of a rename
        return None


def _has_keys() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.platform != "win32"


def _pressed() -> str:
    """Wait a moment for keys; a terminal that hung up quits."""
    if not _has_keys():
        time.sleep(_LOOK_EVERY_SECONDS)
        return ""
    if not select.select([sys.stdin], [], [], _LOOK_EVERY_SECONDS)[0]:
        return ""
    data = b""
    with suppress(OSError):  # so some systems say that the terminal hung up
        data = os.read(sys.stdin.fileno(), 1024)
    return _ESCAPES.sub("", data.decode("ascii", "replace")).lower() if data else "q"


@contextmanager
def _single_keys() -> Iterator[None]:
    """Read keys without waiting for the end of a line; give the terminal back as it was."""
    if not _has_keys():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
