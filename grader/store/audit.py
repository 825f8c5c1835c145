"""Writes down what happened; what it knows of a person is a token, which forgetting makes void."""

from datetime import datetime

from msgspec import Struct

from .connections import Connection, moment


class AuditEntry(Struct, frozen=True):
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
    writing.change(
        "INSERT INTO audit (at, event, person, lesson, detail) VALUES"
        " (:now, :event, (SELECT token FROM students WHERE id = :student), :lesson, :detail)",
        now=now,
        event=event,
        student=student,
        lesson=lesson,
        detail=detail,
    )


def read_audit(reading: Connection) -> list[AuditEntry]:
    """Read the whole trail, the oldest first."""
    rows = reading.rows(
        "SELECT audit.at, audit.event, students.id, audit.lesson, audit.detail"
        " FROM audit LEFT JOIN students ON students.token = audit.person ORDER BY audit.id"
    )
    return [AuditEntry(moment(at), *rest) for at, *rest in rows]
