"""Turns the reports of a class into a file that another program reads."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from grader.errors import GraderError, SubmissionRefused, UsageError
from grader.feedback.page_names import page_names
from grader.grading.class_reports import Source, load_class, try_course
from grader.grading.gradebook import gradebook_csv
from grader.grading.outputs import student_page_of
from grader.ground.folders import OTHER_PLACE, refuse_above, refuse_others, write_named
from grader.intake.layouts import CANVAS, MOODLE, Layout, Reading
from grader.intake.names import run_together, run_together_forms
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
    fill_notes,
    moodle_list,
    smallest_canvas,
    smallest_moodle,
)
from grader.platforms.gradescope import gradescope_results
from grader.record.grants import ByHand

from .autograder_zip import zip_bytes
from .export_sources import BASE_CODE, base_code, handed_in_files


@dataclass(frozen=True)
class ExportRequest:
    """What an instructor asks for."""

    format: str
    source: Source
    course_root: Path | None
    now: datetime.datetime
    into: Path | None = None
    column: str | None = None
    match: str | None = None
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
    sound, notes, request = parted.told, parted.notes, export.request
    roster = read_roster(request.roster) if request.roster else None
    canvas_ids = canvas_numbers(sound)
    marks = []
    for report in sound:
        known = roster.by_id(report.student) if roster else None
        numbers = dict(known.numbers) if known else {}
        mark = Mark(
            report.student,
            points_that_count(report),
            Fraction(report.max_points),
            report.name or "",
            known.identifiers if known else (),
            numbers.get("canvas") or canvas_ids.get(report.student, ""),
            (known.email if known else None) or "",
        )
        marks.append(mark)
    late = [
        f"{who(one.student, one.name)}: {told_points(one)}"
        for one in sound
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
    wanted = Wanted(lesson_id, title, request.column, request.match)
    into = read(read_csv(data, str(request.into)), wanted)
    filled = fill(into, marks)
    unplaced = parted.undecided + len(filled.found.ambiguous) + len(filled.found.unknown)
    return Exported(filled.data, {}, notes + fill_notes(into, filled, marks), unplaced)


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


@dataclass(frozen=True)
class Place:
    """Where a platform looks for a student."""

    name: str  # a path in what goes back, or a number
    is_theirs: bool  # of the student who was asked about, as far as the name in it tells


_NOWHERE = Place("", is_theirs=False)


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
    find = max(
        (moodle_place, canvas_place),
        key=lambda each: sum(each(report) is not None for report in export.reports),
    )
    teams = _by_place(parted.told, find)
    homeless = teams.pop("", [])
    if homeless and not teams:
        raise UsageError(
            "The class came from no download of Moodle or Canvas, which alone take a zip of pages "
            "back. The pages are in the folder feedback that grader grade has written."
        )
    teammates = [report for team in teams.values() for report in team[1:]]
    notes = list(parted.notes)
    for what, left in (
        ("Without a file in a download of Moodle or Canvas, so left out", homeless),
        ("In a team whose only place has another member's page, so left out", teammates),
    ):
        notes += listed_below(what, [who(report.student, report.name) for report in left])
    files: dict[str, bytes] = {}
    for path, team in teams.items():
        judged_one = judged[team[0].student]
        page = student_page_of(judged_one, course, lesson, export.by_hand, export.request.now)
        files[path] = page.encode()
    unplaced = len(homeless) + len(teammates) + parted.undecided
    return Exported(zip_bytes(files), notes=notes, unplaced=unplaced)


def _by_place(
    reports: Sequence[Report], find: Callable[[Report], Place | None]
) -> dict[str, list[Report]]:
    """Bring together who has one place, whoever's it is first; "" is that of those without one."""
    placed = [(find(report) or _NOWHERE, report) for report in reports]
    teams: dict[str, list[Report]] = defaultdict(list)
    for place, report in sorted(placed, key=lambda one: not one[0].is_theirs):
        teams[place.name].append(report)
    return teams


def moodle_place(report: Report) -> Place | None:
    """Name a page as Moodle's download names a folder; Moodle parts that at each "_"."""
    found = _read(report, MOODLE)
    if found is None:
        return None
    folder = _one_name(f"{found.name.replace('_', ' ')}_{found.number}_assignsubmission_file")
    return Place(f"{folder}/{_one_name(report.lesson)}.html", _is_called(report, found))


def canvas_place(report: Report) -> Place | None:
    """Name a page as Canvas' download names a file: by the first two numbers Canvas knows it."""
    found = _read(report, CANVAS)
    if found is None:
        return None
    letters = "".join(filter(str.isalpha, found.name)) or "student"
    path = _one_name(f"{letters}_{found.number}_{found.attachment}_{report.lesson}.html")
    return Place(path, _is_called(report, found))


def _one_name(text: str) -> str:
    """Write what a report says as one name: whoever unpacks it finds it in no other folder."""
    return text.replace("/", " ").replace("\\", " ")


def canvas_numbers(reports: Sequence[Report]) -> dict[str, str]:
    """Return the numbers that Canvas has for students, as far as its download told them."""

    def number_of(report: Report) -> Place | None:
        found = _read(report, CANVAS)
        return Place(found.number, _is_called(report, found)) if found else None

    teams = _by_place(reports, number_of)
    return {team[0].student: number for number, team in teams.items() if number}


def _read(report: Report, layout: Layout) -> Reading | None:
    """Take the only reading of a name, else the one by which the student is called."""
    found = layout.readings(report.handed_in_as or "")
    if layout is CANVAS:  # typed text has no number to come back under
        found = {number: one for number, one in found.items() if one.attachment and one.name}
    return next(iter(found.values())) if len(found) == 1 else found.get(report.student)


def _is_called(report: Report, found: Reading) -> bool:
    names = run_together_forms(report.name or report.student)
    return report.student == found.number or run_together(found.name) in names


def _lines(reports: Sequence[Report]) -> bytes:
    return b"".join(msgspec.json.encode(report) + b"\n" for report in reports)


def _sources(export: _Export) -> Exported:
    """Lay out a folder for each student and one for what all were given.

    Raises UsageError where a student's folder would be called like that one.
    """
    lesson_id = export.only_lesson()
    files, notes = handed_in_files(export.request.source.data, lesson_id, export.reports)
    if any(name.startswith(f"{BASE_CODE}/") for name in files):
        raise UsageError(f"A student is called {BASE_CODE}, like the folder of the course's code.")
    lesson = export.lesson(lesson_id)
    if export.course is not None and lesson is not None:
        files |= base_code(export.course, lesson)
    return Exported(files=files, notes=notes)


FORMATS: dict[str, Callable[[_Export], Exported]] = {
    "gradescope": _gradescope,
    "canvas": lambda export: _filled(export, canvas_list, smallest_canvas),
    "moodle": lambda export: _filled(export, moodle_list, smallest_moodle),
    "csv": lambda export: Exported(gradebook_csv(export.reports).encode()),
    "json": lambda export: Exported(_lines(export.reports)),
    "feedback": _feedback,
    "sources": _sources,
}
