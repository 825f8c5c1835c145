"""Puts a new verdict in the place of an attempt's, and keeps the earlier one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, literal, select, update

from grader.errors import StoreError
from grader.model.report import JudgedSubmission

from .attempts import AttemptRow, same_attempt
from .audit import write_audit
from .packing import pack_judged, unpack_judged
from .schema import attempts, earlier_verdicts

_KEPT = [
    column.name
    for column in earlier_verdicts.c
    if column.name not in ("id", "replaced_at")  # the rest is called as in attempts
]


@dataclass(frozen=True)
class EarlierVerdict:
    """A verdict that a regrade has replaced."""

    student: str
    lesson: str
    number: int  # of the attempt
    replaced_at: datetime
    judged: JudgedSubmission


def replace_verdicts(
    writing: Connection, new: Iterable[tuple[AttemptRow, JudgedSubmission]], now: datetime
) -> int:
    """Replace the verdicts of attempts; raises StoreError where one is no longer as it was read.

    A pass stays: an edited course takes none back.
    """
    done = 0
    for row, judged in new:
        _keep(writing, row, now)
        report = judged.report
        changed = writing.execute(
            update(attempts)
            .where(_unchanged(row))
            .values(
                judged_at=now,
                course_version=report.course_version,
                verdict=report.verdict.value,
                points=report.points,
                max_points=report.max_points,
                lesson_passed=bool(row.lesson_passed) or report.lesson_passed,
                seconds=judged.seconds,
                judged=pack_judged(judged),
            )
        )
        if changed.rowcount != 1:
            raise StoreError(
                f"{row.student}'s attempt {row.number} at {row.lesson} was changed by another "
                "process meanwhile. Nothing has been changed by this one: run the command again."
            )
        done += 1
    return done


def write_regraded(writing: Connection, lesson: str, detail: str, now: datetime) -> None:
    """Write down that a lesson was regraded; `detail` holds counts only."""
    write_audit(writing, "regraded", now, lesson=lesson, detail=detail)


def earlier_verdicts_of(
    reading: Connection, student: str, lesson: str | None = None
) -> Iterator[EarlierVerdict]:
    """Read what was replaced of a student's, the oldest first."""
    theirs = earlier_verdicts.c.student == student
    if lesson is not None:
        theirs &= earlier_verdicts.c.lesson == lesson
    for row in reading.execute(
        select(earlier_verdicts).where(theirs).order_by(earlier_verdicts.c.id)
    ):
        what = f"an earlier verdict on {row.student}'s attempt {row.number} at {row.lesson}"
        judged = unpack_judged(row.judged, what)
        yield EarlierVerdict(row.student, row.lesson, row.number, row.replaced_at, judged)


def _keep(writing: Connection, row: AttemptRow, now: datetime) -> None:
    now_on_record = select(
        *(attempts.c[name] for name in _KEPT), literal(now, earlier_verdicts.c.replaced_at.type)
    ).where(_unchanged(row))
    writing.execute(earlier_verdicts.insert().from_select([*_KEPT, "replaced_at"], now_on_record))


def _unchanged(row: AttemptRow) -> ColumnElement[bool]:
    return same_attempt(row) & (attempts.c.judged_at == row.judged_at)
