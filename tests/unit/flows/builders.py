"""Judged submissions that nobody judged."""

from typing import Any

import msgspec

from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Reveal,
    Verdict,
)


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
