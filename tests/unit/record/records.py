"""Submissions, verdicts and whole records for tests, and all rows of a record to compare."""

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from grader.model.course import LessonId, StudentId
from grader.model.deadlines import Grant
from grader.model.report import JudgedSubmission, Remark, Verdict
from grader.model.submission import Submission
from grader.record.accounts import Role, add_token, begin_session, invite
from grader.record.attempts import (
    AttemptRow,
    begin_judging,
    list_attempts,
    put_not_judged,
    record_attempt,
    settle_attempt,
)
from grader.record.drafts import save_draft
from grader.record.grants import add_grant, publish, take_hint
from grader.record.place import FILE
from grader.record.regrades import propose_verdicts, replace_verdicts
from grader.record.remarks import add_remark
from grader.record.store import Store, open_store
from grader.record.tables import audit, metadata, students
from tests.unit.judged_builders import judged

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SUMS = LessonId("sums")
LOOPS = LessonId("loops")
_LESSONS = count()


def submission(student: str, source: str = "x = 1\n") -> Submission:
    """One file, submitted."""
    return Submission(StudentId(student), {"sums.py": source.encode()})


def verdict_on(
    student: str, verdict: Verdict = Verdict.PASSED, points: str = "1"
) -> JudgedSubmission:
    """What judging may come to."""
    return judged(student, verdict=verdict, points=points, lesson_passed=verdict is Verdict.PASSED)


def record(
    store: Store, student: str, source: str = "x = 1\n", lesson: LessonId = SUMS
) -> AttemptRow:
    """Record one submission."""
    with store.writing() as writing:
        return record_attempt(writing, submission(student, source), lesson, "v1", NOW, NOW)


def settle(store: Store, attempt: AttemptRow, verdict: JudgedSubmission | None = None) -> bool:
    """Judge one attempt."""
    with store.writing() as writing:
        begin_judging(writing, attempt)
        return settle_attempt(writing, attempt, verdict or verdict_on(attempt.student), NOW)


def regrade(store: Store, student: str) -> None:
    """Put new verdicts in the place of a student's."""
    with store.writing() as writing:
        judged = [row for row in list_attempts(writing, student) if row.judged_at is not None]
        later = NOW + timedelta(1)
        replace_verdicts(writing, [(row, verdict_on(student)) for row in judged], later)


def fill(store: Store, student: str, rounds: int = 3) -> None:
    """Put a row into every table for one student."""
    for number in range(rounds):
        attempt = record(store, student, f"# {student}\n" * 300 + f"x = {number}\n")
        if number % 3 != 2:  # some wait to be judged
            settle(store, attempt)
    regrade(store, student)
    remark = Remark(None, None, f"well done, {student}", "teacher", NOW)
    with store.writing() as writing:
        save_draft(writing, student, SUMS, {"sums.py": f"# {student}\n"}, NOW)
        put_not_judged(writing, LOOPS, verdict_on(student), NOW)
        propose_verdicts(writing, [(attempt, verdict_on(student))])
        take_hint(writing, student, SUMS, 1, NOW)
        add_grant(writing, student, Grant(LOOPS, opens=True), "teacher", f"asked by {student}", NOW)
        add_grant(writing, student, Grant(SUMS, due=NOW + timedelta(1)), "teacher", "ill", NOW)
        add_remark(writing, student, SUMS, None, remark, NOW)
        invite(writing, student, Role.STUDENT, f"link of {student}", NOW)
        begin_session(writing, student, f"session {next(_LESSONS)}", NOW)
        add_token(writing, student, "laptop", f"token {next(_LESSONS)}", NOW)
        publish(writing, f"lesson{next(_LESSONS)}", "teacher", NOW)


def filled(folder: Path | str, *students: str) -> None:
    """Make a record with some students in it, and close it."""
    store = open_store(str(folder))
    for student in students:
        fill(store, student)
    store.close()


def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows of a record."""
    with store.reading() as reading:
        return {
            table.name: [
                tuple(row)
                for row in reading.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


class AuditEntry(Struct, frozen=True):
    """One thing that happened."""

    at: datetime
    event: str
    student: str | None  # None also where the person has been forgotten
    lesson: str | None
    detail: str


def read_audit(reading: Connection) -> list[AuditEntry]:
    """Read the whole trail, the oldest first."""
    asked = select(audit.c.at, audit.c.event, students.c.id, audit.c.lesson, audit.c.detail)
    known = asked.outerjoin(students, students.c.token == audit.c.person)
    return [AuditEntry(*row) for row in reading.execute(known.order_by(audit.c.id))]


def all_students(reading: Connection) -> list[str]:
    """List who is on record, as the database sorts them."""
    return list(reading.scalars(select(students.c.id).order_by(students.c.id)))


def rows_at(address: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    """Open a record, read all of it and close it."""
    store = open_store(str(address))
    try:
        return everything(store)
    finally:
        store.close()


def file_of(folder: Path) -> Path:
    """The record's file."""
    return folder / FILE
