"""Collects what the page of a class shows."""

from collections.abc import Mapping, Sequence

from grader.feedback.charts import columns, spread_text
from grader.feedback.contexts import CaseRate, GroupView, IndexContext, Member, StudentRow
from grader.feedback.page_names import (
    FEEDBACK_FOLDER,
    INSTRUCTOR_FOLDER,
    page_address,
    page_names,
)
from grader.feedback.remarks import points_of
from grader.feedback.words import OUTCOMES, VERDICTS, percent
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.remarks import has_points
from grader.model.report import JudgedSubmission, Report, caveats
from grader.model.summary import CaseSummary, ClassSummary, Group
from grader.model.told_mistakes import named_mistakes

_NONE = "–"


class _People:
    """Knows the students of a class by name, and where their pages are."""

    def __init__(self, reports: Sequence[Report]) -> None:
        self._names = {report.student: report.name for report in reports}
        self._pages = page_names(self._names)

    def member(self, student: str) -> Member:
        return Member(student, self._names[student], self.page(INSTRUCTOR_FOLDER, student))

    def page(self, folder: str, student: str) -> str:
        return f"{folder}/{page_address(self._pages[student])}"


def index_context(
    summary: ClassSummary, judged: Sequence[JudgedSubmission], lesson: Lesson, course_title: str
) -> IndexContext:
    """Collect figures, charts, groups and the table of students."""
    several = [group for group in summary.groups if group.size > 1]
    alone = len(summary.groups) - len(several)
    numbers = {group.id: number for number, group in enumerate(several, start=1)}
    reports = sorted((each.report for each in judged), key=lambda report: report.student)
    people = _People(reports)
    return IndexContext(
        course_title=course_title,
        lesson_title=lesson.title,
        caveats=tuple(caveats(reports)),
        figures=_figures(summary),
        verdicts=tuple((VERDICTS[name].badge, number) for name, number in summary.verdicts),
        columns=columns(summary),
        spread=spread_text(summary),
        cases=tuple(_rate(number, case) for number, case in enumerate(summary.cases, start=1)),
        groups=tuple(_group(numbers[group.id], group, people) for group in several),
        alone=_alone(alone),
        mistakes=summary.mistakes,
        rows=tuple(_row(report, numbers, people) for report in reports),
    )


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


def _group(number: int, group: Group, people: _People) -> GroupView:
    members = tuple(map(people.member, group.members))
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


def _row(report: Report, numbers: Mapping[str, int], people: _People) -> StudentRow:
    return StudentRow(
        student=report.student,
        name=report.name,
        badge=VERDICTS[report.verdict].badge,
        points=points_of(report) if has_points(report) else _NONE,
        percent=percent(report.share),
        mistake=named_mistakes(report),
        group=numbers.get(report.group) if report.group else None,
        student_page=people.page(FEEDBACK_FOLDER, report.student),
        instructor_page=people.page(INSTRUCTOR_FOLDER, report.student),
    )
