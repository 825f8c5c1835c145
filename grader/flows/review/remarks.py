"""Gives marks and comments by hand, to one student or to all whose submissions behave alike."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from grader.errors import UsageError
from grader.flows.recording import can_be_recorded, left_unrecorded
from grader.model.case_choice import choose_case
from grader.model.course import Lesson
from grader.model.phrases import FIRST, count, listed, points_text, who
from grader.model.remarks import RemarkOnRecord, remarks_on, with_remarks
from grader.model.report import Remark, Report, Verdict, as_points
from grader.model.text import printable
from grader.store.remarks import add_remark, list_remarks, remove_remark
from grader.store.store import Store

from .class_reports import Source, load_reports

_POINTS = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?")
_LONGEST_TEXT = 10_000


class RemarkRequest(Struct, frozen=True):
    """What an instructor says, and of whom: of a student, or of a group."""

    lesson: Lesson
    source: Source  # where the class's reports are; names the student
    group: str | None
    case: str | None  # None: the submission as a whole
    points: Fraction | None  # None: a comment
    text: str
    written_by: str
    is_beyond_max: bool = False  # more points than there are may be given
    is_for_all: bool = False  # every submission of theirs, of later too


class Remarked(Struct, frozen=True):
    """One remark that is on record now, and the report that it leads to."""

    number: int
    case_id: str | None
    report: Report
    is_for_all: bool


class RemarksMade(Struct, frozen=True):
    """What came of a request."""

    on_record: list[Remarked]
    left_out: list[str]  # a sentence for each student whom the record cannot name


def read_points(text: str) -> Fraction:
    """Read points: "2", "2.5", "5/2"; raises UsageError for anything else."""
    if _POINTS.fullmatch(text.strip()) is not None:
        try:
            return Fraction(text.strip().replace(",", "."))
        except ZeroDivisionError:
            pass
    shown = printable(text, lines=False)
    raise UsageError(f"{shown} is no number of points; it is like 2, 2.5 or 5/2.")


def add_remarks(store: Store, request: RemarkRequest, now: datetime) -> RemarksMade:
    """Put a remark on record for all who are meant and whom the record can name.

    Raises UsageError before any is.
    """
    text, by = _text(request.text, request.points), request.written_by
    meant = _meant(request)
    nameless = left_unrecorded(report.student for report in meant)
    reports = [report for report in meant if can_be_recorded(report.student)]
    if not reports:
        raise UsageError(" ".join(nameless))
    about = [_about(report, request) for report in reports]
    points = None if request.points is None else as_points(request.points)
    remarks = [Remark(case_id, points, text, by, now) for case_id in about]
    keys = [None if request.is_for_all else report.submission_sha256 for report in reports]
    with store.writing() as writing:
        numbers = [
            add_remark(writing, report.student, report.lesson, key, remark, now)
            for report, key, remark in zip(reports, keys, remarks, strict=True)
        ]
        known = list_remarks(writing, lesson=request.lesson.id)
    made = [
        Remarked(number, case_id, _after(report, known, request.lesson), key is None)
        for number, case_id, report, key in zip(numbers, about, reports, keys, strict=True)
    ]
    return RemarksMade(made, nameless)


def list_known(store: Store, student: str | None, lesson: str | None) -> list[RemarkOnRecord]:
    """List the remarks on record."""
    with store.reading() as reading:
        return list_remarks(reading, student, lesson)


def take_back(store: Store, numbers: Iterable[int], now: datetime) -> list[RemarkOnRecord]:
    """Take remarks back, all or none; raises UsageError for a number that is none of a remark."""
    removed = []
    with store.writing() as writing:
        for number in dict.fromkeys(numbers):
            one = remove_remark(writing, number, now)
            if one is None:
                raise UsageError(
                    f"There is no remark {number}; nothing has been changed. "
                    "`grader remarks` lists all with their numbers."
                )
            removed.append(one)
    return removed


def _text(text: str, points: Fraction | None) -> str:
    kept = printable(text.strip())
    if not kept and points is None:
        raise UsageError("A comment needs a text.")
    if len(kept) > _LONGEST_TEXT:
        raise UsageError(
            f"A remark has at most {_LONGEST_TEXT} characters, and this one has {len(kept)}."
        )
    return kept


def _meant(request: RemarkRequest) -> list[Report]:
    reports = load_reports(request.source)
    if request.group is None:
        return reports
    wanted = request.group.lower()
    groups = sorted({one.group for one in reports if one.group is not None})
    found = [group for group in groups if group == wanted]
    found = found or [group for group in groups if wanted and group.startswith(wanted)]
    if len(found) == 1:
        return [one for one in reports if one.group == found[0]]
    named = listed(found or groups, FIRST)
    shown = printable(request.group, lines=False)
    if found:
        raise UsageError(f"{len(found)} groups begin with {shown}. Name one: {named}.")
    raise UsageError(f"No group of {request.lesson.id} is {shown}. There are: {named or 'none'}.")


def _about(report: Report, request: RemarkRequest) -> str | None:
    """Return the id of the case that is meant, and check the points against it."""
    case = choose_case(report.cases, request.case) if request.case is not None else None
    most = Fraction(report.max_points if case is None else case.max_points)
    if request.points is not None and request.points > most and not request.is_beyond_max:
        what = request.lesson.id if case is None else f"case {case.id}"
        raise UsageError(
            f"{what} has {count_points(most)} at most, and this gives {points_text(request.points)}"
            ". Say --beyond-max to give more than there are."
        )
    return None if case is None else case.id


def count_points(points: Fraction) -> str:
    """Write points with their noun: "1 point", "2.5 points"."""
    return f"{points_text(points)} {'point' if points == 1 else 'points'}"


def _after(report: Report, known: Iterable[RemarkOnRecord], lesson: Lesson) -> Report:
    return with_remarks(report, remarks_on(report, known), lesson.pass_score)


def said(remarked: list[Remarked], request: RemarkRequest) -> list[str]:
    """Say in sentences what is on record now."""
    if request.group is not None:
        names = listed((who(one.report.student, one.report.name) for one in remarked), FIRST)
        what = "comment" if request.points is None else "mark"
        return [f"The {what} is on record for {count(len(remarked), 'student')}: {names}."]
    return [line for one in remarked for line in _said_of_one(one, request)]


def _said_of_one(one: Remarked, request: RemarkRequest) -> list[str]:
    report, lesson = one.report, request.lesson.id
    where = lesson if one.case_id is None else f"case {one.case_id} of {lesson}"
    whose = "every submission" if one.is_for_all else f"file {str(report.submission_sha256)[:12]}"
    if request.points is None:
        lines = [f"Remark {one.number}: a comment for {report.student} on {where} ({whose})."]
    else:
        given = f"{count_points(request.points)} by hand for {where} ({whose})"
        passed = "passed" if report.lesson_passed else "not passed"
        lines = [f"Remark {one.number}: {report.student} gets {given}."]
        if report.verdict is Verdict.GRADER_FAULT:
            return [*lines, "The grader failed on this file: the mark waits until it is judged."]
        lines.append(
            f"That makes {points_text(Fraction(report.points))} of "
            f"{points_text(Fraction(report.max_points))} in all; the lesson is {passed}."
        )
    return lines


def remark_facts(one: RemarkOnRecord, name: str | None) -> Mapping[str, object]:
    """Collect a remark's fields for JSON; `name` is how the student is called."""
    return {
        "number": one.id,
        "student": one.student,
        "name": name,
        "lesson": one.lesson,
        "submission_sha256": one.submission_sha256,
        **{name: getattr(one.remark, name) for name in one.remark.__struct_fields__},
    }
