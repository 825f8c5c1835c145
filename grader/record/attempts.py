"""Records attempts: on disk before they are judged, judged once, unless all are judged again.

A submission's files, and all that judging it came to, are packed into bytes.
"""

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from grader import __version__
from grader.errors import StoreError
from grader.model.course import MIB, LessonId, StudentId
from grader.model.deadlines import Attempt
from grader.model.report import UNDECODABLE, JudgedSubmission, Points, Verdict
from grader.model.submission import Cell, Submission
from grader.model.text import is_inside

from .connections import Connection, DamagedRow, matching, moment_or_none, of_row
from .people import enrol, write_audit

# An id alone may be another's by now: of a student who came after one that was forgotten, or after
# a backup was restored.
_SAME = "id = :attempt AND student = :student AND lesson = :lesson AND submission_sha256 = :sha"
_VERDICT = (
    "judged_at = :judged_at, course_version = :course_version, verdict = :verdict,"
    " points = :points, max_points = :max_points, lesson_passed = :lesson_passed,"
    " seconds = :seconds, judged = :judged"
)
_UNCHANGED = f"{_SAME} AND judged_at = :as_read"
_KEPT = (  # called alike in both tables
    "student, lesson, number, submission_sha256, judged_at, course_version, verdict, points,"
    " max_points, judged"
)
_LIGHT = (  # the fields of AttemptRow; the files and the report are read where they are wanted
    "id, student, lesson, number, submission_sha256, submitted_at, tries, judged_at,"
    " course_version, verdict, points, max_points, lesson_passed, seconds"
)
_NAMES = _LIGHT.split(", ")
_AT_ONCE = 200


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
    is_marked: bool = False  # points and lesson_passed are by hand: store/remarks.py sees to it
    points_counted: Points | None = None  # what lateness leaves, for who shows attempts
    counted_because: str | None = None


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
    sha = submission.sha256()
    if sha is None:
        raise ValueError("a submission without a file is no attempt")
    enrol(writing, submission.student, now)
    mine = {"student": submission.student, "lesson": lesson}
    known = writing.rows(
        f"SELECT {_LIGHT} FROM attempts WHERE student = :student AND lesson = :lesson"
        " AND submission_sha256 = :sha AND course_version = :version ORDER BY number DESC LIMIT 1",
        **mine,
        sha=sha,
        version=course_version,
    )
    if known:
        return _row(known[0])
    ((highest,),) = writing.rows(
        "SELECT max(number) FROM attempts WHERE student = :student AND lesson = :lesson", **mine
    )
    (added,) = writing.rows(
        "INSERT INTO attempts (student, lesson, number, submission_sha256, submitted_at, tries,"
        " course_version, grader_version, is_of_class, sources) VALUES (:student, :lesson, :number,"
        " :sha, :submitted_at, 0, :version, :grader, :is_of_class, :sources)"
        f" RETURNING {_LIGHT}",
        **mine,
        number=(highest or 0) + 1,
        sha=sha,
        submitted_at=submitted_at,
        version=course_version,
        grader=__version__,
        is_of_class=is_of_class,
        sources=pack_submission(submission),
    )
    write_audit(writing, "submitted", now, student=submission.student, lesson=lesson)
    return _row(added)


def begin_judging(writing: Connection, attempt: AttemptRow) -> None:
    """Count a try, so that a submission that kills the grader is not tried for ever."""
    writing.change(f"UPDATE attempts SET tries = tries + 1 WHERE {_SAME}", **_identity(attempt))


def settle_attempt(
    writing: Connection, attempt: AttemptRow, judged: JudgedSubmission, now: datetime
) -> bool:
    """Write the verdict down; False where another process was faster, whose verdict stands.

    A fault of the grader's is no verdict: the attempt goes on waiting.
    """
    report = judged.report
    if report.verdict is Verdict.GRADER_FAULT:
        return False
    # the course may have been edited since: the version is that of the verdict
    changed = writing.change(
        f"UPDATE attempts SET {_VERDICT} WHERE {_SAME} AND judged_at IS NULL",
        **_verdict_values(judged, now),
        **_identity(attempt),
    )
    if not changed:
        return False
    detail = f"attempt {attempt.number}: {report.verdict.value}"
    write_audit(
        writing, "judged", now, student=attempt.student, lesson=attempt.lesson, detail=detail
    )
    return True


def replace_verdicts(
    writing: Connection, new: Iterable[tuple[AttemptRow, JudgedSubmission]], now: datetime
) -> None:
    """Put new verdicts in the place of attempts' and keep the earlier ones.

    A pass stays: an edited course takes none back. Raises StoreError where an attempt is no longer
    as it was read.
    """
    for row, judged in new:
        writing.change(
            f"INSERT INTO earlier_verdicts ({_KEPT}, replaced_at)"
            f" SELECT {_KEPT}, :now FROM attempts WHERE {_UNCHANGED}",
            **_identity(row),
            as_read=row.judged_at,
            now=now,
        )
        values = _verdict_values(judged, now)
        values["lesson_passed"] |= bool(row.lesson_passed)
        changed = writing.change(
            f"UPDATE attempts SET {_VERDICT} WHERE {_UNCHANGED}",
            **values,
            **_identity(row),
            as_read=row.judged_at,
        )
        if changed != 1:
            raise StoreError(
                f"{row.student}'s attempt {row.number} at {row.lesson} was changed by another "
                "process meanwhile. Nothing has been changed by this one: run the command again."
            )
        writing.change("DELETE FROM proposals WHERE attempt = :attempt", attempt=row.id)


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
            writing.change(
                f"UPDATE attempts SET submitted_at = :at WHERE {_SAME}", at=when, **_identity(row)
            )
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


def rewrite_judged(writing: Connection, row: AttemptRow, judged: JudgedSubmission) -> None:
    """Keep what else is known of a submission, such as its student's name; no verdict changes."""
    writing.change(
        f"UPDATE attempts SET judged = :judged WHERE {_UNCHANGED}",
        judged=pack_judged(judged),
        **_identity(row),
        as_read=row.judged_at,
    )


def withdraw_attempt(writing: Connection, attempt: AttemptRow, now: datetime) -> bool:
    """Take back what has no verdict yet; False where it has one."""
    waits = f"{_SAME} AND judged_at IS NULL"
    if not writing.change(f"DELETE FROM attempts WHERE {waits}", **_identity(attempt)):
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
    chosen, values = matching("judged_at IS NULL", student=student)
    tries = {} if fewer_tries_than is None else {"most": fewer_tries_than}
    among = f"{chosen} AND tries < :most" if tries else chosen
    asked = f"SELECT {_LIGHT} FROM attempts{among} ORDER BY id"
    return [_row(row) for row in reading.rows(asked, **values, **tries)]


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
    known, of_known = _among("version", versions)
    left_out, of_left_out = _among("but", but or [0])  # NOT IN (NULL) holds for nothing
    asked = (
        f"SELECT {_LIGHT} FROM attempts WHERE judged_at IS NULL AND tries < :tries"
        f" AND grader_version = :grader AND course_version IN ({known}) AND id NOT IN ({left_out})"
        " ORDER BY is_of_class, id LIMIT :most"
    )
    values = {"tries": fewer_tries_than, "grader": __version__, "most": most}
    return [_row(row) for row in reading.rows(asked, **values, **of_known, **of_left_out)]


def _among(name: str, values: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """Word a list of values for IN, which holds for nothing where there are none."""
    named = {f"{name}{number}": value for number, value in enumerate(values)}
    return ", ".join(f":{one}" for one in named) or "NULL", named


def still_as_read(reading: Connection, rows: Sequence[AttemptRow]) -> set[int]:
    """Say which attempts, by id, nobody has judged since they were read."""
    found = set()
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        among, ids = _among("id", [row.id for row in some])
        asked = f"SELECT id, judged_at FROM attempts WHERE id IN ({among})"
        now = {number: moment_or_none(at) for number, at in reading.rows(asked, **ids)}
        found |= {row.id for row in some if row.id in now and now[row.id] == row.judged_at}
    return found


def list_attempts(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[AttemptRow]:
    """List attempts by student, lesson and number."""
    chosen, values = matching(student=student, lesson=lesson)
    asked = f"SELECT {_LIGHT} FROM attempts{chosen} ORDER BY student, lesson, number"
    return [_row(row) for row in reading.rows(asked, **values)]


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
    data = _read(reading, attempt, "sources")
    return unpack_submission(data, attempt.student, _named(attempt))


def read_all_submissions(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, Submission]]:
    """Read the files of many attempts, in their order."""
    for row, data in _read_all(reading, rows, "sources"):
        yield row, unpack_submission(data, row.student, _named(row))


def read_judged(reading: Connection, attempt: AttemptRow) -> JudgedSubmission | None:
    """Read what was judged; None while it waits."""
    if attempt.judged_at is None:
        return None
    return unpack_judged(_read(reading, attempt, "judged"), _named(attempt))


def read_all_judged(
    reading: Connection, rows: Sequence[AttemptRow]
) -> Iterator[tuple[AttemptRow, JudgedSubmission]]:
    """Read what was judged of many attempts, in their order; those that wait are left out."""
    judged = [row for row in rows if row.judged_at is not None]
    for row, data in _read_all(reading, judged, "judged"):
        yield row, unpack_judged(data, _named(row))


def _read(reading: Connection, attempt: AttemptRow, column: str) -> bytes | None:
    found = reading.rows(f"SELECT {column} FROM attempts WHERE {_SAME}", **_identity(attempt))
    return found[0][0] if found else None


def _read_all(
    reading: Connection, rows: Sequence[AttemptRow], column: str
) -> Iterator[tuple[AttemptRow, bytes | None]]:
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        among, ids = _among("id", [row.id for row in some])
        asked = f"SELECT id, {column} FROM attempts WHERE id IN ({among})"
        by_id: dict[int, bytes | None] = dict(reading.rows(asked, **ids))
        for row in some:
            yield row, by_id.get(row.id)


def _named(attempt: AttemptRow) -> str:
    return f"{attempt.student}'s attempt {attempt.number} at {attempt.lesson}"


def _identity(attempt: AttemptRow) -> dict[str, Any]:
    return {
        "attempt": attempt.id,
        "student": attempt.student,
        "lesson": attempt.lesson,
        "sha": attempt.submission_sha256,
    }


def _verdict_values(judged: JudgedSubmission, now: datetime) -> dict[str, Any]:
    report = judged.report
    return {
        "judged_at": now,
        "course_version": report.course_version,
        "verdict": report.verdict.value,
        "points": report.points,
        "max_points": report.max_points,
        "lesson_passed": report.lesson_passed,
        "seconds": judged.seconds,
        "judged": _packed(judged),
    }


def _row(row: Any) -> AttemptRow:
    found = dict(zip(_NAMES, row, strict=True))
    passed = found["lesson_passed"]
    found["lesson_passed"] = None if passed is None else bool(passed)
    for name in ("submitted_at", "judged_at"):
        found[name] = moment_or_none(found[name])
    return of_row(AttemptRow, found)


_T = TypeVar("_T")
_MOST_BYTES = 256 * MIB  # unpacked, many times what a submission's report comes to
_Cells = list[tuple[int, int]]  # number and line of each


class _Whole(Struct, frozen=True, array_like=True):
    """Files with why they are refused, and the cells of the notebook that they were made of."""

    sources: dict[str, bytes]
    refused: str | None
    cells: _Cells
    refused_as: Verdict = Verdict.UNREADABLE


_judged = msgspec.msgpack.Decoder(JudgedSubmission)
_submission = msgspec.msgpack.Decoder(dict[str, bytes] | _Whole)


def pack_submission(submission: Submission) -> bytes:
    """Pack a submission's files."""
    cells = [(cell.number, cell.line) for cell in submission.cells]
    if cells or submission.refused is not None:
        whole = _Whole(submission.sources, submission.refused, cells, submission.refused_as)
        return _packed(whole)
    return _packed(submission.sources)


def unpack_submission(data: bytes | None, student: str, what: str) -> Submission:
    """Unpack a submission's files; raises DamagedRow that names `what`.

    They are written into folders under their names, and what made the record may be anybody's.
    """
    found = _unpacked(data, _submission.decode, what)
    for name in found if isinstance(found, dict) else found.sources:
        if not is_inside(name):
            raise DamagedRow(f"{what}: a file is called {name[:100]!r}")
    if isinstance(found, dict):
        return Submission(StudentId(student), found)
    places = tuple(Cell(*cell) for cell in found.cells)
    return Submission(
        StudentId(student), found.sources, found.refused, cells=places, refused_as=found.refused_as
    )


def pack_judged(judged: JudgedSubmission) -> bytes:
    """Pack a report, and all that judging came to."""
    return _packed(judged)


def unpack_judged(data: bytes | None, what: str) -> JudgedSubmission:
    """Unpack a report; raises DamagedRow that names `what`."""
    return _unpacked(data, _judged.decode, what)


def _packed(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))


def _unpacked(data: bytes | None, read: Callable[[bytes], _T], what: str) -> _T:
    inflating = zlib.decompressobj()
    try:
        whole = inflating.decompress(data or b"", _MOST_BYTES)
        if not inflating.eof:
            raise zlib.error("it is cut short, or too large")
        return read(whole)
    except (zlib.error, TypeError, *UNDECODABLE) as error:
        raise DamagedRow(f"{what}: {error}") from error
