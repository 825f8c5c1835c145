"""What a student types, from `lessons` and `start` to `solution`."""

import codecs
import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import GraderError, UsageError
from grader.feedback.course_map import (
    Command,
    Standing,
    next_commands,
    standing_after,
    warnings,
)
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_commands, print_map, print_report, print_trial
from grader.feedback.words import VERDICTS
from grader.model.phrases import out_of
from grader.model.report import Report, Verdict
from grader.model.text import printable
from grader.model.unlocking import State
from grader.record.attempts import AttemptRow
from grader.sandbox.packages import missing_sentences
from grader.study.at_hand import CourseAtHand
from grader.study.lesson_texts import solution_shown
from grader.study.practice import PublicCases
from grader.study.submit import Submitted
from grader.study.working_folder import Started, start_lesson

from .options import (
    PATH,
    SERVER,
    TOKEN,
    json_option,
    lesson_argument,
    lesson_at_hand,
    lesson_named,
    open_course,
    open_server,
    settings_folder,
    student_options,
)
from .screen import busy, console, note, paged, say, say_json, write_file

if TYPE_CHECKING:
    from grader.judge.scripts import ScriptEnd

_TEXT_PAGE = "lesson.html"
_HEADINGS = ("lesson", "attempt", "when", "verdict", "points")
_OWN_MACHINE = (
    "Judged on a machine where the course can be read: this record is for learning, and counts "
    "for no grade."
)
_LOOK_EVERY_SECONDS = 0.2  # a few small files, read from the system's cache
_file_argument = click.argument("file", required=False, type=PATH)
_in_full_option = click.option(
    "--all", "in_full", is_flag=True, help="Show every case in full, however long."
)


@click.command("lessons")
@student_options
@click.option("--about", is_flag=True, help="Print the course's own page in place of the map.")
def lessons(*, about: bool, **options: Any) -> None:
    """Show the course map: what is passed, what is open, what is locked and why."""
    with open_course(options) as at:
        if about:
            with paged():
                _print_text(at.about() or "This course has no page of its own.")
            return
        print_map(at.place.states(), console(), at.place.course.title)


@click.command("start")
@lesson_argument
@click.option("--again", is_flag=True, help="Your file is kept beside the stub as FILE.old-1.")
@student_options
def start(lesson_id: str | None, *, again: bool, **options: Any) -> None:
    """Copy LESSON's stub and public cases to ./LESSON/, and print its text.

    Without LESSON, the lesson to go on with. What is there already is never overwritten.
    With --again LESSON's stub takes the place of your file, which is kept under another name.
    """
    if again and lesson_id is None:
        raise UsageError("Name the lesson that you begin again: grader start LESSON --again")
    with open_course(options) as at:
        name = lesson_at_hand(at.place, lesson_id)
        started = start_lesson(at.place, name, at.handout, again=again)
        if started.handout.text is not None:
            with paged():
                _print_text(started.handout.text)
            _write_text(started, at.place.course.title)
        _say_where(started)
        for sentence in missing_sentences([started.state.lesson] if at.is_here else ()):
            note(sentence)


def _print_text(markdown: str) -> None:
    from grader.feedback.lesson_terminal import print_lesson  # Markdown loads slowly

    print_lesson(markdown, console())


def _write_text(started: Started, course_title: str) -> None:
    """Leave the text beside the code, with its formulas."""
    from grader.feedback.html import lesson_page

    handout, title = started.handout, started.state.lesson.title
    page = lesson_page(title, course_title, str(handout.text), handout.pictures)
    write_file(started.folder / _TEXT_PAGE, page.encode())


def _say_where(started: Started) -> None:
    lesson, handout, pen = started.state.lesson, started.handout, Pen(console())
    lines = list(warnings(started.state))  # to be known before a student submits
    lines += [f"Your file is kept as {path}." for path in started.moved]
    if started.written:
        lines.append(f"Written to {started.folder}: {', '.join(started.written)}.")
    if started.kept:
        lines.append(f"Left as you have it: {', '.join(started.kept)}.")
    if handout.text is not None:
        lines.append(f"The text, to read in a browser: {started.folder / _TEXT_PAGE}.")
    lines.append(f"Fill in {started.folder / lesson.module_file}.")
    pen.gap()
    for line in lines:
        pen.write(line, indent=0)
    commands = [
        (handout.script, Command(f"grader run {lesson.id}", "to watch it at work")),
        (handout.public_cases, Command(f"grader test {lesson.id}", "to try the public cases")),
        (handout.stub, Command(f"grader submit {lesson.id}", "to submit it")),
    ]
    print_commands(pen, [command for needed, command in commands if needed])


@click.command("run")
@lesson_argument
@_file_argument
@student_options
def run(lesson_id: str | None, file: Path | None, **options: Any) -> int:
    """Run LESSON's run.py against your file; ends with 1 where it stops with an error."""
    with open_course(options) as at:
        end = at.run(lesson_at_hand(at.place, lesson_id), file, _Printer())
    if end.left_out_bytes:
        note(f"{end.left_out_bytes} bytes more were printed, and are not shown.")
    if end.why is not None:
        note(end.why)
    return int(end.exit_code != 0)


class _Printer:
    """Passes on what a student's code prints, as it comes; a terminal obeys nothing in it."""

    def __init__(self) -> None:
        new = codecs.getincrementaldecoder("utf-8")
        self._decoders = {is_error: new("replace") for is_error in (False, True)}

    def __call__(self, is_error: bool, data: bytes) -> None:
        text = printable(self._decoders[is_error].decode(data))
        stream = sys.stderr if is_error else sys.stdout
        stream.write(text.encode(stream.encoding, "replace").decode(stream.encoding))
        stream.flush()


@click.command("test")
@lesson_argument
@_file_argument
@student_options
@_in_full_option
@json_option
def test(
    lesson_id: str | None, file: Path | None, in_full: bool, as_json: bool, **options: Any
) -> int:
    """Try LESSON's public cases on your file; nothing is recorded."""
    with open_course(options) as at, ExitStack() as stack:
        name = lesson_at_hand(at.place, lesson_id)
        cases = _public_cases(at, name, stack)
        report = _try_cases(cases, file)
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


def _public_cases(at: CourseAtHand, lesson_id: str, stack: ExitStack) -> PublicCases:
    """Get ready to judge the public cases; raises UsageError for a lesson that has none."""
    with busy("Getting ready"):
        return stack.enter_context(at.public_cases(lesson_id))


def _try_cases(cases: PublicCases, file: Path | None = None) -> "Report | ScriptEnd":
    """Judge the public cases as the course has them."""
    if not cases.is_jailed:
        return cases.test(file)
    with busy("Trying"):
        return cases.test(file)


@click.command("submit")
@lesson_argument
@_file_argument
@student_options
@_in_full_option
@json_option
def submit(
    lesson_id: str | None, file: Path | None, in_full: bool, as_json: bool, **options: Any
) -> int:
    """Submit LESSON: your file ./LESSON/LESSON.py, or FILE. Ends with 0 where it is passed."""
    with open_course(options) as at:
        name = lesson_at_hand(at.place, lesson_id)
        _finish_waiting(at)
        with busy("Judging"):
            submitted = at.submit(name, file)
        report = submitted.report
        if as_json:
            say_json(report)
        else:
            in_full = in_full or bool(report.remarks)
            is_brief = not (in_full or report.lesson_passed)
            standing = _standing(submitted, file, is_told=at.is_here and not is_brief)
            lesson = submitted.lesson
            print_report(report, console(), lesson=lesson, standing=standing, in_full=in_full)
    return _exit_code(report, is_passed=report.lesson_passed)


def _finish_waiting(at: CourseAtHand) -> None:
    """Judge what was cut short, and say so."""
    with busy("Judging what had been cut short"):
        for one in at.finish_waiting():
            what = "had been cut short; it is judged now."
            if one.why is not None:
                what = f"waits to be judged. {one.why}"
            elif one.verdict is Verdict.GRADER_FAULT:
                what = "still waits to be judged: the grader failed again. It costs nothing."
            note(f"Attempt {one.attempt.number} at {one.attempt.lesson} {what}")


def _standing(submitted: Submitted, file: Path | None, *, is_told: bool) -> Standing:
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
        [attempt, _OWN_MACHINE] if is_told else [attempt],
        file=None if file is None else str(file),
        can_try=submitted.can_try,
    )


@click.command("watch")
@lesson_argument
@student_options
def watch(lesson_id: str | None, **options: Any) -> None:
    """Try LESSON's public cases whenever you save it; Ctrl-C ends it."""
    with open_course(options) as at, ExitStack() as stack:
        name = lesson_at_hand(at.place, lesson_id)
        lesson = at.place.lesson_not_locked(name)
        files = [at.place.folder(lesson) / one for one in lesson.hand_in]
        if not files[0].exists():
            raise UsageError(f"{files[0]} does not exist. `grader start {name}` puts it there.")
        cases = _public_cases(at, name, stack)
        for _ in _saves(files):
            if console().is_terminal:
                console().clear()
            try:
                _try_once(at, name, cases)
            except GraderError as error:  # what is refused now may be taken after the next save
                note(str(error))
            say(f"\nWatching {name}: every save is tried. Ctrl-C ends it.")


def _try_once(at: CourseAtHand, name: str, cases: PublicCases) -> None:
    report = _try_cases(cases)
    if not isinstance(report, Report):
        return
    commands = [Command(f"grader hint {name}", "for a hint")]
    if report.verdict is Verdict.PASSED:
        commands = [Command(f"grader submit {name}", "to submit it")]
    if at.place.state_not_locked(name).state is State.PASSED:
        commands = list(next_commands(at.place.states()))
    print_trial(report, console(), cases.lesson, commands)


def _saves(files: list[Path]) -> Iterator[None]:
    """Yield at once, and whenever a file was saved."""
    seen: list[bytes] = []
    while True:
        with suppress(OSError):  # one is gone, or between the two steps of a rename
            now = [path.read_bytes() for path in files]
            if now != seen:
                seen = now
                yield
        time.sleep(_LOOK_EVERY_SECONDS)


@click.command("hint")
@lesson_argument
@student_options
def hint(lesson_id: str | None, **options: Any) -> None:
    """Show the hints for LESSON, and one more than before; your instructor sees how many."""
    with open_course(options) as at:
        name = lesson_at_hand(at.place, lesson_id)
        hints = at.hint(name)
    for step, one in enumerate(hints.read, 1):
        _print_text(f"## Hint {step} of {hints.total}: {one.title}\n\n{one.text}")
        say("")
    if not hints.is_new:
        say("That was the last hint; you have read them all.")
    elif len(hints.read) < hints.total:
        say(f"For the next one: grader hint {name}")


@click.command("history")
@lesson_argument
@student_options
@click.option("--attempt", type=click.IntRange(1), help="Show this attempt's feedback again.")
@json_option
def history(lesson_id: str | None, attempt: int | None, as_json: bool, **options: Any) -> None:
    """List your attempts, or show the feedback on one of LESSON's again."""
    if attempt and lesson_id is None:
        raise UsageError("Name the lesson whose attempt you mean: grader history LESSON ...")
    with open_course(options) as at:
        name = lesson_named(at.place.course, lesson_id) if lesson_id else None
        if attempt is not None:
            past = at.read_past(str(name), attempt)
            if past.report is None:
                say("This attempt waits to be judged.")
            elif as_json:
                say_json(past.report)
            else:
                print_report(past.report, console(), lesson=past.lesson, in_full=True)
            return
        rows = at.list_past(name)
    if as_json:
        for row in rows:
            say_json(row)
    elif rows:
        pen, last = Pen(console()), rows[-1]
        pen.table(_HEADINGS, [_cells(row) for row in rows], numbers=["attempt"])
        line = f"grader history {last.lesson} --attempt {last.number}"
        print_commands(pen, [Command(line, "to read its feedback again")])
    else:
        say("Nothing has been submitted yet.")


def _cells(row: AttemptRow) -> tuple[str, ...]:
    when, points, verdict = row.submitted_at, "", "not judged yet"
    if row.verdict is not None:
        points = out_of(row.points_counted or row.points or "0", row.max_points or "0")
        points += f" count: {row.counted_because}" if row.counted_because else ""
        points += ", by hand" if row.is_marked else ""
        verdict = VERDICTS[Verdict(row.verdict)].badge.word
    return (
        row.lesson,
        str(row.number),
        "unknown" if when is None else f"{when.astimezone():%Y-%m-%d %H:%M %Z}",
        "lesson passed" if row.lesson_passed else verdict,
        points,
    )


@click.command("solution")
@lesson_argument
@student_options
def solution(lesson_id: str | None, **options: Any) -> None:
    """Show LESSON's reference solution; where the course's author allows it, after passing."""
    from grader.feedback.lesson_terminal import code_text  # the parsers of code load slowly

    with open_course(options) as at:
        state = at.place.state_not_locked(lesson_at_hand(at.place, lesson_id))
        files = solution_shown(state, at.solution)
    with paged():
        for name, text in files.items():
            if len(files) > 1:
                console().print(f"# {name}\n", markup=False)
            console().print(code_text(printable(text)), soft_wrap=True)


@click.command("login")
@click.argument("url")
def login(url: str) -> None:
    """Keep your token for the course that is served at URL, so that --server URL knows you.

    It is asked for, or read from GRADER_TOKEN or standard input; the page `Account` makes one.
    """
    from grader.study.server_calls import store_token  # most courses lie here

    token = os.environ.get(TOKEN)
    if token is None and sys.stdin.isatty():
        token = click.prompt("Token", hide_input=True, err=True)
    token = (sys.stdin.readline() if token is None else token).strip()
    if not token:
        raise UsageError(f"There is no token: type it, or set {TOKEN}.")
    with open_server(url, token) as server:
        student = server.check_in()
        path = store_token(settings_folder, server.url, token)
    say(f"You are {student}. The token is kept in {path}, for you alone.")
    pen = Pen(console())
    pen.heading("Type next, once for each terminal")
    pen.whole(f"  export {SERVER}={server.url}")
