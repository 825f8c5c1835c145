"""Collects what an instructor reads: of a class who needs attention first, of a student all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.page_names import FEEDBACK_FOLDER, INSTRUCTOR_FOLDER, page_names
from grader.feedback.remarks import RemarkView, remarks_on_whole
from grader.feedback.student import CaseView, Message, case_views, split_message, tally
from grader.feedback.words import VERDICTS, Badge, Tone
from grader.model.course import Lesson
from grader.model.phrases import first_of
from grader.model.remarks import has_points
from grader.model.report import (
    CaseReport,
    CaseTrace,
    JudgedSubmission,
    Report,
    Verdict,
    caveats,
)
from grader.model.student_report import ToldMistake, named_mistakes, told_mistakes
from grader.model.summary import ClassSummary, summarize
from grader.model.text import cut_text, printable

_MOST_NAMED = 12  # students beside one reason; the table has all
_LONGEST_CODE = 8_000  # characters of one file that stands for a group
_LONGEST_OUTPUT = 80_000  # of printed output; the judge keeps less
_LONGEST_SOURCE = 200_000


class Need(Struct, frozen=True):
    """A reason why students need the instructor, and what there is to do."""

    badge: Badge
    what: str
    students: tuple[str, ...]
    more: str | None  # how many others there are


class ClassView(Struct, frozen=True):
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
    (
        Badge("✗", "x", "no point yet", Tone.BAD),
        "The code runs, and earns no point.",
        _passes_nothing,
    ),
    (
        Badge("◷", "~", "late", Tone.STOPPED),
        "Their points say what lateness took.",
        lambda report: bool(report.days_late),
    ),
)


def class_view(
    judged: Sequence[JudgedSubmission],
    lesson: Lesson,
    course_title: str,
    address_of: Callable[[str], str] | None = None,
) -> ClassView:
    """Collect what the page of a class shows; it links to files unless reports have addresses."""
    by_student = {one.report.student: one for one in judged}
    reports = {student: by_student[student].report for student in sorted(by_student)}
    names = page_names(reports)
    files = {student: quote(names[student]) for student in ([] if address_of else reports)}
    summary = summarize(judged)
    several = [group for group in summary.groups if group.size > 1]
    sources = {group.representative: by_student[group.representative].source for group in several}
    return ClassView(
        course_title=course_title,
        lesson=lesson,
        summary=summary,
        caveats=caveats(reports.values()),
        needs=_needs(reports.values()),
        reports=reports,
        full={student: address_of(student) for student in reports}
        if address_of
        else {student: f"{INSTRUCTOR_FOLDER}/{file}" for student, file in files.items()},
        own={student: f"{FEEDBACK_FOLDER}/{file}" for student, file in files.items()},
        short={group.id: group.short for group in several},
        code={
            student: cut_text(source, _LONGEST_CODE)
            for student, source in sources.items()
            if source is not None
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
    message: Message | None
    printed: str | None
    tally: str
    cases: tuple[tuple[CaseView, CaseReport, CaseTrace | None], ...]
    source: str | None  # with the numbers of its lines


def instructor_view(
    judged: JudgedSubmission, lesson: Lesson, course_title: str = "", page: str = ""
) -> InstructorView:
    """Collect the whole report, the traces and the source; `page` is the file of the student's."""
    report = judged.report
    traces = {trace.id: trace for trace in judged.traces}
    views = case_views(report.cases, report.remarks)
    return InstructorView(
        course_title=course_title,
        lesson=lesson,
        report=report,
        headline=VERDICTS[report.verdict].sentence,
        student_page=f"../{FEEDBACK_FOLDER}/{quote(page)}",
        remarks=remarks_on_whole(report),
        facts=_facts(report, judged.seconds),
        mistakes=told_mistakes(report),
        message=split_message(report.message),
        printed=cut_text(report.printed, _LONGEST_OUTPUT) if report.printed else None,
        tally=tally(report.cases),
        cases=tuple(
            # without its time, so that cases that are shown alike are rendered once
            (view, case, replace(traces[case.id], seconds=0.0) if case.id in traces else None)
            for view, case in zip(views, report.cases, strict=True)
        ),
        source=None if judged.source is None else _numbered(judged.source),
    )


def _numbered(source: str) -> str:
    lines = printable(cut_text(source, _LONGEST_SOURCE)).removesuffix("\n").split("\n")
    return "\n".join(f"{number:>4}  {line}" for number, line in enumerate(lines, 1))


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
