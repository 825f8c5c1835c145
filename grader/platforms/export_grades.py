"""Turns the reports of a class into a file that another program reads."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from grader.course.course_file import read_together
from grader.errors import GraderError, SubmissionRefused, UsageError
from grader.feedback.page_names import page_names
from grader.grading.class_reports import Source, load_class, try_course
from grader.grading.gradebook import gradebook_csv
from grader.grading.outputs import student_page_of
from grader.ground.folders import OTHER_PLACE, refuse_above, refuse_others, write_named
from grader.intake.layouts import CANVAS, MOODLE, Layout, Reading
from grader.intake.names import name_key, name_keys
from grader.intake.roster import read_roster
from grader.model.course import Course, Lesson
from grader.model.csv_file import CsvFile, read_csv
from grader.model.phrases import listed_below, who
from grader.model.remarks import has_points, points_that_count, told_points, with_remarks
from grader.model.report import (
    JudgedSubmission,
    Remark,
    Report,
    Verdict,
    caveats,
    is_fault,
)
from grader.model.student_report import disclose
from grader.platforms.class_list import (
    ClassList,
    Mark,
    Wanted,
    canvas_list,
    fill,
    moodle_list,
    smallest_canvas,
    smallest_moodle,
)
from grader.platforms.gradescope import gradescope_results
from grader.record.attempts import list_attempts, read_all_submissions
from grader.record.grants import ByHand
from grader.record.store import open_store

from .autograder_zip import zip_bytes


@dataclass(frozen=True)
class ExportRequest:
    """What an instructor asks for."""

    format: str
    source: Source
    course_root: Path | None
    now: datetime.datetime
    into: Path | None = None
    column: str | None = None
    roster: Path | None = None
    missing: Fraction | None = None  # the points of who submitted nothing


@dataclass(frozen=True)
class Exported:
    """What is to be written: one file, or several in a folder."""

    data: bytes | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unplaced: int = 0  # students whose mark found no row, or of whom it is undecided


@dataclass(frozen=True)
class _Export:
    request: ExportRequest
    judged: list[JudgedSubmission]
    reports: list[Report]
    course: Course | None
    by_hand: ByHand

    def lesson(self, lesson_id: str) -> Lesson | None:
        lessons = self.course.lessons if self.course else ()
        return next((each for each in lessons if each.id == lesson_id), None)

    def only_lesson(self) -> str:
        """Return the lesson that all reports are of; raises UsageError where there are several."""
        lessons = sorted({report.lesson for report in self.reports})
        if len(lessons) > 1:
            format_ = self.request.format
            raise UsageError(f"{format_} takes one lesson. Say --lesson: {', '.join(lessons)}.")
        if not lessons:
            raise UsageError("There are no reports to export.")
        return lessons[0]


def export_grades(request: ExportRequest) -> Exported:
    """Make the export; nothing is written yet. Raises UsageError where the reports do not fit."""
    loaded = load_class(request.source)
    reports = [one.report for one in loaded.judged]
    if request.missing is not None:
        given = Remark(None, str(request.missing), "Nothing was submitted.", "export", request.now)
        reports = [
            with_remarks(one, [given], 1.0)
            if one.verdict is Verdict.MISSING and not has_points(one)
            else one
            for one in reports
        ]
    course = try_course(request.course_root)
    export = _Export(request, loaded.judged, reports, course, loaded.by_hand)
    exported = FORMATS[request.format](export)
    return replace(exported, notes=[*loaded.notes, *caveats(export.reports), *exported.notes])


def write_export(exported: Exported, out: Path, *, overwrite: bool) -> None:
    """Write a file or a folder of files.

    Raises UsageError where one is there and may not go, and for a place of another user's.
    """
    refuse = refuse_others if exported.files else refuse_above
    refuse(out, OTHER_PLACE)
    single = {out: exported.data} if exported.data is not None else {}
    whole = single | {out / name: data for name, data in exported.files.items()}
    taken = [
        path
        for path, data in whole.items()
        if path.exists() and not (path.is_file() and path.read_bytes() == data)
    ]
    if taken and not overwrite:
        raise UsageError(f"{taken[0]} is there already. Say --overwrite to replace it.")
    try:
        for path, data in whole.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_named(path, data)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error


def _gradescope(export: _Export) -> Exported:
    export.only_lesson()
    if len(export.reports) == 1:
        report = export.reports[0]
        if report.verdict in (Verdict.MISSING, Verdict.UNDECIDED) and not has_points(report):
            raise SubmissionRefused(
                f"{report.student} has no result to export: {report.message} Nothing is written."
            )
        if is_fault(report):
            raise GraderError(
                f"The grader failed on {report.student}, so there are no points to export. "
                "Run grader grade again."
            )
        return Exported(_results_json(export, report))
    # who submitted what cannot be read has to read why
    parted = part_reports(export.reports, keeps_unreadable=True)
    pages = page_names(each.student for each in parted.told)
    files = {
        pages[each.student].removesuffix(".html") + ".json": _results_json(export, each)
        for each in parted.told
    }
    return Exported(files=files, notes=parted.notes, unplaced=parted.undecided)


def _results_json(export: _Export, report: Report) -> bytes:
    lesson = export.lesson(report.lesson)
    seen: dict[str, Any] = {}
    if lesson is not None:
        seen["shown"] = export.by_hand.shown_now(report.student, lesson, export.request.now)
    results = gradescope_results(disclose(report, **seen))
    return msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"


def _filled(
    export: _Export,
    read: Callable[[CsvFile, Wanted], ClassList],
    smallest: Callable[[Sequence[Mark], str], bytes],
) -> Exported:
    lesson_id = export.only_lesson()
    lesson = export.lesson(lesson_id)
    title = lesson.title if lesson else None
    parted = part_reports(export.reports)
    notes, request = parted.notes, export.request
    roster = read_roster(request.roster) if request.roster else None
    marks = []
    for report in parted.told:
        points, most = points_that_count(report), Fraction(report.max_points)
        mark = Mark(report.student, points, most, report.name or "")
        if roster is not None and (known := roster.by_id(report.student)) is not None:
            numbers = dict(known.numbers)
            mark = msgspec.structs.replace(
                mark,
                aliases=(*known.identifiers, *numbers.values()),
                canvas_id=numbers.get("canvas", ""),
                email=known.email,
            )
        marks.append(mark)
    late = [
        f"{who(one.student, one.name)}: {told_points(one)}"
        for one in parted.told
        if one.counted_because is not None
    ]
    notes += listed_below("Points were taken off for lateness", late)
    if request.into is None:
        data = smallest(marks, request.column or title or lesson_id)
        return Exported(data, {}, notes, parted.undecided)
    try:
        data = request.into.read_bytes()
    except OSError as error:
        raise UsageError(f"{request.into} cannot be read: {error.strerror}.") from error
    wanted = Wanted(lesson_id, title, request.column)
    filled = fill(read(read_csv(data, str(request.into)), wanted), marks)
    return Exported(filled.data, {}, notes + filled.notes, parted.undecided + filled.unplaced)


@dataclass(frozen=True)
class Parted:
    """Which reports an export tells, and what is to be said of the others."""

    told: list[Report]
    notes: list[str]
    undecided: int  # students of whom a person must say what counts


def part_reports(reports: Sequence[Report], *, keeps_unreadable: bool = False) -> Parted:
    """Keep what has points, and what cannot be read where the format has a form for it."""
    told: list[Report] = []
    left: list[Report] = []
    for one in reports:
        is_told = has_points(one) or (keeps_unreadable and one.verdict is Verdict.UNREADABLE)
        (told if is_told else left).append(one)

    def named(verdict: Verdict) -> list[str]:
        return [who(one.student, one.name) for one in left if one.verdict is verdict]

    undecided = [one for one in left if one.verdict is Verdict.UNDECIDED]
    notes = [
        *(
            f"The grader failed on {one}: left out. Run grader grade again."
            for one in named(Verdict.GRADER_FAULT)
        ),
        *(
            f"Undecided, so left out: {who(one.student, one.name)}: {one.message}"
            for one in undecided
        ),
        *listed_below("Nothing submitted, so left out", named(Verdict.MISSING)),
        *listed_below("Not readable, so left out", named(Verdict.UNREADABLE)),
    ]
    return Parted(told, notes, len(undecided))


def _feedback(export: _Export) -> Exported:
    """Pack the page of everyone who handed something in under the names of Moodle or Canvas.

    Raises UsageError for a lesson that has left the course.
    """
    lesson, course = export.lesson(export.only_lesson()), export.course
    if lesson is None or course is None:
        raise UsageError(f"{export.only_lesson()} is no lesson of the course: no page can be made.")
    parted = part_reports(export.reports, keeps_unreadable=True)
    judged = {one.report.student: one for one in export.judged}
    # a student's file may be called like another platform's, so the class decides
    layout = max(
        (MOODLE, CANVAS),
        key=lambda each: sum(feedback_name(report, each) is not None for report in export.reports),
    )
    files: dict[str, bytes] = {}
    homeless, teammates = [], []
    # of a team the page is that of whoever handed it in
    for report in sorted(parted.told, key=lambda one: not _is_named_in(one, layout)):
        path = feedback_name(report, layout)
        if path is None:
            homeless.append(who(report.student, report.name))
        elif path in files:
            teammates.append(who(report.student, report.name))
        else:
            one = judged[report.student]
            page = student_page_of(one, course, lesson, export.by_hand, export.request.now)
            files[path] = page.encode()
    if homeless and not files:
        raise UsageError(
            "The class came from no download of Moodle or Canvas, which alone take a zip of pages "
            "back. The pages are in the folder feedback that grader grade has written."
        )
    notes = [
        *parted.notes,
        *listed_below("Without a file in a download of Moodle or Canvas, so left out", homeless),
        *listed_below(
            "In a team whose only place has another member's page, so left out", teammates
        ),
    ]
    unplaced = len(homeless) + len(teammates) + parted.undecided
    return Exported(zip_bytes(files), notes=notes, unplaced=unplaced)


def feedback_name(report: Report, layout: Layout) -> str | None:
    """Name a page as the platform's download names what it is about.

    Moodle parts a folder's name at each "_", and Canvas looks for the first two numbers in a name.
    """
    found = _reading(report, layout)
    if found is None:
        return None
    if layout is MOODLE:
        name = found.name.replace("_", " ")
        parts = [f"{name}_{found.number}_assignsubmission_file", f"{report.lesson}.html"]
    else:
        letters = "".join(filter(str.isalpha, found.name)) or "student"
        parts = [f"{letters}_{found.number}_{found.attachment}_{report.lesson}.html"]
    # whoever unpacks it finds it in no other folder, whatever a report says
    return "/".join(part.replace("/", " ").replace("\\", " ") for part in parts)


def _reading(report: Report, layout: Layout) -> Reading | None:
    """Take the only reading of a name, else the one by which the student is called."""
    found = layout.readings(report.handed_in_as or "")
    if layout is CANVAS:  # typed text has no number to come back under
        found = {number: one for number, one in found.items() if one.attachment and one.name}
    return next(iter(found.values())) if len(found) == 1 else found.get(report.student)


def _is_named_in(report: Report, layout: Layout) -> bool:
    found = _reading(report, layout)
    if found is None:
        return False
    names = name_keys(report.name or report.student)
    return report.student == found.number or name_key(found.name) in names


def _lines(reports: Sequence[Report]) -> bytes:
    return b"".join(msgspec.json.encode(report) + b"\n" for report in reports)


_BASE_CODE = "base-code"


def _sources(export: _Export) -> Exported:
    """Lay out the files that count, a folder for each student, and one for what all were given.

    Raises UsageError where a student's folder would be called like that one.
    """
    lesson_id = export.only_lesson()
    folders = page_names(report.student for report in export.reports)
    counting = {(one.student, one.submission_sha256) for one in export.reports}
    files: dict[str, bytes] = {}
    found = set()
    store = open_store(export.request.source.data)
    try:
        with store.reading() as reading:
            rows = [
                row
                for row in list_attempts(reading, lesson=lesson_id)
                if (str(row.student), row.submission_sha256) in counting
            ]
            for row, submission in read_all_submissions(reading, rows):
                folder = folders[row.student].removesuffix(".html")
                found |= {row.student} if submission.sources else set()
                files |= {f"{folder}/{name}": data for name, data in submission.sources.items()}
    finally:
        store.close()
    if any(name.startswith(f"{_BASE_CODE}/") for name in files):
        raise UsageError(f"A student is called {_BASE_CODE}, like the folder of the course's code.")
    lesson, course = export.lesson(lesson_id), export.course
    if course is not None and lesson is not None:
        place = course.exercise_folder(lesson)
        given = [name for name in (*lesson.hand_in, *lesson.files) if (place / name).is_file()]
        read = read_together(course.root, place, given)
        files |= {f"{_BASE_CODE}/{name}": data for name, data in read.items()}
    left = [who(one.student, one.name) for one in export.reports if one.student not in found]
    return Exported(files=files, notes=listed_below("No file on record, so left out", left))


FORMATS: dict[str, Callable[[_Export], Exported]] = {
    "gradescope": _gradescope,
    "canvas": lambda export: _filled(export, canvas_list, smallest_canvas),
    "moodle": lambda export: _filled(export, moodle_list, smallest_moodle),
    "csv": lambda export: Exported(gradebook_csv(export.reports).encode()),
    "json": lambda export: Exported(_lines(export.reports)),
    "feedback": _feedback,
    "sources": _sources,
}
