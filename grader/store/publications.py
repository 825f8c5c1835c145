"""Records whose results are out: cases that students see once grades are published."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from .audit import write_audit
from .schema import publications


@dataclass(frozen=True)
class Publication:
    """That a lesson's results are out: since when, and by whom."""

    lesson: str
    published_by: str
    published_at: datetime


def publish(writing: Connection, lesson: str, by: str, now: datetime) -> Publication | None:
    """Publish a lesson's results; return the earlier publication where they were out already."""
    known = find_publication(writing, lesson)
    if known is None:
        row = {"lesson": lesson, "published_by": by, "published_at": now}
        writing.execute(publications.insert(), row)
        write_audit(writing, "published", now, lesson=lesson)
    return known


def take_back_publication(writing: Connection, lesson: str, now: datetime) -> Publication | None:
    """Take a publication back; return it, or None where there was none."""
    known = find_publication(writing, lesson)
    if known is not None:
        writing.execute(delete(publications).where(publications.c.lesson == lesson))
        write_audit(writing, "publication undone", now, lesson=lesson)
    return known


def find_publication(reading: Connection, lesson: str) -> Publication | None:
    """Find a lesson's publication."""
    row = reading.execute(select(publications).where(publications.c.lesson == lesson)).first()
    return None if row is None else Publication(*row)


def published_lessons(reading: Connection) -> frozenset[str]:
    """Name all lessons whose results are out."""
    return frozenset(reading.execute(select(publications.c.lesson)).scalars())
