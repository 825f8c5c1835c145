"""Records what an instructor grants a student, publishes, and so decides beside the judge."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field
from sqlalchemy import Connection, select

from grader.model.course import Lesson
from grader.model.deadlines import Grant, History
from grader.model.remarks import RemarkOnRecord, count_report, remarks_on
from grader.model.report import JudgedSubmission, Report, Visibility
from grader.model.student_report import shown_now, student_report

from .attempts import facts, list_attempts
from .database import equal, of_row, read_rows
from .remarks import list_remarks, marked_rows
from .tables import grants, publications


def add_grant(
    writing: Connection, student: str, grant: Grant, by: str, note: str, now: datetime
) -> None:
    """Write down what an instructor grants one student, who, and why."""
    granted = {name: getattr(grant, name) for name in grant.__struct_fields__}
    why = {"student": student, "granted_by": by, "granted_at": now, "note": note}
    writing.execute(grants.insert().values({**granted, **why}))


def read_grants(
    reading: Connection, student: str | None = None
) -> dict[tuple[str, str], tuple[Grant, ...]]:
    """Read everybody's grants or a student's, by student and lesson."""
    found: dict[tuple[str, str], tuple[Grant, ...]] = {}
    asked = select(grants).where(*equal(grants, student=student)).order_by(grants.c.id)
    for row in reading.execute(asked).mappings():
        key = row["student"], row["lesson"]
        found[key] = (*found.get(key, ()), of_row(Grant, row))
    return found


def read_history(reading: Connection, student: str) -> History:
    """Read what the rules of unlocking need of one student, in the order in which it came."""
    granted = tuple(one for some in read_grants(reading, student).values() for one in some)
    rows = marked_rows(reading, list_attempts(reading, student))
    came = sorted(rows, key=lambda row: row.id)
    return History(facts(came), granted)


class Publication(Struct, frozen=True):
    """That a lesson's results are out: since when, and by whom."""

    lesson: str
    published_by: str
    published_at: datetime


def publish(writing: Connection, lesson: str, by: str, now: datetime) -> Publication | None:
    """Publish a lesson's results; return the earlier publication where they were out already."""
    known = find_publication(writing, lesson)
    if known is None:
        values = {"lesson": lesson, "published_by": by, "published_at": now}
        writing.execute(publications.insert().values(values))
    return known


def find_publication(reading: Connection, lesson: str) -> Publication | None:
    """Find a lesson's publication."""
    asked = select(publications).where(publications.c.lesson == lesson)
    return next(iter(read_rows(reading, Publication, asked)), None)


class ByHand(Struct, frozen=True):
    """What instructors have decided by hand, beside the judge: all of a record."""

    remarks: tuple[RemarkOnRecord, ...] = ()
    published: frozenset[str] = frozenset()  # lessons
    grants: Mapping[tuple[str, str], tuple[Grant, ...]] = field(default_factory=dict)

    def granted(self, student: str, lesson: Lesson) -> tuple[Grant, ...]:
        """Return what a student was granted in a lesson."""
        return self.grants.get((student, lesson.id), ())

    def counted(self, report: Report, lesson: Lesson, submitted_at: datetime | None) -> Report:
        """Put in remarks and what the dates leave."""
        about = remarks_on(report, self.remarks)
        granted = self.granted(report.student, lesson)
        return count_report(report, lesson, about, granted, submitted_at)

    def for_student(self, judged: JudgedSubmission, lesson: Lesson, now: datetime) -> Report:
        """Take out of a report what its student may not read now."""
        return student_report(judged, self.shown_now(judged.report.student, lesson, now))

    def shown_now(self, student: str, lesson: Lesson, now: datetime) -> frozenset[Visibility]:
        """Return the visibilities that a student sees now."""
        granted = self.granted(student, lesson)
        return shown_now(lesson, granted, is_published=lesson.id in self.published, now=now)


def read_by_hand(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> ByHand:
    """Read what holds now: for one student or lesson, or for all."""
    remarks = tuple(list_remarks(reading, student, lesson))
    published = frozenset(reading.scalars(select(publications.c.lesson)))
    return ByHand(remarks, published, read_grants(reading, student))
