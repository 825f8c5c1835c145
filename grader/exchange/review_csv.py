"""Writes a regrade as a table for spreadsheets."""

from collections.abc import Iterable
from fractions import Fraction

from grader.model.regrade import AttemptChange

from .amounts import as_decimal
from .csv_cells import csv_text, guarded

_REGRADE_COLUMNS = (
    *("student", "lesson", "attempt", "changed", "points_from", "points_to"),
    *("max_points_from", "max_points_to", "passed_from", "passed_to"),
    *("verdict_from", "verdict_to", "cases"),
)


def regrade_csv(changes: Iterable[AttemptChange]) -> str:
    """Return a row for each attempt that was judged again, also where nothing changed."""
    return csv_text([_REGRADE_COLUMNS, *(map(guarded, _change_row(one)) for one in changes)])


def _change_row(change: AttemptChange) -> tuple[str, ...]:
    both = (change.before, change.after)
    return (
        *(change.student, change.lesson, str(change.number), _yes(change.is_change)),
        *(as_decimal(Fraction(one.points)) for one in both),
        *(as_decimal(Fraction(one.max_points)) for one in both),
        *(_yes(one.lesson_passed) for one in both),
        *(one.verdict.value for one in both),
        "; ".join(f"{one.id}: {one.told}" for one in change.cases),
    )


def _yes(value: bool) -> str:  # a cell's content
    return "yes" if value else "no"
