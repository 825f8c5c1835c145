"""Records attempts: on disk before they are judged, judged once, and never changed after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select, update

from grader.model.course import LessonId, StudentId
from grader.model.progress import Attempt
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission

from .audit import write_audit
from .packing import pack_judged, pack_submission, unpack_judged, unpack_submission
from .people import enrol
from .schema import attempts

_LIGHT = [column for column in attempts.c if column.name not in ("sources", "judged")]
_AT_ONCE = 200


@dataclass(frozen=True)
class AttemptRow:
    """One attempt on record; without `judged_at` it waits to be judged."""

    id: int
    student: StudentId
    lesson: LessonId
    number: int  # of this student in this lesson, from 1
    submission_sha256: str
    submitted_at: datetime | None
    tries: int  # times that judging it was begun
    judged_at: datetime | None
    course_version: str
    verdict: str | None
    points: str | None
    max_points: str | None
    lesson_passed: bool | None
    seconds: float | None
    is_marked: bool = False  # points and lesson_passed are by hand: store/remarks.py sees to it


def record_attempt(
    writing: Connection,
    submission: Submission,
    lesson: LessonId,
    course_version: str,
    now: datetime,
    submitted_at: datetime | None,
) -> AttemptRow:
    """Put a submission on record; give back the attempt of the same bytes where there is one."""
    sha = submission.sha256()
    if sha is None:
        raise ValueError("a submission without a file is no attempt")
    enrol(writing, submission.student, now)
    mine = (attempts.c.student == submission.student) & (attempts.c.lesson == lesson)
    same = (attempts.c.submission_sha256 == sha) & (attempts.c.course_version == course_version)
    known = writing.execute(
        select(*_LIGHT).where(mine & same).order_by(attempts.c.number.desc())
    ).first()
    if known is not None:
        return _row(known)
    highest = writing.execute(select(func.max(attempts.c.number)).where(mine)).scalar()
    added = writing.execute(
        attempts.insert().returning(*_LIGHT),
        {
            "student": submission.student,
            "lesson": lesson,
            "number": (highest or 0) + 1,
            "submission_sha256": sha,
            "submitted_at": submitted_at,
            "tries": 0,
            "course_version": course_version,
            "sources": pack_submission(submission),
        },
    ).one()
    write_audit(writing, "submitted", now, student=submission.student, lesson=lesson)
    return _row(added)


def begin_judging(writing: Connection, attempt: AttemptRow) -> None:
    """Count a try, so that a submission that kills the grader is not tried for ever."""
    changed = update(attempts).where(same_attempt(attempt)).values(tries=attempts.c.tries + 1)
    writing.execute(changed)


def settle_attempt(
    writing: Connection, attempt: AttemptRow, judged: JudgedSubmission, now: datetime
) -> bool:
    """Write the verdict down; False where another process was faster, whose verdict stands.

    A fault of the grader's is no verdict: the attempt goes on waiting.
    """
    report = judged.report
    if report.verdict is Verdict.GRADER_FAULT:
        return False
    changed = writing.execute(
        update(attempts)
        .where(same_attempt(attempt) & attempts.c.judged_at.is_(None))
        .values(
            judged_at=now,
            course_version=report.course_version,  # it may have been edited since
            verdict=report.verdict.value,
            points=report.points,
            max_points=report.max_points,
            lesson_passed=report.lesson_passed,
            seconds=judged.seconds,
            judged=pack_judged(judged),
        )
    )
    if not changed.rowcount:
        return False
    detail = f"attempt {attempt.number}: {report.verdict.value}"
    write_audit(
        writing, "judged", now, student=attempt.student, lesson=attempt.lesson, detail=detail
    )
    return True


def withdraw_attempt(writing: Connection, attempt: AttemptRow, now: datetime) -> bool:
    """Take back what has no verdict yet; False where it has one."""
    waits = same_attempt(attempt) & attempts.c.judged_at.is_(None)
    if not writing.execute(attempts.delete().where(waits)).rowcount:
        return False
    detail = f"attempt {attempt.number}"
    write_audit(
        writing, "withdrawn", now, student=attempt.student, lesson=attempt.lesson, detail=detail
    )
    return True


def waiting_attempts(
    reading: Connection, student: str | None = None, fewer_tries_than: int | None = None
) -> list[AttemptRow]:
    """List what waits to be judged, of one student or of all, the oldest first."""
    asked = select(*_LIGHT).where(attempts.c.judged_at.is_(None)).order_by(attempts.c.id)
    if student is not None:
        asked = asked.where(attempts.c.student == student)
    if fewer_tries_than is not None:
        asked = asked.where(attempts.c.tries < fewer_tries_than)
    return [_row(row) for row in reading.execute(asked)]


def list_attempts(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[AttemptRow]:
    """List attempts by student, lesson and number."""
    asked = select(*_LIGHT).order_by(attempts.c.student, attempts.c.lesson, attempts.c.number)
    if student is not None:
        asked = asked.where(attempts.c.student == student)
    if lesson is not None:
        asked = asked.where(attempts.c.lesson == lesson)
    return [_row(row) for row in reading.execute(asked)]


def facts(rows: list[AttemptRow]) -> tuple[Attempt, ...]:
    """Turn judged attempts into what the rules of unlocking work with."""
    return tuple(
        Attempt(
            LessonId(row.lesson),
            row.number,
            row.submission_sha256,
            Fraction(row.points or 0),
            Fraction(row.max_points or 0),
            bool(row.lesson_passed),
            row.submitted_at,
        )
        for row in rows
        if row.judged_at is not None
    )


def read_submission(reading: Connection, attempt: AttemptRow) -> Submission:
    """Read an attempt's files."""
    data = reading.execute(select(attempts.c.sources).where(same_attempt(attempt))).scalar()
    return unpack_submission(data, attempt.student, _named(attempt))


def read_all_submissions(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, Submission]]:
    """Read the files of many attempts, in their order."""
    for row, data in _read_all(reading, rows, attempts.c.sources):
        yield row, unpack_submission(data, row.student, _named(row))


def read_judged(reading: Connection, attempt: AttemptRow) -> JudgedSubmission | None:
    """Read what was judged; None while it waits."""
    if attempt.judged_at is None:
        return None
    data = reading.execute(select(attempts.c.judged).where(same_attempt(attempt))).scalar()
    return unpack_judged(data, _named(attempt))


def read_all_judged(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, JudgedSubmission]]:
    """Read what was judged of many attempts, in their order; those that wait are left out."""
    judged = [row for row in rows if row.judged_at is not None]
    for row, data in _read_all(reading, judged, attempts.c.judged):
        yield row, unpack_judged(data, _named(row))


def _read_all(
    reading: Connection, rows: Sequence[AttemptRow], column: ColumnElement[bytes]
) -> Iterator[tuple[AttemptRow, bytes | None]]:
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        theirs = attempts.c.id.in_([row.id for row in some])
        found = reading.execute(select(attempts.c.id, column).where(theirs))
        by_id: dict[int, bytes | None] = {row.id: row[1] for row in found}
        for row in some:
            yield row, by_id.get(row.id)


def _named(attempt: AttemptRow) -> str:
    return f"{attempt.student}'s attempt {attempt.number} at {attempt.lesson}"


def same_attempt(attempt: AttemptRow) -> ColumnElement[bool]:
    """Find an attempt's row.

    An id alone may be another's by now: of whoever came after one that was forgotten, or after
    a backup was restored.
    """
    return (
        (attempts.c.id == attempt.id)
        & (attempts.c.student == attempt.student)
        & (attempts.c.lesson == attempt.lesson)
        & (attempts.c.submission_sha256 == attempt.submission_sha256)
    )


def _row(row: Any) -> AttemptRow:
    return AttemptRow(*row)
