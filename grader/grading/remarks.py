"""Gives marks and comments by hand, to one student or to all whose submissions behave alike."""

import re
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.model.course import Course, Lesson
from grader.model.phrases import FIRST, count, count_points, first_of, listed, points_text, who
from grader.model.remarks import RemarkOnRecord, count_report, remarks_on, told_points
from grader.model.report import CaseReport, Remark, Report, Verdict
from grader.model.text import printable
from grader.record.grants import read_grants
from grader.record.remarks import add_remark, list_remarks, remove_remark
from grader.record.store import Store

from .class_record import can_be_recorded, left_unrecorded
from .class_reports import Source, load_reports

_POINTS = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?")
_LONGEST_TEXT = 10_000
_LONGEST_NUMBER = 12  # digits of a case's number that are read


class RemarkRequest(Struct, frozen=True):
    """What an instructor says, and of whom: of a student, or of a group."""

    source: Source  # where the class's reports are; may name the student and the lesson
    group: str | None
    case: str | None  # None: the submission as a whole
    points: Fraction | None  # None: a comment
    text: str
    written_by: str


class Remarked(Struct, frozen=True):
    """One remark that is on record now, and the report that it leads to."""

    lesson: Lesson
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


def add_remarks(store: Store, course: Course, request: RemarkRequest, now: datetime) -> RemarksMade:
    """Put a remark on record for all who are meant and whom the record can name.

    Raises UsageError before any is.
    """
    text = printable(request.text.strip())
    if not text and request.points is None:
        raise UsageError("A comment needs a text.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(
            f"A remark has at most {_LONGEST_TEXT} characters, and this one has {len(text)}."
        )
    meant = _meant(request)
    lesson = find_lesson(course, meant[0].lesson)
    nameless = left_unrecorded(report.student for report in meant)
    reports = [report for report in meant if can_be_recorded(report.student)]
    if not reports:
        raise UsageError(" ".join(nameless))
    about = [_about(report, request) for report in reports]
    points = None if request.points is None else str(request.points)
    remarks = [Remark(case_id, points, text, request.written_by, now) for case_id in about]
    keys = [report.submission_sha256 for report in reports]
    with store.writing() as writing:
        for report, key, remark in zip(reports, keys, remarks, strict=True):
            add_remark(writing, report.student, report.lesson, key, remark, now)
        known, grants = list_remarks(writing, lesson=lesson.id), read_grants(writing)
    made = [
        Remarked(
            lesson,
            case_id,
            count_report(
                report,
                lesson,
                remarks_on(report, known),
                grants.get((report.student, report.lesson), ()),
                report.submitted_at,
            ),
            key is None,
        )
        for case_id, report, key in zip(about, reports, keys, strict=True)
    ]
    return RemarksMade(made, nameless)


def take_back(store: Store, request: RemarkRequest, now: datetime) -> list[RemarkOnRecord]:
    """Take back of each student who is meant the last remark that fits all that is named.

    Raises UsageError where none does.
    """
    source = request.source
    # what is on record of a student is known without their report
    meant = [] if request.group is None and request.case is None else _meant(request)
    students = {report.student for report in meant} or {str(source.student)}
    lesson = meant[0].lesson if meant else source.lesson
    case_ids = [
        choose_case(report.cases, request.case).id for report in meant if request.case is not None
    ]
    with store.writing() as writing:
        last = {
            one.student: one
            for one in list_remarks(writing, lesson=lesson)
            if one.student in students
            and (request.case is None or one.remark.case_id in case_ids)
            and (request.points is None or one.remark.points == str(request.points))
            and printable(request.text.strip()) in ("", one.remark.text)
        }
        for one in last.values():
            remove_remark(writing, one.id, now)
    if not last:
        raise UsageError(
            "Nothing on record fits that, and nothing has been changed. "
            "`grader mark --list` lists what there is."
        )
    return list(last.values())


def _meant(request: RemarkRequest) -> list[Report]:
    reports, whose = load_reports(request.source), str(request.source.student)
    if request.group is not None:
        wanted = request.group.lower()
        groups = sorted({one.group for one in reports if one.group is not None})
        found = [group for group in groups if group == wanted]
        found = found or [group for group in groups if wanted and group.startswith(wanted)]
        if len(found) != 1:
            named = listed(found or groups, FIRST)
            shown = printable(request.group, lines=False)
            if found:
                raise UsageError(f"{len(found)} groups begin with {shown}. Name one: {named}.")
            raise UsageError(f"No group is {shown}. There are: {named or 'none'}.")
        whose = found[0]
        reports = [one for one in reports if one.group == whose]
    lessons = sorted({report.lesson for report in reports})
    if len(lessons) > 1:
        known = listed(lessons, FIRST)
        raise UsageError(f"{whose} has reports of several lessons. Say --lesson: {known}.")
    return reports


def _about(report: Report, request: RemarkRequest) -> str | None:
    """Return the id of the case that is meant, and check the points against it."""
    case = choose_case(report.cases, request.case) if request.case is not None else None
    most = Fraction(report.max_points if case is None else case.max_points)
    if request.points is not None and request.points > most:
        what = report.lesson if case is None else f"case {case.id}"
        raise UsageError(
            f"{what} has {count_points(most)} at most, and this gives "
            f"{points_text(request.points)}."
        )
    return None if case is None else case.id


def choose_case(cases: Sequence[CaseReport], wanted: str) -> CaseReport:
    """Choose one case; raises UsageError that lists them where it is not clear."""
    exact = [case for case in cases if wanted == case.id]
    if exact:
        return exact[0]
    if wanted.isascii() and wanted.isdigit():
        number = int(wanted[:_LONGEST_NUMBER])
        if 1 <= number <= len(cases):
            return cases[number - 1]
        have = f"cases 1 to {len(cases)}" if cases else "no case"
        raise UsageError(f"There is no case {wanted[:_LONGEST_NUMBER]}: the lesson has {have}.")
    names = [case for case in cases if wanted == case.id.rpartition("::")[2]]
    found = names or [case for case in cases if wanted and wanted in case.id]
    if len(found) == 1:
        return found[0]
    shown = printable(wanted, lines=False)
    if not found:
        raise UsageError(f"No case is called {shown}. There are:\n{_list(cases, cases)}")
    raise UsageError(f"{len(found)} cases are called {shown}; name one:\n{_list(found, cases)}")


def _list(found: Sequence[CaseReport], cases: Sequence[CaseReport]) -> str:
    numbers = {case.id: number for number, case in enumerate(cases, start=1)}
    shown, more = first_of(found)
    lines = [f"  {numbers[case.id]}  {case.id}" for case in shown]
    lines += [f"  {more}"] if more else []
    return "\n".join(printable(line, lines=False) for line in lines)


def said(remarked: list[Remarked], request: RemarkRequest) -> list[str]:
    """Say in sentences what is on record now."""
    if request.group is not None:
        names = listed((who(one.report.student, one.report.name) for one in remarked), FIRST)
        what = "comment" if request.points is None else "mark"
        return [f"The {what} is on record for {count(len(remarked), 'student')}: {names}."]
    lines = []
    for one in remarked:
        report, lesson = one.report, one.lesson.id
        where = lesson if one.case_id is None else f"case {one.case_id} of {lesson}"
        sha = str(report.submission_sha256)[:12]
        whose = "every submission" if one.is_for_all else f"file {sha}"
        if request.points is None:
            lines.append(f"A comment for {report.student} on {where} ({whose}).")
            continue
        given = f"{count_points(request.points)} by hand for {where} ({whose})"
        lines.append(f"{report.student} gets {given}.")
        if report.verdict is Verdict.GRADER_FAULT:
            lines.append("The grader failed on this file: the mark waits until it is judged.")
            continue
        passed = "passed" if report.lesson_passed else "not passed"
        if report.submission_sha256 is None:
            lines.append(
                "It stays when a submission comes. To give points only while there is none, take "
                "it back and say `grader export FORMAT --missing 0`."
            )
        lines.append(f"In all: {told_points(report)}. The lesson is {passed}.")
    return lines
