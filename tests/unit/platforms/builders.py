"""Reports and class lists that nobody submitted."""

from fractions import Fraction
from typing import Any

import msgspec

from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    Outcome,
    Report,
    ReportedFailure,
    Shown,
    Verdict,
    Visibility,
)
from grader.platforms.class_list import Mark

SECRET = "secret_value_of_the_case"


def case(number: int, outcome: Outcome = Outcome.PASSED, **changes: Any) -> CaseReport:
    """A case worth one point; one that fails holds a value that no student may read."""
    passed = outcome is Outcome.PASSED
    made = CaseReport(
        id=f"test_sums.py::test_{number}",
        sentence=f"adds {number}",
        outcome=outcome,
        points="1" if passed else "0",
        max_points="0" if outcome is Outcome.SKIPPED else "1",
        message=None if passed or outcome is Outcome.SKIPPED else "The result is a wrong value.",
        hint=None if passed else f"hint {SECRET}",
        shown=None if passed else Shown(f"add({SECRET})", SECRET, SECRET),
        failure=None if passed else ReportedFailure("raised", "KeyError", text=SECRET),
    )
    return msgspec.structs.replace(made, **changes)


ALL_KINDS = (
    case(1),
    case(2, Outcome.FAILED),
    case(3, Outcome.ERROR, message=None),
    case(4, Outcome.TIMED_OUT),
    case(5, Outcome.OUT_OF_MEMORY),
    case(6, Outcome.SKIPPED),
    case(7, Outcome.FAILED, visibility=Visibility.HIDDEN, message=f"hidden {SECRET}"),
    case(8, visibility=Visibility.HIDDEN, points="1/3", max_points="1/3"),
    case(9, Outcome.FAILED, visibility=Visibility.AFTER_DUE_DATE, message="due message"),
    case(10, Outcome.FAILED, visibility=Visibility.AFTER_PUBLISHED, message="published message"),
)


def report(student: str = "ann", *cases: CaseReport, **changes: Any) -> Report:
    """A report whose sums fit its cases."""
    cases = cases or (case(1), case(2, Outcome.FAILED))
    points = sum((Fraction(each.points) for each in cases), Fraction(0))
    most = sum((Fraction(each.max_points) for each in cases), Fraction(0))
    made = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="sums",
        submission_sha256="ab",
        grader_version="1",
        course_version="1",
        isolation="full",
        verdict=Verdict.PASSED if points == most else Verdict.FAILED,
        points=str(points),
        max_points=str(most),
        share=round(float(points / most), 6) if most else 0.0,
        lesson_passed=points == most,
        cases=cases,
        printed=f"printed {SECRET}",
        group="feedbeef",
    )
    return msgspec.structs.replace(made, **changes)


def mark(student: str, points: str = "23/2", most: str = "14", **known: Any) -> Mark:
    """What a student gets."""
    return Mark(student, Fraction(points), Fraction(most), **known)
