"""What a regrade changes is told by case, and brought together by cause."""

from typing import Any

import msgspec

from grader.model.regrade import AttemptChange, by_cause
from grader.model.report import CaseReport, Outcome, Report, Verdict
from tests.unit.platforms.builders import case, report

ONE, TWO, WRONG_TWO = case(1), case(2), case(2, Outcome.FAILED)
CASE = "test_sums.py::test_"


def change(before: tuple[CaseReport, ...], after: tuple[CaseReport, ...]) -> AttemptChange:
    return of(report("ann", *before), report("ann", *after))


def of(before: Report, after: Report, student: str = "ann") -> AttemptChange:
    return AttemptChange(student, "sums", 1, before, after)


def told(before: tuple[CaseReport, ...], after: tuple[CaseReport, ...]) -> tuple[str, ...]:
    return change(before, after).causes


def test_every_kind_of_change() -> None:
    """New, removed, another outcome, another weight and other points are told apart."""
    worth_three = case(2, points="3", max_points="3")
    in_part = case(2, Outcome.FAILED, points="1/2")

    assert told((ONE,), (ONE, WRONG_TWO)) == (f"{CASE}2: new, failed",)
    assert told((ONE, TWO), (ONE,)) == (f"{CASE}2: removed, was passed",)
    assert told((ONE, TWO), (ONE, WRONG_TWO)) == (f"{CASE}2: passed, now failed",)
    assert told((ONE, TWO), (ONE, worth_three)) == (f"{CASE}2: worth 1, now 3",)
    assert told((ONE, WRONG_TWO), (ONE, in_part)) == (f"{CASE}2: gave 0, now 0.5",)


def test_what_is_no_change() -> None:
    """Other sentences, another spelling of points and a case that counts nowhere change nothing."""
    other = msgspec.structs.replace(ONE, sentence="other", points="2/2", max_points="1")

    assert not change((ONE,), (other,)).is_change
    assert not change((ONE,), (ONE, case(2, Outcome.SKIPPED))).is_change


def test_a_change_without_a_case() -> None:
    """Another share that passes, and another verdict, are causes of their own."""
    before = report("ann", ONE)

    def causes(**changes: Any) -> tuple[str, ...]:
        return of(before, msgspec.structs.replace(before, **changes)).causes

    assert "passes the lesson" in causes(lesson_passed=not before.lesson_passed)[0]
    assert causes(verdict=Verdict.TIMED_OUT) == ("the verdict alone",)


def test_equal_causes_stand_together() -> None:
    """Whoever changes for the same reason is in one group; the largest group comes first."""
    gone = [of(report(name, ONE, TWO), report(name, ONE), name) for name in ("ann", "ben")]
    new = of(report("cleo", ONE), report("cleo", ONE, TWO), "cleo")

    groups = by_cause([new, *gone])

    assert [[one.student for one in group] for _, group in groups] == [["ann", "ben"], ["cleo"]]
