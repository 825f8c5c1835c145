"""Writes one student's report for Gradescope, GitHub Classroom, exercism and pull requests."""

import base64
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from grader.model.disclosure import Disclosure
from grader.model.phrases import of_points
from grader.model.remarks import has_points
from grader.model.report import NOT_JUDGED, CaseReport, Outcome, Report, Verdict
from grader.model.text import printable
from grader.model.told_mistakes import told_mistakes

from .amounts import as_number

_ERRORS = frozenset(
    (Verdict.ERROR, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.TOO_MUCH_OUTPUT)
)
_HANDED_IN = "The submission"


def gradescope_results(disclosure: Disclosure) -> bytes:
    """Write Gradescope's results.json: each case with its visibility, which Gradescope obeys.

    All text is plain, so that no name or message is markup.
    """
    report = disclosure.report
    tests = [_gradescope_test(number, case) for number, case in enumerate(report.cases, 1)]
    result = {
        "score": as_number(report.points),
        "output": "\n\n".join(_said_of_whole(disclosure)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_gradescope_whole(report)] if report.verdict in NOT_JUDGED else tests,
    }
    return _indented(result)


def _gradescope_whole(report: Report) -> dict[str, Any]:
    """Stand for all cases where none was run, so that Gradescope knows what could be had."""
    return {
        "number": "1",
        "name": _HANDED_IN,
        "output": "",
        "visibility": "visible",
        "score": as_number(report.points),
        "max_score": as_number(report.max_points),
        "status": "failed",
    }


def _gradescope_test(number: int, case: CaseReport) -> dict[str, Any]:
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


def classroom_result(disclosure: Disclosure) -> bytes:
    """Write what GitHub Classroom's reporter reads; it adds up scores, so every point is in.

    The reporter prints names and messages to the workflow's log, and points travel as commands in
    that log. So what a submission says is worded as no command.
    """
    report = disclosure.report
    tests = [_classroom_case(case) for case in disclosure.shown]
    if report.verdict in NOT_JUDGED:
        tests.append(_classroom_test(_HANDED_IN, "error", report.points, report.message))
    rest = _sum_up_withheld(disclosure)
    if rest is not None:
        tests.append(_classroom_test(rest.name, rest.status, rest.points, rest.message))
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


def _classroom_case(case: CaseReport) -> dict[str, Any]:
    status = _short_status(case.outcome)
    return _classroom_test(case.sentence, status, case.points, case_text(case) or None)


def _classroom_test(
    name: str, status: str, points: Fraction | str, message: str | None
) -> dict[str, Any]:
    return {
        "name": _no_command(name),
        "status": status,
        "score": as_number(points),
        "message": None if message is None else _no_command(message),
        # file and line are the hidden case's; reports tell no times
        "filename": "",
        "line_no": 0,
        "duration": 0,
        "output": "",
    }


def _no_command(text: str) -> str:
    # GitHub's runner obeys `::` that begins a line, behind blanks too, and `##[` anywhere
    lines = text.splitlines()
    harmless = (f"\\{line}" if line.lstrip().startswith("::") else line for line in lines)
    return "\n".join(harmless).replace("##[", "##\\[")


_MESSAGE_LIMIT = 65_535
_CUT = "… (cut)"
_NOT_PASSED = "This case does not pass."
_NOTHING_RAN = "Your code could not be run."
_FAULT = "The grader failed, not you."
_RAN = frozenset((Outcome.PASSED, Outcome.FAILED))


def exercism_results(disclosure: Disclosure) -> bytes:
    """Write an exercism test runner's results.json, version 3: an error only where no case ran."""
    report = disclosure.report
    counted = (*disclosure.shown, *disclosure.withheld)
    if report.verdict is Verdict.GRADER_FAULT:
        return _exercism("error", _FAULT)
    if not any(case.outcome in _RAN for case in counted):
        told = (case_text(case) for case in disclosure.shown)
        return _exercism("error", report.message or next(filter(None, told), _NOTHING_RAN))
    tests = [_exercism_test(case) for case in disclosure.shown]
    rest = _sum_up_withheld(disclosure)
    if rest is not None:
        tests.append({"name": rest.name, "status": rest.status, "message": rest.message})
    return _exercism("pass" if report.verdict is Verdict.PASSED else "fail", None, tests)


def _exercism_test(case: CaseReport) -> dict[str, Any]:
    passed = case.outcome is Outcome.PASSED
    message = None if passed else case_text(case) or _NOT_PASSED
    return {"name": case.sentence, "status": _short_status(case.outcome), "message": message}


def _exercism(status: str, message: str | None, tests: list[dict[str, Any]] | None = None) -> bytes:
    if message is not None and len(message) > _MESSAGE_LIMIT:
        message = message[: _MESSAGE_LIMIT - len(_CUT)] + _CUT
    return _indented({"version": 3, "status": status, "message": message, "tests": tests or []})


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~@$&:])")
# GitHub looks for mentions and numbers of issues once what is escaped has become text
_REFERENCE = re.compile(r"(\\[@#])(?=\w)")
_UNSEEN = "\u200b"
_OUTCOMES = {Outcome.PASSED: "passed", Outcome.TIMED_OUT: "ran too long"}


def comment(disclosure: Disclosure, title: str) -> bytes:
    """Write a comment for a pull request, in Markdown; nothing told is markup, link or mention."""
    report = disclosure.report
    lines = [f"## {_plain(title)}", ""]
    if has_points(report):
        lines += [f"**{_plain(of_points(report.points, report.max_points))}**", ""]
    for text in _said_of_whole(disclosure):
        lines += [_plain(text), ""]
    lines += [_comment_line(case) for case in disclosure.shown]
    rest = _sum_up_withheld(disclosure)
    if rest is not None and rest.message:
        lines.append(f"- {_plain(rest.message)}")
    return ("\n".join(lines).rstrip() + "\n").encode()


def _comment_line(case: CaseReport) -> str:
    outcome = _OUTCOMES.get(case.outcome, "not passed")
    said = " ".join(case_text(case).split())
    return f"- **{outcome}**: {_plain(case.sentence)}" + (f" {_plain(said)}" if said else "")


def _plain(text: str) -> str:
    escaped = _MARKDOWN.sub(r"\\\1", " ".join(printable(text).split()))
    return _REFERENCE.sub(rf"\1{_UNSEEN}", escaped)


_STOPPED = frozenset((Outcome.ERROR, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY))


class _Withheld(Struct, frozen=True):
    """All cases that are not shown, as one."""

    name: str
    status: str
    message: str | None
    points: Fraction


def _sum_up_withheld(disclosure: Disclosure) -> _Withheld | None:
    cases = disclosure.withheld
    if not cases:
        return None
    passed = all(case.outcome is Outcome.PASSED for case in cases)
    message = None if passed else "Not all cases that are not shown here pass; they count too."
    points = sum((Fraction(case.points) for case in cases), Fraction(0))
    return _Withheld("Cases that are not shown", "pass" if passed else "fail", message, points)


def _short_status(outcome: Outcome) -> str:
    """Call an outcome what exercism and GitHub Classroom call it."""
    if outcome is Outcome.PASSED:
        return "pass"
    return "error" if outcome in _STOPPED else "fail"


def _said_of_whole(disclosure: Disclosure) -> list[str]:
    """List what a student reads of the submission as a whole, in the order of the pages."""
    report = disclosure.report
    mistakes = (one.text for one in told_mistakes(report, disclosure.shown))
    example = report.example.sentence if report.example else None
    return [text for text in (report.caveat, report.message, *mistakes, example) if text]


def case_text(case: CaseReport) -> str:
    """Word what a student reads of a case; nothing of one that passed or is hidden."""
    shown = case.shown
    parts = [case.message, case.hint]
    if shown is not None:
        pairs = (("call", shown.call), ("expected", shown.expected), ("got", shown.got))
        parts[1:1] = [f"{name}: {text}" for name, text in pairs if text is not None]
    return "\n".join(part for part in parts if part)


def _indented(result: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n"
