"""Judged submissions that nobody judged."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from grader.model.course import LessonId, StudentId
from grader.model.report import (
    NOT_JUDGED,
    REPORT_VERSION,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Reveal,
    Verdict,
)
from grader.model.submission import Submission
from grader.record.attempts import put_not_judged, record_attempt, settle_attempt
from grader.record.store import open_store


def judged(student: str, seconds: float = 0.5, **changes: Any) -> JudgedSubmission:
    """A submission that failed its one case."""
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="sums",
        submission_sha256="ab",
        grader_version="1",
        course_version="1",
        isolation="full",
        verdict=Verdict.FAILED,
        points="0",
        max_points="1",
        share=0.0,
        lesson_passed=False,
        cases=(CaseReport("test_sums.py::test_one", "adds", Outcome.FAILED, "0", "1"),),
    )
    report = msgspec.structs.replace(report, **changes)
    return JudgedSubmission(report, (), (Reveal.SENTENCE,), "x = 1\n", seconds)


def put_on_record(data: Path, *judged: JudgedSubmission, when: datetime | None = None) -> None:
    """Put a class on record as `grader grade` does; what the grader failed on waits."""
    store = open_store(str(data))
    now = datetime(2026, 9, 1, tzinfo=UTC)
    with store.writing() as writing:
        for one in judged:
            report = one.report
            if report.verdict in NOT_JUDGED:
                put_not_judged(writing, report.lesson, one)
                continue
            content = f"{report.student} {report.points} {when}".encode()
            handed_in = Submission(StudentId(report.student), {"sums.py": content})
            row = record_attempt(writing, handed_in, LessonId(report.lesson), "1", when)
            settle_attempt(writing, row, one, now)
    store.close()
