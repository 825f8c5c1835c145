"""Keeps what a student has typed and not submitted: the newest state of each file."""

from datetime import datetime

from msgspec import Struct

from .connections import Connection
from .people import enrol


class Draft(Struct, frozen=True):
    """What a student has typed into one lesson's files."""

    files: dict[str, str]
    number: int  # of the save, from 1; 0 where nothing is saved yet


class DraftChanged(Exception):
    """Another page has saved in between; what it saved stands."""


def read_draft(reading: Connection, student: str, lesson: str) -> Draft:
    """Read what is saved."""
    rows = reading.rows(
        "SELECT file, source, number FROM drafts WHERE student = :student AND lesson = :lesson",
        student=student,
        lesson=lesson,
    )
    return Draft(
        {file: source for file, source, _ in rows}, max((row[2] for row in rows), default=0)
    )


def save_draft(
    writing: Connection,
    student: str,
    lesson: str,
    files: dict[str, str],
    now: datetime,
    *,
    based_on: int | None = None,
) -> int:
    """Save what is typed, and number the save.

    Raises DraftChanged where it is based on an earlier save than the last, and differs from that.
    """
    last = read_draft(writing, student, lesson)
    if all(last.files.get(name) == source for name, source in files.items()):
        return last.number
    if based_on is not None and based_on != last.number:
        raise DraftChanged
    enrol(writing, student, now)
    mine = {"student": student, "lesson": lesson}
    for name, source in files.items():
        writing.change(
            "DELETE FROM drafts WHERE student = :student AND lesson = :lesson AND file = :file",
            **mine,
            file=name,
        )
        writing.change(
            "INSERT INTO drafts (student, lesson, file, source, number, saved_at)"
            " VALUES (:student, :lesson, :file, :source, :number, :now)",
            **mine,
            file=name,
            source=source,
            number=last.number + 1,
            now=now,
        )
    return last.number + 1
