"""`grader mark`: points by hand, in the place of the judge's."""

from typing import Any

import click

from grader.cli.course_options import complete_lesson
from grader.cli.remark_options import give, remark_options
from grader.flows.review.remarks import read_points


@click.command("mark")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.argument("points")
@click.option("--note", default="", help="Why: the student reads it.")
@click.option("--beyond-max", is_flag=True, help="Allow more points than there are.")
@remark_options
def command(lesson_id: str, points: str, note: str, **options: Any) -> None:
    """Give POINTS by hand for a case of LESSON, or with no --case for the whole submission.

    The mark stands in place of the judge's points, also when the same file is judged again, and
    counts for passing. The verdict stays the judge's. `grader remarks` lists and removes marks.
    """
    give(lesson_id, read_points(points), note, options)
