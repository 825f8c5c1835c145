"""Reads the reports that `grader grade` left behind."""

import re
from pathlib import Path

import msgspec

from grader.errors import UsageError
from grader.model.report import REPORT_VERSION, UNDECODABLE, Report

NAME = "results.jsonl"
_decoder = msgspec.json.Decoder(Report)
_PLACE = re.compile(r" \(byte \d+\)$")
_PATTERN = re.compile("Expected `str` matching regex .* - (?=at `)")  # that of points alone


def read_folder(folder: Path) -> list[Report]:
    """Read an out folder, or a folder of several lessons' out folders; raises UsageError."""
    return [report for each in out_folders(folder) for report in read_lines(each / NAME)]


def out_folders(folder: Path) -> list[Path]:
    """Find the out folders that a folder is or holds; raises UsageError where there is none."""
    if (folder / NAME).is_file():
        return [folder]
    try:
        below = sorted(each for each in folder.iterdir() if (each / NAME).is_file())
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be read: {error.strerror}. Run grader grade first, or name the "
            "folder that it wrote with --from."
        ) from error
    if not below:
        raise UsageError(
            f"{folder} holds no {NAME}. Name the folder that grader grade wrote with --from."
        )
    return below


def read_lines(path: Path) -> list[Report]:
    """Read a results.jsonl; raises UsageError that names the line."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    reports = []
    for number, line in enumerate(lines, 1):
        try:
            reports += [_decoder.decode(line)] if line.strip() else []
        except UNDECODABLE as error:
            told = _PLACE.sub("", _PATTERN.sub("no number of points ", str(error)))
            said = f"this is no report ({told})"
            if told.endswith("at `$.report_version`"):
                said = f"this is no report of version {REPORT_VERSION}, which this grader reads"
            raise UsageError(f"{path}, line {number}: {said}. Run grader grade again.") from error
    return reports


def report_lines(reports: list[Report]) -> bytes:
    """Write reports as lines, as they were read: the instructor's."""
    return b"".join(msgspec.json.encode(report) + b"\n" for report in reports)
