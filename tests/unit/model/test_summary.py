"""A class adds up."""

import pytest

from grader.model.report import (
    NOT_JUDGED,
    REPORT_VERSION,
    CaseReport,
    Diagnosis,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
)
from grader.model.summary import CaseSummary, ClassSummary, Group, MistakeCount, summarize

SIGN = Diagnosis("sign", "You subtract where the lesson adds.")


def judged(student: str, verdict: Verdict, share: float = 0.0, **more: object) -> JudgedSubmission:
    """Build a submission of a lesson without cases."""
    outcomes: tuple[Outcome, ...] = more.pop("outcomes", ())  # type: ignore[assignment] # any
    cases = tuple(
        CaseReport(f"test_sum.py::test_{number}", f"case {number}", outcome, "0", "1")
        for number, outcome in enumerate(outcomes)
    )
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="sums",
        submission_sha256=None,
        grader_version="1",
        course_version="1",
        isolation="full",
        verdict=verdict,
        points="0",
        max_points="1",
        share=share,
        lesson_passed=verdict is Verdict.PASSED,
        cases=cases,
        **more,  # type: ignore[arg-type]  # fields of the report
    )
    return JudgedSubmission(report)


def test_an_empty_class_has_no_mean() -> None:
    """Without submissions there are no scores, and nothing divides by zero."""
    assert summarize([]) == ClassSummary(0, 0, (), (), (0,) * 10, 0, None, None, (), ())


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


@pytest.mark.parametrize(
    ("share", "number"),
    [(0.0, 0), (0.099999, 0), (0.1, 1), (0.3, 3), (0.7, 7), (0.999999, 9)],
)
def test_shares_fall_into_tenths(share: float, number: int) -> None:
    """A tenth begins with its lower end; only every point is the whole."""
    summary = summarize([judged("a", Verdict.FAILED, share), judged("b", Verdict.PASSED, 1.0)])

    assert [bin_ for bin_, times in enumerate(summary.bins) if times] == [number]
    assert summary.whole == 1


def test_mean_and_median_leave_faults_out() -> None:
    """A fault of the grader is nobody's score."""
    shares = (0.1, 0.2, 0.6)
    submissions = [judged(str(share), Verdict.FAILED, share) for share in shares]

    summary = summarize([*submissions, judged("z", Verdict.GRADER_FAULT)])

    assert (summary.mean_share, summary.median_share) == (0.3, 0.2)
    assert sum(summary.bins) == 3


@pytest.mark.parametrize("verdict", sorted(NOT_JUDGED))
def test_what_was_not_judged_is_in_no_statistic(verdict: Verdict) -> None:
    """Forty students without work move neither median nor columns, and are counted as such."""
    judged_ones = [judged(str(share), Verdict.FAILED, share) for share in (0.1, 0.2, 0.6)]

    summary = summarize([*judged_ones, *(judged(f"z{n}", verdict) for n in range(40))])

    assert (summary.submissions, summary.mean_share, summary.median_share) == (3, 0.3, 0.2)
    assert sum(summary.bins) == 3
    assert summary.verdicts == ((Verdict.FAILED, 3), (verdict, 40))


def test_cases_count_their_outcomes() -> None:
    """The pass rate is of those submissions that a case was not skipped for."""
    passed, failed, skipped = Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED
    submissions = [
        judged("a", Verdict.FAILED, outcomes=(passed, skipped)),
        judged("b", Verdict.FAILED, outcomes=(failed, skipped)),
        judged("c", Verdict.FAILED, outcomes=(passed, skipped)),
        judged("d", Verdict.GRADER_FAULT, outcomes=(failed, failed)),
    ]

    cases = summarize(submissions).cases

    assert cases == (
        CaseSummary("test_sum.py::test_0", "case 0", ((passed, 2), (failed, 1)), 0.666667),
        CaseSummary("test_sum.py::test_1", "case 1", ((skipped, 3),), None),
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

    assert groups == (Group("two", "a", ("a", "b"), SIGN), Group("one", "d", ("d",)))
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
