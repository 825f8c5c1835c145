"""Publishes a lesson's results, and knows what students may see of a lesson at a time."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.course import Lesson
from grader.model.deadlines import Grant
from grader.model.disclosure import shown_now
from grader.model.remarks import RemarkOnRecord, remarks_on, with_remarks
from grader.model.report import JudgedSubmission, Report, Visibility
from grader.model.student_report import student_report
from grader.store.place import has_record

if TYPE_CHECKING:
    from grader.store.store import Store


class ByHand(Struct, frozen=True):
    """What instructors have decided by hand, beside the judge: all of a record."""

    now: datetime
    remarks: tuple[RemarkOnRecord, ...] = ()
    published: frozenset[str] = frozenset()  # lessons
    grants: Mapping[tuple[str, str], tuple[Grant, ...]] = field(default_factory=dict)

    def marked(self, judged: JudgedSubmission, lesson: Lesson) -> JudgedSubmission:
        """Put the remarks on a submission into its report."""
        remarks = remarks_on(judged.report, self.remarks)
        return replace(judged, report=with_remarks(judged.report, remarks, lesson.pass_score))

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
    from grader.store.grants import published_lessons, read_grants
    from grader.store.remarks import list_remarks

    with store.reading() as reading:
        return ByHand(
            remarks=tuple(list_remarks(reading, student)),
            published=published_lessons(reading),
            grants=read_grants(reading),
            now=now,
        )


def by_hand_at(data: str, now: datetime) -> ByHand:
    """Read what a record holds, where there is one; none is made."""
    if not has_record(data):
        return ByHand(now=now)
    from grader.store.store import open_store

    store = open_store(data)
    try:
        return read_by_hand(store, now)
    finally:
        store.close()
