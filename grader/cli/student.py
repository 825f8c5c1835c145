"""What a student types to find their way: lessons, start, hint, history, solution."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from grader.course.handout import COURSE_TEXT
from grader.errors import UsageError
from grader.feedback.course_map import Command, warnings
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_commands, print_map, print_report
from grader.feedback.words import VERDICTS
from grader.model.phrases import out_of
from grader.model.report import Verdict
from grader.model.text import printable
from grader.record.attempts import AttemptRow
from grader.sandbox.packages import missing_sentences
from grader.study.at_hand import CourseAtHand
from grader.study.enrolment import PastAttempt
from grader.study.lesson_texts import solution_shown
from grader.study.working_folder import Started, start_lesson

from .options import settings_folder
from .screen import console, note, paged, say, say_json, write_file
from .student_options import (
    SERVER,
    TOKEN,
    lesson_argument,
    lesson_at_hand,
    lesson_named,
    lesson_to_begin,
    open_course,
    open_server,
    student_options,
    tell_waiting,
)

_PATH = click.Path(path_type=Path)
_TEXT_PAGE = "lesson.html"
_HEADINGS = ("lesson", "attempt", "when", "verdict", "points")


@click.command("lessons")
@student_options
@click.option("--about", is_flag=True, help="Print the course's own page in place of the map.")
def lessons(about: bool, **options: Any) -> None:
    """Show the course map: what is passed, what is open, what is locked and why."""
    with open_course(options) as at:
        place = at.place
        if about:
            own = at.about()
            if own is None:
                raise UsageError(f"This course has no page of its own: {COURSE_TEXT} is not there.")
            with paged():
                _print_text(own)
            return
        tell_waiting(at)
        states, title = place.states(), place.course.title
        print_map(states, console(), title)
        for sentence in missing_sentences(place.course.lessons if at.is_here else ()):
            note(sentence)


def _print_text(markdown: str) -> None:
    from grader.feedback.lesson_terminal import print_lesson  # Markdown loads slowly

    print_lesson(markdown, console())


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
        course = at.place.course
        name = lesson_named(course, lesson_id) if lesson_id else lesson_to_begin(at.place)
        started = start_lesson(at.place, name, at.handout, at.about(), again=again)
        if started.handout.text is not None:
            with paged():
                _print_text(started.handout.text)
            _write_text(started, course.title)
        _say_where(started)
        for sentence in missing_sentences([started.state.lesson] if at.is_here else ()):
            note(sentence)


def _write_text(started: Started, course_title: str) -> None:
    """Leave the text beside the code, with its formulas."""
    from grader.feedback.html import lesson_page

    handout, title = started.handout, started.state.lesson.title
    page = lesson_page(title, course_title, str(handout.text), handout.pictures)
    write_file(started.folder / _TEXT_PAGE, page.encode())


def _say_where(started: Started) -> None:
    lesson, pen = started.state.lesson, Pen(console())
    lines = list(warnings(started.state))  # to be known before a student submits
    lines += [f"Your file is kept as {path}." for path in started.moved]
    if started.written:
        lines.append(f"Written to {started.folder}: {', '.join(started.written)}.")
    if started.kept:
        lines.append(f"Left as you have it: {', '.join(started.kept)}.")
    if started.handout.text is not None:
        lines.append(f"The text, to read in a browser: {started.folder / _TEXT_PAGE}.")
    lines.append(f"Fill in {started.folder / lesson.module_file}.")
    pen.gap()
    for line in lines:
        pen.write(line, indent=0)
    handout = started.handout
    commands = [
        (handout.script, Command(f"grader run {lesson.id}", "to watch it at work")),
        (handout.public_cases, Command(f"grader test {lesson.id}", "to try the public cases")),
        (handout.stub, Command(f"grader submit {lesson.id}", "to submit it")),
        (started.course_text, Command("grader lessons --about", "to read about the whole course")),
    ]
    print_commands(pen, [command for needed, command in commands if needed])


@click.command("hint")
@lesson_argument
@student_options
@click.option("--all", "show_all", is_flag=True, help="Show the earlier steps again, too.")
def hint(lesson_id: str | None, show_all: bool, **options: Any) -> None:
    """Show the next hint for LESSON; your instructor sees how many you took."""
    with open_course(options) as at:
        show_hint(at, lesson_at_hand(at.place, lesson_id), show_all=show_all)


def show_hint(at: CourseAtHand, lesson_id: str, *, show_all: bool = False) -> None:
    """Take the next step and print it."""
    hints = at.hint(lesson_id)
    first = 1 if show_all else len(hints.read)
    for step, one in enumerate(hints.read[first - 1 :], first):
        if step > first:
            say("")
        _print_text(f"## Hint {step} of {hints.total}: {one.title}\n\n{one.text}")
    if not hints.is_new:
        say("\nThat was the last hint; you have read them all.")
    elif len(hints.read) < hints.total:
        say(f"\nFor the next one: grader hint {lesson_id}")


@click.command("history")
@lesson_argument
@student_options
@click.option("--attempt", type=click.IntRange(1), help="Show this attempt's feedback again.")
@click.option("--save", type=_PATH, help="Write its file to this place.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports and nothing more.")
def history(
    lesson_id: str | None, attempt: int | None, save: Path | None, as_json: bool, **options: Any
) -> None:
    """List your attempts, or give one of LESSON's back: its feedback, and the file as it was."""
    if (attempt or save) and lesson_id is None:
        raise UsageError("Name the lesson whose attempt you mean: grader history LESSON ...")
    with open_course(options) as at:
        tell_waiting(at)
        lesson_id = lesson_named(at.place.course, lesson_id) if lesson_id else None
        if save is not None and attempt is None:
            raise UsageError("Name the attempt that you want back, with --attempt.")
        if attempt is not None:
            _give_back(at.read_past(str(lesson_id), attempt), save, as_json=as_json)
            return
        rows = at.list_past(lesson_id)
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


def _give_back(past: PastAttempt, save: Path | None, *, as_json: bool) -> None:
    if as_json and past.report is not None:
        say_json(past.report)
    elif past.report is not None:
        print_report(past.report, console(), lesson=past.lesson, in_full=True)
    else:
        say("This attempt waits to be judged.")
    if save is None:
        return
    sources, is_folder = past.submission.sources, save.is_dir()
    places = {save / name if is_folder or len(sources) > 1 else save: name for name in sources}
    for path in [*([] if is_folder else [save]), *places]:
        if path.exists():
            raise UsageError(f"{path} exists; name another place, so that nothing is lost.")
    for path, name in places.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, sources[name])
        note(f"Written: {path}")


def print_attempts(pen: Pen, rows: list[AttemptRow]) -> None:
    """Print attempts as a table; those that wait to be judged say so."""
    pen.table(_HEADINGS, [_cells(row) for row in rows], numbers=["attempt"])


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


@click.command("login")
@click.argument("url")
def login(url: str) -> None:
    """Keep your token for the course that is served at URL, so that --server URL knows you.

    It is asked for, or read from GRADER_TOKEN or standard input; the page `Account` makes one.
    """
    from grader.study.server_tokens import store_token  # most courses lie here

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
