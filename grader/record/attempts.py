"""Records attempts: on disk before they are judged, judged once, unless all are judged again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, literal, select

from grader import __version__
from grader.model.course import LessonId, StudentId
from grader.model.deadlines import Attempt
from grader.model.report import JudgedSubmission, Points, Verdict
from grader.model.submission import Submission

from .database import change, equal, read_rows
from .tables import DamagedRow, Moment, attempts, earlier_verdicts, not_judged

_AT_ONCE = 200  # attempts in one question
_KEPT = ("student", "lesson", "number", "verdict", "points", "judged")
_columns = attempts.c
NewVerdicts = Iterable[tuple["AttemptRow", JudgedSubmission]]


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
    grader_version: str
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


# -- to put on record


def record_attempt(
    writing: Connection,
    submission: Submission,
    lesson: LessonId,
    course_version: str,
    submitted_at: datetime | None,
    *,
    is_of_class: bool = False,
) -> AttemptRow:
    """Put a submission on record; give back the attempt of the same bytes where there is one."""
    student, sha = submission.student, submission.sha256()
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
        "sources": submission,
    }
    (added,) = read_rows(writing, AttemptRow, attempts.insert().values(values).returning(*_LIGHT))
    return added


def record_handed_in(
    writing: Connection, submissions: Iterable[Submission], lesson: LessonId, course_version: str
) -> list[AttemptRow]:
    """Put submissions of a class on record, the same bytes of a student once.

    A time that comes with them stands in place of the one on record: it is a correction.
    """
    known: defaultdict[tuple[str, str | None], list[AttemptRow]] = defaultdict(list)
    for row in list_attempts(writing, lesson=lesson):
        known[row.student, row.submission_sha256].append(row)
    found = []
    for submission in submissions:
        drop_not_judged(writing, submission.student, lesson)
        same = known[submission.student, submission.sha256()]
        when = submission.submitted_at
        for row in same:
            if when is not None and row.submitted_at != when:
                writing.execute(_this(row).values(submitted_at=when))
        if same:
            found.append(max(same, key=lambda one: (one.judged_at is not None, one.number)))
        else:
            found.append(
                record_attempt(writing, submission, lesson, course_version, when, is_of_class=True)
            )
    return found


def withdraw_attempt(writing: Connection, attempt: AttemptRow) -> bool:
    """Take back what has no verdict yet; False where it has one."""
    return bool(change(writing, attempts.delete().where(_columns.id == attempt.id, _waits)))


# -- to judge


def begin_judging(writing: Connection, attempt: AttemptRow) -> None:
    """Count a try, so that a submission that kills the grader is not tried for ever."""
    writing.execute(_this(attempt).values(tries=_columns.tries + 1))


def settle_attempt(
    writing: Connection, attempt: AttemptRow, judged: JudgedSubmission, now: datetime
) -> bool:
    """Write the verdict down; one that was known is kept, and a pass stays.

    False where another process was faster: its verdict stands. A fault of the grader's is no
    verdict: the attempt goes on waiting.
    """
    report = judged.report
    if report.verdict is Verdict.GRADER_FAULT:
        return False
    is_as_read = (_columns.id == attempt.id) & (_columns.judged_at == attempt.judged_at)
    if attempt.judged_at is not None:
        earlier = select(*(_columns[name] for name in _KEPT), literal(now, Moment))
        kept = [*_KEPT, "replaced_at"]
        writing.execute(earlier_verdicts.insert().from_select(kept, earlier.where(is_as_read)))
    values = {
        "judged_at": now,
        # the course may have been edited since the attempt was recorded
        "course_version": report.course_version,
        "grader_version": report.grader_version,
        "verdict": report.verdict,
        "points": report.points,
        "max_points": report.max_points,
        "lesson_passed": report.lesson_passed or bool(attempt.lesson_passed),
        "seconds": judged.seconds,
        "judged": judged,
        "proposed": None,
    }
    return bool(change(writing, attempts.update().where(is_as_read).values(values)))


def propose_verdicts(writing: Connection, new: NewVerdicts) -> None:
    """Keep what attempts may get by a regrade until it is taken: none is judged twice for it."""
    for row, judged in new:
        writing.execute(_this(row).values(proposed=judged))


def read_proposals(reading: Connection, lesson: str) -> dict[int, JudgedSubmission]:
    """Read what is kept of a lesson, by the attempt's id."""
    asked = select(_columns.id, _columns.proposed).where(_columns.lesson == lesson)
    found = reading.execute(asked.where(_columns.proposed.is_not(None)))
    return {row.id: row.proposed for row in found}


def rewrite_judged(writing: Connection, row: AttemptRow, judged: JudgedSubmission) -> None:
    """Keep what else is known of a submission, such as its student's name; no verdict changes."""
    is_as_read = _columns.judged_at == row.judged_at
    writing.execute(_this(row).where(is_as_read).values(judged=judged))


def _this(attempt: AttemptRow) -> Any:
    return attempts.update().where(_columns.id == attempt.id)


# -- to read


def list_attempts(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[AttemptRow]:
    """List attempts by student, lesson and number."""
    asked = select(*_LIGHT).where(*equal(attempts, student=student, lesson=lesson))
    by = _columns.student, _columns.lesson, _columns.number
    return read_rows(reading, AttemptRow, asked.order_by(*by))


def waiting_attempts(reading: Connection, student: str | None = None) -> list[AttemptRow]:
    """List what waits to be judged, of one student or of all, the oldest first."""
    asked = select(*_LIGHT).where(_waits, *equal(attempts, student=student))
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
    return _read_all(reading, rows, _columns.sources)


def read_judged(reading: Connection, attempt: AttemptRow) -> JudgedSubmission | None:
    """Read what was judged; None while it waits."""
    return next((judged for _, judged in read_all_judged(reading, [attempt])), None)


def read_all_judged(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, JudgedSubmission]]:
    """Read what was judged of many attempts, in their order; those that wait are left out."""
    judged = [row for row in rows if row.judged_at is not None]
    return _read_all(reading, judged, _columns.judged)


def still_as_read(reading: Connection, rows: Sequence[AttemptRow]) -> set[int]:
    """Say which attempts, by id, nobody has judged since they were read."""
    found = _read_all(reading, rows, _columns.judged_at)
    return {row.id for row, when in found if when == row.judged_at}


def _read_all(
    reading: Connection, rows: Sequence[AttemptRow], column: Column[Any]
) -> Iterator[tuple[AttemptRow, Any]]:
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        asked = select(_columns.id, column).where(_columns.id.in_([row.id for row in some]))
        values = {row.id: row[1] for row in reading.execute(asked)}
        for row in some:
            if row.id in values:
                yield row, values[row.id]


# -- what is no attempt


def put_not_judged(writing: Connection, lesson: str, judged: JudgedSubmission) -> None:
    """Put on record why a student has no verdict: nothing came, or nothing that can be read.

    It stands in place of what was known.
    """
    student = judged.report.student
    drop_not_judged(writing, student, lesson)
    why = {"student": student, "lesson": lesson, "judged": judged}
    writing.execute(not_judged.insert().values(why))


def drop_not_judged(writing: Connection, student: str, lesson: str) -> None:
    """Forget it, since something came."""
    writing.execute(not_judged.delete().where(*equal(not_judged, student=student, lesson=lesson)))


def list_not_judged(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[JudgedSubmission]:
    """List what is on record, by student and lesson."""
    asked = select(not_judged.c.judged)
    asked = asked.where(*equal(not_judged, student=student, lesson=lesson))
    return list(reading.scalars(asked.order_by(not_judged.c.student, not_judged.c.lesson)))
