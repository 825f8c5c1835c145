"""`grader remarks`: what was marked and said by hand, listed with numbers, and taken back."""

from typing import Any

import click

from grader.cli.class_options import class_options, class_source
from grader.cli.course_options import clock, complete_lesson, find_course, open_record, record_place
from grader.cli.screen import say_json, terminal
from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.feedback.remarks import print_remarks
from grader.flows.review.class_reports import known_names
from grader.flows.review.remarks import list_known, remark_facts, take_back
from grader.model.course import Course
from grader.model.remarks import RemarkOnRecord
from grader.store.place import has_record


@click.command("remarks")
@click.argument("lesson_id", metavar="[LESSON]", required=False, shell_complete=complete_lesson)
@click.option("--student", help="Of this student only.")
@click.option("--remove", type=click.IntRange(1), multiple=True, help="Take the one back.")
@click.option("--json", "as_json", is_flag=True, help="Print them as lines and nothing more.")
@class_options
def command(
    lesson_id: str | None, student: str | None, remove: tuple[int, ...], **options: Any
) -> None:
    """List marks and comments by hand with their numbers; --remove takes one back."""
    course = find_course(options["course"])
    if remove and (lesson_id or student):
        raise UsageError("--remove takes a remark's number, and neither a lesson nor a student.")
    names = known_names(class_source(options))  # first: nothing is taken back where --from is wrong
    found = _found(course, lesson_id, student, remove, options["data"])
    if lesson_id is not None and not found:
        find_lesson(course, lesson_id)  # one that has left the course may have remarks
    if options["as_json"]:
        for one in found:
            say_json(remark_facts(one, names.get(one.student)))
    else:
        print_remarks(found, names, terminal(), are_removed=bool(remove))


def _found(
    course: Course,
    lesson_id: str | None,
    student: str | None,
    remove: tuple[int, ...],
    data: str | None,
) -> list[RemarkOnRecord]:
    if not remove and not has_record(record_place(course.root, data)):
        return []
    with open_record(course.root, data) as store:
        if remove:
            return take_back(store, remove, clock())
        return list_known(store, student, lesson_id)
