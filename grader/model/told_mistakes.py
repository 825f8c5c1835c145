"""Words the known mistakes that a report names, the same for every page, screen and comment."""

from collections.abc import Sequence

from msgspec import Struct

from .phrases import listed
from .report import SETTLED, CaseReport, Report


class ToldMistake(Struct, frozen=True):
    """A known mistake, and in how many of the failing cases a submission behaves like it."""

    sentence: str
    cases: int | None = None  # None: in all that the submission does
    of: int = 0

    @property
    def heading(self) -> str:
        """Say to the student what the sentence is about."""
        if self.cases is None:
            return "Your code behaves like a known mistake"
        if self.cases < self.of:
            return f"In {self.cases} of your {self.of} failing cases your code behaves like this"
        whole = f"all {self.of} of your failing cases" if self.of > 1 else "your failing case"
        return f"In {whole} your code behaves like this"

    @property
    def to_instructor(self) -> str:
        """Say the same of the student's code."""
        extent = "" if self.cases is None else f" in {self.cases} of {self.of} failing cases"
        return f"Behaves like a known mistake{extent}"

    @property
    def text(self) -> str:
        """Say it in one text, where there is no room for a heading."""
        return self.sentence if self.cases is None else f"{self.heading}: {self.sentence}"


def told_mistakes(
    report: Report, cases: Sequence[CaseReport] | None = None
) -> tuple[ToldMistake, ...]:
    """List what to tell; of `cases`, where not every case of the report may be spoken of."""
    if report.diagnosis is not None:
        return (ToldMistake(report.diagnosis.sentence),)
    told = report.cases if cases is None else cases
    failing = sum(case.outcome not in SETTLED for case in told)
    return tuple(
        ToldMistake(one.sentence, len(one.cases), failing) for one in report.mistakes_in_part
    )


def named_mistakes(report: Report) -> str | None:
    """Name for the instructor what a submission behaves like."""
    if report.diagnosis is not None:
        return report.diagnosis.mistake
    parts = [one.mistake for one in report.mistakes_in_part]
    return f"{listed(parts)} (in part)" if parts else None
