"""Words cases for other programs, and sums up those that a student is not shown."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from grader.model.disclosure import Disclosure
from grader.model.report import CaseReport, Outcome
from grader.model.told_mistakes import told_mistakes

_NAME = "Cases that are not shown"
_STOPPED = frozenset((Outcome.ERROR, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY))


class Withheld(Struct, frozen=True):
    """All cases that are not shown, as one."""

    name: str
    status: str
    message: str | None
    points: Fraction


def sum_up_withheld(disclosure: Disclosure) -> Withheld | None:
    """Return one entry for all cases that are not shown; None where there is none."""
    cases = disclosure.withheld
    if not cases:
        return None
    passed = all(case.outcome is Outcome.PASSED for case in cases)
    message = None if passed else "Not all cases that are not shown here pass; they count too."
    return Withheld(_NAME, "pass" if passed else "fail", message, points_of(cases))


def short_status(outcome: Outcome) -> str:
    """Call an outcome what exercism and GitHub Classroom call it."""
    if outcome is Outcome.PASSED:
        return "pass"
    return "error" if outcome in _STOPPED else "fail"


def said_of_whole(disclosure: Disclosure) -> list[str]:
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


def points_of(cases: Sequence[CaseReport]) -> Fraction:
    """Add up points."""
    return sum((Fraction(case.points) for case in cases), Fraction(0))
