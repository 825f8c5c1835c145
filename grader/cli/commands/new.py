"""`grader new`: begins a lesson, and says what is to be filled in."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import course_option, find_course
from grader.cli.screen import note, say
from grader.course.manifest import MANIFEST
from grader.errors import UsageError
from grader.flows.author.function_headers import read_headers
from grader.flows.author.scaffolding import Entry, NewLesson, begin_lesson, check_id, check_title


@click.command("new")
@click.argument("lesson_id", metavar="LESSON")
@click.option("--title", help="What people read.")
@click.option("--functions", help='What students write: "dcg(rels), ndcg_at_k(rels, k=10)".')
@click.option("--requires", help="Lessons to pass first, like a,b. Default: the one before it.")
@click.option("--minutes", type=click.IntRange(1, 10_000), help="How long it takes.")
@click.option("--new-course", metavar="TITLE", help="Begin a course with it, where there is none.")
@course_option
def command(lesson_id: str, course: Path | None, **options: Any) -> None:
    """Begin LESSON: stub, text, cases, reference, hints and a mistake, to be filled in.

    Asks for what is not given, in a terminal. `grader verify LESSON` then lists, line by line,
    what is still to be filled in.
    """
    check_id(lesson_id)
    new_course = options["new_course"]
    root = _root(course, is_new=new_course is not None)
    title, functions = _needed(options)
    requires = _requires(options["requires"])
    entry = Entry(lesson_id, title, options["minutes"], requires)
    lesson = NewLesson(entry, read_headers(functions), new_course)
    for path in begin_lesson(root, lesson):
        say(str(root / path))
    note(
        f"{lesson_id} is begun and listed in {MANIFEST}. "
        f"Type next: grader verify {lesson_id}, which lists what is to be filled in."
    )


def _root(folder: Path | None, *, is_new: bool) -> Path:
    if is_new:
        return folder or Path()
    try:
        return find_course(folder).root
    except UsageError as error:
        raise UsageError(f"{error} --new-course TITLE begins one.") from error


def _needed(options: dict[str, Any]) -> tuple[str, str]:
    """Take what is given; ask for the rest in a terminal. Raises UsageError elsewhere."""
    title, functions = options["title"], options["functions"]
    missing = [name for name in ("title", "functions") if options[name] is None]
    if not missing:
        return title, functions
    if not sys.stdin.isatty():
        raise UsageError(
            f"A lesson needs {' and '.join('--' + name for name in missing)}; "
            "in a terminal they are asked for."
        )
    if title is None:
        title = click.prompt("Title", value_proc=_asked(check_title), err=True)
    if functions is None:
        said = "Functions, like dcg(rels), ndcg_at_k(rels, k=10)"
        functions = click.prompt(said, value_proc=_asked(read_headers), err=True)
    if options["requires"] is None and options["new_course"] is None:
        said = "Lessons to pass first, like a,b (empty: the one before it)"
        options["requires"] = click.prompt(said, default="", show_default=False, err=True) or None
    return title, functions


def _asked(check: Callable[[str], object]) -> Callable[[str], str]:
    """Let click ask again where a check refuses."""

    def take(text: str) -> str:
        try:
            check(text)
        except UsageError as error:
            raise click.UsageError(str(error)) from error
        return text

    return take


def _requires(text: str | None) -> list[str] | None:
    if text is None:
        return None
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
