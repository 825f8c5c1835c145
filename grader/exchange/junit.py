"""Writes JUnit XML as pytest does, with points as properties and hidden cases without a body."""

import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from grader.model.disclosure import Disclosure
from grader.model.report import NOT_JUDGED, CaseReport, Outcome, Report, Verdict

from .platform_results import case_text

# What XML 1.0 forbids even as an entity; pytest writes such characters in the same way.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x84\x86-\x9f]")
_WORDS = {
    Outcome.FAILED: "The case did not pass.",
    Outcome.ERROR: "The case broke off.",
    Outcome.TIMED_OUT: "The case took too long.",
    Outcome.OUT_OF_MEMORY: "The case needed too much memory.",
}
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="grader"'
_FAULT = "The grader failed, not the submission."


def junit_xml(disclosures: Iterable[Disclosure]) -> bytes:
    """Word reports, a test suite each."""
    # a class as one tree would take thirty times the memory of its text
    lines = [f" {text}\n" for text in map(_suite_text, disclosures)]
    whole = [">\n", *lines, "</testsuites>\n"] if lines else [" />\n"]
    return "".join((_HEAD, *whole)).encode()


def _suite_text(disclosure: Disclosure) -> str:
    suite = _suite(disclosure)
    ET.indent(suite, " ", level=1)
    return ET.tostring(suite, encoding="unicode")


def _suite(disclosure: Disclosure) -> ET.Element:
    report = disclosure.report
    is_fault = report.verdict is Verdict.GRADER_FAULT
    cases = [_case(disclosure, number) for number in range(len(report.cases))]
    cases += [_unjudged(report)] if report.verdict in NOT_JUDGED else []
    counts = {kind: sum(case.find(kind) is not None for case in cases) for kind in _KINDS}
    suite = ET.Element(
        "testsuite",
        name=_legal(f"{report.lesson}: {report.student}"),
        tests=str(len(cases)),
        errors=str(counts["error"]),
        failures=str(counts["failure"]),
        skipped=str(counts["skipped"]),
    )
    if not is_fault:
        totals = {"points": report.points, "max_points": report.max_points}
        caveat = {} if report.caveat is None else {"caveat": report.caveat}
        suite.append(_properties(totals | {"verdict": report.verdict.value} | caveat))
    suite.extend(cases)
    if report.message is not None:
        ET.SubElement(suite, "system-err").text = _legal(report.message)
    return suite


_KINDS = ("error", "failure", "skipped")


def _unjudged(report: Report) -> ET.Element:
    """Say in the place of cases why there is none."""
    element = ET.Element("testcase", classname="handed_in", name=report.verdict.value)
    kind = "skipped" if report.verdict is Verdict.MISSING else "error"
    ET.SubElement(element, kind, type=report.verdict.value, message=_legal(report.message or ""))
    return element


def _case(disclosure: Disclosure, number: int) -> ET.Element:
    case = disclosure.report.cases[number]
    is_shown = disclosure.is_shown(case)
    file, _, name = case.id.partition("::")
    element = ET.Element(
        "testcase",
        classname=_legal(file.removesuffix(".py").replace("/", ".") if is_shown else "not_shown"),
        name=_legal(name or file) if is_shown else f"case {number + 1}",
    )
    if disclosure.report.verdict is Verdict.GRADER_FAULT:
        ET.SubElement(element, "error", type="grader_fault", message=_FAULT)
        return element
    amounts = {"points": case.points, "max_points": case.max_points}
    element.append(_properties(amounts | {"visibility": case.visibility.value}))
    if case.outcome is not Outcome.PASSED:
        element.append(_outcome(case, is_shown=is_shown))
    return element


def _outcome(case: CaseReport, *, is_shown: bool) -> ET.Element:
    if case.outcome is Outcome.SKIPPED:
        return ET.Element("skipped", type="pytest.skip", message="This case does not count.")
    kind = "failure" if case.outcome is Outcome.FAILED else "error"
    if not is_shown:
        return ET.Element(kind)
    text = case_text(case)
    element = ET.Element(kind, type=case.outcome.value)
    element.set("message", _legal(text.partition("\n")[0] or _WORDS[case.outcome]))
    element.text = _legal("\n".join(filter(None, (case.sentence, text))))
    return element


def _properties(values: dict[str, str]) -> ET.Element:
    properties = ET.Element("properties")
    for name, value in values.items():
        ET.SubElement(properties, "property", name=name, value=value)
    return properties


def _legal(text: str) -> str:
    return _ILLEGAL.sub(lambda match: f"#x{ord(match[0]):02X}", text)
