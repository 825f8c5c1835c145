"""`grader similar`: who is alike beyond what everybody was given."""

from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import complete_lesson, course_options, find_course, open_record
from grader.cli.files import write_page
from grader.cli.screen import busy, note, terminal
from grader.course.manifest import find_lesson
from grader.exchange.review_csv import similar_csv
from grader.feedback.similar import print_similar
from grader.flows.review.similarity import ComparedClass, CompareRequest, compare_class
from grader.intake.class_people import PeopleFiles
from grader.model.similarity.findings import SLIGHT, Settings
from grader.model.text import printable

_PATH = click.Path(path_type=Path)


@click.command("similar")
@click.argument("submissions", required=False, type=_PATH)
@click.option(
    "--lesson", required=True, shell_complete=complete_lesson, help="The lesson of the submissions."
)
@click.option(
    "--against",
    type=_PATH,
    multiple=True,
    help="Earlier submissions: compared with these, not among themselves. May be repeated.",
)
@click.option("--groups", type=_PATH, help="A CSV file with group and id: who works together.")
@click.option("--roster", type=_PATH, help="A CSV file with id, name and email: who is who.")
@click.option(
    "--least",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="Tokens of their own that a pair must share.",
)
@click.option(
    "--common",
    type=click.FloatRange(0.05, 1),
    default=0.5,
    show_default=True,
    help="What a larger share of the class has is an idiom, and left out; 1 keeps all.",
)
@click.option(
    "--top", type=click.IntRange(1, 500), default=20, show_default=True, help="Pairs to show."
)
@click.option("--html", "page", type=_PATH, help="Write a page with both sources side by side.")
@click.option("--csv", "table", type=_PATH, help="Write a row for each pair.")
@course_options
def command(submissions: Path | None, page: Path | None, table: Path | None, **options: Any) -> int:
    """Show which SUBMISSIONS to a lesson are alike, beyond the stub and the reference.

    SUBMISSIONS is what `grader grade` takes; without it, the latest attempt of each student on
    record is meant. Nothing of it is run. What comes out is no proof of copying, and says so.
    """
    course = find_course(options["course"])
    request = CompareRequest(
        course,
        find_lesson(course, options["lesson"]),
        submissions,
        options["against"],
        PeopleFiles(options["roster"], options["groups"]),
        Settings(
            least_tokens=options["least"],
            least_whole=min(SLIGHT, options["least"]),
            common_share=options["common"],
            most_pairs=max(200, 2 * options["top"]),
        ),
    )
    compared = _compared(request, options["data"])
    for line in compared.notes:
        note(printable(line))
    print_similar(compared.comparison, compared.missing, options["top"], terminal())
    if table is not None:
        write_page(table, similar_csv(compared.comparison))
    if page is not None:
        from grader.feedback.html import similar_page

        found = (compared.comparison, compared.missing, options["top"])
        write_page(page, similar_page(*found, compared.lesson, course.title))
    return 0


def _compared(request: CompareRequest, data: str | None) -> ComparedClass:
    with busy("Comparing"):
        if request.submissions is not None:
            return compare_class(request)
        with open_record(request.course.root, data) as store:
            return compare_class(request, store)
