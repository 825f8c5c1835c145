"""Classes in which every number is planted."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    Diagnosis,
    MistakeInPart,
    Outcome,
    Report,
    Verdict,
)

LETTERS = {
    "p": Outcome.PASSED,
    "f": Outcome.FAILED,
    "e": Outcome.ERROR,
    "t": Outcome.TIMED_OUT,
    "s": Outcome.SKIPPED,
}


def case(number: int, letter: str, worth: str = "1") -> CaseReport:
    """A case by its outcome's letter."""
    outcome = LETTERS[letter]
    most = "0" if outcome is Outcome.SKIPPED else worth
    points = worth if outcome is Outcome.PASSED else "0"
    name = f"test_sums.py::test_{number}"
    return CaseReport(name, f"adds {number}", outcome, points, most)


def planted(student: str, letters: str, worth: Sequence[str] = (), **changes: Any) -> Report:
    """A report by its cases' letters, such as "ppf"."""
    cases = tuple(
        case(number, letter, worth[number - 1] if worth else "1")
        for number, letter in enumerate(letters, 1)
    )
    points = sum((Fraction(one.points) for one in cases), Fraction(0))
    most = sum((Fraction(one.max_points) for one in cases), Fraction(0))
    is_passed = points == most > 0
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="sums",
        submission_sha256=f"sha of {student}",
        grader_version="1",
        course_version="1",
        isolation="full",
        verdict=Verdict.PASSED if is_passed else Verdict.FAILED,
        points=str(points),
        max_points=str(most),
        share=round(float(points / most), 6) if most else 0.0,
        lesson_passed=is_passed,
        cases=cases,
    )
    return msgspec.structs.replace(report, **changes)


def diagnosed(name: str) -> Diagnosis:
    """A known mistake."""
    return Diagnosis(name, f"Think of {name}.")


def in_part(name: str, number: int) -> MistakeInPart:
    """The same mistake, where it explains one case."""
    return MistakeInPart(name, f"Think of {name}.", (case(number, "f").id,))
