"""Sums up the cases that a student is not shown, for formats that cannot hide one."""

from dataclasses import dataclass
from fractions import Fraction

from grader.model.report import Outcome

from .disclosure import Disclosure, points_of

_NAME = "Cases that are not shown"
_STOPPED = frozenset((Outcome.ERROR, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY))


@dataclass(frozen=True)
class Withheld:
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
