"""What an instructor types once a class is judged: gradebook, export, mark, unlock, gradescope."""

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.feedback.pen import Pen
from grader.feedback.words import VERDICTS
from grader.model.course import Course, Lesson
from grader.model.phrases import count, date_text, out_of
from grader.model.remarks import has_points, is_marked, points_that_count
from grader.model.report import TOGETHER, Report, caveats, is_fault
from grader.model.student_report import named_mistakes
from grader.model.text import printable

from .options import (
    PATH,
    class_source,
    clock,
    course_option,
    course_options,
    course_root,
    find_course,
    login_name,
    open_record,
    record_place,
    student_named,
)
from .screen import console, note, pour, say, write_file

_FORMATS = ("gradescope", "canvas", "moodle", "csv", "json", "feedback", "sources")
_OF_A_PLATFORM = ("into", "column", "roster")
_HEADINGS = ("student", "name", "lesson", "verdict", "points", "passed", "known mistake")
_overwrite_option = click.option("--overwrite", is_flag=True, help="Replace what is there already.")


@click.command("gradebook")
@course_options
@click.option("--lesson", help="This lesson only.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV and nothing more.")
def gradebook(as_csv: bool, **options: Any) -> None:
    """Print the class's results, a line for each student and lesson."""
    from grader.grading.class_reports import load_reports
    from grader.grading.gradebook import class_table, gradebook_csv

    reports = load_reports(class_source(options), note)
    table = class_table(reports, [each.id for each in find_course(options["course"]).lessons])
    for caveat in caveats(reports):
        note(caveat)
    if as_csv:
        pour(gradebook_csv(reports).encode())
        return
    rows = [
        _row(row.reports[lesson])
        for row in table.rows
        for lesson in table.lessons
        if lesson in row.reports
    ]
    Pen(console()).table(_HEADINGS, rows)
    passed = sum(row.lessons_passed for row in table.rows)
    say(f"{count(len(table.rows), 'student')}, {count(passed, 'lesson')} passed.")


def _row(report: Report) -> tuple[str, ...]:
    points = "?" if is_fault(report) else "-"
    if has_points(report):
        points = out_of(str(points_that_count(report)), report.max_points)
        points += f" count: {report.counted_because}" if report.counted_because else ""
        points += ", by hand" if is_marked(report) else ""
    return (
        report.student,
        report.name or "",
        report.lesson,
        VERDICTS[report.verdict].badge.word,
        points,
        "yes" if report.lesson_passed else "no",
        named_mistakes(report) or "",
    )


@click.command("export")
@click.argument("format_", metavar="FORMAT", required=False, type=click.Choice(_FORMATS))
@course_options
@click.option("--lesson", help="Where the folder holds several lessons.")
@click.option("--student", help="This student only.")
@click.option(
    "--out", "--to", "out", type=PATH, help="The file, or folder, to write. Default: print it."
)
@_overwrite_option
@click.option("--into", type=PATH, help="The class's own CSV file, for canvas and moodle.")
@click.option("--column", help="The column to fill. Default: the lesson's title or id.")
@click.option(
    "--roster",
    type=PATH,
    help="A CSV file that says what else students are called, as by the platform.",
)
@click.option("--missing", help="The points of who submitted nothing. Default: left out.")
def export(format_: str | None, out: Path | None, overwrite: bool, **options: Any) -> int:
    """Write results for another program.

    FORMAT is gradescope (results.json), canvas or moodle (CSV), csv (the gradebook), json (the
    reports as lines), feedback (a zip of students' pages to upload to Moodle or Canvas) or sources
    (a folder for each student and one of the course's own code, for JPlag and Dolos). Without
    FORMAT, everything on record about --student is handed over as JSON.

    Ends with 1 where a student is undecided, or has points or a page without a place to go.
    """
    from grader.grading.by_hand import read_points
    from grader.platforms.export_grades import ExportRequest, export_grades, write_export

    if format_ is None:
        _hand_over(out, options)
        return 0
    if format_ not in ("canvas", "moodle"):
        for name in _OF_A_PLATFORM:
            if options[name] is not None:
                raise UsageError(f"--{name} is for canvas and moodle, not for {format_}.")
    missing = options["missing"]
    if missing is not None and format_ in ("feedback", "sources"):
        raise UsageError(f"--missing gives points, and {format_} holds none.")
    request = ExportRequest(
        format=format_,
        source=class_source(options),
        course_root=course_root(options["course"]),
        now=clock(),
        missing=None if missing is None else read_points(missing),
        **{name: options[name] for name in _OF_A_PLATFORM},
    )
    exported = export_grades(request)
    if out is not None:
        write_export(exported, out, overwrite=overwrite)
    elif exported.data is None:
        raise UsageError(f"{format_} writes a file for each student. Name a folder with --out.")
    else:
        pour(exported.data)
    for line in exported.notes:
        note(printable(line, lines=False))
    return 1 if exported.unplaced else 0


def _hand_over(out: Path | None, options: dict[str, Any]) -> None:
    """Give one person everything on record about them."""
    from grader.record.forgetting import export_person, is_known

    student = options["student"]
    if student is None:
        raise UsageError(f"Name a FORMAT ({', '.join(_FORMATS)}), or a person with --student.")
    with open_record(find_course(options["course"]), options["data"]) as store:
        with store.reading() as reading:
            if not is_known(reading, student):
                raise UsageError(f"{student} is not on record.")
        data = (json.dumps(export_person(store, student), indent=2) + "\n").encode()
    if out is None:
        pour(data)
    elif out.exists():
        raise UsageError(f"{out} exists; name another file with --out.")
    else:
        write_file(out, data)


@click.command("mark")
@click.option("--student", help="Whom it is about.")
@click.option("--group", help="All whose submissions behave alike: the group's beginning.")
@click.option("--lesson", help="Where there are several.")
@click.option("--points", help="They stand in place of the judge's: 2, 2.5 or 5/2.")
@click.option("--comment", help="The student reads it.")
@click.option("--undo", is_flag=True, help="Take the last one back.")
@click.option("--list", "as_list", is_flag=True, help="List what is on record.")
@course_options
def mark(**options: Any) -> None:
    """Give points, a comment or both by hand; the student reads them in the feedback.

    Points stand in place of the judge's, also when the same file is judged again, and count for
    passing. The verdict stays the judge's. With --group they go to everyone whose submission
    behaves alike: the class page and the instructor's pages name the groups.
    """
    from grader.feedback.remarks import print_remarks
    from grader.grading.by_hand import RemarkRequest, add_remarks, read_points, said, take_back
    from grader.grading.class_reports import known_names
    from grader.record.remarks import list_remarks
    from grader.record.store import has_record

    course, student = find_course(options["course"]), options["student"]
    if options["as_list"]:
        found = []
        if has_record(record_place(course.root, options["data"])):
            with open_record(course, options["data"]) as store, store.reading() as reading:
                found = list_remarks(reading, student, options["lesson"])
        print_remarks(found, known_names(class_source(options)), console())
        return
    if (student is None) == (options["group"] is None):
        raise UsageError("Say whom it is about: --student NAME, or --group GROUP.")
    if student is not None:
        options["student"] = student_named(student)
    points, comment = options["points"], options["comment"]
    request = RemarkRequest(
        source=class_source(options),
        group=options["group"],
        points=None if points is None else read_points(points),
        text=comment or "",
        written_by=login_name(),
    )
    if options["undo"]:
        if points is not None or comment is not None:
            raise UsageError("--undo takes back the last one, whatever it gives.")
        names = known_names(request.source)
        with open_record(course, options["data"]) as store:
            removed = take_back(store, request)
        print_remarks(removed, names, console(), are_removed=True)
        return
    if points is None and comment is None:
        raise UsageError("Say what you give: --points P, --comment TEXT, or both.")
    with open_record(course, options["data"]) as store:
        made = add_remarks(store, course, request, clock())
    for line in said(made, request):
        say(printable(line, lines=False))


@click.command("unlock")
@click.argument("lesson_id", metavar="LESSON")
@click.option("--student", help="Whom it is for.")
@click.option("--note", "why", help="Why: it stays on record.")
@click.option("--due", help="A later due date, like 2026-09-03T18:00, or a day, to its end.")
@click.option("--attempts", type=click.IntRange(1), help="So many attempts more.")
@click.option("--publish", is_flag=True, help="For all: show the cases that wait for it.")
@course_options
def unlock(lesson_id: str, student: str | None, why: str | None, **options: Any) -> None:
    """Open LESSON for one student whatever it requires; with --due or --attempts, extend it.

    With --publish students see its cases of visibility after_published: `grader submit` and
    `grader history` show them at once, the pages of a class when `grader grade` runs again.
    """
    from grader.grading.by_hand import read_grant, said_grant
    from grader.record.forgetting import is_known
    from grader.record.grants import add_grant

    due, attempts = options["due"], options["attempts"]
    course = find_course(options["course"])
    lesson = find_lesson(course, lesson_id)
    if options["publish"]:
        if not (student is why is due is attempts is None):
            raise UsageError("--publish is for the whole class, and goes with nothing else.")
        _publish(course, lesson, options["data"])
        return
    if student is None or why is None:
        raise UsageError("Say whom it is for and why: --student NAME --note TEXT; or --publish.")
    grant = read_grant(course, lesson, due, attempts)
    student = student_named(student)
    with open_record(course, options["data"]) as store, store.writing() as writing:
        is_new = not is_known(writing, student)
        add_grant(writing, student, grant, login_name(), why, clock())
    if is_new:
        note(f"{student} was not on record before: check the name if that surprises you.")
    say(said_grant(grant, student, course))


def _publish(course: Course, lesson: Lesson, data: str | None) -> None:
    from grader.record.grants import publish

    with open_record(course, data) as store, store.writing() as writing:
        known = publish(writing, lesson.id, login_name(), clock())
    if known:
        when = date_text(known.published_at, ZoneInfo(course.time_zone))
        say(f"{lesson.id} has been published since {when}, by {known.published_by}.")
    else:
        say(f"{lesson.id} is published: students see its cases of visibility after_published.")


@click.command("gradescope")
@click.argument("lesson_id", metavar="LESSON")
@click.option("--out", type=PATH, help="The zip to write. Default: LESSON-gradescope.zip here.")
@_overwrite_option
@click.option(
    "--packages", type=PATH, help="Requirements with hashes, for what students may import."
)
@course_option
def gradescope(
    lesson_id: str, out: Path | None, overwrite: bool, packages: Path | None, course: Path | None
) -> None:
    """Pack LESSON as a Gradescope autograder: a zip to upload under Configure Autograder.

    It holds the hidden cases and the reference solution: it is for you and Gradescope alone.
    """
    from grader.platforms.autograder_zip import pack, zip_bytes
    from grader.platforms.export_grades import Exported, write_export

    loaded = find_course(course)
    lesson = find_lesson(loaded, lesson_id)
    bundle = pack(loaded, lesson, packages)
    path = out or Path(f"{lesson_id}-gradescope.zip")
    if path.resolve().is_relative_to((loaded.root / "exercises").resolve()):
        raise UsageError(
            f"{path} would lie in exercises/, which students receive. Name another place."
        )
    data = zip_bytes(bundle)
    write_export(Exported(data), path, overwrite=overwrite)
    note(
        f"Written: {path} ({len(data) / 1e6:.1f} MB). Upload it to Gradescope and to no other "
        "place, since the hidden cases are inside."
    )
    if lesson.cases == "together":
        note(f"{lesson_id}: {TOGETHER}")
