"""Takes a report to what may leave the house: what its student may read, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from grader.model.report import (
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Reveal,
    Visibility,
    student_report,
)


@dataclass(frozen=True)
class Disclosure:
    """A report for a student; who makes it vouches that nothing else is inside."""

    report: Report  # with every case, of the hidden ones not what happened
    shown_now: frozenset[Visibility]

    def is_shown(self, case: CaseReport) -> bool:
        """Tell whether the student sees the case now."""
        return case.visibility in self.shown_now

    @property
    def shown(self) -> tuple[CaseReport, ...]:
        """The cases that the student sees now and that count."""
        return tuple(case for case in self._counted if self.is_shown(case))

    @property
    def withheld(self) -> tuple[CaseReport, ...]:
        """The cases that count and are not shown now."""
        return tuple(case for case in self._counted if not self.is_shown(case))

    @property
    def _counted(self) -> list[CaseReport]:
        return [case for case in self.report.cases if case.outcome is not Outcome.SKIPPED]


def disclose(
    report: Report, reveals: Sequence[Reveal] | None = None, *, is_past_due: bool = False
) -> Disclosure:
    """Take out what no student may read; cases not visible yet stay, marked by their visibility.

    Reports on disk do not say the reveal levels. Without them every case is taken as revealing
    nothing: neither values nor hints leave.
    """
    levels = tuple(reveals or (Reveal.NOTHING for _ in report.cases))
    seen = msgspec.structs.replace(report, cases=tuple(map(_as_visible, report.cases)))
    read = student_report(JudgedSubmission(seen, reveals=levels))
    cases = tuple(map(_as_before, read.cases, report.cases))
    shown_now = {Visibility.VISIBLE} | ({Visibility.AFTER_DUE_DATE} if is_past_due else set())
    # remarks are for feedback pages; one on a hidden case would name it
    told = msgspec.structs.replace(read, cases=cases, remarks=())
    return Disclosure(told, frozenset(shown_now))


def _as_visible(case: CaseReport) -> CaseReport:
    return msgspec.structs.replace(case, visibility=Visibility.VISIBLE)


def _as_before(case: CaseReport, before: CaseReport) -> CaseReport:
    if before.visibility is Visibility.HIDDEN:
        case = msgspec.structs.replace(case, message=None, hint=None, shown=None)
    return msgspec.structs.replace(case, visibility=before.visibility)


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
