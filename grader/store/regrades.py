"""Puts a new verdict in the place of an attempt's, and keeps the earlier one."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from grader.errors import StoreError
from grader.model.report import JudgedSubmission

from .attempts import SAME, VERDICT, AttemptRow, identity, verdict_values
from .connections import Connection, matching, moment
from .packing import unpack_judged
from .people import write_audit

_KEPT = (  # called alike in both tables
    "student, lesson, number, submission_sha256, judged_at, course_version, verdict, points,"
    " max_points, judged"
)
_UNCHANGED = f"{SAME} AND judged_at = :as_read"


class EarlierVerdict(Struct, frozen=True):
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
        values = verdict_values(judged, now)
        values["lesson_passed"] |= bool(row.lesson_passed)
        changed = writing.change(
            f"UPDATE attempts SET {VERDICT} WHERE {_UNCHANGED}",
            **values,
            **identity(row),
            as_read=row.judged_at,
        )
        if changed != 1:
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
    chosen, values = matching(student=student, lesson=lesson)
    for _, of, number, replaced_at, data in reading.rows(
        "SELECT student, lesson, number, replaced_at, judged FROM earlier_verdicts"
        f"{chosen} ORDER BY id",
        **values,
    ):
        what = f"an earlier verdict on {student}'s attempt {number} at {of}"
        yield EarlierVerdict(student, of, number, moment(replaced_at), unpack_judged(data, what))


def _keep(writing: Connection, row: AttemptRow, now: datetime) -> None:
    writing.change(
        f"INSERT INTO earlier_verdicts ({_KEPT}, replaced_at)"
        f" SELECT {_KEPT}, :now FROM attempts WHERE {_UNCHANGED}",
        **identity(row),
        as_read=row.judged_at,
        now=now,
    )
