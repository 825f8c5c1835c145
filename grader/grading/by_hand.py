"""Decides by hand, beside the judge: marks and comments for a student or a group, and grants."""

import re
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from msgspec import Struct

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.model.course import Course, Lesson
from grader.model.dates import read_due
from grader.model.deadlines import Grant
from grader.model.phrases import FIRST, count, count_points, date_text, listed, points_text, who
from grader.model.remarks import RemarkOnRecord, told_points
from grader.model.report import Remark, Report, Verdict
from grader.model.text import printable
from grader.record.grants import read_by_hand
from grader.record.remarks import add_remark, list_remarks, remove_remark
from grader.record.store import Store

from .class_reports import Source, load_reports

_POINTS = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?")
_LONGEST_TEXT = 10_000


class RemarkRequest(Struct, frozen=True):
    """What an instructor says, and of whom: of a student, or of a group."""

    source: Source  # where the class's reports are; may name the student and the lesson
    group: str | None
    points: Fraction | None  # None: a comment
    text: str
    written_by: str


def read_points(text: str) -> Fraction:
    """Read points: "2", "2.5", "5/2"; raises UsageError for anything else."""
    if _POINTS.fullmatch(text.strip()) is not None:
        try:
            return Fraction(text.strip().replace(",", "."))
        except ZeroDivisionError:
            pass
    shown = printable(text, lines=False)
    raise UsageError(f"{shown} is no number of points; it is like 2, 2.5 or 5/2.")


def add_remarks(
    store: Store, course: Course, request: RemarkRequest, now: datetime
) -> list[Report]:
    """Put a remark on record for all who are meant; return what their reports are with it.

    Raises UsageError before any is.
    """
    text, points = printable(request.text.strip()), request.points
    if not text and points is None:
        raise UsageError("A comment needs a text.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(
            f"A remark has at most {_LONGEST_TEXT} characters, and this one has {len(text)}."
        )
    meant = _meant(request)
    lesson = find_lesson(course, meant[0].lesson)
    most = max(Fraction(report.max_points) for report in meant)
    if points is not None and points > most:
        raise UsageError(
            f"{lesson.id} has {count_points(most)} at most, and this gives {points_text(points)}."
        )
    given = None if points is None else str(points)
    remark = Remark(None, given, text, request.written_by, now)
    with store.writing() as writing:
        for report in meant:
            add_remark(writing, report.student, lesson.id, report.submission_sha256, remark)
        by_hand = read_by_hand(writing, lesson=lesson.id)
    return [by_hand.counted(report, lesson, report.submitted_at) for report in meant]


def take_back(store: Store, request: RemarkRequest) -> list[RemarkOnRecord]:
    """Take back the last remark of each student who is meant; raises UsageError without any."""
    source = request.source
    # what is on record of a student is known without their report
    meant = _meant(request) if request.group is not None else []
    students = {report.student for report in meant} or {str(source.student)}
    lesson = meant[0].lesson if meant else source.lesson
    with store.writing() as writing:
        known = list_remarks(writing, lesson=lesson)
        last = {one.student: one for one in known if one.student in students}
        for one in last.values():
            remove_remark(writing, one.id)
    if not last:
        raise UsageError(
            "Nothing on record fits that, and nothing has been changed. "
            "`grader mark --list` lists what there is."
        )
    return list(last.values())


def _meant(request: RemarkRequest) -> list[Report]:
    reports, whose = load_reports(request.source), str(request.source.student)
    if request.group is not None:
        groups = {one.group for one in reports if one.group is not None}
        wanted = request.group.lower()
        found = sorted(group for group in groups if wanted and group.startswith(wanted))
        if len(found) != 1:
            shown = printable(request.group, lines=False)
            named = listed(found or sorted(groups), FIRST) or "none"
            raise UsageError(f"{len(found) or 'No'} groups begin with {shown}. Name one: {named}.")
        whose = found[0]
        reports = [one for one in reports if one.group == whose]
    lessons = sorted({report.lesson for report in reports})
    if len(lessons) > 1:
        known = listed(lessons, FIRST)
        raise UsageError(f"{whose} has reports of several lessons. Say --lesson: {known}.")
    return reports


def said(marked: Sequence[Report], request: RemarkRequest) -> list[str]:
    """Say in sentences what is on record now."""
    if request.group is not None:
        names = listed((who(one.student, one.name) for one in marked), FIRST)
        what = "comment" if request.points is None else "mark"
        return [f"The {what} is on record for {count(len(marked), 'student')}: {names}."]
    lines = []
    for report in marked:
        if request.points is None:
            lines.append(f"A comment for {report.student} on {report.lesson}.")
            continue
        given = count_points(request.points)
        lines.append(f"{report.student} gets {given} by hand for {report.lesson}.")
        if report.verdict is Verdict.GRADER_FAULT:
            lines.append("The grader failed on this file: the mark waits until it is judged.")
            continue
        if report.submission_sha256 is None:
            lines.append(
                "It stays when a submission comes. To give points only while there is none, take "
                "it back and say `grader export FORMAT --missing 0`."
            )
        passed = "passed" if report.lesson_passed else "not passed"
        lines.append(f"In all: {told_points(report)}. The lesson is {passed}.")
    return lines


# -- grants


def read_grant(course: Course, lesson: Lesson, due: str | None, attempts: int | None) -> Grant:
    """Read what is granted: a later date, more attempts, or else that the lesson is open.

    Raises UsageError for a date that is none, and for what the lesson does not limit.
    """
    until = None if due is None else read_due(due, ZoneInfo(course.time_zone))
    if due is not None and until is None:
        raise UsageError(f"--due {due} is no date; it is like 2026-09-03T18:00.")
    if until is not None and lesson.due is None:
        raise UsageError(f"{lesson.id} has no due date that could be extended.")
    if attempts and not lesson.attempts:
        raise UsageError(f"{lesson.id} has no limit of attempts.")
    opens = due is None and attempts is None
    return Grant(lesson.id, opens=opens, due=until, attempts=attempts or 0)


def said_grant(grant: Grant, student: str, course: Course) -> str:
    """Say in a sentence what a student was granted."""
    parts = ["is open"] if grant.opens else []
    if grant.due is not None:
        parts.append(f"is due {date_text(grant.due, ZoneInfo(course.time_zone))}")
    if grant.attempts:
        parts.append(f"takes {count(grant.attempts, 'attempt')} more")
    return f"{grant.lesson} {' and '.join(parts)} for {student}."
