"""A report says first what is behind a failure, where that can be seen."""

import pytest

from grader.advice.lesson_judge import explained_report
from grader.cases.events import CaseResult, Failure
from grader.model.course import StudentId
from grader.model.report import JudgedSubmission, Place
from grader.model.submission import Submission
from tests.unit.advice.builders import learned_of
from tests.unit.judge.builders import a_case, a_result, a_run, judging_of

LEFT_EARLY = "def add(a, b):\n    for one in a:\n        return one\n"


def explained(
    result: CaseResult, code: str = LEFT_EARLY, verdict: str | None = None, reveal: str = "sentence"
) -> JudgedSubmission:
    """Report on a submission of one case."""
    case = a_case("one", reveal=reveal)
    submission = Submission(StudentId("ann"), {"sums.py": code.encode()})
    run = a_run(result, verdict=verdict)
    return explained_report(submission, run, judging_of(case), learned_of(case))


def test_a_slip_has_a_place() -> None:
    """Where a slip names a line beside a wrong value, that line is the place."""
    (case,) = explained(a_result("one", "failed")).report.cases

    assert str(case.message).startswith("The `return` in line 3 of sums.py")
    assert str(case.message).endswith(" The result is a wrong value.")
    assert case.failure is not None
    assert case.failure.place == Place("sums.py", 3)


def test_a_case_that_reveals_nothing_has_no_slip() -> None:
    """That it did not pass is all that is said."""
    (case,) = explained(a_result("one", "failed"), reveal="nothing").report.cases

    assert case.message == "This case did not pass."
    assert case.failure is not None
    assert case.failure.place is None


@pytest.mark.parametrize("reveal", ["sentence", "nothing"])
def test_what_keeps_a_file_from_being_imported_comes_first(reveal: str) -> None:
    """Nothing hidden had reached the file, so every case says it, and the report as a whole."""
    text = "invalid character '\u201c' (U+201C)"
    failure = Failure("import", "builtins.SyntaxError", "", text, "sums.py", 1, 5)
    judged = explained(
        a_result("one", "error", failure=failure), "x = \u201c1\u201d\n", reveal=reveal
    )

    (case,) = judged.report.cases
    assert str(case.message).startswith("`\u201c` in line 1 of sums.py is from a word processor")


def test_a_fault_of_ours_is_not_explained() -> None:
    """A grader_fault says nothing of the submission: it has no group, and no mistake."""
    report = explained(a_result("one", "failed"), verdict="grader_fault").report

    assert (report.diagnosis, report.group, report.example) == (None, None, None)
    assert report.message == "The grader failed, not you. This attempt does not count."
