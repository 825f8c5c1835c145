"""Writes the result that GitHub Classroom's reporter reads, as JSON or in base64.

The reporter prints names and messages to the workflow's log, and points travel as commands in
that log. So what a submission says is worded as no command.
"""

import base64
from typing import Any

import msgspec

from grader.model.disclosure import Disclosure
from grader.model.report import NOT_JUDGED, CaseReport, Verdict

from .amounts import as_number
from .disclosed_cases import case_text, short_status, sum_up_withheld

_ERRORS = frozenset(
    (Verdict.ERROR, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.TOO_MUCH_OUTPUT)
)
_HANDED_IN = "The submission"


def classroom_result(disclosure: Disclosure) -> bytes:
    """Word one student's report; the reporter adds up the tests' scores, so every point is in."""
    report = disclosure.report
    tests = [_test(case) for case in disclosure.shown]
    if report.verdict in NOT_JUDGED:
        tests.append(_entry(_HANDED_IN, "error", as_number(report.points), report.message))
    rest = sum_up_withheld(disclosure)
    if rest is not None:
        tests.append(_entry(rest.name, rest.status, as_number(rest.points), rest.message))
    status = "pass" if report.verdict is Verdict.PASSED else "fail"
    if report.verdict in _ERRORS | NOT_JUDGED:
        status = "error"
    result = {
        "version": 1,
        "status": status,
        "max_score": as_number(report.max_points),
        "tests": tests,
    }
    return msgspec.json.encode(result)


def classroom_output(disclosure: Disclosure) -> bytes:
    """Return the same in base64, as a workflow's step hands it on."""
    return base64.b64encode(classroom_result(disclosure))


def _test(case: CaseReport) -> dict[str, Any]:
    status = short_status(case.outcome)
    return _entry(case.sentence, status, as_number(case.points), case_text(case) or None)


def _entry(name: str, status: str, score: float, message: str | None) -> dict[str, Any]:
    # file and line are the hidden case's; reports tell no times
    place = {"filename": "", "line_no": 0, "duration": 0, "output": ""}
    said = None if message is None else _no_command(message)
    return {"name": _no_command(name), "status": status, "score": score, "message": said} | place


def _no_command(text: str) -> str:
    # GitHub's runner obeys `::` that begins a line, behind blanks too, and `##[` anywhere
    lines = text.splitlines()
    harmless = (f"\\{line}" if line.lstrip().startswith("::") else line for line in lines)
    return "\n".join(harmless).replace("##[", "##\\[")
