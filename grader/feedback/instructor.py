"""Collects what the instructor reads of one judged submission: all of it."""

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.page_names import FEEDBACK_FOLDER, page_address, page_names
from grader.feedback.remarks import RemarkView, remarks_on_whole
from grader.feedback.student import CaseView, Message, case_views, headline, split_message, tally
from grader.feedback.words import REVEALS, VISIBILITIES
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.report import (
    SETTLED,
    CaseReport,
    CaseTrace,
    JudgedSubmission,
    Report,
    Reveal,
)
from grader.model.student_report import ToldMistake, named_mistakes, told_mistakes
from grader.model.text import cut_text, printable

_LONGEST_OUTPUT = 80_000  # characters of printed output; the judge keeps less
_LONGEST_SOURCE = 200_000
_MOST_LINES = 4000


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
    source, left_out = _source_lines(judged.source)
    return InstructorView(
        course_title=course_title,
        lesson=lesson,
        report=report,
        headline=headline(report, report.cases),
        student_page=f"../{FEEDBACK_FOLDER}/{page_address(name)}",
        remarks=remarks_on_whole(report),
        facts=_facts(report, judged.seconds),
        mistakes=told_mistakes(report),
        example=report.example.sentence if report.example else None,
        message=split_message(report.message),
        printed=cut_text(report.printed, _LONGEST_OUTPUT) if report.printed else None,
        tally=tally(report.cases),
        cases=_details(judged),
        source=source,
        source_left_out=left_out,
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


def _details(judged: JudgedSubmission) -> tuple[CaseDetail, ...]:
    traces = {trace.id: trace for trace in judged.traces}
    cases = judged.report.cases
    reveals = judged.reveals or (None,) * len(cases)
    parts = zip(case_views(cases, judged.report.remarks), cases, reveals, strict=True)
    return tuple(_detail(view, case, reveal, traces.get(case.id)) for view, case, reveal in parts)


def _detail(
    view: CaseView, case: CaseReport, reveal: Reveal | None, trace: CaseTrace | None
) -> CaseDetail:
    notes = [VISIBILITIES[case.visibility]]
    if reveal is not None:
        notes.append(REVEALS[reveal])
    return CaseDetail(
        view=view,
        id=case.id,
        notes="; ".join(notes),
        # the time stands below, rounded: details that are shown alike are rendered once
        trace=trace and replace(trace, seconds=0.0),
        calls_left_out=_left_out(trace.calls_left_out, "more call") if trace else None,
        seconds=f"{trace.seconds:.3f} s" if trace else None,
        is_open=case.outcome not in SETTLED,
    )


def _left_out(number: int, what: str) -> str | None:
    verb = "is" if number == 1 else "are"
    return f"{count(number, what)} {verb} not shown." if number > 0 else None


def _source_lines(source: str | None) -> tuple[tuple[str, ...] | None, str | None]:
    if source is None:
        return None, None
    lines = printable(cut_text(source, _LONGEST_SOURCE)).removesuffix("\n").split("\n")
    return tuple(lines[:_MOST_LINES]), _left_out(len(lines) - _MOST_LINES, "more line")
