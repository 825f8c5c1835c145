"""`grader unlock`: opens a lesson or extends a date for one student, or publishes its results."""

from datetime import datetime
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
from grader.cli.screen import note, say
from grader.cli.student_options import named_by, student_named
from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.model.course import Course, Lesson
from grader.model.dates import in_calendar
from grader.model.deadlines import Grant
from grader.model.phrases import count, date_text
from grader.store.grants import add_grant, publish, take_back_publication
from grader.store.people import is_known


@click.command("unlock")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.option("--student", help="Whom it is for.")
@click.option("--note", "why", help="Why: it stays on record.")
@click.option("--due", help="A later due date, like 2026-09-03T18:00; leaves the lock as it is.")
@click.option("--attempts", type=click.IntRange(1), help="So many attempts more.")
@click.option("--publish", is_flag=True, help="For all: show the cases that wait for it.")
@click.option("--undo", is_flag=True, help="With --publish: take the publication back.")
@click.option("--by", help="Who does it. Default: your login name.")
@course_options
def command(lesson_id: str, student: str | None, why: str | None, **options: Any) -> None:
    """Open LESSON for one student whatever it requires; with --due or --attempts, extend it.

    With --publish students see its cases of visibility after_published: `grader submit` and
    `grader history` show them at once, the pages of a class when `grader grade` runs again.
    """
    due, attempts = options["due"], options["attempts"]
    loaded = find_course(options["course"])
    lesson = find_lesson(loaded, lesson_id)
    if options["publish"]:
        if not (student is why is due is attempts is None):
            raise UsageError("--publish is for the whole class: it takes --by and --undo alone.")
        _publish(loaded, lesson, options)
        return
    if student is None or why is None or options["undo"]:
        raise UsageError("Say whom it is for and why: --student NAME --note TEXT; or --publish.")
    grant = Grant(
        lesson.id,
        opens=due is None and attempts is None,
        due=_moment(due, loaded),
        attempts=attempts or 0,
    )
    if grant.due is not None and lesson.due is None:
        raise UsageError(f"{lesson.id} has no due date that could be extended.")
    if grant.attempts and not lesson.attempts:
        raise UsageError(f"{lesson.id} has no limit of attempts.")
    student = student_named(student)
    with open_record(loaded.root, options["data"]) as store, store.writing() as writing:
        is_new = not is_known(writing, student)
        add_grant(writing, student, grant, named_by(options["by"]), why, clock())
    if is_new:
        note(f"{student} was not on record before: check the name if that surprises you.")
    say(_said(grant, student, loaded))


def _publish(course: Course, lesson: Lesson, options: dict[str, Any]) -> None:
    by, now = named_by(options["by"]), clock()
    with open_record(course.root, options["data"]) as store, store.writing() as writing:
        if options["undo"]:
            known = take_back_publication(writing, lesson.id, now)
        else:
            known = publish(writing, lesson.id, by, now)
    if options["undo"]:
        told = "is no longer published" if known else "was not published; nothing has changed"
    elif known:
        when = date_text(known.published_at, ZoneInfo(course.time_zone))
        told = f"has been published since {when}, by {known.published_by}"
    else:
        told = "is published: students see its cases of visibility after_published"
    say(f"{lesson.id} {told}.")


def _moment(text: str | None, course: Course) -> datetime | None:
    if text is None:
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--due {text} is no date; it is like 2026-09-03T18:00.") from error
    return in_calendar(when if when.tzinfo else when.replace(tzinfo=ZoneInfo(course.time_zone)))


def _said(grant: Grant, student: str, course: Course) -> str:
    if grant.opens:
        return f"{grant.lesson} is open for {student}."
    parts = []
    if grant.due is not None:
        parts.append(f"is due {date_text(grant.due, ZoneInfo(course.time_zone))}")
    if grant.attempts:
        parts.append(f"takes {count(grant.attempts, 'attempt')} more")
    return f"{grant.lesson} {' and '.join(parts)} for {student}."
