"""Writes the results.json of an exercism test runner, version 3."""

from typing import Any

import msgspec

from grader.model.disclosure import Disclosure
from grader.model.report import CaseReport, Outcome, Verdict

from .disclosed_cases import case_text, short_status, sum_up_withheld

_MESSAGE_LIMIT = 65_535
_CUT = "… (cut)"
_NOT_PASSED = "This case does not pass."
_NOTHING_RAN = "Your code could not be run."
_FAULT = "The grader failed, not you."
_RAN = frozenset((Outcome.PASSED, Outcome.FAILED))


def exercism_results(disclosure: Disclosure) -> bytes:
    """Word one student's report: an error only where no case ran properly."""
    report = disclosure.report
    counted = (*disclosure.shown, *disclosure.withheld)
    if report.verdict is Verdict.GRADER_FAULT:
        return _error(_FAULT)
    if not any(case.outcome in _RAN for case in counted):
        told = (case_text(case) for case in disclosure.shown)
        return _error(report.message or next(filter(None, told), _NOTHING_RAN))
    tests = [_test(case) for case in disclosure.shown]
    rest = sum_up_withheld(disclosure)
    if rest is not None:
        tests.append({"name": rest.name, "status": rest.status, "message": rest.message})
    status = "pass" if report.verdict is Verdict.PASSED else "fail"
    return _encoded({"version": 3, "status": status, "message": None, "tests": tests})


def _test(case: CaseReport) -> dict[str, Any]:
    passed = case.outcome is Outcome.PASSED
    message = None if passed else case_text(case) or _NOT_PASSED
    return {"name": case.sentence, "status": short_status(case.outcome), "message": message}


def _error(message: str) -> bytes:
    if len(message) > _MESSAGE_LIMIT:
        message = message[: _MESSAGE_LIMIT - len(_CUT)] + _CUT
    return _encoded({"version": 3, "status": "error", "message": message, "tests": []})


def _encoded(result: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n"
