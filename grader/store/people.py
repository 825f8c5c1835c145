"""Knows who is on record."""

import uuid
from datetime import datetime

from .connections import Connection


def enrol(writing: Connection, student: str, now: datetime) -> None:
    """Put a student on record, unless they are."""
    if not is_known(writing, student):
        writing.change(
            "INSERT INTO students (id, token, added_at) VALUES (:id, :token, :now)",
            id=student,
            token=uuid.uuid4().hex,
            now=now,
        )


def all_students(reading: Connection) -> list[str]:
    """List who is on record."""
    return [student for (student,) in reading.rows("SELECT id FROM students ORDER BY id")]


def is_known(reading: Connection, student: str) -> bool:
    """Whether a student is on record."""
    return bool(reading.rows("SELECT 1 FROM students WHERE id = :student", student=student))
