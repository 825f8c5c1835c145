"""Keeps what a student has typed and not submitted: the newest state of each file."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, select

from .database import equal
from .people import enrol
from .tables import drafts


class Draft(Struct, frozen=True):
    """What a student has typed into one lesson's files."""

    files: dict[str, str]
    number: int  # of the save, from 1; 0 where nothing is saved yet


class DraftChanged(Exception):
    """Another page has saved in between; what it saved stands."""


def read_draft(reading: Connection, student: str, lesson: str) -> Draft:
    """Read what is saved."""
    mine = equal(drafts, student=student, lesson=lesson)
    rows = reading.execute(select(drafts).where(*mine)).all()
    files = {row.file: row.source for row in rows}
    return Draft(files, max((row.number for row in rows), default=0))


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
    number = last.number + 1
    for name, source in files.items():
        one = {"student": student, "lesson": lesson, "file": name}
        writing.execute(drafts.delete().where(*equal(drafts, **one)))
        values = {**one, "source": source, "number": number, "saved_at": now}
        writing.execute(drafts.insert().values(values))
    return number
