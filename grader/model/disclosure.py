"""Decides which cases a student may read now, and takes a report to what may leave the grader."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from .course import Lesson
from .deadlines import Grant, deadlines
from .report import ALWAYS_SHOWN, CaseReport, JudgedSubmission, Outcome, Report, Reveal, Visibility
from .student_report import example_to_show, parts_in, student_report


def shown_now(
    lesson: Lesson, grants: tuple[Grant, ...], *, is_published: bool, now: datetime
) -> frozenset[Visibility]:
    """Return the visibilities that one student sees now: one rule for pages and exports."""
    shown = {*ALWAYS_SHOWN}
    if deadlines(lesson, grants).is_past_due(now):
        shown.add(Visibility.AFTER_DUE_DATE)
    if is_published:
        shown.add(Visibility.AFTER_PUBLISHED)
    return frozenset(shown)


class Disclosure(Struct, frozen=True):
    """A report for a student; who makes it vouches that nothing else is inside."""

    report: Report  # with every case, of the hidden ones not what happened
    shown_now: frozenset[Visibility]

    @property
    def shown(self) -> tuple[CaseReport, ...]:
        """The cases that the student sees now and that count."""
        return tuple(
            case
            for case in self.report.cases
            if case.visibility in self.shown_now and case.outcome is not Outcome.SKIPPED
        )


def disclose(
    report: Report,
    reveals: Sequence[Reveal] | None = None,
    shown: frozenset[Visibility] = ALWAYS_SHOWN,
) -> Disclosure:
    """Take out what no student may read; cases not visible yet stay, marked by their visibility.

    Reports on disk do not say the reveal levels. Without them every case is taken as revealing
    nothing: neither values nor hints leave.
    """
    levels = tuple(reveals or (Reveal.NOTHING for _ in report.cases))
    visible = (replace(case, visibility=Visibility.VISIBLE) for case in report.cases)
    seen = replace(report, cases=tuple(visible))
    read = student_report(JudgedSubmission(seen, reveals=levels))
    cases = []
    for case, before in zip(read.cases, report.cases, strict=True):
        if before.visibility is Visibility.HIDDEN:
            case = replace(case, message=None, hint=None, shown=None, failure=None)  # noqa: PLW2901
        cases.append(replace(case, visibility=before.visibility))
    # remarks are for feedback pages; one on a hidden case would name it
    told = {case.id for case in cases if case.visibility in shown}
    disclosed = replace(
        read,
        cases=tuple(cases),
        remarks=(),
        mistakes_in_part=parts_in(read.mistakes_in_part, told),
        example=example_to_show(report.example, told),
    )
    return Disclosure(disclosed, shown)
