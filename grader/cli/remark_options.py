"""What `grader mark` and `grader comment` share: whom they are about, and the record."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import click

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.flows.review.remarks import RemarkRequest, add_remarks, said
from grader.model.text import printable

from .class_options import class_options, class_source
from .course_options import clock, find_course, open_record
from .screen import note, say
from .student_options import named_by, student_named

_Function = Callable[..., Any]


def remark_options(function: _Function) -> _Function:
    """Add whom a remark is about, who says it, and where results and record are."""
    for option in (
        click.option("--by", help="Who says it. Default: your login name."),
        click.option("--all", "is_for_all", is_flag=True, help="Every submission, of later too."),
        click.option("--case", help="A case's number, id or a part of it. Default: the whole."),
        click.option("--group", help="All whose submissions behave alike: the group's beginning."),
        click.option("--student", help="Whom it is about."),
    ):
        function = option(function)
    return class_options(function)


def give(lesson_id: str, points: Fraction | None, text: str, options: dict[str, Any]) -> None:
    """Put a mark or a comment on record and say so."""
    student, group = options["student"], options["group"]
    if (student is None) == (group is None):
        raise UsageError("Say whom it is about: --student NAME, or --group GROUP.")
    course = find_course(options["course"])
    lesson = find_lesson(course, lesson_id)
    if student is not None:
        student = student_named(student)
    source = replace(class_source(options), lesson=lesson.id, student=student)
    request = RemarkRequest(
        lesson=lesson,
        source=source,
        group=group,
        case=options["case"],
        points=points,
        text=text,
        written_by=named_by(options["by"]),
        is_beyond_max=options.get("beyond_max", False),
        is_for_all=options["is_for_all"],
    )
    with open_record(course.root, options["data"]) as store:
        made = add_remarks(store, request, clock())
    for line in said(made.on_record, request):
        say(printable(line, lines=False))
    for line in made.left_out:
        note(printable(line, lines=False))
