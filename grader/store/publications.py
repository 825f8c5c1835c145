"""Records whose results are out: cases that students see once grades are published."""

from datetime import datetime

from msgspec import Struct

from .connections import Connection, moment, of_row
from .people import write_audit


class Publication(Struct, frozen=True):
    """That a lesson's results are out: since when, and by whom."""

    lesson: str
    published_by: str
    published_at: datetime


def publish(writing: Connection, lesson: str, by: str, now: datetime) -> Publication | None:
    """Publish a lesson's results; return the earlier publication where they were out already."""
    known = find_publication(writing, lesson)
    if known is None:
        writing.change(
            "INSERT INTO publications (lesson, published_by, published_at)"
            " VALUES (:lesson, :by, :now)",
            lesson=lesson,
            by=by,
            now=now,
        )
        write_audit(writing, "published", now, lesson=lesson)
    return known


def take_back_publication(writing: Connection, lesson: str, now: datetime) -> Publication | None:
    """Take a publication back; return it, or None where there was none."""
    known = find_publication(writing, lesson)
    if known is not None:
        writing.change("DELETE FROM publications WHERE lesson = :lesson", lesson=lesson)
        write_audit(writing, "publication undone", now, lesson=lesson)
    return known


def find_publication(reading: Connection, lesson: str) -> Publication | None:
    """Find a lesson's publication."""
    found = reading.rows(
        "SELECT published_by, published_at FROM publications WHERE lesson = :lesson",
        lesson=lesson,
    )
    if not found:
        return None
    by, at = found[0]
    fields = {"lesson": lesson, "published_by": by, "published_at": moment(at)}
    return of_row(Publication, fields)


def published_lessons(reading: Connection) -> frozenset[str]:
    """Name all lessons whose results are out."""
    return frozenset(lesson for (lesson,) in reading.rows("SELECT lesson FROM publications"))
