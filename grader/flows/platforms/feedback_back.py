"""Packs students' pages under the names by which a platform gives them back to their students.

Canvas and Moodle find a student by the numbers in the names of their own downloads.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from grader.errors import UsageError
from grader.exchange.left_out import part_reports
from grader.exchange.report_lines import NAME, out_folders, read_lines
from grader.feedback.page_names import FEEDBACK_FOLDER, page_names
from grader.flows.review.class_reports import Source
from grader.intake.download_names import participants, uploads
from grader.intake.names import run_together, run_together_forms
from grader.model.phrases import listed_below, who
from grader.model.report import Report, Verdict

_Reading = TypeVar("_Reading")


@dataclass(frozen=True)
class Place:
    """Where a platform looks for a student."""

    name: str  # a path in what goes back, or a number
    is_theirs: bool  # of the student who was asked about, as far as the name in it tells


_FindPlace = Callable[[Report], Place | None]
_NOWHERE = Place("", is_theirs=False)


def pack_pages(
    reports: Sequence[Report], source: Source
) -> tuple[dict[str, bytes], list[str], int]:
    """Pack the page of everyone who handed something in; raises UsageError where one is gone.

    Gives the pages by the names that they go back under, notes on who is not among them, and how
    many of those have a page that has no place, or are undecided.
    """
    parted = part_reports(reports, {Verdict.UNREADABLE})
    pages = _pages(reports[0].lesson, source)
    # a student's file may be called like another platform's, so the class decides
    find = max(
        (moodle_place, canvas_place),
        key=lambda each: sum(each(report) is not None for report in reports),
    )
    teams = _by_place(parted.told, find)
    homeless = teams.pop("", [])
    teammates = [report for team in teams.values() for report in team[1:]]
    notes = [
        *parted.notes,
        *_left_out("Without a file in a download of Moodle or Canvas, so left out", homeless),
        *_left_out("In a team whose only place has another member's page, so left out", teammates),
    ]
    files = {path: _read(pages[team[0].student]) for path, team in teams.items()}
    return files, notes, len(homeless) + len(teammates) + parted.undecided


def _by_place(reports: Sequence[Report], find: _FindPlace) -> dict[str, list[Report]]:
    """Bring together who has one place, whoever's it is first; "" is that of those without one."""
    placed = [(find(report) or _NOWHERE, report) for report in reports]
    teams: dict[str, list[Report]] = defaultdict(list)
    for place, report in sorted(placed, key=lambda one: not one[0].is_theirs):
        teams[place.name].append(report)
    return teams


def _left_out(what: str, reports: Sequence[Report]) -> list[str]:
    return listed_below(what, [who(report.student, report.name) for report in reports])


def moodle_place(report: Report) -> Place | None:
    """Name a page as Moodle's download names a folder; Moodle parts that at each "_"."""
    found = _of(report, participants(report.handed_in_as or ""))
    if found is None:
        return None
    name, number = found
    folder = _one_name(f"{name.replace('_', ' ')}_{number}_assignsubmission_file")
    return Place(f"{folder}/{_one_name(report.lesson)}.html", _is_called(report, number, name))


def canvas_place(report: Report) -> Place | None:
    """Name a page as Canvas' download names a file: by the first two numbers Canvas knows it."""
    found = _of(report, uploads(report.handed_in_as or ""))
    if found is None:
        return None
    letters = "".join(filter(str.isalpha, found.name)) or "student"
    path = _one_name(f"{letters}_{found.number}_{found.attachment}_{report.lesson}.html")
    return Place(path, _is_called(report, found.number, found.name))


def _one_name(text: str) -> str:
    """Write what a report says as one name: whoever unpacks it finds it in no other folder."""
    return text.replace("/", " ").replace("\\", " ")


def canvas_numbers(reports: Sequence[Report]) -> dict[str, str]:
    """Return the numbers that Canvas has for students, as far as its download told them."""
    teams = _by_place(reports, _canvas_number)
    return {team[0].student: number for number, team in teams.items() if number}


def _canvas_number(report: Report) -> Place | None:
    found = _of(report, uploads(report.handed_in_as or ""))
    return Place(found.number, _is_called(report, found.number, found.name)) if found else None


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
