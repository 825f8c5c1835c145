"""Publishes a lesson's results, and knows what students may see of a lesson at a time."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field

from grader.model.course import Lesson
from grader.model.deadlines import Grant
from grader.model.remarks import RemarkOnRecord, count_report, remarks_on
from grader.model.report import JudgedSubmission, Report, Visibility
from grader.model.student_report import shown_now, student_report
from grader.record.place import has_record

if TYPE_CHECKING:
    from grader.record.store import Store


class ByHand(Struct, frozen=True):
    """What instructors have decided by hand, beside the judge: all of a record."""

    now: datetime
    remarks: tuple[RemarkOnRecord, ...] = ()
    published: frozenset[str] = frozenset()  # lessons
    grants: Mapping[tuple[str, str], tuple[Grant, ...]] = field(default_factory=dict)
    times: Mapping[tuple[str, str, str | None], datetime] = field(default_factory=dict)  # by digest

    def counted(self, report: Report, lesson: Lesson, submitted_at: datetime | None) -> Report:
        """Put in remarks and what the dates leave; a time may be given or on record."""
        whose = (report.student, report.lesson)
        when = submitted_at or self.times.get((*whose, report.submission_sha256))
        remarks = remarks_on(report, self.remarks)
        return count_report(report, lesson, remarks, self.grants.get(whose, ()), when)

    def for_student(self, judged: JudgedSubmission, lesson: Lesson) -> Report:
        """Take out of a report what its student may not read now."""
        return student_report(judged, self.shown_now(judged.report.student, lesson))

    def shown_now(self, student: str, lesson: Lesson) -> frozenset[Visibility]:
        """Return the visibilities that a student sees now."""
        grants = self.grants.get((student, lesson.id), ())
        is_published = lesson.id in self.published
        return shown_now(lesson, grants, is_published=is_published, now=self.now)


def read_by_hand(store: "Store", now: datetime, student: str | None = None) -> ByHand:
    """Read what holds now: for one student, or for a class."""
    # most classes are graded without a record, and loading a database for nothing takes long
    from grader.record.attempts import list_attempts
    from grader.record.grants import published_lessons, read_grants
    from grader.record.remarks import list_remarks

    with store.reading() as reading:
        known = reversed(list_attempts(reading, student))  # of the same bytes the first time counts
        return ByHand(
            remarks=tuple(list_remarks(reading, student)),
            published=published_lessons(reading),
            grants=read_grants(reading),
            times={
                (row.student, row.lesson, row.submission_sha256): row.submitted_at
                for row in known
                if row.submitted_at is not None
            },
            now=now,
        )


def by_hand_at(data: str, now: datetime) -> ByHand:
    """Read what a record holds, where there is one; none is made."""
    if not has_record(data):
        return ByHand(now=now)
    from grader.record.store import open_store

    store = open_store(data)
    try:
        return read_by_hand(store, now)
    finally:
        store.close()
