"""Records attempts: on disk before they are judged, judged once, and never changed after."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select, update

from grader.model.course import LessonId, StudentId
from grader.model.progress import Attempt
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission

from .audit import write_audit
from .database import DamagedRow
from .people import enrol
from .schema import attempts

_T = TypeVar("_T")
_LIGHT = [column for column in attempts.c if column.name not in ("sources", "judged")]
_sources = msgspec.msgpack.Decoder(dict[str, bytes])
_judged = msgspec.msgpack.Decoder(JudgedSubmission)
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
            "sources": zlib.compress(msgspec.msgpack.encode(submission.sources)),
        },
    ).one()
    write_audit(writing, "submitted", now, student=submission.student, lesson=lesson)
    return _row(added)


def begin_judging(writing: Connection, attempt: AttemptRow) -> None:
    """Count a try, so that a submission that kills the grader is not tried for ever."""
    changed = update(attempts).where(_is(attempt)).values(tries=attempts.c.tries + 1)
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
        .where(_is(attempt) & attempts.c.judged_at.is_(None))
        .values(
            judged_at=now,
            course_version=report.course_version,  # it may have been edited since
            verdict=report.verdict.value,
            points=report.points,
            max_points=report.max_points,
            lesson_passed=report.lesson_passed,
            seconds=judged.seconds,
            judged=zlib.compress(msgspec.msgpack.encode(judged)),
        )
    )
    if not changed.rowcount:
        return False
    detail = f"attempt {attempt.number}: {report.verdict.value}"
    write_audit(
        writing, "judged", now, student=attempt.student, lesson=attempt.lesson, detail=detail
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
    return Submission(attempt.student, _unpacked(reading, attempt, "sources", _sources))


def read_judged(reading: Connection, attempt: AttemptRow) -> JudgedSubmission | None:
    """Read what was judged; None while it waits."""
    if attempt.judged_at is None:
        return None
    return _unpacked(reading, attempt, "judged", _judged)


def read_all_judged(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, JudgedSubmission]]:
    """Read what was judged of many attempts, in their order; those that wait are left out."""
    judged = [row for row in rows if row.judged_at is not None]
    for start in range(0, len(judged), _AT_ONCE):
        some = judged[start : start + _AT_ONCE]
        asked = select(attempts.c.id, attempts.c.judged).where(
            attempts.c.id.in_([row.id for row in some])
        )
        found = {row.id: row.judged for row in reading.execute(asked)}
        for row in some:
            yield row, _decoded(found.get(row.id), row, _judged)


def _unpacked(
    reading: Connection, attempt: AttemptRow, column: str, decoder: msgspec.msgpack.Decoder[_T]
) -> _T:
    data = reading.execute(select(attempts.c[column]).where(_is(attempt))).scalar()
    return _decoded(data, attempt, decoder)


def _decoded(data: bytes | None, attempt: AttemptRow, decoder: msgspec.msgpack.Decoder[_T]) -> _T:
    try:
        return decoder.decode(zlib.decompress(data or b""))
    except (zlib.error, msgspec.MsgspecError) as error:
        what = f"{attempt.student}'s attempt {attempt.number} at {attempt.lesson}"
        raise DamagedRow(f"{what}: {error}") from error


def _is(attempt: AttemptRow) -> ColumnElement[bool]:
    # An id alone may be another's by now: of whoever came after one that was forgotten, or after
    # a backup was restored.
    return (
        (attempts.c.id == attempt.id)
        & (attempts.c.student == attempt.student)
        & (attempts.c.lesson == attempt.lesson)
        & (attempts.c.submission_sha256 == attempt.submission_sha256)
    )


def _row(row: Any) -> AttemptRow:
    return AttemptRow(*row)
