"""Packs students' pages under the names by which a platform gives them back to their students.

Canvas and Moodle find a student by the numbers in the names of their own downloads.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from grader.content.canvas import uploads
from grader.content.moodle import participants
from grader.content.names import run_together, run_together_forms
from grader.errors import UsageError
from grader.exchange.fill_notes import listed_below
from grader.exchange.left_out import part_reports
from grader.exchange.report_lines import NAME, out_folders, read_lines
from grader.feedback.page_names import FEEDBACK_FOLDER, page_names
from grader.model.phrases import who
from grader.model.report import Report, Verdict

from .class_reports import Source

_Reading = TypeVar("_Reading")


@dataclass(frozen=True)
class Place:
    """Where a platform looks for a page."""

    path: str
    is_theirs: bool  # of the student who was asked about, as far as the name in it tells


FindPlace = Callable[[Report], Place | None]


@dataclass(frozen=True)
class Packed:
    """Pages by the names that they go back under, and who is not among them."""

    files: dict[str, bytes]
    notes: list[str]
    left: int  # students with a page that has no place, or of whom it is undecided


def pack_pages(reports: Sequence[Report], source: Source, find: FindPlace) -> Packed:
    """Pack the page of everyone who handed something in; raises UsageError where one is gone."""
    parted = part_reports(reports, {Verdict.UNREADABLE})
    pages = _pages(reports[0].lesson, source)
    placed = [(find(report), report) for report in parted.told]
    homeless = [report for place, report in placed if place is None]
    by_path: dict[str, list[Report]] = defaultdict(list)
    for place, report in sorted(placed, key=lambda one: one[0] is None or not one[0].is_theirs):
        if place is not None:
            by_path[place.path].append(report)
    teammates = [report for team in by_path.values() for report in team[1:]]
    notes = [
        *parted.notes,
        *_left_out("Not handed in by a download of this platform, so left out", homeless),
        *_left_out("In a team whose only place has another member's page, so left out", teammates),
    ]
    files = {path: _read(pages[team[0].student]) for path, team in by_path.items()}
    return Packed(files, notes, len(homeless) + len(teammates) + parted.undecided)


def _left_out(what: str, reports: Sequence[Report]) -> list[str]:
    return listed_below(what, [who(report.student, report.name) for report in reports])


def moodle_place(report: Report) -> Place | None:
    """Name a page as Moodle's download names a folder; Moodle parts that at each "_"."""
    found = _of(report, participants(report.handed_in_as or ""))
    if found is None:
        return None
    name, number = found
    path = f"{name.replace('_', ' ')}_{number}_assignsubmission_file/{report.lesson}.html"
    return Place(path, _is_called(report, number, name))


def canvas_place(report: Report) -> Place | None:
    """Name a page as Canvas' download names a file: by the first two numbers Canvas knows it."""
    found = _of(report, uploads(report.handed_in_as or ""))
    if found is None:
        return None
    letters = "".join(filter(str.isalpha, found.name)) or "student"
    path = f"{letters}_{found.number}_{found.attachment}_{report.lesson}.html"
    return Place(path, _is_called(report, found.number, found.name))


def canvas_number(report: Report) -> str:
    """Return the number that Canvas has for a student; "" where its download did not tell it."""
    found = _of(report, uploads(report.handed_in_as or ""))
    return found.number if found else ""


def _of(report: Report, readings: Mapping[str, _Reading]) -> _Reading | None:
    """Take the only reading of a name, else the one by which the student is called."""
    return next(iter(readings.values())) if len(readings) == 1 else readings.get(report.student)


def _is_called(report: Report, number: str, name: str) -> bool:
    names = run_together_forms(report.name or report.student)
    return report.student == number or run_together(name) in names


def _pages(lesson: str, source: Source) -> dict[str, Path]:
    if source.recorded is not None:
        raise UsageError("Pages are in the folder that grader grade wrote: name it with --from.")
    for folder in out_folders(source.folder):
        reports = read_lines(folder / NAME)
        if any(report.lesson == lesson for report in reports):
            names = page_names(report.student for report in reports)
            pages = folder / FEEDBACK_FOLDER
            return {student: pages / name for student, name in names.items()}
    return {}


def _read(page: Path) -> bytes:
    try:
        return page.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{page} cannot be read: {error.strerror}. Run grader grade again."
        ) from error
