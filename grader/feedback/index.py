"""Collects what the page of a class shows."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from grader.feedback.charts import Value
from grader.feedback.page_names import (
    FEEDBACK_FOLDER,
    INSTRUCTOR_FOLDER,
    page_address,
    page_names,
)
from grader.feedback.remarks import points_of
from grader.feedback.words import OUTCOMES, VERDICTS, Badge, Tone, percent
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.remarks import has_points
from grader.model.report import JudgedSubmission, Report, caveats
from grader.model.summary import CaseSummary, ClassSummary, Group, MistakeCount
from grader.model.told_mistakes import named_mistakes

_NONE = "–"


class StudentRow(Struct, frozen=True):
    """One student in the table of a class."""

    student: str
    name: str | None
    badge: Badge
    points: str
    percent: int
    mistake: str | None
    group: int | None  # the number of a group of several
    student_page: str
    instructor_page: str


class CaseRate(Struct, frozen=True):
    """How a class did in one case."""

    number: int
    id: str
    sentence: str
    percent: int | None
    counts: str


class GroupView(Struct, frozen=True):
    """Students whose submissions behave alike."""

    number: int
    size: str
    diagnosis: str | None
    representative: StudentRow
    members: tuple[StudentRow, ...]


class IndexView(Struct, frozen=True):
    """What the page of a class shows."""

    course_title: str
    lesson_title: str
    caveats: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]
    verdicts: tuple[tuple[Badge, int], ...]
    columns: tuple[Value, ...]  # of the chart of scores
    spread: str  # what the chart shows, in words
    cases: tuple[CaseRate, ...]
    groups: tuple[GroupView, ...]
    alone: str | None
    mistakes: tuple[MistakeCount, ...]
    rows: tuple[StudentRow, ...]


def index_view(
    summary: ClassSummary, judged: Sequence[JudgedSubmission], lesson: Lesson, course_title: str
) -> IndexView:
    """Collect figures, charts, groups and the table of students."""
    several = [group for group in summary.groups if group.size > 1]
    alone = len(summary.groups) - len(several)
    numbers = {group.id: number for number, group in enumerate(several, start=1)}
    reports = sorted((each.report for each in judged), key=lambda report: report.student)
    pages = page_names(report.student for report in reports)
    rows = {one.student: _row(one, numbers, pages[one.student]) for one in reports}
    return IndexView(
        course_title=course_title,
        lesson_title=lesson.title,
        caveats=tuple(caveats(reports)),
        figures=_figures(summary),
        verdicts=tuple((VERDICTS[name].badge, number) for name, number in summary.verdicts),
        columns=columns(summary),
        spread=spread_text(summary),
        cases=tuple(_rate(number, case) for number, case in enumerate(summary.cases, start=1)),
        groups=tuple(_group(numbers[group.id], group, rows) for group in several),
        alone=_alone(alone),
        mistakes=summary.mistakes,
        rows=tuple(rows.values()),
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


def _figures(summary: ClassSummary) -> tuple[tuple[str, str], ...]:
    return (
        ("Submissions", str(summary.submissions)),
        ("Passed the lesson", str(summary.lesson_passed)),
        ("Mean score", _share_text(summary.mean_share)),
        ("Median score", _share_text(summary.median_share)),
    )


def _share_text(share: float | None) -> str:
    return "none" if share is None else f"{percent(share)} %"


def _rate(number: int, case: CaseSummary) -> CaseRate:
    counts = ", ".join(f"{times} {OUTCOMES[outcome].word}" for outcome, times in case.outcomes)
    rate = None if case.pass_rate is None else percent(case.pass_rate)
    return CaseRate(number, case.id, case.sentence, rate, counts)


def _group(number: int, group: Group, rows: Mapping[str, StudentRow]) -> GroupView:
    members = tuple(rows[student] for student in group.members)
    return GroupView(
        number=number,
        size=count(group.size, "submission"),
        diagnosis=group.diagnosis.sentence if group.diagnosis else None,
        representative=members[group.members.index(group.representative)],
        members=members,
    )


def _alone(number: int) -> str | None:
    if number == 0:
        return None
    return f"{count(number, 'submission')} that {'does' if number == 1 else 'do'} not pass " + (
        "behaves like no other." if number == 1 else "behave like no other."
    )


def _row(report: Report, numbers: Mapping[str, int], page: str) -> StudentRow:
    address = page_address(page)
    return StudentRow(
        student=report.student,
        name=report.name,
        badge=VERDICTS[report.verdict].badge,
        points=points_of(report) if has_points(report) else _NONE,
        percent=percent(report.share),
        mistake=named_mistakes(report),
        group=numbers.get(report.group) if report.group else None,
        student_page=f"{FEEDBACK_FOLDER}/{address}",
        instructor_page=f"{INSTRUCTOR_FOLDER}/{address}",
    )
