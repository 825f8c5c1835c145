"""Packs students' pages under the names by which a platform gives them back to their students.

Canvas and Moodle find a student by the numbers in the names of their own downloads.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from grader.content.canvas import uploads
from grader.content.moodle import participants
from grader.errors import UsageError
from grader.exchange.fill_notes import listed_below
from grader.exchange.left_out import part_reports
from grader.exchange.report_lines import NAME, out_folders, read_lines
from grader.feedback.page_names import FEEDBACK_FOLDER, page_names
from grader.model.phrases import who
from grader.model.report import Report, Verdict

from .class_reports import Source

_Reading = TypeVar("_Reading")
Place = Callable[[Report], str | None]  # where a platform looks for a student's page


@dataclass(frozen=True)
class Packed:
    """Pages by the names that they go back under, and who is not among them."""

    files: dict[str, bytes]
    notes: list[str]
    left: int  # students with a page that has no place, or of whom it is undecided


def pack_pages(reports: Sequence[Report], source: Source, place: Place) -> Packed:
    """Pack the page of everyone who handed something in; raises UsageError where one is gone."""
    parted = part_reports(reports, {Verdict.UNREADABLE})
    pages = _pages(reports[0].lesson, source)
    files: dict[str, bytes] = {}
    homeless = []
    for report in parted.told:
        name = place(report)
        if name is None:
            homeless.append(who(report.student, report.name))
        else:
            files.setdefault(name, _read(pages[report.student]))  # a team's first member's
    what = "Not handed in by a download of this platform, so left out"
    return Packed(
        files, parted.notes + listed_below(what, homeless), len(homeless) + parted.undecided
    )


def moodle_place(report: Report) -> str | None:
    """Name a page as Moodle's download names a folder; Moodle parts that at each "_"."""
    found = _of(report, participants(report.handed_in_as or ""))
    if found is None:
        return None
    name, number = found
    return f"{name.replace('_', ' ')}_{number}_assignsubmission_file/{report.lesson}.html"


def canvas_place(report: Report) -> str | None:
    """Name a page as Canvas' download names a file: by the first two numbers Canvas knows it."""
    found = _of(report, uploads(report.handed_in_as or ""))
    if found is None:
        return None
    letters = "".join(filter(str.isalpha, found.name)) or "student"
    return f"{letters}_{found.number}_{found.attachment}_{report.lesson}.html"


def canvas_number(report: Report) -> str:
    """Return the number that Canvas has for a student; "" where its download did not tell it."""
    found = _of(report, uploads(report.handed_in_as or ""))
    return found.number if found else ""


def _of(report: Report, readings: Mapping[str, _Reading]) -> _Reading | None:
    """Take the only reading of a name, else the one by which the student is called."""
    return next(iter(readings.values())) if len(readings) == 1 else readings.get(report.student)


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
