"""Collects what the page of a class shows."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from grader.feedback.chart_data import Value
from grader.feedback.page_names import page_address, page_names
from grader.feedback.words import Tone
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.report import JudgedSubmission, Report, caveats
from grader.model.summary import ClassSummary


class IndexView(Struct, frozen=True):
    """What the page of a class shows."""

    course_title: str
    lesson: Lesson
    summary: ClassSummary
    caveats: Sequence[str]
    columns: Sequence[Value]  # of the chart of scores
    spread: str  # what the chart shows, in words
    numbers: Mapping[str, int]  # of the groups of several, by id
    reports: Mapping[str, Report]  # by student, in the order of the names
    pages: Mapping[str, str]  # the address of each student's page in its folder


def index_view(
    summary: ClassSummary, judged: Sequence[JudgedSubmission], lesson: Lesson, course_title: str
) -> IndexView:
    """Sort the students, number the groups and count the columns of the chart."""
    reports = sorted((each.report for each in judged), key=lambda report: report.student)
    pages = page_names(report.student for report in reports)
    several = (group.id for group in summary.groups if group.size > 1)
    return IndexView(
        course_title=course_title,
        lesson=lesson,
        summary=summary,
        caveats=caveats(reports),
        columns=columns(summary),
        spread=spread_text(summary),
        numbers={name: number for number, name in enumerate(several, start=1)},
        reports={report.student: report for report in reports},
        pages={student: page_address(page) for student, page in pages.items()},
    )


def columns(summary: ClassSummary) -> tuple[Value, ...]:
    """Count ten columns for shares below one, and one for every point."""
    ranges = (f"{start} to below {start + 10} %" for start in range(0, 100, 10))
    below = (Value(*one, Tone.QUIET) for one in zip(ranges, summary.bins, strict=True))
    return (*below, Value("100 %", summary.whole))


def spread_text(summary: ClassSummary) -> str:
    """Say in words what the chart shows."""
    filled = [one for one in columns(summary) if one.number]
    if not filled:
        return "There are no scores yet."
    return "; ".join(f"{one.name}: {count(one.number, 'submission')}" for one in filled) + "."
