"""Takes out of a report what may not leave the grader: for its student, or in an export."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from .course import Lesson
from .deadlines import Grant, deadlines
from .phrases import listed
from .report import (
    ALWAYS_SHOWN,
    SETTLED,
    CaseReport,
    Example,
    FailureKind,
    JudgedSubmission,
    LookAt,
    MistakeInPart,
    Outcome,
    Report,
    ReportedFailure,
    Reveal,
    Verdict,
    Visibility,
)

# the sentence has their text at every level: nothing hidden had reached the code by then
_TOLD_WHOLE: frozenset[FailureKind] = frozenset(("import", "no_file"))
_TOLD_WITH_TEXT = _TOLD_WHOLE | {"object"}  # which says a class or a kind, and no value
# an ImportError of a hidden file: the name that it asks for is not there
_NOT_THERE = frozenset((("raised", "NotImplementedError"), ("import", "ImportError")))


def student_report(
    judged: JudgedSubmission,
    shown_now: frozenset[Visibility] = ALWAYS_SHOWN,
    *,
    is_public: bool = False,
) -> Report:
    """Take out of a report what its student may not read: the only place that does.

    What was printed may hold what hidden cases pass in; of public cases it hides nothing.
    """
    report = judged.report
    cases = tuple(
        _case_for_student(case, reveal)
        for case, reveal in zip(report.cases, judged.reveals, strict=True)
        if case.visibility in shown_now
    )
    shown = {None, *(case.id for case in cases)}
    remarks = tuple(one for one in report.remarks if one.case_id in shown)
    theirs = replace(
        report,
        cases=cases,
        printed=report.printed if is_public else None,
        group=None,
        remarks=remarks,
        failure=_failure_for_student(report.failure, Reveal.SENTENCE),
        mistakes_in_part=parts_in(report.mistakes_in_part, shown),
        example=example_to_show(report.example, shown),
    )
    return replace(theirs, look_at=look_at(theirs))


def look_at(report: Report) -> LookAt | None:
    """Choose what a student does best to look at first: pages, terminal and JSON all say it."""
    if report.verdict in (Verdict.GRADER_FAULT, Verdict.PASSED):
        return None
    if report.message is not None:
        return LookAt("error", report.message)
    mistake = report.diagnosis or next(iter(report.mistakes_in_part), None)
    case = _first_open_case(report, getattr(mistake, "cases", None))
    where = None if case is None else case.id
    if mistake is not None:
        return LookAt("mistake", mistake.sentence, where)
    is_own_call_shown = case is not None and case.shown is not None and case.shown.call is not None
    if report.example and where in report.example.cases and not is_own_call_shown:
        return LookAt("example", report.example.sentence, where)
    return None if case is None else LookAt("case", case.message or case.sentence, where)


def _first_open_case(report: Report, among: Collection[str] | None) -> CaseReport | None:
    """Return the first case that gave the verdict, else the first that does not pass.

    What is written comes first: of the rest a student knows that it is not done.
    """
    left = [
        case
        for case in report.cases
        if case.outcome not in SETTLED and (among is None or case.id in among)
    ]
    # the other verdicts are called as the outcome that gives them
    is_flood = report.verdict is Verdict.TOO_MUCH_OUTPUT
    wanted = Outcome.ERROR if is_flood else report.verdict.value
    written = [case for case in left if not _is_unwritten(case.failure)] or left
    return next((case for case in written if case.outcome == wanted), next(iter(written), None))


def _is_unwritten(failure: ReportedFailure | None) -> bool:
    if failure is None:
        return False
    return failure.kind == "unwritten" or (failure.kind, failure.type) in _NOT_THERE


def parts_in(
    parts: Iterable[MistakeInPart], shown: Collection[str | None]
) -> tuple[MistakeInPart, ...]:
    """Count a mistake in the cases that are shown; one that shows in others is not told."""
    kept = (replace(one, cases=tuple(case for case in one.cases if case in shown)) for one in parts)
    return tuple(one for one in kept if one.cases)


def example_to_show(example: Example | None, shown: Collection[str | None]) -> Example | None:
    """Keep an example that a case is behind which the student may see."""
    cases = tuple(case for case in example.cases if case in shown) if example else ()
    return replace(example, cases=cases) if example and cases else None


def _case_for_student(case: CaseReport, reveal: Reveal) -> CaseReport:
    if reveal is Reveal.VALUES:
        return case
    is_hint_shown = case.outcome is Outcome.PASSED or reveal is not Reveal.NOTHING
    return replace(
        case,
        shown=None,
        hint=case.hint if is_hint_shown else None,
        failure=_failure_for_student(case.failure, reveal),
    )


def _failure_for_student(failure: ReportedFailure | None, reveal: Reveal) -> ReportedFailure | None:
    """Keep of a failure what its sentence says at the reveal level."""
    if failure is None or failure.kind in _TOLD_WHOLE:
        return failure
    if reveal is Reveal.NOTHING:
        return None
    return failure if failure.kind in _TOLD_WITH_TEXT else replace(failure, text=None)


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


def disclose(
    report: Report,
    reveals: Sequence[Reveal] | None = None,
    shown: frozenset[Visibility] = ALWAYS_SHOWN,
) -> Report:
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
    return replace(
        read,
        cases=tuple(cases),
        remarks=(),
        mistakes_in_part=parts_in(read.mistakes_in_part, told),
        example=example_to_show(report.example, told),
    )


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


def told_mistakes(report: Report) -> tuple[ToldMistake, ...]:
    """List what to tell."""
    if report.diagnosis is not None:
        return (ToldMistake(report.diagnosis.sentence),)
    failing = sum(case.outcome not in SETTLED for case in report.cases)
    return tuple(
        ToldMistake(one.sentence, len(one.cases), failing) for one in report.mistakes_in_part
    )


def named_mistakes(report: Report) -> str | None:
    """Name for the instructor what a submission behaves like."""
    if report.diagnosis is not None:
        return report.diagnosis.mistake
    parts = [one.mistake for one in report.mistakes_in_part]
    return f"{listed(parts)} (in part)" if parts else None
