"""`grader new`: begins a lesson, and says what is to be filled in."""

from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import course_option, find_course
from grader.cli.screen import note, say
from grader.course.manifest import MANIFEST
from grader.errors import UsageError
from grader.flows.author.function_headers import read_headers
from grader.flows.author.scaffolding import Entry, begin_lesson


@click.command("new")
@click.argument("lesson_id", metavar="LESSON")
@click.option("--title", required=True, help="What people read.")
@click.option(
    "--functions",
    required=True,
    help='What students write: "dcg(rels), ndcg_at_k(rels, k=10)".',
)
@click.option("--requires", help="Lessons to pass first, like a,b. Default: the one before it.")
@click.option("--minutes", type=click.IntRange(1, 10_000), help="How long it takes.")
@click.option("--new-course", metavar="TITLE", help="Begin a course with it, where there is none.")
@course_option
def command(lesson_id: str, course: Path | None, **options: Any) -> None:
    """Begin LESSON: stub, text, cases, reference, hints and a mistake, to be filled in.

    `grader verify LESSON` then lists, line by line, what is still to be filled in.
    """
    title, functions, new_course = options["title"], options["functions"], options["new_course"]
    try:
        root = find_course(course).root if new_course is None else course or Path()
    except UsageError as error:
        raise UsageError(f"{error} --new-course TITLE begins one.") from error
    requires = options["requires"]
    if requires is not None:
        requires = list(dict.fromkeys(one.strip() for one in requires.split(",") if one.strip()))
    entry = Entry(lesson_id, title, options["minutes"], requires)
    for path in begin_lesson(root, entry, read_headers(functions), new_course):
        say(str(root / path))
    note(
        f"{lesson_id} is begun and listed in {MANIFEST}. "
        f"Type next: grader verify {lesson_id}, which lists what is to be filled in."
    )
