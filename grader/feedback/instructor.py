"""Collects what an instructor reads: of a class who needs attention first, of a student all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.page_names import (
    FEEDBACK_FOLDER,
    INSTRUCTOR_FOLDER,
    page_names,
)
from grader.feedback.remarks import RemarkView, remarks_on_whole
from grader.feedback.student import CaseView, Message, case_views, headline, split_message, tally
from grader.feedback.words import REVEALS, VERDICTS, VISIBILITIES, Badge, Tone
from grader.model.course import Lesson
from grader.model.phrases import count, first_of
from grader.model.remarks import has_points
from grader.model.report import (
    SETTLED,
    CaseTrace,
    JudgedSubmission,
    Report,
    Verdict,
    caveats,
)
from grader.model.student_report import ToldMistake, named_mistakes, told_mistakes
from grader.model.summary import ClassSummary, Mark
from grader.model.text import cut_text, printable

MARKS = {
    Mark.NOBODY_FAILS: "Every student passes this case: fine for a first step, and otherwise it "
    "asks for nothing that the other cases do not.",
    Mark.NOBODY_PASSES: "No student passes this case: most often the lesson's text does not say "
    "what it asks for, or the case itself is wrong.",
    Mark.AGAINST: "Who passes this case has fewer points in the others: most often it is "
    "ambiguous, or passes for a wrong reason.",
}
_MOST_NAMED = 12  # students beside one reason; the table has all
_LONGEST_CODE = 8_000  # characters of one file that stands for a group
_LONGEST_OUTPUT = 80_000  # of printed output; the judge keeps less
_LONGEST_SOURCE = 200_000
_MOST_LINES = 4000
_LATE = Badge("◷", "~", "late", Tone.STOPPED)
_NOTHING_YET = Badge("✗", "x", "no case passes yet", Tone.BAD)


class Need(Struct, frozen=True):
    """A reason why students need the instructor, and what there is to do."""

    badge: Badge
    what: str
    students: tuple[str, ...]
    more: str | None  # how many others there are


class IndexView(Struct, frozen=True):
    """What the page of a class shows."""

    course_title: str
    lesson: Lesson
    summary: ClassSummary
    caveats: Sequence[str]
    needs: Sequence[Need]
    reports: Mapping[str, Report]  # by student, in the order of the names
    full: Mapping[str, str]  # the address of each student's full report
    own: Mapping[str, str]  # and of the student's page, where there is one
    short: Mapping[str, str]  # the ids of groups of several
    spread: str  # what the chart of scores shows, in words
    marks: Mapping[Mark, str]  # what is said of a striking case
    code: Mapping[str, str]  # of those who stand for a group of several
    form: str | None = None  # what forms have to bring along, where the page has any


def _is(*verdicts: Verdict) -> Callable[[Report], bool]:
    return lambda report: report.verdict in verdicts


def _passes_nothing(report: Report) -> bool:
    return report.verdict is Verdict.FAILED and has_points(report) and not Fraction(report.points)


_NEEDS: tuple[tuple[Badge, str, Callable[[Report], bool]], ...] = (
    (
        VERDICTS[Verdict.UNDECIDED].badge,
        "Say whose it is, or which file counts; the full report names what was found.",
        _is(Verdict.UNDECIDED),
    ),
    (
        VERDICTS[Verdict.GRADER_FAULT].badge,
        "Grade the class again: the fault is the grader's, and it cost no attempt.",
        _is(Verdict.GRADER_FAULT),
    ),
    (
        VERDICTS[Verdict.UNREADABLE].badge,
        "Ask for the file again; the full report says what is wrong with it.",
        _is(Verdict.UNREADABLE),
    ),
    (
        Badge("◷", "~", "stopped at a limit", Tone.STOPPED),
        "The code ran too long, or took too much memory or output.",
        _is(Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.TOO_MUCH_OUTPUT),
    ),
    (
        VERDICTS[Verdict.ERROR].badge,
        "The code stops with an error; the full report says where.",
        _is(Verdict.ERROR),
    ),
    (_NOTHING_YET, "The code runs, and earns no point.", _passes_nothing),
    (_LATE, "Their points say what lateness took.", lambda report: bool(report.days_late)),
)


def class_view(
    summary: ClassSummary,
    judged: Sequence[JudgedSubmission],
    lesson: Lesson,
    course_title: str,
    address_of: Callable[[str], str] | None = None,
) -> IndexView:
    """Collect what the page of a class shows; it links to files unless reports have addresses."""
    reports = {one.report.student: one.report for one in judged}
    reports = {student: reports[student] for student in sorted(reports)}
    files = {student: quote(name) for student, name in page_names(reports).items()}
    several = [group for group in summary.groups if group.size > 1]
    sources = {one.report.student: one.source for one in judged}
    return IndexView(
        course_title=course_title,
        lesson=lesson,
        summary=summary,
        caveats=caveats(list(reports.values())),
        needs=_needs(reports.values()),
        reports=reports,
        full={
            student: address_of(student) if address_of else f"{INSTRUCTOR_FOLDER}/{file}"
            for student, file in files.items()
        },
        own={}
        if address_of
        else {student: f"{FEEDBACK_FOLDER}/{file}" for student, file in files.items()},
        short={group.id: group.short for group in several},
        spread=spread_text(summary),
        marks=MARKS,
        code={
            group.representative: cut_text(source, _LONGEST_CODE)
            for group in several
            if (source := sources.get(group.representative)) is not None
        },
    )


def _needs(reports: Iterable[Report]) -> tuple[Need, ...]:
    """List each reason with its students; a student stands beside the first that holds."""
    left, needs = list(reports), []
    for badge, what, holds in _NEEDS:
        students = [report.student for report in left if holds(report)]
        left = [report for report in left if not holds(report)]
        named, more = first_of(students, _MOST_NAMED)
        if students:
            needs.append(Need(badge, what, tuple(named), more))
    return tuple(needs)


def discrimination_text(value: float | None) -> str:
    """Write a correlation with two places; one that rounds to nought has no sign."""
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def spread_text(summary: ClassSummary) -> str:
    """Say in words what the chart of scores shows."""
    names = [*(f"{start} to below {start + 10} %" for start in range(0, 100, 10)), "100 %"]
    columns = zip(names, (*summary.bins, summary.whole), strict=True)
    filled = [f"{name}: {count(number, 'submission')}" for name, number in columns if number]
    return f"{'; '.join(filled)}." if filled else "There are no scores yet."


class CaseDetail(Struct, frozen=True):
    """One case for the instructor."""

    view: CaseView
    id: str
    notes: str
    trace: CaseTrace | None
    calls_left_out: str | None
    seconds: str | None
    is_open: bool


class InstructorView(Struct, frozen=True):
    """What the instructor's page of one student shows."""

    course_title: str
    lesson: Lesson
    report: Report
    headline: str  # of the student's page
    student_page: str
    remarks: tuple[RemarkView, ...]
    facts: tuple[tuple[str, str], ...]
    mistakes: tuple[ToldMistake, ...]
    example: str | None
    message: Message | None
    printed: str | None
    tally: str
    cases: tuple[CaseDetail, ...]
    source: tuple[str, ...] | None
    source_left_out: str | None


def instructor_view(
    judged: JudgedSubmission, lesson: Lesson, course_title: str = "", page: str | None = None
) -> InstructorView:
    """Collect the whole report, the traces and the source; `page` is the file of the student's."""
    report = judged.report
    name = page or page_names([report.student])[report.student]
    source = printable(cut_text(judged.source or "", _LONGEST_SOURCE)).removesuffix("\n")
    lines = source.split("\n")
    return InstructorView(
        course_title=course_title,
        lesson=lesson,
        report=report,
        headline=headline(report, report.cases),
        student_page=f"../{FEEDBACK_FOLDER}/{quote(name)}",
        remarks=remarks_on_whole(report),
        facts=_facts(report, judged.seconds),
        mistakes=told_mistakes(report),
        example=report.example.sentence if report.example else None,
        message=split_message(report.message),
        printed=cut_text(report.printed, _LONGEST_OUTPUT) if report.printed else None,
        tally=tally(report.cases),
        cases=tuple(_details(judged)),
        source=None if judged.source is None else tuple(lines[:_MOST_LINES]),
        source_left_out=_left_out(len(lines) - _MOST_LINES, "more line"),
    )


def _facts(report: Report, seconds: float) -> tuple[tuple[str, str], ...]:
    came, due = (
        None if when is None else f"{when:%Y-%m-%d %H:%M %Z}"
        for when in (report.submitted_at, report.due)
    )
    facts = (
        ("Lesson", "passed" if report.lesson_passed else "not passed"),
        ("Submitted at", came),
        ("Due", due),
        ("Submitted as", report.handed_in_as),
        ("Known mistake", named_mistakes(report)),
        ("Group", report.group),
        ("Submission", report.submission_sha256),
        ("Isolation", report.isolation),
        ("Course version", report.course_version),
        ("Grader version", report.grader_version),
        ("Judged in", f"{seconds:.3f} s"),
    )
    return tuple((name, value) for name, value in facts if value is not None)


def _details(judged: JudgedSubmission) -> Iterator[CaseDetail]:
    traces = {trace.id: trace for trace in judged.traces}
    cases = judged.report.cases
    reveals = judged.reveals or (None,) * len(cases)
    views = case_views(cases, judged.report.remarks)
    for view, case, reveal in zip(views, cases, reveals, strict=True):
        trace = traces.get(case.id)
        revealed = "" if reveal is None else f"; {REVEALS[reveal]}"
        yield CaseDetail(
            view=view,
            id=case.id,
            notes=f"{VISIBILITIES[case.visibility]}{revealed}",
            # the time stands below, rounded: details that are shown alike are rendered once
            trace=trace and replace(trace, seconds=0.0),
            calls_left_out=_left_out(trace.calls_left_out, "more call") if trace else None,
            seconds=f"{trace.seconds:.3f} s" if trace else None,
            is_open=case.outcome not in SETTLED,
        )


def _left_out(number: int, what: str) -> str | None:
    verb = "is" if number == 1 else "are"
    return f"{count(number, what)} {verb} not shown." if number > 0 else None
