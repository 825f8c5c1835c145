"""A page about one attempt claims nothing about what nobody told it."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from grader.feedback.course_map import Standing, standing_of_one
from grader.feedback.html import student_page
from grader.model.report import Report, Verdict
from grader.model.unlocking import State
from tests.unit.feedback.map_builders import DAY, NOW, branched, chain, course, lesson

MakeReport = Callable[..., Report]
BRANCHED = branched()
PRECISION = BRANCHED.lessons[2]


def of_precision(make_report: MakeReport, *, is_passed: bool = True) -> Standing:
    """Where a submission to the third lesson of the branched course stands."""
    verdict = Verdict.PASSED if is_passed else Verdict.FAILED
    report = make_report(lesson=PRECISION.id, lesson_passed=is_passed, verdict=verdict)
    return standing_of_one(report, BRANCHED, PRECISION, NOW)


def test_only_the_lesson_and_what_depends_on_it_is_shown(make_report: MakeReport) -> None:
    """Ancestors and other branches are left out: nothing is known of them."""
    standing = of_precision(make_report)

    assert [one.lesson.id for one in standing.states] == [
        *("precision_at_k", "average_precision", "mean_average_precision"),
        *("rank_biased_precision", "significance", "a_whole_evaluation_of_two_runs", "report"),
    ]
    assert [one.lesson.id for one in standing.opened] == ["average_precision"]
    assert not standing.is_whole


def test_a_lock_says_what_would_open_it(make_report: MakeReport) -> None:
    """Of other lessons a sentence holds whether or not the student has passed them."""
    states = {str(one.lesson.id): one for one in of_precision(make_report).states}

    reason = states["significance"].reason
    assert reason == "Locked unless you have passed MAP and MRR."
    assert not any("not handed" in (one.reason or "") for one in states.values())


def test_a_failed_lesson_locks_what_needs_it(make_report: MakeReport) -> None:
    """What needs just this lesson says how far the attempt is."""
    standing = of_precision(make_report, is_passed=False)

    here, needs_it = standing.states[:2]
    assert here.state is State.OPEN
    assert (
        needs_it.reason == "Locked: needs Precision@k and recall@k. Your best is 11 of 14 points."
    )
    assert standing.opened == ()


def test_dates_and_attempts_are_left_out(make_report: MakeReport) -> None:
    """What a student's extensions and other attempts would change is not said."""
    first = lesson("a", attempts=1, due=NOW - DAY, opens=NOW + DAY)
    made = course(first, lesson("b", "", "a", opens=NOW + DAY, due=NOW + DAY))
    report = make_report(lesson="a", lesson_passed=True)

    standing = standing_of_one(report, made, first, NOW)

    assert [one.notices for one in standing.states] == [(), ()]
    assert standing.states[0].counted is not None
    assert standing.states[0].counted.points == Fraction(11)
    assert (standing.states[1].reason or "").startswith("Locked: opens on ")


def test_a_fault_is_no_attempt(make_report: MakeReport) -> None:
    """A fault of the grader's opens nothing and leaves the lesson open."""
    made = chain()
    report = make_report(lesson="cg", verdict=Verdict.GRADER_FAULT, lesson_passed=False)

    standing = standing_of_one(report, made, made.lessons[0], NOW)

    assert [one.state for one in standing.states] == [State.OPEN, State.LOCKED, State.LOCKED]
    assert standing.states[0].counting is None


@pytest.mark.parametrize("is_last", [True, False])
def test_a_lesson_that_opens_nothing_has_no_map(is_last: bool, make_report: MakeReport) -> None:
    """A page has the compact map where there is something to show in it."""
    made = chain()
    one = made.lessons[-1 if is_last else 0]
    report = make_report(lesson=one.id, lesson_passed=True)

    standing = standing_of_one(report, made, one, NOW)
    page = student_page(report, replace(one), made.title, standing=standing)

    assert ("What comes after this lesson" in page) != is_last
    assert "lessons passed" not in page
