"""A class adds up, and planted classes give the planted numbers."""

from typing import Any

import pytest

from grader.model.report import (
    NOT_JUDGED,
    Diagnosis,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
)
from grader.model.summary import (
    FEW,
    CaseSummary,
    ClassSummary,
    Group,
    Mark,
    MistakeCount,
    summarize,
)
from tests.unit.judged_builders import judged as build
from tests.unit.model.planted_class import diagnosed, in_part, planted

SIGN = Diagnosis("sign", "You subtract where the lesson adds.")


def judged(student: str, verdict: Verdict, share: float = 0.0, **more: Any) -> JudgedSubmission:
    """A submission without cases."""
    is_passed = verdict is Verdict.PASSED
    changes = {"verdict": verdict, "share": share, "lesson_passed": is_passed, "cases": (), **more}
    return build(student, **changes)


def test_an_empty_class_has_no_mean() -> None:
    """Without submissions there are no scores, and nothing divides by zero."""
    assert summarize([]) == ClassSummary(0, 0, (), (), None, None, (), ())


def test_verdicts_are_counted() -> None:
    """Each verdict that occurred is counted, the best first."""
    kinds = (Verdict.ERROR, Verdict.PASSED, Verdict.GRADER_FAULT, Verdict.PASSED)

    summary = summarize([judged(str(n), kind) for n, kind in enumerate(kinds)])

    assert summary.submissions == 4
    assert summary.lesson_passed == 2
    assert summary.verdicts == (
        (Verdict.PASSED, 2),
        (Verdict.ERROR, 1),
        (Verdict.GRADER_FAULT, 1),
    )


@pytest.mark.parametrize("verdict", sorted(NOT_JUDGED))
def test_what_was_not_judged_is_in_no_statistic(verdict: Verdict) -> None:
    """Forty students without work move neither median nor columns, and are counted as such."""
    judged_ones = [judged(str(share), Verdict.FAILED, share) for share in (0.1, 0.2, 0.6)]

    summary = summarize([*judged_ones, *(judged(f"z{n}", verdict) for n in range(40))])

    assert (summary.submissions, summary.mean_share, summary.median_share) == (3, 0.3, 0.2)
    assert summary.verdicts == ((Verdict.FAILED, 3), (verdict, 40))


def test_cases_count_their_outcomes() -> None:
    """The pass rate is of those submissions that a case was not skipped for."""
    outcomes = ((Outcome.PASSED, 2), (Outcome.FAILED, 1))
    submissions = [
        planted("a", "ps"),
        planted("b", "fs"),
        planted("c", "ps"),
        planted("d", "ff", verdict=Verdict.GRADER_FAULT),
    ]

    cases = of_reports(*submissions).cases

    assert cases == (
        CaseSummary(1, "test_sums.py::test_1", "adds 1", outcomes, 0.666667, None),
        CaseSummary(2, "test_sums.py::test_2", "adds 2", ((Outcome.SKIPPED, 3),), None, None),
    )


def test_groups_are_those_that_do_not_pass() -> None:
    """Submissions that behave alike stand together, the largest group first."""
    submissions = [
        judged("d", Verdict.FAILED, group="one"),
        judged("b", Verdict.FAILED, group="two"),
        judged("a", Verdict.FAILED, group="two", diagnosis=SIGN),
        judged("c", Verdict.PASSED, group="two"),
        judged("e", Verdict.FAILED),
    ]

    groups = summarize(submissions).groups

    assert groups == (Group("two", "two", "a", ("a", "b"), SIGN), Group("one", "one", "d", ("d",)))
    assert [group.size for group in groups] == [2, 1]


def test_known_mistakes_are_counted() -> None:
    """The most frequent mistake comes first, whatever the order of submissions."""
    other = Diagnosis("base", "You use another base.")
    submissions = [
        judged(str(number), Verdict.FAILED, diagnosis=each)
        for number, each in enumerate((other, SIGN, SIGN))
    ]

    assert summarize(submissions).mistakes == (MistakeCount(SIGN, 2), MistakeCount(other, 1))
    assert summarize(submissions[::-1]).mistakes == summarize(submissions).mistakes


def of_reports(*reports: Report) -> ClassSummary:
    """Sum up a class by its reports."""
    return summarize([JudgedSubmission(report) for report in reports])


def test_discrimination_by_hand() -> None:
    """Three cases and four students, worked out by hand.

    Case 1 passes for a, b and c, whose other points are 2, 1 and 0; d has 0. With n = 4:
    covariance 4*3 - 3*3 = 3, variances 4*3 - 9 = 3 and 4*5 - 9 = 11, so 3 / sqrt(33).
    """
    cases = of_reports(
        planted("a", "ppp"), planted("b", "ppf"), planted("c", "pff"), planted("d", "fff")
    ).cases

    assert cases[0].discrimination == pytest.approx(3 / 33**0.5)
    assert [case.mark for case in cases] == [None] * 3


def test_a_case_against_the_others_is_marked() -> None:
    """Who passes the last case has nothing else: the correlation is exactly -1."""
    cases = of_reports(planted("a", "ppf"), planted("b", "ppf"), planted("c", "ffp")).cases

    assert cases[2].discrimination == -1.0
    assert cases[2].mark is Mark.AGAINST


def test_constant_cases_have_no_discrimination() -> None:
    """Where all pass, nobody does, or the rest is the same for all, it is undefined."""
    cases = of_reports(planted("a", "pfp"), planted("b", "pff")).cases

    assert [case.discrimination for case in cases] == [None, None, None]
    assert [case.mark for case in cases] == [Mark.NOBODY_FAILS, Mark.NOBODY_PASSES, None]


def test_groups_have_ids_of_their_own() -> None:
    """An id is cut to where no group has the same, also one that passes everything."""
    ids = ("abcdef01" * 2, "abcdef02" * 2, "abcdef2" * 2)
    verdicts = (Verdict.FAILED, Verdict.FAILED, Verdict.PASSED)

    summary = summarize(
        [judged(f"s{n}", verdict, group=ids[n]) for n, verdict in enumerate(verdicts)]
    )

    assert [(one.short, one.is_unknown) for one in summary.groups] == [
        ("abcdef01", True),
        ("abcdef02", True),
    ]


def test_a_mistake_in_part_is_counted_apart() -> None:
    """Who makes a mistake beside something else is counted so, and in no unknown group."""
    part = in_part("slip", 2)
    summary = of_reports(
        planted("a", "pf", diagnosis=diagnosed("slip"), group="1" * 16),
        planted("b", "ff", mistakes_in_part=(part,), group="2" * 16),
        planted("c", "ff", mistakes_in_part=(part,), group="2" * 16),
    )

    assert summary.mistakes == (MistakeCount(diagnosed("slip"), 1, 2),)
    assert [(one.in_part, one.is_unknown) for one in summary.groups] == [
        ((part,), False),
        ((), False),
    ]


@pytest.mark.parametrize(("number", "is_small"), [(FEW - 1, True), (FEW, False)])
def test_a_small_class(number: int, is_small: bool) -> None:
    """Below twenty submissions a correlation is a hint."""
    assert of_reports(*(planted(str(n), "p") for n in range(number))).is_small is is_small
