"""Keeps what a student has in progress: hints that were read, files that are not submitted."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, select

from .database import equal
from .tables import drafts, hints


def take_hint(writing: Connection, student: str, lesson: str, step: int, now: datetime) -> None:
    """Write down that a student read a step; reading it again changes nothing."""
    if step not in hints_taken(writing, student, lesson):
        taken = {"student": student, "lesson": lesson, "step": step, "taken_at": now}
        writing.execute(hints.insert().values(taken))


def hints_taken(reading: Connection, student: str, lesson: str) -> list[int]:
    """List the steps read, from 1."""
    asked = select(hints.c.step).where(*equal(hints, student=student, lesson=lesson))
    return list(reading.scalars(asked.order_by(hints.c.step)))


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
    number = last.number + 1
    for name, source in files.items():
        one = {"student": student, "lesson": lesson, "file": name}
        writing.execute(drafts.delete().where(*equal(drafts, **one)))
        writing.execute(drafts.insert().values({**one, "source": source, "number": number}))
    return number
