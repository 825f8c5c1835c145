"""Writes what a student may read of a report as a comment for a pull request, in Markdown."""

import re

from grader.model.disclosure import Disclosure
from grader.model.phrases import of_points
from grader.model.remarks import has_points
from grader.model.report import CaseReport, Outcome
from grader.model.text import printable

from .disclosed_cases import case_text, said_of_whole, sum_up_withheld

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~@$&:])")
# GitHub looks for mentions and numbers of issues once what is escaped has become text
_REFERENCE = re.compile(r"(\\[@#])(?=\w)")
_UNSEEN = "\u200b"
_SYMBOLS = {Outcome.PASSED: "passed", Outcome.TIMED_OUT: "ran too long"}


def comment(disclosure: Disclosure, title: str) -> bytes:
    """Word one student's report; nothing in it is read as markup, a link or a mention."""
    report = disclosure.report
    lines = [f"## {_plain(title)}", ""]
    if has_points(report):
        lines += [f"**{_plain(of_points(report.points, report.max_points))}**", ""]
    for text in said_of_whole(disclosure):
        lines += [_plain(text), ""]
    lines += [_line(case) for case in disclosure.shown]
    rest = sum_up_withheld(disclosure)
    if rest is not None and rest.message:
        lines.append(f"- {_plain(rest.message)}")
    return ("\n".join(lines).rstrip() + "\n").encode()


def _line(case: CaseReport) -> str:
    outcome = _SYMBOLS.get(case.outcome, "not passed")
    said = " ".join(case_text(case).split())
    return f"- **{outcome}**: {_plain(case.sentence)}" + (f" {_plain(said)}" if said else "")


def _plain(text: str) -> str:
    escaped = _MARKDOWN.sub(r"\\\1", " ".join(printable(text).split()))
    return _REFERENCE.sub(rf"\1{_UNSEEN}", escaped)
