"""Knows who is on record; hands over or erases everything about one person."""

import base64
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, delete, select
from sqlalchemy.exc import IntegrityError

from .audit import write_audit
from .database import sqlite_engine
from .schema import metadata, students


def enrol(writing: Connection, student: str, now: datetime) -> None:
    """Put a student on record, unless they are, and hold others off until this is written."""
    known = select(students.c.id).where(students.c.id == student).with_for_update()
    if writing.execute(known).first() is None:
        row = {"id": student, "token": uuid.uuid4().hex, "added_at": now}
        try:
            with writing.begin_nested():
                writing.execute(students.insert(), row)
        except IntegrityError:  # another process was faster
            writing.execute(known)


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
    return {
        table.name: [
            {name: _plain(value) for name, value in row.items()}
            for row in reading.execute(select(table).where(about == student)).mappings()
        ]
        for table, about in _tables_of_people(metadata)
    }


def forget_person(writing: Connection, student: str, now: datetime) -> int:
    """Erase everything about a student; return how many rows. That it happened stays on record."""
    write_audit(writing, "forgotten", now, student=student)
    return _erase(writing, student, metadata)


def forget_in_backup(path: Path, student: str) -> int:
    """Erase a student from a backup, of whatever version."""
    with _open(path) as engine, engine.begin() as writing:
        tables = MetaData()
        tables.reflect(writing)
        return _erase(writing, student, tables)


def fold_log(engine: Engine) -> None:
    """Write the log of changes into the file and empty it, so that nothing erased is left there."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.connection.driver_connection.execute(  # type: ignore[union-attr] # is open
                "PRAGMA wal_checkpoint(TRUNCATE)"
            ).close()


def _erase(writing: Connection, student: str, tables: MetaData) -> int:
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


@contextmanager
def _open(path: Path) -> Iterator[Engine]:
    engine = sqlite_engine(path)
    try:
        yield engine
        fold_log(engine)
    finally:
        engine.dispose()
