"""Writes Gradescope's results.json: each case with its visibility, which Gradescope obeys."""

from typing import Any

import msgspec

from grader.model.disclosure import Disclosure
from grader.model.report import NOT_JUDGED, CaseReport, Outcome, Report

from .amounts import as_number
from .disclosed_cases import case_text, said_of_whole


def gradescope_results(disclosure: Disclosure) -> bytes:
    """Word one student's report; all text is plain, so that no name or message is markup."""
    report = disclosure.report
    result: dict[str, Any] = {
        "score": as_number(report.points),
        "output": "\n\n".join(said_of_whole(disclosure)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(number, case) for number, case in enumerate(report.cases, 1)],
    }
    if report.verdict in NOT_JUDGED:
        result["tests"] = [_whole(report)]
    return msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n"


def _whole(report: Report) -> dict[str, Any]:
    """Stand for all cases where none was run, so that Gradescope knows what could be had."""
    return {
        "number": "1",
        "name": "The submission",
        "output": "",
        "visibility": "visible",
        "score": as_number(report.points),
        "max_score": as_number(report.max_points),
        "status": "failed",
    }


def _test(number: int, case: CaseReport) -> dict[str, Any]:
    test: dict[str, Any] = {
        "number": str(number),
        "name": case.sentence,
        "output": case_text(case),
        "visibility": case.visibility.value,
    }
    if case.outcome is Outcome.SKIPPED:
        # without points and status it is shown in neither colour
        return test | {"output": "This case does not count."}
    passed = case.outcome is Outcome.PASSED
    return test | {
        "score": as_number(case.points),
        "max_score": as_number(case.max_points),
        "status": "passed" if passed else "failed",
    }
