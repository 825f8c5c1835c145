"""Knows who is on record; hands over or erases everything about one person."""

import base64
import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, MetaData, Table, delete, select

from .audit import write_audit
from .schema import audit, metadata, students


def enrol(writing: Connection, student: str, now: datetime) -> None:
    """Put a student on record, unless they are."""
    if not is_known(writing, student):
        row = {"id": student, "token": uuid.uuid4().hex, "added_at": now}
        writing.execute(students.insert(), row)


def all_students(reading: Connection) -> list[str]:
    """List who is on record."""
    return [row.id for row in reading.execute(select(students.c.id).order_by(students.c.id))]


def is_known(reading: Connection, student: str) -> bool:
    """Whether a student is on record."""
    return (
        reading.execute(select(students.c.id).where(students.c.id == student)).first() is not None
    )


def export_person(reading: Connection, student: str) -> dict[str, Any]:
    """Collect everything on record about a student, ready for JSON; bytes as base64."""
    token = select(students.c.token).where(students.c.id == student).scalar_subquery()
    found = [(table, about == student) for table, about in _tables_of_people(metadata)]
    return {
        table.name: [
            {name: _plain(value) for name, value in row.items()}
            for row in reading.execute(select(table).where(theirs)).mappings()
        ]
        for table, theirs in [*found, (audit, audit.c.person == token)]
    }


def forget_person(writing: Connection, student: str, now: datetime) -> int:
    """Erase everything about a student; return how many rows. That it happened stays on record."""
    if is_known(writing, student):
        write_audit(writing, "forgotten", now, student=student)
    return erase_person(writing, student, metadata)


def erase_person(writing: Connection, student: str, tables: MetaData) -> int:
    """Erase a student's rows from the given tables; return how many."""
    erased = 0
    for table, about in reversed(_tables_of_people(tables)):
        erased += writing.execute(delete(table).where(about == student)).rowcount
    return erased


def _tables_of_people(tables: MetaData) -> list[tuple[Table, Any]]:
    found = [(table, table.c.student) for table in tables.sorted_tables if "student" in table.c]
    everyone = tables.tables["students"]
    return [(everyone, everyone.c.id), *found]


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if isinstance(value, datetime) else value
