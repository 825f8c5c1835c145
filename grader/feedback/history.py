"""Prints a student's attempts as a table."""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from typing import Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.feedback.pen import Pen
from grader.feedback.words import VERDICTS
from grader.model.phrases import of_points
from grader.model.report import Verdict

_WIDEST = 1000  # columns; no terminal has more
_COLUMNS = (
    ("lesson", False),
    ("attempt", True),
    ("when", False),
    ("verdict", False),
    ("points", False),
)


class AttemptOnRecord(Protocol):
    """What is shown of an attempt."""

    @property
    def lesson(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def submitted_at(self) -> datetime | None: ...
    @property
    def verdict(self) -> str | None: ...
    @property
    def points(self) -> str | None: ...
    @property
    def max_points(self) -> str | None: ...
    @property
    def lesson_passed(self) -> bool | None: ...
    @property
    def is_marked(self) -> bool: ...


def print_attempts(
    attempts: Iterable[AttemptOnRecord], console: Console, zone: tzinfo | None = None
) -> None:
    """Print attempts in the order given; those that wait to be judged say so.

    Times are those of the zone, or of the machine where none is given.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, is_number in _COLUMNS:
        table.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    rows = [_cells(one, zone) for one in attempts]
    for row in rows:
        table.add_row(*map(Text, row))
    if not rows:
        console.print("Nothing has been submitted yet.")
    elif _width(table, console) <= console.width:
        console.print(table)
    else:
        _print_blocks(rows, Pen(console))


def _width(table: Table, console: Console) -> int:
    return console.measure(table, options=console.options.update(width=_WIDEST)).maximum


def _cells(one: AttemptOnRecord, zone: tzinfo | None) -> tuple[str, ...]:
    verdict = VERDICTS[Verdict(one.verdict)].badge.word if one.verdict else "not judged yet"
    return (
        one.lesson,
        str(one.number),
        _moment(one.submitted_at, zone),
        "lesson passed" if one.lesson_passed else verdict,
        _points(one) if one.verdict else "",
    )


def _print_blocks(rows: Sequence[tuple[str, ...]], pen: Pen) -> None:
    for lesson, number, when, verdict, points in rows:
        pen.write(f"{lesson}, attempt {number}", indent=0)
        pen.write(", ".join(filter(None, (verdict, points, when))))


def _points(one: AttemptOnRecord) -> str:
    points = of_points(one.points or "0", one.max_points or "0")
    return f"{points}, by hand" if one.is_marked else points


def _moment(when: datetime | None, zone: tzinfo | None) -> str:
    return "unknown" if when is None else f"{when.astimezone(zone):%Y-%m-%d %H:%M %Z}"
