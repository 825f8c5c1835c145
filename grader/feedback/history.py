"""Prints a student's attempts as a table."""

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Protocol

from grader.feedback.pen import Pen
from grader.feedback.screen import Screen
from grader.feedback.words import VERDICTS
from grader.model.phrases import out_of
from grader.model.report import Verdict

_HEADINGS = ("lesson", "attempt", "when", "verdict", "points")


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
    attempts: Iterable[AttemptOnRecord], screen: Screen, zone: tzinfo | None = None
) -> None:
    """Print attempts in the order given; those that wait to be judged say so.

    Times are those of the zone, or of the machine where none is given.
    """
    rows = [_cells(one, zone) for one in attempts]
    if rows:
        Pen(screen).table(_HEADINGS, rows, numbers=["attempt"])
    else:
        Pen(screen).whole("Nothing has been submitted yet.")


def _cells(one: AttemptOnRecord, zone: tzinfo | None) -> tuple[str, ...]:
    verdict = VERDICTS[Verdict(one.verdict)].badge.word if one.verdict else "not judged yet"
    return (
        one.lesson,
        str(one.number),
        _moment(one.submitted_at, zone),
        "lesson passed" if one.lesson_passed else verdict,
        _points(one) if one.verdict else "",
    )


def _points(one: AttemptOnRecord) -> str:
    points = out_of(one.points or "0", one.max_points or "0")
    return f"{points}, by hand" if one.is_marked else points


def _moment(when: datetime | None, zone: tzinfo | None) -> str:
    return "unknown" if when is None else f"{when.astimezone(zone):%Y-%m-%d %H:%M %Z}"
