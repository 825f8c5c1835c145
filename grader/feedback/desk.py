"""Collects what an instructor reads of a class: who needs attention first, then everybody."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from grader.feedback.page_names import (
    FEEDBACK_FOLDER,
    INSTRUCTOR_FOLDER,
    page_address,
    page_names,
)
from grader.feedback.remarks import percent_of, points_of
from grader.feedback.words import VERDICTS, Badge, Tone
from grader.model.course import Lesson
from grader.model.phrases import count, first_of
from grader.model.remarks import has_points
from grader.model.report import JudgedSubmission, Report, Verdict, caveats
from grader.model.student_report import named_mistakes
from grader.model.summary import ClassSummary, Mark
from grader.model.text import cut_text

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
_LATE = Badge("◷", "~", "late", Tone.STOPPED)
_NOTHING_YET = Badge("✗", "x", "no case passes yet", Tone.BAD)


class Column(Struct, frozen=True):
    """How many submissions have scores in one range."""

    name: str
    number: int
    tone: Tone = Tone.QUIET


class Person(Struct, frozen=True):
    """One student of a class, by their own and the instructor's page."""

    student: str
    name: str | None
    badge: Badge
    points: str
    percent: int
    mistake: str | None
    group: str | None  # the short id of a group of several
    full: str  # the address of the full report
    own: str | None  # and of the student's page


class Need(Struct, frozen=True):
    """A reason why students need the instructor, and what there is to do."""

    badge: Badge
    what: str
    people: tuple[Person, ...]
    more: str | None  # how many others there are


class IndexView(Struct, frozen=True):
    """What the page of a class shows."""

    course_title: str
    lesson: Lesson
    summary: ClassSummary
    caveats: Sequence[str]
    needs: Sequence[Need]
    people: Mapping[str, Person]  # by student, in the order of the names
    columns: Sequence[Column]  # of the chart of scores
    spread: str  # what the chart shows, in words
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
    reports = sorted((each.report for each in judged), key=lambda report: report.student)
    pages = page_names(report.student for report in reports)
    files = {student: page_address(name) for student, name in pages.items()}
    several = [group for group in summary.groups if group.size > 1]
    short = {group.id: group.short for group in several}
    people = {
        report.student: Person(
            student=report.student,
            name=report.name,
            badge=VERDICTS[report.verdict].badge,
            points=points_of(report) or "–",
            percent=percent_of(report),
            mistake=named_mistakes(report),
            group=None if report.group is None else short.get(report.group),
            full=address_of(report.student)
            if address_of
            else f"{INSTRUCTOR_FOLDER}/{files[report.student]}",
            own=None if address_of else f"{FEEDBACK_FOLDER}/{files[report.student]}",
        )
        for report in reports
    }
    sources = {one.report.student: one.source for one in judged}
    return IndexView(
        course_title=course_title,
        lesson=lesson,
        summary=summary,
        caveats=caveats(reports),
        needs=_needs(reports, people),
        people=people,
        columns=score_columns(summary),
        spread=spread_text(summary),
        marks=MARKS,
        code={
            group.representative: cut_text(source, _LONGEST_CODE)
            for group in several
            if (source := sources.get(group.representative)) is not None
        },
    )


def _needs(reports: Sequence[Report], people: Mapping[str, Person]) -> tuple[Need, ...]:
    """List each reason with its students; a student stands beside the first that holds."""
    left, needs = list(reports), []
    for badge, what, holds in _NEEDS:
        meant = [report for report in left if holds(report)]
        left = [report for report in left if not holds(report)]
        named, more = first_of([people[report.student] for report in meant], _MOST_NAMED)
        if meant:
            needs.append(Need(badge, what, tuple(named), more))
    return tuple(needs)


def discrimination_text(value: float | None) -> str:
    """Write a correlation with two places; one that rounds to nought has no sign."""
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def score_columns(summary: ClassSummary) -> tuple[Column, ...]:
    """Count ten columns of scores for shares below one, and one for every point."""
    ranges = (f"{start} to below {start + 10} %" for start in range(0, 100, 10))
    below = (Column(*one) for one in zip(ranges, summary.bins, strict=True))
    return (*below, Column("100 %", summary.whole, Tone.GOOD))


def spread_text(summary: ClassSummary) -> str:
    """Say in words what the chart of scores shows."""
    filled = [one for one in score_columns(summary) if one.number]
    if not filled:
        return "There are no scores yet."
    return "; ".join(f"{one.name}: {count(one.number, 'submission')}" for one in filled) + "."
