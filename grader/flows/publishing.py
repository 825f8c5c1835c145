"""Publishes a lesson's results, and knows what students may see of a lesson at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from grader.model.course import Lesson
from grader.model.deadlines import deadlines
from grader.model.progress import Grant
from grader.model.remarks import RemarkOnRecord, remarks_on, with_remarks
from grader.model.report import JudgedSubmission, Report, student_report

if TYPE_CHECKING:
    from grader.store.store import Store


@dataclass(frozen=True)
class ByHand:
    """What instructors have decided by hand, beside the judge: all of a record."""

    remarks: tuple[RemarkOnRecord, ...] = ()
    published: frozenset[str] = frozenset()  # lessons
    grants: Mapping[tuple[str, str], tuple[Grant, ...]] = field(default_factory=dict)
    now: datetime | None = field(default=None, compare=False)  # None: when it is asked

    def marked(self, judged: JudgedSubmission, lesson: Lesson) -> JudgedSubmission:
        """Put the remarks on a submission into its report."""
        remarks = remarks_on(judged.report, self.remarks)
        report = with_remarks(judged.report, remarks, lesson.pass_score)
        return JudgedSubmission(
            report, judged.traces, judged.reveals, judged.source, judged.seconds
        )

    def for_student(self, judged: JudgedSubmission, lesson: Lesson) -> Report:
        """Take out of a report what its student may not read now."""
        grants = self.grants.get((judged.report.student, lesson.id), ())
        now = self.now or datetime.now(UTC)
        return student_report(
            judged,
            is_past_due=deadlines(lesson, grants).is_past_due(now),
            is_published=lesson.id in self.published,
        )


NOTHING_BY_HAND = ByHand()


def read_by_hand(store: "Store", now: datetime, student: str | None = None) -> ByHand:
    """Read what holds now: for one student, or for a class."""
    # most classes are graded without a record, and loading a database for nothing takes long
    from grader.store.grants import read_grants
    from grader.store.publications import published_lessons
    from grader.store.remarks import list_remarks

    with store.reading() as reading:
        return ByHand(
            remarks=tuple(list_remarks(reading, student)),
            published=published_lessons(reading),
            grants=read_grants(reading),
            now=now,
        )
