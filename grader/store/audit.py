"""Writes down what happened; what it knows of a person is a token, which forgetting makes void."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from .schema import audit, students


@dataclass(frozen=True)
class AuditEntry:
    """One thing that happened."""

    at: datetime
    event: str
    student: str | None  # None also where the person has been forgotten
    lesson: str | None
    detail: str


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
    token = None
    if student is not None:
        token = writing.execute(select(students.c.token).where(students.c.id == student)).scalar()
    row = {"at": now, "event": event, "person": token, "lesson": lesson, "detail": detail}
    writing.execute(audit.insert(), row)


def read_audit(reading: Connection) -> list[AuditEntry]:
    """Read the whole trail, the oldest first."""
    named = audit.outerjoin(students, students.c.token == audit.c.person)
    columns = (audit.c.at, audit.c.event, students.c.id, audit.c.lesson, audit.c.detail)
    rows = reading.execute(select(*columns).select_from(named).order_by(audit.c.id))
    return [AuditEntry(*row) for row in rows]
