"""Refuses reports whose points are no numbers, before anybody adds them up."""

import re

from grader.errors import UsageError
from grader.model.report import Report

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
