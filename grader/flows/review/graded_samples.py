"""Reads the submissions of a class from what grader grade wrote: reports, times, pages."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path

import msgspec

from grader.errors import UsageError
from grader.exchange.report_lines import NAME, out_folders, read_lines
from grader.feedback.page_names import INSTRUCTOR_FOLDER, page_names
from grader.model.analysis import LessonClass
from grader.model.behaviour import Sample
from grader.model.phrases import count
from grader.model.report import Report

from .class_reports import Source

TIMINGS = "timings.jsonl"


class _Timing(msgspec.Struct):
    student: str
    cases: dict[str, float]


_timing = msgspec.json.Decoder(_Timing)


def read_graded(source: Source, title: Callable[[str], str]) -> list[LessonClass]:
    """Read an out folder or a folder of several; raises UsageError where nothing is meant."""
    samples: defaultdict[str, list[Sample]] = defaultdict(list)
    notices: defaultdict[str, list[str]] = defaultdict(list)
    for folder in out_folders(source.folder):
        reports = read_lines(folder / NAME)
        times, notice = _times(folder)
        pages = page_names(report.student for report in reports)
        for report in reports:
            page = folder / INSTRUCTOR_FOLDER / pages[report.student]
            samples[report.lesson].append(_sample(report, folder, page, times))
        for lesson in {report.lesson for report in reports}:
            notices[lesson] += notice
    if source.lesson is not None and source.lesson not in samples:
        known = ", ".join(sorted(samples))
        raise UsageError(
            f"{source.folder} has no report of lesson {source.lesson}. It has: {known or 'none'}."
        )
    if not samples:
        raise UsageError(f"{source.folder} holds no report. Run grader grade first.")
    meant = [source.lesson] if source.lesson is not None else list(samples)
    for lesson in meant:
        _refuse_doubles(samples[lesson], lesson, source.folder)
    return [
        LessonClass(name, title(name), tuple(samples[name]), notices=tuple(notices[name]))
        for name in meant
    ]


def _refuse_doubles(samples: list[Sample], lesson: str, folder: Path) -> None:
    seen = set()
    for sample in samples:
        student = sample.report.student
        if student in seen:
            raise UsageError(
                f"{folder} holds two reports of {student} for {lesson}. Name the folder of one "
                "`grader grade` with --from."
            )
        seen.add(student)


def _sample(
    report: Report, folder: Path, page: Path, times: Mapping[str, dict[str, float]]
) -> Sample:
    check_points(report, f"{folder / NAME}, {report.student}")
    look = str(page) if page.is_file() else f"{report.student} in {folder / NAME}"
    return Sample(report, times.get(report.student), look=look)


def _times(folder: Path) -> tuple[dict[str, dict[str, float]], list[str]]:
    path = folder / TIMINGS
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError:
        return {}, [f"{path} cannot be read: times are not known."]
    found, damaged = {}, 0
    for line in lines:
        if line.strip():
            try:
                timing = _timing.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                damaged += 1
                continue
            found[timing.student] = {
                case: seconds for case, seconds in timing.cases.items() if isfinite(seconds)
            }
    return found, [f"{path}: {count(damaged, 'damaged line')} left out."] if damaged else []


# An exact fraction of a length that a person could have meant.
_POINTS = re.compile(r"-?\d{1,18}(\.\d{1,18}|/0*[1-9]\d{0,17})?", re.ASCII)


def check_points(report: Report, where: str) -> None:
    """Raise UsageError where points cannot be added up; `where` is for its sentence."""
    pairs = [(report.points, report.max_points)]
    pairs += [(case.points, case.max_points) for case in report.cases]
    for pair in pairs:
        for points in pair:
            if not _POINTS.fullmatch(points):
                raise UsageError(
                    f"{where}: {points[:40]!r} is no number of points. Run grader grade again."
                )
