"""Knows who is on record, and writes down what happened.

What the trail knows of a person is a token, which forgetting makes void.
"""

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


def is_known(reading: Connection, student: str) -> bool:
    """Whether a student is on record."""
    return bool(reading.rows("SELECT 1 FROM students WHERE id = :student", student=student))


def write_audit(
    writing: Connection,
    event: str,
    now: datetime,
    *,
    student: str | None = None,
    lesson: str | None = None,
    detail: str = "",
) -> None:
    """Add an entry; `detail` must say nothing about a person."""
    writing.change(
        "INSERT INTO audit (at, event, person, lesson, detail) VALUES"
        " (:now, :event, (SELECT token FROM students WHERE id = :student), :lesson, :detail)",
        now=now,
        event=event,
        student=student,
        lesson=lesson,
        detail=detail,
    )
