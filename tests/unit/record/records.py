"""Submissions, verdicts and whole records for tests, and all rows of a record to compare."""

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import select

from grader.model.course import LessonId, StudentId
from grader.model.deadlines import Grant
from grader.model.report import JudgedSubmission, Remark, Verdict
from grader.model.submission import Submission
from grader.record.accounts import Role, add_token, begin_session, invite
from grader.record.attempts import (
    AttemptRow,
    begin_judging,
    list_attempts,
    propose_verdicts,
    put_not_judged,
    record_attempt,
    settle_attempt,
)
from grader.record.grants import add_grant, publish
from grader.record.in_progress import save_draft, take_hint
from grader.record.remarks import add_remark
from grader.record.store import FILE, Store, open_store
from grader.record.tables import metadata
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
        return record_attempt(writing, submission(student, source), lesson, "v1", NOW)


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
        for row in judged:
            settle_attempt(writing, row, verdict_on(student), later)


def fill(store: Store, student: str, rounds: int = 3) -> None:
    """Put a row into every table for one student."""
    for number in range(rounds):
        attempt = record(store, student, f"# {student}\n" * 300 + f"x = {number}\n")
        if number % 3 != 2:  # some wait to be judged
            settle(store, attempt)
    regrade(store, student)
    remark = Remark(None, None, f"well done, {student}", "teacher", NOW)
    with store.writing() as writing:
        save_draft(writing, student, SUMS, {"sums.py": f"# {student}\n"})
        put_not_judged(writing, LOOPS, verdict_on(student))
        propose_verdicts(writing, [(attempt, verdict_on(student))])
        take_hint(writing, student, SUMS, 1, NOW)
        add_grant(writing, student, Grant(LOOPS, opens=True), "teacher", f"asked by {student}", NOW)
        add_grant(writing, student, Grant(SUMS, due=NOW + timedelta(1)), "teacher", "ill", NOW)
        add_remark(writing, student, SUMS, None, remark)
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
