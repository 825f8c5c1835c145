"""Loads the reports of a class for whoever exports or prints them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.content.manifest import load_course
from grader.errors import GraderError, UsageError
from grader.exchange.counted import Counted, Key, read_counted
from grader.exchange.report_lines import out_folders, read_folder
from grader.model.course import Course
from grader.model.report import Report

GRADES = Path("grades")


@dataclass(frozen=True)
class Source:
    """Where reports come from, and which of them are meant."""

    given: Path | None = None
    lesson: str | None = None
    student: str | None = None

    @property
    def folder(self) -> Path:
        """What was given, else where `grader grade` writes by itself."""
        return self.given or (GRADES / self.lesson if self.lesson else GRADES)


def load_reports(source: Source) -> list[Report]:
    """Load the reports that are meant; raises UsageError where there is none, or one too many."""
    reports = read_folder(source.folder)
    for what, wanted in (("lesson", source.lesson), ("student", source.student)):
        if wanted is not None:
            reports = _only(reports, what, wanted, source.folder)
    counts = Counter((report.student, report.lesson) for report in reports)
    for (student, lesson), times in counts.items():
        if times > 1:
            raise UsageError(
                f"{source.folder} holds {times} reports of {student} for {lesson}. Name the "
                "folder of one `grader grade` with --from."
            )
    return reports


def _only(reports: Sequence[Report], what: str, wanted: str, folder: Path) -> list[Report]:
    found = [report for report in reports if getattr(report, what) == wanted]
    if found:
        return found
    known = sorted({getattr(report, what) for report in reports})
    shown = ", ".join(known[:8]) + (", ..." if len(known) > 8 else "")
    raise UsageError(f"{folder} has no report of {what} {wanted}. It has: {shown or 'none'}.")


def written_gradebook(source: Source) -> bytes | None:
    """Return the gradebook as `grader grade` wrote it; None where only a part of it is meant."""
    path = source.folder / "gradebook.csv"
    return path.read_bytes() if source.student is None and path.is_file() else None


def load_counted(source: Source) -> dict[Key, Counted]:
    """Load what the gradebooks beside the reports say of lateness and names."""
    counted: dict[Key, Counted] = {}
    for folder in out_folders(source.folder):
        path = folder / "gradebook.csv"
        if path.is_file():
            counted |= read_counted(path.read_bytes())
    return counted


def find_course(root: Path) -> Course | None:
    """Load a course for its titles and dates; results can do without one."""
    try:
        return load_course(root)
    except GraderError:
        return None
