"""`grader mark`: points and comments by hand; listed, and taken back."""

from typing import Any

import click

from grader.cli.class_options import class_options, class_source
from grader.cli.course_options import clock, complete_lesson, find_course, open_record, record_place
from grader.cli.screen import console, note, say
from grader.cli.student_options import named_by, student_named
from grader.errors import UsageError
from grader.feedback.remarks import print_remarks
from grader.flows.review.class_reports import known_names
from grader.flows.review.remarks import RemarkRequest, add_remarks, read_points, said, take_back
from grader.model.course import Course
from grader.model.text import printable
from grader.store.place import has_record
from grader.store.remarks import list_remarks


@click.command("mark")
@click.option("--student", help="Whom it is about.")
@click.option("--group", help="All whose submissions behave alike: the group's beginning.")
@click.option("--lesson", help="Where there are several.", shell_complete=complete_lesson)
@click.option("--case", help="A case's number, id or a part of it. Default: the whole.")
@click.option("--points", help="They stand in place of the judge's: 2, 2.5 or 5/2.")
@click.option("--comment", help="The student reads it.")
@click.option("--beyond-max", is_flag=True, help="Allow more points than there are.")
@click.option("--all", "is_for_all", is_flag=True, help="Every submission, of later too.")
@click.option("--by", help="Who says it. Default: your login name.")
@click.option("--undo", is_flag=True, help="Take the last one back that fits what is named.")
@click.option("--list", "as_list", is_flag=True, help="List what is on record.")
@class_options
def command(**options: Any) -> None:
    """Give points, a comment or both by hand; the student reads them in the feedback.

    Points stand in place of the judge's, also when the same file is judged again, and count for
    passing. The verdict stays the judge's. With --group they go to everyone whose submission
    behaves alike: the class page and the instructor's pages name the groups.
    """
    course, student, group = find_course(options["course"]), options["student"], options["group"]
    if options["as_list"]:
        _list(course, options)
        return
    if (student is None) == (group is None):
        raise UsageError("Say whom it is about: --student NAME, or --group GROUP.")
    if student is not None:
        options["student"] = student_named(student)
    points, comment = options["points"], options["comment"]
    request = RemarkRequest(
        source=class_source(options),
        group=group,
        case=options["case"],
        points=None if points is None else read_points(points),
        text=comment or "",
        written_by=named_by(options["by"]),
        is_beyond_max=options["beyond_max"],
        is_for_all=options["is_for_all"],
    )
    if options["undo"]:
        names = known_names(request.source)
        with open_record(course.root, options["data"]) as store:
            removed = take_back(store, request, clock())
        print_remarks(removed, names, console(), are_removed=True)
        return
    if points is None and comment is None:
        raise UsageError("Say what you give: --points P, --comment TEXT, or both.")
    with open_record(course.root, options["data"]) as store:
        made = add_remarks(store, course, request, clock())
    for line in said(made.on_record, request):
        say(printable(line, lines=False))
    for line in made.left_out:
        note(printable(line, lines=False))


def _list(course: Course, options: dict[str, Any]) -> None:
    given = ("group", "case", "points", "comment", "undo", "is_for_all")
    if any(options[name] for name in given):
        raise UsageError("--list takes --lesson and --student, and nothing that is given.")
    names = known_names(class_source(options))
    found = []
    if has_record(record_place(course.root, options["data"])):
        with open_record(course.root, options["data"]) as store, store.reading() as reading:
            found = list_remarks(reading, options["student"], options["lesson"])
    print_remarks(found, names, console())
