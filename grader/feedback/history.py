"""Prints a student's attempts as a table."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.feedback.words import VERDICTS
from grader.model.course import Course
from grader.model.phrases import date_text, of_points
from grader.model.report import Verdict

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


def print_attempts(attempts: Iterable[AttemptOnRecord], console: Console, course: Course) -> None:
    """Print attempts in the order given; those that wait to be judged say so."""
    zone = ZoneInfo(course.time_zone)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, is_number in _COLUMNS:
        table.add_column(heading, justify="right" if is_number else "left")
    for one in attempts:
        verdict = VERDICTS[Verdict(one.verdict)].badge.word if one.verdict else "not judged yet"
        table.add_row(
            Text(one.lesson),
            str(one.number),
            date_text(one.submitted_at, zone) if one.submitted_at else "unknown",
            "lesson passed" if one.lesson_passed else verdict,
            of_points(one.points or "0", one.max_points or "0") if one.verdict else "",
        )
    if table.row_count:
        console.print(table)
    else:
        console.print("Nothing has been handed in yet.")
