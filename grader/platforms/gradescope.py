"""Writes one student's report as Gradescope's results.json."""

from typing import Any

from grader.model.amounts import as_number
from grader.model.remarks import points_that_count, told_points
from grader.model.report import NOT_JUDGED, CaseReport, Outcome, Report
from grader.model.student_report import told_mistakes


def gradescope_results(report: Report) -> dict[str, Any]:
    """Return results.json: each case with its visibility, which Gradescope obeys.

    The report has been through `disclose`. All text is plain, so that no name or message is markup.
    """
    mistakes = (one.sentence for one in told_mistakes(report))
    example = report.example.sentence if report.example else None
    late = f"{told_points(report)}." if report.counted_because else None
    # of the submission as a whole, in the order of the pages
    output = (late, report.caveat, report.message, *mistakes, example)
    tests = [_test(number, case) for number, case in enumerate(report.cases, 1)]
    if report.verdict in NOT_JUDGED:
        # no case was run: one stands for all, so that Gradescope knows what could be had
        whole = {
            "number": "1",
            "name": "The submission",
            "output": "",
            "visibility": "visible",
            "score": as_number(report.points),
            "max_score": as_number(report.max_points),
            "status": "failed",
        }
        tests = [whole]
    return {
        "score": as_number(points_that_count(report)),
        "output": "\n\n".join(text for text in output if text),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _test(number: int, case: CaseReport) -> dict[str, Any]:
    test: dict[str, Any] = {
        "number": str(number),
        "name": case.sentence,
        "output": _case_text(case),
        "visibility": case.visibility.value,
    }
    if case.outcome is Outcome.SKIPPED:
        # without points and status it is shown in neither colour
        return test | {"output": "This case does not count."}
    return test | {
        "score": as_number(case.points),
        "max_score": as_number(case.max_points),
        "status": "passed" if case.outcome is Outcome.PASSED else "failed",
    }


def _case_text(case: CaseReport) -> str:
    """Word what a student reads of a case; nothing of one that passed or is hidden."""
    shown = case.shown
    parts = [case.message, case.hint]
    if shown is not None:
        pairs = (("call", shown.call), ("expected", shown.expected), ("got", shown.got))
        parts[1:1] = [f"{name}: {text}" for name, text in pairs if text is not None]
    return "\n".join(part for part in parts if part)
