"""Hands over everything about a person, or erases it from a record."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, delete, select

from grader.errors import StoreError
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report

from .database import BUSY_SECONDS, change, run_alone
from .store import Store
from .tables import metadata

_NOT_HANDED_OVER = frozenset(("password", "digest", "proposed"))


def is_known(reading: Connection, student: str) -> bool:
    """Whether anything about a student is on record."""
    asked = (select(1).select_from(table).where(theirs) for table, theirs in _rows_about(student))
    return any(reading.scalar(one.limit(1)) is not None for one in asked)


def export_person(store: Store, student: str) -> dict[str, Any]:
    """Collect what is on record about a student, ready for JSON; bytes as base64.

    Reports are as the student may read them; secrets, and what nobody has decided, stay.
    """
    with store.reading() as reading:
        return {
            table.name: [
                {
                    name: msgspec.to_builtins(
                        student_report(value) if isinstance(value, JudgedSubmission) else value
                    )
                    for name, value in row.items()
                    if name not in _NOT_HANDED_OVER
                }
                for row in reading.execute(select(table).where(theirs)).mappings()
            ]
            for table, theirs in _rows_about(student)
        }


def forget_person(store: Store, student: str) -> int:
    """Erase a student from the record; return how many rows.

    Its backups still hold what was erased. Raises StoreError where the record's log does.
    """
    with store.writing() as writing:
        tables = reversed(_rows_about(student))
        erased = sum(change(writing, delete(table).where(theirs)) for table, theirs in tables)
    if not store.is_on_server:
        with store.explained():  # the file is written again, and its log emptied
            run_alone(store.engine, "VACUUM")
            is_busy, *_ = run_alone(store.engine, "PRAGMA wal_checkpoint(TRUNCATE)")
        if is_busy:
            raise StoreError(
                f"Another process has been reading for over {BUSY_SECONDS} s: "
                "the log still holds what was erased. Run the command again."
            )
    return erased


def _rows_about(student: str) -> list[tuple[Table, ColumnElement[bool]]]:
    about = ("student", "account")  # the column that says whom a row is about
    tables = metadata.sorted_tables
    return [(one, one.c[name] == student) for one in tables for name in about if name in one.c]
