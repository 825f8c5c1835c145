"""Reads reports of this version and of version 1, both as reports of this version.

What version 1 did not hold is not read out of its sentences: its failures are of unknown kind.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from .report import (
    REPORT_VERSION,
    SETTLED,
    CaseReport,
    JudgedSubmission,
    Place,
    Report,
    ReportedFailure,
    is_judged,
)

_Decode = Callable[..., Any]  # of msgspec: from bytes, to a type where one is named
_report_decoder = msgspec.json.Decoder(Report)


class UnknownVersion(msgspec.ValidationError):
    """A report of a version that this grader does not read."""


class _Version(msgspec.Struct):
    report_version: int


class _JudgedVersion(msgspec.Struct):
    report: _Version


def read_report(data: bytes) -> Report:
    """Read a report from JSON; raises MsgspecError where it is none."""
    version = _known(msgspec.json.decode(data, type=_Version))
    report = _report_decoder.decode(data)
    return _current(report, version, lambda: msgspec.json.decode(data))


def read_judged(data: bytes, decode: _Decode = msgspec.json.decode) -> JudgedSubmission:
    """Read a judged submission from JSON or with another `decode`; raises MsgspecError."""
    version = _known(decode(data, type=_JudgedVersion).report)
    judged: JudgedSubmission = decode(data, type=JudgedSubmission)
    report = _current(judged.report, version, lambda: decode(data)["report"])
    return judged if report is judged.report else msgspec.structs.replace(judged, report=report)


def _known(found: _Version) -> int:
    if found.report_version not in (1, REPORT_VERSION):
        raise UnknownVersion(
            f"the report has version {found.report_version}, and this grader reads "
            f"1 and {REPORT_VERSION}"
        )
    return found.report_version


def _current(report: Report, version: int, plain: Callable[[], dict[str, Any]]) -> Report:
    if version == REPORT_VERSION:
        return report
    places = (msgspec.convert(case.get("place"), Place | None) for case in plain()["cases"])
    cases = (_case(case, place) for case, place in zip(report.cases, places, strict=True))
    is_told = is_judged(report) and report.message is not None
    return msgspec.structs.replace(
        report,
        report_version=REPORT_VERSION,
        cases=tuple(cases),
        failure=ReportedFailure("unknown") if is_told else None,
    )


def _case(case: CaseReport, place: Place | None) -> CaseReport:
    if case.outcome in SETTLED:
        return case
    return msgspec.structs.replace(case, failure=ReportedFailure("unknown", place=place))
