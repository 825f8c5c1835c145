"""`grader gradebook`: a class in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.cli.class_options import class_course, class_options, class_source
from grader.cli.screen import console, note, pour, say
from grader.exchange.amounts import as_decimal
from grader.exchange.gradebook import (
    ClassTable,
    MoreCells,
    Row,
    class_table,
    class_table_csv,
    gradebook_csv,
)
from grader.feedback.pen import Pen
from grader.feedback.words import VERDICTS
from grader.flows.review.class_reports import (
    find_course,
    load_reports,
    recorded_cells,
    written_gradebook,
)
from grader.model.phrases import count
from grader.model.remarks import has_points, is_marked
from grader.model.report import Report, caveats, is_fault
from grader.model.student_report import named_mistakes

_STUDENT_WIDTH = 24
_LEAST_STUDENT_WIDTH = 16
_BY_HAND = "*"
_FRAME = 3  # columns of the table's frame around each cell
_WIDE, _WIDEST = 60, 80  # from here on there is room for one more column


@click.command("gradebook")
@class_options
@click.option("--lesson", help="This lesson only.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV and nothing more.")
def command(as_csv: bool, **options: Any) -> int:
    """Print the class's results: of one lesson, or a column for each."""
    source = class_source(options)
    reports = load_reports(source)
    found = find_course(class_course(options))
    order = [each.id for each in found.lessons] if found else []
    table = class_table(reports, order)
    for caveat in caveats(reports):
        note(caveat)
    if as_csv:
        pour(_csv(table, written_gradebook(source), recorded_cells(source)))
        return 0
    if len(table.lessons) == 1:
        console().print(_one_lesson(table, console()))
    else:
        _print_lessons(table, console())
    passed = sum(row.lessons_passed for row in table.rows)
    say(f"{count(len(table.rows), 'student')}, {count(passed, 'lesson')} passed.")
    if any(is_marked(report) for row in table.rows for report in row.reports.values()):
        say(f"{_BY_HAND} Marked by hand: `grader mark --list` says by whom.")
    return 0


def _csv(table: ClassTable, written: bytes | None, more: Mapping[str, MoreCells]) -> bytes:
    if len(table.lessons) > 1:
        return class_table_csv(table).encode()
    if written is not None:
        return written
    reports = (next(iter(row.reports.values())) for row in table.rows)
    return gradebook_csv(reports, more).encode()


def _one_lesson(table: ClassTable, screen: Console) -> Table:
    (lesson,) = table.lessons
    shown = _table(_STUDENT_WIDTH if screen.width >= _WIDE else _LEAST_STUDENT_WIDTH)
    shown.title = _text(lesson)
    has_names = _add_names(shown, table, screen)
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


def _add_names(shown: Table, table: ClassTable, screen: Console) -> bool:
    """Add a column of names where some are known and there is room."""
    has_names = screen.width >= _WIDE and any(row.name for row in table.rows)
    if has_names:
        shown.add_column("Name", max_width=_STUDENT_WIDTH, overflow="ellipsis", no_wrap=True)
    return has_names


def _print_lessons(table: ClassTable, screen: Console) -> None:
    # what does not fit beside each other is printed below each other
    student = _STUDENT_WIDTH if screen.width >= _WIDE else _LEAST_STUDENT_WIDTH
    has_names = screen.width >= _WIDE and any(row.name for row in table.rows)
    names = _STUDENT_WIDTH + _FRAME if has_names else 0
    columns = [_Column(table, lesson) for lesson in (*table.lessons, None)]
    block: list[_Column] = []
    room = left = screen.width - student - names - 2 * _FRAME
    for column in columns:
        if block and left < column.width:
            screen.print(_lessons(table, block, student, screen))
            block, left = [], room
        block.append(column)
        left -= column.width
    screen.print(_lessons(table, block, student, screen))


class _Column:
    """One lesson, or the sum of all."""

    def __init__(self, table: ClassTable, lesson: str | None) -> None:
        self.lesson = lesson
        most = table.most_in_all if lesson is None else table.most[lesson]
        self.heading = f"{lesson or 'all'}\nof {as_decimal(most, places=2)}"
        self.width = max(map(len, self.heading.split("\n"))) + _FRAME

    def cell(self, row: Row) -> str:
        if self.lesson is None:
            in_doubt = any(map(is_fault, row.reports.values()))
            return "?" if in_doubt else as_decimal(row.points, places=2)
        report = row.reports.get(self.lesson)
        return "" if report is None else _points(report)


def _lessons(table: ClassTable, block: Sequence[_Column], student: int, screen: Console) -> Table:
    shown = _table(student)
    has_names = _add_names(shown, table, screen)
    for column in block:
        shown.add_column(_text(column.heading, lines=True), justify="right")
    for row in table.rows:
        who = [row.student, *([row.name] if has_names else [])]
        cells = [*who, *(column.cell(row) for column in block)]
        shown.add_row(*(_text(cell) for cell in cells))
    return shown


def _points(report: Report) -> str:
    if is_fault(report):
        return "?"
    mark = _BY_HAND if is_marked(report) else ""
    return as_decimal(report.points, places=2) + mark if has_points(report) else "-"


def _text(cell: str, *, lines: bool = False) -> Text:
    return Text(Pen(console()).encodable(cell, lines=lines))


def _table(student_width: int) -> Table:
    shown = Table(title_justify="left")
    shown.add_column("Student", max_width=student_width, overflow="ellipsis", no_wrap=True)
    return shown
