"""A report is believed where its points follow from its cases and its verdict from the outcomes."""

from typing import Any

import pytest
from msgspec.structs import replace

from grader.flows.grading.outputs import is_coherent
from grader.model.course import Lesson, LessonId
from grader.model.report import (
    NOT_JUDGED,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Reveal,
    Verdict,
)
from tests.unit.flows.builders import judged

SUMS = Lesson(LessonId("sums"), "Sums")
CASES = (
    CaseReport("test_sums.py::test_one", "adds", Outcome.PASSED, "1", "1"),
    CaseReport("test_sums.py::test_two", "adds more", Outcome.FAILED, "1/2", "2"),
    CaseReport("test_sums.py::test_three", "adds less", Outcome.SKIPPED, "0", "0"),
)
SOUND = judged("ann", points="3/2", max_points="3", share=0.5, cases=CASES).report
ALL_PASSED = {
    "cases": CASES[:1],
    "points": "1",
    "max_points": "1",
    "share": 1.0,
    "verdict": Verdict.PASSED,
    "lesson_passed": True,
}
WITHOUT_WORK = {"cases": (), "points": "0", "share": 0.0}
CLAIMS: list[dict[str, Any]] = [
    {"cases": CASES},
    {"points": "3"},
    {"share": 1.0},
    {"lesson_passed": True},
]


def is_believed(**changes: Any) -> bool:
    """Tell whether the sound report, so changed, is believed."""
    report = replace(SOUND, **changes)
    reveals = (Reveal.SENTENCE,) * len(report.cases)
    return is_coherent(JudgedSubmission(report, (), reveals), "ann", SUMS)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        ALL_PASSED,
        {"verdict": Verdict.ERROR},  # the run as a whole broke a rule
        {"verdict": Verdict.TOO_MUCH_OUTPUT},
        {"verdict": Verdict.GRADER_FAULT},
        ALL_PASSED | {"verdict": Verdict.ERROR, "lesson_passed": False},
        {"cases": (), "points": "0", "max_points": "0", "share": 0.0, "verdict": Verdict.ERROR},
        *(WITHOUT_WORK | {"verdict": verdict} for verdict in NOT_JUDGED),
    ],
)
def test_what_judging_gives_is_believed(changes: dict[str, Any]) -> None:
    """Partial points, breaches and faults of ours are no contradictions."""
    assert is_believed(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        *(WITHOUT_WORK | {"verdict": Verdict.MISSING} | change for change in CLAIMS),
        {"points": "3"},
        {"max_points": "2"},
        {"points": "many"},
        {"points": "1/0"},
        {"share": 1.0},
        {"lesson_passed": True},
        {"verdict": Verdict.PASSED},
        {"verdict": Verdict.TIMED_OUT},
        {"student": "ben"},
        {"lesson": "loops"},
        {"cases": (), "points": "0", "max_points": "0", "share": 0.0, "verdict": Verdict.PASSED},
        ALL_PASSED | {"cases": (replace(CASES[0], points="9"),), "points": "9", "share": 9.0},
        ALL_PASSED | {"cases": (replace(CASES[0], outcome=Outcome.ERROR),), "verdict": "error"},
        ALL_PASSED | {"verdict": Verdict.FAILED},
        ALL_PASSED | {"lesson_passed": False},
        ALL_PASSED | {"verdict": Verdict.GRADER_FAULT},
    ],
)
def test_what_contradicts_itself_is_not_believed(changes: dict[str, Any]) -> None:
    """A change of one part alone shows."""
    assert not is_believed(**changes)


def test_each_case_has_its_reveal_level() -> None:
    """Without the levels nobody knows what a student may read."""
    assert not is_coherent(JudgedSubmission(SOUND, (), ()), "ann", SUMS)
