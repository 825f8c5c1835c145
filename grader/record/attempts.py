"""Records attempts: on disk before they are judged, judged once, unless all are judged again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Column, ColumnElement, Connection, select

from grader import __version__
from grader.model.course import LessonId, StudentId
from grader.model.deadlines import Attempt
from grader.model.report import JudgedSubmission, Points, Verdict
from grader.model.submission import Submission

from .database import change, equal, read_rows
from .packing import (
    pack_judged,
    pack_submission,
    unpack_judged,
    unpack_submission,
)
from .people import enrol, write_audit
from .tables import DamagedRow, attempts, not_judged

_AT_ONCE = 200  # attempts in one question
_columns = attempts.c


class AttemptRow(Struct, frozen=True):
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
    verdict: Verdict | None
    points: Points | None
    max_points: Points | None
    lesson_passed: bool | None
    seconds: float | None
    is_marked: bool = False  # points and lesson_passed are by hand: record/remarks.py sees to it
    points_counted: Points | None = None  # what lateness leaves, for who shows attempts
    counted_because: str | None = None

    def __str__(self) -> str:
        """Name it for messages."""
        return f"{self.student}'s attempt {self.number} at {self.lesson}"


# the files and the report are read where they are wanted
_LIGHT = [_columns[name] for name in AttemptRow.__struct_fields__ if name in _columns]
_waits = _columns.judged_at.is_(None)


def this_attempt(attempt: AttemptRow) -> ColumnElement[bool]:
    """Choose the row of an attempt.

    An id alone may be another's by now: of a student who came after one that was forgotten, or
    after a backup was restored.
    """
    return (
        (_columns.id == attempt.id)
        & (_columns.student == attempt.student)
        & (_columns.lesson == attempt.lesson)
        & (_columns.submission_sha256 == attempt.submission_sha256)
    )


def as_it_was_read(attempt: AttemptRow) -> ColumnElement[bool]:
    """Choose the row of an attempt that nobody has judged since."""
    return this_attempt(attempt) & (_columns.judged_at == attempt.judged_at)


def verdict_values(judged: JudgedSubmission, now: datetime) -> dict[str, Any]:
    """Return what the row of an attempt holds of its verdict."""
    report = judged.report
    return {
        "judged_at": now,
        # the course may have been edited since the attempt was recorded
        "course_version": report.course_version,
        "verdict": report.verdict,
        "points": report.points,
        "max_points": report.max_points,
        "lesson_passed": report.lesson_passed,
        "seconds": judged.seconds,
        "judged": pack_judged(judged),
    }


# -- to put on record


def record_attempt(
    writing: Connection,
    submission: Submission,
    lesson: LessonId,
    course_version: str,
    now: datetime,
    submitted_at: datetime | None,
    *,
    is_of_class: bool = False,
) -> AttemptRow:
    """Put a submission on record; give back the attempt of the same bytes where there is one."""
    student, sha = submission.student, submission.sha256()
    if sha is None:
        raise ValueError("a submission without a file is no attempt")
    enrol(writing, student, now)
    mine = list_attempts(writing, student, lesson)
    for row in reversed(mine):
        if (row.submission_sha256, row.course_version) == (sha, course_version):
            return row
    values = {
        "student": student,
        "lesson": lesson,
        "number": mine[-1].number + 1 if mine else 1,
        "submission_sha256": sha,
        "submitted_at": submitted_at,
        "tries": 0,
        "course_version": course_version,
        "grader_version": __version__,
        "is_of_class": is_of_class,
        "sources": pack_submission(submission),
    }
    (added,) = read_rows(writing, AttemptRow, attempts.insert().values(values).returning(*_LIGHT))
    write_audit(writing, "submitted", now, student=student, lesson=lesson)
    return added


class HandedIn(Struct, frozen=True):
    """A submission of a class that is on record."""

    row: AttemptRow
    is_new: bool
    is_retimed: bool  # another time was on record


def record_handed_in(
    writing: Connection,
    submissions: Iterable[Submission],
    lesson: LessonId,
    course_version: str,
    now: datetime,
) -> list[HandedIn]:
    """Put submissions of a class on record, the same bytes of a student once.

    A time that comes with them stands in place of the one on record: it is a correction.
    """
    known: defaultdict[tuple[str, str], list[AttemptRow]] = defaultdict(list)
    for row in list_attempts(writing, lesson=lesson):
        known[row.student, row.submission_sha256].append(row)
    found = []
    for submission in submissions:
        same = known[submission.student, str(submission.sha256())]
        when = submission.submitted_at
        late = [row for row in same if when is not None and row.submitted_at != when]
        for row in late:
            corrected = attempts.update().where(this_attempt(row)).values(submitted_at=when)
            writing.execute(corrected)
            write_audit(writing, "time corrected", now, student=row.student, lesson=lesson)
        if same:
            row = max(same, key=lambda one: (one.judged_at is not None, one.number))
            row = replace(row, submitted_at=when or row.submitted_at)
        else:
            row = record_attempt(
                writing, submission, lesson, course_version, now, when, is_of_class=True
            )
        found.append(HandedIn(row, not same, bool(late)))
    return found


def withdraw_attempt(writing: Connection, attempt: AttemptRow, now: datetime) -> bool:
    """Take back what has no verdict yet; False where it has one."""
    if not change(writing, attempts.delete().where(this_attempt(attempt), _waits)):
        return False
    _audit(writing, "withdrawn", attempt, now, f"attempt {attempt.number}")
    return True


# -- to judge


def begin_judging(writing: Connection, attempt: AttemptRow) -> None:
    """Count a try, so that a submission that kills the grader is not tried for ever."""
    begun = attempts.update().where(this_attempt(attempt)).values(tries=_columns.tries + 1)
    writing.execute(begun)


def settle_attempt(
    writing: Connection, attempt: AttemptRow, judged: JudgedSubmission, now: datetime
) -> bool:
    """Write the verdict down; False where another process was faster, whose verdict stands.

    A fault of the grader's is no verdict: the attempt goes on waiting.
    """
    verdict = judged.report.verdict
    if verdict is Verdict.GRADER_FAULT:
        return False
    settled = attempts.update().where(this_attempt(attempt), _waits)
    if not change(writing, settled.values(verdict_values(judged, now))):
        return False
    _audit(writing, "judged", attempt, now, f"attempt {attempt.number}: {verdict.value}")
    return True


def _audit(
    writing: Connection, event: str, attempt: AttemptRow, now: datetime, detail: str
) -> None:
    write_audit(writing, event, now, student=attempt.student, lesson=attempt.lesson, detail=detail)


def rewrite_judged(writing: Connection, row: AttemptRow, judged: JudgedSubmission) -> None:
    """Keep what else is known of a submission, such as its student's name; no verdict changes."""
    kept = attempts.update().where(as_it_was_read(row)).values(judged=pack_judged(judged))
    writing.execute(kept)


def waiting_attempts(
    reading: Connection, student: str | None = None, fewer_tries_than: int | None = None
) -> list[AttemptRow]:
    """List what waits to be judged, of one student or of all, the oldest first."""
    asked = select(*_LIGHT).where(_waits, *equal(attempts, student=student))
    if fewer_tries_than is not None:
        asked = asked.where(_columns.tries < fewer_tries_than)
    return read_rows(reading, AttemptRow, asked.order_by(_columns.id))


def first_waiting(
    reading: Connection,
    versions: Sequence[str],
    but: Sequence[int],
    fewer_tries_than: int,
    most: int,
) -> list[AttemptRow]:
    """List what this grader is to judge first: before a class, what somebody waits for.

    Only attempts at lessons of these versions count, and none of those whose ids are in `but`.
    """
    asked = select(*_LIGHT).where(
        _waits,
        _columns.tries < fewer_tries_than,
        _columns.grader_version == __version__,
        _columns.course_version.in_(versions),
        _columns.id.not_in(but),
    )
    asked = asked.order_by(_columns.is_of_class, _columns.id).limit(most)
    return read_rows(reading, AttemptRow, asked)


def still_as_read(reading: Connection, rows: Sequence[AttemptRow]) -> set[int]:
    """Say which attempts, by id, nobody has judged since they were read."""
    found = _read_all(reading, rows, _columns.judged_at)
    return {row.id for row, when in found if when == row.judged_at}


# -- to read


def list_attempts(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[AttemptRow]:
    """List attempts by student, lesson and number."""
    asked = select(*_LIGHT).where(*equal(attempts, student=student, lesson=lesson))
    by = _columns.student, _columns.lesson, _columns.number
    return read_rows(reading, AttemptRow, asked.order_by(*by))


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
    for _, submission in read_all_submissions(reading, [attempt]):
        return submission
    raise DamagedRow(f"{attempt} is gone")


def read_all_submissions(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, Submission]]:
    """Read the files of many attempts, in their order."""
    for row, data in _read_all(reading, rows, _columns.sources):
        yield row, unpack_submission(data, row.student, str(row))


def read_judged(reading: Connection, attempt: AttemptRow) -> JudgedSubmission | None:
    """Read what was judged; None while it waits."""
    return next((judged for _, judged in read_all_judged(reading, [attempt])), None)


def read_all_judged(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, JudgedSubmission]]:
    """Read what was judged of many attempts, in their order; those that wait are left out."""
    judged = [row for row in rows if row.judged_at is not None]
    for row, data in _read_all(reading, judged, _columns.judged):
        yield row, unpack_judged(data, str(row))


def _read_all(
    reading: Connection, rows: Sequence[AttemptRow], column: Column[Any]
) -> Iterator[tuple[AttemptRow, Any]]:
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        asked = select(_columns.id, _columns.student, _columns.submission_sha256, column)
        found = reading.execute(asked.where(_columns.id.in_([row.id for row in some])))
        values = {(number, student, sha): value for number, student, sha, value in found}
        for row in some:
            key = row.id, row.student, row.submission_sha256
            if key in values:
                yield row, values[key]


# -- what is no attempt


def put_not_judged(
    writing: Connection, lesson: str, judged: JudgedSubmission, now: datetime
) -> None:
    """Put on record why a student has no verdict: nothing came, or nothing that can be read.

    It stands in place of what was known.
    """
    student = judged.report.student
    enrol(writing, student, now)
    drop_not_judged(writing, student, lesson)
    why = {"student": student, "lesson": lesson, "judged": pack_judged(judged)}
    writing.execute(not_judged.insert().values({**why, "recorded_at": now}))


def drop_not_judged(writing: Connection, student: str, lesson: str) -> None:
    """Forget it, since something came."""
    theirs = equal(not_judged, student=student, lesson=lesson)
    writing.execute(not_judged.delete().where(*theirs))


def list_not_judged(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[JudgedSubmission]:
    """List what is on record, by student and lesson."""
    asked = select(not_judged).where(*equal(not_judged, student=student, lesson=lesson))
    return [
        unpack_judged(row.judged, f"what is known of {row.student} at {row.lesson}")
        for row in reading.execute(asked.order_by(not_judged.c.student, not_judged.c.lesson))
    ]
