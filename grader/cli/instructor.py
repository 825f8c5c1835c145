"""What an instructor types once a class is judged: gradebook, export, mark, unlock, gradescope."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.feedback.pen import Pen
from grader.feedback.remarks import print_remarks
from grader.feedback.words import VERDICTS
from grader.grading.by_hand import (
    RemarkRequest,
    add_remarks,
    read_grant,
    read_points,
    said,
    said_grant,
    take_back,
)
from grader.grading.class_reports import (
    known_names,
    load_reports,
    try_course,
)
from grader.grading.gradebook import ClassTable, Row, class_table, gradebook_csv
from grader.model.amounts import as_decimal
from grader.model.course import Course, Lesson
from grader.model.phrases import count, date_text
from grader.model.remarks import has_points, is_marked, points_that_count
from grader.model.report import TOGETHER, Report, caveats, is_fault
from grader.model.student_report import named_mistakes
from grader.model.text import printable
from grader.platforms.export_grades import (
    FORMATS,
    Exported,
    ExportRequest,
    export_grades,
    write_export,
)
from grader.record.forgetting import is_known
from grader.record.grants import add_grant, publish, take_back_publication
from grader.record.remarks import list_remarks
from grader.record.store import has_record

from .options import (
    class_course,
    class_source,
    clock,
    complete_lesson,
    course_option,
    course_options,
    find_course,
    open_record,
    record_place,
)
from .screen import console, note, pour, say, write_file
from .student_options import named_by, student_named

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_PATH = click.Path(path_type=Path)
_STUDENT_WIDTH = 24
_LEAST_STUDENT_WIDTH = 16
_BY_HAND, _LATE = "*", "~"
_FRAME = 3  # columns of the table's frame around each cell
_WIDE, _WIDEST = 60, 80  # from here on there is room for one more column


@click.command("gradebook")
@course_options
@click.option("--lesson", help="This lesson only.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV and nothing more.")
def gradebook(as_csv: bool, **options: Any) -> int:
    """Print the class's results: of one lesson, or a column for each."""
    source = class_source(options)
    reports = load_reports(source, note)
    course = try_course(class_course(options))
    order = [each.id for each in course.lessons] if course else []
    table = class_table(reports, order)
    for caveat in caveats(reports):
        note(caveat)
    if as_csv:
        pour(gradebook_csv(reports).encode())
        return 0
    if len(table.lessons) == 1:
        console().print(_one_lesson(table, console()))
    else:
        _print_lessons(table, console())
    passed = sum(row.lessons_passed for row in table.rows)
    say(f"{count(len(table.rows), 'student')}, {count(passed, 'lesson')} passed.")
    if any(report.counted_because for report in reports):
        say(f"{_LATE} Late, so fewer points count: --csv has the days and the reason of each.")
    if any(map(is_marked, reports)):
        say(f"{_BY_HAND} Marked by hand: `grader mark --list` says by whom.")
    return 0


def _begun_table(table: ClassTable, screen: "Console") -> "tuple[Table, bool]":
    """Begin with a column of students, and of names where some are known and there is room."""
    from rich.table import Table

    shown = Table(title_justify="left")
    width = _STUDENT_WIDTH if screen.width >= _WIDE else _LEAST_STUDENT_WIDTH
    shown.add_column("Student", max_width=width, overflow="ellipsis", no_wrap=True)
    has_names = screen.width >= _WIDE and any(row.name for row in table.rows)
    if has_names:
        shown.add_column("Name", max_width=_STUDENT_WIDTH, overflow="ellipsis", no_wrap=True)
    return shown, has_names


def _one_lesson(table: ClassTable, screen: "Console") -> "Table":
    (lesson,) = table.lessons
    shown, has_names = _begun_table(table, screen)
    shown.title = _text(lesson)
    shown.add_column("Verdict", overflow="fold")
    shown.add_column(f"of {as_decimal(table.most_in_all, places=2)}", justify="right")
    if screen.width >= _WIDE:
        shown.add_column("Passed")
    if screen.width >= _WIDEST:
        shown.add_column("Known mistake", overflow="fold")
    for row in table.rows:
        report = row.reports[lesson]
        badge = VERDICTS[report.verdict].badge
        mark = badge.plain if screen.options.ascii_only else badge.symbol
        cells = [row.student, *([row.name] if has_names else [])]
        cells += [f"{mark} {badge.word}", _points(report)]
        cells.append("yes" if report.lesson_passed else "no")
        cells.append(named_mistakes(report) or "")
        shown.add_row(*(_text(cell) for cell in cells[: len(shown.columns)]))
    return shown


def _print_lessons(table: ClassTable, screen: "Console") -> None:
    # what does not fit beside each other is printed below each other
    left = screen.width
    block: list[str | None] = []
    for lesson in (*table.lessons, None):
        width = max(map(len, _heading(table, lesson).split("\n"))) + _FRAME
        if block and left < width:
            screen.print(_lessons(table, block, screen))
            block = []
        if not block:
            begun, _ = _begun_table(table, screen)
            left = screen.width - _FRAME
            left -= sum((column.max_width or 0) + _FRAME for column in begun.columns)
        block.append(lesson)
        left -= width
    screen.print(_lessons(table, block, screen))


def _heading(table: ClassTable, lesson: str | None) -> str:
    most = table.most_in_all if lesson is None else table.most[lesson]
    return f"{lesson or 'all'}\nof {as_decimal(most, places=2)}"


def _lessons(table: ClassTable, block: Sequence[str | None], screen: "Console") -> "Table":
    """Lay out some lessons beside each other; None is the sum of all."""
    shown, has_names = _begun_table(table, screen)
    for lesson in block:
        shown.add_column(_text(_heading(table, lesson), lines=True), justify="right")
    for row in table.rows:
        who = [row.student, *([row.name] if has_names else [])]
        shown.add_row(*map(_text, (*who, *(_cell(row, lesson) for lesson in block))))
    return shown


def _cell(row: Row, lesson: str | None) -> str:
    if lesson is None:
        in_doubt = any(map(is_fault, row.reports.values()))
        return "?" if in_doubt else as_decimal(row.points, places=2)
    report = row.reports.get(lesson)
    return "" if report is None else _points(report)


def _points(report: Report) -> str:
    if is_fault(report):
        return "?"
    mark = (_LATE if report.counted_because else "") + (_BY_HAND if is_marked(report) else "")
    points = as_decimal(points_that_count(report), places=2)
    return points + mark if has_points(report) else "-"


def _text(cell: str, *, lines: bool = False) -> "Text":
    from rich.text import Text

    return Text(Pen(console()).encodable(cell, lines=lines))


_OF_A_PLATFORM = ("into", "column", "match", "roster")


@click.command("export")
@click.argument("format_", metavar="FORMAT", required=False, type=click.Choice(list(FORMATS)))
@course_options
@click.option("--lesson", help="Where the folder holds several lessons.")
@click.option("--student", help="This student only.")
@click.option(
    "--out", "--to", "out", type=_PATH, help="The file, or folder, to write. Default: print it."
)
@click.option("--overwrite", is_flag=True, help="Replace OUT where it is there already.")
@click.option("--into", type=_PATH, help="The class's own CSV file, for canvas and moodle.")
@click.option("--column", help="The column to fill. Default: the lesson's title or id.")
@click.option("--match", help="The column that names the students. Default: all known ones.")
@click.option(
    "--roster",
    type=_PATH,
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
    if format_ is None:
        return _hand_over(out, options)
    if format_ not in ("canvas", "moodle"):
        for name in _OF_A_PLATFORM:
            if options[name] is not None:
                raise UsageError(f"--{name} is for canvas and moodle, not for {format_}.")
    if options["match"] is not None and options["into"] is None:
        raise UsageError("--match says how to read the file that --into names.")
    missing = options["missing"]
    if missing is not None and format_ in ("feedback", "sources"):
        raise UsageError(f"--missing gives points, and {format_} holds none.")
    request = ExportRequest(
        format=format_,
        source=class_source(options),
        course_root=class_course(options),
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


def _hand_over(out: Path | None, options: dict[str, Any]) -> int:
    """Give one person everything on record about them."""
    student = options["student"]
    if student is None:
        raise UsageError(f"Name a FORMAT ({', '.join(FORMATS)}), or a person with --student.")
    from grader.record.forgetting import export_person

    course = find_course(options["course"])
    with open_record(course, options["data"]) as store:
        with store.reading() as reading:
            if not is_known(reading, student):
                raise UsageError(f"{student} is not on record.")
        text = json.dumps(export_person(store, student), indent=2) + "\n"
    if out is None:
        sys.stdout.write(text)
    elif out.exists():
        raise UsageError(f"{out} exists; name another file with --out.")
    else:
        write_file(out, text.encode())
    return 0


@click.command("mark")
@click.option("--student", help="Whom it is about.")
@click.option("--group", help="All whose submissions behave alike: the group's beginning.")
@click.option("--lesson", help="Where there are several.", shell_complete=complete_lesson)
@click.option("--points", help="They stand in place of the judge's: 2, 2.5 or 5/2.")
@click.option("--comment", help="The student reads it.")
@click.option("--by", help="Who says it. Default: your login name.")
@click.option("--undo", is_flag=True, help="Take the last one back.")
@click.option("--list", "as_list", is_flag=True, help="List what is on record.")
@course_options
def mark(**options: Any) -> None:
    """Give points, a comment or both by hand; the student reads them in the feedback.

    Points stand in place of the judge's, also when the same file is judged again, and count for
    passing. The verdict stays the judge's. With --group they go to everyone whose submission
    behaves alike: the class page and the instructor's pages name the groups.
    """
    course, student, group = find_course(options["course"]), options["student"], options["group"]
    if options["as_list"]:
        _list_remarks(course, options)
        return
    if (student is None) == (group is None):
        raise UsageError("Say whom it is about: --student NAME, or --group GROUP.")
    if student is not None:
        options["student"] = student_named(student)
    points, comment = options["points"], options["comment"]
    request = RemarkRequest(
        source=class_source(options),
        group=group,
        points=None if points is None else read_points(points),
        text=comment or "",
        written_by=named_by(options["by"]),
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


def _list_remarks(course: Course, options: dict[str, Any]) -> None:
    given = ("group", "points", "comment", "undo")
    if any(options[name] for name in given):
        raise UsageError("--list takes --lesson and --student, and nothing that is given.")
    names = known_names(class_source(options))
    found = []
    if has_record(record_place(course.root, options["data"])):
        with open_record(course, options["data"]) as store, store.reading() as reading:
            found = list_remarks(reading, options["student"], options["lesson"])
    print_remarks(found, names, console())


@click.command("unlock")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.option("--student", help="Whom it is for.")
@click.option("--note", "why", help="Why: it stays on record.")
@click.option("--due", help="A later due date, like 2026-09-03T18:00, or a day, to its end.")
@click.option("--attempts", type=click.IntRange(1), help="So many attempts more.")
@click.option("--publish", is_flag=True, help="For all: show the cases that wait for it.")
@click.option("--undo", is_flag=True, help="With --publish: take the publication back.")
@click.option("--by", help="Who does it. Default: your login name.")
@course_options
def unlock(lesson_id: str, student: str | None, why: str | None, **options: Any) -> None:
    """Open LESSON for one student whatever it requires; with --due or --attempts, extend it.

    With --publish students see its cases of visibility after_published: `grader submit` and
    `grader history` show them at once, the pages of a class when `grader grade` runs again.
    """
    due, attempts = options["due"], options["attempts"]
    course = find_course(options["course"])
    lesson = find_lesson(course, lesson_id)
    if options["publish"]:
        if not (student is why is due is attempts is None):
            raise UsageError("--publish is for the whole class: it takes --by and --undo alone.")
        _publish(course, lesson, options)
        return
    if student is None or why is None or options["undo"]:
        raise UsageError("Say whom it is for and why: --student NAME --note TEXT; or --publish.")
    grant = read_grant(course, lesson, due, attempts)
    student = student_named(student)
    with open_record(course, options["data"]) as store, store.writing() as writing:
        is_new = not is_known(writing, student)
        add_grant(writing, student, grant, named_by(options["by"]), why, clock())
    if is_new:
        note(f"{student} was not on record before: check the name if that surprises you.")
    say(said_grant(grant, student, course))


def _publish(course: Course, lesson: Lesson, options: dict[str, Any]) -> None:
    by, now = named_by(options["by"]), clock()
    with open_record(course, options["data"]) as store, store.writing() as writing:
        if options["undo"]:
            known = take_back_publication(writing, lesson.id)
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


@click.command("gradescope")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.option("--out", type=_PATH, help="The zip to write. Default: LESSON-gradescope.zip here.")
@click.option("--overwrite", is_flag=True, help="Replace it where it is there already.")
@click.option(
    "--packages", type=_PATH, help="Requirements with hashes, for what students may import."
)
@course_option
def gradescope(
    lesson_id: str, out: Path | None, overwrite: bool, packages: Path | None, course: Path | None
) -> None:
    """Pack LESSON as a Gradescope autograder: a zip to upload under Configure Autograder.

    It holds the hidden cases and the reference solution: it is for you and Gradescope alone.
    """
    from grader.platforms.autograder_zip import pack, zip_bytes

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
