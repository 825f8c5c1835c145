"""A student is told where they stand and what to do next."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from grader.feedback.student import (
    Message,
    case_views,
    next_step,
    split_message,
    student_view,
    unlock_status,
)
from grader.feedback.words import VERDICTS
from grader.model.course import Lesson
from grader.model.report import (
    NOT_JUDGED,
    CaseReport,
    Diagnosis,
    Example,
    MistakeInPart,
    Outcome,
    Report,
    ReportedFailure,
    Shown,
    Verdict,
)
from tests.unit.feedback.pages import student_page

MakeCase = Callable[..., CaseReport]
MakeReport = Callable[..., Report]


@pytest.mark.parametrize(
    ("changes", "pass_score", "sentence"),
    [
        ({}, 1.0, "You have 11 of 14 points; 14 are needed."),
        ({}, 0.8, "You have 11 of 14 points; 11.2 are needed."),
        ({"points": "0", "max_points": "1"}, 1.0, "You have 0 of 1 point; 1 is needed."),
        ({}, None, "You have 11 of 14 points; that is not enough to pass."),
        ({"lesson_passed": True}, 1.0, "This attempt passes the lesson."),
    ],
)
def test_what_is_needed_is_exact(
    changes: dict[str, Any],
    pass_score: float | None,
    sentence: str,
    lesson: Lesson,
    make_report: MakeReport,
) -> None:
    """A lesson that is not passed names the points that pass it, where they are known."""
    known = None if pass_score is None else replace(lesson, pass_score=pass_score)

    status = unlock_status(make_report(**changes), known)

    assert (status.sentence, status.opens) == (sentence, ())


def test_a_grader_fault_shows_no_score(
    lesson: Lesson, make_report: MakeReport, make_case: MakeCase
) -> None:
    """A fault of the grader shows neither points nor cases, and nothing is lost."""
    report = make_report(verdict=Verdict.GRADER_FAULT, cases=(make_case(),))

    context = student_view(report, lesson, "Course")

    assert context.points is None
    assert context.cases == ()
    assert context.not_shown is None
    assert context.unlock.opens == ()
    assert "does not count" in context.headline


@pytest.mark.parametrize("verdict", sorted(NOT_JUDGED))
def test_what_was_not_judged_has_no_cases_and_no_score(
    verdict: Verdict, lesson: Lesson, make_report: MakeReport
) -> None:
    """A student without judged work reads why and what to do, and no case."""
    report = make_report(verdict=verdict, cases=(), points="0", message="Why.")

    page = student_page(report, lesson)

    assert VERDICTS[verdict].sentence in page
    assert VERDICTS[verdict].advice in page
    assert "<p>Why.</p>" in page
    assert "stopped with an error" not in page
    for absent in ("Cases", "0 of", "needed"):
        assert absent not in page.partition("<main")[2]


@pytest.mark.parametrize(
    ("verdict", "outcomes", "number"),
    [
        (Verdict.FAILED, "passed failed failed", 2),
        (Verdict.TIMED_OUT, "failed passed timed_out", 3),
        (Verdict.TOO_MUCH_OUTPUT, "failed error error", 2),
        (Verdict.ERROR, "skipped passed error", 3),
        (Verdict.FAILED, "passed passed skipped", None),
        (Verdict.PASSED, "passed passed passed", None),
    ],
)
def test_advice_begins_with_the_case_behind_the_verdict(
    verdict: Verdict,
    outcomes: str,
    number: int | None,
    make_report: MakeReport,
    make_case: MakeCase,
) -> None:
    """A student is sent to the first case that made the verdict what it is."""
    cases = tuple(
        make_case(id=f"test_sums.py::{place}", outcome=Outcome(name))
        for place, name in enumerate(outcomes.split())
    )

    advice = next_step(make_report(verdict=verdict, cases=cases), case_views(cases))

    assert advice.sentence == VERDICTS[verdict].advice
    assert (advice.case.number if advice.case else None) == number


def test_a_known_mistake_is_shown_in_a_case(make_report: MakeReport, make_case: MakeCase) -> None:
    """Beside a known mistake stands where it shows first."""
    cases = (make_case(id="passed", outcome=Outcome.PASSED), make_case())
    report = make_report(cases=cases, diagnosis=Diagnosis("sign", "You add."))

    advice = next_step(report, case_views(cases))

    assert advice.what == "mistake"
    assert (advice.heading, advice.sentence) == (
        "Your code behaves like a known mistake",
        "You add.",
    )
    assert advice.case is not None
    assert advice.case.number == 2


@pytest.mark.parametrize(
    ("max_points", "sentence"),
    [
        ("1", None),
        ("2", "Cases worth 1 point are not shown here; they count all the same."),
        ("7/2", "Cases worth 2.5 points are not shown here; they count all the same."),
    ],
)
def test_withheld_points_are_told(
    max_points: str, sentence: str | None, make_report: MakeReport, make_case: MakeCase
) -> None:
    """Points of cases that a student does not see are accounted for."""
    report = make_report(max_points=max_points, cases=(make_case(),))

    assert student_view(report).not_shown == sentence


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (None, None),
        ("One sentence.", Message("One sentence.", None)),
        ("It failed.\n    x = (\n        ^\n", Message("It failed.", "x = (\n    ^")),
        ("It failed.\r\n\tx\x1b", Message("It failed.", "x\\x1b")),
    ],
)
def test_the_source_line_is_kept_apart(message: str | None, parts: Message | None) -> None:
    """The student's own line and its caret keep their places, without common indentation."""
    assert split_message(message) == parts


def test_long_texts_are_cut(make_case: MakeCase) -> None:
    """A message of any length leaves a page that can be read."""
    (view,) = case_views((make_case(message="x" * 10_000),))

    assert view.message is not None
    assert view.message.sentence.endswith("… (6000 more characters)")


@pytest.mark.parametrize(("behind", "is_shown"), [("one", True), ("other", False)])
def test_beside_a_mistake_in_part_stands_an_example_of_it(
    behind: str, *, is_shown: bool, make_case: MakeCase, make_report: MakeReport
) -> None:
    """An example of another failing case would seem to belong to the mistake."""
    report = make_report(
        cases=(make_case(id="one"), make_case(id="other")),
        mistakes_in_part=(MistakeInPart("sign", "Think of the sign.", ("one",)),),
        example=Example("f(1) should give 1; your code gives 2.", "f(1)", "1", "2", (behind,)),
    )

    assert (student_view(report).example is not None) is is_shown


@pytest.mark.parametrize(
    ("kind", "shown", "said"),
    [
        ("wrong_value", Shown("g(2)", "4", "5"), "g(2) should give 4; your code gives 5."),
        ("raised", Shown("g(2)", None, "KeyError: 2"), "g(2): your code raises KeyError: 2."),
        ("wrong_value", Shown("g(2)"), "f(1) should give 1; your code gives 2."),
        ("asserted", None, "f(1) should give 1; your code gives 2."),
    ],
)
def test_the_own_call_of_a_case_stands_beside_a_mistake(
    kind: Any, shown: Shown | None, said: str, make_case: MakeCase, make_report: MakeReport
) -> None:
    """A case that may show its call shows no other one."""
    report = make_report(
        cases=(make_case(id="one", failure=ReportedFailure(kind), shown=shown),),
        mistakes_in_part=(MistakeInPart("sign", "Think of the sign.", ("one",)),),
        example=Example("f(1) should give 1; your code gives 2.", "f(1)", "1", "2", ("one",)),
    )

    assert student_view(report).example == said
