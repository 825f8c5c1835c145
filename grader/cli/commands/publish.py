"""`grader publish`: from now on students see the cases that wait for publication."""

from typing import Any
from zoneinfo import ZoneInfo

import click

from grader.cli.course_options import (
    clock,
    complete_lesson,
    course_options,
    find_course,
    open_record,
)
from grader.cli.screen import say
from grader.cli.student_options import named_by
from grader.course.manifest import find_lesson
from grader.model.phrases import date_text
from grader.store.publications import publish, take_back_publication


@click.command("publish")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.option("--undo", is_flag=True, help="Take the publication back.")
@click.option("--by", help="Who publishes. Default: your login name.")
@course_options
def command(lesson_id: str, undo: bool, by: str | None, **options: Any) -> None:
    """Publish LESSON's results: students see its cases of visibility after_published.

    `grader submit` and `grader history` show them at once, the pages of a class when `grader
    grade` runs again.
    """
    course = find_course(options["course"])
    lesson = find_lesson(course, lesson_id)
    who, now = named_by(by), clock()
    with open_record(course.root, options["data"]) as store, store.writing() as writing:
        if undo:
            known = take_back_publication(writing, lesson.id, now)
        else:
            known = publish(writing, lesson.id, who, now)
    if undo:
        said = "is no longer published" if known else "was not published; nothing has changed"
    elif known:
        when = date_text(known.published_at, ZoneInfo(course.time_zone))
        said = f"has been published since {when}, by {known.published_by}"
    else:
        said = "is published: students see its cases of visibility after_published"
    say(f"{lesson.id} {said}.")
