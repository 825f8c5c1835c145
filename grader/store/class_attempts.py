"""Records a class that has been judged already: what is on record stays as it is."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from grader.model.course import LessonId
from grader.model.report import JudgedSubmission
from grader.model.submission import Submission

from .attempts import AttemptRow, list_attempts, record_attempt, settle_attempt
from .connections import Connection


class ClassRecorded(Struct, frozen=True):
    """How many submissions of a class came to what."""

    added: int = 0
    known: int = 0  # the same bytes had been judged before
    outdated: int = 0  # of these, under other versions of the lesson only

    def __add__(self, other: "ClassRecorded") -> "ClassRecorded":
        """Count both together."""
        return ClassRecorded(
            self.added + other.added, self.known + other.known, self.outdated + other.outdated
        )


def record_judged(
    writing: Connection,
    lesson: LessonId,
    judged: Sequence[tuple[Submission, JudgedSubmission]],
    now: datetime,
) -> ClassRecorded:
    """Record submissions with their verdicts; the same bytes of a student once."""
    known: defaultdict[tuple[str, str], list[AttemptRow]] = defaultdict(list)
    for row in list_attempts(writing, lesson=lesson):
        known[row.student, row.submission_sha256].append(row)
    counts = ClassRecorded()
    for submission, verdict in judged:
        same = known[submission.student, str(submission.sha256())]
        settled = [row for row in same if row.judged_at is not None]
        version, when = verdict.report.course_version, submission.submitted_at
        if settled:
            _date(writing, settled, when)
            is_outdated = all(row.course_version != version for row in settled)
            counts += ClassRecorded(known=1, outdated=is_outdated)
            continue
        # one that its student submitted, and that still waits, is judged by this
        row = same[-1] if same else record_attempt(writing, submission, lesson, version, now, when)
        settle_attempt(writing, row, verdict, now)
        counts += ClassRecorded(added=1)
    return counts


def _date(writing: Connection, rows: list[AttemptRow], when: datetime | None) -> None:
    """Fill in when it was submitted, where that was not known before."""
    if when is None:
        return
    for row in rows:
        writing.change(
            "UPDATE attempts SET submitted_at = :at WHERE id = :id AND submitted_at IS NULL",
            at=when,
            id=row.id,
        )
