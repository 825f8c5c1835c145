"""Knows who is on record, and writes down what happened.

What the trail knows of a person is a token, which forgetting makes void.
"""

import uuid
from datetime import datetime

from sqlalchemy import Connection, select

from .tables import audit, students


def enrol(writing: Connection, student: str, now: datetime) -> None:
    """Put a student on record, unless they are."""
    if not is_known(writing, student):
        token = uuid.uuid4().hex
        writing.execute(students.insert().values(id=student, token=token, added_at=now))


def is_known(reading: Connection, student: str) -> bool:
    """Whether a student is on record."""
    return reading.scalar(select(1).where(students.c.id == student)) is not None


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
    token = select(students.c.token).where(students.c.id == student).scalar_subquery()
    entry = {"at": now, "event": event, "person": token, "lesson": lesson, "detail": detail}
    writing.execute(audit.insert().values(entry))
